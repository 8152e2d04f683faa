import { expect, it, vi } from 'vitest';
import { defaultServiceInterface } from '#shared/settings/settings.ts';
import type { ClaimedEntry } from '#main/outbox/entry-claims.ts';
import { createInFlight } from '#main/outbox/in-flight.ts';
import type { HeldToken } from '#main/outbox/service-contact.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { createFakeClock, testStart } from '#test/fake-clock.ts';

const entry = (id: string): ClaimedEntry => ({
  seq: 1,
  id,
  kind: 'invite',
  pathParameters: [],
  claim: 'a-claim',
  attempt: 1,
  claimedAt: 0,
  body: '{}',
  title: 'Kestrel',
  idempotencyKey: 'a-key',
});
const lost: Exchange = { kind: 'no_answer', detail: 'ECONNRESET' };
const verdict = {
  event: 'outcome_unknown' as const,
  reason: { code: 'no_answer' as const, detail: 'ECONNRESET' },
  repeatable: false,
};

/** Requests that are answered by `answer`, under a token of generation 3. */
function createTested(token: HeldToken | null = { value: 'a-token', generation: 3 }) {
  const clock = createFakeClock();
  const sent = Promise.withResolvers<Exchange>();
  const judge = vi.fn(() => Promise.resolve({ verdict, sign: { kind: 'no_answer' as const }, words: null }));
  const observe = vi.fn();
  const onFinished = vi.fn();
  const inFlight = createInFlight(
    { clock, send: () => sent.promise, judge, token: () => token, settings: () => defaultServiceInterface },
    observe,
    onFinished,
  );
  return { clock, sent, judge, observe, onFinished, inFlight };
}

it('holds an entry until its outcome is written down, and waits for its answer until that is there', async () => {
  const { clock, sent, observe, onFinished, inFlight } = createTested();
  inFlight.launch(entry('one'));
  clock.advance(1000);
  inFlight.launch(entry('two'));
  expect([inFlight.size(), inFlight.oldestLaunch(), inFlight.finished()]).toEqual([2, testStart, []]);
  sent.resolve(lost);
  await vi.waitUntil(() => onFinished.mock.calls.length === 2);
  expect([inFlight.size(), inFlight.oldestLaunch()]).toEqual([2, Infinity]);
  expect(observe).toHaveBeenCalledWith({ kind: 'no_answer' }, 3, 'one');
  const [first, second] = inFlight.finished();
  if (first === undefined || second === undefined) throw new Error('There are not two outcomes.');
  expect(first).toEqual({ entry: entry('one'), verdict, answer: null, words: null, at: testStart + 1000 });
  inFlight.noteSettled([first]);
  expect([inFlight.size(), inFlight.finished()]).toEqual([1, [second]]);
});

it('takes a fault of the transport for a request that may have left', async () => {
  const { sent, judge, inFlight } = createTested();
  inFlight.launch(entry('one'));
  sent.reject(new RangeError('a bug'));
  await vi.waitUntil(() => inFlight.finished().length === 1);
  expect(judge).toHaveBeenCalledWith(
    'invite',
    { kind: 'no_answer', detail: 'RangeError' },
    defaultServiceInterface,
    testStart,
  );
});

it('sends nothing where the token was taken away since the claim', () => {
  const { judge, onFinished, inFlight } = createTested(null);
  inFlight.launch(entry('one'));
  expect(inFlight.finished()).toMatchObject([{ verdict: { event: 'unauthorised' }, answer: null }]);
  expect([onFinished.mock.calls.length, judge.mock.calls.length, inFlight.oldestLaunch()]).toEqual([
    1,
    0,
    Infinity,
  ]);
});

it('tells when nothing is under way and every outcome is written, or that it took too long', async () => {
  const { clock, sent, inFlight } = createTested();
  await expect(inFlight.whenIdle(0)).resolves.toBe(true);
  inFlight.launch(entry('one'));
  const short = inFlight.whenIdle(100);
  const long = inFlight.whenIdle(5000);
  clock.advance(100);
  await expect(short).resolves.toBe(false);
  sent.resolve(lost);
  await vi.waitUntil(() => inFlight.finished().length === 1);
  inFlight.tellIdle();
  expect(clock.planned()).toBe(1);
  inFlight.noteSettled(inFlight.finished());
  inFlight.tellIdle();
  await expect(long).resolves.toBe(true);
  expect(clock.planned()).toBe(0);
});
