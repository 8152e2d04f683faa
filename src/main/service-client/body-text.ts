import { isUtf8 } from 'node:buffer';

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
