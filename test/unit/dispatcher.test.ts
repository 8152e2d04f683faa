import { describe, expect, it, vi } from 'vitest';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { StateCounts, SyncStatus } from '#shared/outbox/outbox.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { createDispatcher } from '#main/outbox/dispatcher.ts';
import type { ClaimedEntry } from '#main/outbox/entry-claims.ts';
import type { DecisionProblem } from '#main/outbox/entry-decisions.ts';
import type { EntryStore } from '#main/outbox/entry-store.ts';
import type { Outcome } from '#main/outbox/outcome.ts';
import { createQueueFlags } from '#main/outbox/queue-flags.ts';
import type { ReadAnswer } from '#main/service-client/answer.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { createFakeClock, testStart } from '#test/fake-clock.ts';
import { emptyAnswer, noCounts } from '#test/exchange-samples.ts';
import { memorySettings } from '#test/memory-settings.ts';

const none: StateCounts = noCounts;
const answered: Exchange = emptyAnswer;
const accepted: Outcome = { verdict: { event: 'accepted' }, sign: { kind: 'healthy' }, words: null };
const diskFull = Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });

const claimed = (id: string): ClaimedEntry => ({
  seq: 1,
  id,
  kind: 'invite',
  pathParameters: [],
  claim: 'a-claim',
  attempt: 1,
  claimedAt: 0,
  body: '{}',
  title: `Vendor ${id}`,
  idempotencyKey: 'a-key',
});

function notUsed(): never {
  throw new Error('The dispatcher does not use this.');
}

/** An in-memory store. Claims the IDs in `queued` in order. */
function createStore() {
  const queue = {
    queued: [] as string[],
    due: null as number | null,
    release: null as number | null,
    doubted: [] as string[],
    decision: 'too_late' as EntryProgress | DecisionProblem,
    retried: [] as string[],
  };
  const calls = {
    decide: vi.fn<EntryStore['decide']>(() => queue.decision),
    recoverInterrupted: vi.fn<EntryStore['recoverInterrupted']>(() => []),
    makeDue: vi.fn<EntryStore['makeDue']>(() => queue.retried),
    shiftPlannedTimes: vi.fn<EntryStore['shiftPlannedTimes']>(),
    clampPlannedTimes: vi.fn<EntryStore['clampPlannedTimes']>(),
    renewDelays: vi.fn<EntryStore['renewDelays']>(),
    settleAndClaim: vi.fn<EntryStore['settleAndClaim']>((batch, limit, _at, _repeatable, order) => {
      const ids = order?.kind === 'only' ? order.ids.filter((id) => queue.queued.includes(id)) : queue.queued;
      const taken = ids.slice(0, Math.max(limit, 0));
      queue.queued = queue.queued.filter((id) => !taken.includes(id));
      return {
        states: batch.map(() => 'accepted' as const),
        claimed: taken.map(claimed),
        doubted: queue.doubted.splice(0),
      };
    }),
  };
  const store: EntryStore = {
    ...calls,
    undo: notUsed,
    standingDecision: notUsed,
    wasEdited: notUsed,
    progress: notUsed,
    history: notUsed,
    lastSent: () => null,
    doubtUnsent: notUsed,
    holdMoved: notUsed,
    nextDue: () => queue.due,
    hasQueued: () => queue.queued.length > 0,
    hasDue: () => queue.queued.length > 0,
    delayed: () => [],
    delayedEntries: () => 0,
    nextRelease: () => queue.release,
    delayedUntil: notUsed,
    release: notUsed,
    enqueue: notUsed,
    counts: () => none,
    troubles: () => ({ askedToWait: [], own: [] }),
  };
  return { queue, calls, store };
}

/** Waits until planned rounds and pending answers are processed. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function createTested({ start = true, sendDelayS = 0 } = {}) {
  const clock = createFakeClock();
  const { queue, calls, store } = createStore();
  const flags = createQueueFlags(memorySettings());
  const says = {
    token: true,
    slots: 4,
    probe: answered,
    damaged: false,
    outcome: accepted,
    answers: [] as ((exchange: Exchange) => void)[],
  };
  const told: SyncStatus[] = [];
  const hooks = {
    onCommitted: vi.fn(),
    onEntries: vi.fn<(ids: string[]) => void>(),
    onDamaged: vi.fn(() => says.damaged),
    onTokenAccepted: vi.fn(),
    probe: vi.fn(() => Promise.resolve(says.probe)),
    quickProbe: vi.fn(() => Promise.resolve(says.probe)),
    heartbeat: vi.fn((): Promise<ReadAnswer<unknown>> => Promise.resolve({ kind: 'unknown_id' })),
    send: vi.fn((_entry: ClaimedEntry, _token: string) => {
      const { promise, resolve } = Promise.withResolvers<Exchange>();
      says.answers.push(resolve);
      return promise;
    }),
  };
  const dispatcher = createDispatcher({
    kinds: entryKinds,
    store,
    flags,
    clock,
    random: () => 0.5,
    onBack: vi.fn(),
    judge: () => Promise.resolve(says.outcome),
    token: () => (says.token ? { value: 'a-token', generation: 1 } : null),
    tokenUnavailableReason: () => null,
    settings: () => ({ ...defaultWorkspaceSettings, concurrency: says.slots, sendDelayS }),
    onStatus: (status) => void told.push(status),
    ...hooks,
  });
  /** Effects of a call: whether a round ran, the status was sent, the service was probed, and the entries in events. */
  async function effects(call: () => unknown) {
    for (const hook of Object.values(hooks)) hook.mockClear();
    told.length = 0;
    call();
    await settle();
    clock.advance(120);
    return {
      round: hooks.onCommitted.mock.calls.length > 0,
      told: told.length > 0,
      probed: hooks.probe.mock.calls.length > 0,
      entries: hooks.onEntries.mock.calls.map(([ids]) => ids),
    };
  }
  const sent = () => hooks.send.mock.calls.map(([{ id }]) => id);
  const answer = async (exchange: Exchange = answered) => {
    const before = hooks.onCommitted.mock.calls.length;
    for (const resolve of says.answers.splice(0)) resolve(exchange);
    await vi.waitUntil(() => hooks.onCommitted.mock.calls.length > before);
    await settle();
  };
  if (start) {
    dispatcher.start();
    await settle();
    clock.advance(120);
  }
  return { clock, queue, calls, store, flags, says, told, hooks, dispatcher, effects, sent, answer };
}

const nothing = { round: false, told: false, probed: false, entries: [] };
const looked = { ...nothing, round: true, told: true };

describe('a call of the dispatcher', () => {
  it.each<[string, (tested: Awaited<ReturnType<typeof createTested>>) => unknown, object]>([
    ['enqueued', ({ dispatcher }) => dispatcher.enqueued(), looked],
    ['tokenAvailable', ({ dispatcher }) => dispatcher.tokenAvailable(), looked],
    ['tokenChanged', ({ dispatcher }) => dispatcher.tokenChanged(), looked],
    ['wake', ({ dispatcher }) => dispatcher.wake(), { ...nothing, round: true }],
    ['status', ({ dispatcher }) => dispatcher.status(), nothing],
    ['share', ({ dispatcher }) => dispatcher.share(), nothing],
    ['canRead', ({ dispatcher }) => dispatcher.canRead(), nothing],
    ['setPaused on', ({ dispatcher }) => dispatcher.setPaused(true), looked],
    ['setPaused off', ({ dispatcher }) => dispatcher.setPaused(false), { ...looked, probed: true }],
    ['setWorkOffline on', ({ dispatcher }) => dispatcher.setWorkOffline(true), looked],
    ['setWorkOffline off', ({ dispatcher }) => dispatcher.setWorkOffline(false), { ...looked, probed: true }],
    ['syncNow', ({ dispatcher }) => dispatcher.syncNow(), { ...looked, probed: true }],
    ['retryAllNow', ({ dispatcher }) => dispatcher.retryAllNow(), looked],
    ['expedite', ({ dispatcher }) => dispatcher.expedite(['a']), looked],
    ['holdUnchecked', ({ dispatcher }) => dispatcher.holdUnchecked(true), looked],
    ['checkNetwork', ({ dispatcher }) => dispatcher.checkNetwork(), { ...looked, probed: true }],
    ['clockSet', ({ dispatcher }) => dispatcher.clockSet(5), { ...nothing, round: true }],
    ['setSuspended on', ({ dispatcher }) => dispatcher.setSuspended('asleep', true), nothing],
    [
      'setSuspended off',
      ({ dispatcher }) => dispatcher.setSuspended('asleep', false),
      { ...looked, probed: true },
    ],
    ['a decision that comes too late', ({ dispatcher }) => dispatcher.decide('a', 'cancelled'), nothing],
  ])('%s has the expected effects', async (_name, call, expected) => {
    const tested = await createTested();
    expect(await tested.effects(() => call(tested))).toEqual(expected);
  });

  it.each(['retryAllNow', 'expedite'] as const)('%s probes a lost service at once', async (name) => {
    const { dispatcher, says, effects } = await createTested();
    says.probe = { kind: 'not_sent', detail: 'ECONNREFUSED' };
    dispatcher.checkNetwork();
    await settle();
    expect(dispatcher.status().condition).toMatchObject({ kind: 'offline', detail: 'ECONNREFUSED' });
    expect(
      await effects(() => (name === 'expedite' ? dispatcher.expedite(['a']) : dispatcher.retryAllNow())),
    ).toMatchObject({
      probed: true,
    });
  });

  it('sends an event for the entries it changed', async () => {
    const { clock, dispatcher, queue, calls, effects } = await createTested();
    queue.retried = ['a', 'b'];
    expect(await effects(() => dispatcher.syncNow())).toMatchObject({
      entries: [
        ['a', 'b'],
        ['a', 'b'],
      ],
    });
    expect(calls.makeDue.mock.calls.slice(-2)).toEqual([
      [expect.any(Number), null],
      [expect.any(Number), ['unreachable']],
    ]);
    let count = 0;
    expect(await effects(() => (count = dispatcher.retryAllNow()))).toMatchObject({ entries: [['a', 'b']] });
    expect([count, calls.makeDue.mock.lastCall]).toEqual([2, [clock.wall() - 120, null]]);
    queue.decision = {} as EntryProgress;
    expect(await effects(() => dispatcher.decide('c', 'cancelled'))).toEqual({ ...looked, entries: [['c']] });
    queue.doubted = ['d'];
    expect(await effects(() => dispatcher.wake())).toMatchObject({ told: true, entries: [['d']] });
  });
});

describe('start', () => {
  it('recovers interrupted entries, clamps stored times and probes the service', async () => {
    const { clock, dispatcher, calls, effects, flags } = await createTested({ start: false });
    flags.setBusyUntil(testStart + 9 * 3_600_000);
    calls.recoverInterrupted.mockReturnValue(['a']);
    expect(await effects(() => dispatcher.wake())).toEqual(nothing);
    const startedAt = clock.wall();
    expect(await effects(() => dispatcher.start())).toEqual({ ...looked, probed: true, entries: [['a']] });
    const [verdictFor] = calls.recoverInterrupted.mock.lastCall ?? [];
    expect(verdictFor?.('invite')).toMatchObject({ event: 'outcome_unknown', repeatable: false });
    expect(calls.clampPlannedTimes).toHaveBeenCalledWith(startedAt + 3_600_000);
    expect(calls.renewDelays).toHaveBeenCalledWith(0);
    expect(flags.busyUntil()).toBe(startedAt + 3_600_000);
  });

  it('renews the send delay', async () => {
    const { calls } = await createTested({ sendDelayS: 10 });
    expect(calls.renewDelays).toHaveBeenCalledWith(testStart + 10_000);
  });
});

describe('a queued entry', () => {
  it('is committed, then sent with the token, up to the limit of slots', async () => {
    const { dispatcher, queue, hooks, says, sent, answer, calls, clock } = await createTested();
    queue.queued = ['a', 'b', 'c', 'd', 'e'];
    hooks.onCommitted.mockImplementation(() => {
      expect(sent()).toEqual([]);
    });
    dispatcher.enqueued();
    await settle();
    expect(hooks.onCommitted).toHaveBeenCalled();
    hooks.onCommitted.mockReset();
    expect(sent()).toEqual(['a', 'b', 'c', 'd']);
    expect(hooks.send.mock.calls.map(([, token]) => token)).toEqual(
      Array.from({ length: 4 }, () => 'a-token'),
    );
    expect(dispatcher.share()).toEqual({ underWay: 4, wantsMore: true });
    expect(hooks.onEntries).toHaveBeenLastCalledWith(['a', 'b', 'c', 'd']);
    await answer();
    const [settled] = calls.settleAndClaim.mock.calls.findLast(([batch]) => batch.length > 0) ?? [];
    expect(settled?.map(({ entry: { id }, at }) => [id, at])).toContainEqual(['d', clock.wall()]);
    await vi.waitUntil(() => sent().length === 5);
    expect(dispatcher.share()).toEqual({ underWay: 1, wantsMore: false });
    await answer();
    expect(dispatcher.share()).toEqual({ underWay: 0, wantsMore: false });
    expect(dispatcher.status()).toMatchObject({ lastSentTo: 'Vendor e', condition: { kind: 'online' } });
    expect([hooks.onTokenAccepted.mock.calls.length, says.answers]).toEqual([5, []]);
  });

  it('waits while no slot is free, and share() reports more work', async () => {
    const { dispatcher, queue, says, sent } = await createTested();
    says.slots = 0;
    queue.queued = ['a'];
    dispatcher.enqueued();
    await settle();
    expect([sent(), dispatcher.share()]).toEqual([[], { underWay: 0, wantsMore: true }]);
  });

  it.each<[string, (tested: Awaited<ReturnType<typeof createTested>>) => unknown]>([
    ['the queue is paused', ({ dispatcher }) => dispatcher.setPaused(true)],
    ['the person works offline', ({ dispatcher }) => dispatcher.setWorkOffline(true)],
    ['there is no token', ({ says }) => (says.token = false)],
    ['the token was refused', ({ flags }) => flags.setTokenRefused(true)],
    ['the data is not checked', ({ dispatcher }) => dispatcher.holdUnchecked(true)],
    ['the machine sleeps', ({ dispatcher }) => dispatcher.setSuspended('asleep', true)],
    ['the service asked for silence', ({ flags, clock }) => flags.setBusyUntil(clock.wall() + 60_000)],
  ])('waits while %s, and share() reports no more work', async (_why, hold) => {
    const tested = await createTested();
    const { dispatcher, queue, sent } = tested;
    hold(tested);
    queue.queued = ['a'];
    dispatcher.enqueued();
    await settle();
    expect([sent(), dispatcher.share()]).toEqual([[], { underWay: 0, wantsMore: false }]);
  });

  it('is not claimed while the queue is paused, and the store is not called', async () => {
    const { dispatcher, queue, calls, hooks } = await createTested();
    dispatcher.setPaused(true);
    await settle();
    calls.settleAndClaim.mockClear();
    hooks.onCommitted.mockClear();
    queue.queued = ['a'];
    dispatcher.enqueued();
    await settle();
    expect([calls.settleAndClaim.mock.calls, hooks.onCommitted.mock.calls.length]).toEqual([[], 1]);
    dispatcher.setPaused(false);
    await settle();
    expect(calls.settleAndClaim).toHaveBeenCalled();
  });

  it('is sent once every suspension has ended', async () => {
    const { dispatcher, queue, sent } = await createTested();
    dispatcher.holdUnchecked(true);
    queue.queued = ['a'];
    dispatcher.holdUnchecked(false);
    await settle();
    dispatcher.setSuspended('asleep', true);
    dispatcher.setSuspended('damaged', true);
    queue.queued = ['b'];
    dispatcher.setSuspended('asleep', false);
    await settle();
    expect([sent(), dispatcher.canRead()]).toEqual([['a'], false]);
    dispatcher.setSuspended('damaged', false);
    await settle();
    expect([sent(), dispatcher.canRead()]).toEqual([['a', 'b'], true]);
  });

  it('is sent when it is due or released, and the store is checked every 30 seconds', async () => {
    const { clock, dispatcher, queue, sent } = await createTested();
    for (const [name, at] of [
      ['due', 7000],
      ['release', 9000],
    ] as const) {
      queue[name] = clock.wall() + at;
      dispatcher.wake();
      await settle();
      queue.queued = [name];
      clock.advance(at - 1);
      await settle();
      expect(sent()).not.toContain(name);
      queue[name] = null;
      clock.advance(1);
      await settle();
      expect(sent()).toContain(name);
    }
    queue.queued = ['a'];
    clock.advance(30_000);
    await settle();
    expect(sent()).toContain('a');
  });

  it('causes no heartbeat while the dispatcher is suspended', async () => {
    const { clock, dispatcher, hooks } = await createTested();
    dispatcher.setSuspended('asleep', true);
    dispatcher.attend(true);
    clock.advance(60_000);
    expect(hooks.heartbeat).not.toHaveBeenCalled();
    dispatcher.setSuspended('asleep', false);
    await settle();
    dispatcher.attend(true);
    clock.advance(4000);
    expect(hooks.heartbeat).toHaveBeenCalledWith('a-token');
  });

  it('is sent as a single trial when a person syncs and no probe is answered', async () => {
    const { dispatcher, queue, says, hooks, sent } = await createTested();
    says.probe = { kind: 'no_answer', detail: 'TIME_OUT' };
    dispatcher.checkNetwork();
    await settle();
    queue.queued = ['a', 'b'];
    dispatcher.enqueued();
    await settle();
    expect(sent()).toEqual([]);
    const answer = Promise.withResolvers<Exchange>();
    hooks.probe.mockReturnValueOnce(answer.promise);
    dispatcher.syncNow();
    await settle();
    expect(sent()).toEqual([]);
    answer.resolve(says.probe);
    await settle();
    expect(sent()).toEqual(['a']);
    expect(dispatcher.status().condition.kind).toBe('offline');
  });

  it('shares a commit with outcomes that arrive at the same moment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { dispatcher, queue, says, calls, sent } = await createTested();
      const getBatches = () =>
        calls.settleAndClaim.mock.calls.map(([batch]) => batch.length).filter((length) => length > 0);
      says.slots = 6;
      queue.queued = ['a', 'b', 'c', 'd'];
      dispatcher.enqueued();
      await settle();
      queue.queued = ['e'];
      dispatcher.enqueued();
      await settle();
      expect(sent()).toEqual(['a', 'b', 'c', 'd', 'e']);
      says.answers[0]?.(answered);
      says.answers[1]?.(answered);
      await settle();
      expect(getBatches()).toEqual([]);
      says.answers[2]?.(answered);
      await settle();
      expect(getBatches()).toEqual([3]);
      says.answers[3]?.(answered);
      await settle();
      expect(getBatches()).toEqual([3, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is sent first when a person expedites it, even while the service is busy', async () => {
    const { clock, dispatcher, flags, queue, sent } = await createTested();
    flags.setBusyUntil(clock.wall() + 60_000);
    queue.queued = ['a', 'b', 'c'];
    dispatcher.expedite(['b']);
    await settle();
    expect(sent()).toEqual(['b']);
    queue.decision = {} as EntryProgress;
    dispatcher.decide('c', 'retried_now', clock.wall() + 10_000);
    dispatcher.decide('c', 'cancelled');
    await settle();
    expect(sent()).toEqual(['b']);
  });

  it.each(['retried_now', 'sent_again'] as const)('is sent first after %s', async (event) => {
    const { clock, dispatcher, flags, queue, sent, calls } = await createTested();
    flags.setBusyUntil(clock.wall() + 60_000);
    queue.queued = ['a', 'b'];
    queue.decision = {} as EntryProgress;
    dispatcher.decide('b', event);
    await settle();
    expect(sent()).toEqual(['b']);
    expect(calls.decide).toHaveBeenCalledWith('b', event, clock.wall(), 0);
  });
});

describe('a failed write', () => {
  it('sets cannot_save, is retried after five seconds, and blocks sending until then', async () => {
    const { clock, dispatcher, queue, calls, hooks, told, sent } = await createTested();
    const write = calls.settleAndClaim;
    const works = write.getMockImplementation();
    write.mockImplementation(() => {
      throw diskFull;
    });
    queue.queued = ['a'];
    told.length = 0;
    dispatcher.wake();
    await settle();
    expect(dispatcher.status().condition).toEqual({ kind: 'cannot_save', detail: 'ENOSPC' });
    expect(hooks.onDamaged).toHaveBeenCalledWith(diskFull);
    clock.advance(120);
    expect(told.at(-1)?.condition.kind).toBe('cannot_save');
    expect(dispatcher.canRead()).toBe(false);
    const tried = write.mock.calls.length;
    clock.advance(4800);
    await settle();
    expect(write).toHaveBeenCalledTimes(tried);
    if (works !== undefined) write.mockImplementation(works);
    clock.advance(200);
    await settle();
    expect([sent(), dispatcher.status().condition.kind]).toEqual([['a'], 'online']);
  });

  it('is retried with a flag while the queue is paused', async () => {
    const { clock, dispatcher, flags, calls } = await createTested();
    calls.settleAndClaim.mockImplementationOnce(() => {
      throw diskFull;
    });
    dispatcher.wake();
    await settle();
    expect(dispatcher.status().condition.kind).toBe('cannot_save');
    flags.setPaused(true);
    const write = vi.spyOn(flags, 'setBreaker');
    clock.advance(5000);
    await settle();
    expect(dispatcher.status().condition.kind).toBe('paused');
    expect(write).toHaveBeenCalledTimes(1);
    dispatcher.wake();
    await settle();
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('is rethrown when it is a bug', async () => {
    const { dispatcher, calls, hooks } = await createTested();
    calls.makeDue.mockImplementationOnce(() => {
      throw new RangeError('a bug');
    });
    expect(() => dispatcher.syncNow()).toThrow('a bug');
    expect(hooks.onDamaged).toHaveBeenCalledTimes(1);
    expect(dispatcher.status().condition.kind).toBe('online');
  });

  it('is passed to onDamaged when the data is damaged', async () => {
    const { dispatcher, calls, says, hooks, told, clock } = await createTested();
    says.damaged = true;
    calls.settleAndClaim.mockImplementation(() => {
      throw new Error('not a database');
    });
    told.length = 0;
    dispatcher.wake();
    await settle();
    clock.advance(120);
    expect([hooks.onDamaged.mock.calls.length, told.length]).toEqual([1, 1]);
    expect(dispatcher.status().condition.kind).toBe('online');
  });

  it('sets cannot_save when due entries cannot be read', async () => {
    const { dispatcher, store, hooks } = await createTested();
    store.nextDue = () => {
      throw diskFull;
    };
    dispatcher.wake();
    await settle();
    store.nextDue = () => null;
    expect(hooks.onDamaged).toHaveBeenCalledWith(diskFull);
    expect(dispatcher.status().condition.kind).toBe('cannot_save');
  });
});

describe('a clock change', () => {
  it('shifts planned times, and includes earlier changes that could not be written', async () => {
    const { dispatcher, calls, flags, clock } = await createTested();
    flags.setBusyUntil(clock.wall() + 60_000);
    dispatcher.clockSet(5);
    expect(calls.shiftPlannedTimes.mock.calls).toEqual([[5]]);
    expect(flags.busyUntil()).toBe(clock.wall() + 60_005);
    calls.shiftPlannedTimes.mockImplementationOnce(() => {
      throw diskFull;
    });
    dispatcher.clockSet(7);
    dispatcher.clockSet(-3);
    await settle();
    expect(calls.shiftPlannedTimes.mock.calls).toEqual([[5], [7], [4]]);
    expect(flags.busyUntil()).toBe(clock.wall() + 60_009);
  });
});

describe('stop', () => {
  it('waits for requests, hangs up, writes their outcomes and starts nothing', async () => {
    const { clock, dispatcher, queue, calls, sent, says } = await createTested();
    queue.queued = ['a'];
    dispatcher.enqueued();
    await settle();
    queue.queued = ['b'];
    const hangUp = vi.fn(async () => {
      for (const resolve of says.answers) resolve({ kind: 'no_answer', detail: 'CLOSING' });
      await settle();
    });
    const stopped = dispatcher.stop(1000, hangUp);
    dispatcher.enqueued();
    await settle();
    expect(hangUp).not.toHaveBeenCalled();
    clock.advance(1000);
    await stopped;
    expect([hangUp.mock.calls.length, sent()]).toEqual([1, ['a']]);
    const settled = calls.settleAndClaim.mock.calls.filter(([batch]) => batch.length > 0);
    expect(settled.map(([batch, limit]) => [batch.map(({ entry }) => entry.id), limit])).toEqual([
      [['a'], 0],
    ]);
    const written = calls.settleAndClaim.mock.calls.length;
    dispatcher.wake();
    clock.advance(120_000);
    await settle();
    expect(calls.settleAndClaim).toHaveBeenCalledTimes(written);
    expect(clock.planned()).toBe(0);
  });

  it('ends as soon as all outcomes are written', async () => {
    const { dispatcher, queue, says, calls } = await createTested();
    queue.queued = ['a'];
    dispatcher.enqueued();
    await settle();
    const hangUp = vi.fn(() => Promise.resolve());
    const stopped = dispatcher.stop(1000, hangUp);
    for (const resolve of says.answers) resolve(answered);
    await stopped;
    const [batch, limit] = calls.settleAndClaim.mock.lastCall ?? [];
    expect([batch?.map(({ entry }) => entry.id), limit, hangUp.mock.calls.length]).toEqual([['a'], 0, 1]);
  });

  it('ignores later calls and signs', async () => {
    const { dispatcher, flags, hooks, effects } = await createTested();
    await dispatcher.stop(1000, () => Promise.resolve());
    hooks.onCommitted.mockClear();
    expect(await effects(() => dispatcher.enqueued())).toEqual(nothing);
    expect(dispatcher.observe({ kind: 'token_refused' }, 1, 'a')).toBe(false);
    expect([flags.tokenRefused(), hooks.onCommitted.mock.calls]).toEqual([false, []]);
  });

  it('writes nothing after the last write failed', async () => {
    const { clock, dispatcher, queue, calls, says } = await createTested();
    queue.queued = ['a'];
    dispatcher.enqueued();
    await settle();
    calls.settleAndClaim.mockImplementation(() => {
      throw diskFull;
    });
    const stopped = dispatcher.stop(1000, async () => {
      for (const resolve of says.answers) resolve(answered);
      await settle();
    });
    clock.advance(1000);
    await stopped;
    const tried = calls.settleAndClaim.mock.calls.length;
    dispatcher.wake();
    await settle();
    expect(calls.settleAndClaim).toHaveBeenCalledTimes(tried);
  });

  it('ends at once when no request is under way', async () => {
    const { clock, dispatcher, calls } = await createTested();
    const written = calls.settleAndClaim.mock.calls.length;
    await dispatcher.stop(1000, () => Promise.resolve());
    expect(calls.settleAndClaim).toHaveBeenCalledTimes(written);
    expect(clock.planned()).toBe(0);
    expect(await dispatcher.whenIdle(0)).toBe(true);
  });
});
