import type { ImportField, ListKind } from '#shared/imports/import-fields.ts';
import type { ImportDuplicate } from '#shared/ipc/imports.ts';
import type { DateRule } from '#shared/service/service-dates.ts';
import type { ListItem } from '../store/import-rows.ts';
import type { Headings } from './columns.ts';
import type { CellFinding } from './contact-cells.ts';

export interface CellProblem extends CellFinding {
  column: number;
}

export type CheckedItem = { ok: true; item: ListItem } | { ok: false; problems: CellProblem[] };

/** `unclear`: dates show both orders. `swapped`: a spreadsheet read month first what it could, and left day-first dates as text. */
export type ColumnDateOrder = 'month_first' | 'day_first' | 'unclear' | 'swapped';

export type DateOrders = ReadonlyMap<number, ColumnDateOrder>;

export interface RowDefaults {
  fields: readonly ImportField[];
  message: string;
  type: string;
  dates?: DateOrders;
  from1904?: boolean;
  /** Whether words such as "Lifetime" mean no expiration, as a person said. */
  endless?: boolean;
}

/** What this computer already knows of a list's items. Keys are those of {@link ListRules.getKeys}. */
export interface KnownItems {
  /** The newest with one of the keys; null for none. */
  find(keys: readonly string[]): ImportDuplicate | null;
  /** Changes whenever something becomes known. */
  mark(): string;
}

export interface ListRules {
  readonly list: ListKind;
  readonly headings: Headings;
  readonly known: KnownItems;
  /** The order of ambiguous dates where a list shows none. */
  dateOrder(): DateRule['order'];
  /** The type of rows without one, before a person enters it. */
  defaultType(): string;
  mappingProblem(rules: RowDefaults): string | null;
  checkRow(cells: readonly string[], rules: RowDefaults): CheckedItem;
  /** Rows that share a key are the same vendor or license. */
  getKeys(cells: readonly string[], rules: RowDefaults): string[];
}
