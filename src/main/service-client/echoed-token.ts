import { ownMember } from '#shared/base/own-member.ts';

/** Replaces a token that a server sent back. */
const removed = '[token removed]';

/** A piece of the token this long gives it away, where an answer cuts it; shorter ones occur by chance. */
const tellingPiece = 16;

type Range = readonly [from: number, to: number];

/** A text with escapes read, and where its characters stood before. */
interface Decoded {
  text: string;
  /** Where the character at `index` began; its end is where the next one begins. */
  getSource(index: number): number;
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

/** The letter that an escape stands for; none for zeros. */
function getLetter([, unicode, sign, percent, decimal, hex, name]: RegExpExecArray): string {
  const hexadecimal = unicode ?? percent ?? hex;
  if (hexadecimal !== undefined) return String.fromCharCode(Number.parseInt(hexadecimal, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  if (name !== undefined) return ownMember<string>(namedLetters, name.toLowerCase()) ?? '';
  return sign ?? '';
}

function decodedOnce(text: string): Decoded | null {
  /** Where in the read text the source jumps, and to where. */
  const jumps = [0];
  const sources = [0];
  let length = 0;
  let copied = 0;
  const parts: string[] = [];
  for (const match of text.matchAll(escapes)) {
    const letter = getLetter(match);
    parts.push(text.slice(copied, match.index), letter);
    length += match.index - copied;
    jumps.push(length);
    sources.push(match.index);
    length += letter.length;
    copied = match.index + match[0].length;
    jumps.push(length);
    sources.push(copied);
  }
  if (copied === 0) return null;
  parts.push(text.slice(copied));
  return {
    text: parts.join(''),
    getSource(index) {
      let low = 0;
      let high = jumps.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((jumps[middle] ?? 0) <= index) low = middle;
        else high = middle - 1;
      }
      return (sources[low] ?? 0) + index - (jumps[low] ?? 0);
    },
  };
}

/** The text as it is, and with its escapes read once and twice: HTML in JSON, say (docs/decisions/token-and-keychain.md). */
function readings(text: string): Decoded[] {
  const plain: Decoded = { text, getSource: (index) => index };
  const once = decodedOnce(text);
  if (once === null) return [plain];
  const twice = decodedOnce(once.text);
  if (twice === null) return [plain, once];
  return [plain, once, { text: twice.text, getSource: (index) => once.getSource(twice.getSource(index)) }];
}

/** The token as is, in hexadecimal, and in Base64 at any offset. */
function getForms(token: string): string[] {
  const bytes = Buffer.from(token);
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The outer letters also stand for bits of what is beside it.
    const from = before === 0 ? 0 : before + 1;
    return padded.slice(from, (before + bytes.length) % 3 === 0 ? undefined : -1);
  });
  const url = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([token, hex, hex.toUpperCase(), ...base64, ...url])];
}

/** Where a form occurs whole, or its beginning or end of at least {@link tellingPiece} characters. */
function findForm(text: string, form: string): Range[] {
  const piece = Math.min(form.length, tellingPiece);
  const head = form.slice(0, piece);
  const tail = form.slice(-piece);
  const found: Range[] = [];
  let from = 0;
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, from)) {
    let end = piece;
    while (end < form.length && text[at + end] === form[end]) end += 1;
    from = at + end;
    found.push([at, from]);
  }
  from = 0;
  for (let at = text.indexOf(tail); at >= 0; at = text.indexOf(tail, from)) {
    let begin = at;
    const first = Math.max(from, at + piece - form.length);
    while (begin > first && text[begin - 1] === form[form.length - piece - at + begin - 1]) begin -= 1;
    from = at + piece;
    found.push([begin, from]);
  }
  return found;
}

/** Every piece of {@link tellingPiece} letters has one of so many that begins at a multiple of the next more. */
const sampled = tellingPiece / 2;

/** The forms of a token, and where in which of them each sample occurs. */
interface Sought {
  token: string;
  forms: readonly string[];
  samples: ReadonlyMap<string, { form: string; at: number }>;
}

let lastSought: Sought | null = null;

/** Made once for each token: every answer and its headers are searched for the same one. */
function soughtFor(token: string): Sought {
  if (lastSought?.token === token) return lastSought;
  const forms = getForms(token);
  const samples = new Map<string, { form: string; at: number }>();
  for (const form of forms) {
    for (let at = 0; at + sampled <= form.length; at += 1) {
      const sample = form.slice(at, at + sampled);
      if (!samples.has(sample)) samples.set(sample, { form, at });
    }
  }
  lastSought = { token, forms, samples };
  return lastSought;
}

/** Where pieces of at least {@link tellingPiece} characters occur, from anywhere in a form. */
function findPieces(text: string, samples: Sought['samples']): Range[] {
  const found: Range[] = [];
  let done = 0;
  for (let at = 0; at + sampled <= text.length; at += sampled + 1) {
    const place = at < done ? undefined : samples.get(text.slice(at, at + sampled));
    if (place === undefined) continue;
    const { form } = place;
    let begin = at;
    let end = at + sampled;
    const shift = place.at - at;
    while (begin > done && text[begin - 1] === form[begin + shift - 1]) begin -= 1;
    while (end + shift < form.length && text[end] === form[end + shift]) end += 1;
    if (end - begin < tellingPiece) continue;
    found.push([begin, end]);
    done = end;
  }
  return found;
}

/** Where the token occurs in a text, in order and without overlap. */
function findToken(text: string, token: string): Range[] {
  const { forms, samples } = soughtFor(token);
  const found = readings(text)
    .flatMap((read) =>
      [...forms.flatMap((form) => findForm(read.text, form)), ...findPieces(read.text, samples)].map(
        ([from, to]): Range => [read.getSource(from), read.getSource(to)],
      ),
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
  const double = [0, 1].reduce(
    (rest, shift) =>
      [(bytes: Buffer) => bytes, swapped].reduce(
        (kept, order) => replaced(kept, token, 'utf16le', shift, order),
        rest,
      ),
    content,
  );
  // Last, since it passes over zeros, and what it puts in has none.
  return replaced(double, token, 'latin1', 0, (bytes) => bytes);
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

/** Reads the bytes from `shift` on as text, in the given order of bytes, and cuts the token out of them. */
function replaced(
  content: Buffer,
  token: string,
  encoding: 'latin1' | 'utf16le',
  shift: number,
  order: (bytes: Buffer) => Buffer,
): Buffer {
  const width = encoding === 'latin1' ? 1 : 2;
  // Half a character at the end is none; Node 24 writes past its memory where it is asked to read one.
  const whole = content.subarray(shift, content.length - ((content.length - shift) % width));
  const found = findToken(order(whole).toString(encoding), token);
  if (found.length === 0) return content;
  const put = order(Buffer.from(removed, encoding));
  const kept: Buffer[] = [];
  let from = 0;
  for (const [begin, end] of found) {
    kept.push(content.subarray(from, shift + begin * width), put);
    from = shift + end * width;
  }
  return Buffer.concat([...kept, content.subarray(from)]);
}
