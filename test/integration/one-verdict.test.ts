import { describe, expect, it } from 'vitest';
import { isoDay, localDay } from '#shared/base/dates.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { toVerdict } from '#shared/verdict/license-verdict.ts';
import { resultChip } from '#shared/words/result-chip.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { verificationStateWord } from '#shared/verdict/verification-state.ts';
import { verificationResultRows } from '#main/exports/list-rows.ts';
import { expiryHandlers, verificationHandlers } from '#main/features/verifications.ts';
import { todayHandlers } from '#main/features/today.ts';
import { buildVendorReport } from '#main/reports/vendor-report.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, turn, until, untilState, type TestWorkspace } from './workspace-harness.ts';

const vendorId = 'v-7';
const dayMs = 86_400_000;

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A service that answers for each license number what the test says, and a workspace that asks it. */
async function licenseService() {
  const answers = new Map<string, Record<string, unknown>>();
  const numbers = new Map<string, string>();
  const server = await startWireServer((request, socket) => {
    if (request.method === 'POST') {
      const id = `vr-${numbers.size + 1}`;
      numbers.set(id, /"licenseNumber":"([^"]+)"/.exec(request.body)?.[1] ?? '');
      answeringJson({ success: true, id })(request, socket);
      return;
    }
    const id = request.path.split('/').at(-1) ?? '';
    answeringJson({ id, ...answers.get(numbers.get(id) ?? '') })(request, socket);
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const profile = JSON.stringify({ id: vendorId, companyName: 'Brightwater' });
  const reading = readResource(vendorProfile, JSON.parse(profile));
  if (reading === null) throw new Error('It is an object.');
  workspace.vendors.put(vendorId, reading, profile, workspace.clock.wall());

  async function submit(licenseNumber: string, more: Record<string, unknown> = {}): Promise<string> {
    const call = verificationHandlers(workspace)['verifications.enqueue'];
    const data = { licenseNumber, licenseTradeType: 'Plumbing', licenseeName: 'Brightwater LLC', ...more };
    const { entryId } = unwrap(await call({ type: 'license', data, vendorId, replaces: null }));
    await untilState(workspace, entryId, 'accepted');
    return entryId;
  }

  /** Submits a license and reads what the service answers. */
  async function answered(licenseNumber: string, answer: Record<string, unknown>): Promise<string> {
    answers.set(licenseNumber, answer);
    const entryId = await submit(licenseNumber);
    await workspace.watcher.checkNow('verification', entryId);
    return entryId;
  }
  const asked = (entryId: string) => {
    const id = workspace.verifications.get(entryId)?.requestId ?? '';
    return server.requests.filter(({ method, path }) => method === 'GET' && path.endsWith(`/${id}`)).length;
  };
  return { workspace, submit, answered, answers, asked };
}

function inDays(workspace: TestWorkspace, days: number): string {
  return isoDay(localDay(new Date(workspace.clock.wall() + days * dayMs)));
}

/** What each of the places says of every verification. */
async function places(workspace: TestWorkspace) {
  const rules = workspace.settings();
  const today = localDay(new Date(workspace.clock.wall()));
  const handlers = verificationHandlers(workspace);
  const page = async (tab: 'all' | 'to_decide' | 'replaced') =>
    unwrap(
      await handlers['verifications.page']({
        tab,
        after: null,
        limit: 100,
        search: '',
        expiresWithinDays: null,
        where: {},
        sort: null,
        descending: false,
      }),
    ).rows;
  const summary = unwrap(await todayHandlers(workspace)['today.summary'](null));
  const counts = unwrap(await todayHandlers(workspace)['today.counts'](null));
  const report = await buildVendorReport(workspace, vendorId);
  const sections = report?.sections ?? [];
  const inReport = sections.find(({ title }) => title === 'Verifications')?.items ?? [];
  const inAppendix = sections.find(({ title }) => title.startsWith('Appendix'))?.items ?? [];
  const exported = async (tab: 'all' | 'replaced') => {
    const rows = verificationResultRows(workspace, { tab, search: '', expires: null });
    const at = (name: string) => rows.head.indexOf(name);
    return rows.page(null).rows.map((cells) => ({
      entryId: cells[at('Item')],
      word: cells[at('Gangway: verdict')],
      headline: cells[at('Gangway: summary')],
    }));
  };
  const listed = [...(await page('all')), ...(await page('replaced'))];
  const toDecide = (await page('to_decide')).map(({ entryId }) => entryId);
  const written = [...(await exported('all')), ...(await exported('replaced'))];
  expect(counts.verifications).toBe(toDecide.length);
  expect(summary.mismatched.total).toBe(toDecide.length);
  return Promise.all(
    listed.map(async (row) => {
      const detail = unwrap(await handlers['verifications.get']({ entryId: row.entryId }));
      const title = `License ${row.licenseNumber ?? ''}, Plumbing`;
      return {
        entryId: row.entryId,
        number: row.licenseNumber,
        headline: toVerdict(detail, rules, today)?.headline,
        chip: resultChip(row, rules, today)?.word,
        onToday: summary.mismatched.rows.some(({ entryId }) => entryId === row.entryId),
        toDecide: toDecide.includes(row.entryId),
        report: (row.replaced ? inAppendix : inReport).find((item) => item.title === title),
        exported: written.find(({ entryId }) => entryId === row.entryId),
      };
    }),
  );
}

type Place = Awaited<ReturnType<typeof places>>[number];

function expectAgreement(place: Place, [word, headline, needs]: readonly [string, string, boolean]): void {
  const said = place.number ?? '';
  expect(place.headline, said).toBe(headline);
  expect(place.chip, said).toBe(word);
  expect(place.onToday, said).toBe(needs);
  expect(place.toDecide, said).toBe(needs);
  expect(place.report?.state, said).toBe(word);
  expect(place.report?.lines.find(({ label }) => label === 'Verdict')?.words, said).toContain(headline);
  expect(place.exported, said).toMatchObject({ word, headline });
}

describe('the verdict on a license', () => {
  it('is the same as headline, chip, on Today, in the list, in the report and in the export', async () => {
    const { workspace, submit, answered, answers } = await licenseService();
    const found = (number: string, more: object = {}) => ({
      licenseNumber: number,
      licenseTradeType: 'Plumbing',
      licenseeName: 'Brightwater LLC',
      expiryDate: inDays(workspace, 400),
      isMatch: true,
      ...more,
    });
    const good = (number: string, more: object = {}) => ({
      status: 'verified',
      isVerified: true,
      response: found(number, more),
    });
    const expected = {
      GOOD: ['Verified', 'License found, everything matches', false],
      SOON: ['Expires soon', 'Expires in 10 days', false],
      GONE: ['Expired', 'Expired 44 days ago', true],
      'GONE-BAD': ['Expired', 'Expired 44 days ago', true],
      DIFFERS: ['1 differs', 'License found, but 1 detail differs', true],
      NOMATCH: ['No match', 'The service says this doesn’t match', true],
      NOTVERIFIED: ['Not verified', 'The service could not verify this license', true],
      PROBLEM: ['Problem', 'The service reports a problem with this license', true],
      CAUTION: ['Caution', 'The service asks for a closer look', true],
      NOTFOUND: ['Not found', 'No license details were found', true],
      OTHER: ['Another ID', 'The service answered with another ID', true],
      ODDWORD: ['Check by hand', 'The service’s answer isn’t clear', true],
      UNDERWAY: ['Checking', 'Checking', false],
      NOTYET: ['Not verified yet', 'Not verified yet', false],
    } as const;
    await answered('GOOD', good('GOOD'));
    await answered('SOON', good('SOON', { expiryDate: inDays(workspace, 10) }));
    await answered('GONE', good('GONE', { expiryDate: inDays(workspace, -44) }));
    await answered('GONE-BAD', {
      status: 'expired',
      isVerified: false,
      response: found('GONE-BAD', { expiryDate: inDays(workspace, -44) }),
    });
    await answered('DIFFERS', good('DIFFERS', { licenseeName: 'Kestrel Roofing' }));
    await answered('NOMATCH', good('NOMATCH', { isMatch: false }));
    await answered('NOTVERIFIED', { ...good('NOTVERIFIED'), isVerified: false });
    await answered('PROBLEM', { ...good('PROBLEM'), status: 'suspended' });
    await answered('CAUTION', { ...good('CAUTION'), status: 'partial' });
    await answered('NOTFOUND', { status: 'not_found', isVerified: false, response: null });
    await answered('OTHER', { ...good('OTHER'), id: 'another' });
    await answered('ODDWORD', { ...good('ODDWORD'), status: 'lamp_7', isVerified: null });
    await answered('UNDERWAY', { status: 'in_progress', isVerified: false, response: null });
    await answered('NOTYET', { status: 'in_review', isVerified: false, response: found('NOTYET') });
    const old = await answered('AGAIN', { ...good('AGAIN'), isVerified: false });
    answers.set('AGAIN', good('AGAIN'));
    const newer = await submit('AGAIN');
    await workspace.watcher.checkNow('verification', newer);

    const all = await places(workspace);
    expect(all).toHaveLength(Object.keys(expected).length + 2);
    for (const [number, verdict] of Object.entries(expected)) {
      const place = all.find((one) => one.number === number);
      if (place === undefined) throw new Error(`${number} is nowhere.`);
      expectAgreement(place, verdict);
    }
    const replaced = all.find(({ entryId }) => entryId === old);
    const standing = all.find(({ entryId }) => entryId === newer);
    if (replaced === undefined || standing === undefined) throw new Error('One of the two is nowhere.');
    expectAgreement(replaced, ['Replaced', 'Replaced', false]);
    expectAgreement(standing, expected.GOOD);
  });

  it('is what the list is sorted, narrowed and searched by, with what a person decided on it', async () => {
    const { workspace, submit, answered } = await licenseService();
    const response = (number: string, days: number) => ({
      licenseNumber: number,
      expiryDate: inDays(workspace, days),
    });
    const good = (number: string, days: number) => ({
      status: 'completed',
      isVerified: true,
      response: response(number, days),
    });
    const ids = new Map<string, string>();
    for (const [number, days] of [
      ['A1', 400],
      ['B1', -3],
      ['A2', 400],
      ['C1', 10],
      ['B2', -3],
      ['D1', 400],
      ['E1', 1],
    ] as const) {
      const result = good(number, days);
      const noMatch = { ...result, response: { ...result.response, isMatch: false } };
      ids.set(await answered(number, number === 'D1' ? noMatch : result), number);
    }
    const toId = (number: string) => [...ids].find(([, one]) => one === number)?.[0] ?? '';
    ids.set(await submit('F1'), 'F1');
    workspace.dispatcher.setPaused(true);
    const enqueue = verificationHandlers(workspace)['verifications.enqueue'];
    const data = { licenseNumber: 'G1' };
    ids.set(unwrap(await enqueue({ type: 'license', data, vendorId: null, replaces: null })).entryId, 'G1');
    const decide = verificationHandlers(workspace)['verifications.decide'];
    unwrap(await decide({ entryId: toId('D1'), choice: 'accept_differences', note: 'Seen on paper' }));

    const rules = workspace.settings();
    const page = (more: object) => {
      const request = { tab: 'all' as const, search: '', after: null, limit: 20, ...more };
      return workspace.verifications.page(request).rows;
    };
    const values = async () =>
      unwrap(await todayHandlers(workspace)['lists.values']({ list: 'verifications', column: 'state' }));
    /** The numbers under each state that can be chosen, and what their chips say. */
    async function narrowed() {
      const today = localDay(new Date(workspace.clock.wall()));
      const found: Record<string, string[]> = {};
      for (const { value, count } of await values()) {
        const rows = page({ where: { state: { kind: 'is', value } } });
        expect(rows).toHaveLength(count);
        const chips = new Set(rows.map((row) => resultChip(row, rules, today)?.word ?? 'Waiting to send'));
        expect([...chips]).toEqual([verificationStateWord(value)]);
        const numbers = rows.map(({ entryId }) => ids.get(entryId) ?? '?');
        found[verificationStateWord(value)] = numbers.toSorted((one, other) => one.localeCompare(other));
      }
      return found;
    }
    const states = {
      Verified: ['A1', 'A2', 'E1'],
      Expired: ['B1', 'B2'],
      'Expires soon': ['C1'],
      Accepted: ['D1'],
      Checking: ['F1'],
      'Waiting to send': ['G1'],
    };
    const sorted = page({ sort: 'state' }).map(({ entryId }) => ids.get(entryId));
    expect(sorted).toEqual(['F1', 'D1', 'B1', 'B2', 'C1', 'E1', 'G1', 'A1', 'A2']);
    expect(await narrowed()).toEqual({
      ...states,
      Verified: ['A1', 'A2'],
      'Expires soon': ['C1', 'E1'],
    });
    expect(page({ search: 'expired' }).map(({ entryId }) => ids.get(entryId))).toEqual(['B2', 'B1']);

    workspace.fake.advance(2 * dayMs);
    await until(() => workspace.verifications.counts().needs_you === 3, 'E1 has run out');
    expect(await narrowed()).toEqual({
      ...states,
      Verified: ['A1', 'A2'],
      Expired: ['B1', 'B2', 'E1'],
    });
    unwrap(await decide({ entryId: toId('D1'), choice: 'undo', note: '' }));
    expect(await narrowed()).toMatchObject({ 'No match': ['D1'], Expired: ['B1', 'B2', 'E1'] });
    await workspace.watcher.stop();
    workspace.db.prepare("UPDATE watch SET state = 'by_hand', next_at = NULL").run();
    expect(await narrowed()).toMatchObject({ 'No result yet': ['F1'], Verified: ['A1', 'A2'] });
  });

  it('changes at midnight where the license runs out, without an answer, a start or a person', async () => {
    const { workspace, answered } = await licenseService();
    const response = { licenseNumber: 'A', expiryDate: inDays(workspace, 1) };
    const entryId = await answered('A', { status: 'verified', isVerified: true, response });
    const needs = () => workspace.verifications.counts().needs_you;
    expect(needs()).toBe(0);
    workspace.fake.advance(dayMs);
    expect(needs()).toBe(0);
    workspace.events.length = 0;
    workspace.fake.advance(dayMs);
    await until(() => needs() === 1, 'it asks for a person');
    expect(workspace.events).toContainEqual({ name: 'entries.changed', payload: { ids: [entryId] } });
  });

  it('asks again, after a decision, when the license runs out', async () => {
    const { workspace, answered } = await licenseService();
    const response = { licenseNumber: 'A', licenseTradeType: 'Roofing', expiryDate: inDays(workspace, 1) };
    const entryId = await answered('A', { status: 'verified', isVerified: true, response });
    const decide = verificationHandlers(workspace)['verifications.decide'];
    unwrap(await decide({ entryId, choice: 'accept_differences', note: '' }));
    expect(workspace.verifications.counts().needs_you).toBe(0);
    workspace.fake.advance(2 * dayMs);
    await until(() => workspace.verifications.counts().needs_you === 1, 'it asks for a person');
    expect(workspace.verifications.get(entryId)?.decision).toBeNull();
    unwrap(await decide({ entryId, choice: 'ask_vendor', note: 'Renewal is on its way' }));
    expect(workspace.verifications.counts().needs_you).toBe(0);
  });

  it('is right again where the calendar is set back', async () => {
    const { workspace, answered } = await licenseService();
    const response = { licenseNumber: 'A', expiryDate: inDays(workspace, 1) };
    await answered('A', { status: 'verified', isVerified: true, response });
    workspace.fake.setWall(workspace.clock.wall() + 5 * dayMs);
    workspace.fake.advance(dayMs / 24);
    await until(() => workspace.verifications.counts().needs_you === 1, 'it asks for a person');
    workspace.fake.setWall(workspace.clock.wall() - 5 * dayMs);
    workspace.fake.advance(dayMs / 24);
    await until(() => workspace.verifications.counts().needs_you === 0, 'it asks for nobody');
  });
});

describe('accepting a license', () => {
  it.each([
    ['that ran out', { status: 'verified', isVerified: true }, -1],
    ['that is not verified', { status: 'completed', isVerified: false }, 400],
    ['that the service finds a problem with', { status: 'suspended' }, 400],
  ])('%s is nothing that anybody can do', async (_what, answer, days) => {
    const { workspace, answered } = await licenseService();
    const response = { licenseNumber: 'A', expiryDate: inDays(workspace, days) };
    const entryId = await answered('A', { ...answer, response });
    const decide = verificationHandlers(workspace)['verifications.decide'];
    for (const note of ['', 'Seen on paper']) {
      const refused = await decide({ entryId, choice: 'accept_differences', note });
      expect(refused.ok ? '' : refused.error.message).toContain('This can’t be accepted.');
    }
    expect(workspace.verifications.counts().needs_you).toBe(1);
    unwrap(await decide({ entryId, choice: 'ask_vendor', note: '' }));
    expect(workspace.verifications.counts().needs_you).toBe(0);
  });

  it('that does not match needs a note', async () => {
    const { workspace, answered } = await licenseService();
    const response = { licenseNumber: 'A', isMatch: false, expiryDate: inDays(workspace, 400) };
    const entryId = await answered('A', { status: 'verified', isVerified: true, response });
    const decide = verificationHandlers(workspace)['verifications.decide'];
    for (const note of ['', '  ']) {
      const refused = await decide({ entryId, choice: 'accept_differences', note });
      expect(refused.ok ? '' : refused.error.message).toContain('Add a note that says why you accept it.');
    }
    unwrap(await decide({ entryId, choice: 'accept_differences', note: 'Seen on paper' }));
    expect(workspace.verifications.counts().needs_you).toBe(0);
  });

  it('whose details differ alone needs none', async () => {
    const { workspace, answered } = await licenseService();
    const response = { licenseNumber: 'A', licenseeName: 'Kestrel', expiryDate: inDays(workspace, 400) };
    const entryId = await answered('A', { status: 'verified', isVerified: true, response });
    const decide = verificationHandlers(workspace)['verifications.decide'];
    unwrap(await decide({ entryId, choice: 'accept_differences', note: '' }));
  });
});

describe('a license that was verified twice', () => {
  async function months(workspace: TestWorkspace) {
    const { overdue, months: ahead, later } = unwrap(await expiryHandlers(workspace)['expiry.months'](null));
    return overdue + later + ahead.reduce((sum, { count }) => sum + count, 0);
  }

  it('is one license in the expiry, whatever the number’s marks and the state’s name', async () => {
    const { workspace, submit } = await licenseService();
    const state = (name: string) => ({ locationWhereLicenseIsValid: { state: name } });
    const expiryDate = inDays(workspace, 20);
    await submit('L-17', { expiryDate, ...state('CA') });
    expect(await months(workspace)).toBe(1);
    await submit('l 17', { expiryDate, ...state('California') });
    expect(await months(workspace)).toBe(1);
    await submit('L-17', { expiryDate, ...state('NV') });
    await submit('L-17', { expiryDate, ...state('CA'), licenseTradeType: 'Roofing' });
    expect(await months(workspace)).toBe(3);
    expect(workspace.verifications.counts()).toMatchObject({ all: 3, replaced: 1 });
    for (const sort of [null, 'number'] as const) {
      const request = { tab: 'all' as const, search: '', after: null, limit: 10, sort };
      expect(workspace.verifications.page(request)).toMatchObject({ total: 3 });
      expect(workspace.verifications.page(request).rows).toHaveLength(3);
    }
  });

  it('asks for the result of the newer one alone, and of the other one only when a person does', async () => {
    const { workspace, answered, asked } = await licenseService();
    const open = { status: 'in_progress', isVerified: false, response: null };
    const old = await answered('A', open);
    const newer = await answered('A', open);
    const before = asked(old);
    const askedBefore = asked(newer);
    for (let minutes = 0; minutes < 20; minutes += 1) {
      workspace.fake.advance(60_000);
      await turn();
    }
    await until(() => asked(newer) > askedBefore + 2, 'the newer one is asked for');
    expect(asked(old)).toBe(before);
    expect(workspace.verifications.get(old)?.watch).toMatchObject({ kind: 'by_hand', nextAt: null });
    await workspace.watcher.checkNow('verification', old);
    expect(asked(old)).toBe(before + 1);
  });

  it('asks again for the earlier one where its correction is canceled', async () => {
    const { workspace, answered, asked } = await licenseService();
    const entryId = await answered('A', { status: 'in_progress', isVerified: false, response: null });
    workspace.dispatcher.setPaused(true);
    const enqueue = verificationHandlers(workspace)['verifications.enqueue'];
    const data = { licenseNumber: 'B' };
    const correction = unwrap(await enqueue({ type: 'license', data, vendorId, replaces: entryId }));
    workspace.dispatcher.decide(correction.entryId, 'cancelled');
    workspace.dispatcher.setPaused(false);
    const before = asked(entryId);
    await until(() => {
      workspace.fake.advance(60_000);
      return asked(entryId) > before;
    }, 'it is asked for');
  });

  it('stands by the earlier one again where the correction is canceled', async () => {
    const { workspace, answered } = await licenseService();
    const entryId = await answered('A', {
      status: 'completed',
      isVerified: false,
      response: { licenseNumber: 'A' },
    });
    workspace.dispatcher.setPaused(true);
    const enqueue = verificationHandlers(workspace)['verifications.enqueue'];
    const data = { licenseNumber: 'B' };
    const correction = unwrap(await enqueue({ type: 'license', data, vendorId, replaces: entryId }));
    expect(workspace.verifications.counts()).toMatchObject({ needs_you: 0, replaced: 1 });
    workspace.dispatcher.decide(correction.entryId, 'cancelled');
    expect(workspace.verifications.counts()).toMatchObject({ needs_you: 1, replaced: 0 });
  });
});
