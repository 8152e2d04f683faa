import { request } from 'undici';
import { isLoopbackHost } from '#shared/base/base-url.ts';
import type { Network } from '../network/network.ts';
import { isWebPage } from './body-kind.ts';

const limitMs = 5000;
const lookedAt = 2048;

/**
 * Whether the network answers in the service's place with a page to sign in. Such a page can stand only where there is no
 * encryption, so the service's own name is asked by plain http, without the token and without following anything. No
 * other host is asked. Only where the service is reached straight: a proxy speaks for itself. `pageCounts`: also a page
 * that sends nobody elsewhere counts, because the secure address answered with a certificate that is not the service's.
 */
export async function networkAsksForSignIn(
  baseUrl: string,
  network: Network,
  pageCounts: boolean,
): Promise<boolean> {
  const service = new URL(baseUrl);
  if (service.protocol !== 'https:' || isLoopbackHost(service.hostname)) return false;
  const candidates = await network.candidates(baseUrl);
  if (candidates[0]?.kind !== 'direct') return false;
  return answersForAnother(`http://${service.hostname}/`, network, pageCounts);
}

/** Whether what answers at a plain address is a network's sign-in page: it leads to another site, or says so itself. */
export async function answersForAnother(
  address: string,
  network: Network,
  pageCounts: boolean,
): Promise<boolean> {
  const asked = new URL(address);
  const agent = network.agent([{ kind: 'direct' }], {
    connections: 1,
    connectMs: limitMs,
    headersMs: limitMs,
    lookup: null,
  });
  try {
    const answer = await request(asked, { dispatcher: agent, signal: AbortSignal.timeout(limitMs) });
    const { statusCode, headers } = answer;
    if (statusCode === 511) return true;
    if (statusCode >= 300 && statusCode < 400) return leadsToAnother(asked, one(headers['location']));
    if (statusCode !== 200 || !pageCounts) return false;
    return isWebPage(one(headers['content-type']), await beginning(answer.body));
  } catch {
    // Nobody answers there either: then it is no sign-in page that is in the way.
    return false;
  } finally {
    await agent.destroy();
  }
}

function leadsToAnother(asked: URL, location: string | null): boolean {
  const to = location === null ? null : URL.parse(location, asked.href);
  if (to === null || (to.protocol !== 'http:' && to.protocol !== 'https:')) return false;
  const [here, there] = [asked.hostname, to.hostname].map((host) => host.replace(/^www\./, ''));
  if (here === undefined || there === undefined || here === there) return false;
  return !there.endsWith(`.${here}`) && !here.endsWith(`.${there}`);
}

function one(header: string | string[] | undefined): string | null {
  return Array.isArray(header) ? (header[0] ?? null) : (header ?? null);
}

async function beginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= lookedAt) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
