import { around, middle, type Box, type PageWord, type TextRun } from './page-text.ts';
import { isCompany, isProse } from './value-forms.ts';

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
  /** Runs that begin so say something else, whatever labels they have. */
  asides?: RegExp;
  /** The layout is not known: labels may break in narrow columns, or stand under their values. */
  isFree?: boolean;
}

export interface LabelOnPage {
  mark: FieldRule | 'other' | 'note';
  run: TextRun;
  box: Box;
  from: number;
  to: number;
}

export type LabeledPage = ReturnType<typeof labelPage>;

/** The runs of a page with their labels. */
export function labelPage(printed: readonly TextRun[], form: FormRules) {
  const runs = form.isFree === true ? joinLabels(printed, form) : printed;
  const found = runs.flatMap((run) => findLabels(run, form));
  // In letters as high right under another text, a word such as Company is its last.
  const labels = found.filter(({ run, mark }) => {
    const isWord =
      typeof mark !== 'string' && mark.isOpen === true && run.words.length === 1 && !hasColon(run, 1);
    const above = isWord ? findTight(run, runs, 'above') : null;
    return above === null || found.some((label) => label.run === above && label.to === above.words.length);
  });
  return { runs, labels, isFree: form.isFree === true };
}

/** Joins the two parts of a label that is broken in a narrow column, or has a wide gap between its words. */
function joinLabels(runs: readonly TextRun[], form: FormRules): TextRun[] {
  const second = new Set<TextRun>();
  const join = (
    run: TextRun,
    next: TextRun | null,
    isBroken: (label: LabelOnPage, words: number) => boolean,
  ) => {
    if (next === null || second.has(next)) return null;
    const words = [...run.words, ...next.words];
    const both = { words, text: `${run.text} ${next.text}`, box: around(words) };
    const labels = findLabels(both, form).filter(({ mark }) => mark !== 'note');
    if (!labels.some((label) => isBroken(label, words.length))) return null;
    second.add(next);
    return both;
  };
  const joined = runs.map((run) => {
    if (second.has(run)) return run;
    const count = run.words.length;
    const wide = join(run, findNext(run, runs), ({ from, to }) => from === 0 && to > count) ?? run;
    const below = findTight(wide, runs, 'below');
    return (
      join(wide, below, ({ from, to }, words) => from < Math.min(3, wide.words.length) && to === words) ??
      wide
    );
  });
  return joined.filter((run) => !second.has(run));
}

/** Words of a justified or widely spaced text are no farther apart, as a share of their height. */
const widestSpace = 3.5;

function findNext({ box }: TextRun, runs: readonly TextRun[]): TextRun | null {
  const end = box.x + box.width;
  const next = runs.filter(
    ({ box: other }) => other.x > end && Math.abs(middle(other) - middle(box)) < 0.5 * box.height,
  );
  const [first] = next.toSorted((one, other) => one.box.x - other.box.x);
  return first !== undefined && first.box.x - end < widestSpace * box.height ? first : null;
}

/** The run in the row above or below, in letters about as high, aligned or centered, and as close as the lines of one text are. */
export function findTight(
  { box, words }: TextRun,
  runs: readonly TextRun[],
  side: 'above' | 'below',
): TextRun | null {
  // The boxes of recognized words hold their ink alone, those of a file also the room above it.
  const lines = words.every(({ confidence }) => confidence === 1) ? 1.7 : 2.06;
  const found = runs.filter(({ box: other }) => {
    const pitch = (middle(other) - middle(box)) * (side === 'below' ? 1 : -1);
    const [higher, lower] = [Math.max(box.height, other.height), Math.min(box.height, other.height)];
    return (
      lower > 0.6 * higher && pitch > 0.6 * higher && pitch < lines * higher && isAligned(box, other, 0.7)
    );
  });
  const distance = (other: TextRun) => Math.abs(middle(other.box) - middle(box));
  return found.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}

/** Whether two boxes have the same left or right side, or the same middle, by a share of the first one's height. */
export function isAligned(one: Box, other: Box, within: number): boolean {
  const shifts = [
    other.x - one.x,
    other.x + other.width / 2 - one.x - one.width / 2,
    other.x + other.width - one.x - one.width,
  ];
  return shifts.some((shift) => Math.abs(shift) < within * one.height);
}

/** The labels in a run, left to right. A longer one wins over those within it. */
function findLabels(run: TextRun, { rules, others, notes, asides, isFree }: FormRules): LabelOnPage[] {
  if (asides?.test(run.text) === true) return [];
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
  return inOrder
    .filter((label, index) => isLabel(label, inOrder[index - 1], inOrder[index + 1]))
    .map((label, index) =>
      // A first label begins where its run does, such as that of a board's license number.
      isFree === true && index === 0 ? { ...label, box: around(run.words.slice(0, label.to)) } : label,
    );
}

/** Whether a match is a label and not part of a sentence or a heading. */
function isLabel({ mark, run, from, to }: LabelOnPage, before?: LabelOnPage, after?: LabelOnPage): boolean {
  if (typeof mark === 'string') return true;
  const isAfterValue = before !== undefined && before.to < from;
  const lead = toText(run.words.slice(0, from));
  if (mark.isOpen !== true) return isAfterValue || !/\d{3}/.test(lead) || !/[A-Za-z]{2}/.test(lead);
  const isAlone = to === run.words.length || (after?.from === to && after.mark === 'note');
  const rest = toText(run.words.slice(to));
  const isPhrase = (to - from > 1 && /^[A-Z\d]/.test(rest)) || isCompany(rest);
  const isFirst = isAfterValue || !/[A-Za-z]{2}/.test(lead);
  return isFirst && (isAlone || isPhrase || hasColon(run, to)) && !isProse(run.text);
}

export const hasColon = ({ words }: TextRun, to: number): boolean =>
  /[:#]$/.test(words[to - 1]?.text ?? '') || /^[:#]/.test(words[to]?.text ?? '');

/** The words of a run, from and to, that a match is in. */
export function wordsAt(text: string, { index, 0: match }: RegExpExecArray): { from: number; to: number } {
  const wordAt = (place: number) => text.slice(0, place).split(' ').length - 1;
  return { from: wordAt(index), to: wordAt(index + match.length - 1) + 1 };
}

export const toText = (words: readonly PageWord[]): string =>
  words
    .map(({ text }) => text)
    .join(' ')
    .replace(/^[:#\s]+/, '')
    .trim();
