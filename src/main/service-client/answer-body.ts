import { bodyText, isPlainUtf8 } from './body-text.ts';
import { decodeContent } from './content-encoding.ts';

/** A body as it is handed on: see the members of the same names in `Exchange`. */
export interface AnswerBody {
  body: string;
  bytes: Uint8Array | null;
  /** Whether the text ends at the limit. */
  tooLarge: boolean;
}

/** What stands in the place of a token that a server sent back. */
const removed = '[token removed]';

function formsOf(token: string | null): string[] {
  if (token === null || token === '') return [];
  return [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
}

/** What a server sent, without the token where it echoes it: as it is, as in an address, and as in JSON. */
export function withoutToken(text: string, token: string | null): string {
  return formsOf(token).reduce((rest, form) => rest.replaceAll(form, removed), text);
}

/** The same for bytes, in the encodings that a token can be found in. */
function bytesWithoutToken(content: Buffer, token: string | null): Buffer {
  let rest = content;
  for (const form of formsOf(token)) {
    const little = Buffer.from(form, 'utf16le');
    for (const [sought, put] of [
      [Buffer.from(form), Buffer.from(removed)],
      [little, Buffer.from(removed, 'utf16le')],
      [Buffer.from(little).swap16(), Buffer.from(removed, 'utf16le').swap16()],
    ] as const) {
      rest = replaced(rest, sought, put);
    }
  }
  return rest;
}

function replaced(content: Buffer, sought: Buffer, put: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = content.indexOf(sought); at >= 0; at = content.indexOf(sought, from)) {
    parts.push(content.subarray(from, at), put);
    from = at + sought.length;
  }
  return from === 0 ? content : Buffer.concat([...parts, content.subarray(from)]);
}

/**
 * The text of a body that came with these headers. Where the text's UTF-8 bytes are not the content, the content is kept
 * beside it; where the content could not be decoded whole, what came over the wire is. The token is in neither.
 *
 * @param limit of decoded bytes
 */
export async function readBody(
  raw: Buffer,
  contentType: string | null,
  contentEncoding: string | null,
  token: string | null,
  limit: number,
): Promise<AnswerBody> {
  const { bytes: content, whole, tooLarge } = await decodeContent(raw, contentEncoding, limit);
  if (whole && isPlainUtf8(content, contentType)) {
    return { body: withoutToken(content.toString('utf8'), token), bytes: null, tooLarge };
  }
  if (whole) {
    const kept = bytesWithoutToken(content, token);
    const body = withoutToken(bodyText(content, contentType), token);
    return { body, bytes: Buffer.from(body).equals(kept) ? null : kept, tooLarge };
  }
  if (content.length === 0 && isPlainUtf8(raw, contentType)) {
    // It says that it is coded, and is not: a proxy on the way has decoded it and left the header.
    return { body: withoutToken(raw.toString('utf8'), token), bytes: null, tooLarge };
  }
  // A token inside coded bytes cannot be taken out of them, so then the decoded ones are kept.
  const clean = bytesWithoutToken(content, token);
  const kept = clean === content ? bytesWithoutToken(raw, token) : clean;
  return { body: withoutToken(bodyText(content, contentType), token), bytes: kept, tooLarge };
}
