import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { kindNames, type AcceptedAnswer, type EntryKinds } from '#shared/entry-kinds.ts';
import {
  nextState,
  entryDecision,
  openFateReasons,
  type DelayedGroup,
  type EntryDecision,
  type EntryEvent,
  type EntryReason,
  type EntryState,
  type StateCounts,
} from '#shared/outbox.ts';
import { keptDateForm } from '#shared/service/request-dates.ts';
import type { DateForm } from '#shared/settings.ts';
import type { EntryProgress, HistoryItem } from '#shared/ipc/outbox.ts';
import { historyItem } from '#shared/ipc/outbox.ts';
import { createAttemptAnswers } from '../store/attempt-answers.ts';
import { checksum, summedTexts } from '../store/checksum.ts';
import { factColumns, factNames, factRowOrNone, toFactsOrNone } from '../store/kept-answer.ts';
import { claimableRow, createAlteredEntries } from '../store/altered-entries.ts';
import type { EntryCounts } from '../store/entry-counts.ts';
import { entryRow, progressColumns, toProgress, readReason, type EntryRow } from '../store/entry-progress.ts';
import { entryBackoff, fullJitter } from './backoff.ts';
import type { KnownTroubles } from './breaker.ts';
import { isTriedOut, maxUnaskedRepeats } from './entry-limits.ts';
import { createEntryUndo } from './entry-undo.ts';
import type { KeptAnswer, Verdict } from './outcome.ts';
import { createSendDelay } from './send-delay.ts';
import { readTroubles } from './trouble-history.ts';

/** An entry that was claimed for sending. Only the holder of `claim` may settle it. */
export interface ClaimedEntry<A extends { kind: string } = AcceptedAnswer> {
  /** Its number in the database. */
  seq: number;
  id: string;
  kind: A['kind'];
  /** See {@link EntryKindDefinition.pathParameters}. */
  pathParameters: readonly string[];
  claim: string;
  /** The number of this attempt. */
  attempt: number;
  body: string;
  /** Whom it is for, as lists name it. */
  title: string;
  idempotencyKey: string;
}

/** What an attempt came to, on its way into the database. */
export interface SettledAttempt<A extends { kind: string } = AcceptedAnswer> {
  entry: ClaimedEntry<A>;
  verdict: Verdict;
  /** What the service answered; null where no answer came. */
  answer: KeptAnswer | null;
  /** What lists show of it, see {@link AcceptedAnswer}. */
  words: A | null;
  at: number;
}

/** What is enqueued: the request, and the words lists show for it. */
export interface NewEntry<A extends { kind: string } = AcceptedAnswer> {
  id: string;
  kind: A['kind'];
  /** See {@link EntryKindDefinition.pathParameters}; none where nothing is said. */
  pathParameters?: readonly string[];
  body: string;
  title: string;
  subtitle: string;
  replaces: string | null;
  /** The form in which the dates of the body are written; ISO 8601 where nothing is said. */
  dateForm?: DateForm;
  /** It is not sent before this time, so that it can be undone; 0, as where nothing is said, for at once. */
  notBefore?: number;
}

/** Why a person's decision could not be carried out. */
export type DecisionProblem = 'not_found' | 'too_late';

/** Writes what the service answered into the rows that lists show. Runs inside the transaction of the outcome. */
export type AcceptedHook<A extends { kind: string } = AcceptedAnswer> = (
  entry: Pick<ClaimedEntry<A>, 'seq' | 'id' | 'kind'>,
  words: A,
  at: number,
) => void;

const nextDueRow = z.object({ due: z.number().nullable() });
const triesRow = z.object({ counted_attempts: z.number(), first_counted_at: z.number().nullable() });

/** What lists show of an entry that was enqueued just now. */
function queuedProgress(entryId: string, at: number, notBefore: number): EntryProgress {
  return {
    entryId,
    state: 'queued',
    reason: null,
    attempts: 0,
    queuedAt: at,
    changedAt: at,
    nextAt: null,
    sentAt: null,
    markedByPerson: false,
    ...(notBefore > 0 && { notBefore }),
  };
}

/** Which of the entries that are due are claimed first. */
export type ClaimOrder =
  /** New ones and repeated ones in turn, each in their order: neither keeps the other back. */
  | { kind: 'in_turn' }
  /** The one that was tried least, since its answer says most; of those alike, what can be repeated without harm. */
  | { kind: 'least_tried' }
  /** None but these, which a person wants to go now. */
  | { kind: 'only'; ids: readonly string[] };

/** The outbox's rows in one workspace's database. Every change of state goes through the one table of transitions. */
export interface EntryStore<A extends { kind: string } = AcceptedAnswer> {
  /**
   * Adds an entry and lets `domainRow` write its own row in the same transaction; gives back what that gave. That it was
   * enqueued, and when, stands in the entry itself; its history in the database begins with what happened next.
   */
  enqueue<T>(entry: NewEntry<A>, at: number, domainRow: (progress: EntryProgress) => T): T;
  /**
   * Settles finished attempts and claims up to `limit` entries that are due, in one commit. A due entry that may have been
   * sent already and may not be repeated by now is put in doubt instead of being claimed, and one that was altered on the
   * disk is held.
   */
  settleAndClaim(
    settled: readonly SettledAttempt<A>[],
    limit: number,
    at: number,
    repeatable: (kind: A['kind']) => boolean,
    order?: ClaimOrder,
  ): {
    /** What each settled attempt led to; null where its entry had been claimed anew or recovered meanwhile. */
    states: (EntryState | null)[];
    claimed: ClaimedEntry<A>[];
    /** Those that were put in doubt or held. */
    doubted: string[];
  };
  /** Ends attempts that a dead process left behind; returns the ids. */
  recoverInterrupted(verdictFor: (kind: A['kind']) => Verdict, at: number): string[];
  /** Puts everything unsent in doubt, where a copy of `copyAt` stands in for the data; returns the ids. */
  doubtUnsent(at: number, copyAt: number | null): string[];
  /** Holds everything unsent of a workspace that came from another computer: that one sends it too. Returns the ids. */
  holdMoved(at: number): string[];
  /** `notBefore`: what is queued by it waits until then, so that it can be undone; 0, as where nothing is said, for not at all. */
  decide(id: string, event: EntryDecision, at: number, notBefore?: number): EntryProgress | DecisionProblem;
  /** Puts an entry back to what it was before this decision; too late where anything has happened to it since. */
  undo(id: string, decision: EntryDecision, at: number): EntryProgress | DecisionProblem;
  /** The decision that {@link undo} would undo; null where there is none. */
  standingDecision(id: string): EntryDecision | null;
  /** What waits so that it can be undone; see {@link SendDelay}. */
  delayed(at: number): DelayedGroup[];
  /** How many entries wait so that they can be undone. */
  delayedEntries(at: number): number;
  /** The entries and the imported lists that wait until this time. */
  delayedUntil(until: number): { ids: string[]; batches: number[] };
  /** Lets what waits until this time go now, in one commit; returns the ids. */
  release(until: number): string[];
  /** For the start: what had to wait and is not sent yet waits until `notBefore`. */
  renewDelays(notBefore: number): void;
  /** Makes every waiting entry due; `reasons` limits it to entries that wait for these reasons. Returns the ids. */
  makeDue(at: number, reasons: readonly EntryReason['code'][] | null): string[];
  /** Moves planned times, and the times from which trying and watching are counted, along with a wall clock that was set. */
  shiftPlannedTimes(byMs: number): void;
  /** Cuts waits that no rule can have made. */
  clampPlannedTimes(latest: number): void;
  counts(): StateCounts;
  /** Which of those that wait are in trouble by themselves. */
  troubles(): KnownTroubles;
  /** Time of the earliest planned attempt of a waiting entry. */
  nextDue(): number | null;
  /** When the next of those that wait so that they can be undone may go. */
  nextRelease(at: number): number | null;
  /** Whether there is a queued entry that may go. */
  hasQueued(at: number): boolean;
  /** What the service accepted last; what a person marked as sent does not count. */
  lastSent(): { at: number; to: string } | null;
  progress(id: string): EntryProgress | null;
  history(id: string): HistoryItem[];
}

const maxClaims = 64;
const claimColumns =
  'seq, id, kind, body, path_parameters, title, idempotency_key, state, attempts, request_sum';

/**
 * @param kinds the kinds of entries that there are; what is of another kind is held like what was altered
 * @param bootId names this run of the app in each attempt
 * @param onAccepted see {@link AcceptedHook}
 * @param random from 0 to below 1, for jitter
 */
export function createEntryStore<A extends { kind: string }>(
  db: Database,
  counts: EntryCounts,
  kinds: EntryKinds<A>,
  bootId: string,
  onAccepted: AcceptedHook<A>,
  random: () => number,
): EntryStore<A> {
  const names = kindNames(kinds);
  const interruptedRow = z.object({
    seq: z.number(),
    id: z.string(),
    kind: z.custom<A['kind']>((value) => names.some((name) => name === value)),
    claim: z.string(),
    attempt: z.number(),
  });
  const selectRow = db.prepare(`SELECT ${progressColumns} FROM entry e WHERE e.id = ?`);
  const insertHistory = db.prepare(
    'INSERT INTO history (entry, at, event, attempt, reason, before) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertEntry = db.prepare(
    `INSERT INTO entry (id, kind, state, idempotency_key, body, path_parameters, title, subtitle, queued_at, changed_at, replaces, date_form, not_before, request_sum)
     VALUES (@id, @kind, 'queued', @key, @body, @path, @title, @subtitle, @at, @at, @replaces, @dateForm, @notBefore, @sum)`,
  );
  const getQueued = (kind: string) =>
    `SELECT * FROM (SELECT ${claimColumns}, not_before FROM entry WHERE state = 'queued' AND kind = '${kind}' AND not_before <= @at
       ORDER BY not_before, seq LIMIT @limit)`;
  const queuedRows = names.map(getQueued).join(' UNION ALL ');
  const selectQueued = db.prepare(`${queuedRows} ORDER BY not_before, seq LIMIT @limit`);
  // By itself SQLite would go through all that waits.
  const selectDue = db.prepare(
    `SELECT ${claimColumns} FROM entry INDEXED BY entry_due WHERE state = 'waiting' AND next_at <= @at
     ORDER BY next_at LIMIT @limit`,
  );
  const selectLeastTried = db.prepare(
    `SELECT * FROM (
       SELECT * FROM (${queuedRows})
       UNION ALL
       SELECT * FROM (SELECT ${claimColumns}, not_before FROM entry WHERE state = 'waiting' AND next_at <= @at
         ORDER BY attempts, next_at LIMIT @limit))
     ORDER BY attempts, kind NOT IN (SELECT value FROM json_each(@repeatable)), seq LIMIT @limit`,
  );
  const selectNamed = db.prepare(
    `SELECT ${claimColumns} FROM entry
     WHERE id IN (SELECT value FROM json_each(@ids))
       AND ((+state = 'queued' AND not_before <= @at) OR (+state = 'waiting' AND next_at <= @at))
     ORDER BY seq LIMIT @limit`,
  );
  /** Whether the next claim is of one that is repeated, where there are both. */
  let repeatedNext = false;
  /** Attempts of unknown fate since a person last asked for the entry to be sent. */
  const openFates = `FROM history
     WHERE entry = @seq AND event IN ('postponed', 'gave_up')
       AND json_valid(reason) AND json_extract(reason, '$.code') IN (${openFateReasons.map((code) => `'${code}'`).join(', ')})
       AND id > (SELECT COALESCE(MAX(id), 0) FROM history WHERE entry = @seq AND event = 'sent_again')`;
  const selectOpenFate = db.prepare(`SELECT reason ${openFates} ORDER BY id DESC LIMIT 1`);
  const countOpenFates = db.prepare(`SELECT COUNT(*) ${openFates}`).pluck();
  const selectNextDue = db.prepare(
    "SELECT MIN(next_at) AS due FROM entry INDEXED BY entry_due WHERE state = 'waiting'",
  );
  const selectAnyQueued = db.prepare(
    names
      .map((kind) => `SELECT 1 FROM entry WHERE state = 'queued' AND kind = '${kind}' AND not_before <= @at`)
      .join(' UNION ALL ') + ' LIMIT 1',
  );
  const delay = createSendDelay(db, names);
  const undoing = createEntryUndo(db);
  const claimRow = db.prepare(
    `UPDATE entry SET state = 'sending', claim = ?, attempts = ?, changed_at = ?, next_at = NULL, not_before = 0
     WHERE seq = ? AND state = ?`,
  );
  const insertAttempt = db.prepare(
    'INSERT INTO attempt (entry, number, claim, boot_id, started_at) VALUES (?, ?, ?, ?, ?)',
  );
  const finishAttempt = db.prepare('UPDATE attempt SET finished_at = ? WHERE entry = ? AND number = ?');
  const moveRow = db.prepare(
    `UPDATE entry SET state = @to, claim = NULL, reason = @reason, changed_at = @at, next_at = @nextAt, not_before = @notBefore,
       counted_attempts = @counted, first_counted_at = @firstCountedAt,
       sent_at = COALESCE(@sentAt, sent_at), marked_by_person = MAX(marked_by_person, @marked)
     WHERE seq = @seq AND state = @from`,
  );
  const endSending = db.prepare(
    `UPDATE entry SET state = ?, claim = NULL, reason = ?, changed_at = ?, next_at = ?, sent_at = COALESCE(?, sent_at)
     WHERE seq = ? AND claim = ? AND state = 'sending'`,
  );
  const selectTries = db.prepare('SELECT counted_attempts, first_counted_at FROM entry WHERE seq = ?');
  const noteTries = db.prepare('UPDATE entry SET counted_attempts = ?, first_counted_at = ? WHERE seq = ?');
  const answers = createAttemptAnswers(db);
  const altered = createAlteredEntries(db);
  const claimRows = z.array(claimableRow);

  function toRow(id: string): EntryRow | null {
    const raw = selectRow.get(id);
    return raw === undefined ? null : entryRow.parse(raw);
  }

  interface Move {
    event: EntryEvent;
    at: number;
    reason: EntryReason | null;
    nextAt: number | null;
    notBefore: number;
    countedAttempts: number;
    firstCountedAt: number | null;
    sentAt: number | null;
    marked: boolean;
    attempt: number | null;
  }

  function move(row: EntryRow, change: Move): EntryState {
    const to = nextState(row.state, change.event);
    if (to === null) throw new Error(`An entry that is ${row.state} cannot be ${change.event}.`);
    const reason = change.reason === null ? null : JSON.stringify(change.reason);
    const changed = moveRow.run({
      seq: row.seq,
      from: row.state,
      to,
      reason,
      at: change.at,
      nextAt: change.nextAt,
      notBefore: change.notBefore,
      counted: change.countedAttempts,
      firstCountedAt: change.firstCountedAt,
      sentAt: change.sentAt,
      marked: change.marked ? 1 : 0,
    });
    if (changed.changes !== 1) throw new Error('An entry changed between being read and being moved.');
    const before = entryDecision.safeParse(change.event).success ? undoing.before(row, change.at) : null;
    insertHistory.run(row.seq, change.at, change.event, change.attempt, reason, before);
    return to;
  }

  /** What the table of transitions makes of an entry that was being sent. */
  function afterSending(event: Verdict['event'] | 'gave_up'): EntryState {
    const to = nextState('sending', event);
    if (to === null) throw new Error(`An entry that is being sent cannot be ${event}.`);
    return to;
  }

  /**
   * Writes the end of an attempt. Only the claim's holder may do so: an entry that was recovered or claimed anew
   * meanwhile is left as it is.
   */
  function endAttempt(
    entry: Pick<ClaimedEntry<A>, 'seq' | 'id' | 'kind' | 'claim' | 'attempt'>,
    settled: Pick<SettledAttempt<A>, 'verdict' | 'answer' | 'words' | 'at'>,
  ): EntryState | null {
    const { answer, words, at } = settled;
    const verdict = withRepeats(entry.seq, settled.verdict);
    const tries = verdict.event === 'postponed' ? triesAfter(entry.seq, verdict.counted, at) : null;
    const event = tries?.enough === true ? 'gave_up' : verdict.event;
    const reason = verdict.event === 'accepted' ? null : JSON.stringify(verdict.reason);
    const waits = verdict.event === 'postponed' && event === 'postponed';
    const nextAt = waits
      ? at + (verdict.waitMs ?? fullJitter(entryBackoff, Math.max(entry.attempt, 1), random()))
      : null;
    const sentAt = event === 'accepted' ? at : null;
    const { seq, claim, attempt } = entry;
    const state = afterSending(event);
    if (endSending.run(state, reason, at, nextAt, sentAt, seq, claim).changes !== 1) return null;
    if (tries !== null) noteTries.run(tries.counted, tries.firstAt, seq);
    finishAttempt.run(at, seq, attempt);
    insertHistory.run(seq, at, event, attempt, reason, null);
    if (answer === null) return state;
    answers.keep(seq, attempt, answer, at);
    if (verdict.event === 'accepted' && words !== null) onAccepted(entry, words, at);
    return state;
  }

  /** An attempt of unknown fate that may be repeated is put off instead, as often as that is done unasked. */
  function withRepeats(seq: number, verdict: Verdict): Verdict {
    if (verdict.event !== 'outcome_unknown' || !verdict.repeatable) return verdict;
    if (z.number().parse(countOpenFates.get({ seq })) >= maxUnaskedRepeats) return verdict;
    return { event: 'postponed', reason: verdict.reason, waitMs: null, counted: true };
  }

  /** The count of attempts that reached the service, with this one, and whether that is enough. */
  function triesAfter(seq: number, counts: boolean, at: number) {
    const before = triesRow.parse(selectTries.get(seq));
    const counted = before.counted_attempts + (counts ? 1 : 0);
    const firstAt = before.first_counted_at ?? (counts ? at : null);
    return { counted, firstAt, enough: counts && isTriedOut(counted, firstAt, at) };
  }

  function dueIn(
    order: ClaimOrder,
    limit: number,
    at: number,
    repeatable: (kind: A['kind']) => boolean,
  ): z.infer<typeof claimRows> {
    switch (order.kind) {
      case 'least_tried':
        return claimRows.parse(
          selectLeastTried.all({
            at,
            limit,
            repeatable: JSON.stringify(names.filter(repeatable)),
          }),
        );
      case 'only':
        return claimRows.parse(selectNamed.all({ at, limit, ids: JSON.stringify(order.ids) }));
      case 'in_turn': {
        const repeated = claimRows.parse(selectDue.all({ at, limit }));
        const fresh = claimRows.parse(selectQueued.all({ at, limit }));
        if (repeated.length === 0) return fresh;
        const due: z.infer<typeof claimRows> = [];
        while (due.length < limit && repeated.length + fresh.length > 0) {
          const [first, second] = repeatedNext ? [repeated, fresh] : [fresh, repeated];
          const next = first.shift() ?? second.shift();
          if (next !== undefined) due.push(next);
          repeatedNext = !repeatedNext;
        }
        return due;
      }
    }
  }

  function claimDue(limit: number, at: number, repeatable: (kind: A['kind']) => boolean, order: ClaimOrder) {
    const claimed: ClaimedEntry<A>[] = [];
    const doubted: string[] = [];
    if (limit <= 0) return { claimed, doubted };
    for (const row of dueIn(order, Math.min(limit, maxClaims), at, repeatable)) {
      const number = row.attempts + 1;
      const kind = names.find((name) => name === row.kind);
      const isOfKind =
        kind !== undefined && kinds[kind].pathParameters.safeParse(row.path_parameters).success;
      if (!isOfKind || altered.isAltered(row)) {
        altered.hold(row, findOpenFate(row.seq), at);
        doubted.push(row.id);
        continue;
      }
      const openFate = row.attempts > 0 && !repeatable(kind) ? findOpenFate(row.seq) : null;
      if (openFate !== null) {
        doubt(row.id, openFate, at);
        doubted.push(row.id);
        continue;
      }
      const claim = randomUUID();
      if (claimRow.run(claim, number, at, row.seq, row.state).changes !== 1) continue;
      insertAttempt.run(row.seq, number, claim, bootId, at);
      insertHistory.run(row.seq, at, 'claimed', number, null, null);
      claimed.push({
        seq: row.seq,
        id: row.id,
        kind,
        pathParameters: row.path_parameters,
        claim,
        attempt: number,
        body: row.body,
        title: row.title,
        idempotencyKey: row.idempotency_key,
      });
    }
    return { claimed, doubted };
  }

  /** Why it is not known whether an entry was sent since a person last asked for it; null where it is known that it was not. */
  function findOpenFate(seq: number): EntryReason | null {
    const raw = selectOpenFate.get({ seq });
    return raw === undefined ? null : readReason(z.object({ reason: z.string() }).parse(raw).reason);
  }

  function doubt(id: string, reason: EntryReason, at: number): void {
    const row = toRow(id);
    if (row === null) throw new Error('An entry that was found a moment ago is gone.');
    move(row, {
      event: 'outcome_unknown',
      at,
      reason,
      nextAt: null,
      notBefore: 0,
      sentAt: null,
      marked: false,
      attempt: null,
      countedAttempts: row.counted_attempts,
      firstCountedAt: row.first_counted_at,
    });
  }

  const idList = z.array(z.object({ id: z.string() }));

  return {
    enqueue: (entry, at, domainRow) =>
      db
        .transaction(() => {
          const { notBefore = 0 } = entry;
          const pathParameters = kinds[entry.kind].pathParameters.parse(entry.pathParameters ?? []);
          const key = randomUUID();
          insertEntry.run({
            ...entry,
            dateForm: keptDateForm(entry.dateForm ?? 'iso'),
            key,
            path: JSON.stringify(pathParameters),
            sum: checksum(...summedTexts({ ...entry, idempotencyKey: key, pathParameters })),
            at,
            notBefore,
          });
          return domainRow(queuedProgress(entry.id, at, notBefore));
        })
        .immediate(),
    settleAndClaim: (settled, limit, at, repeatable, order = { kind: 'in_turn' }) =>
      db
        .transaction(() => {
          const states = settled.map((attempt) => endAttempt(attempt.entry, attempt));
          return { states, ...claimDue(limit, at, repeatable, order) };
        })
        .immediate(),
    recoverInterrupted: (verdictFor, at) =>
      db
        .transaction(() => {
          const rows = z
            .array(interruptedRow)
            .parse(
              db
                .prepare(
                  "SELECT seq, id, kind, claim, attempts AS attempt FROM entry WHERE state = 'sending'",
                )
                .all(),
            );
          for (const row of rows)
            endAttempt(row, { verdict: verdictFor(row.kind), answer: null, words: null, at });
          return rows.map((row) => row.id);
        })
        .immediate(),
    doubtUnsent: (at, copyAt) =>
      db
        .transaction(() => {
          const rows = idList.parse(
            db.prepare("SELECT id FROM entry WHERE state IN ('queued', 'waiting')").all(),
          );
          const reason: EntryReason = {
            code: 'restored_from_backup',
            ...(copyAt === null ? {} : { copyAt }),
          };
          for (const { id } of rows) doubt(id, reason, at);
          return rows.map((row) => row.id);
        })
        .immediate(),
    holdMoved: (at) =>
      db
        .transaction(() => {
          const rows = idList.parse(
            db.prepare("SELECT id FROM entry WHERE state IN ('queued', 'waiting', 'sending')").all(),
          );
          for (const { id } of rows) doubt(id, { code: 'moved_here' }, at);
          return rows.map((row) => row.id);
        })
        .immediate(),
    decide: (id, event, at, notBefore = 0) =>
      db
        .transaction((): EntryProgress | DecisionProblem => {
          const row = toRow(id);
          if (row === null) return 'not_found';
          if (nextState(row.state, event) === null) return 'too_late';
          const marked = event === 'marked_as_sent';
          // A person who says "again" starts the count afresh.
          const afresh = event === 'retried_now' || event === 'sent_again';
          move(row, {
            event,
            at,
            reason: afresh || marked ? null : readReason(row.reason),
            nextAt: null,
            notBefore: afresh ? notBefore : 0,
            sentAt: marked ? at : null,
            marked,
            attempt: null,
            countedAttempts: afresh ? 0 : row.counted_attempts,
            firstCountedAt: afresh ? null : row.first_counted_at,
          });
          return toProgress(selectRow.get(id));
        })
        .immediate(),
    undo: (id, decision, at) =>
      db
        .transaction((): EntryProgress | DecisionProblem => {
          const row = toRow(id);
          if (row === null) return 'not_found';
          return undoing.undo(row, decision, at) ? toProgress(selectRow.get(id)) : 'too_late';
        })
        .immediate(),
    standingDecision(id) {
      const row = toRow(id);
      return row === null ? null : (undoing.standing(row.seq)?.decision ?? null);
    },
    delayed: (at) => delay.groups(at),
    delayedEntries: (at) => delay.entries(at),
    delayedUntil: (until) => ({ ids: delay.idsUntil(until), batches: delay.batchesUntil(until) }),
    release: (until) => db.transaction(() => delay.release(until)).immediate(),
    renewDelays: (notBefore) => {
      db.transaction(() => {
        delay.renew(notBefore);
      }).immediate();
    },
    makeDue(at, reasons) {
      const condition =
        reasons === null
          ? ''
          : `AND json_valid(reason) AND json_extract(reason, '$.code') IN (${reasons.map(() => '?').join(', ')})`;
      const rows = db
        .prepare(
          `UPDATE entry SET next_at = ? WHERE state = 'waiting' AND next_at > ? ${condition} RETURNING id`,
        )
        .all(at, at, ...(reasons ?? []));
      return idList.parse(rows).map((row) => row.id);
    },
    shiftPlannedTimes(byMs) {
      db.transaction(() => {
        db.prepare("UPDATE entry SET next_at = next_at + ? WHERE state = 'waiting'").run(byMs);
        delay.shift(byMs);
        db.prepare(
          "UPDATE entry SET first_counted_at = first_counted_at + ? WHERE state IN ('queued', 'sending', 'waiting')",
        ).run(byMs);
        db.prepare(
          "UPDATE watch SET next_at = next_at + @byMs, started_at = started_at + @byMs WHERE state = 'watching'",
        ).run({ byMs });
      }).immediate();
    },
    clampPlannedTimes(latest) {
      db.prepare("UPDATE entry SET next_at = @latest WHERE state = 'waiting' AND next_at > @latest").run({
        latest,
      });
    },
    counts: () => counts.all(),
    troubles: () => readTroubles(db),
    nextDue: () => nextDueRow.parse(selectNextDue.get()).due,
    nextRelease: (at) => delay.nextRelease(at),
    hasQueued: (at) => selectAnyQueued.get({ at }) !== undefined,
    lastSent() {
      const raw = db
        .prepare(
          `SELECT sent_at AS at, title AS "to" FROM entry WHERE state = 'accepted' AND marked_by_person = 0
             AND sent_at = (SELECT MAX(sent_at) FROM entry WHERE state = 'accepted' AND marked_by_person = 0) LIMIT 1`,
        )
        .get();
      return raw === undefined ? null : z.object({ at: z.number(), to: z.string() }).parse(raw);
    },
    progress(id) {
      const raw = selectRow.get(id);
      return raw === undefined ? null : toProgress(raw);
    },
    history: (id) =>
      z
        .array(
          z.object({
            at: z.number(),
            event: z.string(),
            attempt: z.number().nullable(),
            reason: z.string().nullable(),
            ...factRowOrNone.shape,
          }),
        )
        .parse(
          db
            .prepare(
              `SELECT at, event, attempt, reason, ${factNames} FROM (
                 SELECT h.id AS place, h.at, h.event, h.attempt, h.reason, ${factColumns('a')}
                 FROM history h LEFT JOIN answer a
                   ON a.entry = h.entry AND a.attempt = h.attempt AND h.event <> 'claimed'
                 WHERE h.entry = (SELECT seq FROM entry WHERE id = @id)
                 UNION ALL SELECT 0, queued_at, 'enqueued', NULL, NULL, NULL, NULL, NULL
                 FROM entry WHERE id = @id)
               ORDER BY place DESC`,
            )
            .all({ id }),
        )
        .map(({ status, content_type, size, ...row }) => {
          const answer = toFactsOrNone({ status, content_type, size });
          return historyItem.parse({ ...row, ...(answer && { answer }), reason: readReason(row.reason) });
        }),
  };
}
