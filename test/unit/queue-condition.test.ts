import { describe, expect, it } from 'vitest';
import {
  isReadable,
  roomForClaims,
  toQueueCondition,
  type ClaimFacts,
  type QueueFacts,
} from '#main/outbox/queue-condition.ts';

const well: QueueFacts = {
  workOffline: false,
  paused: false,
  hasToken: true,
  tokenUnavailableReason: null,
  tokenRefused: false,
  lost: null,
  trouble: null,
  hasAnswered: true,
  inSuspense: false,
  isDataUnchecked: false,
  cannotSave: null,
};
const lost = { since: 7, detail: 'ENETUNREACH' };
const passable = { kind: 'redirected', location: null, until: null } as const;
const busy = { kind: 'busy', until: 9 } as const;
const fourFree: ClaimFacts = { allowed: () => 4, trial: false, inFlight: 0, finished: 0, settling: 0 };

/** What is so, the condition that follows, whether results may be read, and how many of four entries may go. */
const table: [Partial<QueueFacts>, kind: string, readable: boolean, room: number][] = [
  [{}, 'online', true, 4],
  [{ hasAnswered: false }, 'connecting', true, 4],
  [{ inSuspense: true }, 'connecting', true, 0],
  [{ isDataUnchecked: true }, 'checking_data', true, 0],
  [{ cannotSave: 'SQLITE_FULL' }, 'cannot_save', false, 1],
  [{ lost }, 'offline', false, 0],
  [{ trouble: busy }, 'busy', false, 4],
  [{ trouble: { kind: 'server_trouble', until: 9 } }, 'server_trouble', false, 4],
  [{ trouble: { ...passable, until: 9 } }, 'redirected', false, 4],
  [{ trouble: passable }, 'redirected', true, 4],
  [{ hasToken: false }, 'signed_out', false, 0],
  [{ tokenRefused: true }, 'signed_out', false, 0],
  [{ paused: true }, 'paused', false, 0],
  [{ workOffline: true }, 'working_offline', false, 0],
];

describe('the condition of the queue', () => {
  it.each(table)('%o is %s', (facts, kind, readable, room) => {
    const all = { ...well, ...facts };
    expect([toQueueCondition(all).kind, isReadable(all), roomForClaims(all, fourFree)]).toEqual([
      kind,
      readable,
      room,
    ]);
  });

  it('is the one that a person can do most about, where there are several', () => {
    const facts = table.map(([some]) => some).toReversed();
    const all = { ...well, lost, trouble: busy, cannotSave: null, paused: true, hasToken: false };
    expect(toQueueCondition({ ...all, workOffline: true }).kind).toBe('working_offline');
    expect(toQueueCondition(all).kind).toBe('paused');
    expect(toQueueCondition({ ...all, paused: false }).kind).toBe('signed_out');
    expect(toQueueCondition({ ...all, paused: false, hasToken: true })).toEqual({ kind: 'offline', ...lost });
    for (const some of facts) {
      const condition = toQueueCondition({ ...well, ...some, cannotSave: 'SQLITE_FULL' });
      expect(condition).toEqual({ kind: 'cannot_save', detail: 'SQLITE_FULL' });
    }
  });

  it.each([
    [null, 'no_token'],
    ['removed', 'no_token'],
    ['changed', 'no_token'],
    ['locked', 'keychain'],
  ] as const)('says of a token that is away as %s: %s', (tokenUnavailableReason, reason) => {
    const facts = { ...well, hasToken: false, tokenUnavailableReason };
    expect(toQueueCondition(facts)).toEqual({ kind: 'signed_out', reason });
  });
});

describe('the room for claims', () => {
  it('is what those under way leave, and what is settled along with the claims', () => {
    expect(roomForClaims(well, { ...fourFree, inFlight: 3 })).toBe(1);
    expect(roomForClaims(well, { ...fourFree, inFlight: 4, finished: 2, settling: 2 })).toBe(2);
    expect(roomForClaims(well, { ...fourFree, allowed: () => 0, inFlight: 1, settling: 1 })).toBe(0);
  });

  it('is one for a trial where nothing is known to answer, if the service is not left alone', () => {
    const trial = { ...fourFree, trial: true };
    expect(roomForClaims({ ...well, lost }, trial)).toBe(1);
    expect(roomForClaims({ ...well, lost }, { ...trial, allowed: () => 0 })).toBe(0);
    expect(roomForClaims({ ...well, lost, paused: true }, trial)).toBe(0);
  });

  it('is none where nothing can be written and outcomes wait to be', () => {
    const facts = { ...well, cannotSave: 'SQLITE_FULL' };
    expect(roomForClaims(facts, { ...fourFree, inFlight: 1, finished: 1, settling: 1 })).toBe(0);
  });
});
