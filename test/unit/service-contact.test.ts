import { expect, it, vi } from 'vitest';
import { defaultServiceInterface } from '#shared/settings.ts';
import { createQueueFlags } from '#main/outbox/queue-flags.ts';
import { createServiceContact } from '#main/outbox/service-contact.ts';
import type { ReadAnswer } from '#main/service-client/answer.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { createFakeClock, testStart } from '#test/fake-clock.ts';
import { memorySettings } from '#test/memory-settings.ts';

const answered: Exchange = {
  kind: 'answered',
  status: 200,
  contentType: null,
  retryAfter: null,
  date: null,
  location: null,
  wwwAuthenticate: null,
  bytes: null,
  body: '',
  cut: null,
};

/** A service that answers questions with what stands in `says`, under a token of generation 2. */
function createTested() {
  const clock = createFakeClock();
  const flags = createQueueFlags(memorySettings());
  const says = {
    probe: answered,
    heartbeat: { kind: 'unknown_id' } as ReadAnswer<unknown>,
    closed: false,
  };
  const hooks = { onBack: vi.fn(), onSilence: vi.fn(), onChange: vi.fn() };
  const onTokenAccepted = vi.fn();
  const contact = createServiceContact(
    {
      flags,
      clock,
      random: () => 0.5,
      probe: () => Promise.resolve(says.probe),
      quickProbe: () => Promise.resolve(says.probe),
      heartbeat: () => Promise.resolve(says.heartbeat),
      token: () => ({ value: 'a-token', generation: 2 }),
      settings: () => defaultServiceInterface,
      onTokenAccepted,
    },
    {
      ...hooks,
      save: (write) => {
        write();
      },
      isClosed: () => says.closed,
      standsStill: () => false,
    },
  );
  return { clock, flags, says, hooks, onTokenAccepted, contact };
}

it('takes a good answer for all that it shows, but its token only where it is the one of now', () => {
  const { contact, onTokenAccepted } = createTested();
  expect(contact.observe({ kind: 'healthy' }, 1, 'one')).toBe(false);
  expect(contact.heard).toMatchObject({ lastAnswerAt: testStart, wellAt: testStart, finding: null });
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
  expect(contact.heard.inSuspense).toBe(true);
  await vi.waitUntil(() => hooks.onBack.mock.calls.length === 1);
  expect([contact.heard.inSuspense, contact.reachability.lost()]).toEqual([false, null]);

  says.probe = { kind: 'not_sent', detail: 'ECONNREFUSED' };
  contact.observe({ kind: 'no_answer' }, 2, 'one');
  await vi.waitUntil(() => contact.reachability.lost() !== null);
  expect(contact.heard.inSuspense).toBe(false);
  contact.observe({ kind: 'healthy' }, 2, 'two');
  expect(contact.reachability.lost()).toBeNull();
});

it('asks now and then whether all is well, and says since when it waits for that and what it found', async () => {
  const { clock, contact, hooks, says } = createTested();
  contact.observe({ kind: 'healthy' }, 2, 'one');
  contact.reachability.attend(true);
  says.heartbeat = { kind: 'trouble', status: 503 };
  clock.advance(60_000);
  const askedAt = contact.heard.heartbeatSince;
  expect(askedAt).toBeGreaterThan(testStart);
  await vi.waitUntil(() => contact.heard.finding !== null);
  expect(contact.heard).toMatchObject({
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
  expect([contact.heard.lastAnswerAt, flags.tokenRefused(), hooks.onChange.mock.calls]).toEqual([
    null,
    false,
    [],
  ]);
});
