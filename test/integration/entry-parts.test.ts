import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import type { EntryReason } from '#shared/outbox/outbox.ts';
import { createAttemptOutcomes } from '#main/outbox/attempt-outcomes.ts';
import { createEnqueue, type NewEntry } from '#main/outbox/enqueue.ts';
import { createClaims, type ClaimOrder } from '#main/outbox/entry-claims.ts';
import { createEntryCounts } from '#main/store/entry-counts.ts';
import { createEntryDecisions } from '#main/outbox/entry-decisions.ts';
import { createEntryDoubt } from '#main/outbox/entry-doubt.ts';
import { createEntryHistory } from '#main/outbox/entry-history.ts';
import { createEntryRecovery } from '#main/outbox/entry-recovery.ts';
import { createEntryTimes } from '#main/outbox/entry-times.ts';
import type { Verdict } from '#main/outbox/outcome.ts';
import { openDatabase } from '#main/store/database.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { kindNamed, putNewDatabase, temporaryFolder, workspaceMigrations } from './workspace-harness.ts';

const noAnswer: EntryReason = { code: 'no_answer', detail: 'ECONNRESET' };
const postponed = (waitMs: number | null, reason: EntryReason = noAnswer): Verdict => ({
  event: 'postponed',
  reason,
  waitMs,
  counted: true,
});
const answer = { status: 200, contentType: 'application/json', cut: null, body: '{"id":"r"}', bytes: null };
const inTurn: ClaimOrder = { kind: 'in_turn' };

/** The parts over one database, and shorthands for what most tests do with them. */
function openParts() {
  const folder = temporaryFolder();
  putNewDatabase(folder);
  const opened = openDatabase(join(folder, 'workspace.db'), workspaceMigrations, createFakeClock());
  if (!opened.ok) throw new Error(opened.problem.kind);
  const { db } = opened;
  onTestFinished(() => void db.close());
  const accepted: string[] = [];
  const doubt = createEntryDoubt(db);
  const settle = createAttemptOutcomes(
    db,
    doubt,
    ({ id }) => void accepted.push(id),
    () => 0.5,
  );
  const claim = createClaims(db, entryKinds, createEntryCounts(db), 'a-boot', doubt);
  const enqueue = createEnqueue(db, entryKinds);
  const history = createEntryHistory(db);
  function add(at = 1, more: Partial<NewEntry> = {}) {
    const id = randomUUID();
    const entry = {
      id,
      kind: 'invite' as const,
      body: '{}',
      title: 'Kestrel',
      subtitle: '',
      replaces: null,
    };
    enqueue({ ...entry, ...more }, at, () => undefined);
    return id;
  }
  function claimOne(at: number, harmless = false) {
    const [entry] = claim(1, at, () => harmless, inTurn).claimed;
    if (entry === undefined) throw new Error('Nothing is due.');
    return entry;
  }
  return {
    db,
    accepted,
    doubt,
    settle,
    claim,
    enqueue,
    history,
    decisions: createEntryDecisions(db),
    recovery: createEntryRecovery(db, entryKinds, settle, doubt),
    times: createEntryTimes(db, entryKinds),
    add,
    claimOne,
    fail: (at: number, verdict: Verdict, harmless = true) =>
      settle(claimOne(at, harmless), { verdict, answer: null, words: null, at }),
    getState: (id: string) => history.progress(id)?.state,
    getEvents: (id: string) => history.history(id).map(({ event }) => event),
  };
}

describe('enqueue', () => {
  it('writes the entry and the row of its kind together, or neither', () => {
    const { enqueue, history, db } = openParts();
    const entry = { id: 'one', kind: 'invite' as const, body: '{}', title: '', subtitle: '', replaces: null };
    expect(enqueue({ ...entry, notBefore: 9 }, 5, () => 'row')).toBe('row');
    expect(history.progress('one')).toMatchObject({ state: 'queued', queuedAt: 5, notBefore: 9 });
    expect(() =>
      enqueue({ ...entry, id: 'two' }, 5, () => {
        throw new Error('no row');
      }),
    ).toThrow('no row');
    expect(() => enqueue({ ...entry, id: 'three', pathParameters: ['x'] }, 5, () => undefined)).toThrow();
    expect(db.prepare('SELECT id FROM entry').pluck().all()).toEqual(['one']);
  });
});

describe('a claim', () => {
  it('takes what is due, each once and no more than it may', () => {
    const { add, claim, getState } = openParts();
    const ids = [add(), add(), add()];
    const later = add(1, { notBefore: 100 });
    const take = (limit: number) => claim(limit, 50, () => false, inTurn).claimed.map(({ id }) => id);
    expect([take(0), take(2), take(9), take(9)]).toEqual([[], ids.slice(0, 2), ids.slice(2), []]);
    expect([...ids, later].map(getState)).toEqual(['sending', 'sending', 'sending', 'queued']);
  });

  it('takes new ones and repeated ones in turn, what was tried least first, or what is named', () => {
    const parts = openParts();
    const tried = parts.add();
    parts.fail(2, postponed(10));
    const [first, second] = [parts.add(), parts.add()];
    const orders: ClaimOrder[] = [inTurn, { kind: 'least_tried' }, { kind: 'only', ids: [second] }];
    const taken = orders.map((order) => {
      parts.db.exec('BEGIN');
      const { claimed } = parts.claim(9, 50, () => true, order);
      parts.db.exec('ROLLBACK');
      return claimed.map(({ id }) => id);
    });
    expect(taken).toEqual([[first, tried, second], [first, second, tried], [second]]);
  });

  it('takes what is named only when it is due', () => {
    const parts = openParts();
    const waiting = parts.add();
    parts.fail(2, postponed(40));
    const queued = parts.add(2, { notBefore: 50 });
    const take = (at: number) =>
      parts.claim(9, at, () => true, { kind: 'only', ids: [waiting, queued] }).claimed.map(({ id }) => id);
    expect([take(41), take(42), take(49), take(50)]).toEqual([[], [waiting], [], [queued]]);
  });

  it.each([
    ['is of a kind that is not known', 'tax_form', []],
    ['has another path than its kind', 'invite', ['v 7']],
  ] as const)('holds what %s, although it is as it was enqueued', (_what, name, pathParameters) => {
    const { db, claim, history } = openParts();
    const definition = { ...entryKinds.invite, pathParameters: z.array(z.string()) };
    const others = { ...entryKinds, invite: definition, tax_form: definition };
    const body = '{"vendor":{}}';
    createEnqueue(db, others)(
      {
        id: 'one',
        kind: kindNamed(others, name),
        pathParameters,
        body,
        title: '',
        subtitle: '',
        replaces: null,
      },
      1,
      () => undefined,
    );
    const order: ClaimOrder = { kind: 'only', ids: ['one'] };
    expect(claim(9, 2, () => true, order)).toEqual({ claimed: [], doubted: ['one'] });
    expect(history.progress('one')).toMatchObject({ state: 'rejected', reason: { code: 'altered' } });
  });

  it('holds what was altered, and what may have been sent and may not be repeated any more', () => {
    const { add, db, fail, claim, history } = openParts();
    const repeated = add();
    fail(2, postponed(0));
    const altered = add();
    db.prepare("UPDATE entry SET body = '[]' WHERE id = ?").run(altered);
    const { claimed, doubted } = claim(9, 50, () => false, inTurn);
    expect([claimed, doubted.toSorted()]).toEqual([[], [altered, repeated].toSorted()]);
    expect(history.progress(altered)).toMatchObject({ state: 'rejected', reason: { code: 'altered' } });
    expect(history.progress(repeated)).toMatchObject({ state: 'in_doubt', reason: noAnswer });
  });
});

describe('the outcome of an attempt', () => {
  it('is written by the holder of the claim alone, with the answer', () => {
    const { add, claimOne, settle, accepted, history, getEvents } = openParts();
    const id = add();
    const claimed = claimOne(2);
    const outcome = {
      verdict: { event: 'accepted' as const },
      answer,
      words: { kind: 'verification' as const, requestId: 'r' },
      at: 3,
    };
    expect(settle({ ...claimed, claim: 'of another' }, outcome)).toBeNull();
    expect([settle(claimed, outcome), settle(claimed, outcome)]).toEqual(['accepted', null]);
    expect(accepted).toEqual([id]);
    expect(getEvents(id)).toEqual(['accepted', 'claimed', 'enqueued']);
    expect(history.history(id)[0]?.answer).toMatchObject({ status: 200 });
    expect(history.lastSent()).toEqual({ at: 3, to: 'Kestrel' });
  });

  it('is waited out as long as the service said, or by backoff', () => {
    const { add, fail, times } = openParts();
    add();
    expect([times.hasQueued(1), times.nextDue()]).toEqual([true, null]);
    expect(fail(2, postponed(40))).toBe('waiting');
    expect([times.hasQueued(1), times.nextDue()]).toEqual([false, 42]);
    fail(42, postponed(null));
    expect(times.nextDue()).toBeGreaterThan(42);
  });

  it('that is unknown is repeated three times and no more', () => {
    const { add, fail, times, doubt, decisions, claimOne } = openParts();
    const id = add();
    const lost: Verdict = { event: 'outcome_unknown', reason: noAnswer, repeatable: true };
    const states = [1, 2, 3, 4].map(() => {
      times.makeDue(10, null);
      return fail(10, lost);
    });
    expect(states).toEqual(['waiting', 'waiting', 'waiting', 'in_doubt']);
    decisions.decide(id, 'sent_again', 10);
    const { seq } = claimOne(10);
    expect([doubt.countOpenFates(seq), doubt.findOpenFate(seq)]).toEqual([0, null]);
  });
});

describe('doubt', () => {
  it('knows of attempts of unknown fate, and leaves an entry to a person', () => {
    const { add, fail, doubt, history } = openParts();
    const id = add();
    fail(2, postponed(0, { code: 'busy', status: 429, waitMs: 0 }));
    expect([doubt.countOpenFates(1), doubt.findOpenFate(1)]).toEqual([0, null]);
    fail(3, postponed(0));
    expect([doubt.countOpenFates(1), doubt.findOpenFate(1)]).toEqual([1, noAnswer]);
    expect(() => {
      doubt.hold({ seq: 1, state: 'queued' }, noAnswer, 4);
    }).toThrow('cannot be held');
    doubt.hold({ seq: 1, state: 'waiting' }, noAnswer, 4);
    expect(history.progress(id)).toMatchObject({ state: 'in_doubt', reason: noAnswer, nextAt: null });
  });

  it('is of what happened since the last time that this entry was sent again, not another one', () => {
    const { add, fail, doubt, decisions, db, claimOne } = openParts();
    const lost: Verdict = { event: 'outcome_unknown', reason: noAnswer, repeatable: false };
    const sentAgain = add();
    for (const at of [2, 4]) {
      fail(at, postponed(0));
      fail(at, lost);
      decisions.decide(sentAgain, 'sent_again', at + 1);
    }
    const { seq } = claimOne(6);
    expect(doubt.countOpenFates(seq)).toBe(0);
    const other = add();
    fail(7, postponed(0));
    db.prepare("UPDATE entry SET state = 'in_doubt', reason = NULL, claim = NULL WHERE id = ?").run(
      sentAgain,
    );
    decisions.decide(sentAgain, 'sent_again', 8);
    const otherSeq = z.number().parse(db.prepare('SELECT seq FROM entry WHERE id = ?').pluck().get(other));
    expect(doubt.findOpenFate(otherSeq)).toEqual(noAnswer);
  });
});

describe('a decision', () => {
  it('is carried out where the entry is such, and undone where nothing came after it', () => {
    const { add, decisions, claimOne, getState, getEvents } = openParts();
    const id = add();
    expect(decisions.decide('nobody', 'cancelled', 2)).toBe('not_found');
    expect(decisions.decide(id, 'sent_again', 2)).toBe('too_late');
    expect(decisions.decide(id, 'cancelled', 2)).toMatchObject({ state: 'cancelled', changedAt: 2 });
    expect(decisions.standingDecision(id)).toBe('cancelled');
    expect(decisions.undo(id, 'marked_as_sent', 3)).toBe('too_late');
    expect(decisions.undo(id, 'cancelled', 3)).toMatchObject({ state: 'queued' });
    expect([decisions.standingDecision(id), getState(id)]).toEqual([null, 'queued']);
    claimOne(4);
    expect(decisions.undo(id, 'cancelled', 5)).toBe('too_late');
    expect(getEvents(id)).toEqual(['claimed', 'undone', 'cancelled', 'enqueued']);
  });

  it('leaves what was left of each wait where it is undone', () => {
    const { add, fail, decisions, history, db } = openParts();
    const waiting = add();
    fail(2, postponed(100));
    const delayed = add(2, { notBefore: 52 });
    const queued = add(2);
    const over = add(2, { notBefore: 9 });
    const all = [waiting, delayed, queued, over];
    for (const id of all) decisions.decide(id, 'cancelled', 12);
    for (const id of all) decisions.undo(id, 'cancelled', 1000);
    expect(history.progress(waiting)).toMatchObject({ state: 'waiting', nextAt: 1090 });
    expect(history.progress(delayed)).toMatchObject({ state: 'queued', notBefore: 1040 });
    const times = db.prepare('SELECT not_before FROM entry WHERE id IN (?, ?)').pluck();
    expect(times.all(queued, over)).toEqual([0, 0]);
  });

  it('is not undone where what is noted of it does not fit', () => {
    const { add, decisions, getState, db } = openParts();
    const id = add();
    decisions.decide(id, 'cancelled', 2);
    for (const before of [`'{"state":"queued"}'`, `json_set(before, '$.state', 'accepted')`, "'{'"]) {
      db.exec(`SAVEPOINT one; UPDATE history SET before = ${before} WHERE event = 'cancelled'`);
      expect(decisions.undo(id, 'cancelled', 3)).toBe('too_late');
      expect(getState(id)).toBe('cancelled');
      db.exec('ROLLBACK TO one; RELEASE one');
    }
    expect(decisions.undo(id, 'cancelled', 3)).toMatchObject({ state: 'queued' });
  });
});

describe('recovery', () => {
  it('ends what a dead process left by what may be concluded', () => {
    const { add, claimOne, recovery, getState } = openParts();
    const [left, queued] = [add(), add()];
    claimOne(2);
    const reason = { code: 'closed_while_sending' as const };
    const verdict = { event: 'outcome_unknown' as const, reason, repeatable: false };
    expect(recovery.recoverInterrupted(() => verdict, 3)).toEqual([left]);
    expect([getState(left), getState(queued)]).toEqual(['in_doubt', 'queued']);
    expect(recovery.recoverInterrupted(() => verdict, 4)).toEqual([]);
  });

  it('holds what is unsent in an older copy; of another computer also what was being sent', () => {
    const { add, claimOne, fail, recovery, history } = openParts();
    const waiting = add();
    fail(2, postponed(99));
    const sending = add();
    claimOne(2);
    const queued = add();
    expect(recovery.doubtUnsent(3, 1).toSorted()).toEqual([waiting, queued].toSorted());
    expect(history.progress(queued)?.reason).toEqual({ code: 'restored_from_backup', copyAt: 1 });
    expect(recovery.holdMoved(4)).toEqual([sending]);
    expect(history.progress(sending)).toMatchObject({ state: 'in_doubt', reason: { code: 'moved_here' } });
  });

  it('puts what was canceled before it was sent in doubt, where the cancel is undone in an older copy', () => {
    const { add, fail, decisions, recovery, history } = openParts();
    const refused = add();
    fail(2, { event: 'refused', reason: { code: 'redirected', status: 307, location: null } });
    const waiting = add();
    fail(2, postponed(99));
    decisions.decide(waiting, 'retried_now', 3);
    for (const id of [waiting, refused]) decisions.decide(id, 'cancelled', 4);
    expect(recovery.doubtUnsent(5, 1)).toEqual([]);
    for (const id of [waiting, refused]) decisions.undo(id, 'cancelled', 6);
    expect(history.progress(waiting)).toMatchObject({
      state: 'in_doubt',
      reason: { code: 'restored_from_backup', copyAt: 1 },
      nextAt: null,
    });
    expect(history.progress(refused)).toMatchObject({ state: 'rejected', reason: { code: 'redirected' } });
    expect(decisions.undo(waiting, 'retried_now', 7)).toBe('too_late');
  });
});

describe('planned times', () => {
  it('are made due, all or those of a reason, move with the clock, and have an end', () => {
    const { add, fail, times } = openParts();
    const id = add();
    fail(0, postponed(500));
    expect([times.makeDue(9, ['unreachable']), times.nextDue()]).toEqual([[], 500]);
    times.shiftPlannedTimes(-100);
    expect(times.nextDue()).toBe(400);
    times.clampPlannedTimes(300);
    expect(times.nextDue()).toBe(300);
    expect([times.makeDue(9, ['no_answer']), times.nextDue()]).toEqual([[id], 9]);
    expect(times.makeDue(9, null)).toEqual([]);
  });
});
