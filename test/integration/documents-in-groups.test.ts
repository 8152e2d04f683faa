import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { documentGroup } from '#shared/ipc/documents.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, type TestWorkspace } from './workspace-harness.ts';

const ids = Array.from({ length: 5 }, (_, number) => `0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e2${number}`);

function valueOf<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** Five documents: scores 90 and 40, none at all, off the scale, and one that is not ready. */
async function fiveDocuments(): Promise<TestWorkspace> {
  const scores: Record<string, unknown> = {
    [ids[0] ?? '']: { status: 'done', qualityDetails: { overallScore: 90 } },
    [ids[1] ?? '']: { status: 'done', qualityDetails: { overallScore: 40 } },
    [ids[2] ?? '']: { status: 'done' },
    [ids[3] ?? '']: { status: 'done', qualityDetails: { overallScore: 900 } },
    [ids[4] ?? '']: { status: 'processing' },
  };
  const server = await startWireServer((request, socket) => {
    answeringJson(scores[request.path.split('/').at(-1) ?? ''])(request, socket);
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const documents = documentHandlers(workspace);
  await documents['documents.add']({ ids, vendorId: null });
  for (const jobId of ids) valueOf(await documents['documents.checkNow']({ jobId }));
  return workspace;
}

function expectListsToFit(workspace: TestWorkspace): void {
  const counts = workspace.documents.counts(70);
  for (const group of documentGroup.options) {
    const page = workspace.documents.page({ group, search: '', after: null, limit: 10 });
    expect([group, page.rows.length, page.total]).toEqual([group, counts[group], counts[group]]);
  }
  expect(workspace.documents.underThreshold(70, 10)).toHaveLength(counts.under_threshold);
}

describe('documents in their groups', () => {
  it('stand worst first, those without a score before all others, page by page', async () => {
    const workspace = await fiveDocuments();
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = workspace.documents.page({ group: 'to_review', search: '', after, limit: 1 });
      seen.push(...page.rows.map(({ jobId }) => jobId));
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual([ids[2], ids[3], ids[1], ids[0]]);
    expect(workspace.documents.counts(70)).toEqual({
      to_review: 4,
      not_ready: 1,
      decided: 0,
      under_threshold: 3,
    });
    expect(workspace.documents.underThreshold(70, 10).map(({ jobId }) => jobId)).toEqual([
      ids[2],
      ids[3],
      ids[1],
    ]);
    expectListsToFit(workspace);
  });

  it('move by what was decided last, and back when that is taken back', async () => {
    const workspace = await fiveDocuments();
    const documents = documentHandlers(workspace);
    const decided = () => workspace.documents.counts(70).decided;
    const jobId = ids[1] ?? '';
    const decide = async (choice: 'accept' | 'skip') =>
      valueOf(await documents['documents.decide']({ jobId, choice, note: '' }));
    await decide('skip');
    expect(decided()).toBe(0);
    await decide('accept');
    expect(decided()).toBe(1);
    expectListsToFit(workspace);
    await decide('skip');
    expect(decided()).toBe(0);
    await documents['documents.undoDecision'](null);
    expect(decided()).toBe(1);
    await documents['documents.undoDecision'](null);
    expect(decided()).toBe(0);
    await documents['documents.decide']({ jobId: ids[4] ?? '', choice: 'ask_new_copy', note: '' });
    expect(workspace.documents.counts(70)).toMatchObject({ not_ready: 0, decided: 1 });
    expectListsToFit(workspace);
  });
});
