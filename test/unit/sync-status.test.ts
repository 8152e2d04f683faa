import { expect, it } from 'vitest';
import type { QueueCondition, StateCounts, SyncStatus } from '#shared/outbox/outbox.ts';
import { createSyncStatus } from '#main/outbox/sync-status.ts';
import { createFakeClock, testStart } from '#test/fake-clock.ts';
import { noCounts } from '#test/exchange-samples.ts';

const none: StateCounts = noCounts;
const settled = (title: string, at: number) => ({ entry: { title }, at });

function createTested() {
  const clock = createFakeClock();
  const told: SyncStatus[] = [];
  const facts = { counts: none, underWay: 0, delayed: 0, until: 0, launchedAt: Infinity };
  const lastContact = {
    lastAnswerAt: null as number | null,
    wellAt: null,
    finding: null,
    heartbeatSince: null as number | null,
    inSuspense: false,
  };
  const condition: QueueCondition = { kind: 'online' };
  const status = createSyncStatus(
    {
      clock,
      settings: () => ({ concurrency: 4 }),
      store: {
        counts: () => facts.counts,
        delayed: (at) =>
          facts.until > at ? [{ until: facts.until, entries: { invite: facts.delayed } }] : [],
        delayedEntries: () => facts.delayed,
        hasQueued: () => facts.counts.queued > facts.delayed,
        lastSent: () => ({ at: 1, to: 'Osprey' }),
        nextDue: () => null,
      },
      onStatus: (one) => void told.push(one),
    },
    {
      condition: () => condition,
      lastContact,
      inFlight: { size: () => facts.underWay, oldestLaunch: () => facts.launchedAt },
    },
  );
  return { clock, told, facts, lastContact, status };
}

it('counts a run from the first claim until nothing is queued and nothing under way', () => {
  const { clock, facts, status } = createTested();
  expect(status.current().run).toBeNull();
  facts.counts = { ...none, queued: 2, sending: 1 };
  facts.underWay = 1;
  facts.delayed = 1;
  status.noteRound([], [], 1);
  const begun = { startedAt: testStart, endedAt: null };
  expect(status.current().run).toEqual({ ...begun, enqueued: 2, settled: 0, sent: 0 });
  clock.advance(10);
  facts.counts = { ...none, queued: 1, sending: 1, accepted: 1 };
  status.noteRound([settled('Kestrel', 5)], ['accepted'], 1);
  expect(status.current()).toMatchObject({
    run: { ...begun, enqueued: 2, settled: 1, sent: 1 },
    lastSentAt: 5,
    lastSentTo: 'Kestrel',
  });
  facts.underWay = 0;
  facts.counts = { ...none, queued: 1, waiting: 1, rejected: 1, accepted: 1 };
  status.noteRound([settled('a', 6), settled('b', 6), settled('c', 6)], ['waiting', 'rejected', null], 0);
  const ended = { startedAt: testStart, endedAt: testStart + 10, enqueued: 2, settled: 2, sent: 1 };
  expect(status.current().run).toEqual(ended);
  clock.advance(10);
  status.noteRound([], [], 1);
  expect(status.current().run).toMatchObject({ startedAt: testStart + 20, settled: 0 });
});

it('ends a run also where a person took out what was queued', () => {
  const { clock, facts, status } = createTested();
  facts.counts = { ...none, queued: 1 };
  status.noteRound([], [], 1);
  clock.advance(10);
  expect(status.current().run?.endedAt).toBeNull();
  facts.counts = { ...none, cancelled: 1 };
  expect(status.current().run?.endedAt).toBe(testStart + 10);
});

it('says since when requests wait for any answer', () => {
  const { facts, lastContact, status } = createTested();
  const getSince = () => status.current().unansweredSince;
  expect(getSince()).toBeNull();
  facts.launchedAt = 70;
  expect(getSince()).toBe(70);
  lastContact.heartbeatSince = 40;
  expect(getSince()).toBe(40);
  lastContact.lastAnswerAt = 90;
  expect(getSince()).toBe(90);
});

it('is told from the start to the end, once for all that changes in a moment', () => {
  const { clock, told, status } = createTested();
  status.tell();
  clock.advance(1000);
  expect(told).toEqual([]);
  status.start();
  status.tell();
  status.tell();
  clock.advance(1000);
  expect(told).toMatchObject([{ condition: { kind: 'online' }, concurrency: 4, lastSentTo: 'Osprey' }]);
  for (const kind of ['online', 'online', 'paused', 'paused'] as const) {
    status.tellCondition(kind);
    clock.advance(1000);
  }
  expect(told).toHaveLength(3);
  status.tell();
  status.stop();
  clock.advance(1000);
  expect(told).toHaveLength(3);
});

it('is told anew where an undo wait ends, although nothing is sent then', () => {
  const { clock, told, facts, status } = createTested();
  status.start();
  facts.delayed = 3;
  facts.until = testStart + 9000;
  status.tell();
  clock.advance(8900);
  expect(told.map(({ delayed }) => delayed.length)).toEqual([1]);
  clock.advance(300);
  expect(told.map(({ delayed }) => delayed.length)).toEqual([1, 0]);
  clock.advance(60_000);
  expect(told).toHaveLength(2);
  facts.until = clock.wall() + 5000;
  status.tell();
  clock.advance(1000);
  status.stop();
  clock.advance(60_000);
  expect(told).toHaveLength(3);
});
