import type { ImportField, ListKind } from '#shared/imports/import-fields.ts';
import type { ImportDuplicate } from '#shared/ipc/imports.ts';
import type { DateRule } from '#shared/service/service-dates.ts';
import type { ListItem } from '../store/import-item.ts';
import type { Headings } from './columns.ts';
import type { CellFinding } from './contact-cells.ts';

export interface CellProblem extends CellFinding {
  column: number;
}

export type CheckedItem = { ok: true; item: ListItem } | { ok: false; problems: CellProblem[] };

/**
 * `unclear`: dates show both orders. `swapped`: a spreadsheet read every date it could month first, and left the others, which are
 * day first, as text.
 */
export type ColumnDateOrder = 'month_first' | 'day_first' | 'unclear' | 'swapped';

/** The order of each column of dates; absent where nothing is known. */
export type DateOrders = ReadonlyMap<number, ColumnDateOrder>;

/** The columns, and what to use for cells that a row leaves empty. */
export interface RowDefaults {
  fields: readonly ImportField[];
  message: string;
  type: string;
  /** The order of each column's dates. */
  dates?: DateOrders;
  /** Whether the file counts days from 1904. */
  from1904?: boolean;
  /** Whether words such as "Lifetime" mean no expiration, as a person said. */
  endless?: boolean;
}

/** What this computer already knows of a list's items. Keys are those of {@link ListRules.getKeys}. */
export interface KnownItems {
  /** Checks whether there is anything to find; called before many look-ups. */
  refresh(): void;
  /** The newest with one of the keys; null for none. */
  find(keys: readonly string[]): ImportDuplicate | null;
  /** Changes whenever something becomes known. */
  mark(): string;
}

/** What differs between kinds of lists. */
export interface ListRules {
  readonly list: ListKind;
  readonly headings: Headings;
  readonly known: KnownItems;
  /** The order of ambiguous dates where a list shows none. */
  dateOrder(): DateRule['order'];
  /** The type of rows without one, before a person enters it. */
  defaultType(): string;
  /** What is missing before anything can be queued, in a sentence. */
  mappingProblem(rules: RowDefaults): string | null;
  checkRow(cells: readonly string[], rules: RowDefaults): CheckedItem;
  /** Rows that share a key are the same vendor or license. */
  getKeys(cells: readonly string[], rules: RowDefaults): string[];
}
