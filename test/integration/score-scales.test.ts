import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { keptDocument } from '#main/exports/kept-results.ts';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, until, type TestWorkspace } from './workspace-harness.ts';

const toJob = (number: number) => `0d2f9a3e-5f2b-4c39-9d1c-${String(number).padStart(12, '0')}`;

const scored = (overallScore: number) => ({ status: 'done', qualityDetails: { overallScore } });

/** A service that answers each document job with what is set for its number. */
async function documentService() {
  const answers = new Map<string, unknown>();
  const server = await startWireServer((request, socket) => {
    const job = request.path.split('/').at(-1) ?? '';
    answeringJson(answers.get(job) ?? { status: 'processing' })(request, socket);
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const documents = documentHandlers(workspace);
  let last = 0;
  /** Answers a document anew. */
  async function answer(number: number, result: unknown): Promise<DocumentRow> {
    answers.set(toJob(number), result);
    const read = await documents['documents.checkNow']({ jobId: toJob(number) });
    if (!read.ok) throw new Error(read.error.message);
    return read.value;
  }
  /** Adds a document, whose result is read at once. */
  async function add(result: unknown): Promise<DocumentRow> {
    last += 1;
    answers.set(toJob(last), result);
    await documents['documents.add']({ ids: [toJob(last)], vendorId: null });
    return answer(last, result);
  }
  return { server, workspace, answer, add };
}

function listed(workspace: TestWorkspace, number: number) {
  const row = workspace.documents.get(toJob(number));
  return row === null ? undefined : [row.overallScore, row.score];
}

describe('the scale of the scores of a service', () => {
  it('is told apart for the overall score and its parts', async () => {
    const { workspace, add } = await documentService();
    const scoreBreakdown = { sharpness: 80, readability: 91, textQuality: 95, skewAndAlignment: 99 };
    const result = {
      status: 'done',
      confidence: 0.5,
      qualityDetails: { overallScore: 0.92, scoreBreakdown },
    };
    await add(result);
    // One number says little: it may be the worst of ten.
    expect(listed(workspace, 1)).toEqual([0.92, null]);
    await add(result);
    await add(result);
    await until(() => listed(workspace, 1)?.[1] === 92, 'three results say so');
    const { scores } = keptDocument(workspace, toJob(1));
    expect(scores?.overall).toMatchObject({ raw: 0.92, score: 92 });
    expect(scores?.parts.map(({ score }) => score)).toEqual([80, 91, 95, 99]);
    expect(scores?.confidence).toMatchObject({ raw: 0.5, score: 50 });
  });

  it('is not clear from one number that fits two scales: it stands as received and comes first', async () => {
    const { workspace, add } = await documentService();
    await add(scored(8.5));
    expect(listed(workspace, 1)).toEqual([8.5, null]);
    expect(keptDocument(workspace, toJob(1)).scores?.overall).toMatchObject({
      raw: 8.5,
      score: null,
      unscored: 'unclear',
    });
    expect(workspace.documents.page({ search: '', group: null, after: null, limit: 1 }).rows).toMatchObject([
      { jobId: toJob(1), score: null },
    ]);
  });

  it('is 0 to 10 once five results say so, for those that came before too', async () => {
    const { workspace, add, answer } = await documentService();
    for (const score of [8.5, 9.1, 10, 7]) await add(scored(score));
    // The same document, read again and again, says nothing new.
    for (let again = 0; again < 5; again += 1) await answer(1, scored(8.5));
    expect(listed(workspace, 1)).toEqual([8.5, null]);
    await add(scored(6));
    await until(() => listed(workspace, 1)?.[1] === 85, 'the first one is on the list by the scale');
    await until(() => listed(workspace, 5)?.[1] === 60, 'the last one is too');
  });

  it('makes nothing of a 1 where the others are of 100, unless the person fixed the scale', async () => {
    const { workspace, add } = await documentService();
    await add(scored(1));
    expect(listed(workspace, 1)).toEqual([1, null]);
    await add(scored(85));
    expect(listed(workspace, 2)).toEqual([85, 85]);
    expect(listed(workspace, 1)).toEqual([1, null]);
    workspace.updateSettings({ scoreScale: 'zero_to_hundred' });
    await until(() => listed(workspace, 1)?.[1] === 1, 'it is 1 of 100');
  });

  it('takes back what was made of a number once the others contradict it', async () => {
    const { workspace, add } = await documentService();
    for (const score of [0.92, 0.4, 0.81]) await add(scored(score));
    await until(() => listed(workspace, 1)?.[1] === 92, 'three results say so');
    await add(scored(85));
    await until(() => listed(workspace, 1)?.[1] === null, 'it is not clear any more');
    expect(listed(workspace, 4)).toEqual([85, 85]);
  });

  it.each([
    [0, 0],
    [-1, null],
    [101, null],
  ])('gives %d of an unknown scale the score %j', async (raw, score) => {
    const { workspace, add } = await documentService();
    await add(scored(raw));
    expect(listed(workspace, 1)).toEqual([raw, score]);
  });

  it('is fixed for each kind apart by the settings, which win over what was seen', async () => {
    const { workspace, add } = await documentService();
    workspace.updateSettings({ partScoreScale: 'zero_to_ten', confidenceScale: 'zero_to_hundred' });
    const qualityDetails = { overallScore: 0.5, scoreBreakdown: { sharpness: 0.5, readability: 8 } };
    for (let made = 0; made < 3; made += 1) await add({ status: 'done', confidence: 0.5, qualityDetails });
    const { scores } = keptDocument(workspace, toJob(1));
    expect(scores?.overall.score).toBe(50);
    expect(scores?.parts.slice(0, 2).map(({ score }) => score)).toEqual([5, 80]);
    expect(scores?.confidence.score).toBe(0.5);
  });
});

describe('what was observed of scores', () => {
  it('is told with the workspace and as soon as it changes, each document by its latest answer', async () => {
    const { workspace, add, answer } = await documentService();
    await add(scored(0.92));
    await answer(1, scored(85));
    const observed = workspace.describe().observed.scores.overall;
    expect(observed).toMatchObject({ aboveTen: 1, betweenZeroAndOne: 0 });
    const told = workspace.events.filter(({ name }) => name === 'observations.changed');
    expect(told.at(-1)?.payload).toEqual(workspace.describe().observed);
    await answer(1, scored(97));
    expect(workspace.describe().observed.scores.overall).toMatchObject({ aboveTen: 1 });
    expect(workspace.events.filter(({ name }) => name === 'observations.changed')).toHaveLength(told.length);
  });

  it('stays over a restart, and a document read again then counts once', async () => {
    const { server, workspace, add } = await documentService();
    await add(scored(0.92));
    await workspace.close();
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: workspace.folder });
    await documentHandlers(next)['documents.checkNow']({ jobId: toJob(1) });
    expect(next.describe().observed.scores.overall).toMatchObject({ betweenZeroAndOne: 1 });
  });

  it('is gathered at the next start from results that an older version kept, and lists go by it', async () => {
    const { server, workspace, add } = await documentService();
    for (const score of [8.5, 9.1, 10, 7, 6]) await add(scored(score));
    // As the versions before kept it.
    workspace.db.exec(`DELETE FROM observation; DELETE FROM observed_result;
      UPDATE document SET score = overall_score;
      INSERT INTO setting (name, value) VALUES ('results.to_sort', 'true')
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
    await workspace.close();
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: workspace.folder });
    await until(
      () => [1, 2, 3, 4, 5].every((number) => listed(next, number)?.[1] !== null),
      'all are scored',
    );
    await until(() => listed(next, 1)?.[1] === 85, 'the first one is on the scale of all');
    expect(next.describe().observed.scores.overall).toMatchObject({ aboveOne: 5 });
  });

  it('is not told of an answer that could not be kept', async () => {
    const { workspace, add, answer } = await documentService();
    for (let made = 0; made < 3; made += 1) await add(scored(0.92));
    workspace.db.exec(
      `CREATE TEMP TRIGGER full BEFORE INSERT ON reading BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    await expect(answer(1, scored(85))).rejects.toThrow();
    workspace.db.exec('DROP TRIGGER full');
    expect(workspace.rules().scales.overall.on).toBe('zero_to_one');
    expect(workspace.describe().observed.scores.overall).toMatchObject({ aboveTen: 0, betweenZeroAndOne: 3 });
  });
});
