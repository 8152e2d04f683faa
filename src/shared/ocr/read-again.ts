import { findQuantile } from '../base/quantile.ts';
import { findUnreadCells } from './certificate-fields.ts';
import { meanConfidence } from './judge-page.ts';
import { findPhrases } from './labeled-fields.ts';
import { findPageKind, readPageFields } from './page-kind.ts';
import { toText } from './page-labels.ts';
import { around, grow, meet, toBounds, toRows, toRuns, type Box, type PageWord } from './page-text.ts';
import { clip, cutOut, redraw, type GrayPicture, type Projection } from './projection.ts';
import { countInk, forEachRun, inkLevel } from './turn-page.ts';
import { readDay } from './value-forms.ts';
import { digitEntries, findW9Lines } from './w9-fields.ts';

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
    const rows = toRuns(field.words.filter(({ text }) => !/^\d$/.test(text)));
    for (const { box, words: own } of rows) {
      const again = await readLine(enlarge(cutOut(picture, box), largerBy));
      const isWhole =
        !hasUnreadBeside(box, words, picture) && !own.some((word) => hasGap(word, picture)) && !isTorn(own);
      const isSame = fold(again) === fold(own) && isWhole;
      if (!isSame) own.forEach((word) => other.add(word.box));
    }
  }
  return words.map((word) =>
    other.has(word.box) ? { ...word, confidence: Math.min(word.confidence, doubted) } : word,
  );
}

/** Whether ink is right beside a run where no word was read: it may be its first or last word. */
const hasUnreadBeside = (box: Box, words: readonly PageWord[], picture: GrayPicture): boolean =>
  [box.x - 1.2 * box.height, box.x + box.width + 0.2 * box.height].some((x) => {
    const place = clip(picture, { x, y: box.y, width: box.height, height: box.height });
    const ink = countInk(cutOut(picture, place), false, inkLevel);
    return !words.some((word) => meet(word.box, place)) && ink.some((count) => count > 0.2 * box.height);
  });

/** Whether a word of letters alone has one far wider gap, such as ATRAN for A TRAN. */
function hasGap({ text, box }: PageWord, picture: GrayPicture): boolean {
  const letters = toBands(countInk(cutOut(picture, clip(picture, box)), true, inkLevel), 0);
  const gaps = letters
    .slice(1)
    .map(({ start }, at) => start - (letters[at]?.start ?? 0) - (letters[at]?.length ?? 0));
  const widest = Math.max(...gaps);
  return (
    /[a-z]{3}|^[A-Za-z]+$/.test(text) && widest > 0.2 * box.height && widest > 2.5 * findQuantile(0.5, gaps)
  );
}

/** Whether two words of a run are so close that they may be one, such as ERECTOR S for ERECTORS. */
function isTorn(words: readonly PageWord[]): boolean {
  const gaps = words.slice(1).map(({ box }, at) => {
    const before = words[at]?.box ?? box;
    return (box.x - before.x - before.width) / box.height;
  });
  const isPart = (at: number) =>
    /[A-Za-z]$/.test(words[at]?.text ?? '') && /^[A-Za-z]/.test(words[at + 1]?.text ?? '');
  return gaps.some((gap, at) => isPart(at) && gap < Math.max(0.2, 0.4 * findQuantile(0.5, gaps)));
}

const fold = (words: readonly PageWord[]): string =>
  words
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/[‐‑–—]/g, '-')
    .replaceAll(/[’`]/g, "'")
    .replaceAll(/^[^A-Za-z\d$]{1,5}|[^A-Za-z\d]{1,5}$/g, '');

/** A picture in other pixels, with a white margin of half its height. */
function enlarge(picture: GrayPicture, by: number): GrayPicture {
  const margin = Math.round((picture.height * by) / 2);
  const width = Math.round(picture.width * by) + 2 * margin;
  const height = Math.round(picture.height * by) + 2 * margin;
  const shift = 0.5 - (0.5 + margin) / by;
  const toSmall: Projection = [
    [1 / by, 0, shift],
    [0, 1 / by, shift],
    [0, 0, 1],
  ];
  return redraw(picture, toSmall, { width, height }, 255);
}

/** A word under the first is read again, and the result used from the second on. */
const unsureUnder = 0.85;
const takenFrom = 0.9;
/** A reading that is surer by so much is taken as well, and stays unsure. */
const clearlySurer = 0.5;
/** A page with more unsure words is hard to read everywhere; a second reading would take long and change little. */
const maxUnsure = 8;
const garbledUnder = 0.4;

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
    const [read, ...more] = await readLine(
      enlarge(cutOut(picture, grow(word.box, 0.4 * word.box.height)), largerBy),
    );
    const restored = restoreSlash(word.text);
    const isDay = brokenDay.test(word.text) && readDay(read?.text ?? '') !== null;
    if (!isDay && restored !== null) again.set(word, { ...word, text: restored, confidence: doubted });
    const min = isDay ? 0.5 : Math.min(takenFrom, word.confidence + clearlySurer);
    if (read === undefined || more.length > 0 || read.confidence < min) continue;
    const isSure = read.confidence >= takenFrom && !/\d/.test(word.text + read.text);
    const confidence = isSure ? read.confidence : Math.min(doubted, read.confidence);
    again.set(word, { ...word, text: read.text, confidence });
  }
  return words.map((word) => again.get(word) ?? word);
}

/** A day of which a slash was taken for a digit. */
const brokenDay = /^\d{3,4}\/\d{4}$|^\d{1,2}\/\d{6,7}$/;

/** The day that is meant where exactly one of its ones can be a slash. */
function restoreSlash(text: string): string | null {
  if (!brokenDay.test(text)) return null;
  const days = [...text.matchAll(/1/g)]
    .map(({ index }) => `${text.slice(0, index)}/${text.slice(index + 1)}`)
    .filter((day) => /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(day) && readDay(day) !== null);
  return days.length === 1 ? (days[0] ?? null) : null;
}

/** Runs of several words of which none was read: a cell whose row is between two rows of its neighbors. */
const findGarbled = (words: readonly PageWord[]) =>
  toRuns(words)
    .filter((run) => run.words.length > 1 && run.words.every(({ confidence }) => confidence < garbledUnder))
    .slice(0, maxUnsure)
    .map(({ box }) => ({
      box: grow(box, 0.3 * box.height),
      characters: '',
      read: (text: string) => text || null,
    }));

/** Reads again by itself what a form has a place for: on the whole page, lines of the form and text beside it run into it. */
async function readPlaces(
  words: readonly PageWord[],
  picture: GrayPicture,
  readLine: (line: GrayPicture, characters: string) => Promise<readonly PageWord[]>,
): Promise<readonly PageWord[]> {
  const kind = findPageKind(words);
  const lines = kind === 'w9' ? findW9Lines(words).map((box) => ({ box, characters: '', read: null })) : [];
  const cells = kind === 'certificate' ? findUnreadCells(words) : [];
  let all = words;
  for (const { box, characters, read } of [...lines, ...cells, ...findGarbled(words)]) {
    const place = clip(picture, box);
    if (place.height < 8 || place.width < 8) continue;
    const isOn = (word: PageWord) => isInRow(word.box, place);
    const [own, others] = [all.filter(isOn), all.filter((word) => !isOn(word))];
    const again = (await readLine(cutOut(picture, place), characters))
      .filter(({ text }) => /[A-Za-z\d&#]/.test(text))
      .map((word) => ({ ...word, box: { ...word.box, x: word.box.x + place.x, y: word.box.y + place.y } }));
    if (read !== null && read(again.map(({ text }) => text).join(' ')) === null) continue;
    const min = read !== null ? 0.5 : own.length > 0 ? meanConfidence(own) : takenFrom;
    if (again.length === 0 || meanConfidence(again) < min) continue;
    const max = fold(again) === fold(own) ? 1 : doubted;
    all = [...others, ...again.map((word) => ({ ...word, confidence: Math.min(max, word.confidence) }))];
  }
  return all;
}

/** The label of the boxes for digits, of which a word may be lost: a box touches the letters over it. */
const socialLabel = /social\s+(?:security|number)/i;
const employerLabel = /employer\s+(?:identification\s+)?number|identification\s+number/i;
/** On every form one label is so far under the other, by the height of its letters. */
const toEmployer = 7.5;
/** How wide "Employer" is, as a share of "identification number". */
const lostShare = 0.48;
const fewestDigits = 9;

/** Reads the digits in boxes under their label again: cut out and set side by side, recognizers read them well. */
export async function readDigitBoxes(
  words: readonly PageWord[],
  picture: GrayPicture,
  readLine: (line: GrayPicture) => Promise<readonly PageWord[]>,
): Promise<readonly PageWord[]> {
  let all = words;
  const rows = toRows(words).map((row) => ({ words: row, text: toText(row), box: around(row) }));
  const find = (pattern: RegExp) => findPhrases(rows, pattern, () => '').map((found) => around(found.words));
  const [social, employer] = [find(socialLabel), find(employerLabel)];
  const move = (boxes: readonly Box[], across: number, rows: number) =>
    boxes.map((box) => ({
      ...box,
      x: box.x - across * box.width,
      y: box.y + rows * toEmployer * box.height,
    }));
  // Where a label lost a word, or all of them, the other one tells its place.
  const places = {
    [digitEntries.social]: [...social, ...move(employer, 0, -1), ...move(employer, lostShare, -1)],
    [digitEntries.employer]: [...employer, ...move(social, 0, 1), ...move(employer, lostShare, 0)],
  };
  for (const [entry, boxes] of Object.entries(places)) {
    for (const box of boxes) {
      const digits = await readBoxesUnder(box, picture, readLine);
      const place = toBounds(digits.map((digit) => digit.box));
      if (place === null) continue;
      all = [
        ...all.filter((word) => !isInRow(word.box, place)),
        ...digits.map((digit) => ({ ...digit, entry })),
      ];
      break;
    }
  }
  return all;
}

async function readBoxesUnder(
  label: Box,
  picture: GrayPicture,
  readLine: (line: GrayPicture) => Promise<readonly PageWord[]>,
): Promise<PageWord[]> {
  const glyphs = findGlyphs(picture, label);
  if (glyphs === null || !standApart(glyphs.boxes)) return [];
  const line = sideBySide(glyphs);
  const [read, again] = [await readLine(line), await readLine(enlarge(line, largerBy))];
  const [one, other] = [read, again].map((own) => own.map(({ text }) => text).join(''));
  const isWhole = (text = '') =>
    text.length === glyphs.boxes.length && text.replaceAll('-', '').length === fewestDigits;
  const characters = [one, other].find(isWhole);
  if (characters === undefined) return [];
  const confidence = Math.min(one === other ? 1 : doubted, ...read.map((word) => word.confidence));
  return glyphs.boxes.map((box, index) => ({ text: characters.charAt(index), box, confidence }));
}

type Glyphs = NonNullable<ReturnType<typeof findGlyphs>>;

function findGlyphs(picture: GrayPicture, { x, y, width, height }: Box) {
  const under = { x: x - height, y: y + height, width: Math.max(3 * width, 30 * height), height: 5 * height };
  const place = clip(picture, under);
  const strip = cutOut(picture, place);
  const level = findInkLevel(strip);
  const first = inkedRows(strip, level).find((band) => band.length >= 0.4 * height);
  if (first === undefined) return null;
  const framed = cutRows(strip, first);
  if (first.length > framedFrom * height) whitenFrame(framed, level);
  const tallest = inkedRows(framed, level).toSorted((one, other) => other.length - one.length)[0];
  if (tallest === undefined || tallest.length < 0.4 * height || tallest.length > 2 * height) return null;
  const row = cutRows(framed, tallest);
  const pieces = toBands(countInk(row, true, level), 0).filter(({ length }) => length >= 0.1 * height);
  const top = place.y + first.start + tallest.start;
  const toBox = ({ start, length }: Band) => ({
    x: place.x + start,
    y: top,
    width: length,
    height: row.height,
  });
  return { row, pieces, boxes: pieces.map(toBox) };
}

const inkedRows = (picture: GrayPicture, level: number): Band[] =>
  toBands(countInk(picture, false, level), 1);

const cutRows = (picture: GrayPicture, { start, length }: Band): GrayPicture =>
  cutOut(picture, { x: 0, y: start, width: picture.width, height: length });

/** Higher than their label, digits include the sides of their boxes. */
const framedFrom = 1.2;

/** Whitens the remaining sides of boxes: columns and rows that are dark from end to end. */
function whitenFrame(picture: GrayPicture, level: number): void {
  const { width, height, data } = picture;
  const columns = countInk(picture, true, level);
  const across = columns.findLastIndex((ink) => ink > 0) - columns.findIndex((ink) => ink > 0);
  const rows = toBands(countInk(picture, false, level), 0.5 * across);
  for (const { start, length } of toBands(columns, 0.7 * height)) {
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
  return findQuantile(0.5, gaps) > 0.4 * (glyphs[0]?.height ?? 0);
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

interface Band {
  start: number;
  length: number;
}

/** Where columns or rows with more ink than that are side by side. */
function toBands(counts: Uint32Array, ink: number): Band[] {
  const bands: Band[] = [];
  const marks = Uint8Array.from(counts, (count) => (count > ink ? 0 : 1));
  forEachRun({ width: marks.length, height: 1, data: marks }, false, 1, (end, length) =>
    bands.push({ start: end - length, length }),
  );
  return bands;
}

function isInRow({ x, y, width, height }: Box, row: Box): boolean {
  const down = y + height / 2 - row.y;
  return down >= 0 && down <= row.height && x < row.x + row.width && x + width > row.x;
}
