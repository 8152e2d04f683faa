import { describe, expect, it } from 'vitest';
import { exportHandlers } from '#main/features/exports.ts';
import { expiryHandlers, verificationHandlers } from '#main/features/verifications.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { todayHandlers } from '#main/features/today.ts';
import { keptVerification } from '#main/exports/kept-results.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { importing } from './import-harness.ts';
import { reportParts } from './assets.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, until, untilState, type TestWorkspace } from './workspace-harness.ts';

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const getRequestId = (number: string) => `f3b8ad4e-61f5-4a3c-b5b1-${number.padStart(12, '0')}`;

/** A service that finds each license as submitted, but with the expiry that is set for its number. */
async function licenseService(folder?: string) {
  const found = new Map<string, unknown>();
  const server = await startWireServer((request, socket) => {
    if (request.method === 'POST') {
      const number = /"licenseNumber":"(\d+)"/.exec(request.body)?.[1] ?? '0';
      answeringJson({ success: true, id: getRequestId(number) })(request, socket);
      return;
    }
    const id = request.path.split('/').at(-1) ?? '';
    const number = String(Number(id.split('-').at(-1)));
    const response = { licenseNumber: number, expiryDate: found.get(number) };
    answeringJson({ id, status: 'verified', isVerified: true, response })(request, socket);
  });
  const workspace = await openTestWorkspace({
    baseUrl: server.baseUrl,
    ...(folder === undefined ? {} : { folder }),
  });
  let last = 0;
  /** Submits a license that runs out on a day, and reads that it was found with an expiry. */
  async function check(expiryDate: string, foundExpiry: unknown): Promise<string> {
    last += 1;
    const licenseNumber = String(last);
    found.set(licenseNumber, foundExpiry);
    const call = verificationHandlers(workspace)['verifications.enqueue'];
    const data = { licenseNumber, expiryDate };
    const { entryId } = unwrap(await call({ type: 'license', data, vendorId: null, replaces: null }));
    await untilState(workspace, entryId, 'accepted');
    await workspace.watcher.checkNow('verification', entryId);
    return entryId;
  }
  return { server, workspace, check };
}

function toRow(workspace: TestWorkspace, entryId: string) {
  const row = workspace.verifications.get(entryId);
  if (row === null) throw new Error('There is no such verification.');
  return row;
}

function expiryText(workspace: TestWorkspace, entryId: string) {
  const row = keptVerification(workspace, toRow(workspace, entryId)).comparison.find(
    ({ field }) => field === 'expiryDate',
  );
  return row?.words;
}

async function months(workspace: TestWorkspace) {
  return unwrap(await expiryHandlers(workspace)['expiry.months'](null));
}

const page = { after: null, limit: 10 };

describe('an expiry that can be read in two ways', () => {
  it('counts for no day, is listed apart, and neither agrees with what was submitted nor differs', async () => {
    const { workspace, check } = await licenseService();
    const entryId = await check('2150-04-05', '05/04/2150');
    expect(toRow(workspace, entryId)).toMatchObject({
      expiryDate: '05/04/2150',
      expiresOn: null,
      expiryUnclear: true,
      differing: 0,
    });
    expect(expiryText(workspace, entryId)).toBe('Cannot be compared, may be the same day');
    expect(await months(workspace)).toMatchObject({ later: 0, overdue: 0, leftOut: 0, unclear: 1 });
    const expiry = expiryHandlers(workspace);
    expect(unwrap(await expiry['expiry.page']({ part: null, ...page })).rows).toEqual([]);
    const apart = unwrap(await expiry['expiry.page']({ part: 'two_ways', ...page }));
    expect(apart.rows.map((row) => row.entryId)).toEqual([entryId]);
    expect(apart.total).toBe(1);
    const { expiring } = unwrap(await todayHandlers(workspace)['today.summary'](null));
    expect(expiring).toMatchObject({ total: 0, rows: [], unclear: 1 });
    const exports = exportHandlers(workspace, reportParts);
    expect(await exports['exports.beginCalendar']({ entryId })).toMatchObject({ ok: false });
    const source = { list: 'license-expiry' as const, part: 'two_ways' as const };
    const { exportId } = unwrap(await exports['exports.begin']({ source, format: 'csv' }));
    const { part } = unwrap(await exports['exports.next']({ exportId }));
    const [, line] = Buffer.from(part, 'base64').toString('utf8').split('\r\n');
    expect(line).toMatch(/^,,1,license,/);
    expect(line).toContain(',05/04/2150,');
  });

  it('does not say that it may be the day that neither reading is', async () => {
    const { workspace, check } = await licenseService();
    const entryId = await check('2150-06-30', '05/04/2150');
    expect(toRow(workspace, entryId)).toMatchObject({ expiresOn: null, differing: 0 });
    expect(expiryText(workspace, entryId)).toBe('Cannot be compared');
  });

  it.each([
    ['31/12/2150', '2150-04-05', '2150-12-31', 0],
    ['12/31/2150', '2150-05-04', '2150-12-31', 1],
  ])(
    'is read as other dates like %s are, for those that came before too',
    async (clear, day, other, differing) => {
      const { workspace, check } = await licenseService();
      const entryId = await check('2150-04-05', '05/04/2150');
      const second = await check(other, clear);
      await until(() => toRow(workspace, entryId).expiresOn === day, 'it is read');
      expect(toRow(workspace, entryId)).toMatchObject({ expiryUnclear: false, differing });
      expect(toRow(workspace, second)).toMatchObject({ expiresOn: other, differing: 0 });
      expect(await months(workspace)).toMatchObject({ later: 2, leftOut: 0, unclear: 0 });
    },
  );

  it('is not clear any more once others contradict each other', async () => {
    const { workspace, check } = await licenseService();
    await check('2150-12-31', '31/12/2150');
    const entryId = await check('2150-04-05', '05/04/2150');
    expect(toRow(workspace, entryId).expiresOn).toBe('2150-04-05');
    await check('2150-12-31', '12/31/2150');
    await until(() => toRow(workspace, entryId).expiryUnclear, 'it is not clear any more');
    expect(toRow(workspace, entryId).expiresOn).toBeNull();
    expect(workspace.describe().observed.dates).toMatchObject({ monthFirst: 1, dayFirst: 1, eitherOrder: 1 });
  });

  it.each([
    ['day_first', '2150-04-05'],
    ['month_first', '2150-05-04'],
  ] as const)('is read as the setting says: %s', async (dateForm, day) => {
    const { workspace, check } = await licenseService();
    await check('2150-12-31', '31/12/2150');
    await check('2150-12-31', '12/31/2150');
    const entryId = await check('2150-04-05', '05/04/2150');
    expect(toRow(workspace, entryId).expiresOn).toBeNull();
    workspace.updateSettings({ dateForm });
    await until(() => toRow(workspace, entryId).expiresOn === day, 'it is read as the setting says');
  });
});

describe('other ways to write an expiry', () => {
  it.each([
    ['31/03/2150', '2150-03-31'],
    ['31.03.2150', '2150-03-31'],
    ['03/31/45', '2045-03-31'],
    ['31-MAR-45', '2045-03-31'],
    ['/Date(1805673600000)/', '2027-03-22'],
    ['/Date(1805626800000+1300)/', '2027-03-22'],
    ['04/04/2150', '2150-04-04'],
  ])('%s is %s', async (written, day) => {
    const { workspace, check } = await licenseService();
    const entryId = await check('2150-01-01', written);
    expect(toRow(workspace, entryId)).toMatchObject({ expiryDate: written, expiresOn: day, differing: 1 });
  });

  it.each([
    ['1805673600', 'epoch_milliseconds'],
    ['1805673600000', 'epoch_seconds'],
  ] as const)(
    '%s is a count where all dates are so, and no date where the setting is %s',
    async (written, form) => {
      const { workspace, check } = await licenseService();
      const entryId = await check('2027-03-22', written);
      await until(() => toRow(workspace, entryId).expiresOn === '2027-03-22', 'it is read');
      expect(toRow(workspace, entryId).differing).toBe(0);
      workspace.updateSettings({ dateForm: form });
      await until(() => expiryText(workspace, entryId) === 'Cannot be compared', 'it is no date any more');
    },
  );

  it('a count is none where the service writes other dates too, unless the setting says so', async () => {
    const { workspace, check } = await licenseService();
    await check('2150-12-31', '2150-12-31');
    const entryId = await check('2150-04-05', '1805673600');
    // The submitted day does not take the place of what cannot be read.
    expect(toRow(workspace, entryId)).toMatchObject({ expiresOn: null, expiryUnclear: true });
    workspace.updateSettings({ dateForm: 'epoch_seconds' });
    await until(() => toRow(workspace, entryId).expiresOn === '2027-03-22', 'it is read as the setting says');
  });

  it('a number in place of a text is read alike', async () => {
    const { workspace, check } = await licenseService();
    workspace.updateSettings({ dateForm: 'epoch_seconds' });
    const entryId = await check('2027-03-22', 1805673600);
    expect(toRow(workspace, entryId)).toMatchObject({ expiryDate: '1805673600', expiresOn: '2027-03-22' });
    expect(toRow(workspace, entryId).differing).toBe(0);
  });
});

describe('the dates of a request', () => {
  it.each([
    ['recognise', '2150-04-05'],
    ['iso', '2150-04-05'],
    ['month_first', '04/05/2150'],
    ['day_first', '05/04/2150'],
    ['epoch_seconds', '5688403200'],
    ['epoch_milliseconds', '5688403200000'],
  ] as const)(
    'are sent in the form that is set, %s, and shown as the day that was entered',
    async (dateForm, sent) => {
      const { server, workspace, check } = await licenseService();
      workspace.updateSettings({ dateForm });
      const entryId = await check('2150-04-05', '');
      expect(server.posts().map(({ body }) => body)).toEqual([
        JSON.stringify({ type: 'license', data: { licenseNumber: '1', expiryDate: sent } }),
      ]);
      // Another form from now on changes nothing about what was sent.
      workspace.updateSettings({ dateForm: dateForm === 'day_first' ? 'month_first' : 'day_first' });
      const detail = unwrap(await verificationHandlers(workspace)['verifications.get']({ entryId }));
      expect(detail.submitted.data.expiryDate).toBe('2150-04-05');
      expect(toRow(workspace, entryId)).toMatchObject({ expiresOn: '2150-04-05', expiryUnclear: false });
    },
  );

  it('are written so for imported lists too, whose rows keep the form that was set then', async () => {
    const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
    workspace.updateSettings({ dateForm: 'day_first' });
    const list = importing(workspace, 'verifications');
    await list.open('License #,Expires\nC-1048827,2150-04-05\n');
    unwrap(await list.queue());
    workspace.updateSettings({ dateForm: 'iso' });
    await workspace.imports.settled();
    const [row] = workspace.verifications.page({ tab: 'all', search: '', after: null, limit: 1 }).rows;
    const entryId = row?.entryId ?? '';
    expect(row).toMatchObject({ expiryDate: '2150-04-05', expiresOn: '2150-04-05' });
    expect(JSON.parse(workspace.entryDetails.request(entryId).body)).toMatchObject({
      data: { expiryDate: '05/04/2150' },
    });
    const detail = unwrap(await verificationHandlers(workspace)['verifications.get']({ entryId }));
    expect(detail.submitted.data.expiryDate).toBe('2150-04-05');
  });

  it('of an invite are sent in that form, and a copy of it is sent in the form that is set by then', async () => {
    const { server, workspace } = await licenseService();
    workspace.updateSettings({ dateForm: 'month_first' });
    const invites = inviteHandlers(workspace);
    const invitation = {
      vendorId: 'v-7',
      dateInvited: '2150-04-05',
      lastComplianceUpdate: '2150-04-05T10:00',
    };
    const { entryId } = unwrap(await invites['invites.enqueue']({ invitation, replaces: null }));
    await untilState(workspace, entryId, 'accepted');
    const sent = { ...invitation, dateInvited: '04/05/2150' };
    expect(server.posts().map(({ body }) => JSON.parse(body) as unknown)).toEqual([sent]);
    workspace.updateSettings({ dateForm: 'epoch_seconds' });
    const detail = unwrap(await invites['invites.get']({ entryId }));
    expect(detail).toMatchObject({ invitation, sent });
  });

  it('that the service repeats as they were sent are the days that were entered, whatever is set later', async () => {
    const entered = { licenseNumber: '1', expiryDate: '2150-04-05' };
    const server = await startWireServer((request, socket) => {
      const parameters = { licenseNumber: '1', expiryDate: '05/04/2150' };
      const answer = { id: getRequestId('1'), status: 'verified', parameters, response: entered };
      answeringJson(request.method === 'POST' ? { success: true, id: getRequestId('1') } : answer)(
        request,
        socket,
      );
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ dateForm: 'day_first' });
    const call = verificationHandlers(workspace)['verifications.enqueue'];
    const { entryId } = unwrap(
      await call({ type: 'license', data: entered, vendorId: null, replaces: null }),
    );
    await untilState(workspace, entryId, 'accepted');
    workspace.updateSettings({ dateForm: 'month_first' });
    await workspace.watcher.checkNow('verification', entryId);
    expect(toRow(workspace, entryId).differing).toBe(0);
    expect(expiryText(workspace, entryId)).toBe('Same');
    // What it repeats shows nothing of how it writes dates itself.
    expect(workspace.describe().observed.dates).toMatchObject({ eitherOrder: 0, oneWay: 1 });
  });
});
