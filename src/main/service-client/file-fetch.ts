import { lookup as lookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { isLoopbackHost } from '#shared/service/base-url.ts';

/** Largest document file that is fetched, in bytes. */
export const largestFile = 50 * 1024 * 1024;

const shownTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/tiff', 'application/pdf'];

export type FetchedFile =
  { ok: true; bytes: Buffer; contentType: string } | { ok: false; sentence: string; reachable: boolean };

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addAddress('::', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

/** Whether an IP address belongs to this computer or to a private network. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return privateAddresses.check(mapped, 'ipv4');
  return privateAddresses.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Why a fileUrl may not be fetched, as a sentence; null where it may. https only, and http where the service itself is
 * spoken to so; never to this computer or a private network unless the service stands at that very host.
 */
export function fileAddressProblem(fileUrl: string, baseUrl: string): string | null {
  if (!URL.canParse(fileUrl)) return 'The address of the picture is not a web address.';
  const url = new URL(fileUrl);
  const service = new URL(baseUrl);
  const sameHost = url.hostname === service.hostname;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && sameHost && service.protocol === 'http:')) {
    return 'The address of the picture is not a secure one, so Gangway does not open it.';
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!sameHost && (isLoopbackHost(url.hostname) || isPrivateAddress(host))) {
    return 'The address of the picture leads into a private network, so Gangway does not open it.';
  }
  return null;
}

/** Refuses names that resolve into a private network; checked at the moment of connecting, so that a name cannot change in between. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookupAddress(hostname, { ...options, all: true }, (error, addresses) => {
    const inside = error === null && addresses.some((found) => isPrivateAddress(found.address));
    if (error !== null || inside) {
      callback(error ?? new Error('The name leads into a private network.'), '', 4);
      return;
    }
    const first = addresses[0];
    if (options.all === true) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  });
};

/** Fetches the file behind a fileUrl. The token goes along only to the service's own origin; a redirect is not followed. */
export async function fetchFile(
  fileUrl: string,
  baseUrl: string,
  token: string | null,
): Promise<FetchedFile> {
  const problem = fileAddressProblem(fileUrl, baseUrl);
  if (problem !== null) return { ok: false, sentence: problem, reachable: true };
  const url = new URL(fileUrl);
  const service = new URL(baseUrl);
  const own = url.origin === service.origin;
  const agent = new Agent({
    allowH2: false,
    connect:
      url.hostname === service.hostname ? { timeout: 10_000 } : { timeout: 10_000, lookup: publicLookup },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  });
  try {
    const answer = await request(url, {
      dispatcher: agent,
      headers: own && token !== null ? { authorization: `Bearer ${token}` } : {},
      signal: AbortSignal.timeout(120_000),
    });
    if (answer.statusCode !== 200) {
      return { ok: false, sentence: sentenceFor(answer.statusCode), reachable: true };
    }
    const header = answer.headers['content-type'];
    const contentType =
      (Array.isArray(header) ? header[0] : header)?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (!shownTypes.includes(contentType)) {
      return { ok: false, sentence: 'What came back is not a picture or a PDF.', reachable: true };
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('A file body gives bytes.');
      size += chunk.length;
      if (size > largestFile) {
        return {
          ok: false,
          sentence: 'The picture is larger than 50 MB, so Gangway does not keep it.',
          reachable: true,
        };
      }
      chunks.push(chunk);
    }
    return { ok: true, bytes: Buffer.concat(chunks), contentType };
  } catch {
    // Every failure here is the network's or the far server's; the result on screen stays as it is.
    return {
      ok: false,
      sentence: 'The picture could not be fetched. Try again when the network is back.',
      reachable: false,
    };
  } finally {
    await agent.destroy();
  }
}

function sentenceFor(status: number): string {
  if (status === 401 || status === 403) return 'The server does not let this token open the picture.';
  if (status === 404 || status === 410) return 'The picture is gone from the server.';
  if (status >= 300 && status < 400)
    return 'The picture has moved to another address, so Gangway does not follow it.';
  return `The server answered ${status} instead of the picture.`;
}
