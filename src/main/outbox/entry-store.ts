import type { Database } from 'better-sqlite3';
import { ownNames } from '#shared/base/own-member.ts';
import type { EntryKinds } from '#shared/outbox/entry-kinds.ts';
import type { EntryState, StateCounts } from '#shared/outbox/outbox.ts';
import type { EntryCounts } from '../store/entry-counts.ts';
import { createAttemptOutcomes, type AcceptedHook, type SettledAttempt } from './attempt-outcomes.ts';
import type { KnownTroubles } from './breaker.ts';
import { createEnqueue } from './enqueue.ts';
import { createClaims, type ClaimDue, type ClaimedHook, type TeamHold } from './entry-claims.ts';
import { createEntryDecisions } from './entry-decisions.ts';
import { createEntryDoubt } from './entry-doubt.ts';
import { createEntryHistory, readTroubles } from './entry-history.ts';
import { createEntryRecovery } from './entry-recovery.ts';
import { createEntryTimes, createSendDelay } from './entry-times.ts';

export type EntryStore = ReturnType<typeof createEntryStore>;

/**
 * The outbox's rows in one workspace's database. Every change of state goes through the one table of transitions.
 * @param kinds see {@link createClaims}
 * @param bootId see {@link createClaims}
 * @param onAccepted see {@link AcceptedHook}
 * @param random from 0 to below 1, for jitter
 * @param onClaimed see {@link ClaimedHook}
 * @param team see {@link TeamHold}
 */
export function createEntryStore(
  db: Database,
  counts: EntryCounts,
  kinds: EntryKinds,
  bootId: string,
  onAccepted: AcceptedHook,
  random: () => number,
  onClaimed?: ClaimedHook,
  team?: TeamHold,
) {
  const names = ownNames(kinds);
  const doubt = createEntryDoubt(db);
  const settle = createAttemptOutcomes(db, doubt, onAccepted, random);
  const claimDue = createClaims(db, kinds, counts, bootId, doubt, onClaimed, team);
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
    ...createEntryTimes(db, kinds, team),
    ...createSendDelay(db, names),
    enqueue: createEnqueue(db, kinds),
    /**
     * Settles finished attempts, then claims what is due as {@link ClaimDue} does, in one commit. `states`: what each attempt
     * led to; null where its entry had been claimed again or recovered meanwhile.
     */
    settleAndClaim: (
      settled: readonly SettledAttempt[],
      ...claims: Parameters<ClaimDue>
    ): ReturnType<ClaimDue> & { states: (EntryState | null)[] } =>
      settleAndClaim.immediate(settled, ...claims),
    counts: (): StateCounts => counts.all(),
    troubles: (): KnownTroubles => readTroubles(db),
  };
}
