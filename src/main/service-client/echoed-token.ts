import { ownMember } from '#shared/base/own-member.ts';

/** Replaces a token that a server sent back. */
const removed = '[token removed]';

/** A piece of the token this long gives it away, where an answer cuts it; shorter ones occur by chance. */
const tellingPiece = 16;

type Range = readonly [from: number, to: number];

/** A text with escapes read. */
interface Decoded {
  text: string;
  /** Where the character at `index` began before. */
  getSource: (index: number) => number;
}

const namedLetters = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

// Its groups are those of {@link getLetter}, in this order.
const escapes = new RegExp(
  [
    // One or more backslashes: JSON within JSON is escaped more than once. Not from the midst of them, which would be tried again
    // for each of a million.
    String.raw`(?<!\\)\\+(?:u00([\da-f]{2})|([/"'=+&.~-]))`,
    String.raw`%([\da-f]{2})`,
    String.raw`&#(?:0*(\d{1,3})|x0*([\da-f]{1,2}));`,
    `&(${Object.keys(namedLetters).join('|')});`,
    // UTF-16 that was read as one byte a letter.
    String.raw`\0+`,
  ].join('|'),
  'gi',
);

/** The letter of an escape; none for zeros. */
function getLetter([, unicode, sign, percent, decimal, hex, name]: RegExpExecArray): string {
  const hexadecimal = unicode ?? percent ?? hex;
  if (hexadecimal !== undefined) return String.fromCharCode(Number.parseInt(hexadecimal, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  if (name !== undefined) return ownMember<string>(namedLetters, name.toLowerCase()) ?? '';
  return sign ?? '';
}

/** The same text with its escapes read once more; null without any. */
function decode({ text, getSource }: Decoded): Decoded | null {
  const parts: string[] = [];
  const places = new Int32Array(text.length + 1);
  let length = 0;
  let copied = 0;
  const copy = (end: number) => {
    parts.push(text.slice(copied, end));
    for (; copied < end; copied += 1) places[length++] = copied;
  };
  for (const match of text.matchAll(escapes)) {
    const letter = getLetter(match);
    copy(match.index);
    parts.push(letter);
    places[length] = match.index;
    length += letter.length;
    copied += match[0].length;
  }
  if (copied === 0) return null;
  copy(text.length + 1);
  return { text: parts.join(''), getSource: (index) => getSource(places[index] ?? 0) };
}

/** The text as it is, and with its escapes read once and twice: HTML in JSON, say (docs/decisions/token-and-keychain.md). */
function readings(text: string): Decoded[] {
  const plain: Decoded = { text, getSource: (index) => index };
  const once = decode(plain);
  const twice = once === null ? null : decode(once);
  return [plain, once, twice].filter((read) => read !== null);
}

/** The token as is, in hexadecimal, and in Base64 at any offset. */
function getForms(token: string): string[] {
  const bytes = Buffer.from(token);
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The outer letters also hold bits of what is beside it.
    const from = before === 0 ? 0 : before + 1;
    return padded.slice(from, (before + bytes.length) % 3 === 0 ? undefined : -1);
  });
  const url = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([token, hex, hex.toUpperCase(), ...base64, ...url])];
}

/** Every piece of {@link tellingPiece} letters has one sample of so many that begins at a multiple of the next more. */
const sampled = tellingPiece / 2;

interface Sought {
  token: string;
  /** Forms that have no telling piece, which are found as a whole. */
  short: readonly string[];
  pieces: ReadonlySet<string>;
  samples: ReadonlySet<string>;
}

let lastSought: Sought | null = null;

/** Made once for each token: every answer and its headers are searched for the same one. */
function soughtFor(token: string): Sought {
  if (lastSought?.token === token) return lastSought;
  const forms = getForms(token);
  const cutPieces = (size: number) =>
    new Set(
      forms
        .filter((form) => form.length >= tellingPiece)
        .flatMap((form) =>
          Array.from({ length: form.length - size + 1 }, (_, at) => form.slice(at, at + size)),
        ),
    );
  const short = forms.filter((form) => form.length < tellingPiece);
  lastSought = { token, short, pieces: cutPieces(tellingPiece), samples: cutPieces(sampled) };
  return lastSought;
}

/** Where the token's forms and their pieces of at least {@link tellingPiece} letters occur. */
function findForms(text: string, { short, pieces, samples }: Sought): Range[] {
  const found: Range[] = [];
  for (const form of short)
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
      found.push([at, at + form.length]);
  for (let at = 0; at + sampled <= text.length; at += sampled + 1) {
    if (!samples.has(text.slice(at, at + sampled))) continue;
    for (let from = Math.max(0, at - sampled); from <= at; from += 1)
      if (pieces.has(text.slice(from, from + tellingPiece))) found.push([from, from + tellingPiece]);
  }
  return found;
}

/** Where the token occurs in a text, in order and without overlap. */
function findToken(text: string, token: string): Range[] {
  const sought = soughtFor(token);
  const found = readings(text)
    .flatMap((read) =>
      findForms(read.text, sought).map(([from, to]): Range => [read.getSource(from), read.getSource(to)]),
    )
    .sort((one, other) => one[0] - other[0]);
  const apart: Range[] = [];
  for (const [from, to] of found) {
    const last = apart.at(-1);
    if (last === undefined || from > last[1]) apart.push([from, to]);
    else apart[apart.length - 1] = [last[0], Math.max(last[1], to)];
  }
  return apart;
}

/** Removes echoed tokens, also escaped, in hexadecimal or Base64, and pieces of at least 16 characters. Linear time. */
export function withoutToken(text: string, token: string | null): string {
  if (token === null || token === '') return text;
  const found = findToken(text, token);
  if (found.length === 0) return text;
  const kept: string[] = [];
  let from = 0;
  for (const [begin, end] of found) {
    kept.push(text.slice(from, begin), removed);
    from = end;
  }
  return [...kept, text.slice(from)].join('');
}

/** The same for bytes, in the character encodings that a token can be found in. */
export function bytesWithoutToken(content: Buffer, token: string | null): Buffer {
  if (token === null || token === '') return content;
  let kept = content;
  for (const shift of [0, 1])
    for (const order of [(bytes: Buffer) => bytes, swapped])
      kept = replaced(kept, token, 'utf16le', shift, order);
  // Last, since it passes over zeros, and what it puts in has none.
  return replaced(kept, token, 'latin1', 0, (bytes) => bytes);
}

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

/** Reads the bytes from `shift` on as text, in the given order of bytes, and cuts the token out of them. */
function replaced(
  content: Buffer,
  token: string,
  encoding: 'latin1' | 'utf16le',
  shift: number,
  order: (bytes: Buffer) => Buffer,
): Buffer {
  // Half a character at the end is none; Node 24 writes past its memory where it is asked to read one.
  const half = encoding === 'latin1' ? 0 : (content.length - shift) % 2;
  const end = content.length - half;
  const text = order(content.subarray(shift, end)).toString(encoding);
  const clean = withoutToken(text, token);
  if (clean === text) return content;
  const put = order(Buffer.from(clean, encoding));
  return Buffer.concat([content.subarray(0, shift), put, content.subarray(end)]);
}
