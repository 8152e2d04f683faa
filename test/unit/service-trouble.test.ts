import { describe, expect, it } from 'vitest';
import { createQueueFlags } from '#main/outbox/queue-flags.ts';
import { createServiceTrouble } from '#main/outbox/service-trouble.ts';
import type { ServiceSign } from '#main/service-client/service-sign.ts';
import { memorySettings } from '#test/memory-settings.ts';

const now = Date.UTC(2026, 2, 1, 12);
const second = 1000;
const healthy: ServiceSign = { kind: 'healthy' };
const trouble: ServiceSign = { kind: 'trouble' };
const busy = (waitMs: number): ServiceSign => ({ kind: 'busy', waitMs });
const redirected: ServiceSign = { kind: 'redirected', location: 'https://a.example' };

function createTested(settings = memorySettings()) {
  const time = { at: now };
  const saves = { count: 0 };
  const flags = createQueueFlags(settings);
  const tested = createServiceTrouble(
    flags,
    () => time.at,
    (write) => {
      saves.count += 1;
      write();
    },
  );
  /** The same sign for several different requests. */
  const meet = (sign: ServiceSign, times: number) => {
    for (let number = 0; number < times; number += 1) tested.note(sign, `entry ${number}`);
  };
  return { time, saves, flags, settings, tested, meet };
}

describe('a service in trouble', () => {
  it.each([trouble, { kind: 'no_answer' } as const])(
    'gets no request after five different ones met %o',
    (sign) => {
      const { time, tested, meet } = createTested();
      meet(sign, 4);
      expect([tested.condition(), tested.allowed(8)]).toEqual([null, 8]);
      expect(tested.claimOrder(false)).toEqual({ kind: 'in_turn' });
      meet(sign, 5);
      const until = now + 15 * second;
      expect([tested.condition(), tested.allowed(8)]).toEqual([{ kind: 'server_trouble', until }, 0]);
      expect(tested.claimOrder(false)).toEqual({ kind: 'least_tried' });
      time.at = until - 1;
      expect(tested.allowed(8)).toBe(0);
      time.at = until;
      expect([tested.condition(), tested.allowed(8), tested.allowed(0)]).toEqual([null, 1, 0]);
      expect(tested.claimOrder(false)).toEqual({ kind: 'least_tried' });
      tested.note(healthy, 'another');
      expect([tested.condition(), tested.allowed(8)]).toEqual([null, 8]);
      expect(tested.claimOrder(false)).toEqual({ kind: 'in_turn' });
    },
  );

  it.each<ServiceSign>([
    { kind: 'unreachable', detail: 'ECONNREFUSED' },
    { kind: 'unexpected_responder', detail: 'FOREIGN_PAGE' },
    { kind: 'token_refused' },
  ])('is not concluded from %o', (sign) => {
    const { tested, saves, meet } = createTested();
    meet(sign, 20);
    expect([tested.condition(), tested.allowed(8), saves.count]).toEqual([null, 8, 0]);
  });

  it('is not concluded from one isolated request', () => {
    const { tested, meet } = createTested();
    expect(tested.note(trouble, 'odd')).toBe(false);
    tested.note(healthy, 'another');
    expect(tested.note(trouble, 'odd')).toBe(true);
    expect(tested.note(busy(60 * second), 'odd')).toBe(true);
    expect(tested.condition()).toBeNull();
    expect(tested.note(healthy, 'odd')).toBe(true);
    expect(tested.note(healthy, 'odd')).toBe(false);
    meet(trouble, 4);
    expect(tested.condition()).toBeNull();
    tested.note(trouble, 'odd');
    expect(tested.condition()?.kind).toBe('server_trouble');
  });

  it('is stored when the wait starts or ends, not with every answer', () => {
    const { saves, settings, tested, meet } = createTested();
    meet(trouble, 4);
    expect(saves.count).toBe(0);
    meet(trouble, 5);
    expect(saves.count).toBe(1);
    const later = createTested(settings).tested;
    expect(later.allowed(8)).toBe(0);
    later.load({ askedToWait: [], own: ['entry 1'] });
    expect(later.condition()?.kind).toBe('server_trouble');
    expect(later.note(trouble, 'entry 1')).toBe(true);
    tested.note(healthy, 'another');
    expect(saves.count).toBe(2);
    expect(createTested(settings).tested.allowed(8)).toBe(8);
  });
});

describe('a service that asks for silence', () => {
  it('gets none until the time is up, then one request at a time until one succeeds', () => {
    const { time, tested } = createTested();
    tested.note(busy(30 * second), 'one');
    expect(tested.condition()).toEqual({ kind: 'busy', until: now + 30 * second });
    expect([tested.allowed(8), tested.claimOrder(false)]).toEqual([0, { kind: 'least_tried' }]);
    // An answer to an earlier request does not end the wait.
    tested.note(healthy, 'two');
    expect(tested.condition()?.kind).toBe('busy');
    time.at += 30 * second;
    expect(tested.condition()).toBeNull();
    expect([tested.allowed(8), tested.allowed(0)]).toEqual([1, 0]);
    expect(tested.claimOrder(false)).toEqual({ kind: 'least_tried' });
    tested.note(healthy, 'two');
    expect([tested.allowed(8), tested.claimOrder(false)]).toEqual([8, { kind: 'in_turn' }]);
  });

  it('does not block the others after one of them succeeded', () => {
    const { time, tested } = createTested();
    tested.note(busy(30 * second), 'one');
    time.at += 30 * second;
    tested.note(healthy, 'two');
    expect(tested.note(busy(30 * second), 'one')).toBe(true);
    expect([tested.condition(), tested.allowed(8)]).toEqual([null, 8]);
  });

  it('gets one request at a time after a restart too', () => {
    const { tested } = createTested();
    tested.load({ askedToWait: ['one'], own: [] });
    expect([tested.condition(), tested.allowed(8), tested.claimOrder(false)]).toEqual([
      null,
      1,
      { kind: 'least_tried' },
    ]);
    const quiet = createTested().tested;
    quiet.load({ askedToWait: [], own: ['one'] });
    expect([quiet.allowed(8), quiet.claimOrder(false)]).toEqual([8, { kind: 'in_turn' }]);
  });
});

describe('a service that redirects', () => {
  it('gets requests until five different ones were redirected', () => {
    const { time, tested, meet } = createTested();
    tested.note(redirected, 'one');
    const pointed = { kind: 'redirected', location: 'https://a.example' };
    expect([tested.condition(), tested.allowed(8)]).toEqual([{ ...pointed, until: null }, 8]);
    meet(redirected, 5);
    const until = now + 15 * second;
    expect(tested.condition()).toMatchObject({ ...pointed, until });
    expect(tested.allowed(8)).toBe(0);
    time.at = until;
    expect([tested.condition(), tested.allowed(8)]).toEqual([{ ...pointed, until: null }, 1]);
    tested.note(healthy, 'one');
    expect(tested.condition()).toBeNull();
  });
});

describe('an expedited entry', () => {
  it('is allowed alone and first while the breaker is open', () => {
    const { tested, meet } = createTested();
    meet(trouble, 5);
    tested.want(['b', 'a']);
    expect([tested.allowed(8), tested.allowed(0)]).toEqual([1, 0]);
    const order = tested.claimOrder(false);
    expect(order).toEqual({ kind: 'only', ids: ['b', 'a'] });
    tested.noteClaims(order, [{ id: 'b' }]);
    expect(tested.claimOrder(false)).toEqual({ kind: 'only', ids: ['a'] });
    expect(tested.claimOrder(true)).toEqual({ kind: 'only', ids: ['a'] });
    // Neither could be claimed.
    tested.noteClaims(order, []);
    expect([tested.allowed(8), tested.claimOrder(false)]).toEqual([0, { kind: 'least_tried' }]);
  });

  it('is claimed in turn while the breaker is closed, and forgotten afterwards', () => {
    const { tested, meet } = createTested();
    tested.want(['a']);
    expect([tested.allowed(8), tested.claimOrder(false)]).toEqual([8, { kind: 'in_turn' }]);
    tested.noteClaims({ kind: 'in_turn' }, [{ id: 'c' }]);
    meet(trouble, 5);
    expect(tested.allowed(8)).toBe(0);
  });

  it('is the first trial', () => {
    const { tested } = createTested();
    expect(tested.claimOrder(true)).toEqual({ kind: 'least_tried' });
    tested.want(['a']);
    expect(tested.claimOrder(true)).toEqual({ kind: 'only', ids: ['a'] });
  });

  it('is allowed while the service is busy', () => {
    const { tested } = createTested();
    tested.note(busy(30 * second), 'one');
    tested.want(['a']);
    expect([tested.allowed(8), tested.claimOrder(false)]).toEqual([1, { kind: 'only', ids: ['a'] }]);
  });
});

describe('the wait', () => {
  it('ends by endWait, with one request as the trial', () => {
    const { tested, meet, settings } = createTested();
    tested.note(busy(60 * second), 'one');
    meet(trouble, 6);
    tested.endWait();
    expect([tested.condition(), tested.allowed(8)]).toEqual([null, 1]);
    const later = createTested(settings).tested;
    expect([later.condition(), later.allowed(8)]).toEqual([null, 1]);
  });

  it('ends by forget', () => {
    const { tested, meet, settings } = createTested();
    tested.note(redirected, 'one');
    meet(trouble, 6);
    tested.forget();
    expect([tested.condition(), tested.allowed(8)]).toEqual([null, 8]);
    expect(createTested(settings).tested.allowed(8)).toBe(8);
    tested.note(busy(60 * second), 'one');
    tested.forget();
    expect(tested.condition()).toBeNull();
  });

  it('shifts with the clock', () => {
    const { time, tested, meet, flags } = createTested();
    meet(trouble, 5);
    time.at += 3600 * second;
    tested.shift(3600 * second);
    expect(tested.condition()).toEqual({ kind: 'server_trouble', until: time.at + 15 * second });
    tested.note(busy(60 * second), 'one');
    time.at -= 1800 * second;
    tested.shift(-1800 * second);
    expect(tested.condition()).toEqual({ kind: 'busy', until: time.at + 60 * second });
    expect(flags.breaker().openUntil).toBe(time.at + 15 * second);
    const quiet = createTested();
    quiet.tested.shift(3600 * second);
    expect([quiet.flags.busyUntil(), quiet.saves.count]).toEqual([null, 0]);
  });

  it('is stored again by write', () => {
    const { tested, settings, meet } = createTested();
    meet(trouble, 5);
    settings.remove('queue.breaker');
    tested.write();
    expect(createTested(settings).tested.allowed(8)).toBe(0);
  });
});
