import type { ImportField } from '#shared/import-fields.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { fieldsInPlace, presetColumns, type ColumnPreset, type ColumnPresets } from './column-presets.ts';
import { guessFields, type Remembered } from './columns.ts';
import { findHeadings, headingsSought } from './heading-row.ts';
import type { ListRules } from './list-rules.ts';
import type { FileRow } from './reading.ts';

const sampleRows = 50;
/** How much of a row is shown where the row of headings is chosen. */
const maxTopRow = 120;
const maxCell = 200;

/** The rows of a sheet as they were read, where its headings stand, and what they tell of the columns. */
export interface FileColumns {
  /** The row that holds the headings; null where every row is of the list. */
  readonly headingsRow: number | null;
  /** Takes the rows of a sheet, and finds its headings. */
  open(rows: readonly FileRow[]): void;
  setHeadingsRow(row: number | null): void;
  /** A heading for each column, empty where it has none. */
  names(): string[];
  /** The rows of the list, without those up to the headings. */
  body(): FileRow[];
  topRows(): ImportStatus['topRows'];
  /** What stands in the first rows of each column. */
  shown(fields: readonly ImportField[]): ImportStatus['columns'];
  /** What the columns are as far as the file tells: by the preset of its headings, or else by each of them. */
  told(): ImportField[];
  /** Keeps what the columns are as a preset, in place of the one with this ID where there is one. */
  savePreset(id: string | null, name: string, fields: readonly ImportField[]): void;
  /** What a preset says of the columns; null where it is not there any more. */
  takePreset(id: string): ImportField[] | null;
  /** The preset that was taken, and whether the columns are other than it says. */
  preset(fields: readonly ImportField[]): ImportStatus['preset'];
}

export function createFileColumns(
  rules: ListRules,
  remembered: () => Remembered,
  presets: ColumnPresets,
): FileColumns {
  let read: readonly FileRow[] = [];
  let width = 0;
  let headingsRow: number | null = null;
  let taken: { id: string; byItself: boolean } | null = null;

  function bodyFrom(): number {
    return headingsRow === null ? 0 : read.findIndex(({ row }) => row === headingsRow) + 1;
  }

  function names(): string[] {
    const cells = headingsRow === null ? [] : (read[bodyFrom() - 1]?.cells ?? []);
    return Array.from({ length: width }, (_none, column) => cells[column] ?? '');
  }

  function samples(): string[][] {
    return read.slice(bodyFrom(), bodyFrom() + sampleRows).map(({ cells }) => cells);
  }

  const guessed = (known: Remembered) => guessFields(rules.headings, names(), samples(), known);

  function getFields(preset: ColumnPreset): ImportField[] {
    const byHeading = preset.columns.map(({ heading, field }) => [heading, field] as const);
    return fieldsInPlace(preset, names()) ?? guessed(new Map([...remembered(), ...byHeading]));
  }

  const kept = (id: string) => presets.all().find((one) => one.id === id);

  return {
    get headingsRow() {
      return headingsRow;
    },
    open(rows) {
      read = rows;
      width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
      const top = rows.slice(0, headingsSought + sampleRows).map(({ cells }) => cells);
      const found = findHeadings(rules.headings, top, remembered());
      headingsRow = found === null ? null : (rows[found]?.row ?? null);
    },
    setHeadingsRow(row) {
      headingsRow = row;
    },
    names,
    body: () => read.slice(bodyFrom()),
    topRows: () =>
      read.slice(0, headingsSought).map(({ row, cells }) => ({
        row,
        text: cells
          .filter((cell) => cell !== '')
          .join(' · ')
          .slice(0, maxTopRow),
      })),
    shown(fields) {
      const headings = names();
      const rows = samples();
      return fields.map((field, column) => ({
        heading: (headings[column] ?? '').slice(0, maxCell),
        sample: (rows.find((cells) => (cells[column] ?? '') !== '')?.[column] ?? '').slice(0, maxCell),
        field,
      }));
    },
    told() {
      const preset = presets.matching(names());
      taken = preset === null ? null : { id: preset.id, byItself: true };
      return preset === null ? guessed(remembered()) : getFields(preset);
    },
    savePreset(id, name, fields) {
      taken = { id: presets.save(id, name, presetColumns(names(), fields)).id, byItself: false };
    },
    takePreset(id) {
      const preset = kept(id);
      if (preset === undefined) return null;
      taken = { id, byItself: false };
      return getFields(preset);
    },
    preset(fields) {
      const preset = taken === null ? undefined : kept(taken.id);
      if (taken === null || preset === undefined) return null;
      const said = getFields(preset);
      const changed = fields.some((field, column) => field !== said[column]);
      return { id: preset.id, name: preset.name, byItself: taken.byItself, changed };
    },
  };
}
