import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { exportHandlers } from '#main/features/exports.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { exportSource } from '#shared/ipc/exports.ts';
import { onboardingFilter } from '#shared/ipc/onboarding.ts';
import type { RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { reportParts } from './assets.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, untilState } from './workspace-harness.ts';

const job = '4be0643f-1d98-4d6c-9a62-1fb8e0f6ae11';
const ana = '@ana@harbor.example.com';
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A Plumbing license, and a W-9 that a person accepted. */
const needed: RequirementSet = {
  id: id(9),
  name: 'Everyone',
  appliesTo: { services: [], states: [], jobSites: [], tags: [] },
  requirements: [
    {
      kind: 'license',
      id: id(1),
      name: 'License',
      trade: 'Plumbing',
      state: null,
      soonDays: 30,
      maxAgeDays: null,
    },
    {
      kind: 'document',
      id: id(2),
      name: 'W-9',
      documentType: 'W-9',
      minScore: null,
      maxAgeDays: null,
      needsEndDate: false,
      soonDays: 0,
    },
  ],
};

async function unwrap<T>(asking: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const result = await asking;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A workspace whose service gives an invited vendor the ID v-9, verifies every license and has read every document. */
async function withLinks() {
  const license = { licenseNumber: '77', licenseTradeType: 'Plumbing', expiryDate: '2150-12-31' };
  const server = await startWireServer((request, socket) => {
    const refused = request.body.includes('"refused@');
    const answer =
      request.path === '/vendors'
        ? { metadata: { vendorId: 'v-9' } }
        : request.method === 'POST'
          ? { success: true, id: 'vr-1' }
          : request.path.startsWith('/api/vision/')
            ? { documentType: 'W-9', status: 'completed', createdAt: '2026-01-01' }
            : { id: 'vr-1', status: 'verified', isVerified: true, response: license };
    return answeringJson(refused ? { message: 'No such address' } : answer, refused ? 422 : 200)(
      request,
      socket,
    );
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: 'a-token' });
  const calls = {
    ...documentHandlers(workspace),
    ...inviteHandlers(workspace),
    ...onboardingHandlers(workspace),
    ...vendorHandlers(workspace),
    ...verificationHandlers(workspace),
  };
  await unwrap(calls['onboarding.save']({ sets: [needed] }));
  return {
    workspace,
    server,
    calls,
    invite: (email: string, replaces: string | null = null) =>
      unwrap(calls['invites.enqueue']({ invitation: { vendor: { email, firstName: 'Ana' } }, replaces })),
    submit: (vendorId: string | null) =>
      unwrap(
        calls['verifications.enqueue']({
          type: 'license',
          data: { licenseNumber: '77', licenseTradeType: 'Plumbing' },
          vendorId,
          replaces: null,
        }),
      ),
    fetched: (vendorId: string, email: string) => {
      const body = JSON.stringify({ id: vendorId, companyName: 'Harbor Pipe', email });
      const reading = readResource(vendorProfile, JSON.parse(body));
      if (reading === null) throw new Error('It is an object.');
      workspace.vendors.put(vendorId, reading, body, workspace.clock.wall());
      workspace.emit('vendors.changed', { ids: [vendorId] });
    },
    links: () => [
      workspace.verifications.page({ tab: 'all', search: '', after: null, limit: 10 }).rows[0]?.vendor
        ?.subject,
      workspace.documents.get(job)?.vendor?.subject,
    ],
    page: (search: string) =>
      unwrap(
        calls['onboarding.page']({
          ...onboardingFilter.parse({ search }),
          sort: 'name',
          after: null,
          limit: 8,
        }),
      ),
    vendor: (subject: string) => unwrap(calls['onboarding.vendor']({ subject, site: null })),
  };
}

describe('a license and a document of a vendor without an ID', () => {
  it('count for its requirements before its ID comes and after, and their links move to the ID', async () => {
    const { workspace, server, calls, invite, submit, links, page, vendor } = await withLinks();
    workspace.dispatcher.setWorkOffline(true);
    const invited = await invite('Ana@harbor.example.com');
    // As the vendor field finds it: by name, before anything was sent.
    expect((await page('ana')).rows).toMatchObject([{ subject: ana, vendorId: null, name: 'Ana' }]);
    const { entryId } = await submit(ana);
    await unwrap(calls['documents.add']({ ids: [job], vendorId: ana }));
    await unwrap(calls['documents.decide']({ jobId: job, choice: 'accept', note: '' }));
    expect(links()).toEqual([ana, ana]);
    expect(workspace.documents.get(job)).toMatchObject({
      vendorId: null,
      title: 'Ana',
      vendor: { name: 'Ana' },
    });
    const states = async (subject: string) => (await vendor(subject))?.requirements.map(({ state }) => state);
    expect(await states(ana)).toEqual(['waiting', 'waiting']);
    expect(await unwrap(calls['vendors.related']({ subject: ana }))).toMatchObject({
      invites: [{ email: 'Ana@harbor.example.com' }],
      verifications: [{ entryId }],
      documents: [{ jobId: job }],
    });

    // The verification is answered before the invite.
    workspace.dispatcher.setWorkOffline(false);
    await untilState(workspace, entryId, 'accepted');
    await workspace.watcher.checkNow('verification', entryId);
    await workspace.watcher.checkNow('document', job);
    await untilState(workspace, invited.entryId, 'accepted');
    expect(links()).toEqual(['v-9', 'v-9']);
    expect(await states('v-9')).toEqual(['met', 'met']);
    // Who has the address still, such as a page that is open, is led to the ID.
    expect(await vendor(ana)).toMatchObject({ subject: 'v-9', vendorId: 'v-9' });
    expect((await page('ana')).rows.map(({ subject }) => subject)).toEqual(['v-9']);
    const sent = server.requests.filter(({ method, path }) => method === 'POST' && path !== '/vendors');
    expect(sent.map(({ body }) => body)).toEqual([
      '{"type":"license","data":{"licenseTradeType":"Plumbing","licenseNumber":"77"}}',
    ]);
    expect(server.requests.some(({ path }) => decodeURIComponent(path).includes('@'))).toBe(false);
  });

  it('are met while it has none, and say no address as an ID in what is exported', async () => {
    const { workspace, calls, submit, vendor } = await withLinks();
    const { entryId } = await submit(ana);
    await unwrap(calls['documents.add']({ ids: [job], vendorId: ana }));
    await unwrap(calls['documents.decide']({ jobId: job, choice: 'accept', note: '' }));
    await untilState(workspace, entryId, 'accepted');
    await workspace.watcher.checkNow('verification', entryId);
    await workspace.watcher.checkNow('document', job);
    expect(await vendor(ana)).toMatchObject({
      vendorId: null,
      name: 'ana@harbor.example.com',
      contact: { email: 'ana@harbor.example.com' },
      requirements: [{ state: 'met' }, { state: 'met' }],
    });
    const exports = exportHandlers(workspace, reportParts);
    for (const list of ['verifications', 'documents']) {
      const source = exportSource.parse({ list });
      const { exportId } = await unwrap(exports['exports.begin']({ source, format: 'csv' }));
      const { part, finished } = await unwrap(exports['exports.next']({ exportId }));
      expect(finished).toBe(true);
      const text = Buffer.from(part, 'base64').toString('utf8');
      expect(text).toContain('Vendor ID');
      expect(text).not.toContain('@');
    }
  });

  it('move where a profile has the address, at once or after a change', async () => {
    const { calls, submit, links, fetched } = await withLinks();
    fetched('v-1', 'old@harbor.example.com');
    await submit(ana);
    await unwrap(calls['documents.add']({ ids: [job], vendorId: '@late@harbor.example.com' }));
    fetched('v-1', 'Ana@harbor.example.com');
    expect(links()).toEqual(['v-1', '@late@harbor.example.com']);
    fetched('v-2', 'late@harbor.example.com');
    expect(links()).toEqual(['v-1', 'v-2']);
    // A form that was filled in before the ID came names the address.
    expect(await submit(ana)).toMatchObject({
      vendorId: 'v-1',
      vendor: { subject: 'v-1', name: 'Harbor Pipe' },
    });
  });

  it('follow the correction of the address, and come back where that is canceled', async () => {
    const { workspace, calls, invite, submit, links } = await withLinks();
    const wrong = await invite('refused@harbor.example.com');
    await untilState(workspace, wrong.entryId, 'rejected');
    await submit('@refused@harbor.example.com');
    await unwrap(calls['documents.add']({ ids: [job], vendorId: '@refused@harbor.example.com' }));
    workspace.dispatcher.setWorkOffline(true);
    const right = await invite('ana@harbor.example.com', wrong.entryId);
    expect(links()).toEqual([ana, ana]);
    workspace.entries.decide(right.entryId, 'cancelled', workspace.clock.wall());
    expect(links()).toEqual(['@refused@harbor.example.com', '@refused@harbor.example.com']);
    const again = await invite('ana@harbor.example.com', right.entryId);
    workspace.dispatcher.setWorkOffline(false);
    await untilState(workspace, again.entryId, 'accepted');
    expect(links()).toEqual(['v-9', 'v-9']);
  });

  it('stay where another vendor was invited at the address that is corrected', async () => {
    const { workspace, calls, invite, links } = await withLinks();
    const wrong = await invite('refused@harbor.example.com');
    await untilState(workspace, wrong.entryId, 'rejected');
    await invite('refused@harbor.example.com');
    await unwrap(calls['documents.add']({ ids: [job], vendorId: '@refused@harbor.example.com' }));
    await invite('ana@harbor.example.com', wrong.entryId);
    expect(links()[1]).toBe('@refused@harbor.example.com');
  });

  it('are given back to nobody where the ID came between an assignment and its undoing', async () => {
    const { calls, links, fetched } = await withLinks();
    await unwrap(calls['documents.add']({ ids: [job], vendorId: null }));
    const { before } = await unwrap(calls['documents.assignVendors']({ jobIds: [job], vendorId: ana }));
    fetched('v-1', 'ana@harbor.example.com');
    expect(await unwrap(calls['documents.restoreVendors']({ assigned: ana, before }))).toEqual({
      restored: 1,
    });
    expect(links()[1]).toBeUndefined();
  });
});
