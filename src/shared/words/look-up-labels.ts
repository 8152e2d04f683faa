import { maxLookUpTries, type LookUpOutcome, type LookUpRow } from '../ipc/look-ups.ts';
import type { QueueCondition } from '../outbox/outbox.ts';
import { queueHold } from './queue-hold.ts';
import type { TimeWriter } from './sentences.ts';

export const lookUpLabels: Record<LookUpOutcome, string> = {
  waiting: 'Waiting',
  found: 'Found',
  unknown: 'Not known',
  not_an_id: 'Not an ID',
  refused: 'Refused',
  unreadable: 'Not readable',
  gave_up: 'Stopped trying',
  cancelled: 'Canceled',
};

export function lookUpWait(condition: QueueCondition, time: TimeWriter): string {
  const hold = queueHold(condition, time);
  if (hold === null) return 'Waiting for an answer from the service.';
  return `${hold.what} This continues ${hold.until}.`;
}

export function lookUpLine(
  row: Pick<LookUpRow, 'outcome' | 'detail' | 'nextAt' | 'tries'>,
  now: number,
  time: TimeWriter,
): string | null {
  if (row.nextAt === null) return row.detail;
  const at = row.nextAt <= now ? 'soon' : time(row.nextAt);
  if (row.outcome === 'unknown') return `Not there yet, next check ${at === 'soon' ? at : `at ${at}`}.`;
  const tries = row.tries === 0 ? '' : ` (${row.tries + 1} of ${maxLookUpTries})`;
  const next = `Next attempt ${at}${tries}.`;
  return row.detail === null ? next : `${row.detail} ${next}`;
}
