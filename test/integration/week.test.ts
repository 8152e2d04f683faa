import { describe, expect, it } from 'vitest';
import { exportHandlers } from '#main/features/exports.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { noteHandlers } from '#main/features/notes.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import { gateHandlers } from '#main/features/gate.ts';
import { buildWeekReport } from '#main/reports/week-report.ts';
import { createCalendar, dayMs, fromDayNumber, startOfDay, toDayNumber } from '#shared/base/dates.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { WeekMeasure } from '#shared/ipc/week.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { setForEveryone } from '#test/onboarding-samples.ts';
import { reportParts } from './assets.ts';
import { openTestWorkspace, type TestWorkspace } from './workspace-harness.ts';

const pier = 'Pier 40 Lofts';
const briefing: Requirement = {
  kind: 'attestation',
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Briefing',
  maxDays: null,
  soonDays: 0,
};

async function unwrap<T>(asking: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const result = await asking;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function withWeeks() {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  const calls = {
    ...exportHandlers(workspace, reportParts),
    ...vendorHandlers(workspace),
    ...noteHandlers(workspace),
    ...onboardingHandlers(workspace),
    ...gateHandlers(workspace),
  };
  await unwrap(calls['onboarding.save']({ sets: [setForEveryone(briefing)] }));
  for (const id of ['Anchor', 'Kestrel']) {
    const body = JSON.stringify({ id, companyName: id, jobSites: id === 'Kestrel' ? [pier] : [] });
    const reading = readResource(vendorProfile, JSON.parse(body));
    if (reading === null) throw new Error('It is an object.');
    workspace.vendors.put(id, reading, body, workspace.clock.wall());
  }
  workspace.onboarding.catchUp();
  const inDays = (days: number) => fromDayNumber(workspace.onboarding.today() + days);
  const pass = (days: number) => {
    for (let day = 0; day < days; day += 1) workspace.fake.advance(dayMs);
    workspace.onboarding.catchUp();
  };
  const backdate = (table: 'standing_change' | 'vendor_note', days: number) =>
    workspace.db.prepare(`UPDATE ${table} SET at = at - ?`).run(days * dayMs);
  const countSince = (days: number) =>
    workspace.stored.write('onboarding.changes_since', workspace.clock.wall() - days * dayMs);
  const attest = (subject: string, until: string) =>
    unwrap(
      calls['onboarding.attest']({
        subjects: [subject],
        requirementId: briefing.id,
        day: inDays(0),
        until,
        note: '',
      }),
    ).then(() => workspace.onboarding.catchUp());
  const week = (through: string | null = null, site: string | null = null) =>
    unwrap(calls['week.get']({ through, site }));
  const figures = async (measure: WeekMeasure, through: string | null = null) =>
    (await week(through)).sites.map(({ site, counts }) => [
      site,
      counts[measure].now,
      counts[measure].before,
    ]);
  return { workspace, calls, inDays, pass, backdate, countSince, attest, week, figures };
}

const countChanges = ({ db }: TestWorkspace) =>
  db.prepare('SELECT COUNT(*) FROM standing_change').pluck().get();

describe('the week', () => {
  it('counts who became stopped and who was cleared at each site, beside the week before', async () => {
    const { workspace, calls, pass, backdate, countSince, inDays, attest, week, figures } = await withWeeks();
    expect(countChanges(workspace)).toBe(0);
    countSince(30);
    await attest('Kestrel', inDays(2));
    await attest('Anchor', inDays(60));
    expect(await figures('cleared')).toEqual([
      [null, 2, 0],
      [pier, 1, 0],
    ]);
    expect(await figures('ends')).toEqual([
      [null, 1, null],
      [pier, 1, null],
    ]);
    backdate('standing_change', 7);
    pass(3);
    expect(await figures('stopped')).toEqual([
      [null, 1, 0],
      [pier, 1, 0],
    ]);
    expect(await figures('cleared')).toEqual([
      [null, 0, 2],
      [pier, 0, 1],
    ]);
    const { lists } = await week(null, pier);
    expect(lists.stopped).toEqual([{ subject: 'Kestrel', name: 'Kestrel', day: inDays(0) }]);
    expect((await week(inDays(-7))).lists.cleared?.map(({ name }) => name).toSorted()).toEqual([
      'Anchor',
      'Kestrel',
    ]);
    const { rows } = await unwrap(
      calls['history.page']({ subject: 'Kestrel', kind: 'status', after: null, limit: 10 }),
    );
    expect(rows.map(({ title }) => title)).toEqual(['Became stopped', 'Cleared to work']);
  });

  it('counts who was asked and did not reply, as it was at the end of each week', async () => {
    const { calls, backdate, inDays, attest, figures } = await withWeeks();
    const letter = { kind: 'letter' as const, text: 'Hello', asked: [briefing.id], followUp: inDays(3) };
    await unwrap(calls['notes.add']({ subject: 'Kestrel', ...letter }));
    expect(await figures('asked')).toEqual([
      [null, 1, 0],
      [pier, 1, 0],
    ]);
    backdate('vendor_note', 8);
    await attest('Kestrel', inDays(60));
    expect(await figures('asked')).toEqual([
      [null, 0, 1],
      [pier, 0, 1],
    ]);
  });

  it('says since when it counts, and calls what it does not know not known', async () => {
    const { countSince, inDays, week, figures } = await withWeeks();
    expect((await week()).countsSince).toBe(inDays(0));
    expect(await figures('stopped', inDays(-7))).toEqual([
      [null, null, null],
      [pier, null, null],
    ]);
    expect((await week(inDays(-7))).lists).toEqual({ stopped: null, cleared: null, ends: null, asked: [] });
    countSince(13);
    expect((await week()).countsSince).toBeNull();
    countSince(12);
    expect((await week()).countsSince).toBe(inDays(-12));
  });

  it('moves changes along with a vendor that gets an ID', async () => {
    const { workspace } = await withWeeks();
    workspace.db.exec(
      "INSERT INTO standing_change (subject, site, from_rank, to_rank, at) VALUES ('@a@b.example', '', 3, 0, 1)",
    );
    workspace.db.exec("INSERT INTO subject_move VALUES ('@a@b.example', 'Kestrel')");
    expect(workspace.db.prepare('SELECT subject FROM standing_change').pluck().all()).toEqual(['Kestrel']);
  });

  it('is a PDF with the figures and the vendors behind them', async () => {
    const { workspace, calls, countSince, inDays, attest } = await withWeeks();
    countSince(30);
    await attest('Kestrel', inDays(20));
    const { tables } = buildWeekReport(workspace, null);
    expect(tables[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['All vendors', '0 (0)', '1 (0)', '1 (–)', '0 (0)'],
      [pier, '0 (0)', '1 (0)', '1 (–)', '0 (0)'],
    ]);
    expect(tables.find(({ title }) => title === 'Cleared to work')?.rows).toMatchObject([
      { cells: ['Kestrel', expect.any(String)] },
    ]);
    const { exportId, fileName } = await unwrap(calls['exports.beginWeek']({ through: null }));
    expect(fileName).toMatch(/^gangway-week-.*\.pdf$/);
    const { part } = await unwrap(calls['exports.next']({ exportId }));
    expect(Buffer.from(part, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('the start of a day', () => {
  it('is its first instant in the time zone, also where clocks change', () => {
    for (const [zone, day, begins] of [
      ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
      ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
      ['Pacific/Kiritimati', '2026-03-08', '2026-03-07T10:00:00.000Z'],
    ] as const) {
      const at = startOfDay(createCalendar(zone), toDayNumber(day));
      expect(new Date(at).toISOString()).toBe(begins);
    }
  });
});
