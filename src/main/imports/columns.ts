import { foldLetters } from '#shared/fold-text.ts';
import { importField, type ImportField } from '#shared/import-fields.ts';

/** What tells the columns of a kind of list. */
export interface Headings {
  /** Which field a heading names, folded as {@link foldHeading} does; of a field's names the better ones come first. */
  readonly getField: ReadonlyMap<string, ImportField>;
  /** Whether a cell holds what no heading does. */
  isData(cell: string): boolean;
  /** The field that {@link isData} tells by itself; null where it does not say which field it is. */
  readonly dataField: ImportField | null;
}

/** Makes a list's headings of the names that people give each field, folded. No name may be of two fields. */
export function getHeadings(
  names: Partial<Record<ImportField, readonly string[]>>,
  isData: (cell: string) => boolean,
  dataField: ImportField | null,
): Headings {
  const getField = new Map<string, ImportField>();
  for (const [name, headings] of Object.entries(names)) {
    const field = importField.parse(name);
    for (const heading of headings) {
      if (getField.has(heading)) throw new Error(`The heading ${heading} names two fields.`);
      getField.set(heading, field);
    }
  }
  return { getField, isData, dataField };
}

/**
 * The form in which two headings are the same: without case, accents, spaces and marks; `#` is the word number. Empty where it is
 * longer than a heading is.
 */
export function foldHeading(heading: string): string {
  if (heading.length > maxHeading) return '';
  const bare = foldLetters(heading.replaceAll(/[#№]/g, ''));
  return bare === '' ? '' : foldLetters(heading.replaceAll(/[#№]/g, 'number'));
}

/** What a form says of a field behind its name. */
const remark =
  /\((?:required|needed|mandatory|optional|if any|if applicable|[dmy]+([/.-])[dmy]+\1[dmy]+)\)/gi;

/** What a heading is known by: the name, folded, and whether it is the whole heading or one of its parts alone. */
interface KnownName {
  name: string;
  whole: boolean;
}

/** Longest heading that is known by what it says, in characters. People write a line; what is longer is not a heading. */
const maxHeading = 500;

const inParentheses = /\(([^()]*)\)/g;
/** Parentheses with what is in them, or what stands between two names in one heading, as in `Vendor / DBA` or `Company or DBA`. */
const betweenNames = /\([^()]*\)|[/|\\,;&+\n]|\b(?:or|and)\b/gi;

/**
 * The name that a heading is known by; undefined where it is none of those known, or where its parts name different things,
 * as in `Company / Contact`: what such a column holds is for the person to say.
 */
function knownName(known: Headings, heading: string): KnownName | undefined {
  if (heading.length > maxHeading) return undefined;
  const bare = heading.replace(remark, '');
  const whole = [foldHeading(heading), foldHeading(bare)].find((name) => known.getField.has(name));
  const parts = namesOfParts(known, bare);
  const fields = new Set(parts.map((name) => known.getField.get(name)));
  if (whole !== undefined && (fields.size < 2 || !fields.has(known.getField.get(whole)))) {
    return { name: whole, whole: true };
  }
  const [first] = parts;
  return first === undefined || fields.size > 1 ? undefined : { name: first, whole: false };
}

/** The names among the parts of a heading. A last word may be meant for all of them, as in `Vendor/Supplier ID`. */
function namesOfParts(known: Headings, heading: string): string[] {
  const parts = heading
    .replace(betweenNames, (found) => (found.startsWith('(') ? found : '\0'))
    .split('\0')
    .map((part) => part.trim());
  const shared = /\S\s+(\S+)$/.exec(parts.at(-1) ?? '')?.[1] ?? '';
  return parts.flatMap((part) => {
    const outside = part.replace(inParentheses, ' ');
    const inside = [...part.matchAll(inParentheses)].map((match) => match[1]).join(' ');
    const written = [part, `${inside} ${outside}`, outside];
    if (!/\s/.test(part)) written.unshift(`${part} ${shared}`);
    return written.map(foldHeading).find((name) => known.getField.has(name)) ?? [];
  });
}

/** The field that a heading names; undefined where it is none of the names known. */
export function fieldNamed(known: Headings, heading: string): ImportField | undefined {
  const name = knownName(known, heading);
  return name === undefined ? undefined : known.getField.get(name.name);
}

/**
 * What each column fills: as it was chosen for the same heading before, by its heading, of several for one field by the
 * one that says it best (the whole heading before one of its parts), and, where no heading says so, the column with the most cells that tell their field by themselves. No field is filled twice.
 */
export function guessFields(
  known: Headings,
  headingsOfFile: readonly string[],
  samples: readonly (readonly string[])[],
  remembered: Remembered,
): ImportField[] {
  const used = new Set<ImportField>();
  const fields: ImportField[] = headingsOfFile.map(() => 'skip');

  function take(column: number, field: ImportField | undefined): void {
    if (field === undefined || field === 'skip' || used.has(field) || fields[column] !== 'skip') return;
    fields[column] = field;
    used.add(field);
  }

  const folded = headingsOfFile.map(foldHeading);
  folded.forEach((heading, column) => take(column, remembered.get(heading)));
  const names = headingsOfFile.map((heading) => knownName(known, heading));
  for (const whole of [true, false]) {
    for (const [name, field] of known.getField) {
      names.forEach((one, column) => {
        if (one?.name !== name || one.whole !== whole) return;
        if (!remembered.has(folded[column] ?? '')) take(column, field);
      });
    }
  }
  if (known.dataField !== null && !used.has(known.dataField)) {
    const counts = fields.map((field, column) =>
      field === 'skip' && !remembered.has(folded[column] ?? '')
        ? samples.filter((row) => known.isData(row[column] ?? '')).length
        : 0,
    );
    const most = Math.max(0, ...counts);
    if (most > 0) take(counts.indexOf(most), known.dataField);
  }
  // A name in one column and its parts in others would fill the same place twice.
  if (used.has('firstName') || used.has('lastName')) {
    const whole = fields.indexOf('fullName');
    if (whole !== -1) fields[whole] = 'skip';
  }
  return fields;
}

/** Which field each heading was chosen for, by {@link foldHeading}. A Map, since a heading may be any word. */
export type Remembered = ReadonlyMap<string, ImportField>;

/** The headings of a file with the fields that were chosen for them, for the next file that has them. */
export function headingsToRemember(columns: readonly { heading: string; field: ImportField }[]): Remembered {
  return new Map(
    columns
      .map(({ heading, field }) => [foldHeading(heading), field] as const)
      .filter(([heading]) => heading !== ''),
  );
}
