import { labelImportField, type ImportField } from '#shared/imports/import-fields.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { fieldsInPlace, type ColumnPreset, type ColumnPresets } from './column-presets.ts';
import { fieldNamed, findHeadings, guessFields, headingsSought, type Remembered } from './columns.ts';
import type { ListRules } from './list-rules.ts';
import { UnusableFile, type FileRow, type OpenList } from './reading.ts';

const sampleRows = 50;
const somebodyElse =
  /\b(?:manager|property|owner|buyer|tenant|landlord|broker|agent|insur\w+|carrier|producer|requester|requested by|approver|our|internal|site|superintendent|coordinator|billing|remit\w*|accounts?|emergency)\b/i;
const maxTopRow = 120;
const maxCell = 200;

export type FileColumns = ReturnType<typeof createFileColumns>;

export function createFileColumns(rules: ListRules, remembered: () => Remembered, presets: ColumnPresets) {
  let read: readonly FileRow[] = [];
  let width = 0;
  let headingsRow: number | null = null;
  let taken: { id: string; byItself: boolean } | null = null;
  let last: Pick<ReturnType<typeof guessFields>, 'guessed' | 'questions'> = {
    guessed: new Set(),
    questions: [],
  };

  const bodyFrom = () => read.findIndex(({ row }) => row === headingsRow) + 1;

  function names(): string[] {
    if (headingsRow === null) return Array.from({ length: width }, () => '');
    const at = bodyFrom() - 1;
    const cells = read[at]?.cells ?? [];
    const plain = Array.from({ length: width }, (_none, column) => cells[column] ?? '');
    const above = read[at - 1];
    if (above?.row !== headingsRow - 1) return plain;
    const grouped = withGroups(plain, above.cells);
    return grouped.ofOthers || countFields(grouped.names) > countFields(plain) ? grouped.names : plain;
  }

  /** Headings with the groups above them, where both together are known or the group is somebody else's: `ofOthers`. */
  function withGroups(plain: readonly string[], groups: readonly string[]) {
    const filled = groups.filter((cell) => cell !== '');
    if (filled.length < 2 && (groups[0] ?? '') !== '') return { names: [...plain], ofOthers: false };
    const areGroups = filled.every((cell) => !/[\d@:]/.test(cell));
    let group = '';
    let ofOthers = false;
    const grouped = plain.map((name, column) => {
      const own = groups[column] ?? '';
      group = own === '' ? group : own;
      if (name === '' || name === own) return own;
      const whole = `${group} ${name}`.trim();
      const isOther = areGroups && somebodyElse.test(group);
      ofOthers ||= isOther;
      // A company's ID is not the ID of anything.
      const known = fieldNamed(rules.headings, whole);
      return known === undefined && !isOther && fieldNamed(rules.headings, name) !== undefined ? name : whole;
    });
    return { names: grouped, ofOthers };
  }

  function countFields(headings: readonly string[]): number {
    const { fields } = guessFields(rules.headings, headings, [], new Map());
    return fields.filter((field) => field !== 'skip').length;
  }

  const samples = (): string[][] => read.slice(bodyFrom(), bodyFrom() + sampleRows).map(({ cells }) => cells);

  function guessed(known: Remembered): ImportField[] {
    const { fields, ...rest } = guessFields(rules.headings, names(), samples(), known);
    last = rest;
    return fields;
  }

  function getFields(preset: ColumnPreset): ImportField[] {
    const byHeading = preset.columns.map(({ heading, field }) => [heading, field] as const);
    return fieldsInPlace(preset, names()) ?? guessed(new Map([...remembered(), ...byHeading]));
  }

  const kept = (id: string) => presets.all().find((one) => one.id === id);

  return {
    /** Null where every row is of the list. */
    get headingsRow(): number | null {
      return headingsRow;
    },
    set headingsRow(row) {
      headingsRow = row;
    },
    open(rows: readonly FileRow[]): void {
      read = rows;
      width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
      const top = rows.slice(0, headingsSought + sampleRows).map(({ cells }) => cells);
      const found = findHeadings(rules.headings, top, remembered());
      headingsRow = found === null ? null : (rows[found]?.row ?? null);
    },
    names,
    body: () => read.slice(bodyFrom()),
    topRows: (): ImportStatus['topRows'] =>
      read.slice(0, headingsSought).map(({ row, cells }) => ({
        row,
        text: cells
          .filter((cell) => cell !== '')
          .join(' · ')
          .slice(0, maxTopRow),
      })),
    shown(fields: readonly ImportField[]): ImportStatus['columns'] {
      const headings = names();
      const rows = samples();
      const getText = (cells: readonly string[] | undefined, column: number) =>
        (cells?.[column] ?? '').slice(0, maxCell);
      return fields.map((field, column) => ({
        heading: getText(headings, column),
        sample: getText(
          rows.find((cells) => getText(cells, column) !== ''),
          column,
        ),
        field,
        guessed: field !== 'skip' && last.guessed.has(column),
      }));
    },
    /** The fields by the preset of the headings, or else by each heading. */
    readFields(): ImportField[] {
      const preset = presets.matching(names());
      taken = preset === null ? null : { id: preset.id, byItself: true };
      return preset === null ? guessed(remembered()) : getFields(preset);
    },
    /** What the person has to decide about the columns, in a sentence; null for nothing. */
    question(fields: readonly ImportField[]): string | null {
      const open = last.questions.find(
        ({ field, columns }) =>
          !fields.includes(field) && columns.some((column) => fields[column] === 'skip'),
      );
      if (open === undefined) return null;
      const headings = names();
      const which = open.columns.map((column) => `${columnLetters(column)} (${headings[column] ?? ''})`);
      return `${labelImportField(open.field)} could be in column ${which.join(' or ')}. Choose one.`;
    },
    savePreset(id: string | null, name: string, fields: readonly ImportField[]): void {
      taken = { id: presets.save(id, name, names(), fields), byItself: false };
    },
    takePreset(id: string): ImportField[] | null {
      const preset = kept(id);
      if (preset === undefined) return null;
      taken = { id, byItself: false };
      return getFields(preset);
    },
    preset(fields: readonly ImportField[]): ImportStatus['preset'] {
      const preset = taken === null ? undefined : kept(taken.id);
      if (taken === null || preset === undefined) return null;
      const said = getFields(preset);
      const changed = fields.some((field, column) => field !== said[column]);
      return { id: preset.id, name: preset.name, byItself: taken.byItself, changed };
    },
  };
}

function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}

const maxSheets = 40;
const examinedRows = 60;
const minRows = 4;

/** The weight of a sheet with all columns a list needs. */
const listWeight = 1000;
/** Sheets with a list, but not the one to send. */
const setAside =
  /\b(?:inactive|in-active|old|archived?|former|do not use|dnu|deleted|template|examples?|samples?|instructions)\b/i;

/** Finds the sheet with the list, by its headings: visible, most fields, more rows than an example. `others` look like lists too. */
export async function findListSheet(
  list: OpenList,
  rules: ListRules,
  columns: FileColumns,
  stopped: () => boolean,
): Promise<{ sheet: number; others: number[] }> {
  const shown = [...list.sheets.keys()].filter((sheet) => list.sheets[sheet]?.hidden === false);
  const looked = (shown.length > 0 ? shown : [...list.sheets.keys()]).slice(0, maxSheets);
  let best = { sheet: looked[0] ?? 0, weight: 0 };
  const lists: number[] = [];
  for (const sheet of looked) {
    const weight = weigh(await firstRows(list, sheet), rules, columns);
    if (stopped()) break;
    if (weight >= listWeight) lists.push(sheet);
    const preferred = setAside.test(list.sheets[sheet]?.name ?? '') ? weight / listWeight : weight;
    if (preferred > best.weight) best = { sheet, weight: preferred };
  }
  return { sheet: best.sheet, others: lists.filter((sheet) => sheet !== best.sheet) };
}

async function firstRows(list: OpenList, sheet: number): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  try {
    for await (const some of list.rows(sheet)) {
      rows.push(...some);
      if (rows.length >= examinedRows) break;
    }
  } catch (error) {
    // An unreadable sheet is not the list; choosing it says why.
    if (!(error instanceof UnusableFile)) throw error;
    return [];
  }
  return rows.slice(0, examinedRows);
}

function weigh(rows: readonly FileRow[], rules: ListRules, columns: FileColumns): number {
  columns.open(rows);
  const body = columns.body();
  if (body.length === 0) return 0;
  const fields = columns.readFields();
  const problem = rules.mappingProblem({ fields, message: '', type: rules.defaultType() });
  const used = fields.filter((field) => field !== 'skip').length;
  return (problem === null ? listWeight : 0) + used * 2 + (body.length >= minRows ? 1 : 0);
}
