import type { ImportField, ListKind } from '#shared/imports/import-fields.ts';
import type { ImportDuplicate } from '#shared/ipc/imports.ts';
import type { DateRule } from '#shared/service/service-dates.ts';
import type { ListItem } from '../store/import-item.ts';
import type { Headings } from './columns.ts';
import type { CellFinding } from './contact-cells.ts';

/** What is wrong with a cell, and where it stands. */
export interface CellProblem extends CellFinding {
  column: number;
}

/** A row as what it becomes, or what keeps it from becoming that. */
export type CheckedItem = { ok: true; item: ListItem } | { ok: false; problems: CellProblem[] };

/**
 * Which figure of a column's dates comes first. `unclear` where some dates show one order and some the other; `swapped` where a
 * spreadsheet took every date that it could for month first, and left the others, which are day first, as text.
 */
export type ColumnDateOrder = 'month_first' | 'day_first' | 'unclear' | 'swapped';

/** The order of each column of dates that shows one; of a column that is not here nothing is known. */
export type DateOrders = ReadonlyMap<number, ColumnDateOrder>;

/** How rows are taken: what the columns are, and what stands for a cell that a row leaves empty. */
export interface RowDefaults {
  fields: readonly ImportField[];
  message: string;
  type: string;
  /** In which order the dates of a column are read. */
  dates?: DateOrders;
  /** Days are counted from 1904, as the file says. */
  from1904?: boolean;
  /** Words such as "Lifetime" for an expiration mean that there is none, as a person said. */
  endless?: boolean;
}

/** What this computer knows already of what a list holds. Keys are those of {@link ListRules.getKeys}. */
export interface KnownItems {
  /** Looks whether there is anything to find at all; before many questions in a row. */
  refresh(): void;
  /** The newest that has one of the keys; null where none is here. */
  find(keys: readonly string[]): ImportDuplicate | null;
  /** Changes whenever something came to be known; for telling that nothing did. */
  mark(): string;
}

/** What is particular to a kind of list. Everything else about importing is the same for all kinds. */
export interface ListRules {
  readonly list: ListKind;
  readonly headings: Headings;
  readonly known: KnownItems;
  /** The order of dates in figures where a list shows none of its own. */
  dateOrder(): DateRule['order'];
  /** What stands for the type of a row that has none, before a person says so. */
  defaultType(): string;
  /** What is missing before anything can be queued, in a sentence. */
  mappingProblem(rules: RowDefaults): string | null;
  checkRow(cells: readonly string[], rules: RowDefaults): CheckedItem;
  /** Two rows that share a key are the same vendor, or the same license. */
  getKeys(cells: readonly string[], rules: RowDefaults): string[];
}
