import { bodyText, isPlainUtf8 } from './body-text.ts';
import type { DecodedContent } from './content-encoding.ts';
import { bytesWithoutToken, withoutToken } from './echoed-token.ts';

/** A body as it is handed on: see the members of the same names in `Exchange`. */
export interface AnswerBody {
  body: string;
  bytes: Uint8Array | null;
}

/** A body as it came, with what was decoded of it. */
export interface ReceivedBody extends Pick<DecodedContent, 'whole'> {
  /** As much as could be decoded. */
  content: Uint8Array;
  /** What came over the wire. */
  raw: Uint8Array;
  contentType: string | null;
  token: string | null;
}

/**
 * The text of a body that came with these headers. Where the text's UTF-8 bytes are not the content, the content is kept
 * beside it; where the content could not be decoded whole, what came over the wire is. The token is in neither.
 */
export function readBody({ whole, contentType, token, ...came }: ReceivedBody): AnswerBody {
  const content = bufferOf(came.content);
  const raw = bufferOf(came.raw);
  if (whole && isPlainUtf8(content, contentType)) {
    return { body: withoutToken(content.toString('utf8'), token), bytes: null };
  }
  if (whole) {
    const kept = bytesWithoutToken(content, token);
    const body = withoutToken(bodyText(content, contentType), token);
    return { body, bytes: Buffer.from(body).equals(kept) ? null : kept };
  }
  if (content.length === 0 && isPlainUtf8(raw, contentType)) {
    // It says that it is coded, and is not: a proxy on the way has decoded it and left the header.
    return { body: withoutToken(raw.toString('utf8'), token), bytes: null };
  }
  // A token inside coded bytes cannot be taken out of them, so then the decoded ones are kept.
  const clean = bytesWithoutToken(content, token);
  const kept = clean === content ? bytesWithoutToken(raw, token) : clean;
  return { body: withoutToken(bodyText(content, contentType), token), bytes: kept };
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
