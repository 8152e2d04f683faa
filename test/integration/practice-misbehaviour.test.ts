import { describe, expect, it } from 'vitest';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import type { Misbehaviour } from '#test/misbehaving-service/misbehaviour.ts';
import { practiceHarness } from './practice-harness.ts';

/** The code of the connection's fault that made a request fail. */
async function getFault(response: Promise<Response>): Promise<unknown> {
  const outcome = await response
    .then(
      (answer) => answer.arrayBuffer(),
      (error: unknown) => error,
    )
    .catch((error: unknown) => error);
  if (!(outcome instanceof TypeError) || !(outcome.cause instanceof Error)) return null;
  return 'code' in outcome.cause ? outcome.cause.code : outcome.cause.message;
}

const ana = 'ana@x.example.com';

describe('the practice service, told to misbehave', () => {
  it.each<[Misbehaviour, RegExp, number]>([
    [{ kind: 'drop_after_applying' }, /UND_ERR_SOCKET/, 1],
    [{ kind: 'reset' }, /ECONNRESET|UND_ERR_SOCKET/, 0],
    [{ kind: 'reset_after_applying' }, /ECONNRESET|UND_ERR_SOCKET/, 1],
    [{ kind: 'cut_body', bytes: 20 }, /UND_ERR_SOCKET/, 1],
    [{ kind: 'cut_body', bytes: 0 }, /UND_ERR_SOCKET/, 1],
  ])('breaks the connection: %j', async (rule, fault, applied) => {
    const { service, invite, emlFiles, counts } = await practiceHarness();
    service.misbehave([{ ...rule, times: 1 }]);
    expect(await getFault(invite(ana))).toMatch(fault);
    await expect.poll(counts).toMatchObject({ invitations: applied });
    expect(await emlFiles()).toHaveLength(applied);
    expect((await invite('ben@x.example.com')).status).toBe(200);
  });

  it('sends the headers and the first bytes of an answer that is cut short', async () => {
    const { service, call } = await practiceHarness();
    const whole = await (await call('GET', '/vendors/48213/profile')).text();
    service.misbehave([{ kind: 'cut_body', bytes: 20 }]);
    const response = await call('GET', '/vendors/48213/profile');
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(whole)));
    const chunk = await response.body?.getReader().read();
    expect(Buffer.from(chunk?.value ?? []).toString()).toBe(whole.slice(0, 20));
  });

  it.each<[Misbehaviour, number, Record<string, string>, number]>([
    [{ kind: 'status', status: 401 }, 401, {}, 0],
    [{ kind: 'status', status: 429, retryAfter: '3' }, 429, { 'retry-after': '3' }, 0],
    [
      { kind: 'status', status: 503, retryAfter: 'soon, perhaps' },
      503,
      { 'retry-after': 'soon, perhaps' },
      0,
    ],
    [
      { kind: 'status', status: 403, body: 'no', contentType: 'text/plain' },
      403,
      { 'content-type': 'text/plain' },
      0,
    ],
    [
      { kind: 'status', status: 302, location: 'https://x.example.com/' },
      302,
      { location: 'https://x.example.com/' },
      0,
    ],
    [{ kind: 'error_after_applying', status: 500 }, 500, {}, 1],
    [{ kind: 'error_after_applying', status: 502 }, 502, {}, 1],
    [{ kind: 'error_after_applying', status: 504 }, 504, {}, 1],
    [{ kind: 'html', applied: false }, 200, { 'content-type': 'text/html; charset=UTF-8' }, 0],
    [{ kind: 'html', applied: true }, 200, { 'content-type': 'text/html; charset=UTF-8' }, 1],
  ])('answers something else: %j', async (rule, status, headers, applied) => {
    const { service, invite, counts } = await practiceHarness();
    service.misbehave([rule]);
    const response = await invite(ana);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
    expect(counts()).toMatchObject({ invitations: applied });
  });

  it('waits before it answers, together with a further rule', async () => {
    const { service, invite } = await practiceHarness();
    service.misbehave([
      { kind: 'delay', ms: 150 },
      { kind: 'status', status: 503 },
    ]);
    const begun = performance.now();
    expect((await invite(ana)).status).toBe(503);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(145);
  });

  it('closes at once during a delay, and the request takes no effect', async () => {
    const first = await practiceHarness();
    first.service.misbehave([{ kind: 'delay', ms: 600_000 }]);
    const fault = getFault(first.invite(ana));
    await expect
      .poll(async () => (await first.json('GET', '/practice/misbehaviour'))['rules'])
      .toEqual([{ kind: 'delay', ms: 600_000 }]);
    const begun = performance.now();
    await first.service.close();
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(await fault).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
    const second = await practiceHarness({ dataDir: first.dataDir });
    expect(second.counts()).toMatchObject({ invitations: 0 });
  });

  it('sends an answer of any size that is still valid JSON', async () => {
    const { service, call } = await practiceHarness();
    service.misbehave([{ kind: 'large', bytes: 3_000_000 }]);
    const text = await (await call('GET', '/vendors/48213/profile')).text();
    expect(Buffer.byteLength(text)).toBe(3_000_000);
    expect(JSON.parse(text)).toMatchObject({ id: '48213', companyName: 'Brightwater Plumbing & Drain LLC' });
  });

  it('sends fields of wrong types, all or those named', async () => {
    const { service, json } = await practiceHarness();
    service.misbehave([{ kind: 'wrong_types', fields: ['jobTitle'], times: 1 }, { kind: 'wrong_types' }]);
    const one = readResource(vendorProfile, await json('GET', '/vendors/48213/profile'));
    expect(one?.validationIssues.map(({ path }) => path)).toEqual([['jobTitle']]);
    const all = readResource(vendorProfile, await json('GET', '/vendors/48213/profile'));
    expect(all?.validationIssues.length).toBeGreaterThan(30);
  });

  it('gives the stored answer to a retry after the first answer was lost', async () => {
    const { service, invite, emlFiles } = await practiceHarness();
    service.misbehave([{ kind: 'drop_after_applying', times: 1 }]);
    expect(await getFault(invite(ana, { 'Idempotency-Key': 'k-1' }))).toBe('UND_ERR_SOCKET');
    const retry = await invite(ana, { 'Idempotency-Key': 'k-1' });
    expect(retry.status).toBe(200);
    expect(await retry.json()).toMatchObject({ id: 1 });
    expect(await emlFiles()).toHaveLength(1);
  });

  it('tells every POST that came, also those that were dropped, reset, refused or answered from an earlier answer', async () => {
    const { service, call, invite, emlFiles } = await practiceHarness();
    service.misbehave([
      { kind: 'drop_after_applying', times: 1 },
      { kind: 'reset', times: 1 },
      { kind: 'status', status: 503, times: 1 },
    ]);
    for (const key of ['k-1', 'k-2', 'k-3', 'k-1'])
      await invite(ana, { 'Idempotency-Key': key }).catch(() => null);
    await call('POST', '/api/verification/queue', { type: 'license', data: { licenseNumber: 'L-1' } });
    await call('POST', '/vendors', ['nobody']);
    await call('GET', '/vendors/48213/profile');
    const invited = { operation: 'inviteVendor', about: ana };
    expect(await (await call('GET', '/practice/posts')).json()).toEqual([
      { ...invited, idempotencyKey: 'k-1' },
      { ...invited, idempotencyKey: 'k-2' },
      { ...invited, idempotencyKey: 'k-3' },
      { ...invited, idempotencyKey: 'k-1' },
      { operation: 'queueVerification', about: 'L-1', idempotencyKey: null },
      { operation: 'inviteVendor', about: null, idempotencyKey: null },
    ]);
    expect(await emlFiles()).toHaveLength(1);
  });

  it('takes rules over HTTP, for one operation and a number of requests, and forgets them when told to', async () => {
    const { call, invite } = await practiceHarness();
    const profile = async () => (await call('GET', '/vendors/48213/profile')).status;
    const rule = { kind: 'status', status: 503, operation: 'getVendorProfile', times: 2 };
    expect((await call('PUT', '/practice/misbehaviour', rule)).status).toBe(200);
    expect((await invite(ana)).status).toBe(200);
    expect([await profile(), await profile(), await profile()]).toEqual([503, 503, 200]);

    await call('PUT', '/practice/misbehaviour', [{ kind: 'status', status: 403 }]);
    expect(await profile()).toBe(403);
    await call('DELETE', '/practice/misbehaviour');
    expect(await profile()).toBe(200);
  });

  it('refuses rules that it does not know', async () => {
    const { call } = await practiceHarness();
    for (const rule of [
      { kind: 'sulk' },
      { kind: 'delay' },
      { kind: 'status', status: 503, other: 1 },
      'reset',
      undefined,
    ]) {
      expect((await call('PUT', '/practice/misbehaviour', rule)).status).toBe(422);
    }
  });
});
