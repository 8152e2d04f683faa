import { findObstacle } from '#shared/words/network-messages.ts';
import type { Network } from '../network/network.ts';
import { bodyKind, isWebPage, getHeader, type AnsweredExchange, type Exchange } from './exchange.ts';
import type { ServiceClient } from './client.ts';
import { foreignPage, networkSignIn, unexpectedResponderDetail } from './service-sign.ts';
import { request } from 'undici';
import { isLoopbackHost } from '#shared/base/base-url.ts';

/**
 * Asks whether the service is there. `itself`: something else answered in its place before, so only an answer counts that
 * the service can have given. Where HEAD has no answer, a reading question follows, since some services answer only that;
 * where nothing answers, the network is asked whether it wants the person to sign in.
 */
export function createServiceProbe(
  baseUrl: string,
  client: ServiceClient,
  network: Network,
): (itself: boolean, token: string | null) => Promise<Exchange> {
  /** The service does not answer HEAD: then HEAD is not tried again. */
  let headIsSilent = false;

  async function anyAnswer(): Promise<Exchange> {
    if (!headIsSilent) {
      const head = await client.probe();
      if (head.kind !== 'no_answer') return head;
    }
    // Any answer will do, so no token is sent.
    const read = await client.probeService(null);
    headIsSilent = read.kind === 'answered';
    return read;
  }

  return async (itself, token) => {
    const exchange = itself ? await client.probeService(token) : await anyAnswer();
    if (exchange.kind === 'answered') return unlessReplaced(exchange, itself);
    const obstacle = findObstacle(exchange.detail)?.kind;
    const foreign = obstacle === 'CERT_UNTRUSTED' || obstacle === 'ERR_TLS_CERT_ALTNAME_INVALID';
    const asked = await networkAsksForSignIn(baseUrl, network, foreign);
    return asked ? { kind: 'not_sent', detail: networkSignIn } : exchange;
  };
}

/** Probes once, for a person who waits for the service; no answer shows nothing. */
export const createQuickProbe =
  (client: ServiceClient): ((itself: boolean) => Promise<Exchange>) =>
  async (itself) => {
    const exchange = await client.probeService(null);
    return exchange.kind === 'answered' ? unlessReplaced(exchange, itself) : exchange;
  };

/** The answer, or that something else gave it. */
function unlessReplaced(exchange: AnsweredExchange, itself: boolean): Exchange {
  const responder =
    exchange.status === 511 ? networkSignIn : itself ? findUnexpectedResponder(exchange) : null;
  return responder === null ? exchange : { kind: 'not_sent', detail: responder };
}

function findUnexpectedResponder(exchange: AnsweredExchange): string | null {
  if (exchange.status >= 300 && exchange.status < 400) return foreignPage;
  return exchange.status < 300 ? unexpectedResponderDetail[bodyKind(exchange)] : null;
}

const limitMs = 5000;
const maxPageBytes = 2048;

/**
 * Whether the network answers in the service's place with a sign-in page. Such a page needs plain http, so the service's own
 * name is asked that way, without the token or redirects; no other host, and nothing behind a proxy, which speaks for itself.
 * @param pageCounts any page counts, because the secure address answered with a certificate that is not the service's
 */
export async function networkAsksForSignIn(baseUrl: string, network: Network, pageCounts: boolean) {
  const service = new URL(baseUrl);
  if (service.protocol !== 'https:' || isLoopbackHost(service.hostname)) return false;
  const candidates = await network.candidates(baseUrl);
  if (candidates[0]?.kind !== 'direct') return false;
  return answersForAnother(`http://${service.hostname}/`, network, pageCounts);
}

/** Whether a network's sign-in page answers at a plain address: it leads to another site, or says so itself. */
export async function answersForAnother(address: string, network: Network, pageCounts: boolean) {
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
    if (statusCode >= 300 && statusCode < 400) return leadsToAnother(asked, getHeader(headers, 'location'));
    if (statusCode !== 200 || !pageCounts) return false;
    return isWebPage(getHeader(headers, 'content-type'), await beginning(answer.body));
  } catch {
    // Nobody answers there, so there is no sign-in page.
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

async function beginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxPageBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
