import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { todayHandlers } from '#main/features/today.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { fromDayNumber } from '#shared/base/dates.ts';
import { answeringJson, silence, startWireServer } from './wire-server.ts';
import {
  enqueueVerification,
  openTestWorkspace,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const dayMs = 86_400_000;
const jobId = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e20';
const newerJobId = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';

async function unwrap<T>(result: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const settled = await result;
  if (!settled.ok) throw new Error(`${settled.error.code}: ${settled.error.message}`);
  return settled.value;
}

const summary = (workspace: TestWorkspace) => unwrap(todayHandlers(workspace)['today.summary'](null));
const total = async (workspace: TestWorkspace) =>
  (await unwrap(todayHandlers(workspace)['today.counts'](null))).today;

/** A service that has one verified license, which expires in so many days, and a document. */
async function withAnswers(expiresInDays: number) {
  const server = await startWireServer(silence);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const expiryDate = fromDayNumber(Math.floor(workspace.fake.wall() / dayMs) + expiresInDays);
  server.behave((request, socket) => {
    const result = {
      id: 'vr-1',
      status: 'verified',
      isVerified: true,
      response: { licenseNumber: '77', expiryDate },
    };
    const answer = request.path.includes(jobId)
      ? { documentType: 'W-9', status: 'completed', qualityDetails: { overallScore: 41 } }
      : request.method === 'POST'
        ? { success: true, id: 'vr-1' }
        : result;
    answeringJson(answer)(request, socket);
  });
  return workspace;
}

describe('what a vendor was asked for', () => {
  it('comes to Today after three days, the oldest first, until something newer comes', async () => {
    const workspace = await withAnswers(400);
    const documents = documentHandlers(workspace);
    await unwrap(documents['documents.add']({ ids: [jobId], vendorId: 'v-1' }));
    await unwrap(documents['documents.checkNow']({ jobId }));
    await unwrap(documents['documents.decide']({ jobId, choice: 'ask_new_copy', note: '' }));
    workspace.fake.sleep(3 * dayMs - 1000);
    expect((await summary(workspace)).asked).toEqual({ total: 0, rows: [] });
    const before = await total(workspace);
    workspace.fake.sleep(1000);
    expect((await summary(workspace)).asked).toMatchObject({
      total: 1,
      rows: [{ kind: 'document', id: jobId, what: 'New copy of W-9 requested' }],
    });
    expect(await total(workspace)).toBe(before + 1);
    workspace.fake.sleep(dayMs);
    await unwrap(documents['documents.add']({ ids: [newerJobId], vendorId: 'v-1' }));
    expect((await summary(workspace)).asked.rows).toEqual([]);
  });

  it('is a license too, and nothing once that is undone', async () => {
    const workspace = await withAnswers(400);
    const entryId = await enqueueVerification(workspace);
    await untilState(workspace, entryId, 'accepted');
    const decide = verificationHandlers(workspace)['verifications.decide'];
    await unwrap(decide({ entryId, choice: 'ask_vendor', note: '' }));
    workspace.fake.sleep(4 * dayMs);
    const { rows } = (await summary(workspace)).asked;
    expect(rows).toMatchObject([{ kind: 'verification', id: entryId }]);
    await unwrap(decide({ entryId, choice: 'undo', note: '' }));
    expect((await summary(workspace)).asked.rows).toEqual([]);
  });
});

describe('a license of a vendor that no requirement applies to', () => {
  it.each([
    [7, 1],
    [8, 0],
  ])('that expires in %i days is on Today %i times', async (days, count) => {
    const workspace = await withAnswers(days);
    const entryId = await enqueueVerification(workspace);
    await untilState(workspace, entryId, 'accepted');
    await workspace.watcher.checkNow('verification', entryId);
    const { endsSoon } = await summary(workspace);
    expect(endsSoon.total).toBe(count);
    expect(endsSoon.rows).toHaveLength(count);
    if (count === 1) expect(endsSoon.rows[0]).toMatchObject({ kind: 'license', id: entryId, days });
  });
});
