import { foldLetters } from '#shared/base/fold-text.ts';
import type { ImportField } from '#shared/imports/import-fields.ts';
import { fieldsWithoutHeadings, findExport, notTheAddress } from './heading-names.ts';
import { looksLikeCompany } from './contact-cells.ts';

export interface Headings {
  /** The field of each folded heading; better names of a field come first. */
  readonly getField: ReadonlyMap<string, ImportField>;
  /** Whether no heading has such a cell. */
  isData(cell: string): boolean;
  /** The field that {@link isData} recognizes; null for several. */
  readonly dataField: ImportField | null;
  readonly leavesOutInactive: boolean;
}

/** Makes a list's headings of the folded names of each field. No name may be of two fields. */
export function getHeadings(
  names: Iterable<readonly [ImportField, readonly string[]]>,
  isData: (cell: string) => boolean,
  dataField: ImportField | null,
): Headings {
  const getField = new Map<string, ImportField>();
  for (const [field, headings] of names) {
    for (const heading of headings) {
      if (getField.has(heading)) throw new Error(`The heading ${heading} names two fields.`);
      getField.set(heading, field);
    }
  }
  return { getField, isData, dataField, leavesOutInactive: dataField !== null };
}

/** A heading without case, accents, spaces and marks; `#` is the word number. Empty for a longer text. */
export function foldHeading(heading: string): string {
  if (heading.length > maxHeading) return '';
  const bare = foldLetters(heading.replaceAll(/[#№]/g, ''));
  return bare === '' ? '' : foldLetters(heading.replaceAll(/[#№]/g, 'number'));
}

/** Remarks in parentheses that do not change what a heading names. */
const remark =
  /\((?:required|needed|mandatory|optional|if (?:any|applicable|known|available|different)|(?:full )?legal(?: name)?|full|primary|main|work|office|for invit\w{1,10}|e?s|cell|mobile|direct|daytime|first,? last|last,? first|please print|text|numbers? only|no dashes|(?:two|2)[ -]letters?|\d{1,3} digits|(?:e\.?g\.?|ex\.?|example):? [^()]{1,60}|cslb|dbpr|tdlr|ccb|roc|dora|dba|[#x\d .-]{7,20}|([dmy]{1,4})([/.-])[dmy]{1,4}\2[dmy]{1,4}|[dmyc]{6,8})\)/gi;

const maxHeading = 500;

const inParentheses = /\(([^()]*)\)/g;
/** Parentheses with their content, or what separates two names, as in `Vendor / DBA` or `Company or DBA`. */
const betweenNames = /\([^()]*\)|[/|\\,;&+\n]|\b(?:or|and)\b/gi;

/** The folded name by which a heading is known; undefined where its parts name different things, as in `Company / Contact`. */
function knownName(known: Headings, heading: string): { name: string; whole: boolean } | undefined {
  if (heading.length > maxHeading) return undefined;
  const bare = heading.replaceAll(remark, '');
  const whole = [foldHeading(heading), foldHeading(bare)].find((name) => known.getField.has(name));
  const parts = namesOfParts(known, bare);
  const fields = new Set(parts.map((name) => known.getField.get(name)));
  if (whole !== undefined && (fields.size < 2 || !fields.has(known.getField.get(whole)))) {
    return { name: whole, whole: true };
  }
  const [first] = parts;
  return first === undefined || fields.size > 1 ? undefined : { name: first, whole: false };
}

/** The names among the parts of a heading. A last word may belong to all of them, as in `Vendor/Supplier ID`. */
function namesOfParts(known: Headings, heading: string): string[] {
  const parts = heading
    .replace(betweenNames, (found) => (found.startsWith('(') ? found : '\0'))
    .split('\0')
    .map((part) => part.trim());
  const shared = /\S\s+(\S+)$/.exec(parts.at(-1) ?? '')?.[1] ?? '';
  return parts.flatMap((part) => {
    const outside = part.replace(inParentheses, ' ');
    const inside = [...part.matchAll(inParentheses)].map((match) => match[1]).join(' ');
    const written = [part, `${inside} ${outside}`];
    const field = known.getField.get(foldHeading(outside));
    if (inside === '' || (field !== undefined && field === known.getField.get(foldHeading(inside))))
      written.push(outside);
    if (!/\s/.test(part)) written.unshift(`${part} ${shared}`);
    return written.map(foldHeading).find((name) => known.getField.has(name)) ?? [];
  });
}

export const fieldNamed = (known: Headings, heading: string): ImportField | undefined =>
  known.getField.get(knownName(known, heading)?.name ?? '');

/** Names of an address's place, where nothing says that a license is valid there. */
const placeNames = new Set(['city', 'town', 'county', 'state', 'st', 'zip', 'zipcode', 'postalcode']);
/** Types of requests; other words under `Type` are the license's own. */
const requestType = /^(?:licen[sc]e|insurance|coi|certificate|w-?9|document|background)/i;

/** The field of each column: as chosen before, by the exporting program, its heading, or its cells. No field is filled twice. */
export function guessFields(
  known: Headings,
  headingsOfFile: readonly string[],
  samples: readonly (readonly string[])[],
  remembered: Remembered,
) {
  const used = new Set<ImportField>();
  const fields: ImportField[] = headingsOfFile.map(() => 'skip');
  const guessed = new Set<number>();
  const questions: { field: ImportField; columns: number[] }[] = [];
  const folded = headingsOfFile.map(foldHeading);
  const program = findExport(folded);
  const isMailing = folded.some((heading) =>
    /^(?:mailing|licen[sc]estate|licensingstate|issuingstate)/.test(heading),
  );

  function take(column: number, field: ImportField | undefined): void {
    if (field === undefined || field === 'skip' || used.has(field) || fields[column] !== 'skip') return;
    fields[column] = field;
    used.add(field);
  }
  const isOpen = (column: number) =>
    fields[column] === 'skip' &&
    !remembered.has(folded[column] ?? '') &&
    program.get(folded[column] ?? '') === undefined &&
    !(isMailing && placeNames.has(folded[column] ?? '')) &&
    !(folded[column] === 'type' && samples.some((row) => !requestType.test(row[column] || 'license')));

  folded.forEach((heading, column) => take(column, remembered.get(heading)));
  folded.forEach((heading, column) => take(column, program.get(heading)));
  const names = headingsOfFile.map((heading) => knownName(known, heading));
  for (const whole of [true, false]) {
    for (const [name, field] of known.getField) {
      const same = [...names.keys()].filter(
        (column) => names[column]?.name === name && names[column].whole === whole && isOpen(column),
      );
      if (same.length === 0 || used.has(field)) continue;
      const distinct = same.length === 1 ? same : whichDiffer(same, samples);
      if (distinct.length < 2) take(distinct[0] ?? same[0] ?? -1, field);
      else questions.push({ field, columns: distinct });
      used.add(field);
    }
  }
  if (headingsOfFile.every((heading) => heading === '')) {
    for (const [column, field] of Object.entries(fieldsWithoutHeadings(samples[0] ?? []) ?? {})) {
      if ([...known.getField.values()].includes(field)) take(Number(column), field);
    }
  }
  if (known.dataField !== null && !used.has(known.dataField)) {
    const holding = [...fields.keys()].filter(
      (column) =>
        isOpen(column) &&
        !notTheAddress.test(folded[column] ?? '') &&
        samples.some((row) => known.isData(row[column] ?? '')),
    );
    const [only, ...others] = holding;
    if (others.length > 0) questions.push({ field: known.dataField, columns: holding });
    else if (only !== undefined) {
      take(only, known.dataField);
      guessed.add(only);
    }
  }
  const whole = fields.indexOf('fullName');
  if (whole === -1) return { fields, guessed, questions };
  // A name in one column and its parts in others would fill the same place twice.
  if (used.has('firstName') || used.has('lastName')) fields[whole] = 'skip';
  else if (folded[whole] === 'name' && !used.has('companyName') && areCompanies(whole, samples)) {
    fields[whole] = 'companyName';
    guessed.add(whole);
  }
  return { fields, guessed, questions };
}

/** The columns with one heading that say something, where they differ. */
function whichDiffer(columns: readonly number[], samples: readonly (readonly string[])[]): number[] {
  const filled = columns.filter((column) => samples.some((row) => (row[column] ?? '') !== ''));
  const [first = -1] = filled;
  return filled.filter((one) => one === first || samples.some((row) => row[one] !== row[first]));
}

function areCompanies(column: number, samples: readonly (readonly string[])[]): boolean {
  const names = samples.map((row) => row[column] ?? '').filter((name) => name !== '');
  return names.filter(looksLikeCompany).length * 2 > names.length;
}

/** The chosen field of each folded heading. A Map, since a heading may be any word. */
export type Remembered = ReadonlyMap<string, ImportField>;

export const headingsToRemember = (columns: readonly { heading: string; field: ImportField }[]): Remembered =>
  new Map(
    columns
      .map(({ heading, field }) => [foldHeading(heading), field] as const)
      .filter(([heading]) => heading !== ''),
  );

/** Rows at the top in which headings are searched and can be chosen, without empty ones. */
export const headingsSought = 30;

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length;

/** The index of the headings: the row near the top that names the most fields, else the first unlike those below. Null for none. */
export function findHeadings(known: Headings, rows: readonly (readonly string[])[], remembered: Remembered) {
  const widest = Math.max(0, ...rows.map(filled));
  const top = rows.slice(0, Math.min(headingsSought, rows.length - 1));
  const isTitle = (cells: readonly string[]) => widest > 1 && filled(cells) === 1;
  let best: { index: number; weight: number } | null = null;
  for (const [index, cells] of top.entries()) {
    // Headings below a row of the list belong to another list.
    if (cells.some((cell) => known.isData(cell))) {
      if (known.dataField !== null) break;
      continue;
    }
    const named = new Set(cells.map((cell) => remembered.get(foldHeading(cell)) ?? fieldNamed(known, cell)));
    named.delete(undefined);
    named.delete('skip');
    const weight = isTitle(cells) ? named.size / 2 : named.size;
    if (weight > (best?.weight ?? 0)) best = { index, weight };
  }
  if (best !== null) return best.index;
  const first = rows.findIndex((cells) => !isTitle(cells));
  return first !== -1 && first < top.length && looksUnlike(known, rows[first] ?? [], rows.slice(first + 1))
    ? first
    : null;
}

function looksUnlike(known: Headings, first: readonly string[], others: readonly (readonly string[])[]) {
  const isFilled = (cell = '') => known.isData(cell) || /\d/.test(cell);
  return (
    !first.some((cell) => known.isData(cell)) &&
    first.some((cell, column) => !/\d/.test(cell) && others.some((row) => isFilled(row[column])))
  );
}
