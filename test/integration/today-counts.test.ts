import { outboxQuery } from '#shared/ipc/outbox.ts';
import { verificationQuery } from '#shared/ipc/verifications.ts';
import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { outboxHandlers } from '#main/features/outbox.ts';
import { todayHandlers } from '#main/features/today.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { documentFilter } from '#shared/ipc/documents.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { answering, hangingUp, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const dayMs = 86_400_000;

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

async function summary(workspace: TestWorkspace) {
  return unwrap(await todayHandlers(workspace)['today.summary'](null));
}

interface Page<Row> {
  rows: Row[];
  next: string | null;
  total: number;
}

/** Reads a list to its end. */
async function readAll<Row>(read: (after: string | null) => Promise<Page<Row>>) {
  const rows: Row[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Page<Row> = await read(after);
    rows.push(...page.rows);
    if (page.next === null) return { rows, total: page.total };
    after = page.next;
  }
}

async function expiringIn(workspace: TestWorkspace, expiresWithinDays: number | null, limit: number) {
  const page = verificationHandlers(workspace)['verifications.page'];
  const request = { ...verificationQuery.parse({ expiresWithinDays }), limit };
  return readAll(async (after) => unwrap(await page({ ...request, after })));
}

/** Verifications that were accepted, each with a day on which it runs out. */
function acceptedChecks(workspace: TestWorkspace, inDays: readonly number[]): void {
  const enqueue = verificationHandlers(workspace)['verifications.enqueue'];
  workspace.db.transaction(() => {
    for (const [index, days] of inDays.entries()) {
      const expiryDate = new Date(workspace.fake.wall() + days * dayMs).toISOString().slice(0, 10);
      const data = { licenseNumber: `LIC ${index}`, expiryDate };
      void enqueue({ type: 'license', data, vendorId: null, replaces: null });
    }
    workspace.db.exec("UPDATE entry SET state = 'accepted', reason = NULL WHERE kind = 'verification'");
  })();
}

async function paused() {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  workspace.dispatcher.setPaused(true);
  return workspace;
}

describe('the numbers of Today', () => {
  it(
    'count every license that runs out, however many there are, and list just those in the order of their days',
    { tags: ['nightly'] },
    async () => {
      const workspace = await paused();
      const many = Array.from({ length: 1234 }, (_none, index) => 1 + (index % 29));
      acceptedChecks(workspace, [...many, -1, 31, 40, 0, 30]);
      const { expiring } = await summary(workspace);
      expect(expiring.total).toBe(1236);
      expect(expiring.perDay).toHaveLength(defaultWorkspaceSettings.soonDays + 1);
      expect(expiring.perDay.reduce((sum, number) => sum + number, 0)).toBe(1236);
      expect([expiring.perDay[0], expiring.perDay[1], expiring.perDay[30]]).toEqual([1, 43, 1]);
      expect(expiring.rows.map(({ days }) => days)).toEqual([0, 1, 1, 1, 1]);

      const listed = await expiringIn(workspace, defaultWorkspaceSettings.soonDays, 100);
      expect(listed.total).toBe(1236);
      const days = listed.rows.map(({ expiryDate }) => expiryDate ?? '');
      expect(days).toHaveLength(1236);
      expect(days).toEqual(days.toSorted());
      expect(new Set(listed.rows.map(({ entryId }) => entryId)).size).toBe(1236);
      expect((await expiringIn(workspace, null, 100)).total).toBe(1239);
    },
  );

  it('leave out a license that was checked anew, in the number and in the list', async () => {
    const workspace = await paused();
    acceptedChecks(workspace, [5, 6]);
    const [first] = (await expiringIn(workspace, 30, 10)).rows;
    const data = { licenseNumber: 'LIC 5, corrected' };
    const replaces = first?.entryId ?? null;
    const enqueue = verificationHandlers(workspace)['verifications.enqueue'];
    unwrap(await enqueue({ type: 'license', data, vendorId: null, replaces }));
    expect((await summary(workspace)).expiring.total).toBe(1);
    expect(await expiringIn(workspace, 30, 10)).toMatchObject({
      total: 1,
      rows: [{ licenseNumber: 'LIC 1' }],
    });
  });

  it('are those of the lists that they lead to, for unclear and for refused items', async () => {
    const server = await startWireServer(hangingUp);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const unclear = [
      await enqueueInvite(workspace),
      await enqueueInvite(workspace),
      await enqueueVerification(workspace),
    ];
    for (const id of unclear) await untilState(workspace, id, 'in_doubt');
    server.behave(answering(422));
    const refused = [await enqueueInvite(workspace), await enqueueVerification(workspace)];
    for (const id of refused) await untilState(workspace, id, 'rejected');

    const today = await summary(workspace);
    const outboxPage = outboxHandlers(workspace)['outbox.page'];
    const inDoubt = await readAll(async (after) =>
      unwrap(
        await outboxPage({ group: 'needs_you', only: 'in_doubt', ...outboxQuery.parse({}), after, limit: 1 }),
      ),
    );
    expect(today.unclear.total).toBe(3);
    expect(inDoubt.total).toBe(3);
    expect(inDoubt.rows.map(({ entryId }) => entryId).toSorted()).toEqual(unclear.toSorted());
    const byKind = unwrap(await outboxHandlers(workspace)['outbox.inDoubt'](null));
    expect(byKind).toEqual({ invite: unclear.slice(0, 2), verification: unclear.slice(2) });

    const inOutbox = await readAll(async (after) =>
      unwrap(
        await outboxPage({ group: 'needs_you', only: 'refused', ...outboxQuery.parse({}), after, limit: 1 }),
      ),
    );
    expect(today.refused.total).toBe(2);
    expect(inOutbox.total).toBe(2);
    expect(inOutbox.rows.map(({ entryId }) => entryId).toSorted()).toEqual(refused.toSorted());
    for (const group of ['waiting', 'sending', 'will_retry', 'sent', 'cancelled'] as const) {
      const none = unwrap(
        await outboxPage({ group, only: 'refused', ...outboxQuery.parse({}), after: null, limit: 10 }),
      );
      expect(none).toEqual({ rows: [], next: null, total: 0 });
    }
    const whole = unwrap(
      await outboxPage({ group: 'needs_you', only: null, ...outboxQuery.parse({}), after: null, limit: 10 }),
    );
    expect(whole.total).toBe(5);
  });

  it('are those of the list of documents from the worst up to the threshold', async () => {
    const workspace = await paused();
    const documents = documentHandlers(workspace);
    const ids = [10, 55, 69, 70, 90].map((_score, index) => `00000000-0000-4000-8000-00000000000${index}`);
    unwrap(await documents['documents.add']({ ids, vendorId: null }));
    workspace.db.exec("UPDATE document SET review_group = 'to_review'");
    [10, 55, 69, 70, 90].forEach((score, index) => {
      workspace.db
        .prepare('UPDATE document SET rank = ?, score = ? WHERE job_id = ?')
        .run(score, score, ids[index]);
    });
    const today = await summary(workspace);
    const listed = unwrap(
      await documents['documents.page']({
        group: 'to_review',
        search: '',
        order: 'worst',
        underThreshold: true,
        filter: documentFilter.parse({}),
        after: null,
        limit: 10,
      }),
    );
    expect(today.lowQuality.total).toBe(3);
    expect(listed.total).toBe(3);
    expect(listed.rows.map(({ jobId }) => jobId)).toEqual(today.lowQuality.rows.map(({ jobId }) => jobId));
  });
});
