import { describe, expect, it } from 'vitest';
import { exportHandlers } from '#main/features/exports.ts';
import { expiryHandlers, verificationHandlers } from '#main/features/verifications.ts';
import { expiryQueries } from '#main/store/expiry.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { isoDay, localDay } from '#shared/base/dates.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { ParsedInput } from '#shared/ipc/contract.ts';
import { exportSource } from '#shared/ipc/exports.ts';
import { reportParts } from './assets.ts';
import { openTestWorkspace, type TestWorkspace } from './workspace-harness.ts';

const nowhere = 'http://127.0.0.1:9';

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Enqueues a verification, as accepted at once unless told otherwise. */
async function check(
  workspace: Workspace,
  data: Record<string, string>,
  { accepted = true, replaces = null }: { accepted?: boolean; replaces?: string | null } = {},
): Promise<string> {
  const enqueue = verificationHandlers(workspace)['verifications.enqueue'];
  const { entryId } = unwrap(await enqueue({ type: 'license', data, vendorId: null, replaces }));
  if (accepted) accept(workspace, entryId);
  return entryId;
}

function accept(workspace: Workspace, entryId: string): void {
  workspace.db
    .prepare("UPDATE entry SET state = 'accepted', reason = NULL, next_at = NULL WHERE id = ?")
    .run(entryId);
}

/** The day so many days from the workspace's today. */
function day(workspace: TestWorkspace, after: number): string {
  const today = localDay(new Date(workspace.clock.wall()));
  return isoDay(localDay(new Date(today.year, today.month - 1, today.day + after)));
}

async function months(workspace: Workspace) {
  return unwrap(await expiryHandlers(workspace)['expiry.months'](null));
}

async function calendar(workspace: Workspace, what: ParsedInput<'exports.beginCalendar'>): Promise<string> {
  const handlers = exportHandlers(workspace, reportParts);
  const { exportId, fileName, contentType } = unwrap(await handlers['exports.beginCalendar'](what));
  expect(fileName).toMatch(/^gangway-license-expirations-\d{4}-\d\d-\d\d\.ics$/);
  expect(contentType).toBe('text/calendar');
  let text = '';
  for (let finished = false; !finished;) {
    const next = unwrap(await handlers['exports.next']({ exportId }));
    expect(next.done).toBeLessThanOrEqual(next.total);
    text += Buffer.from(next.part, 'base64').toString('utf8');
    finished = next.finished;
  }
  return text.replaceAll('\r\n ', '');
}

const uids = (text: string) => [...text.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid);

async function csv(workspace: Workspace, part: string | null): Promise<string[]> {
  const handlers = exportHandlers(workspace, reportParts);
  const source = exportSource.parse({ list: 'license-expiry', part });
  const { exportId, fileName } = unwrap(await handlers['exports.begin']({ source, format: 'csv' }));
  expect(fileName).toMatch(/^gangway-license-expirations-\d{4}-\d\d-\d\d\.csv$/);
  let text = '';
  for (let finished = false; !finished;) {
    const next = unwrap(await handlers['exports.next']({ exportId }));
    expect(next.done).toBeLessThanOrEqual(next.total);
    text += Buffer.from(next.part, 'base64').toString('utf8');
    finished = next.finished;
  }
  return text.trimEnd().split('\r\n');
}

describe('the export of what runs out', () => {
  it('has the licenses of the part that is shown, the first to run out first, with the days left', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    await check(workspace, { licenseNumber: 'LATER', expiryDate: '2150-01-01' });
    await check(workspace, { licenseNumber: 'GONE', expiryDate: day(workspace, -2), licenseeName: '=1+1' });
    await check(workspace, { licenseNumber: 'TODAY', expiryDate: day(workspace, 0) });
    await check(workspace, { licenseNumber: 'NEVER', expiryDate: 'when it snows' });
    const [head, ...rows] = await csv(workspace, null);
    expect(head).toMatch(
      /^\uFEFFExpires,Days left,License number,Type,Trade,Licensee,Vendor ID,Service: status,/,
    );
    expect(rows.map((row) => row.split(',').slice(1, 3))).toEqual([
      ['-2', 'GONE'],
      ['0', 'TODAY'],
      [expect.stringMatching(/^\d{5}$/), 'LATER'],
    ]);
    expect(rows[0]).toContain(",'=1+1,");
    expect((await csv(workspace, 'overdue')).slice(1)).toEqual([rows[0]]);
    expect(await csv(workspace, '1999-01')).toEqual([head]);
  });

  it('has all of them, however many pages they make', { tags: ['nightly'] }, async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    for (let number = 0; number < 205; number += 1)
      await check(workspace, { licenseNumber: `L-${number}`, expiryDate: '2150-01-01' });
    expect(await csv(workspace, 'later')).toHaveLength(206);
  });
});

describe('the months in which licenses run out', () => {
  it('count what was accepted by its expiry day, and tell how many have none that can be read', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const today = day(workspace, 0);
    await check(workspace, { licenseNumber: '1', expiryDate: day(workspace, -1) });
    await check(workspace, { licenseNumber: '2', expiryDate: '1999-01-01' });
    await check(workspace, { licenseNumber: '3', expiryDate: today });
    await check(workspace, { licenseNumber: '4', expiryDate: '2150-01-01' });
    await check(workspace, { licenseNumber: '5', expiryDate: 'when it snows' });
    await check(workspace, { licenseNumber: '6', expiryDate: today }, { accepted: false });
    const counted = await months(workspace);
    expect(counted).toMatchObject({ overdue: 2, later: 1, leftOut: 1 });
    expect(counted.months).toHaveLength(12);
    expect(counted.months[0]).toEqual({ month: today.slice(0, 7), count: 1 });
    expect(counted.months.slice(1).every(({ count }) => count === 0)).toBe(true);
  });

  it('count a corrected license once, with the day of the correction', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const wrong = await check(workspace, { licenseNumber: '1', expiryDate: day(workspace, -3) });
    const right = await check(
      workspace,
      { licenseNumber: '1', expiryDate: '2150-01-01' },
      { replaces: wrong },
    );
    expect(await months(workspace)).toMatchObject({ overdue: 0, later: 1, leftOut: 0 });
    const page = unwrap(
      await expiryHandlers(workspace)['expiry.page']({ part: null, after: null, limit: 10 }),
    );
    expect(page.rows.map((row) => row.entryId)).toEqual([right]);
  });

  it('list each part page by page, first to run out first, as many as were counted', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    for (let number = 0; number < 25; number += 1) {
      const expiryDate = day(workspace, -1 - (number % 5));
      await check(workspace, { licenseNumber: String(number), expiryDate });
    }
    await check(workspace, { licenseNumber: 'later', expiryDate: '2150-01-01' });
    const list = expiryHandlers(workspace)['expiry.page'];
    const days: string[] = [];
    let after: string | null = null;
    do {
      const page: { rows: { expiryDate: string | null }[]; next: string | null; total: number } = unwrap(
        await list({ part: 'overdue', after, limit: 10 }),
      );
      expect(page.total).toBe(25);
      days.push(...page.rows.map((row) => row.expiryDate ?? ''));
      after = page.next;
    } while (after !== null);
    expect(days).toHaveLength(25);
    expect(days).toEqual(days.toSorted());
    const gone = unwrap(await list({ part: '1999-01', after: null, limit: 10 }));
    expect(gone).toEqual({ rows: [], next: null, total: 0 });
  });

  it.each(['look', 'list'] as const)('are read along an index, never sorted (%s)', async (query) => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const plan = workspace.db
      .prepare(`EXPLAIN QUERY PLAN ${expiryQueries[query]}`)
      .all({ day: '', seq: 0, to: '9999-12-31', limit: 10 });
    const steps = JSON.stringify(plan);
    expect(steps).toContain('verification_by_expiry');
    expect(steps).not.toContain('SCAN');
    expect(steps).not.toContain('TEMP B-TREE');
  });

  it('are counted in slices, however many there are', { tags: ['nightly'] }, async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    await check(workspace, { licenseNumber: '1', expiryDate: '2150-01-01' });
    workspace.db
      .transaction(() => {
        for (let number = 0; number < 4500; number += 1) {
          workspace.db
            .prepare(
              `INSERT INTO entry (id, kind, state, idempotency_key, body, title, subtitle, queued_at, changed_at)
               VALUES (@id, 'verification', 'accepted', @id, '{}', '', '', 0, 0)`,
            )
            .run({ id: `made-${number}` });
          workspace.db
            .prepare(
              `INSERT INTO verification (entry, type, expiry_date, expires_on)
               VALUES ((SELECT MAX(seq) FROM entry), 'license', '1999-01-01', '1999-01-01')`,
            )
            .run();
        }
      })
      .immediate();
    expect(await months(workspace)).toMatchObject({ overdue: 4500, later: 1, leftOut: 0 });
  });
});

describe('the calendar of expiry days', () => {
  it('holds one license with its day and a reminder', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const data = { licenseNumber: '1048827', licenseeName: 'Bright, Water; LLC', expiryDate: '03/31/2150' };
    const entryId = await check(workspace, data);
    const text = await calendar(workspace, { entryId });
    expect(uids(text)).toEqual([entryId]);
    expect(text).toContain('DTSTART;VALUE=DATE:21500331\r\n');
    expect(text).toContain('SUMMARY:License 1048827 expires: Bright\\, Water\\; LLC\r\n');
    expect(text).toContain('TRIGGER:-P30D\r\n');
    expect(text.startsWith('BEGIN:VCALENDAR\r\n')).toBe(true);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });

  it('keeps the UID of a license over a correction and a later export, so that an import replaces it', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const first = await check(workspace, { licenseNumber: '1', expiryDate: '2150-01-01' });
    const before = await calendar(workspace, { part: null });
    const second = await check(
      workspace,
      { licenseNumber: '1', expiryDate: '2151-01-01' },
      { replaces: first },
    );
    const third = await check(
      workspace,
      { licenseNumber: '1', expiryDate: '2152-01-01' },
      { replaces: second },
    );
    const after = await calendar(workspace, { part: null });
    expect(uids(before)).toEqual([first]);
    expect(uids(after)).toEqual([first]);
    expect(uids(await calendar(workspace, { entryId: third }))).toEqual([first]);
    expect(after).toContain('DTSTART;VALUE=DATE:21520101');
  });

  it('holds all licenses of a part, however many pages they are, each once; those run out without a reminder', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    for (let number = 0; number < 230; number += 1) {
      await check(workspace, { licenseNumber: String(number), expiryDate: day(workspace, -1) });
    }
    await check(workspace, { licenseNumber: 'later', expiryDate: '2150-01-01' });
    const overdue = await calendar(workspace, { part: 'overdue' });
    expect(new Set(uids(overdue)).size).toBe(230);
    expect(overdue).not.toContain('VALARM');
    expect(overdue.match(/BEGIN:VCALENDAR/g)).toHaveLength(1);
    expect(uids(await calendar(workspace, { part: null }))).toHaveLength(231);
  });

  it('is not made where no day can be read', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const entryId = await check(workspace, { licenseNumber: '1', expiryDate: 'soon' });
    const begin = exportHandlers(workspace, reportParts)['exports.beginCalendar'];
    for (const what of [{ entryId }, { entryId: 'unknown' }, { part: 'later' }, { part: null }]) {
      expect(await begin(what)).toMatchObject({
        error: { message: 'Nothing here has an expiration date that Gangway can read.' },
      });
    }
  });
});
