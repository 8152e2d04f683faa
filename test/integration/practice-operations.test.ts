import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentResult } from '#shared/service/document-result.ts';
import { invitationResult } from '#shared/service/vendor-invitation.ts';
import type { OpenObject } from '#shared/service/json.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { queueResponse, verificationResult } from '#shared/service/verification.ts';
import { sampleDocumentJobs, sampleInvites, sampleVendors } from '#practice/sample-data.ts';
import { practiceHarness, getRefusal } from './practice-harness.ts';

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap())
    : schema;
}

/** The paths of all fields that a schema names, with [] for the items of an array. */
function getFields(schema: unknown, path = ''): string[] {
  const bare = unwrapped(schema);
  if (bare instanceof z.ZodArray)
    return [path, ...getFields(bare.element, `${path}[]`).filter((field) => field !== `${path}[]`)];
  if (!(bare instanceof z.ZodObject)) return [path];
  const shape: Record<string, unknown> = bare.shape;
  const inner = Object.entries(shape).flatMap(([key, member]) =>
    getFields(member, path === '' ? key : `${path}.${key}`),
  );
  return path === '' ? inner : [path, ...inner];
}

/** The paths of all members of an answer that hold a value. */
function fieldsIn(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return [path, ...value.flatMap((item) => fieldsIn(item, `${path}[]`))];
  if (typeof value !== 'object') return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, member]) =>
      fieldsIn(member, path === '' ? key : `${path}.${key}`),
    ),
  ];
}

function expectEveryField(schema: z.ZodObject, answers: OpenObject[]) {
  for (const answer of answers) {
    const reading = readResource(schema, answer);
    expect(reading?.validationIssues).toEqual([]);
    expect(reading?.others).toEqual([]);
  }
  const seen = new Set(answers.flatMap((answer) => fieldsIn(answer)));
  expect(getFields(schema).filter((field) => !seen.has(field))).toEqual([]);
}

describe('the practice service’s five operations', () => {
  it('fill every field of a vendor’s profile', async () => {
    const { json } = await practiceHarness();
    const profiles = await Promise.all(
      sampleVendors().map(({ id }) => json('GET', `/vendors/${id}/profile`)),
    );
    expect(profiles).toHaveLength(24);
    expectEveryField(vendorProfile, profiles);
  });

  it('fill every field of an invitation’s result, and take every sample contact', async () => {
    const { json } = await practiceHarness();
    const answers: OpenObject[] = [];
    for (const { message, ...vendor } of sampleInvites()) {
      answers.push(await json('POST', '/vendors', { inviteMessage: message, vendor }));
    }
    expect(answers).toHaveLength(60);
    expectEveryField(invitationResult, answers);
    const items = answers.flatMap((answer) => invitationResult.parse(answer).checklist ?? []);
    expect(new Set(items.map(({ compliant }) => compliant))).toEqual(new Set([true, false, null, undefined]));
  });

  it('fill every field of a verification’s result', async () => {
    const { json } = await practiceHarness();
    const data = {
      licenseTradeType: 'C-36 Plumbing',
      licenseNumber: '0880312',
      qualifiedParty: 'Rosa Delgado',
      licenseeName: 'Brightwater Plumbing & Drain LLC',
      licenseeAddress: '2210 Embarcadero West, Suite 4, Oakland, CA 94607',
      locationWhereLicenseIsValid: { state: 'CA', county: 'Alameda', city: 'Oakland', zipCode: '94607' },
      serviceType: 'Plumbing',
      effectiveDate: '2014-06-02',
      expiryDate: '2027-01-01',
      verifyingWebsite: 'https://licenses.board.example.com/check',
      isMatch: true,
    };
    const queued = await json('POST', '/api/verification/queue', { type: 'license', data });
    expectEveryField(queueResponse, [queued]);
    const result = await json('GET', `/api/verification/${String(queued['id'])}`);
    expectEveryField(verificationResult, [result]);
    expect(result['parameters']).toEqual(data);
  });

  it('fill every field of a document’s result', async () => {
    const { json } = await practiceHarness();
    const results = await Promise.all(
      sampleDocumentJobs().map((job) => json('GET', `/api/vision/${job.result.id}`)),
    );
    expectEveryField(documentResult, results);
  });

  it.each([
    ['GET', '/vendors/48213/profile'],
    ['POST', '/vendors'],
    ['POST', '/api/verification/queue'],
    ['GET', '/api/verification/5b0e2f9c-71d4-4e0a-9c1d-0f3a5b7c9d11'],
    ['GET', '/api/vision/7c1e04d2-5a0b-4f6e-9d53-0b6a4e1c2f01'],
    ['GET', '/files/brightwater-w9.jpg'],
    ['GET', '/practice/mail'],
  ])('%s %s demands the token', async (method, path) => {
    const { service, call, counts } = await practiceHarness();
    const bare = await fetch(new URL(path, service.baseUrl), { method });
    const wrong = await call(method, path, undefined, { Authorization: 'Bearer wrong' });
    for (const response of [bare, wrong]) {
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
    }
    expect(counts()).toMatchObject({ invitations: 0, verification_requests: 0 });
  });

  it('answer 404 for unknown ids and 400 for ids that are no UUID', async () => {
    const { call } = await practiceHarness();
    const unknown = '00000000-0000-4000-8000-000000000000';
    const getStatus = async (path: string) => {
      const response = await call('GET', path);
      expect((await getRefusal(response)).message).not.toBe('');
      return response.status;
    };
    expect(await getStatus('/vendors/99999999/profile')).toBe(404);
    expect(await getStatus('/vendors/a%2Fb/profile')).toBe(404);
    expect(await getStatus(`/api/verification/${unknown}`)).toBe(404);
    expect(await getStatus(`/api/vision/${unknown}`)).toBe(404);
    expect(await getStatus('/api/verification/17')).toBe(400);
    expect(await getStatus('/api/vision/not-a-uuid')).toBe(400);
    expect(await getStatus('/nothing/here')).toBe(404);
  });

  it('outlive a client that goes away in the middle of its request', async () => {
    const { service, invite, counts } = await practiceHarness();
    const socket = connect(service.port, '127.0.0.1');
    socket.end(
      `POST /vendors HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${service.token}\r\nContent-Length: 99\r\n\r\n{"vendor"`,
    );
    socket.resume();
    await once(socket, 'close');
    expect((await invite('ana@x.example.com')).status).toBe(200);
    expect(counts()).toMatchObject({ invitations: 1 });
  });

  it('refuse bodies that are not JSON or too large', async () => {
    const { service, call } = await practiceHarness();
    const broken = await fetch(new URL('/vendors', service.baseUrl), {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token}` },
      body: '{"vendor":',
    });
    expect(broken.status).toBe(400);
    const large = await call('POST', '/vendors', { inviteMessage: 'x'.repeat(1_100_000) });
    expect(large.status).toBe(413);
  });
});
