import { findQuantile } from '../base/quantile.ts';
import { sides, type PageMeasures, type Side } from './measure-page.ts';
import type { FieldOnPage } from './labeled-fields.ts';
import { findUnreadKeyFields, readPageFields, type PageKind } from './page-kind.ts';
import { grow, meet, overlap, toBounds, toRows, type Box, type PageWord } from './page-text.ts';
import { onPrepared, onSheet, square, type PreparedPage } from './prepare-page.ts';
import { projectBox } from './projection.ts';
import type { Turn } from './turn-page.ts';

export type PageDefect =
  | 'upside_down'
  | 'sideways'
  | 'blank'
  | 'text_cut_off'
  | 'glare'
  | 'blurry'
  | 'noisy'
  | 'dark'
  | 'faint'
  | 'text_too_small'
  | 'skewed'
  | 'field_unread'
  | 'unclear';

export interface FoundDefect {
  defect: PageDefect;
  where: readonly Box[];
}

export type PageQuality = ReturnType<typeof judgeAs>;

/** Fields near lost letters are unsure: a value may continue there, or one of several may be gone. */
export function doubtBesideLost<Field extends FieldOnPage>(
  fields: readonly Field[],
  { lostAt }: Pick<PageQuality, 'lostAt'>,
): Field[] {
  const isDoubtful = ({ box, partial }: Field) =>
    (partial !== undefined && lostAt.length > 0) ||
    lostAt.some((place) => meet(grow(box, 2 * box.height), place));
  return fields.map((field) => (isDoubtful(field) ? { ...field, sure: false } : field));
}

/** Whether the picture should be taken again: a low score, or a key field was not read. */
export const isToRetake = ({ overallScore, defects }: PageQuality, minScore: number): boolean =>
  overallScore < minScore || defects.some(({ defect }) => defect === 'field_unread');

export const isFlawedPicture = (quality: PageQuality, minScore: number): boolean =>
  isToRetake(quality, minScore) || quality.defects.length > 0;

export type ExpectedPage = PageKind | 'by_heading' | 'other';

/** Judges the picture of a page by the share of its letters that are misread or lost. @param words with their places on the prepared page */
export function judgeAs(
  expected: ExpectedPage,
  measures: PageMeasures,
  words: readonly PageWord[],
  prepared: PreparedPage,
) {
  const lacks = findLack(expected, words);
  const lean = keystone(words);
  const onPaper = words.map((word) => ({ ...word, box: onSheet(word.box, prepared) }));
  const misread = toMisread(meanConfidence(lacks === 'nothing' ? withoutStray(onPaper) : onPaper));
  const lost = lostWith[lacks] + lostToGlare(measures, onPaper) + lostAtSides(measures);
  const score = toScore(1 - (1 - misread) * (1 - Math.min(1, lost)));
  const isEverywhere = score < hardlyLegibleUnder || measures.contrast < hardlyPrintedUnder;
  const sure = onPaper.flatMap(({ confidence, box }) => (confidence > 0.5 ? [box.height] : []));
  const height = findQuantile(0.5, sure);
  const { turned, toOriginal } = prepared.sheet;
  const found = findDefects(measures, { lean, lacks, turned, height, words: onPaper });
  if (score < unclearUnder && found.every(({ defect }) => isTurn(defect))) {
    found.push({ defect: 'unclear', where: findUnsure(onPaper) });
  }
  return {
    // However sure the recognizer is, a page on which no field can be sure is to be taken again.
    overallScore: isEverywhere ? Math.min(score, hardlyLegibleUnder) : score,
    scoreBreakdown: {
      sharpness: between(measures.edgeWidth, 16, 3),
      readability: Math.min(
        between(measures.contrast, 0.02, 0.3),
        between(measures.noise, 50, 16),
        between(measures.paper, 10, 70),
        between(measures.evenness, 0.02, 0.4),
        between(height, 4, 12),
      ),
      textQuality: toScore(misread),
      skewAndAlignment:
        Math.min(between(Math.abs(measures.degrees), 30, 2), between(lean, 25, 3)) *
        (isCut(measures) ? 0.5 : 1),
    },
    defects: found.map(({ defect, where }) => ({
      defect,
      where: where.map((box) => projectBox(box, toOriginal)),
    })),
    /** Where letters may be missing or misread, in pixels of the prepared page. */
    lostAt: isEverywhere
      ? [{ x: 0, y: 0, width: prepared.picture.width, height: prepared.picture.height }]
      : found
          .filter(({ defect }) => defect === 'glare' || defect === 'text_cut_off')
          // A strip along a side is aslant on a turned page; its squares follow it.
          .flatMap(({ where }) => where.flatMap((strip) => toSquares([strip])))
          .map((box) => onPrepared(box, prepared)),
  };
}

/** Below these, the recognizer is sure of words that are not there. */
const hardlyLegibleUnder = 60;
const hardlyPrintedUnder = 0.06;

type Lack = 'heading' | 'field' | 'nothing';

function findLack(expected: ExpectedPage, words: readonly PageWord[]): Lack {
  if (expected === 'other') return 'nothing';
  const { kind, fields } = readPageFields(words);
  if (expected === 'by_heading' && kind === null) return 'nothing';
  if (kind === null || (expected !== 'by_heading' && kind !== expected)) return 'heading';
  return findUnreadKeyFields(kind, fields, words).length > 0 ? 'field' : 'nothing';
}

/** A lower score has a reason, if only that words are unclear. */
const unclearUnder = 90;

/** Whether a defect is gone once the page is turned. */
export const isTurn = (defect: PageDefect): boolean => defect === 'upside_down' || defect === 'sideways';

const findUnsure = (words: readonly PageWord[]): Box[] =>
  words.filter(({ confidence }) => confidence < 0.6).map(({ box }) => box);

/** More letters than this share are no stray marks. */
const maxStray = 0.2;

/** Words but for logos, signatures and marks of the table: a few unsure ones with no sure word beside them. */
function withoutStray(words: readonly PageWord[]): readonly PageWord[] {
  const sure = words.filter(({ text, confidence }) => confidence >= 0.8 && /[A-Za-z\d]{2}/.test(text));
  const kept = words.filter(
    ({ confidence, box }) =>
      confidence >= 0.6 || sure.some((other) => meet(grow(box, box.height), other.box)),
  );
  const count = (some: readonly PageWord[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  return count(kept) >= (1 - maxStray) * count(words) ? kept : words;
}

const lostWith: Readonly<Record<Lack, number>> = { heading: 0.1, field: 0.02, nothing: 0 };

const toScore = (wrong: number): number => (wrong < 0.002 ? 100 : (100 * (1 - wrong)) / (1 + wrong / 0.14));

const between = (value: number, worst: number, best: number): number =>
  100 * Math.max(0, Math.min(1, (value - worst) / (best - worst)));

export function meanConfidence(words: readonly PageWord[]): number {
  const own = words.filter(({ text }) => /[A-Za-z\d]{2}/.test(text));
  return own.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, own.length);
}

/** Letters misread at a mean confidence, as pages of known text showed (docs/decisions/reading-a-page.md). */
const misreadAt = [
  [0.942, 0],
  [0.935, 0.007],
  [0.92, 0.015],
  [0.9, 0.025],
  [0.87, 0.045],
  [0.775, 0.1],
  [0.65, 0.25],
  [0.48, 0.35],
  [0.27, 0.65],
  [0, 1],
] as const;

function toMisread(confidence: number): number {
  const index = misreadAt.findIndex(([level]) => confidence >= level);
  const [level, wrong] = misreadAt[index] ?? [0, 1];
  const [above, wrongAbove] = misreadAt[index - 1] ?? [level, wrong];
  return wrong + ((confidence - level) * (wrongAbove - wrong)) / (above - level || 1);
}

/** The share of letters lost to glare, assuming as many under it as around it. Small glare mostly falls between letters. */
function lostToGlare({ glare }: PageMeasures, words: readonly PageWord[]): number {
  const boxes = words.map(({ box }) => box);
  const inked = totalArea(boxes);
  if (glare.length === 0 || inked === 0) return 0;
  const rim = glare.map((box) => grow(box, glareRim));
  const beside = words.filter((word) => rim.some((box) => meet(box, word.box)));
  if (beside.length > 0 && meanConfidence(beside) >= wellReadFrom) return 0;
  const isAround = (place: Box) =>
    rim.some((box) => meet(box, place)) && !glare.some((box) => meet(box, place));
  const around = toSquares(rim).filter(isAround);
  if (around.length === 0) return 0;
  const covered = around
    .flatMap((place) => boxes.map((box) => overlap(box, place)))
    .reduce((sum, area) => sum + area, 0);
  const lost = (covered / totalArea(around)) * totalArea(glare);
  return Math.max(0, lost / (inked + lost) - betweenLetters);
}

/** Where light takes ink, words beside it are read badly; where they are read well it is only bright. */
const wellReadFrom = 0.93;
/** How far around glare the density of text is measured, in pixels. */
const glareRim = 96;
/** The share of letters that glare seems to hide where it falls between them. */
const betweenLetters = 0.02;

const totalArea = (boxes: readonly Box[]): number =>
  boxes.reduce((sum, { width, height }) => sum + width * height, 0);

function toSquares(boxes: readonly Box[]): Box[] {
  const bounds = toBounds(boxes);
  if (bounds === null) return [];
  const squares: Box[] = [];
  for (let { y } = bounds; y < bounds.y + bounds.height; y += square) {
    for (let { x } = bounds; x < bounds.x + bounds.width; x += square) {
      squares.push({ x, y, width: square, height: square });
    }
  }
  return squares;
}

const papers = [210 / 297, 8.5 / 11, 11 / 8.5, 297 / 210];

/** The share of letters beyond cut sides, by the next larger paper shape. The left loses more: rows begin there. */
function lostAtSides({ cutRows, width, height }: PageMeasures): number {
  const across = beyond(width / height);
  const down = beyond(height / width);
  return (
    (cutRows.left > 0 ? Math.min(0.7, 2.5 * across) : 0) +
    (cutRows.right > 0 ? 1.5 * across ** 2 : 0) +
    Math.min(0.1, Math.max(cutRows.top, cutRows.bottom) / 60) * down
  );
}

/** The blank margin of a page, as a share of its width. */
const margin = 0.055;

/** How much print would be beyond the picture if the paper was whole. */
function beyond(shape: number): number {
  // A sheet askew on its scanner keeps its shape.
  if (papers.some((paper) => Math.abs(paper / shape - 1) < 0.01)) return 0.03;
  const whole = papers.find((paper) => paper > shape * 1.04) ?? shape * 1.1;
  return Math.max(0, 1 - shape / whole - margin);
}

/** Rows of a column begin on one line, within this share of their height; centered ones do not. */
const alignedWithin = 0.5;
const alignedShare = 0.5;

/** By how many degrees the left edges of rows lean, as in a photo taken from one side. */
function keystone(words: readonly PageWord[]): number {
  const firsts = toRows(words).flatMap(([first]) => (first === undefined ? [] : [first.box]));
  const slopes = firsts.flatMap((one, index) =>
    firsts
      .slice(index + 1)
      .filter((other) => other.y - one.y > 3 * one.height)
      .map((other) => (other.x - one.x) / (other.y - one.y)),
  );
  const slope = findQuantile(0.5, slopes);
  const begins = firsts.map(({ x, y }) => x - slope * y);
  const begin = findQuantile(0.5, begins);
  const aligned = firsts.filter(
    ({ x, y, height }) => Math.abs(x - slope * y - begin) <= alignedWithin * height,
  );
  if (aligned.length < alignedShare * firsts.length) return 0;
  return (Math.abs(Math.atan(slope)) * 180) / Math.PI;
}

/** Without any word, less wide edges are the reason too. */
const blurredWordless = 5;

function findDefects(
  measures: PageMeasures,
  page: { lean: number; lacks: Lack; turned: Turn; height: number; words: readonly PageWord[] },
): FoundDefect[] {
  const { glare, edgeWidth, noise, paper, evenness, shadow, contrast, degrees } = measures;
  const { turned, lacks, lean, height, words } = page;
  if (measures.isBlank && words.length === 0) return [{ defect: 'blank', where: [] }];
  const tooSmall = height > 0 && height < 12;
  const widest = tooSmall ? 3 : words.length === 0 ? blurredWordless : 7.5;
  const cutSides = sides.filter((side) => measures.cutRows[side] > 0);
  const all: readonly [PageDefect, boolean, where?: readonly Box[]][] = [
    ['upside_down', turned === 180],
    ['sideways', turned === 90 || turned === 270],
    ['text_cut_off', isCut(measures), cutSides.map((side) => atSide(side, measures))],
    ['glare', glare.length > 0, glare],
    ['blurry', edgeWidth > widest, findUnsure(words)],
    ['noisy', noise > 25],
    ['dark', paper < 60 || evenness < 0.3, shadow === null ? [] : [shadow]],
    ['faint', contrast < 0.2],
    ['text_too_small', tooSmall],
    ['skewed', Math.abs(degrees) > 8 || lean > 6],
    ['field_unread', lacks !== 'nothing'],
  ];
  return all.flatMap(([defect, isFound, where = []]) => (isFound ? [{ defect, where }] : []));
}

const isCut = ({ cutRows }: PageMeasures): boolean => sides.some((side) => cutRows[side] > 0);

function atSide(side: Side, { width, height }: PageMeasures): Box {
  const strip = Math.round(Math.max(width, height) * 0.02);
  return {
    top: { x: 0, y: 0, width, height: strip },
    right: { x: width - strip, y: 0, width: strip, height },
    bottom: { x: 0, y: height - strip, width, height: strip },
    left: { x: 0, y: 0, width: strip, height },
  }[side];
}
