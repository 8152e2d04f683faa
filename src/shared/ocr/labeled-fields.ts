import {
  findTight,
  hasColon,
  isAligned,
  labelPage,
  toText,
  wordsAt,
  type FieldRule,
  type FormRules,
  type LabeledPage,
  type LabelOnPage,
} from './page-labels.ts';
import { around, middle, type Box, type PageWord, type TextRun } from './page-text.ts';
import { isAddressLine, isCompany, isProse } from './value-forms.ts';

export interface FieldOnPage<Field extends string = string> {
  field: Field;
  /** As forms take it: days as 2027-03-31. */
  value: string;
  /** Two readings agree, every word was read well, and nothing on the page contradicts it. */
  sure: boolean;
  box: Box;
  /** On the page several times, one of them unread. */
  partial?: boolean;
}

/** With the words that it was read from. */
export interface FieldWithWords<Field extends string = string> extends FieldOnPage<Field> {
  words: readonly PageWord[];
}

/** `value` is null if it has digits but is unreadable. */
export interface FoundValue {
  words: readonly PageWord[];
  value: string | null;
  /** Another text may belong to it, or it to another label. */
  isLoose?: boolean;
}

/** Words from this confidence on count as read correctly. */
const sureFrom = 0.85;
/** Letters that look like a digit, beside a digit. */
const confusable = /\d[OoIl|]|[OoIl|]\d/;

export const isSure = (words: readonly PageWord[]): boolean =>
  words.every(({ text, confidence }) => confidence >= sureFrom && !confusable.test(text));

/** The first value found, sure where all agree and another reading does; empty where there is none. */
export function toField<Field extends string>(
  field: Field,
  found: readonly FoundValue[],
  agrees: (value: string, words: readonly PageWord[]) => boolean,
) {
  const [first, ...more] = found.flatMap(({ value, ...rest }) =>
    value === null ? [] : [{ value, ...rest }],
  );
  if (first === undefined) return [];
  const { value, words, isLoose = false } = first;
  const sure =
    !isLoose && isSure(words) && more.every((other) => other.value === value) && agrees(value, words);
  return [{ field, value, sure, box: around(words), words }];
}

/** Finds what stands at the labels of a field: after, beside or under them. */
export function findLabeled<Field extends string>(printed: readonly TextRun[], form: FormRules<Field>) {
  const page = labelPage(printed, form);
  const { runs, labels } = page;
  return {
    labels,
    find: (field: Field): FoundValue[] => {
      const entries = form.rules.flatMap((rule) => (rule.field === field ? findEntries(rule, runs) : []));
      if (entries.length > 0) return entries;
      return labels.flatMap((label) =>
        typeof label.mark === 'string' || label.mark.field !== field
          ? []
          : findValues(label, label.mark, page),
      );
    },
  };
}

/** What is filled into the entries of a form that have a field's name; the boxes of a number are one value. */
function findEntries({ entry, layout, read }: FieldRule, runs: readonly TextRun[]): FoundValue[] {
  if (entry === undefined) return [];
  const byName = new Map<string, PageWord[]>();
  for (const word of runs.flatMap(({ words }) => words)) {
    if (word.entry === undefined || !entry.test(word.entry)) continue;
    const name = layout === 'boxes' ? '' : word.entry;
    byName.set(name, [...(byName.get(name) ?? []), word]);
  }
  return [...byName.values()].map((words) => ({ value: read(toText(words)), words }));
}

/** Finds values without labels: each match of a pattern in a run that `read` accepts. */
export function findPhrases(
  runs: readonly TextRun[],
  pattern: RegExp,
  read: (match: RegExpExecArray) => string | null,
): FoundValue[] {
  return runs.flatMap((run) =>
    [...run.text.matchAll(new RegExp(pattern, 'gi'))].flatMap((match): FoundValue[] => {
      const value = read(match);
      const { from, to } = wordsAt(run.text, match);
      return value === null ? [] : [{ words: run.words.slice(from, to), value }];
    }),
  );
}

function findValues(label: LabelOnPage, rule: FieldRule, page: LabeledPage): FoundValue[] {
  const { run, to } = label;
  const next = page.labels.find((other) => other.run === run && other.from >= to)?.from ?? run.words.length;
  const isWithin = next - to > 6 || (next > to && isProse(run.text));
  // A clause of a sentence may be about something else, such as a bond.
  const isClause = run.words[label.from - 1]?.text.endsWith(',') ?? false;
  const isBare = isClause || (rule.isOpen === true && !hasColon(run, to));
  const inline = toInline(rule, { ...label, to }, next, page).flatMap(({ words, isLoose }) =>
    toFound(rule, words, isLoose || isBare),
  );
  const elsewhere = isWithin
    ? []
    : [() => findBeside(label, rule, page), () => findUnderOrOver(label, rule, page)];
  let unread: FoundValue[] = [];
  for (const find of [() => inline, ...elsewhere]) {
    const found = find();
    if (found.some(({ value }) => value !== null)) return found;
    if (unread.length === 0) unread = found;
  }
  return unread;
}

/** The words behind a label in its run, with the row that they go on in. */
function toInline(rule: FieldRule, { run, to }: LabelOnPage, next: number, page: LabeledPage) {
  const words = run.words.slice(to, next);
  if (rule.isOpen !== true || next < run.words.length || words.length === 0)
    return [{ words, isLoose: false }];
  const value = { words, text: toText(words), box: around(words) };
  const whole = toWhole(rule, value, page, 'below');
  return [
    whole.isLoose
      ? whole
      : toWhole(rule, { ...value, box: { ...run.box, height: value.box.height } }, page, 'below'),
  ];
}

function findBeside({ run }: LabelOnPage, rule: FieldRule, page: LabeledPage): FoundValue[] {
  const beside = nearest(page, run, rule.layout === 'row' ? isInRow : isBeside);
  return toPlaces(rule, toFirstRow(rule, run, beside, page), page, 'below').flatMap(({ words, isLoose }) =>
    toFound(rule, words, isLoose),
  );
}

/** A label that is centered beside a value of two rows is nearer to the second one as often as not. */
function toFirstRow({ isOpen }: FieldRule, label: TextRun, beside: TextRun | null, page: LabeledPage) {
  const above =
    isOpen === true && page.isFree && beside !== null ? findTight(beside, page.runs, 'above') : null;
  const isFirst =
    above !== null &&
    isBeside({ ...label.box, y: above.box.y }, above.box) !== null &&
    middle(label.box) - middle(above.box) < 1.2 * above.box.height &&
    !page.labels.some(({ run }) => run === above || isInRow(run.box, above.box) !== null);
  return isFirst ? above : beside;
}

function findUnderOrOver(label: LabelOnPage, rule: FieldRule, page: LabeledPage): FoundValue[] {
  const { box, run } = label;
  if (rule.layout === 'row') return [];
  if (rule.layout === 'column') return toCells(label, page).flatMap((words) => toFound(rule, words));
  const find = (from: TextRun | null, side: 'above' | 'below') => {
    const share = from === null || !page.isFree ? from : toShare(from, label, page);
    // A text that reaches under another label may be two.
    const isTwo = rule.isOpen === true && share !== from;
    return toPlaces(rule, isTwo ? from : share, page, side).flatMap(({ words, isLoose }) =>
      toFound(rule, words, isLoose || isTwo),
    );
  };
  const under = findUnder(box, run, page, rule.layout !== 'boxes');
  const isFar = under !== null && under.box.y - box.y - box.height > nearUnder * box.height;
  const found = find(under, 'below').map((one) => (isFar ? { ...one, isLoose: true } : one));
  if (!page.isFree) return found;
  const over = nearest(page, run, isOver);
  const other = find(over, 'above');
  if (over === null || !other.some(({ value }) => value !== null)) return found;
  if (under === null) return other;
  const [down, up] = [under.box.y - box.y - box.height, box.y - over.box.y - over.box.height];
  // As far from a value above as from one below, it may belong to either.
  if (down < 1.5 * up && up < 1.5 * down) return found.map((one) => ({ ...one, isLoose: true }));
  return up < down ? other : found;
}

/** The part of a run that stands at a label and not at one beside it: columns may stand close together. */
function toShare(run: TextRun, { box }: LabelOnPage, { labels }: LabeledPage): TextRun {
  const center = (one: Box) => one.x + one.width / 2;
  const rivals = labels
    .filter(({ mark }) => mark !== 'note')
    .map((label) => label.box)
    .filter(
      (one) =>
        Math.abs(middle(one) - middle(box)) < box.height &&
        center(one) > run.box.x &&
        center(one) < run.box.x + run.box.width,
    );
  const words = run.words.filter((word) =>
    rivals.every(
      (one) => Math.abs(center(one) - center(word.box)) >= Math.abs(center(box) - center(word.box)),
    ),
  );
  const isWhole = words.length === run.words.length || words.length === 0;
  return isWhole ? run : { words, text: toText(words), box: around(words) };
}

function toFound({ read }: FieldRule, words: readonly PageWord[], isLoose = false): FoundValue[] {
  const from = words.findIndex(({ text }) => /[A-Za-z\d]/.test(text));
  if (from === -1) return [];
  const own = words.slice(from);
  const readFirst = (count: number) => read(toText(own.slice(0, count)));
  const value = readFirst(own.length);
  if (value === null) return own.some(({ text }) => /\d/.test(text)) ? [{ words: own, value }] : [];
  const count = own.findIndex((_, index) => readFirst(index + 1) === value) + 1;
  return [{ words: own.slice(0, count), value, isLoose }];
}

/** The words of a run that may be a value, with the row that it goes on in; with `boxes`, also those of the boxes to its right. */
function toPlaces(rule: FieldRule, run: TextRun | null, page: LabeledPage, side: 'above' | 'below') {
  if (run === null || page.labels.some((label) => label.run === run)) return [];
  if (rule.layout !== 'boxes') return [toWhole(rule, run, page, side)];
  const words = [...run.words];
  for (let last: TextRun | null = run; last !== null;) {
    const { box }: TextRun = last;
    last = nearest(page, last, (_, other) =>
      other.x - (box.x + box.width) < 5 * box.height ? isBeside(box, other) : null,
    );
    if (last === null || !/\d|^[OoIl|]$/.test(last.text)) break;
    words.push(...last.words);
  }
  return [{ words, isLoose: false }];
}

/** A value with its next row: a chosen text that goes on, or a day that is broken. */
function toWhole(
  { isOpen = false, layout, read }: FieldRule,
  run: TextRun,
  page: LabeledPage,
  side: 'above' | 'below',
) {
  const isPart = isOpen || (page.isFree && read(run.text) === null);
  if (layout === undefined && isSpaced(run, page)) return { words: run.words, isLoose: true };
  const next = isPart ? findTight(run, page.runs, side) : null;
  const isOther =
    next === null ||
    page.labels.some((label) => label.run === next) ||
    (isAddressLine(next.text) && !isAddressLine(run.text));
  if (isOther || (isOpen && side === 'below' && isCompany(run.text))) {
    // A row that was read badly may be its next one, wherever it seems to begin.
    const { x: left, width: across, y: top, height: down } = run.box;
    const isNear = ({ box: { x, y, width } }: TextRun) =>
      x < left + across && left < x + width && Math.abs(y - top - down) < down;
    const isBroken = isPart && page.runs.some((one) => one !== run && isNear(one) && !isSure(one.words));
    return { words: run.words, isLoose: isBroken && !isCompany(run.text) };
  }
  const words = side === 'below' ? [...run.words, ...next.words] : [...next.words, ...run.words];
  return { words, isLoose: true };
}

/** Whether another text follows so closely that it may be more of the same, in a font with wide spaces. */
function isSpaced(run: TextRun, page: LabeledPage): boolean {
  const after = nearest(page, run, isInRow);
  const gap = after === null ? null : isInRow(run.box, after.box);
  const isNear = gap !== null && gap < 3 * run.box.height && /[A-Za-z]{2}/.test(run.text);
  return isNear && !page.labels.some((label) => label.run === after);
}

function nearest({ runs }: LabeledPage, from: TextRun, measure: (from: Box, other: Box) => number | null) {
  let best: { run: TextRun; distance: number } | null = null;
  for (const run of runs) {
    const distance = run === from || !/[A-Za-z\d]/.test(run.text) ? null : measure(from.box, run.box);
    if (distance !== null && (best === null || distance < best.distance)) best = { run, distance };
  }
  return best?.run ?? null;
}

function findUnder(label: Box, from: TextRun, page: LabeledPage, centered: boolean): TextRun | null {
  const within = page.isFree ? farthestUnder : nearUnder;
  const under = nearest(page, from, (_, other) => isUnder(label, other, centered, within));
  const own = page.labels.filter(({ run }) => run === under);
  if (under === null || own.length === 0 || own.some(({ mark }) => mark !== 'note')) return under;
  return findUnder({ ...label, y: under.box.y, height: under.box.height }, under, page, centered);
}

/** No farther than a form's column is wide. */
function isBeside(label: Box, other: Box): number | null {
  const gap = isInRow(label, other);
  return gap !== null && gap < 20 * label.height ? gap : null;
}

function isInRow(label: Box, other: Box): number | null {
  const gap = other.x - (label.x + label.width);
  const overlap = Math.min(label.y + label.height, other.y + other.height) - Math.max(label.y, other.y);
  return gap > 0 && overlap > 0.3 * Math.min(label.height, other.height) ? gap : null;
}

/** The cells of a table are high; farther away than two rows a value is unsure. */
const farthestUnder = 4;
const nearUnder = 2.5;

/** The distance below, beginning where the label does or centered; in one row the left run is nearer. */
function isUnder(label: Box, other: Box, centered: boolean, within: number): number | null {
  const gap = other.y - (label.y + label.height);
  const isClose = gap > -0.2 * label.height && gap < within * label.height;
  const center = (box: Box) => box.x + box.width / 2;
  const shift = Math.min(
    Math.abs(other.x - label.x),
    centered ? Math.abs(center(other) - center(label)) : Infinity,
  );
  return isClose && shift < 3 * label.height ? gap + shift / 10 : null;
}

/** The distance above, as close as a label stands under its value. */
function isOver(label: Box, other: Box): number | null {
  const gap = label.y - (other.y + other.height);
  return gap > -0.2 * label.height && gap < 1.8 * label.height && isAligned(label, other, 1) ? gap : null;
}

/** The cells of a table under a heading: between its neighbors, down to the next label. */
function toCells({ run, from, to }: LabelOnPage, { labels, runs }: LabeledPage) {
  const note = labels.find((one) => one.run === run && one.mark === 'note' && one.from === to);
  const box = around(run.words.slice(from, note?.to ?? to));
  const center = (one: Box) => one.x + one.width / 2;
  const isHeading = (one: Box) => Math.abs(one.y - box.y) < 2 * box.height;
  const headings = labels.filter((one) => one !== note && isHeading(one.box)).map((one) => one.box);
  const before = headings.filter((one) => one.x + one.width <= box.x).map((one) => one.x + one.width);
  const after = headings.filter((one) => one.x >= box.x + box.width).map((one) => one.x);
  const left = Math.max(box.x - 3 * box.height, ...before.map((x) => (x + box.x) / 2));
  const right = Math.min(
    box.x + box.width + 3 * box.height,
    ...after.map((x) => (x + box.x + box.width) / 2),
  );
  const isWithin = (one: Box) => center(one) > left && center(one) < right;
  const ends = labels
    .filter(({ mark, box: one }) => (mark === 'other' ? !isHeading(one) : mark !== 'note' && isWithin(one)))
    .map((one) => one.box.y)
    .filter((y) => y > box.y + 0.5 * box.height);
  const bottom = Math.min(...ends);
  return runs
    .filter(
      (one) => one !== run && one.box.y > box.y + 0.5 * box.height && one.box.y < bottom - 0.2 * box.height,
    )
    .map((one) => {
      const end = labels.find((label) => label.run === one)?.from ?? one.words.length;
      return one.words.slice(0, end).filter((word) => isWithin(word.box));
    });
}
