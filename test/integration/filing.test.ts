import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { exportHandlers } from '#main/features/exports.ts';
import { filingHandlers } from '#main/features/filing.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import { todayHandlers } from '#main/features/today.ts';
import { listFiled } from '#main/reports/filed-items.ts';
import { reportTimes } from '#main/reports/report.ts';
import { dayMs, fromDayNumber } from '#shared/base/dates.ts';
import type { PageReading } from '#shared/filing/page-reading.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { setForEveryone } from '#test/onboarding-samples.ts';
import { makePng, webPage } from '#test/picture-bytes.ts';
import { formPage, plainPage } from '#test/unit/filing/pages.ts';
import { reportParts } from './assets.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, temporaryFolder, untilState } from './workspace-harness.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const documentRule = (number: number, documentType: string, needsEndDate = false): Requirement => ({
  kind: 'document',
  id: id(number),
  name: documentType,
  documentType,
  minScore: null,
  maxAgeDays: null,
  needsEndDate,
  soonDays: 0,
});
const w9 = documentRule(1, 'W-9');
const insurance = documentRule(2, 'Certificate of insurance', true);

async function unwrap<T>(asking: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const result = await asking;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const kestrelW9 = formPage('w9', {
  nameOfEntityIndividual: 'Kestrel Roofing Co.',
  employerIdentificationNumber: '12-3454417',
  dateSigned: '2020-01-02',
});
const kestrelInsurance = (expiryDate: string) =>
  formPage('certificate', { insured: 'Kestrel Roofing Company', expiryDate });

async function withPile(folder = temporaryFolder()) {
  const server = await startWireServer(answeringJson({ metadata: { vendorId: 'v-9' } }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
  const calls = {
    ...filingHandlers(workspace),
    ...inviteHandlers(workspace),
    ...onboardingHandlers(workspace),
    ...todayHandlers(workspace),
  };
  await unwrap(calls['onboarding.save']({ sets: [setForEveryone(w9, insurance)] }));
  const fetched = (
    vendorId: string,
    companyName: string,
    email = `${vendorId}@harbor.example.com`,
    contact: { firstName?: string; lastName?: string } = {},
  ) => {
    const body = JSON.stringify({ id: vendorId, companyName, email, ...contact });
    const reading = readResource(vendorProfile, JSON.parse(body));
    if (reading === null) throw new Error('It is an object.');
    workspace.vendors.put(vendorId, reading, body, workspace.clock.wall());
    workspace.emit('vendors.changed', { ids: [vendorId] });
    workspace.onboarding.catchUp();
  };
  fetched('v-1', 'Kestrel Roofing Co.');
  async function drop(name: string, bytes: Buffer) {
    const { fileId } = await unwrap(calls['filing.begin']({ name, bytes: bytes.length }));
    await unwrap(calls['filing.append']({ fileId, offset: 0, data: bytes.toString('base64') }));
    return calls['filing.finish']({ fileId });
  }
  const pile = async () => (await unwrap(calls['filing.pile'](null))).papers;
  let dropped = 0;
  /** Drops a file and stores what is read of its pages; the IDs of its papers. */
  async function dropRead(pages: PageReading[], name = 'scan.png') {
    const before = new Set((await pile()).map((paper) => paper.id));
    dropped += 1;
    await unwrap(drop(name, Buffer.concat([makePng(4, 4), Buffer.alloc(dropped)])));
    const [added] = (await pile()).filter((paper) => !before.has(paper.id));
    if (added === undefined) throw new Error('It is in the pile.');
    await unwrap(
      calls['filing.saveReading']({ id: added.id, pages, pageCount: pages.length, problem: null }),
    );
    return (await pile()).filter((paper) => !before.has(paper.id));
  }
  const file = (...ids: string[]) => unwrap(calls['filing.file']({ ids, recognizedOnly: false }));
  const list = (subject = 'v-1') => unwrap(calls['filing.list']({ subject }));
  const judge = async (subject = 'v-1') => {
    const vendor = await unwrap(calls['onboarding.vendor']({ subject, site: null }));
    return Object.fromEntries(
      (vendor?.requirements ?? []).map(({ requirement, state, reason }) => [
        requirement.name,
        [state, reason],
      ]),
    );
  };
  const day = (ahead: number) => fromDayNumber(workspace.onboarding.today() + ahead);
  const filedFolder = join(folder, 'filed');
  return { workspace, calls, folder, filedFolder, fetched, drop, pile, dropRead, file, list, judge, day };
}

describe('a dropped file', () => {
  it('is stored once for its owner alone, and told where it already is', async () => {
    const { calls, drop, pile, filedFolder, file, workspace } = await withPile();
    expect(await unwrap(drop('scan.png', makePng(4, 4)))).toEqual({ known: null });
    expect(await unwrap(drop('again.png', makePng(4, 4)))).toEqual({
      known: 'This file is already in the pile.',
    });
    const [paper] = await pile();
    expect(paper).toMatchObject({ fileName: 'scan.png', isRead: false, toCheck: ['vendor', 'kind'] });
    const [name = '', ...more] = readdirSync(filedFolder);
    expect([more, paper?.address]).toEqual([[], `/files/${name}`]);
    expect(statSync(filedFolder).mode & 0o777).toBe(0o700);
    expect(statSync(join(filedFolder, name)).mode & 0o777).toBe(0o600);
    const paperId = paper?.id ?? '';
    await unwrap(calls['filing.choose']({ id: paperId, choice: { subject: 'v-1', kind: 'W-9' } }));
    expect((await file(paperId)).filed).toMatchObject([{ kind: 'W-9', vendor: 'Kestrel Roofing Co.' }]);
    const today = workspace.clock.wall();
    const month = new Date(today).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
    expect((await unwrap(drop('scan.png', makePng(4, 4)))).known).toMatch(
      new RegExp(String.raw`^This file was already filed for Kestrel Roofing Co\. on ${month} \d`),
    );
    expect(await unwrap(calls['filing.counts'](null))).toEqual({ pile: 0 });
  });

  it('that is none, or too large, is refused in a sentence', async () => {
    const { calls, drop, pile } = await withPile();
    expect(await drop('page.html', Buffer.from(webPage))).toMatchObject({
      ok: false,
      error: { code: 'bad_input' },
    });
    expect(await calls['filing.begin']({ name: 'big.pdf', bytes: 51 * 1024 * 1024 })).toMatchObject({
      error: { message: 'The file is larger than 50 MB, so Gangway does not keep it.' },
    });
    expect(await pile()).toEqual([]);
  });

  it('stays after a restart; what was removed goes, and a file without a row comes back to the pile', async () => {
    const first = await withPile();
    await first.dropRead([kestrelW9], 'kept.png');
    const [removed] = await first.dropRead([plainPage], 'removed.png');
    await unwrap(first.calls['filing.remove']({ ids: [removed?.id ?? ''] }));
    expect((await first.pile()).map(({ fileName }) => fileName)).toEqual(['kept.png']);
    await unwrap(first.calls['filing.restoreRemoved']({ ids: [removed?.id ?? ''] }));
    expect(await first.pile()).toHaveLength(2);
    await unwrap(first.calls['filing.remove']({ ids: [removed?.id ?? ''] }));
    const { address } = removed ?? {};
    first.workspace.db.prepare("DELETE FROM filed_document WHERE file_name = 'kept.png'").run();
    writeFileSync(join(first.filedFolder, 'x.partial'), 'half');
    await first.workspace.close();
    const second = await withPile(first.folder);
    await second.workspace.filedFiles.close();
    expect(existsSync(join(first.filedFolder, address?.slice('/files/'.length) ?? ''))).toBe(false);
    expect(readdirSync(first.filedFolder)).toHaveLength(1);
    expect(await second.pile()).toMatchObject([{ fileName: 'Recovered file', isRead: false }]);
  });
});

describe('a paper in the pile', () => {
  it('is recognized by its reading, and asks for what is missing', async () => {
    const { dropRead } = await withPile();
    expect(await dropRead([kestrelW9])).toMatchObject([
      {
        vendor: { subject: 'v-1', name: 'Kestrel Roofing Co.' },
        kind: 'W-9',
        signedOn: '2020-01-02',
        number: '••-•••4417',
        toCheck: [],
        evidence: 'name matches',
      },
    ]);
    const undated = formPage('certificate', { insured: '?Kestrel Roofing Co.' });
    expect((await dropRead([undated]))[0]).toMatchObject({ toCheck: ['vendor', 'date'] });
    const wrong = formPage('w9', { nameOfEntityIndividual: 'Nobody LLC', dateSigned: '2020-01-02' });
    expect((await dropRead([wrong]))[0]).toMatchObject({ vendor: null, candidates: [], toCheck: ['vendor'] });
  });

  it('offers two vendors of one name, and takes the one that is chosen', async () => {
    const { calls, fetched, dropRead, pile } = await withPile();
    fetched('v-2', 'Kestrel Roofing Co.');
    const [paper] = await dropRead([kestrelW9]);
    expect(paper).toMatchObject({ vendor: null, evidence: 'two vendors fit this name', toCheck: ['vendor'] });
    expect(paper?.candidates.map(({ subject }) => subject).toSorted()).toEqual(['v-1', 'v-2']);
    await unwrap(calls['filing.choose']({ id: paper?.id ?? '', choice: { subject: 'v-2' } }));
    expect((await pile())[0]).toMatchObject({ vendor: { subject: 'v-2' }, toCheck: [] });
  });

  it('finds a vendor by the name and contact it has now', async () => {
    const { fetched, dropRead, pile } = await withPile();
    const named = formPage('w9', { nameOfEntityIndividual: 'Rosa Delgado', dateSigned: '2026-03-02' });
    const [paper] = await dropRead([named]);
    expect(paper).toMatchObject({ vendor: null, candidates: [] });
    fetched('v-1', 'Kestrel Roofing Co.', undefined, { firstName: 'Rosa', lastName: 'Delgado' });
    expect((await pile())[0]?.candidates).toMatchObject([{ subject: 'v-1' }]);
    fetched('v-1', 'Harbor Roofing Co.', undefined, { firstName: 'Ann', lastName: 'Low' });
    expect((await pile())[0]?.candidates).toEqual([]);
    fetched('v-2', 'Rosa Delgado');
    expect((await pile())[0]?.candidates).toMatchObject([{ subject: 'v-2' }]);
  });

  it('is unsure where one of another vendor has its employer ID, unless a person chose', async () => {
    const { calls, fetched, dropRead, pile } = await withPile();
    fetched('v-2', 'Granite Peak Paving');
    const graniteW9 = formPage('w9', {
      nameOfEntityIndividual: 'Granite Peak Paving',
      employerIdentificationNumber: '123454417',
      dateSigned: '2020-01-02',
    });
    const [kestrel] = await dropRead([kestrelW9], 'one.png');
    await dropRead([graniteW9], 'two.png');
    const doubts = async () => (await pile()).map(({ toCheck, evidence }) => [...toCheck, evidence]);
    expect(await doubts()).toEqual([
      ['vendor', 'same EIN as a document of Granite Peak Paving'],
      ['vendor', 'same EIN as a document of Kestrel Roofing Co.'],
    ]);
    await unwrap(calls['filing.choose']({ id: kestrel?.id ?? '', choice: { subject: 'v-1' } }));
    expect((await doubts())[0]).toEqual(['chosen by you']);
  });

  it('is split from others of its file, and split and joined by a person', async () => {
    const { calls, dropRead, pile } = await withPile();
    const papers = await dropRead([kestrelW9, plainPage, kestrelInsurance('2027-03-01'), plainPage]);
    const pages = (found: typeof papers) => found.map(({ firstPage, lastPage }) => [firstPage, lastPage]);
    expect(pages(papers)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(papers.map(({ canJoin }) => canJoin)).toEqual([true, false]);
    const [one] = papers;
    await unwrap(calls['filing.split']({ id: one?.id ?? '', page: 2 }));
    expect(pages(await pile())).toEqual([
      [1, 1],
      [2, 2],
      [3, 4],
    ]);
    expect(await unwrap(calls['filing.join']({ id: one?.id ?? '' }))).toEqual({ page: 2 });
    await unwrap(calls['filing.join']({ id: one?.id ?? '' }));
    const joined = await pile();
    expect(pages(joined)).toEqual([[1, 4]]);
    expect(joined[0]?.toCheck).toEqual([]);
    expect(await calls['filing.join']({ id: one?.id ?? '' })).toMatchObject({ ok: false });
    expect(await calls['filing.split']({ id: one?.id ?? '', page: 9 })).toMatchObject({ ok: false });
  });

  it('that could not be read says why and waits for a person', async () => {
    const { calls, drop, pile } = await withPile();
    await unwrap(drop('blurred.png', makePng(9, 9)));
    const [paper] = await pile();
    const problem = 'This page could not be read.';
    const read = { id: paper?.id ?? '', pages: [], pageCount: 3, problem };
    await unwrap(calls['filing.saveReading'](read));
    expect((await pile())[0]).toMatchObject({
      isRead: true,
      problem,
      lastPage: 3,
      toCheck: ['vendor', 'kind'],
    });
    const { left } = await unwrap(calls['filing.file']({ ids: [read.id], recognizedOnly: false }));
    expect(left).toEqual([{ id: read.id, sentence: 'Choose a vendor first.' }]);
  });

  it('is not filed with the others where its vendor is no longer sure', async () => {
    const { calls, fetched, dropRead, list } = await withPile();
    const [paper] = await dropRead([kestrelW9]);
    fetched('v-2', 'Kestrel Roofing Co.');
    const ids = [paper?.id ?? ''];
    const answer = await unwrap(calls['filing.file']({ ids, recognizedOnly: true }));
    expect(answer).toMatchObject({ filed: [], left: [{ sentence: 'Choose a vendor first.' }] });
    expect(await list()).toEqual([]);
  });
});

describe('a filed document', () => {
  it('meets its requirement by who filed it and when, until it is taken back', async () => {
    const { workspace, calls, dropRead, file, list, judge, day } = await withPile();
    const person = workspace.decisions.person();
    expect(await judge()).toMatchObject({ 'W-9': ['missing', 'No W-9 on file.'] });
    const [paper] = await dropRead([kestrelW9]);
    await file(paper?.id ?? '');
    const { 'W-9': met } = await judge();
    expect(met?.[0]).toBe('met');
    expect(met?.[1]).toMatch(/^Filed( by .+)? on [A-Z][a-z]{2} \d+, \d{4}\.$/);
    expect(await list()).toMatchObject([
      { kind: 'W-9', by: person, signedOn: '2020-01-02', replacedAt: null },
    ]);
    await unwrap(calls['filing.undoFile']({ ids: [paper?.id ?? ''] }));
    expect(await judge()).toMatchObject({ 'W-9': ['missing', 'No W-9 on file.'] });
    await file(paper?.id ?? '');
    await unwrap(calls['filing.remove']({ ids: [paper?.id ?? ''] }));
    expect(await judge()).toMatchObject({ 'W-9': ['missing', 'No W-9 on file.'] });
    await unwrap(calls['filing.restoreRemoved']({ ids: [paper?.id ?? ''] }));
    expect((await judge())['W-9']?.[0]).toBe('met');
    expect(day(0)).toMatch(/^\d/);
  });

  it('holds until its day, and needs one where the requirement says so', async () => {
    const { workspace, calls, dropRead, file, judge, day } = await withPile();
    const [undated] = await dropRead([formPage('certificate', { insured: 'Kestrel Roofing Co.' })]);
    await file(undated?.id ?? '');
    const named = () => judge().then((found) => found['Certificate of insurance']);
    expect(await named()).toMatchObject(['missing', expect.stringContaining('Add its expiration date.')]);
    const change = { id: undated?.id ?? '', kind: 'Certificate of insurance', signedOn: null };
    expect(await unwrap(calls['filing.change']({ ...change, validUntil: day(40) }))).toMatchObject({
      before: { validUntil: null },
    });
    expect(await named()).toMatchObject(['met', expect.stringMatching(/^Filed.* Valid through /)]);
    workspace.fake.sleep(41 * dayMs);
    expect(await named()).toMatchObject(['failed', expect.stringMatching(/^Expired /)]);
  });

  it('replaces the older one, which is kept, and gives it back when it is undone', async () => {
    const { workspace, calls, dropRead, file, list, day } = await withPile();
    const [older] = await dropRead([kestrelInsurance(day(10))]);
    await file(older?.id ?? '');
    workspace.fake.sleep(1000);
    const [newer] = await dropRead([kestrelInsurance(day(300))]);
    expect((await file(newer?.id ?? '')).filed).toMatchObject([{ replaced: 1 }]);
    const shown = async () => (await list()).map((one) => [one.id, one.replacedAt === null]);
    expect(await shown()).toEqual([
      [newer?.id, true],
      [older?.id, false],
    ]);
    const [shorter] = await dropRead([kestrelInsurance(day(20))]);
    expect((await file(shorter?.id ?? '')).filed).toMatchObject([{ replaced: 0 }]);
    await unwrap(calls['filing.undoFile']({ ids: [newer?.id ?? ''] }));
    expect((await shown()).find(([one]) => one === older?.id)).toEqual([older?.id, true]);
  });

  it('moves with an invited vendor to its ID', async () => {
    const { workspace, calls, dropRead, file, list, judge } = await withPile();
    const ana = '@ana@harbor.example.com';
    const [paper] = await dropRead([kestrelW9]);
    await unwrap(calls['filing.choose']({ id: paper?.id ?? '', choice: { subject: ana } }));
    await file(paper?.id ?? '');
    expect(await list(ana)).toHaveLength(1);
    const invitation = { vendor: { email: ana.slice(1), firstName: 'Ana' } };
    const { entryId } = await unwrap(calls['invites.enqueue']({ invitation, replaces: null }));
    await untilState(workspace, entryId, 'accepted');
    expect(await list('v-9')).toHaveLength(1);
    expect((await judge('v-9'))['W-9']?.[0]).toBe('met');
  });

  it('whose file is gone says so and stays', async () => {
    const { dropRead, file, filedFolder, list, judge } = await withPile();
    const [paper] = await dropRead([kestrelW9]);
    await file(paper?.id ?? '');
    rmSync(filedFolder, { recursive: true });
    expect(await list()).toMatchObject([{ address: null }]);
    expect((await judge())['W-9']?.[0]).toBe('met');
  });

  it('agrees on the list, the page, its counts and Today', async () => {
    const { workspace, calls, dropRead, file, day } = await withPile();
    const [one, other] = await dropRead([kestrelW9, kestrelInsurance(day(100))]);
    const rows = async () => {
      const page = await unwrap(
        calls['onboarding.page']({ ...noFilter, after: null, limit: 10, sort: 'name' }),
      );
      const counts = await unwrap(calls['onboarding.counts'](noFilter));
      const vendor = await unwrap(calls['onboarding.vendor']({ subject: 'v-1', site: null }));
      return [page.rows[0]?.answer, counts.statuses.ready, vendor?.answer] as const;
    };
    expect((await rows())[1]).toBe(0);
    await file(one?.id ?? '', other?.id ?? '');
    const [listed, ready, shown] = await rows();
    expect([listed, ready]).toEqual([shown, 1]);
    const { standings } = workspace;
    expect(standings.get('v-1')).toMatchObject({ status: 'ready', nextEnd: day(100) });
  });
});

describe('the report on a vendor', () => {
  it('lists its documents on file, and attaches only files without papers of others', async () => {
    const { workspace, dropRead, file, calls, day } = await withPile();
    const exports = exportHandlers(workspace, reportParts);
    const [own] = await dropRead([kestrelW9], 'w9.png');
    const [shared, other] = await dropRead([kestrelInsurance(day(30)), kestrelW9], 'pile.png');
    await unwrap(calls['filing.choose']({ id: other?.id ?? '', choice: { subject: 'v-2' } }));
    await file(own?.id ?? '', shared?.id ?? '', other?.id ?? '');
    const { items, attachments } = listFiled(workspace, 'v-1', reportTimes(), true);
    expect(items.map(({ title, state }) => [title, state])).toEqual([
      ['Certificate of insurance', 'On file'],
      ['W-9', 'On file'],
    ]);
    expect(items.map(({ lines }) => lines.at(-1)?.words)).toEqual([
      'Not attached: the file also has papers of others',
      'Attached as 1 w9.png',
    ]);
    expect(attachments).toMatchObject([{ name: '1 w9.png', type: 'image/png' }]);
    const save = async (withFiles: boolean) => {
      const begun = await unwrap(exports['exports.beginVendorReport']({ vendorId: 'v-1', withFiles }));
      const parts: Buffer[] = [];
      for (let isWhole = false; !isWhole;) {
        const next = await unwrap(exports['exports.next']({ exportId: begun.exportId }));
        parts.push(Buffer.from(next.part, 'base64'));
        isWhole = next.finished;
      }
      const pdf = await getDocument({ data: new Uint8Array(Buffer.concat(parts)), verbosity: 0 }).promise;
      return [...((await pdf.getAttachments())?.values() ?? [])].map(({ filename }) => filename);
    };
    expect(await save(true)).toEqual(['1 w9.png']);
    expect(await save(false)).toEqual([]);
  });
});

const noFilter = {
  search: '',
  where: {},
  status: null,
  site: null,
  set: null,
  requirement: null,
  newlyBlocked: false,
  assignedTo: null,
};
