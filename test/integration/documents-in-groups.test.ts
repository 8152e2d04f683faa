import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { documentFilter, documentGroup, documentOrder, type DocumentFilter } from '#shared/ipc/documents.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, type TestWorkspace } from './workspace-harness.ts';

const ids = Array.from({ length: 5 }, (_, number) => `0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e2${number}`);

function unwrap<T>(result: CallResult<T>): T {
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
  for (const jobId of ids) unwrap(await documents['documents.checkNow']({ jobId }));
  return workspace;
}

function expectListsToFit(workspace: TestWorkspace): void {
  const counts = workspace.documents.counts(70);
  for (const group of documentGroup.options) {
    const page = workspace.documents.page({ group, search: '', after: null, limit: 10 });
    expect([group, page.rows.length, page.total]).toEqual([group, counts[group], counts[group]]);
  }
  const under = workspace.documents.underThreshold(70, 10, null);
  expect([under.total, under.rows.length]).toEqual([counts.under_threshold, counts.under_threshold]);
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
    expect(workspace.documents.underThreshold(70, 10, null).rows.map(({ jobId }) => jobId)).toEqual([
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
      unwrap(await documents['documents.decide']({ jobId, choice, note: '' }));
    await decide('skip');
    expect(decided()).toBe(0);
    await decide('accept');
    expect(decided()).toBe(1);
    expectListsToFit(workspace);
    await decide('skip');
    expect(decided()).toBe(0);
    unwrap(await documents['documents.undoDecision']({ jobId }));
    expect(decided()).toBe(1);
    unwrap(await documents['documents.undoDecision']({ jobId }));
    expect(decided()).toBe(0);
    expect(await documents['documents.undoDecision']({ jobId: ids[0] ?? '' })).toMatchObject({
      ok: false,
      error: { code: 'too_late' },
    });
    await documents['documents.decide']({ jobId: ids[4] ?? '', choice: 'ask_new_copy', note: '' });
    expect(workspace.documents.counts(70)).toMatchObject({ not_ready: 0, decided: 1 });
    expectListsToFit(workspace);
  });
});

describe('documents narrowed by a filter', () => {
  const dayMs = 24 * 60 * 60 * 1000;

  async function listedBy(workspace: TestWorkspace, filter: Partial<DocumentFilter>): Promise<number[]> {
    const documents = documentHandlers(workspace);
    const query = { search: '', underThreshold: false, filter: { ...documentFilter.parse({}), ...filter } };
    const page = unwrap(
      await documents['documents.page']({ ...query, group: null, order: 'worst', after: null, limit: 10 }),
    );
    expect(page.total).toBe(page.rows.length);
    const counts = unwrap(await documents['documents.counts'](query));
    expect(counts.to_review + counts.not_ready + counts.decided).toBe(page.total);
    return page.rows.map(({ jobId }) => ids.indexOf(jobId)).toSorted((one, other) => one - other);
  }

  it('are those of the service’s word, whatever its capitals, or of none', async () => {
    const workspace = await fiveDocuments();
    workspace.db.prepare('UPDATE document SET status = ? WHERE job_id = ?').run('Done', ids[3]);
    workspace.db.prepare('UPDATE document SET status = NULL WHERE job_id = ?').run(ids[2]);
    expect(await listedBy(workspace, { status: 'DONE' })).toEqual([0, 1, 3]);
    expect(await listedBy(workspace, { status: 'processing' })).toEqual([4]);
    expect(await listedBy(workspace, { status: '' })).toEqual([2]);
    expect(await listedBy(workspace, { status: 'unheard of' })).toEqual([]);
    const facets = unwrap(await documentHandlers(workspace)['documents.facets'](null));
    expect(facets).toEqual({
      all: 5,
      people: [],
      statuses: [
        { value: 'done', label: 'done', count: 3 },
        { value: '', label: '', count: 1 },
        { value: 'processing', label: 'processing', count: 1 },
      ],
    });
  });

  it('are those whose score has a word, by the threshold that is set, or that have no score', async () => {
    const workspace = await fiveDocuments();
    expect(await listedBy(workspace, { score: 'Poor' })).toEqual([1]);
    expect(await listedBy(workspace, { score: 'Good' })).toEqual([0]);
    expect(await listedBy(workspace, { score: 'none' })).toEqual([2, 3, 4]);
    workspace.updateSettings({ scoreThreshold: 50 });
    expect(await listedBy(workspace, { score: 'Poor' })).toEqual([]);
    expect(await listedBy(workspace, { score: 'Weak' })).toEqual([1]);
  });

  it('are those that were added long ago, or lately', async () => {
    const workspace = await fiveDocuments();
    const added = workspace.db.prepare('UPDATE document SET added_at = ? WHERE job_id = ?');
    added.run(workspace.clock.wall() - 8 * dayMs, ids[0]);
    added.run(workspace.clock.wall() - 40 * dayMs, ids[1]);
    expect(await listedBy(workspace, { olderThanDays: 7 })).toEqual([0, 1]);
    expect(await listedBy(workspace, { olderThanDays: 30 })).toEqual([1]);
    expect(await listedBy(workspace, { withinDays: 30, status: 'done' })).toEqual([0, 2, 3]);
    expect(await listedBy(workspace, { withinDays: 1 })).toEqual([2, 3, 4]);
  });

  it('are those with the decision that stands, page by page in each order', async () => {
    const workspace = await fiveDocuments();
    const documents = documentHandlers(workspace);
    await documents['documents.decide']({ jobId: ids[0] ?? '', choice: 'accept', note: '' });
    await documents['documents.decide']({ jobId: ids[1] ?? '', choice: 'skip', note: '' });
    expect(await listedBy(workspace, { decision: 'accept' })).toEqual([0]);
    expect(await listedBy(workspace, { decision: 'skip' })).toEqual([1]);
    expect(await listedBy(workspace, { decision: 'none' })).toEqual([2, 3, 4]);
    const { people } = unwrap(await documentHandlers(workspace)['documents.facets'](null));
    expect(people).toHaveLength(1);
    expect(await listedBy(workspace, { by: people[0] ?? null })).toEqual([0, 1]);
    expect(await listedBy(workspace, { by: 'Sam' })).toEqual([]);
    await documents['documents.undoDecision']({ jobId: ids[1] ?? '' });
    const filter = {
      ...documentFilter.parse({ decision: 'none', status: 'done' }),
      threshold: 70,
      now: workspace.clock.wall(),
    };
    for (const order of documentOrder.options) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page = workspace.documents.page({
          search: '',
          filter,
          group: 'to_review',
          order,
          after,
          limit: 1,
        });
        expect([order, page.total]).toEqual([order, 3]);
        seen.push(...page.rows.map(({ jobId }) => jobId));
        after = page.next;
      } while (after !== null);
      expect([order, seen.toSorted()]).toEqual([order, [ids[1], ids[2], ids[3]]]);
    }
  });

  it('count what is under the threshold of those alone', async () => {
    const workspace = await fiveDocuments();
    const query = {
      search: '',
      underThreshold: false,
      filter: documentFilter.parse({ status: 'done', score: 'none' }),
    };
    expect(unwrap(await documentHandlers(workspace)['documents.counts'](query))).toEqual({
      to_review: 2,
      not_ready: 0,
      decided: 0,
      under_threshold: 2,
    });
  });
});
