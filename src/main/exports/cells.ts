import type { ListPage } from '#shared/ipc/call.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import type { EntryState } from '#shared/outbox/outbox.ts';
import {
  listColumns,
  shownMember,
  type ListColumn,
  type ShownRow,
  type TableName,
} from '#shared/settings/lists.ts';
import { strayText, type Reading } from '#shared/service/reading.ts';
import type { CellValue } from './sheet.ts';
import { isoDay, localDay, twoDigits } from '#shared/base/dates.ts';

export interface ListRows {
  name: string;
  head: string[];
  page(after: string | null): ListPage<CellValue[]>;
}

export type Column<Row> = readonly [label: string, cell: (row: Row) => CellValue];

export function columnList<Row>(
  name: string,
  columns: readonly Column<Row>[],
  read: (after: string | null) => ListPage<Row>,
): ListRows {
  return {
    name,
    head: columns.map(([label]) => label),
    page(after) {
      const page = read(after);
      return { ...page, rows: page.rows.map((row) => columns.map(([, cell]) => cell(row))) };
    },
  };
}

export const time = (at: number | null) => (at === null ? null : localTimeText(at));
export const yesNo = (value: boolean | null | undefined) => (value == null ? null : value ? 'Yes' : 'No');

/** A yes or no of the service; as received where it is neither. */
export function saysCell(
  { validationIssues }: Pick<Reading<unknown>, 'validationIssues'>,
  value: boolean | null | undefined,
  ...path: string[]
): CellValue {
  return strayText(validationIssues, ...path) ?? yesNo(value);
}

/**
 * The columns of a list that show a member of its rows, for an export.
 * @returns the named ones, in this order; and `others`: those that were never named, so that a new column is exported too
 */
export function takeColumns<List extends TableName>(list: List) {
  const columns: Readonly<Record<string, ListColumn>> = listColumns[list];
  const left = new Map(Object.entries(columns).filter(([, { shows }]) => shows !== undefined));
  function take(...ids: string[]): Column<ShownRow<List>>[] {
    return ids.flatMap((id): Column<ShownRow<List>>[] => {
      const column = left.get(id);
      if (column === undefined) throw new Error(`The list of ${list} has no column ${id} to export.`);
      left.delete(id);
      return [[column.exportLabel ?? column.label, (row) => shownCell(list, id, row)]];
    });
  }
  return { take, others: () => take(...left.keys()) };
}

function shownCell<List extends TableName>(list: List, id: string, row: ShownRow<List>): CellValue {
  const { value, as } = shownMember(list, id, row) ?? { value: null, as: 'text' };
  if (as === 'time') return time(value === null ? null : Number(value));
  return value === null || typeof value === 'string' || typeof value === 'number'
    ? value
    : formatValue(value);
}

export function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  return Array.isArray(value) ? value.join(', ') : '';
}

/** A file's address at the service; left out if it has credentials, a query or a hash, which may grant access. */
export function fileAddress(url: string | null | undefined): string | null {
  if (url == null || url === '') return null;
  return /[?#@]/.test(url) ? 'Left out: it may contain an access key' : url;
}

export const requestStates: Readonly<Record<EntryState, string>> = {
  queued: 'Waiting to send',
  sending: 'Being sent',
  waiting: 'Will retry',
  in_doubt: 'May have been sent',
  accepted: 'Received by the service',
  rejected: 'Refused by the service',
  dead: 'Stopped trying',
  cancelled: 'Canceled',
};

export const verdictColumns: readonly Column<{ verdict: LicenseVerdict | null }>[] = [
  ['Gangway: verdict', ({ verdict }) => verdict?.word ?? null],
  ['Gangway: summary', ({ verdict }) => verdict?.headline ?? null],
  ['Gangway: reasons', ({ verdict }) => verdict?.reasons.map(({ sentence }) => sentence).join(' ') ?? null],
];

export const progressColumns: readonly Column<EntryProgress>[] = [
  ['Item', (row) => row.entryId],
  [
    'Request',
    ({ reason, state }) =>
      reason?.code === 'altered' ? 'Altered on the disk, not sent' : requestStates[state],
  ],
  ['Queued', (row) => time(row.queuedAt)],
  ['Queued by', (row) => row.colleague ?? 'You'],
  ['Sent', (row) => time(row.sentAt)],
  ['Marked as sent by a person', (row) => (row.markedByPerson ? 'Yes' : 'No')],
  ['Attempts', (row) => row.attempts],
];

/** The local day, as 2026-11-22, for a file name. */
export const localDayText = (at: number): string => isoDay(localDay(new Date(at)));

/** A local moment with its offset, by ISO 8601: 2026-11-22T14:32:07-05:00. */
export function localTimeText(at: number): string {
  const moment = new Date(at);
  const clock = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(twoDigits).join(':');
  const ahead = -moment.getTimezoneOffset();
  const minutes = Math.abs(ahead);
  const offset = `${ahead < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${localDayText(at)}T${clock}${offset}`;
}

/** The same for a file name, without colons: 2026-11-22T14-32-07-0500. */
export function localTimeInName(at: number): string {
  const text = localTimeText(at);
  return `${text.slice(0, 19).replaceAll(':', '-')}${text.slice(19).replace(':', '')}`;
}
