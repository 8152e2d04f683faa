import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBody } from '#main/service-client/answer-body.ts';
import { createAnswerReader } from '#main/answers/answer-reader.ts';
import { largeAnswer, type AnsweredExchange } from '#main/service-client/exchange.ts';
import { readAnswer } from '#main/service-client/answer.ts';
import { toOutcome } from '#main/outbox/outcome.ts';
import { vendorChanges } from '#main/answers/vendor-changes.ts';
import { readKept } from '#shared/service/envelope.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { answerReader } from '#test/answer-reader.ts';
import { defaultServiceInterface } from '#shared/settings/settings.ts';

const token = 'a-token-that-is-long-enough-0123456789';
const promises = defaultServiceInterface;
const now = Date.UTC(2026, 2, 1, 12);
/** Spaces between values change nothing of what an answer means. */
const padding = ' '.repeat(largeAnswer);

function answered(status: number, body: string, contentType = 'application/json'): AnsweredExchange {
  return {
    kind: 'answered',
    status,
    contentType,
    retryAfter: null,
    date: null,
    location: null,
    wwwAuthenticate: null,
    bytes: null,
    body,
    cut: null,
  };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gangway-large-answers-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A reader whose thread does this instead of reading. */
function makeReader(name: string, source: string, onFault: (error: unknown) => void = () => undefined) {
  const script = join(folder, `${name}.mjs`);
  writeFileSync(script, source);
  return createAnswerReader(script, onFault, { heapMb: 24, ms: name === 'slow' ? 100 : 60_000 });
}

describe('a large answer', () => {
  const alike: [string, AnsweredExchange][] = [
    ['yes', answered(200, `{"success":true,${padding}"id":12345678901234567890,"vendorStatus":"Invited"}`)],
    ['no', answered(200, `{"success":false,${padding}"message":"No."}`)],
    ['refusal', answered(422, `{"errors":[${padding}{"field":"email","message":"Not an address"}]}`)],
    ['page', answered(200, `<html>${padding}</html>`, 'text/html')],
    ['page for an unknown ID', answered(404, `<html>${padding}</html>`, 'text/html')],
    ['wait', answered(503, padding)],
    ['JSON of something else', answered(200, `[${padding}]`)],
  ];
  for (const [index, [what, exchange]] of alike.entries())
    it(
      `means what the same small one does: ${what}`,
      index % 4 === 0 ? {} : { tags: ['nightly'] },
      async () => {
        for (const kind of ['invite', 'verification'] as const) {
          expect(await answerReader.outcome(kind, exchange, promises, now)).toEqual(
            toOutcome(entryKinds[kind], exchange, promises, now),
          );
        }
        expect(await answerReader.answer('vendor', vendorProfile, exchange, promises, now)).toEqual(
          readAnswer(vendorProfile, exchange, promises, now),
        );
        expect(await answerReader.kept('vendor', vendorProfile, exchange.body, null)).toEqual(
          readKept(vendorProfile, exchange.body, null),
        );
      },
    );

  it('tells the same changes of a vendor', async () => {
    const bodies = [`{"id":7,"jobTitle":"A"}${padding}`, `{"id":7,"jobTitle":"B"}`].map((body, at) => ({
      at,
      body,
    }));
    const changes = await answerReader.vendorChanges(bodies, null);
    expect(changes).toHaveLength(1);
    expect(changes).toEqual(vendorChanges(bodies, null));
  });

  it.each([
    ['text', `{"echo":"${token}"}${padding}`, 'application/json', true],
    ['text in Latin-1', `{"echo":"${token}","name":"\xe9"}${padding}`, 'text/plain; charset=latin1', true],
    ['bytes of a broken coding', `${token}\0${padding}`, 'application/octet-stream', false],
  ])('loses the token as a small one does: %s', async (_what, text, contentType, whole) => {
    const content = Buffer.from(text, 'latin1');
    const received = { content, whole, raw: content, inside: null, contentType, token };
    const read = await answerReader.body(received);
    const expected = readBody(received);
    expect(read.body).toBe(expected.body);
    expect(Buffer.from(read.bytes ?? []).equals(Buffer.from(expected.bytes ?? []))).toBe(true);
    expect(`${read.body}${Buffer.from(read.bytes ?? []).toString('latin1')}`).toContain('[token removed]');
  });
});

const ends = [
  ['takes too long', 'slow', 'for (;;);'],
  ['takes too much memory', 'greedy', 'const kept = []; for (;;) kept.push({ number: kept.length });'],
  ['fails', 'faulty', "throw new Error('a fault');"],
] as const;

describe.each(ends)('an answer that %s to read', (_what, name, source) => {
  it('is in doubt as a success, and otherwise what its status says', async () => {
    const reader = makeReader(name, source);
    const yes = answered(200, `{"success":true,"id":"r-1"}${padding}`);
    for (const kind of ['invite', 'verification'] as const) {
      expect(await reader.outcome(kind, yes, promises, now)).toMatchObject({
        verdict: { event: 'outcome_unknown', reason: { code: 'unreadable_answer' }, repeatable: false },
        words: null,
      });
    }
    const no = answered(422, `{"message":"Not an address"${padding}}`);
    expect((await reader.outcome('invite', no, promises, now)).verdict.event).toBe('refused');
    const refused = answered(401, padding);
    expect((await reader.outcome('invite', refused, promises, now)).verdict.event).toBe('unauthorised');
    await reader.close();
  });

  it('is nothing that was found, and nothing is read of what was kept', async () => {
    const reader = makeReader(name, source);
    const profile = answered(200, `{"id":7}${padding}`);
    expect(await reader.answer('vendor', vendorProfile, profile, promises, now)).toEqual({
      kind: 'unreadable',
      bodyKind: 'json',
      cut: false,
      oversized: true,
    });
    expect((await reader.answer('vendor', vendorProfile, answered(404, padding), promises, now)).kind).toBe(
      'unknown_id',
    );
    expect(await reader.kept('vendor', vendorProfile, profile.body, null)).toBeNull();
    await reader.close();
  });

  it('is not handed on while it may hold the token', async () => {
    const reader = makeReader(name, source);
    const content = Buffer.from(`{"echo":"${token}"}${padding}`);
    await expect(
      reader.body({
        content,
        whole: true,
        raw: content,
        inside: null,
        contentType: 'application/json',
        token,
      }),
    ).rejects.toMatchObject({ code: 'ANSWER_NOT_SEARCHED' });
    await reader.close();
  });
});

describe('the thread that reads answers', () => {
  it('tells of its fault', async () => {
    const faults: unknown[] = [];
    const reader = makeReader('telling', "throw new Error('a fault');", (error) => faults.push(error));
    await reader.kept('vendor', vendorProfile, padding, null);
    expect(faults).toEqual([expect.objectContaining({ message: 'a fault' })]);
  });

  it('ends with the workspace: a success that nobody has read by then is in doubt', async () => {
    const reader = makeReader('endless', 'for (;;);');
    const judged = reader.outcome('invite', answered(200, `{"id":1}${padding}`), promises, now);
    const waiting = reader.outcome('invite', answered(200, `{"id":2}${padding}`), promises, now);
    await reader.close();
    expect((await judged).verdict.event).toBe('outcome_unknown');
    expect((await waiting).verdict.event).toBe('outcome_unknown');
  });
});
