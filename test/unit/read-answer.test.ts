import { emptyAnswer } from '#test/exchange-samples.ts';
import { describe, expect, it } from 'vitest';
import { answerOfUnread, readAnswer, toServiceSign, type ReadAnswer } from '#main/service-client/answer.ts';
import type { AnsweredExchange } from '#main/service-client/exchange.ts';
import { readSuccess } from '#main/service-client/success-body.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { verificationResult } from '#shared/service/verification.ts';
import { defaultServiceInterface } from '#shared/settings/settings.ts';

const now = Date.UTC(2026, 2, 1, 12);
const rules = defaultServiceInterface;
const page = '<html>Welcome';

function answered(status: number, body = '', more: Partial<AnsweredExchange> = {}): AnsweredExchange {
  return {
    ...emptyAnswer,
    status,
    contentType: 'application/json',
    body,
    ...more,
  };
}

const read = (exchange: AnsweredExchange, envelope: string | null = null) =>
  readAnswer(vendorProfile, exchange, { ...rules, envelope }, now);
const unreadable = { kind: 'unreadable', bodyKind: 'json', cut: false, oversized: false };

describe('readAnswer', () => {
  it.each<[number, Partial<AnsweredExchange>, object]>([
    [300, {}, { kind: 'redirected', location: null }],
    [301, { location: '/b' }, { kind: 'redirected', location: '/b' }],
    [304, {}, { kind: 'redirected', location: null }],
    [399, {}, { kind: 'redirected', location: null }],
    [400, { body: 'no' }, { kind: 'refused', status: 400, body: 'no' }],
    [401, {}, { kind: 'token_refused' }],
    [403, {}, { kind: 'refused', status: 403, body: '' }],
    [404, {}, { kind: 'unknown_id' }],
    [404, { body: page, contentType: 'text/html' }, { kind: 'unknown_id', ofPage: true }],
    [405, {}, { kind: 'refused', status: 405, body: '' }],
    [408, {}, { kind: 'busy', status: 408, waitMs: null }],
    [409, {}, { kind: 'refused', status: 409, body: '' }],
    [410, {}, { kind: 'refused', status: 410, body: '' }],
    [425, { retryAfter: '7' }, { kind: 'busy', status: 425, waitMs: 7000 }],
    [426, {}, { kind: 'refused', status: 426, body: '' }],
    [428, {}, { kind: 'refused', status: 428, body: '' }],
    [429, { retryAfter: '0' }, { kind: 'busy', status: 429, waitMs: null }],
    [429, { retryAfter: '1' }, { kind: 'busy', status: 429, waitMs: 1000 }],
    [499, { body: 'x'.repeat(5000) }, { kind: 'refused', status: 499, body: 'x'.repeat(4096) }],
    [500, {}, { kind: 'trouble', status: 500 }],
    [502, {}, { kind: 'trouble', status: 502 }],
    [503, { retryAfter: '30' }, { kind: 'busy', status: 503, waitMs: 30_000 }],
    [504, {}, { kind: 'trouble', status: 504 }],
    [511, {}, { kind: 'unreachable', detail: 'NETWORK_SIGN_IN', sent: false }],
    [599, {}, { kind: 'trouble', status: 599 }],
    [199, {}, { kind: 'trouble', status: 199 }],
  ])('%d with %o', (status, more, expected) => {
    expect(read(answered(status, '', more))).toEqual(expected);
    // The same result for a body that took too long to read.
    expect(answerOfUnread(vendorProfile, answered(status, '', more), rules, now)).toEqual(expected);
  });

  it.each([
    [{ kind: 'not_sent', detail: 'ECONNREFUSED' }, false],
    [{ kind: 'no_answer', detail: 'TIME_OUT' }, true],
  ] as const)('without an answer: %o', (exchange, sent) => {
    expect(readAnswer(vendorProfile, exchange, rules, now)).toEqual({
      kind: 'unreachable',
      detail: exchange.detail,
      sent,
    });
  });

  const profile = '{"id":"v-1","companyName":"Kestrel"}';
  it.each<[number, string, Partial<AnsweredExchange>, object]>([
    [200, profile, {}, { kind: 'found', body: profile }],
    [202, profile, {}, { kind: 'found', body: profile }],
    [299, profile, {}, { kind: 'found', body: profile }],
    [200, profile, { cut: 'time_out' }, { ...unreadable, cut: true }],
    [202, profile, { cut: 'time_out' }, { ...unreadable, cut: true }],
    [200, '', {}, { kind: 'not_ready' }],
    [200, '', { cut: 'too_large' }, { ...unreadable, bodyKind: 'empty', cut: true }],
    [200, '{ }', {}, { kind: 'not_ready' }],
    [202, '{"message":"later"}', {}, { kind: 'not_ready' }],
    [202, '[1]', {}, { kind: 'not_ready' }],
    [202, 'nonsense', { contentType: null }, { kind: 'not_ready' }],
    [202, page, {}, { ...unreadable, bodyKind: 'web_page' }],
    [200, page, {}, { ...unreadable, bodyKind: 'web_page' }],
    [200, 'nonsense', { contentType: null }, { ...unreadable, bodyKind: 'foreign' }],
    [200, '[1]', {}, unreadable],
    [200, '{"message":"hello"}', {}, { ...unreadable, instead: { kind: 'nothing_described' } }],
    [
      200,
      `{"data":${profile}}`,
      {},
      { ...unreadable, instead: { kind: 'envelope', name: 'data', body: `{"data":${profile}}` } },
    ],
    [200, '{"success":false}', {}, { kind: 'refused', status: 200, body: '{"success":false}' }],
  ])('%d with %s and %o', (status, body, more, expected) => {
    expect(read(answered(status, body, more))).toMatchObject(expected);
  });

  it('an outlined answer is oversized', () => {
    const many = `{"id":"v-1","list":[${'1,'.repeat(300_000)}1]}`;
    expect(read(answered(200, many))).toEqual({ ...unreadable, oversized: true });
    expect(read(answered(200, many.replace('"id"', '"other"')))).toEqual({ ...unreadable, oversized: true });
    expect(read(answered(202, many.replace('"id"', '"other"')))).toEqual({ kind: 'not_ready' });
    expect(answerOfUnread(vendorProfile, answered(200, profile), rules, now)).toEqual({
      ...unreadable,
      oversized: true,
    });
    expect(answerOfUnread(vendorProfile, answered(299, profile, { cut: 'time_out' }), rules, now)).toEqual({
      ...unreadable,
      cut: true,
      oversized: true,
    });
    expect(answerOfUnread(vendorProfile, answered(200, profile), rules, now).kind).toBe('unreadable');
  });

  it('an answer in the configured envelope is found', () => {
    expect(read(answered(200, `{"data":${profile}}`), 'data')).toMatchObject({ kind: 'found' });
  });
});

describe('a success that reports a failure', () => {
  it.each<[string, boolean]>([
    ['{"success":false}', true],
    ['{"success":"false"}', true],
    ['{"success":false,"id":"v-1"}', true],
    ['{"success":true}', false],
    ['{"success":"no"}', false],
    ['{"error":"no"}', true],
    ['{"error":{"code":7}}', true],
    ['{"errors":["no"]}', true],
    ['{"error":false}', false],
    ['{"error":null}', false],
    ['{"error":""}', false],
    ['{"errors":[]}', false],
    ['{"error":"no","id":"v-1"}', false],
    ['{"error":"no","id":null}', true],
    ['{"data":{"error":"no"}}', false],
  ])('%s: %j', (body, failed) => {
    const { kind } = readSuccess(vendorProfile, answered(200, body), null);
    expect(kind).toBe(failed ? 'failure' : 'read');
    const within = readSuccess(vendorProfile, answered(200, `{"data":${body}}`), 'data');
    if (!body.includes('data')) expect(within.kind).toBe(failed ? 'failure' : 'read');
  });

  it.each<[string, boolean]>([
    ['{"status":"error"}', true],
    ['{"status":"fail"}', true],
    ['{"status":"FAILED"}', true],
    ['{"status":"failure"}', true],
    ['{"status":"failing"}', false],
    ['{"status":"error","id":"v-1"}', false],
    ['{"status":500}', false],
  ])('by a status word of JSend, %s: %j', (body, failed) => {
    const { kind } = readSuccess(vendorProfile, answered(200, body), null);
    expect(kind).toBe(failed ? 'failure' : 'read');
  });

  it.each<[string, boolean]>([
    ['{"status":400}', true],
    ['{"status":599}', true],
    ['{"status":399}', false],
    ['{"status":600}', false],
    ['{"status":"500"}', false],
    ['{"status":"error"}', false],
    ['{"status":500,"success":true}', true],
    ['{"status":500,"isVerified":false}', true],
    ['{"status":500,"isVerified":true}', false],
  ])('by an HTTP status in its status member, %s: %j', (body, failed) => {
    const { kind } = readSuccess(verificationResult, answered(200, body), null);
    expect(kind).toBe(failed ? 'failure' : 'read');
  });

  it('differs from an answer that describes nothing', () => {
    const found = readSuccess(vendorProfile, answered(200, '{"success":true,"companyName":""}'), null);
    expect(found).toMatchObject({ kind: 'read', described: false, wrappedIn: null, outlined: false });
    const described = readSuccess(vendorProfile, answered(200, '{"companyName":"Kestrel"}'), null);
    expect(described).toMatchObject({ described: true });
  });
});

describe('toServiceSign', () => {
  it.each<[ReadAnswer<unknown>, object]>([
    [
      { kind: 'busy', status: 429, waitMs: 7000 },
      { kind: 'busy', waitMs: 7000 },
    ],
    [
      { kind: 'busy', status: 503, waitMs: 7000 },
      { kind: 'busy', waitMs: 7000 },
    ],
    [{ kind: 'busy', status: 503, waitMs: null }, { kind: 'trouble' }],
    [{ kind: 'busy', status: 408, waitMs: 7000 }, { kind: 'trouble' }],
    [{ kind: 'busy', status: 425, waitMs: 7000 }, { kind: 'trouble' }],
    [{ kind: 'refused', status: 400, body: '' }, { kind: 'healthy' }],
    [
      { kind: 'refused', status: 400, body: page },
      { kind: 'healthy', ofPage: true },
    ],
    [{ kind: 'unknown_id' }, { kind: 'healthy' }],
    [
      { kind: 'unknown_id', ofPage: true },
      { kind: 'healthy', ofPage: true },
    ],
    [{ kind: 'not_ready' }, { kind: 'healthy' }],
    [{ kind: 'trouble', status: 500 }, { kind: 'trouble' }],
    [
      { kind: 'redirected', location: '/b' },
      { kind: 'redirected', location: '/b' },
    ],
    [{ kind: 'token_refused' }, { kind: 'token_refused' }],
    [{ kind: 'unreachable', detail: 'TIME_OUT', sent: true }, { kind: 'no_answer' }],
    [
      { kind: 'unreachable', detail: 'ECONNREFUSED', sent: false },
      { kind: 'unreachable', detail: 'ECONNREFUSED' },
    ],
  ])('%o is %o', (answer, sign) => {
    expect(toServiceSign(answer)).toEqual(sign);
  });
});

it('a list is unreadable as a document result', () => {
  expect(readSuccess(documentResult, answered(200, '[]'), null)).toEqual({ kind: 'unreadable' });
});
