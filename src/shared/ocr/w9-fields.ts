import { findLabeled, findPhrases, toField, type FieldWithWords, type FoundValue } from './labeled-fields.ts';
import { type FieldRule, type FormRules, type LabelOnPage } from './page-labels.ts';
import { middle, toRuns, type Box, type PageWord, type TextRun } from './page-text.ts';
import { isPrinted } from './printed-forms.ts';
import { readCityStateZip, readDay, readName } from './value-forms.ts';

function readEmployerId(text: string): string | null {
  const words = text.replaceAll(/[‐‑–]/g, '-').split(/\s+/);
  const end = words.findIndex((word) => !/^[^(]*\d|^[-OoIl|]$/.test(word));
  const digits = words
    .slice(0, end === -1 ? words.length : end)
    .join(' ')
    .replace(/[,;.]$/, '');
  // Three, two and four are a social security number.
  if (/^\d{3}[\s-]+\d{2}[\s-]+\d{4}$/.test(digits)) return null;
  const [, prefix, rest] = /^(\d{2})-?(\d{7})$/.exec(digits.replaceAll(/\s/g, '')) ?? [];
  return prefix === undefined || rest === undefined ? null : `${prefix}-${rest}`;
}

function readSocialSecurityNumber(text: string): 'given' | null {
  const [digits = ''] = /^[\d\s‐‑–-]*/.exec(text) ?? [];
  const grouped = digits.trim().replaceAll(/(?<=\b\d)\s+(?=\d\b)/g, '');
  return /^\d{3}[\s‐‑–-]+\d{2}[\s‐‑–-]+\d{4}$|^\d{9}$/.test(grouped) ? 'given' : null;
}

const readStreet = (text: string): string | null => (/\d/.test(text) ? readName(text) : null);

/** The names of entries that digits in boxes are given where they are read from a picture. */
export const digitEntries = { social: 'social digits', employer: 'employer digits' } as const;

/** The fields of form W-9, by the service's names where it has them; entries as the tax office named them from 2011 to 2024. */
const form = {
  rules: [
    {
      field: 'nameOfEntityIndividual',
      label:
        /(?:\d\s+)?name\s+of\s+(?:the\s+)?entity\s*(?:\/|or)\s*individual|^(?:\d\s+)?name(?=\s*(?::|\(as\s+shown|$))/,
      read: readName,
      entry: /\.f1_0?1(?:_0_)?\[0\]$/,
    },
    {
      field: 'businessName',
      label: /(?:\d\s+)?business\s+name(?:\s*[/,]\s*(?:if\s+different|disregarded\s+entity(?:\s+name)?))?/,
      read: readName,
      entry: /\.f1_0?2(?:_0_)?\[0\]$/,
    },
    {
      field: 'addressStreet',
      label: /^(?:\d\s+)?(?:street\s+)?address/,
      read: readStreet,
      entry: /(?:Address\w*\[0\]\.f1_0?7|\.f1_04_0_)\[0\]$/,
    },
    {
      field: 'addressCityStateZip',
      label:
        /(?:\d\s+)?city\s*,\s*(?:town\s*(?:,\s*)?(?:or\s+)?)?state\s*(?:,\s*)?(?:(?:and|&)\s*)?zip(?:\s+code)?/,
      read: readCityStateZip,
      entry: /(?:Address\w*\[0\]\.f1_0?8|\.f1_05_0_)\[0\]$/,
    },
    {
      field: 'employerIdentificationNumber',
      label:
        /employer\s+identification\s+(?:number|no\.?)(?:\s*\(EIN\))?|^identification\s+number$|\bF?EIN\b/,
      read: readEmployerId,
      layout: 'boxes',
      entry:
        /EmployerID\[0\]\.f1_1[0145]\[0\]$|Page1\[0\]\.f1_1[45]\[0\]$|social\[0\]\.TextField2\[[23]\]$|^employer digits$/,
    },
    { field: 'dateSigned', label: /\bdate(?:\s+signed)?\b/, read: readDay },
  ],
  others:
    /requester.?s\s+name(?:\s+and\s+address)?|list\s+account\s+number|exempt\s+payee|exemption|social\s+security\s+number|\bSSN\b|signature|\bphone\b|\btelephone\b|^part\s+I|(?:check|federal)\s+(?:the\s+)?(?:appropriate\s+box|tax\s+classification)|taxpayer\s+identification\s+number\s+\(TIN\)/,
  notes:
    /an\s+entry\s+is\s+required|name\s+is\s+required|\(as\s+shown\s+on|if\s+different\s+from(?:\s+above)?|\(number,|see\s+instructions|on\s+line\s+\d|\(optional\)/,
} as const satisfies FormRules<string>;
export type W9Field = (typeof form.rules)[number]['field'] | 'federalTaxClassification';

const socialSecurity: FormRules<'socialSecurityNumber'> = {
  rules: [
    {
      field: 'socialSecurityNumber',
      label: /social\s+security(?:\s+(?:number|no\.?)(?:\s*\(SSN\))?|$)|\bSSN\b/,
      read: readSocialSecurityNumber,
      layout: 'boxes',
      entry: /^social digits$/,
    },
  ],
  others: /identification\s+(?:number|no\.?)/,
};

export const hasSocialSecurityNumber = (words: readonly PageWord[]): boolean =>
  findLabeled(toRuns(words), socialSecurity)
    .find('socialSecurityNumber')
    .some(({ value }) => value !== null);

const taxClasses = [
  ['Individual/sole proprietor', /^individual/i],
  ['C corporation', /^C\s/i],
  ['S corporation', /^S\s/i],
  ['Partnership', /^partnership/i],
  ['Trust/estate', /^trust/i],
  ['LLC', /^(?:LLC|limited)/i],
] as const;

/** A box is beyond words: only one read as a mark counts. */
const checkedClass =
  /(?<!\S)(?:[x✓✔✗✘☑☒]|\[x\]|\(x\))\s+(individual(?:\s*\/\s*sole\s+proprietor)?|[CS]\s+corporation|partnership|trust(?:\s*\/\s*estate)?|LLC|limited\s+liability\s+company)(?![a-z])/;

/** The form without its left margin, where text stands sideways. */
function findForm(words: readonly PageWord[]): TextRun[] {
  const { labels } = findLabeled(toRuns(words), form);
  const lines = labels.filter(
    ({ mark }) => typeof mark !== 'string' && mark.layout !== 'boxes' && mark.field !== 'dateSigned',
  );
  // The number of a line may stand apart from its label.
  const isItsNumber = (label: Box, { text, box }: PageWord) =>
    /^\d[ab]?$/.test(text) &&
    Math.abs(middle(box) - middle(label)) < label.height &&
    box.x > label.x - 4 * label.height;
  const edges = lines
    .map(({ box: label }) =>
      Math.min(label.x, ...words.filter((word) => isItsNumber(label, word)).map(({ box }) => box.x)),
    )
    .toSorted((one, other) => one - other);
  const left = (edges[Math.floor(edges.length / 2)] ?? 0) - (lines[0]?.box.height ?? 0) / 2;
  return toRuns(words.filter(({ box }) => edges.length < 3 || box.x + box.width > left));
}

export function readW9Fields(words: readonly PageWord[]): FieldWithWords<W9Field>[] {
  const runs = findForm(words);
  const { labels, find } = findLabeled(runs, form);
  const classes = findPhrases(
    runs,
    checkedClass,
    ([, printed = '']) => taxClasses.find(([, pattern]) => pattern.test(printed))?.[0] ?? null,
  );
  const fields = form.rules.flatMap((rule) => {
    const byLabel = find(rule.field).filter(({ words: own }) => !isPrinted(own));
    const inBox = findInBox(rule, labels, runs);
    const hasLabeled = byLabel.some(({ value }) => value !== null);
    const isInline = (word: PageWord | undefined) =>
      labels.some(({ mark, run }) => mark === rule && run.words.some((one) => one === word));
    const agrees = (value: string, [first]: readonly PageWord[]) =>
      rule.field === 'dateSigned' ||
      (rule.field === 'employerIdentificationNumber'
        ? findNumbers(runs).every((number) => number === value)
        : hasLabeled &&
          (inBox.length === 0 ? isInline(first) : inBox.length === 1 && inBox[0]?.value === value));
    return toField(rule.field, hasLabeled ? byLabel : inBox, agrees);
  });
  return [...fields, ...toField('federalTaxClassification', classes, () => true)];
}

/** All that has the form of an employer identification number, with its label or without. */
const findNumbers = (runs: readonly TextRun[]): string[] =>
  runs.flatMap(({ words }) =>
    words.flatMap(({ text }) => (/^\d{2}[-–]\d{7}$/.test(text) ? (readEmployerId(text) ?? []) : [])),
  );

/** Between the line of a label and the next line, to the left of the next label. */
function findLine(rule: FieldRule, labels: readonly LabelOnPage[]): Box | null {
  const label = labels.find(({ mark }) => mark === rule)?.box;
  if (label === undefined) return null;
  const lines = labels.filter(({ mark }) => mark !== 'note').map(({ box }) => box);
  const below = lines.filter(
    (box) => middle(box) > middle(label) + label.height && box.x < label.x + 30 * label.height,
  );
  const beside = lines.filter(
    (box) => Math.abs(middle(box) - middle(label)) < label.height && box.x > label.x + label.width,
  );
  const y = label.y + 1.2 * label.height;
  const bottom = Math.min(...below.map((box) => box.y), label.y + 6 * label.height);
  const right = Math.min(...beside.map(({ x }) => x)) - label.height;
  // Letters may reach a little over the edge of the label.
  const x = label.x - 0.4 * label.height;
  return { x, y, width: right - x, height: bottom - y };
}

const isOn = ({ box }: TextRun, { x, y, width, height }: Box): boolean =>
  middle(box) > y && middle(box) < y + height && box.x < x + width && box.x > x - 3 * box.height;

/** What is filled in there, and not printed. */
function findInBox(rule: FieldRule, labels: readonly LabelOnPage[], runs: readonly TextRun[]): FoundValue[] {
  const line = findLine(rule, labels);
  if (line === null) return [];
  const isFilled = ({ text, words }: TextRun) =>
    (rule.layout === 'boxes' ? /\d/ : /[A-Za-z]{2}|\d{2}/).test(text) && !isPrinted(words);
  return runs
    .filter((run) => isOn(run, line) && isFilled(run))
    .map(({ text, words }) => ({ value: rule.read(text), words }));
}

/** The place of each line that a name or an address is written on, under what the form prints there; as wide as the page where nothing ends it. */
export function findW9Lines(words: readonly PageWord[]): Box[] {
  const runs = findForm(words);
  const { labels } = findLabeled(runs, form);
  return form.rules.slice(0, 4).flatMap((rule) => {
    const line = findLine(rule, labels);
    if (line === null) return [];
    const printed = runs.filter((run) => isOn(run, line) && isPrinted(run.words));
    const top = Math.max(line.y, ...printed.map(({ box }) => box.y + box.height));
    return [{ ...line, y: top, height: line.y + line.height - top }];
  });
}

/** Whether the lines of the form are there and nothing is filled in. */
export function isBlankW9(words: readonly PageWord[]): boolean {
  const runs = findForm(words);
  const { labels } = findLabeled(runs, form);
  const lines = new Set(labels.flatMap(({ mark }) => (typeof mark === 'string' ? [] : [mark.field])));
  return (
    lines.size >= 4 &&
    !hasSocialSecurityNumber(words) &&
    form.rules.every((rule) => findInBox(rule, labels, runs).length === 0) &&
    readW9Fields(words).length === 0
  );
}
