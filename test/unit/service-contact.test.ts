import { describe, expect, it, vi } from 'vitest';
import { defaultServiceInterface } from '#shared/settings/settings.ts';
import { createQueueFlags } from '#main/outbox/queue-flags.ts';
import { createServiceContact, type HeldToken } from '#main/outbox/service-contact.ts';
import type { ReadAnswer } from '#main/service-client/answer.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import type { ServiceSign } from '#main/service-client/service-sign.ts';
import { createFakeClock, testStart } from '#test/fake-clock.ts';
import { emptyAnswer } from '#test/exchange-samples.ts';
import { memorySettings } from '#test/memory-settings.ts';

const answered: Exchange = emptyAnswer;

/** A service that answers questions with what stands in `says`, under a token of generation 2. */
function createTested() {
  const clock = createFakeClock();
  const flags = createQueueFlags(memorySettings());
  const says = {
    probe: answered,
    heartbeat: { kind: 'unknown_id' } as ReadAnswer<unknown>,
    closed: false,
    still: false,
    token: { value: 'a-token', generation: 2 } as HeldToken | null,
  };
  const asked = {
    probe: vi.fn((_itself: boolean, _token: string | null) => Promise.resolve(says.probe)),
    quickProbe: vi.fn((_itself: boolean) => Promise.resolve(says.probe)),
    heartbeat: vi.fn((_token: string) => Promise.resolve(says.heartbeat)),
  };
  const hooks = { onBack: vi.fn(), onSilence: vi.fn(), onChange: vi.fn() };
  const onTokenAccepted = vi.fn();
  const contact = createServiceContact(
    {
      flags,
      clock,
      random: () => 0.5,
      ...asked,
      token: () => says.token,
      settings: () => defaultServiceInterface,
      onTokenAccepted,
    },
    {
      ...hooks,
      save: (write) => {
        write();
      },
      isClosed: () => says.closed,
      standsStill: () => says.still,
    },
  );
  return { clock, flags, says, asked, hooks, onTokenAccepted, contact };
}

it('takes a good answer for all that it shows, but its token only where it is the one of now', () => {
  const { contact, onTokenAccepted } = createTested();
  expect(contact.observe({ kind: 'healthy' }, 1, 'one')).toBe(false);
  expect(contact.lastContact).toMatchObject({ lastAnswerAt: testStart, wellAt: testStart, finding: null });
  expect(onTokenAccepted).not.toHaveBeenCalled();
  contact.observe({ kind: 'healthy', ofPage: true }, 2, 'one');
  expect(onTokenAccepted).not.toHaveBeenCalled();
  contact.observe({ kind: 'healthy' }, 2, 'one');
  expect(onTokenAccepted).toHaveBeenCalledWith(testStart);
});

it('holds a token for refused only where it is the one of now', () => {
  const { contact, flags } = createTested();
  contact.observe({ kind: 'token_refused' }, 1, 'one');
  expect(flags.tokenRefused()).toBe(false);
  contact.observe({ kind: 'token_refused' }, 2, 'one');
  expect(flags.tokenRefused()).toBe(true);
});

it('is in suspense after a request without an answer until it is known whether anything answers', async () => {
  const { contact, hooks, says } = createTested();
  contact.observe({ kind: 'no_answer' }, 2, 'one');
  expect(contact.lastContact.inSuspense).toBe(true);
  await vi.waitUntil(() => hooks.onBack.mock.calls.length === 1);
  expect([contact.lastContact.inSuspense, contact.reachability.lost()]).toEqual([false, null]);

  says.probe = { kind: 'not_sent', detail: 'ECONNREFUSED' };
  contact.observe({ kind: 'no_answer' }, 2, 'one');
  await vi.waitUntil(() => contact.reachability.lost() !== null);
  expect(contact.lastContact.inSuspense).toBe(false);
  contact.observe({ kind: 'healthy' }, 2, 'two');
  expect(contact.reachability.lost()).toBeNull();
});

it('asks now and then whether all is well, and says since when it waits for that and what it found', async () => {
  const { clock, contact, hooks, says } = createTested();
  contact.observe({ kind: 'healthy' }, 2, 'one');
  contact.reachability.attend(true);
  says.heartbeat = { kind: 'trouble', status: 503 };
  clock.advance(60_000);
  const askedAt = contact.lastContact.heartbeatSince;
  expect(askedAt).toBeGreaterThan(testStart);
  await vi.waitUntil(() => contact.lastContact.finding !== null);
  expect(contact.lastContact).toMatchObject({
    heartbeatSince: null,
    finding: { kind: 'trouble', status: 503 },
    wellAt: testStart,
    lastAnswerAt: clock.wall(),
  });
  expect(hooks.onChange).toHaveBeenCalled();
});

it('hears nothing more once it is closed', () => {
  const { contact, says, flags, hooks } = createTested();
  says.closed = true;
  expect(contact.observe({ kind: 'token_refused' }, 2, 'one')).toBe(false);
  expect([contact.lastContact.lastAnswerAt, flags.tokenRefused(), hooks.onChange.mock.calls]).toEqual([
    null,
    false,
    [],
  ]);
});

const settle = () => new Promise((resolve) => setImmediate(resolve));
const busy: ServiceSign = { kind: 'busy', waitMs: 60_000 };
const redirected: ServiceSign = { kind: 'redirected', location: null };

describe('observe', () => {
  it.each<[ServiceSign, heard: boolean, well: boolean, lost: boolean, suspense: boolean]>([
    [{ kind: 'healthy' }, true, true, false, false],
    [{ kind: 'healthy', ofPage: true }, true, false, false, false],
    [{ kind: 'trouble' }, true, false, false, false],
    [redirected, true, false, false, false],
    [busy, true, false, false, false],
    [{ kind: 'token_refused' }, true, false, false, false],
    [{ kind: 'no_answer' }, false, false, false, true],
    [{ kind: 'unreachable', detail: 'ECONNREFUSED' }, false, false, true, false],
    [{ kind: 'unexpected_responder', detail: 'FOREIGN_PAGE' }, false, false, true, false],
  ])('of %o sets heard %j, well %j, lost %j, suspense %j', (sign, heard, well, lost, suspense) => {
    const { contact, hooks, says, asked } = createTested();
    asked.probe.mockReturnValue(new Promise(() => undefined));
    says.probe = { kind: 'no_answer', detail: 'TIME_OUT' };
    expect(contact.observe(sign, 2, 'one')).toBe(false);
    expect(contact.lastContact).toEqual({
      lastAnswerAt: heard ? testStart : null,
      wellAt: well ? testStart : null,
      finding: null,
      heartbeatSince: null,
      inSuspense: suspense,
    });
    expect(contact.reachability.lost() !== null).toBe(lost);
    expect(hooks.onChange).toHaveBeenCalled();
  });

  it.each<[ServiceSign, back: boolean]>([
    [{ kind: 'healthy' }, true],
    [{ kind: 'healthy', ofPage: true }, true],
    [{ kind: 'token_refused' }, true],
    [busy, true],
    [{ kind: 'trouble' }, false],
    [redirected, false],
  ])('of %o proves that the service itself is back: %j', (sign, back) => {
    const { contact, asked } = createTested();
    asked.probe.mockReturnValue(new Promise(() => undefined));
    contact.observe({ kind: 'unexpected_responder', detail: 'FOREIGN_PAGE' }, 2, 'one');
    contact.observe(sign, 2, 'two');
    expect(contact.reachability.lost() === null).toBe(back);
  });

  it('ends the suspense with any answer', () => {
    for (const sign of [
      { kind: 'trouble' },
      { kind: 'unexpected_responder', detail: 'FOREIGN_PAGE' },
    ] as const) {
      const { contact, asked } = createTested();
      asked.probe.mockReturnValue(new Promise(() => undefined));
      contact.observe({ kind: 'no_answer' }, 2, 'one');
      expect(contact.lastContact.inSuspense).toBe(true);
      contact.observe(sign, 2, 'two');
      expect(contact.lastContact.inSuspense).toBe(false);
    }
  });

  it('reports trouble of one request while others succeed', () => {
    const { contact } = createTested();
    contact.observe({ kind: 'trouble' }, 2, 'one');
    contact.observe({ kind: 'healthy' }, 2, 'two');
    expect(contact.observe({ kind: 'trouble' }, 2, 'one')).toBe(true);
  });
});

it('starts without any answer, and reports silence when a person checks', async () => {
  const { contact, hooks, says } = createTested();
  expect(contact.lastContact).toEqual({
    lastAnswerAt: null,
    wellAt: null,
    finding: null,
    heartbeatSince: null,
    inSuspense: false,
  });
  says.probe = { kind: 'no_answer', detail: 'TIME_OUT' };
  contact.reachability.check(true);
  await settle();
  expect([hooks.onSilence.mock.calls.length, contact.reachability.lost()?.detail]).toEqual([1, 'TIME_OUT']);
});

describe('a probe', () => {
  it('carries the token only after an unexpected responder', async () => {
    const { contact, asked, flags, says } = createTested();
    contact.reachability.check();
    expect(asked.probe.mock.lastCall).toEqual([false, null]);
    await settle();
    says.probe = { kind: 'no_answer', detail: 'TIME_OUT' };
    contact.observe({ kind: 'unexpected_responder', detail: 'FOREIGN_PAGE' }, 2, 'one');
    contact.reachability.check();
    expect(asked.probe).toHaveBeenCalledTimes(1);
    await settle();
    expect(asked.probe.mock.lastCall).toEqual([true, 'a-token']);
    flags.setTokenRefused(true);
    await settle();
    contact.reachability.check();
    await settle();
    expect(asked.probe.mock.lastCall).toEqual([true, null]);
  });

  it('marks the token refused only if it is the current one', async () => {
    for (const generation of [2, 3]) {
      const { contact, flags, says, asked } = createTested();
      const answer = Promise.withResolvers<Exchange>();
      asked.probe.mockReturnValue(answer.promise);
      contact.observe({ kind: 'unexpected_responder', detail: 'FOREIGN_PAGE' }, 2, 'one');
      contact.reachability.check();
      await settle();
      says.token = { value: 'another', generation };
      answer.resolve({ ...answered, status: 401 });
      await settle();
      expect(flags.tokenRefused()).toBe(generation === 2);
    }
  });

  it('without the token does not mark it refused', async () => {
    const { contact, flags, says } = createTested();
    says.probe = { ...answered, status: 401 };
    contact.reachability.check();
    await settle();
    expect([flags.tokenRefused(), contact.lastContact.lastAnswerAt]).toEqual([false, testStart]);
  });

  it('is not sent while paused or working offline', async () => {
    const { contact, asked, flags } = createTested();
    flags.setWorkOffline(true);
    contact.reachability.check();
    flags.setWorkOffline(false);
    flags.setPaused(true);
    contact.reachability.check();
    await settle();
    expect(asked.probe).not.toHaveBeenCalled();
    flags.setPaused(false);
    contact.reachability.check();
    expect(asked.probe).toHaveBeenCalledTimes(1);
  });

  it('is quick for a person in front, and asks the service itself after an unexpected responder', () => {
    const { contact, asked } = createTested();
    contact.observe({ kind: 'unexpected_responder', detail: 'FOREIGN_PAGE' }, 2, 'one');
    contact.reachability.attend(true);
    expect(asked.quickProbe.mock.calls).toEqual([[true]]);
  });
});

describe('a heartbeat', () => {
  /** Sends one while the window is in use and processes the answer. */
  async function asking(answer: ReadAnswer<unknown>) {
    const tested = createTested();
    const { clock, contact, says } = tested;
    contact.observe({ kind: 'healthy' }, 2, 'one');
    contact.reachability.attend(true);
    says.heartbeat = answer;
    clock.advance(4000);
    await settle();
    return tested;
  }

  it.each<[ReadAnswer<unknown>, finding: object | null, well: boolean]>([
    [{ kind: 'unknown_id' }, null, true],
    [{ kind: 'trouble', status: 502 }, { kind: 'trouble', status: 502 }, false],
    [{ kind: 'busy', status: 429, waitMs: 7000 }, { kind: 'trouble', status: 429 }, false],
    [{ kind: 'redirected', location: '/b' }, { kind: 'redirected', location: '/b' }, false],
    [{ kind: 'token_refused' }, null, false],
  ])('answered with %o sets the finding %o', async (answer, finding, well) => {
    const { contact, asked, clock, flags } = await asking(answer);
    const at = clock.wall();
    expect(asked.heartbeat).toHaveBeenCalledWith('a-token');
    expect(contact.lastContact).toEqual({
      lastAnswerAt: at,
      wellAt: well ? at : testStart,
      finding: finding === null ? null : { ...finding, at },
      heartbeatSince: null,
      inSuspense: false,
    });
    expect(flags.tokenRefused()).toBe(answer.kind === 'token_refused');
    expect(contact.reachability.lost()).toBeNull();
  });

  it.each<[ReadAnswer<unknown>, lost: string | null]>([
    [{ kind: 'unreachable', detail: 'ECONNREFUSED', sent: false }, 'ECONNREFUSED'],
    [{ kind: 'unreadable', bodyKind: 'web_page', cut: false, oversized: false }, 'FOREIGN_PAGE'],
    [{ kind: 'unreachable', detail: 'TIME_OUT', sent: true }, null],
  ])('answered with %o loses the service: %j', async (answer, lost) => {
    const { clock, contact, asked } = await asking(answer);
    expect([contact.reachability.lost()?.detail ?? null, contact.lastContact.lastAnswerAt]).toEqual([
      lost,
      lost === null ? clock.wall() : testStart,
    ]);
    // Silence leads to a probe.
    expect(asked.probe).toHaveBeenCalledTimes(lost === null ? 1 : 0);
  });

  it('finding is cleared once the service is well or back', async () => {
    for (const sign of [{ kind: 'healthy' }, { kind: 'trouble' }] as const) {
      const { contact } = await asking({ kind: 'trouble', status: 502 });
      contact.observe(sign, 2, 'two');
      expect(contact.lastContact.finding === null).toBe(sign.kind === 'healthy');
    }
    const { contact, clock } = await asking({ kind: 'trouble', status: 502 });
    contact.observe({ kind: 'unreachable', detail: 'ECONNREFUSED' }, 2, 'two');
    contact.reachability.check();
    await settle();
    expect(contact.lastContact).toMatchObject({
      finding: null,
      wellAt: clock.wall(),
      lastAnswerAt: clock.wall(),
    });
  });

  it('is a probe without the token in the background, or without a valid token', async () => {
    const { clock, contact, asked, flags, says } = createTested();
    contact.observe({ kind: 'healthy' }, 2, 'one');
    clock.advance(60_000);
    await settle();
    expect(asked.probe.mock.calls).toEqual([[false, null]]);
    expect([contact.lastContact.wellAt, contact.reachability.lost()]).toEqual([clock.wall(), null]);
    contact.reachability.attend(true);
    flags.setTokenRefused(true);
    clock.advance(4000);
    await settle();
    flags.setTokenRefused(false);
    says.token = null;
    clock.advance(4000);
    await settle();
    expect([asked.probe.mock.calls.length, asked.heartbeat.mock.calls]).toEqual([3, []]);
    says.probe = { kind: 'not_sent', detail: 'ECONNREFUSED' };
    clock.advance(4000);
    await settle();
    expect(contact.reachability.lost()?.detail).toBe('ECONNREFUSED');
  });

  it.each<[string, (tested: ReturnType<typeof createTested>) => unknown, asks: boolean]>([
    ['nothing holds it', () => undefined, true],
    ['nothing may be begun', ({ says }) => (says.still = true), false],
    ['it is paused', ({ flags }) => flags.setPaused(true), false],
    ['the person works offline', ({ flags }) => flags.setWorkOffline(true), false],
    ['the service asked for silence', ({ contact }) => contact.observe(busy, 2, 'one'), false],
    ['the service points elsewhere for one', ({ contact }) => contact.observe(redirected, 2, 'one'), true],
    [
      'the service is in trouble',
      ({ contact }) => {
        for (let number = 0; number < 5; number += 1)
          contact.observe({ kind: 'trouble' }, 2, `entry ${number}`);
      },
      false,
    ],
  ])('is sent or not when %s', async (_why, hold, asks) => {
    const tested = createTested();
    tested.contact.observe({ kind: 'healthy' }, 2, 'one');
    hold(tested);
    tested.contact.reachability.attend(true);
    tested.clock.advance(4000);
    await settle();
    expect(tested.asked.heartbeat).toHaveBeenCalledTimes(asks ? 1 : 0);
  });

  it.each<[ReadAnswer<unknown>, back: boolean]>([
    [{ kind: 'unknown_id' }, true],
    [{ kind: 'token_refused' }, true],
    [{ kind: 'trouble', status: 502 }, false],
  ])('answered with %o ends the loss by an unexpected responder: %j', async (answer, back) => {
    const { clock, contact, asked, hooks } = createTested();
    const given = Promise.withResolvers<ReadAnswer<unknown>>();
    asked.heartbeat.mockReturnValue(given.promise);
    asked.probe.mockReturnValue(new Promise(() => undefined));
    contact.observe({ kind: 'healthy' }, 2, 'one');
    contact.reachability.attend(true);
    clock.advance(4000);
    contact.observe({ kind: 'unexpected_responder', detail: 'FOREIGN_PAGE' }, 2, 'two');
    given.resolve(answer);
    await settle();
    expect([contact.reachability.lost() === null, hooks.onBack.mock.calls.length]).toEqual([
      back,
      back ? 1 : 0,
    ]);
  });

  it('waits as long as the service asked, or until forget', async () => {
    for (const [waited, forgets, times] of [
      [0, false, 1],
      [0, true, 2],
      [5999, false, 1],
      [6000, false, 2],
    ] as const) {
      const { clock, asked, contact } = await asking({ kind: 'busy', status: 503, waitMs: 10_000 });
      clock.advance(waited);
      if (forgets) contact.forget();
      contact.reachability.attend(true);
      contact.reachability.answered(true);
      clock.advance(4000);
      await settle();
      expect(asked.heartbeat).toHaveBeenCalledTimes(times);
    }
  });

  it('is ignored after close', async () => {
    const { clock, contact, says, flags, hooks } = createTested();
    contact.observe({ kind: 'healthy' }, 2, 'one');
    contact.reachability.attend(true);
    says.heartbeat = { kind: 'token_refused' };
    says.closed = true;
    const changes = hooks.onChange.mock.calls.length;
    clock.advance(4000);
    await settle();
    expect([flags.tokenRefused(), hooks.onChange.mock.calls.length]).toEqual([false, changes]);
  });
});
