import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { documentHandlers } from '#main/features/documents.ts';
import { exportHandlers } from '#main/features/exports.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { noteHandlers } from '#main/features/notes.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import { createVendorHistory } from '#main/store/vendor-history.ts';
import { fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { CallInput, CallOutput, ParsedInput } from '#shared/ipc/contract.ts';
import type { HistoryKind } from '#shared/ipc/history.ts';
import { showDay } from '#shared/onboarding/finding.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { setForEveryone } from '#test/onboarding-samples.ts';
import { reportParts } from './assets.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, untilState } from './workspace-harness.ts';

const planRow = z.array(z.object({ detail: z.string() }));
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const w9: Requirement = {
  kind: 'document',
  id: id(1),
  name: 'W-9',
  documentType: 'W-9',
  minScore: null,
  maxAgeDays: null,
  needsEndDate: false,
  soonDays: 0,
};
const briefing: Requirement = {
  kind: 'attestation',
  id: id(2),
  name: 'Briefing',
  maxDays: null,
  soonDays: 0,
};

async function unwrap<T>(asking: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const result = await asking;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function withHistory() {
  const server = await startWireServer(
    answeringJson({ success: true, id: 'vr-1', metadata: { vendorId: 'v-1' } }),
  );
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const calls = {
    ...documentHandlers(workspace),
    ...exportHandlers(workspace, reportParts),
    ...vendorHandlers(workspace),
    ...inviteHandlers(workspace),
    ...noteHandlers(workspace),
    ...onboardingHandlers(workspace),
    ...verificationHandlers(workspace),
  };
  await unwrap(calls['onboarding.save']({ sets: [setForEveryone(w9, briefing)] }));
  const day = (ahead: number) => fromDayNumber(workspace.onboarding.today() + ahead);
  const page = (change: Partial<ParsedInput<'history.page'>> = {}) =>
    unwrap(calls['history.page']({ subject: 'v-1', kind: null, after: null, limit: 100, ...change }));
  /** Newest first, each with its text and who did it. */
  const told = async (kind: HistoryKind | null = null) =>
    (await page({ kind })).rows.map(({ title, text }) => (text === null ? title : `${title} | ${text}`));
  const fetched = (profile: Record<string, unknown>) => {
    const body = JSON.stringify({ id: 'v-1', email: 'ana@harbor.example.com', ...profile });
    const reading = readResource(vendorProfile, JSON.parse(body));
    if (reading === null) throw new Error('It is an object.');
    workspace.vendors.put('v-1', reading, body, workspace.clock.wall());
  };
  const note = (change: Partial<CallInput<'notes.add'>>) =>
    unwrap(
      calls['notes.add']({
        subject: 'v-1',
        kind: 'note',
        text: 'Text',
        asked: [],
        followUp: null,
        ...change,
      }),
    );
  return { workspace, calls, day, page, told, fetched, note };
}

describe('the history of a vendor', () => {
  it('has everything that happened on one line of time, newest first, and each kind by itself', async () => {
    const { workspace, calls, day, told, fetched, note } = await withHistory();
    const later = () => workspace.fake.advance(60_000);
    const invitation = { vendor: { email: 'ana@harbor.example.com', name: 'Ana' } };
    const invite = await unwrap(calls['invites.enqueue']({ invitation, replaces: null }));
    await untilState(workspace, invite.entryId, 'accepted');
    later();
    fetched({ companyName: 'Harbor Pipe' });
    later();
    fetched({ companyName: 'Harbor Pipe' });
    later();
    fetched({ companyName: 'Harbor Pipe & Drain' });
    later();
    const check = await unwrap(
      calls['verifications.enqueue']({
        type: 'license',
        data: { licenseNumber: '0712844' },
        vendorId: 'v-1',
        replaces: null,
      }),
    );
    await untilState(workspace, check.entryId, 'accepted');
    later();
    const reading = {
      at: workspace.clock.wall(),
      status: 'verified',
      differing: 2,
      problem: null,
      body: '{}',
    };
    workspace.readings.add('verification', check.entryId, reading);
    later();
    await unwrap(
      calls['verifications.decide']({
        entryId: check.entryId,
        choice: 'accept_differences',
        note: 'Renamed in 2024',
      }),
    );
    later();
    const job = randomUUID();
    await unwrap(calls['documents.add']({ ids: [job], vendorId: 'v-1' }));
    later();
    const { records } = await unwrap(
      calls['onboarding.waive']({
        subjects: ['v-1'],
        requirementId: w9.id,
        reason: 'Comes by mail',
        until: '2099-01-31',
      }),
    );
    later();
    await unwrap(calls['onboarding.takeBack']({ records }));
    later();
    await unwrap(
      calls['onboarding.attest']({
        subjects: ['v-1'],
        requirementId: briefing.id,
        day: day(0),
        until: null,
        note: 'At the gate',
      }),
    );
    later();
    await note({ text: 'Prefers calls before 9 AM' });
    later();
    await note({ kind: 'letter', text: 'Hello Ana', asked: [w9.id], followUp: day(30) });
    later();
    // The document that was added is for us to review.
    workspace.onboarding.catchUp();
    later();
    const call = await note({ kind: 'call', text: 'Calls back', followUp: day(3) });
    later();
    await unwrap(calls['notes.endFollowUp']({ subject: 'v-1', id: call.id }));
    const all = await told();
    expect(all.filter((line) => !/^(?:License 0712844|Invite): (?:queued|being)/.test(line))).toEqual([
      'Follow-up done',
      `Call, follow-up ${showDay(toDayNumber(day(3)))} | Calls back`,
      'Follow-up ended: everything arrived',
      `Asked for W-9, follow-up ${showDay(toDayNumber(day(30)))} | Hello Ana`,
      'Note | Prefers calls before 9 AM',
      'Briefing: confirmed | At the gate',
      'W-9: waiver ended',
      'W-9: waived through Jan 31, 2099 | Comes by mail',
      'Document: added',
      'License 0712844: accepted anyway | Renamed in 2024',
      'License 0712844: the service says “verified” | 2 details differ.',
      'License 0712844: accepted by the service',
      'Profile changed',
      'Profile fetched',
      'Invite: accepted by the service',
    ]);
    expect(await told('profile')).toEqual(['Profile changed', 'Profile fetched']);
    expect(await told('invite')).toEqual([
      'Invite: accepted by the service',
      'Invite: queued | Saved on this computer.',
    ]);
    expect(await told('note')).toHaveLength(5);
  });

  it('is paged without a gap or a double, also where much happened at the same time', async () => {
    const { calls, page, note } = await withHistory();
    for (let number = 0; number < 12; number += 1) await note({ text: `Note ${number}` });
    await unwrap(
      calls['onboarding.waive']({
        subjects: ['v-1'],
        requirementId: w9.id,
        reason: 'Comes',
        until: '2099-01-31',
      }),
    );
    const whole = (await page()).rows.map((line) => line.id);
    expect(whole).toHaveLength(13);
    expect(new Set(whole).size).toBe(13);
    const found: string[] = [];
    let after: string | null = null;
    do {
      const part: CallOutput<'history.page'> = await page({ after, limit: 3 });
      found.push(...part.rows.map((line) => line.id));
      after = part.next;
    } while (after !== null);
    expect(found).toEqual(whole);
  });

  it.each(['../../etc/passwd', '[]', '{'])(
    'begins at the start for %s, which is no place in it',
    async (after) => {
      const { page, note } = await withHistory();
      await note({ text: 'Called' });
      expect((await page({ after })).rows).toEqual((await page()).rows);
    },
  );

  it('moves along with a vendor that gets an ID, and is saved as a file without a formula', async () => {
    const { calls, told, fetched, note } = await withHistory();
    await note({ subject: '@ana@harbor.example.com', text: '=HYPERLINK("x")' });
    fetched({ companyName: 'Harbor Pipe' });
    expect(await told('note')).toEqual(['Note | =HYPERLINK("x")']);
    const begun = await unwrap(
      calls['exports.begin']({
        source: { list: 'history', subject: '@ana@harbor.example.com', kind: 'note' },
        format: 'csv',
      }),
    );
    expect(begun.fileName).toMatch(/^gangway-vendor-history-/);
    const { part } = await unwrap(calls['exports.next']({ exportId: begun.exportId }));
    const [head, line] = Buffer.from(part, 'base64')
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .split('\r\n');
    expect(head).toBe('When,Kind,What,Text,By');
    expect(line).toMatch(/,"?Notes, letters and follow-ups"?,Note,"'=HYPERLINK/);
  });

  it('is found from the rows of the vendor on, whatever others have', async () => {
    const { workspace } = await withHistory();
    const prepare = vi.spyOn(workspace.db, 'prepare');
    createVendorHistory(workspace.db);
    const statements = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    expect(statements.length).toBeGreaterThan(10);
    const values = { subject: 'v-1', at: 0, id: '', limit: 1 };
    for (const sql of statements) {
      const plan = planRow.parse(workspace.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values));
      const details = plan.map(({ detail }) => detail);
      expect(
        details.filter((detail) => /^SCAN (?!\(subquery)|\(kind=\?\)/.test(detail)),
        sql,
      ).toEqual([]);
    }
  });
});
