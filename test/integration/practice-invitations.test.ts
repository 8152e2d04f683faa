import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openObject } from '#shared/service/json.ts';
import { practiceHarness, getRefusal, temporaryFolder } from './practice-harness.ts';
import { smtpListener } from './smtp-listener.ts';

const listedMail = z.strictObject({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  at: z.iso.datetime(),
  invitationId: z.number(),
  delivered: z.boolean(),
});

describe('an invitation to the practice service', () => {
  it('makes a vendor whose profile can be read, and writes exactly one email', async () => {
    const { json, emlFiles, counts } = await practiceHarness();
    const before = counts();
    const vendor = {
      email: 'nora@quist.example.com',
      firstName: 'Nora',
      lastName: 'Quist',
      companyName: 'Quist & Co.',
    };
    const answer = await json('POST', '/vendors', {
      inviteMessage: 'Please bring Zoë’s papers.',
      vendor,
      company: { name: 'Harbor Lane Homes' },
    });
    const vendorId = String(openObject.parse(answer['metadata'])['vendorId']);
    expect(answer['vendorURL']).toContain(`/vendors/${vendorId}`);
    expect(await json('GET', `/vendors/${vendorId}/profile`)).toMatchObject({
      ...vendor,
      id: vendorId,
      services: [],
    });
    const mails = await emlFiles();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('To: nora@quist.example.com');
    expect(mails[0]).toContain('Subject: Harbor Lane Homes invites you');
    expect(mails[0]).toContain('Zo=C3=AB');
    expect(counts()).toMatchObject({ invitations: 1, mails: 1, vendors: (before['vendors'] ?? 0) + 1 });
  });

  it('goes to a known vendor when it names its id, or has its email', async () => {
    const { json, counts } = await practiceHarness();
    const before = counts();
    const byId = await json('POST', '/vendors', {
      vendorId: '48219',
      vendor: { email: 'office@kestrel.example.com' },
    });
    expect(byId['metadata']).toMatchObject({ vendorId: '48219' });
    const byEmail = await json('POST', '/vendors', { vendor: { email: 'Rosa@Brightwater.example.com' } });
    expect(byEmail['metadata']).toMatchObject({ vendorId: '48213' });
    expect(counts()['vendors']).toBe(before['vendors']);
  });

  it.each([
    [{}],
    [{ vendor: {} }],
    [{ vendor: { email: 'nobody' } }],
    [{ vendor: { email: 'a@b.invalid' } }],
    [{ vendor: { email: 'a@x.example.com\r\nBcc: b@x.example.com' } }],
    [{ vendor: 'a@x.example.com' }],
    [[]],
  ])('is refused with a reason when no email can be sent: %j', async (body) => {
    const { call, counts, emlFiles } = await practiceHarness();
    const response = await call('POST', '/vendors', body);
    expect(response.status).toBe(422);
    expect((await getRefusal(response)).message).toMatch(/email|vendor|body/);
    expect(counts()).toMatchObject({ invitations: 0, mails: 0 });
    expect(await emlFiles()).toEqual([]);
  });

  it('goes out once more to an email that was invited before, as a reminder has to, and to the same vendor', async () => {
    const { json, emlFiles, counts } = await practiceHarness();
    const first = await json('POST', '/vendors', { vendor: { email: 'ana@x.example.com' } });
    const before = counts();
    const second = await json('POST', '/vendors', { vendor: { email: 'Ana@x.example.com' } });
    expect(second['metadata']).toMatchObject({
      vendorId: openObject.parse(first['metadata'])['vendorId'],
    });
    expect(await emlFiles()).toHaveLength(2);
    expect(counts()).toMatchObject({ invitations: 2, mails: 2, vendors: before['vendors'] });
  });

  it('is refused with 409 for an email that was invited before, whatever its case, where it is told to', async () => {
    const { invite, emlFiles } = await practiceHarness({ refusesRepeatedInvites: true });
    expect((await invite('Ana@x.example.com')).status).toBe(200);
    const second = await invite('ana@X.example.com');
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ error: { code: 'already_invited' } });
    expect(await emlFiles()).toHaveLength(1);
  });

  it('is listed with its email under /practice/mail', async () => {
    const { invite, call } = await practiceHarness();
    await invite('ana@x.example.com');
    const [mail, ...more] = z.array(listedMail).parse(await (await call('GET', '/practice/mail')).json());
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: 'ana@x.example.com', invitationId: 1, delivered: true });
    expect(mail?.subject).toContain('invites you');
  });
});

describe('an Idempotency-Key', () => {
  it('gives the stored answer again for the same body, in both forms of the key', async () => {
    const { invite, emlFiles, counts } = await practiceHarness();
    const first = await invite('ana@x.example.com', { 'Idempotency-Key': '"k-1"' });
    const again = await invite('ana@x.example.com', { 'Idempotency-Key': 'k-1' });
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await again.json()).toEqual(await first.json());
    expect(await emlFiles()).toHaveLength(1);
    expect(counts()).toMatchObject({ invitations: 1, idempotency_keys: 1 });
  });

  it('is refused with 422 for another body, and applies nothing', async () => {
    const { invite, counts } = await practiceHarness();
    await invite('ana@x.example.com', { 'Idempotency-Key': 'k-1' });
    const other = await invite('ben@x.example.com', { 'Idempotency-Key': 'k-1' });
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ error: { code: 'idempotency_key_reused' } });
    expect(counts()).toMatchObject({ invitations: 1 });
  });

  it('is refused with 409 while its first request is being worked on', async () => {
    const { service, invite, counts } = await practiceHarness();
    service.misbehave([{ kind: 'delay', ms: 600, times: 1 }]);
    const statuses = await Promise.all(
      [1, 2].map(async () => (await invite('ana@x.example.com', { 'Idempotency-Key': 'k-1' })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(counts()).toMatchObject({ invitations: 1 });
  });

  it('does not hold on to a refusal, so that a corrected request can go under it', async () => {
    const { invite } = await practiceHarness();
    expect((await invite('nobody', { 'Idempotency-Key': 'k-1' })).status).toBe(422);
    expect((await invite('ana@x.example.com', { 'Idempotency-Key': 'k-1' })).status).toBe(200);
  });

  it('protects a verification as well', async () => {
    const { json, counts } = await practiceHarness();
    const body = { type: 'license', data: { licenseNumber: '1048827' } };
    const first = await json('POST', '/api/verification/queue', body, { 'Idempotency-Key': 'v-1' });
    const again = await json('POST', '/api/verification/queue', body, { 'Idempotency-Key': 'v-1' });
    expect(again).toEqual(first);
    expect(counts()).toMatchObject({ verification_requests: 1 });
  });

  it('is ignored by a service that is told not to honour it', async () => {
    const { json, counts } = await practiceHarness({ honoursIdempotencyKey: false });
    const body = { type: 'license', data: { licenseNumber: '1048827' } };
    const first = await json('POST', '/api/verification/queue', body, { 'Idempotency-Key': 'v-1' });
    const again = await json('POST', '/api/verification/queue', body, { 'Idempotency-Key': 'v-1' });
    expect(again['id']).not.toBe(first['id']);
    expect(counts()).toMatchObject({ verification_requests: 2, idempotency_keys: 0 });
  });
});

describe('email by SMTP', () => {
  it('reaches the mail server once for each invitation, and no file is written', async () => {
    const smtp = await smtpListener();
    const { invite, emlFiles } = await practiceHarness({ smtpUrl: smtp.url });
    await invite('ana@x.example.com');
    await invite('ben@x.example.com');
    expect(smtp.received.map(({ to }) => to)).toEqual(['ana@x.example.com', 'ben@x.example.com']);
    expect(smtp.received[0]?.text).toContain('invites you to join its vendor list');
    expect(await emlFiles()).toEqual([]);
  });

  it('is kept when the mail server cannot be reached, and leaves at the next start', async () => {
    const smtp = await smtpListener();
    await smtp.close();
    const dataDir = await temporaryFolder();
    const faults: Error[] = [];
    const first = await practiceHarness({
      dataDir,
      smtpUrl: smtp.url,
      onError: (error) => faults.push(error),
    });
    expect((await first.invite('ana@x.example.com')).status).toBe(200);
    expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining('kept and tried again')]);
    expect(await (await first.call('GET', '/practice/mail')).json()).toMatchObject([{ delivered: false }]);
    await first.service.close();

    const second = await practiceHarness({ dataDir });
    await expect.poll(second.emlFiles).toEqual([expect.stringContaining('To: ana@x.example.com')]);
  });
});
