import { request, type Dispatcher } from 'undici';
import { looksLikeWebPage, getPictureFile } from '#shared/base/picture-file.ts';
import type { Network } from '../network/network.ts';
import { acceptedEncodings, decodeContent } from './content-encoding.ts';
import { getHeader } from './exchange.ts';
import { isLocalName, isPrivateAddress, PrivateNetworkError, publicLookup } from './private-addresses.ts';

/** The largest document file that is fetched or imported, in bytes. */
export const largestFile = 50 * 1024 * 1024;

/** For the whole fetch, however steadily its bytes arrive. */
const maxFetchMs = 10 * 60_000;

const maxMoves = 5;

/** `contentType` comes from the bytes, not from the service. */
export type FetchedFile =
  | { ok: true; bytes: Buffer; contentType: string }
  | { ok: false; sentence: string; reachable: boolean };

const leadsInside = 'The picture’s address is on a private network, so Gangway doesn’t open it.';

/** Why a fileUrl may not be fetched; null where it may: only https, and no private network except for the service's own origin. */
export function fileAddressProblem(fileUrl: string, baseUrl: string): string | null {
  if (!URL.canParse(fileUrl)) return 'The picture’s address is not a web address.';
  const url = new URL(fileUrl);
  const service = new URL(baseUrl);
  const own = url.origin === service.origin;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && own)) {
    return 'The picture’s address is not secure, so Gangway doesn’t open it.';
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!own && (isLocalName(host) || isPrivateAddress(host))) return leadsInside;
  return null;
}

/** Why a file may not be shown, by its bytes; null where it may. */
function pictureProblem(bytes: Uint8Array): string | null {
  if (getPictureFile(bytes) !== null) return null;
  if (bytes.length === 0) return 'The file is empty.';
  return looksLikeWebPage(bytes)
    ? 'The service returned a web page instead of the picture.'
    : 'This file isn’t a picture or a PDF that Gangway can show.';
}

/** Fetches a file. Only the service's own origin gets the token, never an address that it moved to. @param waitMs for each byte */
export async function fetchFile(
  fileUrl: string,
  baseUrl: string,
  token: string | null,
  network: Network,
  waitMs: number,
): Promise<FetchedFile> {
  const signal = AbortSignal.timeout(maxFetchMs);
  let address = fileUrl;
  for (let moves = 0; moves <= maxMoves; moves += 1) {
    const problem = fileAddressProblem(address, baseUrl);
    if (problem !== null) return refused(moves === 0 ? problem : `The picture has moved. ${problem}`);
    const sent = moves === 0 ? token : null;
    const answer = await fetchOnce(new URL(address), baseUrl, sent, signal, network, waitMs);
    if (!('movedTo' in answer)) return answer;
    address = answer.movedTo;
  }
  return refused('The picture’s address redirected too many times, so Gangway stopped.');
}

async function fetchOnce(
  url: URL,
  baseUrl: string,
  token: string | null,
  signal: AbortSignal,
  network: Network,
  waitMs: number,
): Promise<FetchedFile | { movedTo: string }> {
  const own = url.origin === new URL(baseUrl).origin;
  const agent = network.agent(await network.candidates(url.href), {
    connections: 1,
    connectMs: 10_000,
    headersMs: waitMs,
    lookup: own ? null : publicLookup,
  });
  try {
    const answer = await request(url, {
      dispatcher: agent,
      headers: {
        'accept-encoding': acceptedEncodings,
        ...(own && token !== null && { authorization: `Bearer ${token}` }),
      },
      signal,
    });
    const moved = movedTo(answer, url);
    if (moved !== null) return { movedTo: moved };
    if (answer.statusCode !== 200) return refused(sentenceFor(answer.statusCode));
    const bytes = await getBody(answer);
    if (bytes === null) return refused('The picture is larger than 50 MB, so Gangway does not keep it.');
    const problem = pictureProblem(bytes);
    const contentType = getPictureFile(bytes)?.contentType;
    if (problem !== null || contentType === undefined) return refused(problem ?? 'The file is empty.');
    return { ok: true, bytes, contentType };
  } catch (error) {
    if (error instanceof Error && error.cause instanceof PrivateNetworkError) return refused(leadsInside);
    return {
      ok: false,
      sentence: 'The picture could not be fetched. Try again when the network is back.',
      reachable: false,
    };
  } finally {
    await agent.destroy();
  }
}

const refused = (sentence: string): FetchedFile => ({ ok: false, sentence, reachable: true });

function movedTo(answer: Dispatcher.ResponseData, from: URL): string | null {
  if (![301, 302, 303, 307, 308].includes(answer.statusCode)) return null;
  const location = getHeader(answer.headers, 'location');
  return location === null ? null : (URL.parse(location, from.href)?.href ?? null);
}

/** The whole body; null as soon as it is larger than a file may be. */
async function getBody(answer: Dispatcher.ResponseData): Promise<Buffer | null> {
  if (Number(answer.headers['content-length'] ?? 0) > largestFile) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A file body gives bytes.');
    size += chunk.length;
    if (size > largestFile) return null;
    chunks.push(chunk);
  }
  const content = Buffer.concat(chunks);
  const decoded = await decodeContent(content, answer.headers['content-encoding'], largestFile);
  if (decoded.tooLarge) return null;
  return decoded.bytes.length === 0 ? content : decoded.bytes;
}

function sentenceFor(status: number): string {
  if (status === 401 || status === 403) return 'The token is not allowed to open the picture.';
  if (status === 404 || status === 410) return 'The service no longer has the picture.';
  if (status >= 300 && status < 400) return 'The service moved the picture and gave no new address.';
  return `The service answered ${status} instead of the picture.`;
}
