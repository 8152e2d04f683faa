import type { DecodedContent } from './content-encoding.ts';
import { bytesWithoutToken, withoutToken } from './echoed-token.ts';
import { isUtf8 } from 'node:buffer';

/** See the members of the same names in `Exchange`. */
export interface AnswerBody {
  body: string;
  bytes: Uint8Array | null;
}

/** A body as it came, with what was decoded of it. */
export interface ReceivedBody extends Pick<DecodedContent, 'whole'> {
  content: Uint8Array;
  /** What came over the wire. */
  raw: Uint8Array;
  /** What that which would be kept holds where it is packed, see packed-content.ts; null where it is not. */
  inside: (Pick<DecodedContent, 'tooLarge'> & { bytes: Uint8Array }) | null;
  contentType: string | null;
  token: string | null;
}

export interface BodyReader {
  /** See {@link readBody}. Rejects where looking for the token in it took more than it may, so that nothing may be kept. */
  body(received: ReceivedBody): Promise<AnswerBody>;
}

/**
 * The text of a body that came with these headers. Where the text's UTF-8 bytes are not the content, the content is kept
 * beside it; where the content could not be decoded whole, what came over the wire is. The token is in neither: it cannot be
 * taken out of what is packed, so where it is inside, or not all of that could be looked through, what is inside stands in.
 */
export function readBody({ whole, contentType, token, inside, ...came }: ReceivedBody): AnswerBody {
  const content = getBuffer(came.content);
  const raw = getBuffer(came.raw);
  if (whole && isPlainUtf8(content, contentType)) {
    return { body: withoutToken(content.toString('utf8'), token), bytes: null };
  }
  if (whole) {
    const kept = packedWithoutToken(content, inside, token);
    const body = withoutToken(bodyText(content, contentType), token);
    return { body, bytes: Buffer.from(body).equals(kept) ? null : kept };
  }
  if (content.length === 0 && isPlainUtf8(raw, contentType)) {
    // It says that it is coded, and is not: a proxy on the way has decoded it and left the header.
    return { body: withoutToken(raw.toString('utf8'), token), bytes: null };
  }
  // A token inside coded bytes cannot be taken out of them, so then the decoded ones are kept.
  const clean = bytesWithoutToken(content, token);
  const kept = clean === content ? packedWithoutToken(raw, inside, token) : clean;
  return { body: withoutToken(bodyText(content, contentType), token), bytes: kept };
}

function packedWithoutToken(bytes: Buffer, inside: ReceivedBody['inside'], token: string | null): Buffer {
  if (inside === null) return bytesWithoutToken(bytes, token);
  const unpackedBytes = getBuffer(inside.bytes);
  const clean = bytesWithoutToken(unpackedBytes, token);
  return inside.tooLarge || clean !== unpackedBytes ? clean : bytesWithoutToken(bytes, token);
}

function getBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const byteOrderMarks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/**
 * The text of a body: by its byte order mark, else by the charset of its Content-Type, else as UTF-8. Labels are those of
 * the Encoding Standard; an unknown one counts as none. Without the mark, and with U+FFFD for what is no character; empty
 * where NUL shows that it is no text.
 */
export function bodyText(content: Uint8Array, contentType: string | null): string {
  const text = new TextDecoder(detectEncoding(content, contentType)).decode(content);
  return text.includes('\0') ? '' : text;
}

/** Whether the bytes are UTF-8 text without a byte order mark, so that it encodes to the same bytes. */
export function isPlainUtf8(content: Uint8Array, contentType: string | null): boolean {
  const utf8 = detectEncoding(content, contentType) === 'utf-8' && isUtf8(content);
  return utf8 && getMark(content) === undefined && !content.includes(0);
}

function getMark(content: Uint8Array) {
  return byteOrderMarks.find(({ bytes }) => bytes.every((byte, at) => content[at] === byte));
}

function detectEncoding(content: Uint8Array, contentType: string | null): string {
  const mark = getMark(content);
  if (mark !== undefined) return mark.encoding;
  const label = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType ?? '');
  const charset = (label?.[1] ?? label?.[2] ?? 'utf-8').trim().toLowerCase();
  // Without a mark UTF-16 is big-endian by RFC 2781, 4.3, and little-endian in practice; JSON begins with ASCII.
  if (charset === 'utf-16' && content[0] === 0) return 'utf-16be';
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return 'utf-8';
  }
}
