import { useCallback } from 'react';
import { counted } from '#shared/counted.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { call } from '../../bridge.ts';
import { useEarlier, type Earlier } from '../../stores/earlier.ts';
import { dayText, daysBetween } from '../../time.ts';

/** Looks for earlier checks of the license that is typed. The check that is being corrected is not one. */
export function useEarlierChecks(
  typedNumber: string,
  typedState: string,
  replaces: string | null,
): Earlier<VerificationRow> {
  const [licenseNumber, state] = [typedNumber.trim(), typedState.trim()];
  const lookUp = useCallback(async (): Promise<CallResult<readonly VerificationRow[]>> => {
    if (licenseNumber === '') return { ok: true, value: [] };
    const result = await call('verifications.duplicates', { licenseNumber, state });
    return result.ok
      ? { ok: true, value: result.value.filter(({ entryId }) => entryId !== replaces) }
      : result;
  }, [licenseNumber, state, replaces]);
  return useEarlier(JSON.stringify({ licenseNumber, state }), lookUp);
}

function dayWord(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days === 0) return 'today';
  return days === 1 ? 'yesterday' : `on ${dayText(at, now)}`;
}

/** What an earlier check of a license means for a new one; null where it is no reason to wait. */
export function earlierCheckSentence(
  row: Pick<
    VerificationRow,
    | 'state'
    | 'reason'
    | 'attempts'
    | 'queuedAt'
    | 'sentAt'
    | 'changedAt'
    | 'markedByPerson'
    | 'licenseNumber'
    | 'watch'
  >,
  now: number,
): string | null {
  const license = row.licenseNumber === null ? 'this license' : `license ${row.licenseNumber}`;
  switch (row.state) {
    case 'in_doubt':
      return `A check of ${license} was submitted ${dayWord(row.queuedAt, now)} and came to no request number.`;
    case 'accepted': {
      const sent = dayWord(row.sentAt ?? row.changedAt, now);
      if (row.markedByPerson) return `A check of ${license} was submitted ${sent}, as you noted yourself.`;
      return row.watch?.kind === 'watching'
        ? `A check of ${license} was submitted ${sent} and is still being checked.`
        : `A check of ${license} was submitted ${sent}, and its result is in.`;
    }
    case 'sending':
      return `A check of ${license} is being sent now.`;
    case 'queued':
    case 'waiting':
      return `A check of ${license} waits to be sent since ${dayWord(row.queuedAt, now).replace(/^on /, '')}.`;
    case 'rejected':
      if (row.reason?.code === 'altered')
        return `A check of ${license} was altered on the disk and is held. Nothing was sent. Open it to decide.`;
      return `A check of ${license} was refused ${dayWord(row.changedAt, now)}. Open it to see why.`;
    case 'dead':
      return `A check of ${license} stopped after ${counted(row.attempts, 'try', 'tries')}. It can be tried again.`;
    case 'cancelled':
      return null;
  }
}
