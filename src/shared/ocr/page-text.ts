export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PageWord {
  text: string;
  box: Box;
  confidence: number;
  /** The name of the form's entry whose value this is a word of, in its PDF or as it was found on a picture. */
  entry?: string;
}

interface RecognizedBlock {
  paragraphs: {
    lines: {
      words: {
        text: string;
        confidence: number;
        bbox: { x0: number; y0: number; x1: number; y1: number };
      }[];
    }[];
  }[];
}

export const toPageWords = (blocks: readonly RecognizedBlock[]): PageWord[] =>
  blocks
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .flatMap(({ words }) =>
      correctLine(
        words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
          text,
          confidence: confidence / 100,
          box: { x: x0, y: y0, width: x1 - x0, height: y1 - y0 },
        })),
      ),
    );

/** Corrects a recognizer's usual mistakes where the neighbors leave no doubt. */
const correctLine = (line: readonly PageWord[]): PageWord[] =>
  line.map((word, index) => {
    const [before, after] = [line[index - 1], line[index + 1]];
    if (isPronoun(word, before, after)) return { ...word, text: 'I' };
    const isBehindName = (after === undefined ? /^[A-Z][A-Za-z]/ : /^[A-Z][a-z]/).test(before?.text ?? '');
    const isSuffix = isBehindName && /^[L1I][LI1]\.?C$/.test(word.text);
    if (isSuffix) return { ...word, text: 'LLC' };
    if (/^(?:0[1lI]|[Oo][1I])d$/.test(word.text)) return { ...word, text: 'Old' };
    const isNarrowed =
      (before === undefined || word.text === 'old') &&
      /^[cosvwxz][a-z]{2}/.test(word.text) &&
      /^[A-Z]/.test(after?.text ?? '');
    if (isNarrowed) return asUnsure(word, `${word.text.charAt(0).toUpperCase()}${word.text.slice(1)}`);
    if (/^(?!No)[A-Z][cosuvwxz][A-Z]?\d{4,}$/.test(word.text)) return asUnsure(word, word.text.toUpperCase());
    return isAllCapitals(word.text) ? { ...word, text: word.text.toUpperCase() } : word;
  });

const asUnsure = (word: PageWord, text: string): PageWord => ({
  ...word,
  text,
  confidence: Math.min(0.8, word.confidence),
});

/** Whether small letters among capitals are capitals of the same shape. A final s may be a plural; names begin with Mc. */
function isAllCapitals(text: string): boolean {
  return (
    /[A-Z].*[A-Z].*[A-Z]/.test(text) &&
    /[A-Z][copuvwxyz]|[copuvwxyz][A-Z]/.test(text) &&
    !/[abd-nqrt]/.test(text) &&
    !/s\b|\bMc|Co\b/.test(text)
  );
}

/** A bar between two words of a sentence is a capital I; a table's line is before other words. */
function isPronoun({ text, box }: PageWord, before?: PageWord, after?: PageWord): boolean {
  return (
    text === '|' &&
    before !== undefined &&
    after !== undefined &&
    /^[a-z]/.test(after.text) &&
    box.x - (before.box.x + before.box.width) < 0.8 * before.box.height &&
    after.box.x - (box.x + box.width) < 0.8 * before.box.height
  );
}

/** A smaller gap, as a share of the height, is inside a word; between single letters also one that a space hardly has. */
const gapOfPieces = 0.1;
const gapOfLetters = 0.18;
/** Two pieces of so many letters may be two words that stand too close: what was joined of them is unsure. */
const wordLength = 3;
const joinedConfidence = 0.8;

/** Joins touching pieces of a text layer, in file order: PDFs break words at ligatures and spacing corrections. */
export function joinPieces(pieces: readonly PageWord[]): PageWord[] {
  const words: PageWord[] = [];
  let before = 0;
  for (const piece of pieces) {
    const last = words.at(-1);
    const touches =
      last !== undefined &&
      Math.abs(middle(last.box) - middle(piece.box)) < 0.5 * Math.min(last.box.height, piece.box.height) &&
      Math.abs(piece.box.x - (last.box.x + last.box.width)) <=
        (piece.text.length === 1 ? gapOfLetters : gapOfPieces) * piece.box.height;
    if (touches) {
      words[words.length - 1] = {
        text: last.text + piece.text,
        box: around([last, piece]),
        confidence: Math.min(
          last.confidence,
          piece.confidence,
          before >= wordLength && piece.text.length >= wordLength ? joinedConfidence : 1,
        ),
      };
    } else words.push(piece);
    before = piece.text.length;
  }
  return words;
}

/** Words side by side without a wide gap, such as a label and its value, or a cell of a form. */
export interface TextRun {
  words: readonly PageWord[];
  text: string;
  box: Box;
}

/** A wider gap, as a share of the words' height, ends a run; behind a point, which hardly fills its place, a still wider one. */
const gapOfRun = 1.2;
/** The boxes of recognized words hold their ink alone. */
const gapOfInk = 1.3;
const gapBehindPoint = 1.5;

/** The words of a page as runs, top to bottom and left to right. Ligatures become letters. */
export function toRuns(words: readonly PageWord[]): TextRun[] {
  const plain = words
    .filter(({ text }) => text.trim() !== '')
    .map((word) => ({
      ...word,
      // Fonts of PDFs say ligatures for letters, and other signs that look like a hyphen or a star.
      text: word.text
        .trim()
        .replaceAll(/[\uFB00-\uFB06]/g, (one) => one.normalize('NFKC'))
        .replaceAll(/[\u00AD\u2010\u2011\u2212]/g, '-')
        .replaceAll('\u2217', '*'),
    }));
  return toRows(plain).flatMap((row) => {
    const runs: PageWord[][] = [];
    for (const word of row) {
      const last = runs.at(-1)?.at(-1) ?? { text: '', box: { x: -Infinity, width: 0, height: 0 } };
      const gap = word.box.x - (last.box.x + last.box.width);
      const widest = /[.,]$/.test(last.text) ? gapBehindPoint : word.confidence === 1 ? gapOfRun : gapOfInk;
      if (gap <= widest * Math.max(last.box.height, word.box.height)) runs.at(-1)?.push(word);
      else runs.push([word]);
    }
    return runs.map((run) => ({ words: run, text: run.map(({ text }) => text).join(' '), box: around(run) }));
  });
}

/** The words of a page by row; words share a row where the middle of one is within the other. */
export function toRows(words: readonly PageWord[]): PageWord[][] {
  const rows: PageWord[][] = [];
  for (const word of words.toSorted((one, other) => middle(one.box) - middle(other.box))) {
    const row = rows.findLast((known) =>
      known.some(
        ({ box }) => Math.abs(middle(box) - middle(word.box)) < 0.5 * Math.min(box.height, word.box.height),
      ),
    );
    if (row === undefined) rows.push([word]);
    else row.push(word);
  }
  return rows.map((row) => row.toSorted((one, other) => one.box.x - other.box.x));
}

export const middle = ({ y, height }: Box): number => y + height / 2;

export const toBounds = (boxes: readonly Box[]): Box | null =>
  boxes.length === 0 ? null : around(boxes.map((box) => ({ box })));

export function around(words: readonly Pick<PageWord, 'box'>[]): Box {
  const x = Math.min(...words.map(({ box }) => box.x));
  const y = Math.min(...words.map(({ box }) => box.y));
  return {
    x,
    y,
    width: Math.max(...words.map(({ box }) => box.x + box.width)) - x,
    height: Math.max(...words.map(({ box }) => box.y + box.height)) - y,
  };
}

/** The area that two boxes share. */
export function overlap(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}

export const meet = (one: Box, other: Box): boolean => overlap(one, other) > 0;

/** A box with a rim around it. */
export const grow = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
