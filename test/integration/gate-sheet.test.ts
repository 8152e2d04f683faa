import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportHandlers } from '#main/features/exports.ts';
import { gateHandlers } from '#main/features/gate.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import { fromDayNumber } from '#shared/base/dates.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { setForEveryone } from '#test/onboarding-samples.ts';
import { reportParts } from './assets.ts';
import { openTestWorkspace } from './workspace-harness.ts';

const pier = 'Pier 40 Lofts';
const briefing: Requirement = {
  kind: 'attestation',
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Briefing',
  maxDays: null,
  soonDays: 3,
};

async function unwrap<T>(asking: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const result = await asking;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A workspace whose vendors need a briefing, with their names, job sites and contacts. */
async function withVendors(vendors: Record<string, { sites?: string[]; contact?: string }>) {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  const calls = {
    ...gateHandlers(workspace),
    ...onboardingHandlers(workspace),
    ...exportHandlers(workspace, reportParts),
  };
  await unwrap(calls['onboarding.save']({ sets: [setForEveryone(briefing)] }));
  for (const [companyName, { sites = [], contact }] of Object.entries(vendors)) {
    const body = JSON.stringify({ id: companyName, companyName, firstName: contact, jobSites: sites });
    const reading = readResource(vendorProfile, JSON.parse(body));
    if (reading === null) throw new Error('It is an object.');
    workspace.vendors.put(companyName, reading, body, workspace.clock.wall());
  }
  const inDays = (days: number) => fromDayNumber(workspace.onboarding.today() + days);
  const attest = (subject: string, until: string | null) =>
    unwrap(
      calls['onboarding.attest']({
        subjects: [subject],
        requirementId: briefing.id,
        day: inDays(-10),
        until,
        note: '',
      }),
    );
  const page = (
    change: { day?: string | null; search?: string; after?: string | null; limit?: number } = {},
  ) => calls['gate.page']({ site: pier, day: null, search: '', after: null, limit: 100, ...change });
  const said = async (change: Parameters<typeof page>[0] = {}) => {
    workspace.onboarding.catchUp();
    const { rows } = await unwrap(page(change));
    return rows.map(({ name, answer, detail }) => `${name}: ${answer.word}. ${detail}`);
  };
  const save = async (site: string, day: string | null) => {
    const { exportId, fileName } = await unwrap(calls['exports.beginGateSheet']({ site, day }));
    const { part, finished } = await unwrap(calls['exports.next']({ exportId }));
    expect(finished).toBe(true);
    const task = getDocument({ data: new Uint8Array(Buffer.from(part, 'base64')), verbosity: 0 });
    onTestFinished(() => task.destroy());
    return { fileName, pdf: await task.promise };
  };
  return { workspace, calls, inDays, attest, page, said, save };
}

describe('the gate sheet of a job site', () => {
  it('has the vendors whose profile names it, worst first, until when or why not', async () => {
    const { calls, attest, inDays, said } = await withVendors({
      'Anchor Security': { sites: [pier] },
      'Copperline Elevator': { sites: [pier, 'Cedar Terrace'] },
      'Ironwood Pest Control': { sites: [pier] },
      'Kestrel Roofing': { sites: [pier] },
      'Granite Paving': { sites: ['Cedar Terrace'] },
      'Nowhere Glass': {},
    });
    await attest('Copperline Elevator', null);
    await attest('Ironwood Pest Control', inDays(-2));
    await attest('Kestrel Roofing', inDays(40));
    const lines = await said();
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'Ironwood Pest Control',
      'Anchor Security',
      'Copperline Elevator',
      'Kestrel Roofing',
    ]);
    expect(lines[0]).toMatch(/^Ironwood Pest Control: Stop\. Briefing expired /);
    expect(lines[1]).toBe('Anchor Security: Not yet. Briefing not confirmed.');
    expect(lines[2]).toBe('Copperline Elevator: May work. No end date.');
    expect(lines[3]).toMatch(/^Kestrel Roofing: May work\. Until \w{3} \d+\.$/);
    expect(await unwrap(calls['gate.get']({ site: 'PIER 40 LOFTS' }))).toMatchObject({
      site: pier,
      sites: [
        { site: pier, count: 4 },
        { site: 'Cedar Terrace', count: 2 },
      ],
      withoutSite: 1,
      judging: 0,
    });
    expect(await unwrap(calls['gate.get']({ site: null }))).toMatchObject({
      site: null,
      oldestProfileAt: null,
    });
  });

  it('is of another day by the same judge, and of no day that has passed', async () => {
    const { attest, inDays, page, said } = await withVendors({
      'Kestrel Roofing': { sites: [pier] },
      'Zenith Glass': { sites: [pier] },
    });
    await attest('Kestrel Roofing', inDays(5));
    expect((await said())[1]).toMatch(/^Kestrel Roofing: May work\. Until /);
    expect((await said({ day: inDays(4) }))[0]).toMatch(/^Kestrel Roofing: May work until .*expires/);
    const [later, other] = await said({ day: inDays(6) });
    expect(later).toMatch(/^Kestrel Roofing: Stop\. Briefing expired /);
    expect(other).toBe('Zenith Glass: Not yet. Briefing not confirmed.');
    expect(await page({ day: inDays(-1) })).toMatchObject({ ok: false, error: { code: 'bad_input' } });
  });

  it('is searched by company and contact, and paged without a gap', async () => {
    const names = Array.from({ length: 23 }, (_none, index) => `Vendor ${String(index).padStart(2, '0')}`);
    const { workspace, attest, page, said } = await withVendors(
      Object.fromEntries(names.map((name, at) => [name, { sites: [pier], contact: `Ana${at}` }])),
    );
    for (const name of names.slice(5, 12)) await attest(name, null);
    workspace.onboarding.catchUp();
    for (const day of [null, fromDayNumber(workspace.onboarding.today())]) {
      const found: string[] = [];
      let after: string | null = null;
      do {
        const part: CallOutput<'gate.page'> = await unwrap(page({ day, after, limit: 4 }));
        expect(part.total).toBe(23);
        found.push(...part.rows.map(({ name }) => name));
        after = part.next;
      } while (after !== null);
      expect(found.toSorted()).toEqual(names);
    }
    expect((await said({ search: 'ana22' })).map((line) => line.slice(0, 9))).toEqual(['Vendor 22']);
    expect((await said({ search: 'vendor 07' })).map((line) => line.slice(0, 9))).toEqual(['Vendor 07']);
    expect(await said({ search: 'nobody' })).toEqual([]);
  });

  it('is one page for 40 vendors with long names and reasons, tagged as a table', async () => {
    const long = 'Northern California Elevator, Escalator and Moving Walkway Company of the Greater Bay Area';
    const names = Array.from({ length: 40 }, (_none, index) => `${index} ${long}`);
    const { workspace, save, inDays } = await withVendors(
      Object.fromEntries(names.map((name) => [name, { sites: [pier], contact: `Maximiliana ${long}` }])),
    );
    workspace.onboarding.catchUp();
    const { fileName, pdf } = await save(pier, null);
    expect(fileName).toMatch(/^gangway-gate-pier-40-lofts-\d{4}-\d\d-\d\d\.pdf$/);
    expect(pdf.numPages).toBe(1);
    const page = await pdf.getPage(1);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    for (const words of [
      'Who may work today',
      pier,
      'Records as of',
      'Printed',
      'Not yet',
      'Briefing not confirmed.',
      '…',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain(long);
    expect(JSON.stringify(await page.getStructTree())).toMatch(
      /"role":"Table".*"role":"TR".*"role":"TH".*"role":"TD"/,
    );
    const ahead = await save(pier, inDays(3));
    const words = (await (await ahead.pdf.getPage(1)).getTextContent()).items;
    expect(JSON.stringify(words)).toContain('Based on today’s records.');
  });
});
