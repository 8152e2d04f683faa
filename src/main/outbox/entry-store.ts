import type { Database } from 'better-sqlite3';
import { ownNames } from '#shared/base/own-member.ts';
import type { EntryKinds } from '#shared/outbox/entry-kinds.ts';
import type { EntryState, StateCounts } from '#shared/outbox/outbox.ts';
import type { EntryCounts } from '../store/entry-counts.ts';
import { createAttemptOutcomes, type AcceptedHook, type SettledAttempt } from './attempt-outcomes.ts';
import type { KnownTroubles } from './breaker.ts';
import { createEnqueue, type Enqueue } from './enqueue.ts';
import { createClaims, type ClaimDue, type ClaimedHook } from './entry-claims.ts';
import { createEntryDecisions, type EntryDecisions } from './entry-decisions.ts';
import { createEntryDoubt } from './entry-doubt.ts';
import { createEntryHistory, type EntryHistory } from './entry-history.ts';
import { createEntryRecovery, type EntryRecovery } from './entry-recovery.ts';
import { createEntryTimes, type EntryTimes } from './entry-times.ts';
import { createSendDelay, type SendDelay } from './send-delay.ts';
import { readTroubles } from './trouble-history.ts';

/** The outbox's rows in one workspace's database. Every change of state goes through the one table of transitions. */
export interface EntryStore extends EntryDecisions, EntryHistory, EntryRecovery, EntryTimes, SendDelay {
  enqueue: Enqueue;
  /** Settles finished attempts, then claims what is due as {@link ClaimDue} does, in one commit. */
  settleAndClaim(
    settled: readonly SettledAttempt[],
    ...claims: Parameters<ClaimDue>
  ): ReturnType<ClaimDue> & {
    /** What each settled attempt led to; null where its entry had been claimed again or recovered meanwhile. */
    states: (EntryState | null)[];
  };
  counts(): StateCounts;
  troubles(): KnownTroubles;
}

/**
 * @param kinds see {@link createClaims}
 * @param bootId see {@link createClaims}
 * @param onAccepted see {@link AcceptedHook}
 * @param random from 0 to below 1, for jitter
 * @param onClaimed see {@link ClaimedHook}
 */
export function createEntryStore(
  db: Database,
  counts: EntryCounts,
  kinds: EntryKinds,
  bootId: string,
  onAccepted: AcceptedHook,
  random: () => number,
  onClaimed?: ClaimedHook,
): EntryStore {
  const names = ownNames(kinds);
  const doubt = createEntryDoubt(db);
  const settle = createAttemptOutcomes(db, doubt, onAccepted, random);
  const claimDue = createClaims(db, kinds, counts, bootId, doubt, onClaimed);
  const settleAndClaim = db.transaction(
    (settled: readonly SettledAttempt[], ...claims: Parameters<ClaimDue>) => {
      const states = settled.map((attempt) => settle(attempt.entry, attempt));
      return { states, ...claimDue(...claims) };
    },
  );
  return {
    ...createEntryDecisions(db),
    ...createEntryHistory(db),
    ...createEntryRecovery(db, kinds, settle, doubt),
    ...createEntryTimes(db, names),
    ...createSendDelay(db, names),
    enqueue: createEnqueue(db, kinds),
    settleAndClaim: (settled, ...claims) => settleAndClaim.immediate(settled, ...claims),
    counts: () => counts.all(),
    troubles: () => readTroubles(db),
  };
}
