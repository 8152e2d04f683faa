import { findUnreadCells } from './certificate-fields.ts';
import { findPhrases } from './labeled-fields.ts';
import { findPageKind, readPageFields } from './page-kind.ts';
import { type GrayPicture, clip, cutOut } from './prepare-page.ts';
import { around, type PageWord, type Box, toBounds, toRows, toRuns } from './page-text.ts';
import { readDay } from './value-forms.ts';
import { findW9Lines } from './w9-fields.ts';

/** Reads again what the recognizer read badly. @param readLine reads one line of these characters; any where there are none */
export async function readAgain(
  words: readonly PageWord[],
  picture: GrayPicture,
  readLine: (line: GrayPicture, characters: string) => Promise<readonly PageWord[]>,
): Promise<readonly PageWord[]> {
  const readAny = (line: GrayPicture) => readLine(line, '');
  const settled = await readPlaces(await readUnsureWords(words, picture, readAny), picture, readLine);
  const all = await readDigitBoxes(settled, picture, (line) => readLine(line, '0123456789-'));
  return readFieldsAgain(all, picture, readAny);
}

/** A word that two readings differ in is not sure, whatever each says of itself. */
const doubted = 0.8;
/** How much larger a field is read the second time: the same letters, in other pixels. */
const largerBy = 1.5;

/** Reads the sure fields a second time, each row by itself and larger; what comes out otherwise is no longer sure. */
export async function readFieldsAgain(
  words: readonly PageWord[],
  picture: GrayPicture,
  readLine: (line: GrayPicture) => Promise<readonly PageWord[]>,
): Promise<readonly PageWord[]> {
  const other = new Set<Box>();
  for (const field of readPageFields(words).fields.filter(({ sure }) => sure)) {
    // Digits that stand apart were read twice already.
    const rows = toRuns(field.words.filter(({ text }) => text.length > 1));
    for (const { box, words: own } of rows) {
      const again = await readLine(enlarge(cutOut(picture, box), largerBy));
      if (fold(again) !== fold(own)) own.forEach((word) => other.add(word.box));
    }
  }
  return words.map((word) =>
    other.has(word.box) ? { ...word, confidence: Math.min(word.confidence, doubted) } : word,
  );
}

const fold = (words: readonly PageWord[]): string =>
  words
    .map(({ text }) => text)
    .join('')
    .replaceAll(/[‐‑–—]/g, '-')
    .replaceAll(/[’`]/g, "'")
    .replaceAll(/\s|^[^A-Za-z\d$]{1,5}|[^A-Za-z\d]{1,5}$/g, '');

/** A picture in other pixels, with a white margin of half its height. */
function enlarge({ width, height, data }: GrayPicture, by: number): GrayPicture {
  const margin = Math.round((height * by) / 2);
  const large = {
    width: Math.round(width * by) + 2 * margin,
    height: Math.round(height * by) + 2 * margin,
  };
  const next = new Uint8Array(large.width * large.height).fill(255);
  const at = (x: number, y: number) => data[Math.min(height - 1, y) * width + Math.min(width - 1, x)] ?? 255;
  for (let y = margin; y < large.height - margin; y += 1) {
    const fromY = (y - margin) / by;
    const [row, down] = [Math.floor(fromY), fromY % 1];
    for (let x = margin; x < large.width - margin; x += 1) {
      const fromX = (x - margin) / by;
      const [column, across] = [Math.floor(fromX), fromX % 1];
      const upper = at(column, row) * (1 - across) + at(column + 1, row) * across;
      const lower = at(column, row + 1) * (1 - across) + at(column + 1, row + 1) * across;
      next[y * large.width + x] = upper * (1 - down) + lower * down;
    }
  }
  return { ...large, data: next };
}

/** A word under the first is read again, and the result used from the second on. */
const unsureUnder = 0.85;
const takenFrom = 0.9;
/** A page with more unsure words is hard to read everywhere; a second reading would take long and change little. */
const maxUnsure = 8;

/** Reads the few unsure words again, each cut out of its neighbors. What has digits in it stays unsure. */
export async function readUnsureWords(
  words: readonly PageWord[],
  picture: GrayPicture,
  readLine: (line: GrayPicture) => Promise<readonly PageWord[]>,
): Promise<readonly PageWord[]> {
  const unsure = words.filter(
    ({ text, confidence }) => (confidence < unsureUnder && /\w.*\w/.test(text)) || brokenDay.test(text),
  );
  const hard = unsure.filter(
    ({ text, confidence }) => text.length > 3 && (/\d/.test(text) || confidence < 0.3),
  );
  const again = new Map<PageWord, PageWord>();
  const days = unsure.filter(({ text }) => brokenDay.test(text));
  for (const word of unsure.length > maxUnsure ? new Set([...days, ...hard.slice(0, maxUnsure)]) : unsure) {
    const [read, ...more] = await readLine(enlarge(aroundWord(picture, word.box), largerBy));
    const isDay = brokenDay.test(word.text) && readDay(read?.text ?? '') !== null;
    if (read === undefined || more.length > 0 || read.confidence < (isDay ? 0.5 : takenFrom)) continue;
    const confidence = /\d/.test(word.text + read.text)
      ? Math.min(doubted, read.confidence)
      : read.confidence;
    again.set(word, { ...word, text: read.text, confidence });
  }
  return words.map((word) => again.get(word) ?? word);
}

/** A day of which a slash was taken for a digit. */
const brokenDay = /^\d{3,4}\/\d{4}$|^\d{1,2}\/\d{6,7}$/;

function aroundWord(picture: GrayPicture, { x, y, width, height }: Box): GrayPicture {
  const rim = 0.4 * height;
  return cutOut(picture, { x: x - rim, y: y - rim, width: width + 2 * rim, height: height + 2 * rim });
}

/** Reads again by itself what a form has a place for: on the whole page, lines of the form and text beside it run into it. */
async function readPlaces(
  words: readonly PageWord[],
  picture: GrayPicture,
  readLine: (line: GrayPicture, characters: string) => Promise<readonly PageWord[]>,
): Promise<readonly PageWord[]> {
  const kind = findPageKind(words);
  const lines = kind === 'w9' ? findW9Lines(words).map((box) => ({ box, characters: '', read: null })) : [];
  let all = words;
  for (const { box, characters, read } of kind === 'certificate' ? findUnreadCells(words) : lines) {
    const place = clip(picture, box);
    if (place.height < 8 || place.width < 8) continue;
    const isOn = ({ box: own }: PageWord) =>
      own.x + own.width > place.x && own.x < place.x + place.width && isInRow(own, place);
    const [own, others] = [all.filter(isOn), all.filter((word) => !isOn(word))];
    const again = (await readLine(cutOut(picture, place), characters))
      .filter(({ text }) => /[A-Za-z\d]/.test(text))
      .map((word) => ({ ...word, box: { ...word.box, x: word.box.x + place.x, y: word.box.y + place.y } }));
    const isForm = read !== null && read(again.map(({ text }) => text).join(' ')) !== null;
    const min = isForm ? 0.5 : own.length > 0 ? getMean(own) : takenFrom;
    if (fold(again) === fold(own) || getMean(again) < min) continue;
    all = [...others, ...again.map((word) => ({ ...word, confidence: Math.min(doubted, word.confidence) }))];
  }
  return all;
}

const getMean = (words: readonly PageWord[]): number =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);

/** The label of the boxes for digits, of which a word may be lost: a box touches the letters over it. */
const socialLabel = /social\s+(?:security|number)/i;
const employerLabel = /employer\s+(?:identification\s+)?number|identification\s+number/i;
/** On every form one label is so far under the other, by the height of its letters. */
const toEmployer = 7.5;
const fewestDigits = 9;

/** Reads the digits in boxes under their label again: cut out and set side by side, recognizers read them well. */
export async function readDigitBoxes(
  words: readonly PageWord[],
  picture: GrayPicture,
  readLine: (line: GrayPicture) => Promise<readonly PageWord[]>,
): Promise<readonly PageWord[]> {
  let all = words;
  const find = (pattern: RegExp) =>
    toRows(words).flatMap((row) => {
      const found = findPhrases(
        [{ words: row, text: row.map(({ text }) => text).join(' '), box: around(row) }],
        pattern,
        () => '',
      );
      return found.map(({ words: own }) => around(own));
    });
  const social = find(socialLabel);
  // A label that lost its first word begins where the other does.
  const employer = [
    ...find(employerLabel),
    ...social.map((box) => ({ ...box, y: box.y + toEmployer * box.height })),
  ];
  for (const box of [...social, ...employer]) {
    const glyphs = findGlyphs(picture, box);
    const place = toBounds(glyphs?.boxes ?? []);
    if (glyphs === null || place === null || !standApart(glyphs.boxes)) continue;
    const line = sideBySide(glyphs);
    const [read, again] = [await readLine(line), await readLine(enlarge(line, largerBy))];
    const [one, other] = [read, again].map((own) => own.map(({ text }) => text).join(''));
    const characters = [one, other].find((text) => text?.length === glyphs.boxes.length);
    if (characters === undefined) continue;
    const confidence = Math.min(one === other ? 1 : doubted, ...read.map((word) => word.confidence));
    const digits = glyphs.boxes.map((box, index) => ({ text: characters.charAt(index), box, confidence }));
    all = [...all.filter(({ box }) => !isInRow(box, place)), ...digits];
  }
  return all;
}

interface Glyphs {
  row: GrayPicture;
  pieces: Band[];
  boxes: Box[];
}

function findGlyphs(picture: GrayPicture, { x, y, width, height }: Box): Glyphs | null {
  const under = { x: x - height, y: y + height, width: Math.max(3 * width, 30 * height), height: 5 * height };
  const place = clip(picture, under);
  const strip = cutOut(picture, place);
  const level = findInkLevel(strip);
  const first = inkedRows(strip, level).find((band) => band.length >= 0.4 * height);
  if (first === undefined) return null;
  const framed = cutOut(strip, { x: 0, y: first.start, width: strip.width, height: first.length });
  if (first.length > framedFrom * height) whitenFrame(framed, level);
  const tallest = inkedRows(framed, level).toSorted((one, other) => other.length - one.length)[0];
  if (tallest === undefined || tallest.length < 0.4 * height || tallest.length > 2 * height) return null;
  const row = cutOut(framed, { x: 0, y: tallest.start, width: framed.width, height: tallest.length });
  const pieces = toBands(row.width, (column) => columnInk(row, column, level) > 0).filter(
    (band) => band.length >= 0.1 * height,
  );
  const top = place.y + first.start + tallest.start;
  const boxes = pieces.map(({ start, length }) => ({
    x: place.x + start,
    y: top,
    width: length,
    height: tallest.length,
  }));
  return { row, pieces, boxes };
}

const inkedRows = (picture: GrayPicture, level: number): Band[] =>
  toBands(picture.height, (row) => rowInk(picture, row, level) > 1);

/** Higher than their label, digits include the sides of their boxes. */
const framedFrom = 1.2;

/** Whitens the remaining sides of boxes: columns and rows that are dark from end to end. */
function whitenFrame(picture: GrayPicture, level: number): void {
  const { width, height, data } = picture;
  const inked = Array.from({ length: width }, (_, column) => columnInk(picture, column, level));
  const across = inked.findLastIndex((ink) => ink > 0) - inked.findIndex((ink) => ink > 0);
  const rows = toBands(height, (row) => rowInk(picture, row, level) > 0.5 * across);
  for (const { start, length } of toBands(width, (column) => (inked[column] ?? 0) > 0.7 * height)) {
    const [from, to] = [Math.max(0, start - 1), Math.min(width, start + length + 1)];
    for (let row = 0; row < height; row += 1) data.fill(255, row * width + from, row * width + to);
  }
  for (const { start, length } of rows) {
    data.fill(255, Math.max(0, start - 1) * width, Math.min(height, start + length + 1) * width);
  }
}

/** Digits in running text are closer together than they are wide. */
function standApart(glyphs: readonly Box[]): boolean {
  if (glyphs.length < fewestDigits) return false;
  const gaps = glyphs.slice(1).map((glyph, index) => {
    const last = glyphs[index];
    return last === undefined ? 0 : glyph.x - (last.x + last.width);
  });
  const middle = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  return middle > 0.4 * (glyphs[0]?.height ?? 0);
}

function sideBySide({ row, pieces }: Glyphs): GrayPicture {
  const gap = Math.max(2, Math.round(row.height * 0.15));
  const width = pieces.reduce((sum, { length }) => sum + length + gap, 2 * row.height);
  const line = { width, height: 2 * row.height, data: new Uint8Array(width * 2 * row.height).fill(255) };
  let left = row.height;
  for (const { start, length } of pieces) {
    for (let y = 0; y < row.height; y += 1) {
      const from = y * row.width + start;
      line.data.set(row.data.subarray(from, from + length), (y + Math.round(row.height / 2)) * width + left);
    }
    left += length + gap;
  }
  return line;
}

/** Half way from the darkest part to the paper; darker is ink, also on a pale page. */
function findInkLevel({ data }: GrayPicture): number {
  const levels = data.toSorted();
  const at = (share: number) => levels[Math.floor(levels.length * share)] ?? 0;
  return (at(0.005) + at(0.5)) / 2;
}

function columnInk({ width, height, data }: GrayPicture, column: number, level: number): number {
  let count = 0;
  for (let row = 0; row < height; row += 1) if ((data[row * width + column] ?? 255) < level) count += 1;
  return count;
}

function rowInk({ width, data }: GrayPicture, row: number, level: number): number {
  let count = 0;
  for (let at = row * width; at < (row + 1) * width; at += 1) if ((data[at] ?? 255) < level) count += 1;
  return count;
}

interface Band {
  start: number;
  length: number;
}

function toBands(length: number, holds: (place: number) => boolean): Band[] {
  const bands: Band[] = [];
  let start = -1;
  for (let place = 0; place <= length; place += 1) {
    const on = place < length && holds(place);
    if (on && start === -1) start = place;
    if (!on && start !== -1) {
      bands.push({ start, length: place - start });
      start = -1;
    }
  }
  return bands;
}

function isInRow({ x, y, width, height }: Box, row: Box): boolean {
  const down = y + height / 2 - row.y;
  return down >= 0 && down <= row.height && x < row.x + row.width && x + width > row.x;
}
