import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { CellValue } from './sheet.ts';

/** A list as it is exported: what it is called, its columns, and its rows page by page. */
export interface ListRows {
  name: string;
  head: string[];
  page(after: string | null): { rows: CellValue[][]; next: string | null; total: number };
}

/** An instant as it stands in files: in UTC, as ISO 8601 has it. */
export const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
/** A truth value in words; what was not said stays empty. */
export const yesNo = (value: boolean | null | undefined) => (value == null ? null : value ? 'Yes' : 'No');

export const progressHead = ['Item', 'State', 'Queued', 'Sent', 'Marked as sent by you', 'Tries'];
export function progressCells(row: EntryProgress): CellValue[] {
  const marked = row.markedByPerson ? 'Yes' : 'No';
  return [row.entryId, row.state, time(row.queuedAt), time(row.sentAt), marked, row.attempts];
}
