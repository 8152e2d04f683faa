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
  switch (condition.kind) {
    case 'connecting':
    case 'online':
    case 'checking_data':
      return 'Waiting for an answer from the service.';
    case 'offline':
      return `${queueHold(condition, time)?.what ?? ''} This continues when the service can be reached.`;
    case 'working_offline':
      return 'You’re working offline. This continues when you turn off Work offline.';
    case 'signed_out':
      return 'Signed out. This continues after you sign in.';
    case 'busy':
      return `The service is busy and asked Gangway to wait. This continues at ${time(condition.until)}.`;
    case 'server_trouble':
      return `The service has a problem. The next attempt is at ${time(condition.until)}.`;
    case 'redirected': {
      const to = condition.location === null ? '' : ` (${condition.location})`;
      const next = condition.until === null ? '' : ` The next attempt is at ${time(condition.until)}.`;
      return `The service points to another address${to}. Gangway does not follow it with your token.${next}`;
    }
    case 'paused':
      return 'The outbox is paused. This continues when you resume it.';
    case 'cannot_save':
      return 'Gangway cannot save now. This continues when it can.';
  }
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
