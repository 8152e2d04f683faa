import { importField, type ImportField } from '#shared/import-fields.ts';

/** What tells the columns of a kind of list. */
export interface Headings {
  /** Which field a heading names, folded as {@link foldHeading} does. */
  readonly fieldOf: ReadonlyMap<string, ImportField>;
  /** Whether a cell holds what no heading does. */
  isData(cell: string): boolean;
  /** The field that {@link isData} tells by itself; null where it does not say which field it is. */
  readonly dataField: ImportField | null;
}

/** Makes a list's headings of the names that people give each field, folded. */
export function headingsOf(
  names: Partial<Record<ImportField, readonly string[]>>,
  isData: (cell: string) => boolean,
  dataField: ImportField | null,
): Headings {
  const fieldOf = new Map<string, ImportField>();
  for (const [name, headings] of Object.entries(names)) {
    const field = importField.parse(name);
    for (const heading of headings) fieldOf.set(heading, field);
  }
  return { fieldOf, isData, dataField };
}

/** The form in which two headings are the same: without case, accents, spaces and marks. */
export function foldHeading(heading: string): string {
  return heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The field that a heading names; undefined where it is none of the names known. */
export function fieldNamed(known: Headings, heading: string): ImportField | undefined {
  return known.fieldOf.get(foldHeading(heading));
}

/**
 * What each column fills: as it was chosen for the same heading before, by its heading, and, where no heading says so, the
 * column with the most cells that tell their field by themselves. No field is filled twice.
 */
export function guessFields(
  known: Headings,
  headingsOfFile: readonly string[],
  samples: readonly (readonly string[])[],
  remembered: Readonly<Record<string, ImportField>>,
): ImportField[] {
  const used = new Set<ImportField>();
  const fields: ImportField[] = headingsOfFile.map(() => 'skip');

  function take(column: number, field: ImportField | undefined): void {
    if (field === undefined || field === 'skip' || used.has(field) || fields[column] !== 'skip') return;
    fields[column] = field;
    used.add(field);
  }

  const folded = headingsOfFile.map(foldHeading);
  folded.forEach((heading, column) => take(column, remembered[heading]));
  folded.forEach((heading, column) => {
    if (remembered[heading] === undefined) take(column, known.fieldOf.get(heading));
  });
  if (known.dataField !== null && !used.has(known.dataField)) {
    const counts = fields.map((field, column) =>
      field === 'skip' && remembered[folded[column] ?? ''] === undefined
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

/** The headings of a file with the fields that were chosen for them, for the next file that has them. */
export function headingsToRemember(
  columns: readonly { heading: string; field: ImportField }[],
): Record<string, ImportField> {
  return Object.fromEntries(
    columns
      .map(({ heading, field }) => [foldHeading(heading), field] as const)
      .filter(([heading]) => heading !== ''),
  );
}
