import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { AcceptedAnswer } from '#shared/outbox/entry-kinds.ts';
import { nextState, type EntryState } from '#shared/outbox/outbox.ts';
import { answerColumns, answerValues } from '../store/read-answers.ts';
import { entryBackoff, fullJitter } from './backoff.ts';
import type { ClaimedEntry } from './entry-claims.ts';
import type { EntryDoubt } from './entry-doubt.ts';
import type { KeptAnswer, Verdict } from './outcome.ts';

/** Attempts that reached the service after which an entry is left to a person. */
export const maxAttempts = 50;
/** How often an entry whose fate is unknown is sent again unasked, where the workspace says that it does no harm. */
export const maxUnaskedRepeats = 3;
/** How long after its first attempt that reached the service an entry is still tried, in milliseconds. */
export const maxTrying = 7 * 24 * 60 * 60 * 1000;

/** Whether an entry has been tried enough; it is then kept as `dead`, never dropped. */
export function isTriedOut(countedAttempts: number, firstCountedAt: number | null, now: number): boolean {
  if (countedAttempts >= maxAttempts) return true;
  return firstCountedAt !== null && now - firstCountedAt >= maxTrying;
}

export interface SettledAttempt {
  entry: ClaimedEntry;
  verdict: Verdict;
  /** Null if no answer came. */
  answer: KeptAnswer | null;
  /** What lists show of it, see {@link AcceptedAnswer}. */
  words: AcceptedAnswer | null;
  at: number;
}

/** Writes what the service answered into the rows that lists show. Runs inside the transaction of the outcome. */
export type AcceptedHook = (
  entry: Pick<ClaimedEntry, 'seq' | 'id' | 'kind'>,
  words: AcceptedAnswer,
  at: number,
) => void;

/** Writes an attempt's outcome in the caller's transaction; null if its entry was recovered or claimed again meanwhile. */
export type SettleAttempt = (
  entry: Pick<ClaimedEntry, 'seq' | 'id' | 'kind' | 'claim' | 'attempt' | 'claimedAt'>,
  settled: Omit<SettledAttempt, 'entry'>,
) => EntryState | null;

const triesRow = z.object({ counted_attempts: z.number(), first_counted_at: z.number().nullable() });

/** @param random from 0 to below 1, for jitter */
export function createAttemptOutcomes(
  db: Database,
  doubt: Pick<EntryDoubt, 'countOpenFates'>,
  onAccepted: AcceptedHook,
  random: () => number,
): SettleAttempt {
  const endSending = db.prepare(
    `UPDATE entry SET state = ?, claim = NULL, reason = ?, changed_at = ?, next_at = ?, sent_at = COALESCE(?, sent_at)
     WHERE seq = ? AND claim = ? AND state = 'sending'`,
  );
  const insertHistory = db.prepare(
    `INSERT INTO history (entry, began_at, at, event, attempt, reason, ${answerColumns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectTries = db.prepare('SELECT counted_attempts, first_counted_at FROM entry WHERE seq = ?');
  const noteTries = db.prepare('UPDATE entry SET counted_attempts = ?, first_counted_at = ? WHERE seq = ?');

  /** An attempt of unknown fate that may be repeated is put off instead, as often as that is done unasked. */
  function withRepeats(seq: number, verdict: Verdict): Verdict {
    if (verdict.event !== 'outcome_unknown' || !verdict.repeatable) return verdict;
    if (doubt.countOpenFates(seq) >= maxUnaskedRepeats) return verdict;
    return { event: 'postponed', reason: verdict.reason, waitMs: null, counted: true };
  }

  /** The count of attempts that reached the service, with this one, and whether that is enough. */
  function triesAfter(seq: number, counts: boolean, at: number) {
    const before = triesRow.parse(selectTries.get(seq));
    const counted = before.counted_attempts + (counts ? 1 : 0);
    const firstAt = before.first_counted_at ?? (counts ? at : null);
    return { counted, firstAt, enough: counts && isTriedOut(counted, firstAt, at) };
  }

  return (entry, settled) => {
    const { answer, words, at } = settled;
    const { seq, claim, claimedAt, attempt } = entry;
    const verdict = withRepeats(seq, settled.verdict);
    const tries = verdict.event === 'postponed' ? triesAfter(seq, verdict.counted, at) : null;
    const event = tries?.enough === true ? 'gave_up' : verdict.event;
    const reason = verdict.event === 'accepted' ? null : JSON.stringify(verdict.reason);
    const waits = verdict.event === 'postponed' && event === 'postponed';
    const nextAt = waits
      ? at + (verdict.waitMs ?? fullJitter(entryBackoff, Math.max(attempt, 1), random()))
      : null;
    const sentAt = event === 'accepted' ? at : null;
    const state = afterSending(event);
    if (endSending.run(state, reason, at, nextAt, sentAt, seq, claim).changes !== 1) return null;
    if (tries !== null) noteTries.run(tries.counted, tries.firstAt, seq);
    const { status, contentType, cut, body, bytes } = answerValues(answer);
    insertHistory.run(seq, claimedAt, at, event, attempt, reason, status, contentType, cut, body, bytes);
    if (verdict.event === 'accepted' && words !== null) onAccepted(entry, words, at);
    return state;
  };
}

function afterSending(event: Verdict['event'] | 'gave_up'): EntryState {
  const to = nextState('sending', event);
  if (to === null) throw new Error(`An entry that is being sent cannot be ${event}.`);
  return to;
}
