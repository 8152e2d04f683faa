import { describe, expect, it } from 'vitest';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import { todayHandlers } from '#main/features/today.ts';
import { isoDay, localDay } from '#shared/base/dates.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { onboardingFilter } from '#shared/ipc/onboarding.ts';
import { verificationQuery } from '#shared/ipc/verifications.ts';
import type { RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import {
  enqueueVerification,
  openTestWorkspace,
  until,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const requestId = 'f3b8ad4e-61f5-4a3c-b5b1-0a2f5f9c2f10';
const dayMs = 86_400_000;

async function unwrap<T>(asking: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const result = await asking;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const inDays = (workspace: TestWorkspace, days: number) =>
  isoDay(localDay(new Date(workspace.clock.wall() + days * dayMs)));

/** A verification that the service confirms, of a license that expires in so many days. */
async function verified(days: number) {
  let expiryDate = '';
  const server = await startWireServer((request, socket) => {
    const response = { licenseeName: 'Harbor Pipe', expiryDate, isMatch: true };
    const result = { id: requestId, status: 'verified', isVerified: true, response };
    answeringJson(request.method === 'POST' ? { success: true, id: requestId } : result)(request, socket);
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  expiryDate = inDays(workspace, days);
  const id = await enqueueVerification(workspace);
  await untilState(workspace, id, 'accepted');
  await workspace.watcher.checkNow('verification', id);
  return { server, workspace };
}

/** How many verifications the list has of which it is stored that they expire soon. */
function countStored(workspace: TestWorkspace): number {
  const query = verificationQuery.parse({ where: { state: { kind: 'is', value: 'expires_soon' } } });
  return workspace.verifications.page({ ...query, after: null, limit: 10 }).total;
}

const summarize = async (workspace: TestWorkspace) => unwrap(todayHandlers(workspace)['today.summary'](null));

describe('what expires soon', () => {
  it('is what the setting says: in stored verdicts, and as far as Today looks', async () => {
    const { server, workspace } = await verified(40);
    expect(countStored(workspace)).toBe(0);
    expect((await summarize(workspace)).expiring).toMatchObject({ total: 0 });
    const asked = server.requests.length;

    workspace.updateSettings({ soonDays: 45 });

    await until(() => countStored(workspace) === 1, 'it expires soon');
    const { expiring } = await summarize(workspace);
    expect([expiring.total, expiring.perDay.length, expiring.perDay[40]]).toEqual([1, 46, 1]);

    workspace.updateSettings({ soonDays: 39 });
    await until(() => countStored(workspace) === 0, 'it does not any more');
    expect(server.requests).toHaveLength(asked);
  });

  it('is judged by the setting at the next start, where Gangway was closed before it was through', async () => {
    const { server, workspace } = await verified(40);
    workspace.updateSettings({ soonDays: 45 });
    await workspace.close();
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: workspace.folder });
    await until(() => countStored(next) === 1, 'it expires soon');
  });

  it('is urgent in the last week, or as long as it is soon where that is shorter', async () => {
    const { workspace } = await verified(5);
    const urgent = async () => (await summarize(workspace)).endsSoon.total;
    expect(await urgent()).toBe(1);
    workspace.updateSettings({ soonDays: 60 });
    expect(await urgent()).toBe(1);
    workspace.updateSettings({ soonDays: 4 });
    expect(await urgent()).toBe(0);
    workspace.updateSettings({ soonDays: 5 });
    expect(await urgent()).toBe(1);
  });

  it('follows the setting in requirements without their own number, and in no other', async () => {
    const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
    const calls = onboardingHandlers(workspace);
    const toId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const toSet = (number: number, name: string, soonDays: number | null): RequirementSet => ({
      id: toId(number),
      name,
      appliesTo: { services: [], states: [], jobSites: [name], tags: [] },
      requirements: [
        { kind: 'attestation', id: toId(number + 100), name: 'Briefing', maxDays: null, soonDays },
      ],
    });
    for (const site of ['Pier', 'Mill']) {
      const body = { id: site, companyName: site, jobSites: [site] };
      const reading = readResource(vendorProfile, body);
      if (reading === null) throw new Error('It is an object.');
      workspace.vendors.put(site, reading, JSON.stringify(body), workspace.clock.wall());
    }
    await unwrap(calls['onboarding.save']({ sets: [toSet(1, 'Pier', null), toSet(2, 'Mill', 30)] }));
    const word = { day: inDays(workspace, 0), until: inDays(workspace, 40), note: '' };
    for (const [index, site] of ['Pier', 'Mill'].entries())
      await unwrap(
        calls['onboarding.attest']({ subjects: [site], requirementId: toId(101 + index), ...word }),
      );
    const expiring = async () => {
      const filter = onboardingFilter.parse({ status: 'expiring' });
      const page = calls['onboarding.page']({ ...filter, sort: 'urgency', after: null, limit: 10 });
      return (await unwrap(page)).rows.map(({ subject }) => subject);
    };
    expect(await expiring()).toEqual([]);
    workspace.updateSettings({ soonDays: 45 });
    expect(await expiring()).toEqual(['Pier']);
    workspace.updateSettings({ soonDays: 39 });
    expect(await expiring()).toEqual([]);
  });

  it('keeps a requirement from being saved that would always expire soon by the setting', async () => {
    const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
    const save = onboardingHandlers(workspace)['onboarding.save'];
    const id = '00000000-0000-4000-8000-000000000001';
    const briefing = { kind: 'attestation' as const, id, name: 'Briefing', maxDays: 20, soonDays: null };
    const appliesTo = { services: [], states: [], jobSites: [], tags: [] };
    const sets = [{ id, name: 'Everyone', appliesTo, requirements: [briefing] }];
    expect((await unwrap(save({ sets }))).problems).toMatchObject([
      {
        sentence:
          'It is valid for 20 days and warns 30 days before expiration, so it would always be expiring.',
      },
    ]);
    workspace.updateSettings({ soonDays: 14 });
    expect((await unwrap(save({ sets }))).problems).toEqual([]);
  });
});
