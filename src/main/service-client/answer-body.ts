import { z } from 'zod';
import { bytesWithoutToken, withoutToken } from './echoed-token.ts';
import { anyBytes, type AnsweredExchange } from './exchange.ts';
import { isUtf8 } from 'node:buffer';

export type AnswerBody = Pick<AnsweredExchange, 'body' | 'bytes'>;

/** A body as received, and decoded. */
export const receivedBody = z.object({
  content: anyBytes,
  /** Whether everything could be decoded. */
  whole: z.boolean(),
  /** The bytes on the wire. */
  raw: anyBytes,
  /** The contents of a packed body, null where it is not packed. */
  inside: z.object({ bytes: anyBytes, tooLarge: z.boolean() }).nullable(),
  contentType: z.string().nullable(),
  token: z.string().nullable(),
});
export type ReceivedBody = z.infer<typeof receivedBody>;

export interface BodyReader {
  /** See {@link readBody}. Rejects where the search for the token took too long, so that nothing may be kept. */
  body(received: ReceivedBody): Promise<AnswerBody>;
}

/**
 * The text of a body; its bytes are kept too where the text does not encode to them, as decoded where that worked, else as
 * on the wire. Without the token: where packed bytes contain it, or could not be searched whole, the unpacked ones are kept.
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
    // A proxy on the way decoded it and left the header.
    return { body: withoutToken(raw.toString('utf8'), token), bytes: null };
  }
  // A token cannot be removed from coded bytes, so the decoded ones are kept.
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

const getBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const byteOrderMarks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** The text of a body by its byte order mark, its Content-Type, else as UTF-8; empty where NUL shows that it is no text. */
export function bodyText(content: Uint8Array, contentType: string | null): string {
  const text = new TextDecoder(detectEncoding(content, contentType)).decode(content);
  return text.includes('\0') ? '' : text;
}

/** Whether the bytes are UTF-8 text without a byte order mark, so that it encodes to the same bytes. */
export function isPlainUtf8(content: Uint8Array, contentType: string | null): boolean {
  const utf8 = detectEncoding(content, contentType) === 'utf-8' && isUtf8(content);
  return utf8 && getMark(content) === undefined && !content.includes(0);
}

const getMark = (content: Uint8Array) =>
  byteOrderMarks.find(({ bytes }) => bytes.every((byte, at) => content[at] === byte));

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
