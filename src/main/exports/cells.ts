import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { LicenseVerdict } from '#shared/license-verdict.ts';
import type { EntryState } from '#shared/outbox.ts';
import { localTimeText } from './local-time.ts';
import type { CellValue } from './sheet.ts';

/** A list as it is exported: what it is called, its columns, and its rows page by page. */
export interface ListRows {
  name: string;
  head: string[];
  page(after: string | null): { rows: CellValue[][]; next: string | null; total: number };
}

/** An instant as it stands in files: where the person is, with its distance from UTC. */
export const time = (at: number | null) => (at === null ? null : localTimeText(at));
/** A truth value in words; what was not said stays empty. */
export const yesNo = (value: boolean | null | undefined) => (value == null ? null : value ? 'Yes' : 'No');

/** How far the request itself came; what the service says of its subject is another matter. */
export function requestState(state: EntryState): string {
  switch (state) {
    case 'queued':
      return 'Waiting to send';
    case 'sending':
      return 'Being sent';
    case 'waiting':
      return 'Will be tried again';
    case 'in_doubt':
      return 'May have been sent';
    case 'accepted':
      return 'Received by the service';
    case 'rejected':
      return 'Refused by the service';
    case 'dead':
      return 'Stopped trying';
    case 'cancelled':
      return 'Canceled';
  }
}

export const verdictHead = ['Gangway: verdict', 'Gangway: in words', 'Gangway: isCoolingDown on'];
/** The verdict on a verification; empty while the service has not received it. */
export function verdictCells(verdict: LicenseVerdict | null): CellValue[] {
  if (verdict === null) return [null, null, null];
  return [verdict.word, verdict.headline, verdict.reasons.map(({ sentence }) => sentence).join(' ')];
}

export const progressHead = ['Item', 'Request', 'Queued', 'Sent', 'Marked as sent by you', 'Tries'];
export function progressCells(row: EntryProgress): CellValue[] {
  const marked = row.markedByPerson ? 'Yes' : 'No';
  const state = row.reason?.code === 'altered' ? 'Altered on the disk, not sent' : requestState(row.state);
  return [row.entryId, state, time(row.queuedAt), time(row.sentAt), marked, row.attempts];
}
