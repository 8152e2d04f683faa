import { describe, expect, it } from 'vitest';
import { expiryHandlers, verificationHandlers } from '#main/features/verifications.ts';
import { todayHandlers } from '#main/features/today.ts';
import { keptVerification } from '#main/exports/kept-results.ts';
import { isoDay, localDay } from '#shared/base/dates.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { SubmittedLicenseDetails } from '#shared/service/verification.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, until, untilState, type TestWorkspace } from './workspace-harness.ts';

const requestId = 'f3b8ad4e-61f5-4a3c-b5b1-0a2f5f9c2f10';
const otherId = '90ffad4e-61f5-4a3c-b5b1-0a2f5f9c2f99';

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A verification that was accepted, and the answer to the question for its result. */
async function checkAnswered(data: SubmittedLicenseDetails, answer: unknown) {
  let current = answer;
  const server = await startWireServer((request, socket) => {
    const taken = { success: true, id: requestId };
    answeringJson(request.method === 'POST' ? taken : current)(request, socket);
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const call = verificationHandlers(workspace)['verifications.enqueue'];
  const { entryId } = unwrap(await call({ type: 'license', data, vendorId: null, replaces: null }));
  await untilState(workspace, entryId, 'accepted');
  await workspace.watcher.checkNow('verification', entryId);
  return {
    workspace,
    entryId,
    answerNow: async (next: unknown) => {
      current = next;
      await workspace.watcher.checkNow('verification', entryId);
    },
  };
}

function toRow(workspace: TestWorkspace, entryId: string) {
  const row = workspace.verifications.get(entryId);
  if (row === null) throw new Error('There is no such verification.');
  return row;
}

async function today(workspace: TestWorkspace) {
  return unwrap(await todayHandlers(workspace)['today.summary'](null));
}

/** A day of this year or the next, a week from the workspace's today. */
function inAWeek(workspace: TestWorkspace) {
  const { year, month, day } = localDay(new Date(workspace.clock.wall()));
  return localDay(new Date(year, month - 1, day + 7));
}

describe('an answer with the ID of another verification', () => {
  const data = { licenseNumber: '1048827', licenseeName: 'Brightwater LLC', expiryDate: '2150-03-31' };
  const verified = { status: 'verified', isVerified: true, response: { ...data, isMatch: true } };

  it('is with a person, and nothing says that all is well', async () => {
    const { workspace, entryId } = await checkAnswered(data, { ...verified, id: otherId });
    expect(toRow(workspace, entryId)).toMatchObject({ answeredId: otherId, differing: null });
    expect(workspace.verifications.counts()).toMatchObject({
      to_decide: 1,
      needs_you: 1,
      done: 0,
      differ: 0,
    });
    const summary = await today(workspace);
    expect(summary.mismatched.rows.map((row) => row.entryId)).toEqual([entryId]);
    expect(summary.activity.map((item) => item.detail)).toContain(
      'The service answered with another ID for the license of',
    );
    expect(keptVerification(workspace, toRow(workspace, entryId)).verdict?.headline).toBe(
      'The service answered with another ID',
    );
  });

  it('leaves the expiry as it was submitted', async () => {
    const found = { ...verified, id: otherId, response: { ...data, expiryDate: '1999-01-01' } };
    const { workspace, entryId } = await checkAnswered(data, found);
    expect(toRow(workspace, entryId)).toMatchObject({ expiryDate: '2150-03-31', expiresOn: '2150-03-31' });
  });

  it('is forgotten once the service answers for the check itself', async () => {
    const { workspace, entryId, answerNow } = await checkAnswered(data, { ...verified, id: otherId });
    await answerNow({ ...verified, id: requestId });
    expect(toRow(workspace, entryId)).toMatchObject({ answeredId: null, differing: 0 });
    expect(workspace.verifications.counts()).toMatchObject({ to_decide: 0, done: 1 });
  });

  it('is recognised among results that were kept before it was looked for', async () => {
    const { workspace, entryId } = await checkAnswered(data, { ...verified, id: otherId });
    workspace.db.exec('UPDATE verification SET answered_id = NULL, differing = 0, attention = 0');
    workspace.updateSettings({ statusWords: {} });
    await until(() => toRow(workspace, entryId).answeredId === otherId, 'it is recognised');
    expect(workspace.verifications.counts().to_decide).toBe(1);
  });
});

describe('an answer that says no, though every detail is the same', () => {
  it('is no good verdict in what is exported either', async () => {
    const data = { licenseNumber: '1048827', licenseeName: 'Brightwater LLC' };
    const says = { id: requestId, status: 'completed', isVerified: false, response: data };
    const { workspace, entryId } = await checkAnswered(data, says);
    expect(toRow(workspace, entryId)).toMatchObject({ differing: 0, isVerified: false });
    expect(keptVerification(workspace, toRow(workspace, entryId)).verdict?.headline).toBe(
      'The service could not verify this license',
    );
  });
});

describe('an expiry that was found and cannot be read', () => {
  it('keeps the license among those that run out, by the submitted day where the service gives none, and claims no difference', async () => {
    const scratch = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
    const day = isoDay(inAWeek(scratch));
    const data = { licenseNumber: '1048827', expiryDate: day };
    const { workspace, entryId } = await checkAnswered(data, {
      id: requestId,
      status: 'verified',
      isVerified: true,
      response: { licenseNumber: '1048827', expiryDate: ' ' },
    });
    expect(toRow(workspace, entryId)).toMatchObject({
      differing: 0,
      expiryDate: day,
      expiresOn: day,
    });
    expect(unwrap(await expiryHandlers(workspace)['expiry.months'](null))).toMatchObject({ leftOut: 0 });
    const summary = await today(workspace);
    expect(summary.mismatched.total).toBe(0);
    expect(summary.expiring).toMatchObject({
      total: 1,
      rows: [{ entryId, expiryDate: day, days: 7, lacksDay: false }],
    });
  });
});
