import { bodyText, isPlainUtf8 } from './body-text.ts';
import type { DecodedContent } from './content-encoding.ts';
import { bytesWithoutToken, withoutToken } from './echoed-token.ts';

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
