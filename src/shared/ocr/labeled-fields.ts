import { around, type Box, type PageWord, type TextRun } from './page-text.ts';
import { isProse } from './value-forms.ts';

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

export interface FieldRule<Field extends string = string> {
  field: Field;
  label: RegExp;
  read: (text: string) => string | null;
  /** A chosen text, such as a name: its label begins a run, and a colon or a gap is between both. */
  isOpen?: boolean;
  /** The names of its entries in the PDFs of known forms. */
  entry?: RegExp;
  /** Where the value is otherwise: `row` never under the label, `column` in table rows under it, `boxes` one character per box. */
  layout?: 'row' | 'column' | 'boxes';
}

export interface FormRules<Field extends string = string> {
  rules: readonly FieldRule<Field>[];
  /** Labels of what is not read; text after or under them belongs to them. */
  others?: RegExp;
  /** Printed instructions: never a value; text under them belongs to the label above. */
  notes?: RegExp;
}

/** `value` is null if it has digits but is unreadable. */
export interface FoundValue {
  words: readonly PageWord[];
  value: string | null;
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
  const [first, ...more] = found.flatMap(({ words, value }) => (value === null ? [] : [{ words, value }]));
  if (first === undefined) return [];
  const { value, words } = first;
  const sure = isSure(words) && more.every((other) => other.value === value) && agrees(value, words);
  return [{ field, value, sure, box: around(words), words }];
}

/** Finds what stands at the labels of a field: after, beside or under them. */
export function findLabeled<Field extends string>(runs: readonly TextRun[], form: FormRules<Field>) {
  const labels = runs.flatMap((run) => findLabels(run, form));
  return {
    labels,
    find: (field: Field): FoundValue[] => {
      const entries = form.rules.flatMap((rule) => (rule.field === field ? findEntries(rule, runs) : []));
      if (entries.length > 0) return entries;
      return labels.flatMap((label) =>
        typeof label.mark === 'string' || label.mark.field !== field
          ? []
          : findValues(label, label.mark, { runs, labels }),
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

export interface LabelOnPage {
  mark: FieldRule | 'other' | 'note';
  run: TextRun;
  box: Box;
  from: number;
  to: number;
}

/** The labels in a run, left to right. A longer one wins over those within it. */
interface LabeledPage {
  runs: readonly TextRun[];
  labels: readonly LabelOnPage[];
}

function findLabels(run: TextRun, { rules, others, notes }: FormRules) {
  const find = (mark: LabelOnPage['mark'], pattern: RegExp | undefined) =>
    pattern === undefined
      ? []
      : [...run.text.matchAll(new RegExp(pattern, 'gi'))].map((match) => {
          const { from, to } = wordsAt(run.text, match);
          return { mark, run, from, to, box: around(run.words.slice(from, to)) };
        });
  const all = [
    ...rules.flatMap((rule) => find(rule, rule.label)),
    ...find('other', others),
    ...find('note', notes),
  ];
  const taken: LabelOnPage[] = [];
  for (const label of all.toSorted((one, other) => other.to - other.from - (one.to - one.from))) {
    if (!taken.some(({ from, to }) => label.from < to && from < label.to)) taken.push(label);
  }
  const inOrder = taken.toSorted((one, other) => one.from - other.from);
  return inOrder.filter((label, index) => isLabel(label, inOrder[index - 1], inOrder[index + 1]));
}

/** Whether a match is a label and not part of a sentence or a heading. */
function isLabel({ mark, run, from, to }: LabelOnPage, before?: LabelOnPage, after?: LabelOnPage): boolean {
  if (typeof mark === 'string' || mark.isOpen !== true) return true;
  const isNumbering = !/[A-Za-z]{2}/.test(toText(run.words.slice(0, from)));
  const isAfterValue = before !== undefined && before.to < from;
  const isAlone = to === run.words.length || after?.from === to;
  const hasColon = /[:#]$/.test(run.words[to - 1]?.text ?? '') || /^[:#]/.test(run.words[to]?.text ?? '');
  return (isNumbering || isAfterValue) && (isAlone || hasColon) && !isProse(run.text);
}

function wordsAt(text: string, { index, 0: match }: RegExpExecArray): { from: number; to: number } {
  const wordAt = (place: number) => text.slice(0, place).split(' ').length - 1;
  return { from: wordAt(index), to: wordAt(index + match.length - 1) + 1 };
}

function findValues(label: LabelOnPage, rule: FieldRule, page: LabeledPage): FoundValue[] {
  const { run, to } = label;
  const next = page.labels.find((other) => other.run === run && other.from >= to)?.from ?? run.words.length;
  const isWithin = next - to > 6 || (next > to && isProse(run.text));
  const places = [
    () => [run.words.slice(to, next)],
    // A label within other words has its value in its own run.
    ...(isWithin
      ? []
      : [
          () => toPlaces(rule, nearest(page, run, rule.layout === 'row' ? isInRow : isBeside), page),
          () => {
            if (rule.layout === 'row') return [];
            if (rule.layout === 'column') return toCells(label, page);
            return toPlaces(rule, findUnder(label.box, run, page, rule.layout !== 'boxes'), page);
          },
        ]),
  ];
  let unread: FoundValue[] = [];
  for (const words of places) {
    const found = words().flatMap((one) => toFound(rule, one));
    if (found.some(({ value }) => value !== null)) return found;
    if (unread.length === 0) unread = found;
  }
  return unread;
}

function toFound({ read }: FieldRule, words: readonly PageWord[]): FoundValue[] {
  const from = words.findIndex(({ text }) => /[A-Za-z\d]/.test(text));
  if (from === -1) return [];
  const own = words.slice(from);
  const readFirst = (count: number) => read(toText(own.slice(0, count)));
  const value = readFirst(own.length);
  if (value === null) return own.some(({ text }) => /\d/.test(text)) ? [{ words: own, value }] : [];
  const count = own.findIndex((_, index) => readFirst(index + 1) === value) + 1;
  return [{ words: own.slice(0, count), value }];
}

const toText = (words: readonly PageWord[]): string =>
  words
    .map(({ text }) => text)
    .join(' ')
    .replace(/^[:#\s]+/, '')
    .trim();

/** The words of a run that may be a value; with `boxes`, also those of the boxes to its right. */
function toPlaces({ layout }: FieldRule, run: TextRun | null, page: LabeledPage) {
  if (run === null || page.labels.some((label) => label.run === run)) return [];
  if (layout !== 'boxes') return [run.words];
  const words = [...run.words];
  for (let last: TextRun | null = run; last !== null;) {
    const { box }: TextRun = last;
    last = nearest(page, last, (_, other) =>
      other.x - (box.x + box.width) < 5 * box.height ? isBeside(box, other) : null,
    );
    if (last === null || !/\d|^[OoIl|]$/.test(last.text)) break;
    words.push(...last.words);
  }
  return [words];
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
  const under = nearest(page, from, (_, other) => isUnder(label, other, centered));
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
  return gap > 0 && overlap > 0.4 * Math.min(label.height, other.height) ? gap : null;
}

/** The distance below, within two rows and beginning where the label does or centered; in one row the left run is nearer. */
function isUnder(label: Box, other: Box, centered: boolean): number | null {
  const gap = other.y - (label.y + label.height);
  const isClose = gap > -0.2 * label.height && gap < 2.5 * label.height;
  const center = (box: Box) => box.x + box.width / 2;
  const shift = Math.min(
    Math.abs(other.x - label.x),
    centered ? Math.abs(center(other) - center(label)) : Infinity,
  );
  return isClose && shift < 3 * label.height ? gap + shift / 10 : null;
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
