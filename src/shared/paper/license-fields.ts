import { stateForm } from '../comparison/states.ts';
import { isoDay, readDate } from '../dates.ts';
import { around, toRuns, type Box, type PageWord, type TextRun } from './page-text.ts';

/** The fields of a license that are read from its page, by their names in the request for a verification. */
export const readableFields = [
  'licenseNumber',
  'licenseTradeType',
  'licenseeName',
  'licenseeAddress',
  'qualifiedParty',
  'effectiveDate',
  'expiryDate',
  'state',
] as const;
export type ReadableField = (typeof readableFields)[number];

/** A field as it was read from a page. */
export interface FieldOnPage {
  field: ReadableField;
  /** As the form takes it: days as 2027-03-31. */
  value: string;
  /** Whether every word of it was read well, and nothing on the page says otherwise. What is unsure is for a person to check. */
  sure: boolean;
  box: Box;
}

/** Words that are surer than this were read right, as far as the recognizer can tell. */
const sureFrom = 0.85;

interface FieldRule {
  field: ReadableField;
  /** What stands before the value or over it. */
  label: RegExp;
  /** The value in what stands there; null where that is none. */
  read: (text: string) => string | null;
}

const number = /^[A-Z]{0,5}[-.]?\d[\dA-Z.-]{2,12}$/i;

function readNumber(text: string): string | null {
  const [first = ''] = text.replace(/^[#:\s]+/, '').split(/\s+/);
  return number.test(first) && first.replaceAll(/\D/g, '').length >= 4 ? first : null;
}

/** A day at the beginning of a text that may go on with other words. */
function readDay(text: string): string | null {
  const words = text.split(/\s+/);
  for (let count = Math.min(words.length, 4); count > 0; count -= 1) {
    const day = readDate(words.slice(0, count).join(' '))?.day;
    if (day !== undefined) return isoDay(day);
  }
  return null;
}

function readName(text: string): string | null {
  return /[A-Za-z]{2}/.test(text) ? text : null;
}

const rules: readonly FieldRule[] = [
  {
    field: 'licenseNumber',
    label: /(?:licen[sc]e|lic\.?|registration|certificate)\s*(?:numbers?|num\.?|nbr\.?|no\.?|#|id\b)/i,
    read: readNumber,
  },
  {
    field: 'licenseTradeType',
    label:
      /classifications?(?:\s+codes?)?|(?:licen[sc]e|trade)\s+(?:type|class)|type\s+of\s+licen[sc]e|\btrade\b/i,
    read: readName,
  },
  {
    field: 'licenseeName',
    label:
      /licensee(?:\s+name)?|name\s+of\s+licensee|business\s+name|company\s+name|issued\s+to|\bcontractor\b/i,
    read: readName,
  },
  {
    field: 'qualifiedParty',
    label:
      /qualif(?:ying|ied)\s+(?:party|individual|person|agent)|\bqualifier\b|responsible\s+managing\s+(?:officer|employee)|\bRM[OE]\b/i,
    read: readName,
  },
  {
    field: 'effectiveDate',
    label:
      /(?:original\s+)?issued?\s+(?:date|on)|date\s+(?:of\s+issue|issued)|effective(?:\s+date)?|\bissued\b(?!\s+to)/i,
    read: readDay,
  },
  {
    field: 'expiryDate',
    label:
      /expir(?:es|ation|y)(?:\s+(?:date|on))?|exp\.?\s+date|date\s+of\s+expir(?:ation|y)|valid\s+(?:until|through|thru|to)/i,
    read: readDay,
  },
  {
    field: 'licenseeAddress',
    label: /(?:(?:business|mailing)\s+)?address(?:\s+of\s+record)?/i,
    read: (text) => (/\d/.test(text) ? readName(text) : null),
  },
];

interface Candidate {
  words: readonly PageWord[];
  value: string;
}

/**
 * Reads the fields of a license from the words of its page: a value stands after its label, at its right or under it. What cannot
 * be a value of its kind, such as a day that can be read in two ways, is left out.
 */
export function readLicenseFields(words: readonly PageWord[]): FieldOnPage[] {
  const runs = toRuns(words);
  const labels = runs.flatMap((run) => findLabels(run));
  const fields = rules.flatMap((rule): FieldOnPage[] => {
    const found = labels
      .filter((label) => label.rule === rule)
      .flatMap((label) => findValue(label, labels, runs) ?? []);
    const [first] = found;
    if (first === undefined) return [];
    const agree = found.every(({ value }) => value === first.value);
    return [toField(rule.field, first, agree)];
  });
  return [...fields, ...readState(runs)];
}

interface LabelOnPage {
  rule: FieldRule;
  run: TextRun;
  /** Where it begins and ends in the run, in words. */
  from: number;
  to: number;
}

/** The labels in a run, from left to right. A longer one counts before those within it. */
function findLabels(run: TextRun): LabelOnPage[] {
  const all = rules.flatMap((rule) =>
    [...run.text.matchAll(new RegExp(rule.label, 'gi'))].map(({ index, 0: text }) => ({
      rule,
      run,
      from: wordAt(run.text, index),
      to: wordAt(run.text, index + text.length - 1) + 1,
    })),
  );
  const taken: LabelOnPage[] = [];
  for (const label of all.toSorted((one, other) => other.to - other.from - (one.to - one.from))) {
    if (!taken.some(({ from, to }) => label.from < to && from < label.to)) taken.push(label);
  }
  return taken.toSorted((one, other) => one.from - other.from);
}

function wordAt(text: string, index: number): number {
  return text.slice(0, index).split(' ').length - 1;
}

function findValue(
  label: LabelOnPage,
  labels: readonly LabelOnPage[],
  runs: readonly TextRun[],
): Candidate | null {
  const { run, to, rule } = label;
  const next = labels.find((other) => other.run === run && other.from >= to)?.from ?? run.words.length;
  const behind = toCandidate(rule, run.words.slice(to, next));
  if (behind !== null) return behind;
  const isLabel = (other: TextRun) => labels.some(({ run: labeled }) => labeled === other);
  const free = runs.filter((other) => other !== run && !isLabel(other));
  const beside = nearest(free, ({ box }) => (isBeside(run.box, box) ? box.x - run.box.x : null));
  const under = nearest(free, ({ box }) =>
    isUnder(around(run.words.slice(label.from, to)), box) ? box.y - run.box.y : null,
  );
  for (const other of [beside, under]) {
    const candidate = other === null ? null : toCandidate(rule, other.words);
    if (candidate !== null) return candidate;
  }
  return null;
}

function toCandidate({ read }: FieldRule, words: readonly PageWord[]): Candidate | null {
  const from = words.findIndex(({ text }) => /[^\s:.#_-]/.test(text));
  if (from === -1) return null;
  const own = words.slice(from);
  const value = read(
    own
      .map(({ text }) => text)
      .join(' ')
      .replace(/^[:#\s]+/, '')
      .trim(),
  );
  return value === null ? null : { words: own, value };
}

function nearest(runs: readonly TextRun[], measure: (run: TextRun) => number | null): TextRun | null {
  let best: { run: TextRun; distance: number } | null = null;
  for (const run of runs) {
    const distance = measure(run);
    if (distance !== null && (best === null || distance < best.distance)) best = { run, distance };
  }
  return best?.run ?? null;
}

/** To the right in the same row, no farther than a column of a form is wide. */
function isBeside(label: Box, other: Box): boolean {
  const gap = other.x - (label.x + label.width);
  const overlap = Math.min(label.y + label.height, other.y + other.height) - Math.max(label.y, other.y);
  return gap > 0 && gap < 20 * label.height && overlap > 0.4 * Math.min(label.height, other.height);
}

/** In one of the next two rows, beginning where the label does. */
function isUnder(label: Box, other: Box): boolean {
  const gap = other.y - (label.y + label.height);
  return (
    gap > -0.2 * label.height && gap < 2.5 * label.height && Math.abs(other.x - label.x) < 3 * label.height
  );
}

function toField(field: ReadableField, { words, value }: Candidate, agree: boolean): FieldOnPage {
  const sure = agree && words.every(({ confidence }) => confidence >= sureFrom);
  return { field, value, sure, box: around(words) };
}

/** The state that the page says it is of, by its name in a heading. */
function readState(runs: readonly TextRun[]): FieldOnPage[] {
  const found = runs.flatMap((run) => {
    const match = /\bstate\s+of\s+([a-z]+(?:\s+[a-z]+)?)/i.exec(run.text);
    if (match === null) return [];
    const [whole, name = ''] = match;
    for (const state of [name, name.split(/\s+/)[0] ?? '']) {
      const form = stateForm(state);
      const from = wordAt(run.text, match.index);
      const words = run.words.slice(from, from + whole.split(/\s+/).length);
      if (/^[a-z]{2}$/.test(form) && state.length > 2) return [{ words, value: form.toUpperCase() }];
    }
    return [];
  });
  const [first] = found;
  return first === undefined
    ? []
    : [
        toField(
          'state',
          first,
          found.every(({ value }) => value === first.value),
        ),
      ];
}
