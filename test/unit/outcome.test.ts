import { emptyAnswer } from '#test/exchange-samples.ts';
import { describe, expect, it } from 'vitest';
import { mayRepeat, toOutcome, outcomeOfInterruptedAttempt } from '#main/outbox/outcome.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { answerPattern } from '#shared/service/answer-rules.ts';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { defaultServiceInterface, type ServiceInterface } from '#shared/settings/settings.ts';

const now = Date.UTC(2026, 2, 1, 12);
const kinds: EntryKind[] = ['invite', 'verification'];
const cautious = defaultServiceInterface;
const trusting = { ...cautious, honoursIdempotencyKey: true };
const harmless = { ...cautious, resubmittingIsHarmless: true };

type Answered = Extract<Exchange, { kind: 'answered' }>;

function answered(status: number, more: Partial<Answered> = {}): Answered {
  return {
    ...emptyAnswer,
    status,
    contentType: 'application/json',
    body: '{}',
    ...more,
  };
}

function toVerdict(kind: EntryKind, exchange: Exchange, promises: ServiceInterface = cautious) {
  return toOutcome(entryKinds[kind], exchange, promises, now).verdict;
}

function toServiceSign(exchange: Exchange) {
  return toOutcome(entryKinds.invite, exchange, cautious, now).sign;
}

/** Every row holds for both settings of the service's promise, except where it is about an unknown outcome. */
describe('the outcome table, row by row', () => {
  describe.each([cautious, trusting, harmless])('with %o', (promises) => {
    it.each(kinds)('not a byte written: the %s waits and the try does not count', (kind) => {
      for (const detail of ['ECONNREFUSED', 'ENOTFOUND', 'ERR_SSL_WRONG_VERSION_NUMBER']) {
        expect(toVerdict(kind, { kind: 'not_sent', detail }, promises)).toEqual({
          event: 'postponed',
          reason: { code: 'unreachable', detail },
          waitMs: null,
          counted: false,
        });
      }
    });

    it.each([200, 201, 202, 204, 226, 299])('%d: the invite is accepted', (status) => {
      const exchange = answered(status, { contentType: 'text/html', body: '' });
      expect(toVerdict('invite', exchange, promises)).toEqual({ event: 'accepted' });
    });

    it.each([200, 201, 202])('%d with a web page: nobody knows, and nothing more is sent', (status) => {
      const page = { contentType: 'text/html', body: '<html>Welcome to our Wi-Fi' };
      const reason = { code: 'web_page', status, ...page };
      for (const kind of kinds) {
        const { verdict, sign } = toOutcome(entryKinds[kind], answered(status, page), promises, now);
        expect(sign).toEqual({ kind: 'unexpected_responder', detail: 'FOREIGN_PAGE' });
        expect(verdict).toEqual({
          event: 'outcome_unknown',
          reason,
          repeatable: mayRepeat(entryKinds[kind], promises),
        });
      }
    });

    it.each([200, 201, 202])('%d that says that it failed: both are refused', (status) => {
      const bodies = [
        '{"success":false,"message":"No."}',
        '{"success":false,"id":"r"}',
        '{"success":"false"}',
        '{"error":"No."}',
        '{"error":{"code":7,"message":"No."}}',
        '{"errors":[{"message":"No."}]}',
        '{"errors":{"email":["No."]}}',
        '{"status":"error","message":"No."}',
        '{"status":"fail","data":{"email":"No."}}',
      ];
      for (const body of bodies)
        for (const kind of kinds) {
          const { verdict, sign } = toOutcome(entryKinds[kind], answered(status, { body }), promises, now);
          expect(verdict).toEqual({
            event: 'refused',
            reason: { code: 'refused', status, contentType: 'application/json', body },
          });
          expect(sign).toEqual({ kind: 'healthy' });
        }
    });

    it.each([
      '{"id":"r","error":null}',
      '{"id":"r","errors":[]}',
      '{"id":"r","error":""}',
      '{"id":"r","errors":{}}',
      '{"id":"r","error":false}',
      '{"success":true,"id":"r"}',
    ])('%s is no failure', (body) => {
      for (const kind of kinds)
        expect(toVerdict(kind, answered(200, { body }), promises)).toEqual({ event: 'accepted' });
    });

    it('reads what stands in the envelope that the workspace names', () => {
      const wrapped = { ...promises, envelope: 'data' };
      const withId = answered(200, { body: '{"data":{"id":"r"}}' });
      expect(toVerdict('verification', withId, wrapped)).toEqual({ event: 'accepted' });
      expect(toVerdict('verification', withId, promises)).toMatchObject({ event: 'outcome_unknown' });
      for (const body of ['{"data":{"error":"No."}}', '{"success":false,"data":null}']) {
        for (const kind of kinds)
          expect(toVerdict(kind, answered(200, { body }), wrapped)).toMatchObject({ event: 'refused' });
      }
    });

    it.each(kinds)('511: the network wants a sign-in, and the %s was not sent', (kind) => {
      const { verdict, sign } = toOutcome(entryKinds[kind], answered(511, { body: '<html>' }), promises, now);
      expect(verdict).toEqual({
        event: 'postponed',
        reason: { code: 'unreachable', detail: 'NETWORK_SIGN_IN' },
        waitMs: null,
        counted: false,
      });
      expect(sign).toEqual({ kind: 'unexpected_responder', detail: 'NETWORK_SIGN_IN' });
    });

    it.each([200, 201, 202])('%d with an id: the check is accepted', (status) => {
      const exchange = answered(status, { body: '{"id":"r"}' });
      expect(toVerdict('verification', exchange, promises)).toMatchObject({ event: 'accepted' });
    });

    it.each([
      [200, '{"success":true}'],
      [204, '{"success":true}'],
      [200, '{"success":true,"id":""}'],
    ])('%d without an id: the check is in doubt, and the answer is kept: %s', (status, body) => {
      expect(toVerdict('verification', answered(status, { body }), promises)).toEqual({
        event: 'outcome_unknown',
        reason: { code: 'no_request_id', body },
        // It was accepted: a second one is a second verification, whatever the workspace says of unanswered ones.
        repeatable: false,
      });
    });

    it.each(kinds)('401: the queue pauses and the %s is queued again', (kind) => {
      const { verdict, sign } = toOutcome(entryKinds[kind], answered(401), promises, now);
      expect(verdict).toEqual({ event: 'unauthorised', reason: { code: 'token_refused' } });
      expect(sign).toEqual({ kind: 'token_refused' });
    });

    it.each([
      [400, { body: '{"error":"invalid_token"}' }],
      [403, { body: '{"error":{"code":"invalid_token"}}' }],
      [403, { wwwAuthenticate: 'Bearer realm="x", error="invalid_token"', body: '' }],
      [400, { wwwAuthenticate: 'Bearer error="invalid_token"', contentType: 'text/plain', body: 'No' }],
    ] satisfies [number, Partial<Answered>][])(
      '%d with %o: the token is refused, not the entry',
      (status, more) => {
        for (const kind of kinds) {
          const { verdict, sign } = toOutcome(entryKinds[kind], answered(status, more), promises, now);
          expect(verdict).toEqual({ event: 'unauthorised', reason: { code: 'token_refused' } });
          expect(sign).toEqual({ kind: 'token_refused' });
        }
      },
    );

    it('counts the status codes as refusals of the token that the workspace names, and no others', () => {
      const own = { ...promises, tokenRefusedStatuses: [419, 440] };
      for (const kind of kinds) {
        expect(toVerdict(kind, answered(419), own)).toMatchObject({ event: 'unauthorised' });
        expect(toVerdict(kind, answered(440), own)).toMatchObject({ event: 'unauthorised' });
        expect(toVerdict(kind, answered(401), own)).toMatchObject({ event: 'refused' });
        expect(toVerdict(kind, answered(419), promises)).toMatchObject({ event: 'refused' });
      }
    });

    it.each([408, 425, 429, 503])(
      '%d: both wait by backoff, or as long as the service asks for',
      (status) => {
        for (const kind of kinds) {
          expect(toVerdict(kind, answered(status), promises)).toEqual({
            event: 'postponed',
            reason: { code: 'busy', status, waitMs: null },
            waitMs: null,
            counted: true,
          });
          expect(toVerdict(kind, answered(status, { retryAfter: '30' }), promises)).toEqual({
            event: 'postponed',
            reason: { code: 'busy', status, waitMs: 30_000 },
            waitMs: 30_000,
            counted: true,
          });
        }
        expect(toServiceSign(answered(status))).toEqual({ kind: 'trouble' });
        // 408 and 425 speak of the one request that they answer, so the others need not wait with it.
        const all = status === 429 || status === 503;
        const sign = all ? { kind: 'busy', waitMs: 30_000 } : { kind: 'trouble' };
        expect(toServiceSign(answered(status, { retryAfter: '30' }))).toEqual(sign);
      },
    );

    it.each([400, 402, 403, 404, 405, 409, 410, 413, 415, 418, 422, 451])(
      '%d: both are refused with the reason, and the service counts as healthy',
      (status) => {
        const exchange = answered(status, { contentType: 'text/plain', body: 'b'.repeat(5000) });
        for (const kind of kinds) {
          expect(toVerdict(kind, exchange, promises)).toEqual({
            event: 'refused',
            reason: {
              code: 'refused',
              status,
              contentType: 'text/plain',
              body: 'b'.repeat(4096),
              said: { message: `${'b'.repeat(500)}…`, fields: [] },
            },
          });
        }
        expect(toServiceSign(exchange)).toEqual({ kind: 'healthy' });
      },
    );

    it.each([300, 301, 302, 303, 304, 305, 306, 399])(
      '%d: it may have been done, a person decides, and it is kept where it points',
      (status) => {
        const location = 'https://elsewhere.invalid/';
        for (const kind of kinds) {
          const { verdict, sign } = toOutcome(
            entryKinds[kind],
            answered(status, { location }),
            promises,
            now,
          );
          // Sent again, it would be answered in the same way.
          expect(verdict).toEqual({
            event: 'outcome_unknown',
            reason: { code: 'redirected', status, location },
            repeatable: false,
          });
          expect(sign).toEqual({ kind: 'redirected', location });
        }
      },
    );

    it.each([307, 308])('%d: both wait, and it is kept where it points', (status) => {
      const location = 'https://elsewhere.invalid/';
      for (const kind of kinds) {
        expect(toVerdict(kind, answered(status, { location }), promises)).toEqual({
          event: 'postponed',
          reason: { code: 'redirected', status, location },
          waitMs: null,
          counted: true,
        });
      }
    });
  });

  it.each([
    ['a reset, a time-out or a close after bytes may have left', { kind: 'no_answer', detail: 'ECONNRESET' }],
    ['500', answered(500)],
    ['502', answered(502)],
    ['504', answered(504)],
    ['501', answered(501)],
    ['505', answered(505)],
    ['599', answered(599)],
    ['a status that does not exist', answered(777)],
  ] satisfies [string, Exchange][])('%s: what came of it is not known', (_name, exchange) => {
    for (const kind of kinds)
      for (const promises of [cautious, trusting, harmless]) {
        const verdict = toVerdict(kind, exchange, promises);
        expect(verdict).toMatchObject({
          event: 'outcome_unknown',
          repeatable: mayRepeat(entryKinds[kind], promises),
        });
      }
  });

  it('an app that ended while it was sending: both are in doubt, or repeated where that does no harm', () => {
    const reason = { code: 'closed_while_sending' };
    for (const kind of kinds)
      for (const promises of [cautious, trusting, harmless]) {
        const repeatable = mayRepeat(entryKinds[kind], promises);
        expect(outcomeOfInterruptedAttempt(entryKinds[kind], promises)).toEqual({
          event: 'outcome_unknown',
          reason,
          repeatable,
        });
      }
  });

  it('repeats unasked only what the workspace says may be repeated', () => {
    const repeated = (promises: ServiceInterface) =>
      kinds.filter((kind) => mayRepeat(entryKinds[kind], promises));
    expect(repeated(cautious)).toEqual([]);
    expect(repeated(harmless)).toEqual(['verification']);
    expect(repeated(trusting)).toEqual(kinds);
  });
});

/**
 * What a status alone says of whether the request may have been applied, from 100 to 599: `n` not, `u` nobody knows, `y` yes by an
 * answer that says so.
 */
const ranges: readonly [from: number, to: number, applied: 'y' | 'n' | 'u'][] = [
  [100, 199, 'u'],
  [200, 299, 'y'],
  [300, 306, 'u'],
  [307, 308, 'n'],
  [309, 399, 'u'],
  [400, 459, 'n'],
  [460, 460, 'u'],
  [461, 498, 'n'],
  [499, 499, 'u'],
  [500, 502, 'u'],
  [503, 503, 'n'],
  [504, 510, 'u'],
  [511, 511, 'n'],
  [512, 599, 'u'],
];
const statuses = ranges.flatMap(([from, to, applied]) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ status: from + index, applied })),
);

describe('every status code', () => {
  it('is in the table once', () => {
    expect(statuses.map(({ status }) => status)).toEqual(
      Array.from({ length: 500 }, (_, index) => 100 + index),
    );
  });

  it.each(['', '{"id":"r","vendorURL":"https://v.example"}', '{"message":"ok"}'])(
    'with the body %j',
    (body) => {
      const wrong = statuses.filter(({ status, applied }) => {
        const { event } = toVerdict('invite', answered(status, { body }));
        const yes = event === 'accepted';
        if (applied === 'n') return event !== 'postponed' && event !== 'refused' && event !== 'unauthorised';
        if (applied === 'u') return event !== 'outcome_unknown';
        return yes !== (body !== '{"message":"ok"}');
      });
      expect(wrong).toEqual([]);
    },
  );
});

describe('a success that does not say clearly that it was done', () => {
  it.each([
    '{}',
    '{"ok":false}',
    '{"Success":false,"id":"r"}',
    '{"success":0}',
    '{"success":"N"}',
    '{"code":17,"message":"Limit reached"}',
    '{"status":422,"id":"r"}',
    '{"id":"r","error":"Only a warning: a result is there"}',
    '{"errors":["No."],"id":""}',
    '{"id":"r","emailSent":false}',
    '{"id":"r","vendorStatus":"DRAFT"}',
    '{"id":"r","metadata":{"email_sent":"N"}}',
    '{"id":"r","message":"Duplicate vendor, no e-mail was sent"}',
    '{"data":{"id":"r","vendorURL":"https://v.example"}}',
  ])('%s leaves an invite to a person', (body) => {
    const verdict = toVerdict('invite', answered(200, { body }));
    expect(['outcome_unknown', 'refused']).toContain(verdict.event);
    if (verdict.event === 'outcome_unknown')
      expect(verdict).toMatchObject({ reason: { code: 'answer_not_clear', body }, repeatable: false });
  });

  it.each([
    ['{"success":false,"', 'connection_closed'],
    ['', 'connection_closed'],
    [`{"id":"r","note":"${'x'.repeat(100)}`, 'too_large'],
  ] as const)('cut is no yes: %s', (body, cut) => {
    for (const kind of kinds)
      expect(toVerdict(kind, answered(200, { body, cut }))).toMatchObject({
        event: 'outcome_unknown',
        reason: { code: 'unreadable_answer' },
      });
  });

  it('empty is a yes only where the head said that nothing follows', () => {
    expect(toVerdict('invite', answered(200, { body: '' }))).toEqual({ event: 'accepted' });
    expect(toVerdict('invite', answered(200, { body: '', openEnded: true }))).toMatchObject({
      event: 'outcome_unknown',
    });
  });

  it('is treated as a person said of its kind, and of no other', () => {
    const body = '{"ok":false,"message":"saved","at":"2026-11-24T12:00:00Z","seq":81234}';
    const pattern = answerPattern(200, body) ?? '';
    const treated = (treatAs: 'sent' | 'not_sent') => ({
      ...cautious,
      answerRules: [{ conclusion: 'invite' as const, pattern, treatAs }],
    });
    const later = body.replace('2026-11-24', '2026-12-01').replace('81234', '90001');
    expect(toVerdict('invite', answered(200, { body: later }), treated('sent')).event).toBe('accepted');
    expect(toVerdict('invite', answered(200, { body: later }), treated('not_sent')).event).toBe('refused');
    for (const other of [body.replace('saved', 'not saved'), body.replace('false', 'true')])
      expect(toVerdict('invite', answered(200, { body: other }), treated('sent')).event).toBe(
        'outcome_unknown',
      );
    expect(toVerdict('verification', answered(200, { body }), treated('sent')).event).toBe('outcome_unknown');
    expect(toVerdict('invite', answered(201, { body }), treated('sent')).event).toBe('outcome_unknown');
  });

  it.each([
    ['a word deep inside', '{"a":{"b":{"c":{"d":{"outcome":"saved"}}}}}', 'saved', 'rejected'],
    [
      'one of many members',
      JSON.stringify({
        ...Object.fromEntries(Array.from({ length: 25 }, (_none, at) => [at, 'x'])),
        ok: 'saved',
      }),
      'saved',
      'lost',
    ],
    ['a text with a number', '{"message":"saved as number 17"}', 'saved', 'not saved'],
    ['a long text', JSON.stringify({ message: `${'It went well. '.repeat(12)}saved` }), 'saved', 'rejected'],
  ])('is not treated as a person said of another one, which differs in %s', (_, body, word, other) => {
    const { verdict } = toOutcome(entryKinds.invite, answered(200, { body }), cautious, now);
    const reason = verdict.event === 'outcome_unknown' ? verdict.reason : null;
    if (reason?.code !== 'answer_not_clear') throw new Error('The answer was taken as clear.');
    const answerRules = [
      { conclusion: 'invite' as const, pattern: reason.pattern ?? '', treatAs: 'sent' as const },
    ];
    const settings = { ...cautious, answerRules };
    expect(toVerdict('invite', answered(200, { body }), settings).event).toBe('accepted');
    const differing = answered(200, { body: body.replace(word, other) });
    expect(toVerdict('invite', differing, settings).event).toBe('outcome_unknown');
  });

  it('names where it saw an ID, and takes it once the workspace names the place', () => {
    const inside = answered(200, { body: '{"success":true,"data":{"id":"r-1"}}' });
    expect(toVerdict('verification', inside)).toMatchObject({
      reason: { code: 'no_request_id', seen: { at: 'data.id', id: 'r-1' } },
    });
    expect(toVerdict('verification', inside, { ...cautious, requestIdAt: 'data.id' }).event).toBe('accepted');
    const located = answered(202, { body: '{"success":true}', location: '/api/verification/r-2' });
    expect(toVerdict('verification', located)).toMatchObject({
      reason: { code: 'no_request_id', seen: { at: 'Location', id: 'r-2' } },
    });
    const { words } = toOutcome(
      entryKinds.verification,
      located,
      { ...cautious, requestIdAt: 'Location' },
      now,
    );
    expect(words).toEqual({ kind: 'verification', requestId: 'r-2' });
  });

  it('409 about an Idempotency-Key in progress is asked again', () => {
    const body = '{"error":"A request with this Idempotency-Key is still in progress"}';
    expect(toVerdict('invite', answered(409, { body }))).toMatchObject({ event: 'postponed' });
    expect(toVerdict('invite', answered(409, { body: '{"error":"Conflict"}' })).event).toBe('refused');
  });
});

describe('what an attempt says of the service', () => {
  it('is that it is reachable only where a status line came back', () => {
    expect(toServiceSign({ kind: 'not_sent', detail: 'ECONNREFUSED' })).toEqual({
      kind: 'unreachable',
      detail: 'ECONNREFUSED',
    });
    expect(toServiceSign({ kind: 'no_answer', detail: 'ECONNRESET' })).toEqual({ kind: 'no_answer' });
    expect(toServiceSign(answered(500))).toEqual({ kind: 'trouble' });
    const location = 'https://elsewhere.invalid/';
    expect(toServiceSign(answered(302, { location }))).toEqual({ kind: 'redirected', location });
    expect(toServiceSign(answered(200))).toEqual({ kind: 'healthy' });
  });
});

describe('a server that asks for no wait at all', () => {
  it.each(['0', 'Sun, 01 Mar 2026 11:00:00 GMT'])(
    'with Retry-After: %s gets the backoff instead',
    (retryAfter) => {
      const { verdict, sign } = toOutcome(entryKinds.invite, answered(429, { retryAfter }), cautious, now);
      expect(verdict).toMatchObject({ event: 'postponed', waitMs: null });
      expect(sign).toEqual({ kind: 'trouble' });
    },
  );
});
