import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import { todayHandlers } from '#main/features/today.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import { dayMs, isoDay, localDay } from '#shared/base/dates.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { describeWithTeam } from '#test/team/describe.ts';
import { joinTeam } from '#test/team/workspaces.ts';
import { createFakeClock } from '../fake-clock.ts';
import { unwrap } from './import-harness.ts';
import { answeringJson, startWireServer, type Behaviour } from './wire-server.ts';
import { openTestWorkspace, passUntil, until, untilState, type TestWorkspace } from './workspace-harness.ts';

const briefing: Requirement = {
  kind: 'attestation',
  id: randomUUID(),
  name: 'Briefing',
  maxDays: null,
  soonDays: 30,
};
const license: Requirement = {
  kind: 'license',
  id: randomUUID(),
  name: 'Plumbing',
  trade: 'Plumbing',
  state: 'CA',
  soonDays: 90,
  maxAgeDays: null,
};
const everyone = { services: [], states: [], jobSites: [], tags: [] };
const inDays = ({ clock }: TestWorkspace, days: number) =>
  isoDay(localDay(new Date(clock.wall() + days * dayMs)));

/** Documents score 41. A license L-x is verified as that of Kestrel in CA, and expires in 50 days, L-ending in 5. */
function answerAll(wall: () => number): Behaviour {
  return (request, socket) => {
    const number = /L-[a-z-]+/u.exec(request.method === 'POST' ? request.body : request.path)?.[0];
    const answer =
      number === undefined
        ? { documentType: 'W-9', status: 'completed', qualityDetails: { overallScore: 41 } }
        : request.method === 'POST'
          ? { success: true, id: number }
          : {
              id: number,
              status: 'verified',
              isVerified: true,
              response: {
                licenseNumber: number,
                licenseeName: 'Kestrel',
                licenseTradeType: 'Plumbing',
                locationWhereLicenseIsValid: { state: 'CA' },
                expiryDate: isoDay(localDay(new Date(wall() + (number === 'L-ending' ? 5 : 50) * dayMs))),
              },
            };
    answeringJson(answer)(request, socket);
  };
}

describeWithTeam('what is mine on Today', ['dana', 'sam'], (server) => {
  async function openSeat(name: string, person: string) {
    const clock = createFakeClock(Date.now());
    const service = await startWireServer(answerAll(() => clock.wall()));
    const workspace = await openTestWorkspace({ baseUrl: service.baseUrl, clock, person });
    await joinTeam(server, workspace, name);
    return workspace;
  }

  async function addDocument(workspace: TestWorkspace, vendorId: string | null): Promise<string> {
    const jobId = randomUUID();
    const calls = documentHandlers(workspace);
    unwrap(await calls['documents.add']({ ids: [jobId], vendorId }));
    unwrap(await calls['documents.checkNow']({ jobId }));
    return jobId;
  }

  async function verify(workspace: TestWorkspace, number: string, vendorId: string | null, name: string) {
    const { entryId } = unwrap(
      await verificationHandlers(workspace)['verifications.enqueue']({
        type: 'license',
        data: {
          licenseNumber: `L-${number}`,
          licenseeName: name,
          licenseTradeType: 'Plumbing',
          locationWhereLicenseIsValid: { state: 'CA' },
        },
        vendorId,
        replaces: null,
      }),
    );
    await untilState(workspace, entryId, 'accepted');
    await workspace.watcher.checkNow('verification', entryId);
    return entryId;
  }

  function fetchVendor(workspace: TestWorkspace, vendorId: string): void {
    const body = JSON.stringify({ id: vendorId, companyName: vendorId });
    const reading = readResource(vendorProfile, JSON.parse(body));
    if (reading === null) throw new Error('It is an object.');
    workspace.vendors.put(vendorId, reading, body, workspace.clock.wall());
  }

  const summarize = async (workspace: TestWorkspace, whose: 'mine' | null) =>
    unwrap(await todayHandlers(workspace)['today.summary'](whose));

  it('is about vendors that are assigned to me and, where nobody is, what I did', async () => {
    const dana = await openSeat('dana', 'Dana');
    const calls = onboardingHandlers(dana);
    const vendors = ['dana', 'sam', 'nobody'];
    for (const vendor of vendors) fetchVendor(dana, vendor);
    unwrap(
      await calls['onboarding.save']({
        sets: [{ id: randomUUID(), name: 'All', appliesTo: everyone, requirements: [briefing, license] }],
      }),
    );
    unwrap(
      await calls['onboarding.assign']({
        changes: [
          { subject: 'dana', member: 'Dana' },
          { subject: 'sam', member: 'Sam' },
        ],
      }),
    );
    const documents = new Map<string | null, string>();
    const differing = new Map<string | null, string>();
    for (const vendor of [...vendors, null]) {
      documents.set(vendor, await addDocument(dana, vendor));
      differing.set(vendor, await verify(dana, vendor ?? 'none', vendor, 'Brightwater'));
    }
    const asked = new Map<string, string>();
    for (const vendor of vendors) {
      const jobId = await addDocument(dana, vendor);
      unwrap(await documentHandlers(dana)['documents.decide']({ jobId, choice: 'ask_new_copy', note: '' }));
      asked.set(vendor, jobId);
    }
    dana.onboarding.commit(vendors, () =>
      vendors.forEach((subject) =>
        dana.notes.add(
          { subject, kind: 'note', text: subject, asked: [], followUp: inDays(dana, 1) },
          dana.clock.wall(),
        ),
      ),
    );
    dana.fake.sleep(4 * dayMs);
    const all = await summarize(dana, null);
    const mine = await summarize(dana, 'mine');
    const ids = ({ lowQuality, mismatched, asked: requests, followUps }: typeof all) => ({
      lowQuality: new Set(lowQuality.rows.map(({ jobId }) => jobId)),
      mismatched: new Set(mismatched.rows.map(({ entryId }) => entryId)),
      asked: new Set(requests.rows.map(({ id }) => id)),
      followUps: new Set(followUps.rows.map(({ text }) => text)),
      totals: [lowQuality.total, mismatched.total, requests.total, followUps.total],
    });
    expect(ids(all)).toEqual({
      lowQuality: new Set(documents.values()),
      mismatched: new Set(differing.values()),
      asked: new Set(asked.values()),
      followUps: new Set(vendors),
      totals: [4, 4, 3, 3],
    });
    const without = <Id>(map: Map<unknown, Id>) =>
      new Set([...map].flatMap(([key, id]) => (key === 'sam' ? [] : id)));
    expect(ids(mine)).toEqual({
      lowQuality: without(documents),
      mismatched: without(differing),
      asked: without(asked),
      followUps: new Set(['dana', 'nobody']),
      totals: [3, 3, 2, 2],
    });
  });

  it('has the vendors that are assigned to me that are stopped, expire soon, or get a letter of renewal', async () => {
    const dana = await openSeat('dana', 'Dana');
    const calls = onboardingHandlers(dana);
    const vendors = ['dana', 'sam', 'nobody'];
    const attest = async (vendor: string, until: number) => {
      fetchVendor(dana, vendor);
      unwrap(
        await calls['onboarding.attest']({
          subjects: [vendor],
          requirementId: briefing.id,
          day: inDays(dana, -10),
          until: inDays(dana, until),
          note: '',
        }),
      );
    };
    unwrap(
      await calls['onboarding.save']({
        sets: [{ id: randomUUID(), name: 'All', appliesTo: everyone, requirements: [briefing] }],
      }),
    );
    for (const vendor of vendors) {
      await attest(`${vendor} stopped`, 2);
      await attest(`${vendor} soon`, 7);
    }
    unwrap(
      await calls['onboarding.assign']({
        changes: ['stopped', 'soon'].flatMap((what) => [
          { subject: `dana ${what}`, member: 'Dana' },
          { subject: `sam ${what}`, member: 'Sam' },
        ]),
      }),
    );
    unwrap(
      await calls['onboarding.save']({
        sets: [{ id: randomUUID(), name: 'All', appliesTo: everyone, requirements: [briefing, license] }],
      }),
    );
    for (const vendor of vendors)
      for (const what of ['stopped', 'soon'])
        await verify(dana, `${vendor}-${what}`, `${vendor} ${what}`, 'Kestrel');
    expect((await summarize(dana, null)).stopped.total).toBe(0);
    dana.fake.sleep(4 * dayMs);
    await passUntil(dana.fake, () => dana.onboarding.coming() === 0, 5000, 10);
    const [all, mine] = [await summarize(dana, null), await summarize(dana, 'mine')];
    expect(all.stopped).toMatchObject({ total: 3, newTotal: 3 });
    expect(mine.stopped).toMatchObject({ total: 1, newTotal: 1, rows: [{ subject: 'dana stopped' }] });
    expect(all.endsSoon.total).toBe(3);
    expect(mine.endsSoon).toMatchObject({ total: 1, rows: [{ id: 'dana soon' }] });
    expect(all.renewals?.total).toBe(6);
    expect(mine.renewals?.subjects.toSorted()).toEqual(['dana soon', 'dana stopped']);
  });

  it('has nothing that a colleague did about a vendor that nobody is assigned to', async () => {
    const [dana, sam] = [await openSeat('dana', 'Dana'), await openSeat('sam', 'Sam')];
    const document = await addDocument(sam, null);
    const differing = await verify(sam, 'none', null, 'Brightwater');
    const ending = await verify(sam, 'ending', null, 'Kestrel');
    const isKnown = (entryId: string) => dana.verifications.get(entryId)?.requestId != null;
    await until(
      () => dana.documents.get(document) !== null && isKnown(differing) && isKnown(ending),
      'Dana’s computer knows them',
    );
    unwrap(await documentHandlers(dana)['documents.checkNow']({ jobId: document }));
    for (const entryId of [differing, ending]) await dana.watcher.checkNow('verification', entryId);
    const count = async (workspace: TestWorkspace, whose: 'mine' | null) => {
      const { lowQuality, mismatched, endsSoon } = await summarize(workspace, whose);
      return [lowQuality, mismatched, endsSoon].map(({ total }) => total);
    };
    expect(await count(dana, null)).toEqual([1, 1, 1]);
    expect(await count(dana, 'mine')).toEqual([0, 0, 0]);
    expect(await count(sam, 'mine')).toEqual([1, 1, 1]);
  });
});
