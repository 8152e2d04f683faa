/** What stands in the place of a token that a server sent back. */
const removed = '[token removed]';

/** A piece of the token this long gives it away, where an answer cuts it in two; shorter ones occur by chance. */
const tellingPiece = 16;

/** Where something begins and ends in a text. */
type Range = readonly [from: number, to: number];

/** A text with escapes read, and where its characters stood before. */
interface Decoded {
  text: string;
  /** Where the character at `index` began; its end is where the next one begins. */
  sourceOf(index: number): number;
}

// One or more backslashes: JSON within JSON is escaped more than once. %25 likewise.
const escapes =
  /\\+(?:u([\da-f]{4})|([/"'=+&.~-]))|%(?:25)*([\da-f]{2})|&#(?:0*(\d{1,3})|x0*([\da-f]{1,2}));|&amp;/gi;

function decoded(text: string): Decoded {
  const marks: { at: number; source: number }[] = [{ at: 0, source: 0 }];
  let length = 0;
  let copied = 0;
  const parts: string[] = [];
  for (const match of text.matchAll(escapes)) {
    const [whole, unicode, escaped, percent, decimal, hex] = match;
    const code = unicode ?? percent ?? hex;
    const letter =
      escaped ??
      (code !== undefined
        ? String.fromCharCode(Number.parseInt(code, 16))
        : decimal === undefined
          ? '&'
          : String.fromCharCode(Number(decimal)));
    parts.push(text.slice(copied, match.index), letter);
    length += match.index - copied;
    marks.push({ at: length, source: match.index });
    length += 1;
    copied = match.index + whole.length;
    marks.push({ at: length, source: copied });
  }
  if (copied === 0) return { text, sourceOf: (index) => index };
  parts.push(text.slice(copied));
  return {
    text: parts.join(''),
    sourceOf(index) {
      let low = 0;
      let high = marks.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((marks[middle]?.at ?? 0) <= index) low = middle;
        else high = middle - 1;
      }
      const mark = marks[low] ?? { at: 0, source: 0 };
      return mark.source + index - mark.at;
    },
  };
}

/** The token as it is and as encoders write it: hexadecimal, and Base64 alone or at any place within something longer. */
function formsOf(token: string): string[] {
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

/** Where a form stands whole, or its beginning or end of at least {@link tellingPiece} characters. */
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

/** Where the token stands in a text, in order and apart from each other. */
function findToken(text: string, token: string): Range[] {
  const plain = decoded(text);
  const found = formsOf(token)
    .flatMap((form) => findForm(plain.text, form))
    .map(([from, to]): Range => [plain.sourceOf(from), plain.sourceOf(to)])
    .sort((one, other) => one[0] - other[0]);
  const apart: Range[] = [];
  for (const [from, to] of found) {
    const last = apart.at(-1);
    if (last === undefined || from > last[1]) apart.push([from, to]);
    else apart[apart.length - 1] = [last[0], Math.max(last[1], to)];
  }
  return apart;
}

/**
 * What a server sent, without the token where it echoes it: as it is, in the escapes of JSON, addresses and HTML, in hexadecimal
 * or Base64, and in two pieces of at least 16 characters. It takes time in proportion to the text.
 */
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
  const single = replaced(content, token, 'latin1', 0, (bytes) => bytes);
  return [0, 1].reduce(
    (rest, shift) =>
      [(bytes: Buffer) => bytes, swapped].reduce(
        (kept, order) => replaced(kept, token, 'utf16le', shift, order),
        rest,
      ),
    single,
  );
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
