import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentHandlers } from '#main/features/documents.ts';
import { exportHandlers } from '#main/features/exports.ts';
import { gateHandlers } from '#main/features/gate.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import { todayHandlers } from '#main/features/today.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import { toStandingFilter } from '#main/workspace/onboarding-filter.ts';
import { buildGateReport } from '#main/reports/gate-report.ts';
import { buildVendorReport } from '#main/reports/vendor-report.ts';
import { isoDay, localDay } from '#shared/base/dates.ts';
import { summarizeFigure } from '#shared/onboarding/figures.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { GateRow } from '#shared/ipc/gate.ts';
import { onboardingFilter } from '#shared/ipc/onboarding.ts';
import { answerLine } from '#shared/onboarding/answer.ts';
import type { Requirement, RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { reportParts } from './assets.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import {
  openTestWorkspace,
  passUntil,
  untilState,
  type TestWorkspace,
  type TestWorkspaceOptions,
} from './workspace-harness.ts';

const dayMs = 86_400_000;
const told = z.object({ ids: z.array(z.string()) });
const nowhere = 'http://127.0.0.1:9';

async function unwrap<T>(asking: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const result = await asking;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const everyone = { services: [], states: [], jobSites: [], tags: [] };
const readable: Requirement = {
  kind: 'profile',
  id: id(1),
  name: 'Profile',
  ask: { what: 'readable' },
  maxAgeDays: null,
};
const license: Requirement = {
  kind: 'license',
  id: id(2),
  name: 'Plumbing license',
  trade: 'Plumbing',
  state: 'CA',
  soonDays: 30,
  maxAgeDays: null,
};
const w9: Requirement = {
  kind: 'document',
  id: id(3),
  name: 'W-9',
  documentType: 'W-9',
  minScore: null,
  maxAgeDays: null,
  needsEndDate: false,
  soonDays: 0,
};
const briefing: Requirement = {
  kind: 'attestation',
  id: id(4),
  name: 'Briefing',
  maxDays: null,
  soonDays: 0,
};
const basics: RequirementSet = {
  id: id(10),
  name: 'Everyone',
  appliesTo: everyone,
  requirements: [readable],
};
const harbor: RequirementSet = {
  id: id(11),
  name: 'Harbor Point',
  appliesTo: { ...everyone, jobSites: ['Harbor Point'] },
  requirements: [license, w9, briefing],
};

async function withOnboarding(options: Partial<TestWorkspaceOptions> = {}) {
  const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null, ...options });
  const calls = onboardingHandlers(workspace);
  const filter = (change: Record<string, unknown>) => onboardingFilter.parse(change);
  return {
    workspace,
    calls,
    save: (...sets: RequirementSet[]) => unwrap(calls['onboarding.save']({ sets })),
    page: (change: Record<string, unknown> = {}) =>
      unwrap(calls['onboarding.page']({ ...filter(change), sort: 'urgency', after: null, limit: 100 })),
    counts: (change: Record<string, unknown> = {}) => unwrap(calls['onboarding.counts'](filter(change))),
    vendor: (subject: string, site: string | null = null) =>
      unwrap(calls['onboarding.vendor']({ subject, site })),
    fetched: (vendorId: string, profile: Record<string, unknown>) => {
      const body = JSON.stringify({ id: vendorId, ...profile });
      const reading = readResource(vendorProfile, JSON.parse(body));
      if (reading === null) throw new Error('It is an object.');
      workspace.vendors.put(vendorId, reading, body, workspace.clock.wall());
      workspace.emit('vendors.changed', { ids: [vendorId] });
    },
  };
}

function inDays(workspace: TestWorkspace, days: number): string {
  return isoDay(localDay(new Date(workspace.clock.wall() + days * dayMs)));
}

describe('a vendor without rules', () => {
  it('is listed and called nothing', async () => {
    const { fetched, page, counts } = await withOnboarding();
    fetched('v-1', { companyName: 'Harbor Pipe' });
    expect((await page()).rows).toMatchObject([
      { subject: 'v-1', name: 'Harbor Pipe', answer: { status: null, why: null }, cells: {} },
    ]);
    expect((await counts()).statuses).toMatchObject({ ready: 0, none: 1 });
  });
});

describe('an assigned vendor', () => {
  it('is found by whom it is assigned to, until that is undone', async () => {
    const { calls, fetched, page, vendor, counts } = await withOnboarding({ person: 'Dana' });
    fetched('v-1', { companyName: 'Harbor Pipe' });
    fetched('v-2', { companyName: 'Acme' });
    const of = async (assignedTo: string) =>
      (await page({ assignedTo })).rows.map(({ subject, assignee }) => [subject, assignee?.member ?? null]);
    const { before } = await unwrap(
      calls['onboarding.assign']({ changes: [{ subject: 'v-1', member: 'Sam' }] }),
    );
    expect(await of('Sam')).toEqual([['v-1', 'Sam']]);
    expect(await of('')).toEqual([['v-2', null]]);
    expect(await of('Dana')).toEqual([]);
    expect((await counts({ assignedTo: 'Sam' })).statuses).toMatchObject({ none: 1 });
    expect((await vendor('v-1'))?.assignee).toMatchObject({ member: 'Sam', by: 'Dana' });
    expect((await unwrap(calls['onboarding.sets'](null))).people).toEqual({ own: 'Dana', others: ['Sam'] });
    await unwrap(calls['onboarding.assign']({ changes: before }));
    expect(await of('Sam')).toEqual([]);
    expect((await vendor('v-1'))?.assignee).toBeNull();
  });
});

describe('a vendor that was invited by its ID', () => {
  it('is found by the words of a profile that comes later, before it is judged again', async () => {
    const { workspace, fetched, page } = await withOnboarding();
    const invitation = { vendorId: 'v-1', vendor: { email: 'dana@harbor.example' } };
    await unwrap(inviteHandlers(workspace)['invites.enqueue']({ invitation, replaces: null }));
    expect((await page()).total).toBe(1);
    fetched('v-1', { companyName: 'Harbor Pipe' });
    workspace.search.flush(10);
    const { standings, clock } = workspace;
    const filter = toStandingFilter(onboardingFilter.parse({ search: 'pipe' }), [], clock.wall());
    expect(standings.page({ filter, sort: 'name', after: null, limit: 10 }).total).toBe(1);
  });
});

describe('requirement sets', () => {
  it('are kept over a restart, and judge every vendor anew where they change', async () => {
    const { workspace, save, fetched, page } = await withOnboarding();
    fetched('v-1', { companyName: 'Harbor Pipe' });
    fetched('v-2', { companyName: 'Alder Roofing', jobSites: ['Harbor Point'] });
    expect(await save(basics, harbor)).toMatchObject({ problems: [] });
    const said = async () => (await page()).rows.map(({ name, answer }) => [name, answer.status]);
    expect(await said()).toEqual([
      ['Alder Roofing', 'in_progress'],
      ['Harbor Pipe', 'ready'],
    ]);
    await workspace.close();
    const again = await withOnboarding({ folder: workspace.folder });
    expect((await again.page()).rows).toMatchObject([
      { answer: { status: 'in_progress' } },
      { answer: { status: 'ready' } },
    ]);
    expect(await unwrap(again.calls['onboarding.sets'](null))).toMatchObject({ own: [basics, harbor] });
    await again.save(basics);
    expect((await again.page()).rows).toMatchObject([
      { answer: { status: 'ready' } },
      { answer: { status: 'ready' } },
    ]);
  });

  it('say to how many vendors they would apply, and what vendors have that they can name', async () => {
    const { calls, fetched, page } = await withOnboarding();
    fetched('v-1', {
      companyName: 'Harbor Pipe',
      jobSites: ['Cedar Terrace'],
      location: { stateCode: 'CA' },
    });
    fetched('v-2', { companyName: 'Alder Roofing', services: [{ title: 'Roofing' }] });
    await page();
    const none = { services: [], states: [], jobSites: [], tags: [] };
    const asked = (part: Partial<typeof none> | Record<string, string[]>) =>
      unwrap(calls['onboarding.scope']({ appliesTo: { ...none, ...part } }));
    expect(await asked({})).toEqual({
      count: 2,
      partial: false,
      known: { services: ['Roofing'], states: ['CA'], jobSites: ['Cedar Terrace'], tags: [] },
    });
    expect(await asked({ jobSites: ['cedar terrace'] })).toMatchObject({ count: 1 });
    expect(await asked({ jobSites: ['Cedar Terace'] })).toMatchObject({ count: 0 });
    // Where no service is known, the set may apply.
    expect(await asked({ services: ['Plumbing'] })).toMatchObject({ count: 1 });
  });

  it('with anything wrong in them are not kept, and say what is wrong', async () => {
    const { save, calls } = await withOnboarding();
    await save(basics);
    expect(await save(basics, { ...harbor, requirements: [] })).toMatchObject({
      problems: [
        {
          setId: harbor.id,
          requirementId: null,
          sentence: 'This set has no requirements. Add a requirement, or delete the set.',
        },
      ],
    });
    expect(await unwrap(calls['onboarding.sets'](null))).toMatchObject({ own: [basics] });
  });
});

describe('a commit', () => {
  it('has the vendors judged anew that it is about, and no others', async () => {
    const { workspace, save, fetched, page, calls } = await withOnboarding();
    fetched('v-1', { companyName: 'Harbor Pipe', jobSites: ['Harbor Point'] });
    fetched('v-2', { companyName: 'Alder Roofing', jobSites: ['Harbor Point'] });
    await save(basics, harbor);
    await page();
    workspace.events.length = 0;
    await unwrap(
      calls['onboarding.attest']({
        subjects: ['v-2'],
        requirementId: briefing.id,
        day: inDays(workspace, 0),
        until: null,
        note: '',
      }),
    );
    await passUntil(workspace.fake, () => workspace.standings.countDue() === 0, 5000, 10);
    const events = workspace.events.filter(({ name }) => name === 'onboarding.changed');
    expect(new Set(events.flatMap(({ payload }) => told.parse(payload).ids))).toEqual(new Set(['v-2']));
    expect((await page({ requirement: { id: briefing.id, state: 'met' } })).rows).toMatchObject([
      { subject: 'v-2' },
    ]);
  });

  it('that a crash followed is judged at the next start', async () => {
    const { workspace, save, fetched } = await withOnboarding();
    await save(basics);
    fetched('v-1', { companyName: 'Harbor Pipe' });
    expect(workspace.standings.due(10)).toEqual(['v-1']);
    await workspace.close();
    const again = await withOnboarding({ folder: workspace.folder });
    await passUntil(again.workspace.fake, () => again.workspace.standings.countDue() === 0, 5000, 10);
    expect(again.workspace.standings.get('v-1')).toMatchObject({ status: 'ready' });
  });
});

describe('the list', () => {
  it('is narrowed by status, requirement, set, site and name, and counts what it holds', async () => {
    const { save, fetched, page, counts } = await withOnboarding();
    fetched('v-1', { companyName: 'Harbor Pipe', jobSites: ['Harbor Point'] });
    fetched('v-2', {
      companyName: 'Álder Roofing',
      enrollmentDetails: { jobSites: ['harbor point', 'Hillside'] },
    });
    fetched('v-3', { companyName: 'Kestrel Glass', jobSites: ['Hillside'] });
    await save(basics, harbor);
    const names = async (filter: Record<string, unknown>) =>
      (await page(filter)).rows.map(({ name }) => name);
    expect(await names({})).toEqual(['Álder Roofing', 'Harbor Pipe', 'Kestrel Glass']);
    expect(await names({ status: 'ready' })).toEqual(['Kestrel Glass']);
    expect(await names({ set: harbor.id })).toEqual(['Álder Roofing', 'Harbor Pipe']);
    expect(await names({ search: 'alder' })).toEqual(['Álder Roofing']);
    expect(await names({ requirement: { id: license.id, state: 'missing' }, search: 'pipe' })).toEqual([
      'Harbor Pipe',
    ]);
    expect(await names({ requirement: { id: id(99), state: null } })).toEqual([]);
    expect(await names({ site: 'HARBOR POINT' })).toEqual(['Álder Roofing', 'Harbor Pipe']);
    // At the other site nothing of the harbor's is asked.
    expect(await names({ site: 'Hillside', status: 'ready' })).toEqual(['Álder Roofing', 'Kestrel Glass']);
    expect((await counts({})).statuses).toEqual({
      blocked: 0,
      expiring: 0,
      in_progress: 2,
      ready: 1,
      none: 0,
    });
    expect((await counts({ site: 'Hillside' })).statuses).toMatchObject({ in_progress: 0, ready: 2 });
  });

  it('is narrowed by a site whatever characters its name has', async () => {
    const { save, fetched, page, counts, calls } = await withOnboarding();
    const names = ['Pier\u00004', "O'Brien’s", 'a";--', '\ud800', '@site', '?1'];
    names.forEach((site, at) => fetched(`v-${at}`, { companyName: `Vendor ${at}`, jobSites: [site] }));
    await save(basics, harbor);
    for (const [at, site] of names.entries()) {
      for (const sort of ['urgency', 'name'] as const) {
        const asked = { ...onboardingFilter.parse({ site }), sort, after: null, limit: 10 };
        const found = await unwrap(calls['onboarding.page'](asked));
        expect(
          found.rows.map(({ subject }) => subject),
          JSON.stringify(site),
        ).toEqual([`v-${at}`]);
      }
      expect((await counts({ site })).statuses.ready, JSON.stringify(site)).toBe(1);
      expect((await page({ site, status: 'ready' })).total).toBe(1);
    }
  });

  it('holds names and sites in the length that a line can show; the whole is in the profile', async () => {
    const { save, fetched, page, calls, workspace } = await withOnboarding();
    const long = 'Harbor Pipe '.repeat(1000);
    fetched('v-1', { companyName: long, jobSites: [long, 'Harbor Point'] });
    await save(basics, harbor);
    const [row] = (await page()).rows;
    expect(row?.name).toBe(`${long.slice(0, 500)}…`);
    expect((await unwrap(calls['onboarding.sets'](null))).sites).toEqual([
      { site: 'Harbor Point', count: 1 },
    ]);
    expect(workspace.vendors.get('v-1')?.profile.value.companyName).toBe(long);
  });

  it('comes page by page, the most urgent first', async () => {
    const { save, fetched, calls } = await withOnboarding();
    for (let number = 0; number < 45; number += 1) {
      fetched(`v-${number}`, {
        companyName: `Company ${String(number).padStart(2, '0')}`,
        jobSites: number % 3 === 0 ? ['Harbor Point'] : [],
      });
    }
    await save(basics, harbor);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: { rows: { name: string }[]; next: string | null } = await unwrap(
        calls['onboarding.page']({ ...onboardingFilter.parse({}), sort: 'urgency', after, limit: 10 }),
      );
      seen.push(...page.rows.map(({ name }) => name));
      after = page.next;
    } while (after !== null);
    const numbers = Array.from({ length: 45 }, (_, number) => number);
    const expected = [...numbers.filter((n) => n % 3 === 0), ...numbers.filter((n) => n % 3 !== 0)];
    expect(seen).toEqual(expected.map((number) => `Company ${String(number).padStart(2, '0')}`));
  });
});

describe('from nothing to ready, and on', () => {
  it('says the same in the list and of the vendor, at each step', async () => {
    const server = await startWireServer((request, socket) => {
      if (request.path === '/vendors')
        return answeringJson({ metadata: { vendorId: 'v-9' } })(request, socket);
      if (request.method === 'POST') return answeringJson({ success: true, id: 'vr-1' })(request, socket);
      if (request.path.startsWith('/api/vision/')) {
        return answeringJson({ documentType: 'W-9', status: 'completed', createdAt: '2026-01-01' })(
          request,
          socket,
        );
      }
      return answeringJson({
        id: 'vr-1',
        status: 'verified',
        isVerified: true,
        response: { licenseNumber: '77', expiryDate: expires },
      })(request, socket);
    });
    const { workspace, save, fetched, page, vendor, calls } = await withOnboarding({
      baseUrl: server.baseUrl,
      token: 'a-token',
    });
    const expires = inDays(workspace, 100);
    await save(basics, harbor);
    const today = async () => {
      const { stopped, endsSoon, asked, renewals, expiringVendors } = await unwrap(
        todayHandlers(workspace)['today.summary'](null),
      );
      const counts = await unwrap(todayHandlers(workspace)['today.counts'](null));
      expect(counts.today).toBe(
        counts.invites +
          counts.verifications +
          counts.documents +
          stopped.total +
          endsSoon.total +
          asked.total +
          (renewals === null ? 0 : 1),
      );
      return {
        stopped: stopped.rows.map(({ name, why, isNew }) => [name, why, isNew]),
        soon: endsSoon.rows.map(({ name, what, days }) => [name, what, days]),
        expiring: expiringVendors.rows.map(({ name, ends, days }) => [name, ends, days]),
      };
    };
    /** What the list and the page of the vendor say, which has to be the same. */
    const said = async (subject: string) => {
      const { rows } = await page();
      expect(rows.map((row) => row.subject)).toEqual([subject]);
      const own = await vendor(subject);
      expect(rows[0]?.answer).toEqual(own?.answer);
      const states = Object.fromEntries(
        own?.requirements.map(({ requirement, state }) => [requirement.name, state]) ?? [],
      );
      expect(Object.values(rows[0]?.cells ?? {}).map(({ state }) => state)).toEqual(Object.values(states));
      return { status: own?.answer.status, ...states };
    };

    workspace.dispatcher.setWorkOffline(true);
    const invite = await unwrap(
      inviteHandlers(workspace)['invites.enqueue']({
        invitation: { vendor: { email: 'Tom@harbor.example.com', firstName: 'Tom' } },
        replaces: null,
      }),
    );
    expect(await said('@tom@harbor.example.com')).toEqual({ status: 'in_progress', Profile: 'waiting' });
    await unwrap(
      calls['onboarding.waive']({
        subjects: ['@tom@harbor.example.com'],
        requirementId: briefing.id,
        reason: 'Comes next week',
        until: inDays(workspace, 10),
      }),
    );
    workspace.dispatcher.setWorkOffline(false);
    await untilState(workspace, invite.entryId, 'accepted');
    // The answer gave it an ID, and what was said of the address is said of that.
    expect(await said('v-9')).toEqual({ status: 'in_progress', Profile: 'waiting' });
    fetched('v-9', {
      companyName: 'Harbor Pipe',
      email: 'tom@harbor.example.com',
      jobSites: ['Harbor Point'],
    });
    expect(await said('v-9')).toEqual({
      status: 'in_progress',
      Profile: 'met',
      'Plumbing license': 'missing',
      'W-9': 'missing',
      Briefing: 'waived',
    });

    const data = {
      licenseNumber: '77',
      licenseTradeType: 'Plumbing',
      locationWhereLicenseIsValid: { state: 'California' },
    };
    const { entryId } = await unwrap(
      verificationHandlers(workspace)['verifications.enqueue']({
        type: 'license',
        data,
        vendorId: 'v-9',
        replaces: null,
      }),
    );
    expect(await said('v-9')).toMatchObject({ 'Plumbing license': 'waiting' });
    await untilState(workspace, entryId, 'accepted');
    await workspace.watcher.checkNow('verification', entryId);
    expect(await said('v-9')).toMatchObject({ status: 'in_progress', 'Plumbing license': 'met' });

    const job = '4be0643f-1d98-4d6c-9a62-1fb8e0f6ae11';
    const documents = documentHandlers(workspace);
    await unwrap(documents['documents.add']({ ids: [job], vendorId: 'v-9' }));
    await workspace.watcher.checkNow('document', job);
    expect(await said('v-9')).toMatchObject({ status: 'in_progress', 'W-9': 'waiting' });
    await unwrap(documents['documents.decide']({ jobId: job, choice: 'accept', note: '' }));
    expect(await said('v-9')).toMatchObject({ status: 'ready', 'W-9': 'met', Briefing: 'waived' });
    workspace.fake.advance(1000);

    await unwrap(
      calls['onboarding.attest']({
        subjects: ['v-9'],
        requirementId: briefing.id,
        day: inDays(workspace, 0),
        until: null,
        note: 'Held by Ana',
      }),
    );
    expect(await said('v-9')).toMatchObject({ status: 'ready', Briefing: 'met' });

    const letTimePass = async (days: number) => {
      workspace.fake.sleep(days * dayMs);
      workspace.fake.advance(10 * 60_000);
      await passUntil(workspace.fake, () => workspace.standings.countDue() === 0, 5000, 10);
    };
    await letTimePass(75);
    expect(await said('v-9')).toMatchObject({ status: 'expiring', 'Plumbing license': 'expiring' });
    expect(await today()).toEqual({
      stopped: [],
      soon: [],
      expiring: [['Harbor Pipe', ['Plumbing license'], 25]],
    });
    await letTimePass(26);
    expect(await said('v-9')).toMatchObject({ status: 'blocked', 'Plumbing license': 'failed' });
    const [blocked] = (await page()).rows;
    expect(blocked?.answer.why).toMatch(/^Plumbing license expired /);
    expect(await today()).toEqual({
      stopped: [['Harbor Pipe', blocked?.answer.why, true]],
      soon: [],
      expiring: [],
    });
    expect((await page({ newlyBlocked: true })).rows).toMatchObject([{ subject: 'v-9' }]);

    await unwrap(
      calls['onboarding.waive']({
        subjects: ['v-9'],
        requirementId: license.id,
        reason: 'Renewal is filed',
        until: inDays(workspace, 20),
      }),
    );
    expect(await said('v-9')).toMatchObject({ status: 'ready', 'Plumbing license': 'waived' });
    expect(await today()).toEqual({ stopped: [], soon: [], expiring: [] });
    await letTimePass(14);
    expect(await said('v-9')).toMatchObject({ status: 'expiring', 'Plumbing license': 'waived' });
    expect(await today()).toEqual({
      stopped: [],
      soon: [['Harbor Pipe', expect.stringMatching(/^Plumbing license waived until /), 6]],
      expiring: [['Harbor Pipe', ['Plumbing license'], 6]],
    });
    await letTimePass(7);
    expect(await said('v-9')).toMatchObject({ status: 'blocked', 'Plumbing license': 'failed' });
    expect(await today()).toMatchObject({ stopped: [['Harbor Pipe', expect.any(String), true]] });
    await letTimePass(8);
    // It is not new any more, and still stopped.
    expect(await today()).toMatchObject({ stopped: [['Harbor Pipe', expect.any(String), false]] });
    expect((await page({ newlyBlocked: true })).rows).toEqual([]);
    expect((await page({ status: 'blocked' })).rows).toHaveLength(1);
    const { records } = (await vendor('v-9')) ?? { records: [] };
    expect(records.map(({ kind, requirement, endedAt }) => [kind, requirement, endedAt])).toEqual([
      ['waiver', 'Plumbing license', null],
      ['attestation', 'Briefing', null],
      ['waiver', 'Briefing', null],
    ]);
  });
});

describe('the search field', () => {
  it('answers whether a vendor may work, for the site that is named with it', async () => {
    const { workspace, save, fetched } = await withOnboarding();
    fetched('v-1', { companyName: 'Harbor Pipe', jobSites: ['Hillside'] });
    fetched('v-2', { companyName: 'Alder Roofing', jobSites: ['Harbor Point'] });
    const find = (text: string) => unwrap(todayHandlers(workspace)['search.find']({ text }));
    expect((await find('pipe'))[0]).not.toHaveProperty('answer');
    await save(basics, harbor);
    await unwrap(
      onboardingHandlers(workspace)['onboarding.page']({
        ...onboardingFilter.parse({}),
        sort: 'urgency',
        after: null,
        limit: 10,
      }),
    );
    expect(await find('pipe')).toMatchObject([
      { id: 'v-1', answer: { status: 'ready', site: null, word: 'May work', why: null } },
    ]);
    expect(await find('pipe harbor point')).toMatchObject([
      {
        id: 'v-1',
        answer: {
          status: 'in_progress',
          site: 'Harbor Point',
          why: 'Plumbing license and W-9 missing. Briefing not confirmed.',
        },
      },
    ]);
    // A slip is forgiven, and a site is named by its first words.
    expect(await find('allder roofing')).toMatchObject([{ id: 'v-2' }]);
    expect(await find('alder rofing harbor point')).toMatchObject([
      { id: 'v-2', answer: { site: 'Harbor Point' } },
    ]);
    expect(await find('qwertz')).toEqual([]);
    expect(await find('alder hillside')).toMatchObject([
      { id: 'v-2', answer: { status: 'ready', site: 'Hillside' } },
    ]);
  });
});

describe('the day of the workspace', () => {
  const zone = 'Asia/Kathmandu';
  /** Midnight there after the first of March 2026. */
  const midnight = Date.UTC(2026, 2, 1, 18, 15);
  const safety: RequirementSet = { ...basics, requirements: [{ ...briefing, soonDays: 30 }] };

  /** A vendor whose briefing is valid through the first of March. */
  async function lastDay(vendors = 1) {
    const opened = await withOnboarding();
    const { workspace, save, fetched, calls } = opened;
    workspace.updateSettings({ timeZone: zone });
    const subjects = Array.from({ length: vendors }, (_none, at) => `v-${at}`);
    for (const subject of subjects) fetched(subject, { companyName: subject });
    await save(safety);
    const word = { requirementId: briefing.id, day: '2026-02-01', until: '2026-03-01', note: '' };
    await unwrap(calls['onboarding.attest']({ subjects, ...word }));
    await passUntil(workspace.fake, () => workspace.onboarding.coming() === 0, 60_000);
    const said = async () => {
      const { rows } = await opened.page();
      const { statuses } = await opened.counts();
      const filtered = await opened.page({ status: rows[0]?.answer.status });
      return { row: rows[0]?.answer.status, statuses, filtered: filtered.total };
    };
    return { ...opened, said };
  }

  it.each([
    ['a clock that was set forward', midnight + 60_000],
    ['the first moment of the next day', midnight],
  ])('is the same for rows and counts after %s', async (_what, at) => {
    const { said, workspace } = await lastDay();
    expect(await said()).toMatchObject({ row: 'expiring', statuses: { expiring: 1 }, filtered: 1 });
    workspace.fake.setWall(at);
    const after = await said();
    expect(after).toMatchObject({ statuses: { expiring: 0 }, filtered: 1 });
    expect(after.row).not.toBe('expiring');
  });

  it('is the same for rows and counts after a clock that was set back', async () => {
    const { said, workspace } = await lastDay();
    workspace.fake.setWall(midnight + 40 * dayMs);
    await said();
    workspace.fake.setWall(midnight - 60_000);
    expect(await said()).toMatchObject({ row: 'expiring', statuses: { expiring: 1 }, filtered: 1 });
  });

  it.each([
    ['nobody again on the same day', midnight - 1, 0],
    ['whom it changes on the next', midnight, 1],
    ['everybody again on an earlier one', midnight - 2 * dayMs, 2],
  ])('judges %s', async (_whom, at, due) => {
    const { workspace, fetched, calls } = await lastDay();
    fetched('v-later', { companyName: 'Later' });
    const word = { requirementId: briefing.id, day: '2026-02-01', until: '2026-12-31', note: '' };
    await unwrap(calls['onboarding.attest']({ subjects: ['v-later'], ...word }));
    await passUntil(workspace.fake, () => workspace.onboarding.coming() === 0, 60_000);
    await workspace.close();
    const again = await withOnboarding({ folder: workspace.folder, clock: createFakeClock(at) });
    expect(again.workspace.onboarding.coming()).toBe(due);
  });

  it('begins at its midnight, also where nobody looks', async () => {
    const { workspace } = await lastDay();
    const filter = onboardingFilter.parse({});
    const expiring = () =>
      workspace.standings.counts({
        ...filter,
        now: 0,
        blockedSince: null,
        requirement: null,
        places: null,
        status: null,
      }).expiring;
    workspace.fake.advance(midnight - workspace.fake.wall() - 1);
    expect(expiring()).toBe(1);
    workspace.fake.advance(1000);
    expect(expiring()).toBe(0);
  });
});

describe('a vendor that becomes blocked', () => {
  async function withBriefing() {
    const { workspace, save, fetched, page, vendor, calls } = await withOnboarding();
    fetched('v-1', { companyName: 'Harbor Pipe' });
    await save({ ...basics, requirements: [briefing] });
    const attest = (held: number, until: number | null) =>
      unwrap(
        calls['onboarding.attest']({
          subjects: ['v-1'],
          requirementId: briefing.id,
          day: inDays(workspace, held),
          until: until === null ? null : inDays(workspace, until),
          note: '',
        }),
      );
    const news = async () => (await page({ newlyBlocked: true })).rows.map(({ subject }) => subject);
    const status = async () => (await page()).rows[0]?.answer.status;
    return { workspace, attest, news, status, vendor, calls };
  }

  it('is news where it could work before, whatever it was in between', async () => {
    const { workspace, attest, news, status, vendor, calls } = await withBriefing();
    await attest(-10, -1);
    expect([await status(), await news()]).toEqual(['blocked', []]);
    await attest(-2, null);
    expect([await status(), await news()]).toEqual(['ready', []]);
    for (const { id: given } of (await vendor('v-1'))?.records ?? [])
      await unwrap(calls['onboarding.takeBack']({ records: [{ id: given, subject: 'v-1' }] }));
    expect([await status(), await news()]).toEqual(['in_progress', []]);
    await attest(-9, -2);
    expect([await status(), await news()]).toEqual(['blocked', ['v-1']]);
    const { stopped } = await unwrap(todayHandlers(workspace)['today.summary'](null));
    expect(stopped).toMatchObject({ total: 1, newTotal: 1, rows: [{ subject: 'v-1', isNew: true }] });
  });

  it('is no news any more once it was seen, also where the clock was ahead before', async () => {
    const { workspace, attest, news, calls } = await withBriefing();
    await attest(-2, 0);
    await news();
    workspace.fake.sleep(2 * dayMs);
    workspace.fake.advance(10 * 60_000);
    await passUntil(workspace.fake, () => workspace.standings.countDue() === 0, 5000, 10);
    expect(await news()).toEqual(['v-1']);
    workspace.fake.setWall(workspace.clock.wall() - dayMs / 2);
    await unwrap(calls['onboarding.noteSeen']({ subjects: ['v-1'] }));
    expect(await news()).toEqual([]);
  });
});

describe('what a person says', () => {
  it('can be taken back, and stays in the history', async () => {
    const { workspace, save, fetched, vendor, calls } = await withOnboarding();
    fetched('v-1', { companyName: 'Harbor Pipe', jobSites: ['Harbor Point'] });
    await save({ ...harbor, requirements: [license] });
    const waive = (until: string) =>
      calls['onboarding.waive']({
        subjects: ['v-1'],
        requirementId: license.id,
        reason: 'Trust me',
        until,
      });
    expect(await waive(inDays(workspace, -1))).toMatchObject({
      ok: false,
      error: { message: 'A waiver must end today or later. Choose another date.' },
    });
    await unwrap(waive(inDays(workspace, 0)));
    const given = await vendor('v-1');
    expect(given).toMatchObject({ answer: { status: 'expiring' }, requirements: [{ state: 'waived' }] });
    const waiverId = given?.records[0]?.id ?? '';
    await unwrap(calls['onboarding.takeBack']({ records: [{ id: waiverId, subject: 'v-1' }] }));
    expect(await vendor('v-1')).toMatchObject({
      answer: { status: 'in_progress' },
      requirements: [{ state: 'missing', waiver: null }],
      records: [{ id: waiverId, endedAt: workspace.clock.wall() }],
    });
    expect(await calls['onboarding.takeBack']({ records: [{ id: waiverId, subject: 'v-1' }] })).toMatchObject(
      {
        ok: false,
        error: { message: 'This has already ended.' },
      },
    );
  });

  it('of an invited address goes over to the vendor that turns out to have it', async () => {
    const { workspace, save, fetched, vendor, calls } = await withOnboarding();
    fetched('v-1', { companyName: 'Harbor Pipe', email: 'old@harbor.example.com' });
    await save({ ...basics, requirements: [w9] });
    await unwrap(
      inviteHandlers(workspace)['invites.enqueue']({
        invitation: { vendor: { email: 'new@harbor.example.com', firstName: 'Ana' } },
        replaces: null,
      }),
    );
    await unwrap(
      calls['onboarding.waive']({
        subjects: ['@new@harbor.example.com'],
        requirementId: w9.id,
        reason: 'On file',
        until: inDays(workspace, 60),
      }),
    );
    expect(await vendor('v-1')).toMatchObject({ answer: { status: 'in_progress' } });
    fetched('v-1', { companyName: 'Harbor Pipe', email: 'new@harbor.example.com' });
    expect(await vendor('v-1')).toMatchObject({
      answer: { status: 'ready' },
      requirements: [{ state: 'waived' }],
    });
  });

  it('tags vendors, by which sets apply', async () => {
    const { save, fetched, vendor, calls } = await withOnboarding();
    fetched('v-1', { companyName: 'Harbor Pipe' });
    await save({ ...harbor, appliesTo: { ...everyone, tags: ['Night shift'] }, requirements: [license] });
    expect(await vendor('v-1')).toMatchObject({ answer: { status: null } });
    await unwrap(calls['onboarding.tag']({ vendorIds: ['v-1'], tag: 'night shift', on: true }));
    expect(await vendor('v-1')).toMatchObject({ answer: { status: 'in_progress' }, tags: ['night shift'] });
    await unwrap(calls['onboarding.tag']({ vendorIds: ['v-1'], tag: 'night shift', on: false }));
    expect(await vendor('v-1')).toMatchObject({ answer: { status: null }, tags: [] });
  });
});

describe('the figures', () => {
  const day = (workspace: TestWorkspace, ahead: number) => inDays(workspace, ahead).slice(0, 7);

  it('count how far vendors have come, how long that took, and what ends when', async () => {
    const { workspace, save, fetched, page, calls } = await withOnboarding();
    const attest = (subject: string, ends: number) =>
      unwrap(
        calls['onboarding.attest']({
          subjects: [subject],
          requirementId: briefing.id,
          day: inDays(workspace, 0),
          until: inDays(workspace, ends),
          note: '',
        }),
      );
    for (const vendorId of ['v-1', 'v-2', 'v-3', 'v-4']) fetched(vendorId, { companyName: vendorId });
    await save({ ...basics, requirements: [readable, briefing] });
    await page();
    workspace.fake.sleep(3 * dayMs);
    await attest('v-1', 40);
    await attest('v-2', 500);
    await page();
    workspace.fake.sleep(2 * dayMs);
    await attest('v-3', 40);
    await page();
    const figures = await unwrap(calls['onboarding.figures'](null));
    expect(figures.stages).toEqual([
      { stage: 'known', count: 4 },
      { stage: 'invited', count: 4 },
      { stage: 'readable', count: 4 },
      { stage: 'licensed', count: 4 },
      { stage: 'documented', count: 4 },
      { stage: 'ready', count: 3 },
    ]);
    expect(figures.durations).toEqual([{ stage: 'ready', count: 3, half: 3, most: 5 }]);
    expect(figures.endings).toHaveLength(13);
    expect(figures.endings[0]).toEqual({ part: day(workspace, 0), count: 0 });
    expect(figures.endings.find(({ part }) => part === day(workspace, 38))?.count).toBeGreaterThan(0);
    expect(figures.endings.at(-1)).toEqual({ part: 'later', count: 1 });
    expect(figures.endings.reduce((sum, { count }) => sum + count, 0)).toBe(3);

    // Who falls back and comes again came when it first did.
    const { records } = (await unwrap(calls['onboarding.vendor']({ subject: 'v-3', site: null }))) ?? {};
    await unwrap(calls['onboarding.takeBack']({ records: [{ id: records?.[0]?.id ?? '', subject: 'v-3' }] }));
    await page();
    expect((await unwrap(calls['onboarding.figures'](null))).stages.at(-1)).toMatchObject({ count: 2 });
    workspace.fake.sleep(30 * dayMs);
    await attest('v-3', 40);
    await page();
    expect(await unwrap(calls['onboarding.figures'](null))).toMatchObject({
      durations: [{ stage: 'ready', count: 3, half: 3, most: 5 }],
    });
  });

  it('count as ready whoever the list calls ready, also without a profile that nobody asks for', async () => {
    const { workspace, save, page, calls } = await withOnboarding();
    await save({ ...basics, requirements: [briefing] });
    await unwrap(
      verificationHandlers(workspace)['verifications.enqueue']({
        type: 'license',
        data: { licenseNumber: '77' },
        vendorId: 'v-1',
        replaces: null,
      }),
    );
    await unwrap(
      calls['onboarding.attest']({
        subjects: ['v-1'],
        requirementId: briefing.id,
        day: inDays(workspace, 0),
        until: null,
        note: '',
      }),
    );
    expect((await page()).rows).toMatchObject([{ subject: 'v-1', answer: { status: 'ready' } }]);
    const figures = await unwrap(calls['onboarding.figures'](null));
    expect(figures.stages.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(summarizeFigure('stages', figures)).toBe('1 vendor of 1 may work today.');
  });

  it('count until a person decided, where that is what a stage rests on', async () => {
    const { workspace, save, fetched, page, calls } = await withOnboarding();
    fetched('v-1', { companyName: 'Harbor Pipe' });
    await save({ ...basics, requirements: [readable, w9] });
    const jobId = id(50);
    workspace.documents.add(jobId, 'v-1', workspace.clock.wall());
    workspace.documents.noteResult(
      jobId,
      {
        title: null,
        documentType: 'W-9',
        status: 'completed',
        processingStep: null,
        overallScore: 90,
        score: 90,
        ready: true,
        createdAt: workspace.clock.wall(),
        evidence: { doubts: [], named: true },
      },
      workspace.clock.wall(),
    );
    await page();
    workspace.fake.sleep(6 * dayMs);
    workspace.decisions.add('document', jobId, 'accept', '', workspace.clock.wall());
    expect((await page()).rows).toMatchObject([{ answer: { status: 'ready' } }]);
    expect(await unwrap(calls['onboarding.figures'](null))).toMatchObject({
      durations: [
        { stage: 'documented', half: 6 },
        { stage: 'ready', half: 0 },
      ],
    });
  });

  it('count documents by type and quality, and verifications by where they stand', async () => {
    const scores: Record<string, unknown> = { a: 92, b: 20, c: null };
    const server = await startWireServer((request, socket) =>
      answeringJson({
        documentType: request.path.includes('-c') ? undefined : 'W-9',
        status: 'completed',
        qualityDetails: { overallScore: scores[request.path.at(-1) ?? ''] },
      })(request, socket),
    );
    const { workspace, calls } = await withOnboarding({ baseUrl: server.baseUrl, token: 'a-token' });
    const documents = documentHandlers(workspace);
    const ids = ['a', 'b', 'c'].map((letter) => `4be0643f-1d98-4d6c-9a62-1fb8e0f6ae1${letter}`);
    await unwrap(documents['documents.add']({ ids, vendorId: null }));
    for (const job of ids) await workspace.watcher.checkNow('document', job);
    await unwrap(
      verificationHandlers(workspace)['verifications.enqueue']({
        type: 'license',
        data: { licenseNumber: '77' },
        vendorId: null,
        replaces: null,
      }),
    );
    const { quality, outcomes } = await unwrap(calls['onboarding.figures'](null));
    expect(quality).toEqual([
      { documentType: 'W-9', word: 'Poor', count: 1 },
      { documentType: 'W-9', word: 'Good', count: 1 },
      { documentType: 'W-9', word: 'No score', count: 1 },
    ]);
    expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  });
});

/** Expects the gate sheet of a site, on the screen and on paper, to have these vendors with these answers. */
async function expectOnSheet(
  workspace: TestWorkspace,
  site: string,
  rows: readonly Pick<GateRow, 'subject' | 'name' | 'answer'>[],
): Promise<void> {
  const { 'gate.page': page } = gateHandlers(workspace);
  const sheet = await unwrap(page({ site, day: null, search: '', after: null, limit: 100 }));
  const answers = (all: typeof rows) => new Map(all.map(({ subject, answer }) => [subject, answer]));
  expect(answers(sheet.rows)).toEqual(answers(rows));
  const [table] = (await buildGateReport(workspace, site, null)).tables;
  const onPaper = new Map(table?.rows.map(({ cells: [name, , word, detail] }) => [name, { word, detail }]));
  expect(onPaper.size).toBe(rows.length);
  for (const { name, answer } of rows) {
    const word = answer.word.startsWith('May work') ? 'Yes' : answer.word;
    expect(onPaper.get(name)?.word).toBe(word);
    if (answer.why !== null) expect(onPaper.get(name)?.detail).toContain(answer.why);
  }
}

describe('what goes out', () => {
  async function withThree() {
    const { workspace, save, fetched, calls, page, vendor } = await withOnboarding();
    const exports = exportHandlers(workspace, reportParts);
    fetched('v-1', { companyName: 'Harbor Pipe', email: 'a@harbor.example.com', jobSites: ['Harbor Point'] });
    fetched('v-2', { companyName: '=Alder Roofing', jobSites: ['Hillside'] });
    await save(basics, harbor);
    await unwrap(
      calls['onboarding.waive']({
        subjects: ['v-1'],
        requirementId: w9.id,
        reason: 'Comes, by mail',
        until: inDays(workspace, 12),
      }),
    );
    await page();
    const read = async (begun: ReturnType<(typeof exports)['exports.begin']>) => {
      const { exportId, fileName } = await unwrap(begun);
      let text = '';
      for (;;) {
        const { part, finished } = await unwrap(exports['exports.next']({ exportId }));
        text += Buffer.from(part, 'base64').toString('utf8');
        if (finished) return { fileName, text };
      }
    };
    return { workspace, exports, read, page, vendor };
  }

  it('is the list as it is narrowed, with the reason of each requirement', async () => {
    const { workspace, exports, read } = await withThree();
    const filter = onboardingFilter.parse({ status: 'in_progress' });
    const { fileName, text } = await read(
      exports['exports.begin']({ source: { list: 'vendors', sort: 'urgency', filter }, format: 'csv' }),
    );
    expect(fileName).toMatch(/^gangway-vendors-.*\.csv$/);
    const [head = '', line = '', ...rest] = text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
    expect(rest).toEqual([]);
    expect(head).toMatch(
      /^Vendor,Vendor ID,Invited address,Job site,May work\?,Why,By job site,Since,Assigned to,Everyone: Profile,/,
    );
    expect(line).toMatch(/^Harbor Pipe,v-1,,All sites,Not yet,/);
    expect(line).toContain('Met,Profile on file.,,Missing,No license for Plumbing in CA on file.');
    expect(line).toContain(`: Comes, by mail",${inDays(workspace, 12)}`);
    const all = await read(
      exports['exports.begin']({
        source: { list: 'vendors', sort: 'urgency', filter: onboardingFilter.parse({}) },
        format: 'csv',
      }),
    );
    // A name that a spreadsheet would take for a formula.
    expect(all.text).toMatch(/[\r\n]"?'=Alder Roofing/);
  });

  it('is the same answer on every screen, at every job site', async () => {
    const { workspace, exports, read, page, vendor } = await withThree();
    const { 'search.find': find, 'today.summary': today } = todayHandlers(workspace);
    const { filed } = workspace;
    const file = { fileName: 'w9.pdf', contentType: 'application/pdf', sha256: 'ab'.repeat(32), bytes: 9 };
    const filing = {
      subject: 'v-1',
      kind: 'W-9',
      signedOn: null,
      validUntil: inDays(workspace, 3),
      number: null,
    };
    workspace.transaction(() => filed.file(filed.add(file, 0), filing, workspace.clock.wall()));
    expect((await vendor('v-1', null))?.requirements.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/^Filed .* Valid through /),
    );
    for (const site of [null, 'Harbor Point', 'Hillside']) {
      const { rows } = await page({ site });
      expect(rows.length).toBeGreaterThan(0);
      const filter = onboardingFilter.parse({ site });
      const source = { list: 'vendors', sort: 'urgency', filter } as const;
      const { text } = await read(exports['exports.begin']({ source, format: 'csv' }));
      for (const { subject, name, answer } of rows) {
        const own = await vendor(subject, site);
        expect(own?.answer).toEqual(answer);
        const [hit] = await unwrap(find({ text: `${name} ${site ?? ''}` }));
        expect(hit).toMatchObject({
          id: subject,
          answer: { status: answer.status, word: answer.word, site },
        });
        const line = text.split('\r\n').find((one) => one.includes(`,${subject},`));
        expect(line).toContain(`,${answer.word},`);
        if (answer.why !== null) expect(line).toContain(answer.why);
        const report = await buildVendorReport(workspace, subject);
        const told = report?.verdict.lines.find(({ label }) => label === `At ${site ?? ''}`)?.words;
        if (site === null) expect(report?.verdict.title).toBe(answer.word);
        else expect(told).toContain(answerLine(answer));
      }
      if (site !== null) await expectOnSheet(workspace, site, rows);
    }
    const { statuses } = await unwrap(
      onboardingHandlers(workspace)['onboarding.counts'](onboardingFilter.parse({})),
    );
    const all = (await page()).rows.map(({ answer }) => answer.status ?? 'none');
    for (const [status, count] of Object.entries(statuses))
      expect([status, all.filter((one) => one === status).length]).toEqual([status, count]);
    const { stopped } = await unwrap(today(null));
    expect(stopped.total).toBe(statuses['blocked']);
  });

  it('is what ends, as a calendar', async () => {
    const { workspace, exports, read } = await withThree();
    const vendors = onboardingFilter.parse({});
    const { fileName, text } = await read(exports['exports.beginCalendar']({ vendors }));
    expect(fileName).toMatch(/^gangway-endings-.*\.ics$/);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(text).toContain(`DTSTART;VALUE=DATE:${inDays(workspace, 12).replaceAll('-', '')}`);
    expect(text).toContain('SUMMARY:Waiver ends: W-9\\, Harbor Pipe');
    expect(text.trimEnd().endsWith('END:VCALENDAR')).toBe(true);
    const none = onboardingFilter.parse({ site: 'Hillside' });
    const refused = await exports['exports.beginCalendar']({ vendors: none });
    expect(refused.ok ? null : refused.error.message).toContain('Nothing here has an expiration date');
    const ofW9 = onboardingFilter.parse({ requirement: { id: w9.id, state: null }, set: harbor.id });
    expect((await read(exports['exports.beginCalendar']({ vendors: ofW9 }))).text).toContain('BEGIN:VEVENT');
    const ofLicense = onboardingFilter.parse({ requirement: { id: license.id, state: null } });
    expect(await exports['exports.beginCalendar']({ vendors: ofLicense })).toMatchObject({ ok: false });
  });

  it('is a report that begins with whether the vendor may work, and lists each requirement', async () => {
    const { workspace } = await withThree();
    const report = await buildVendorReport(workspace, 'v-1');
    expect(report?.verdict).toMatchObject({ title: 'Not yet', tone: 'neu' });
    expect(report?.verdict.lines[0]?.words).toContain('Plumbing license missing.');
    expect(report?.sections[0]).toMatchObject({
      title: 'Requirements',
      items: [
        { title: 'Plumbing license', state: 'Missing' },
        { title: 'Briefing', state: 'Missing' },
        { title: 'W-9', state: 'Waived' },
        { title: 'Profile', state: 'Met' },
      ],
    });
  });
});
