import { expect, it } from 'vitest';
import { calls } from '#shared/ipc/contract.ts';
import { maxPictureBytes } from '#shared/ocr/processed-page.ts';
import { makePng, webPage } from '#test/picture-bytes.ts';
import { readW9 } from '#test/practice-pages.ts';
import { startTestCore, type TestCore } from './core-harness.ts';
import { practiceHarness } from './practice-harness.ts';
import { temporaryFolder } from './workspace-harness.ts';

const picture = makePng(40, 52);
const toDocument = (bytes: Uint8Array) => ({
  picture: Buffer.from(bytes).toString('base64'),
  page: readW9,
});

async function openPractice(): Promise<TestCore> {
  const app = await startTestCore({ dataDir: temporaryFolder() });
  expect(await app.call('workspaces.openPractice')).toMatchObject({ ok: true });
  return app;
}

async function getDetail(app: TestCore, jobId: string) {
  const answer = await app.call('documents.get', { jobId });
  if (!answer.ok) throw new Error(answer.error.message);
  return calls['documents.get'].output.parse(answer.value);
}

it('a document given in the practice workspace is looked up over the service interface, with its picture', async () => {
  const app = await openPractice();
  const given = await app.call('practice.giveDocument', toDocument(picture));
  if (!given.ok) throw new Error(given.error.message);
  const { jobId } = calls['practice.giveDocument'].output.parse(given.value);
  expect(app.events).toContainEqual({ name: 'documents.changed', payload: { ids: [jobId] } });
  await expect
    .poll(async () => (await getDetail(app, jobId)).ready, { timeout: 60_000, interval: 50 })
    .toBe(true);
  const { resultBody, ...detail } = await getDetail(app, jobId);
  expect(detail).toMatchObject({
    title: 'Rosa Delgado',
    documentType: 'W-9',
    status: 'completed',
    overallScore: 64,
    score: 64,
    decision: null,
    result: { value: { data: readW9.data, qualityDetails: { scoreBreakdown: readW9.scoreBreakdown } } },
  });
  expect(resultBody).toContain(`/files/${jobId}.png`);
  expect(await app.call('documents.fetchFile', { jobId })).toMatchObject({
    ok: true,
    value: { file: { kind: 'kept', contentType: 'image/png', bytes: picture.length } },
  });
});

it('a document is refused where it is too large or no picture, and is not added', async () => {
  const app = await openPractice();
  const before = await app.call('documents.counts', {});
  const large = Buffer.concat([picture, Buffer.alloc(maxPictureBytes)]);
  expect(await app.call('practice.giveDocument', toDocument(large))).toMatchObject({
    ok: false,
    error: { code: 'bad_input' },
  });
  expect(await app.call('practice.giveDocument', toDocument(Buffer.from(webPage)))).toMatchObject({
    ok: false,
    error: {
      code: 'refused',
      message:
        'The practice service refused this. It said: the picture has to be a JPEG or a PNG, in Base64.',
    },
  });
  expect(await app.call('documents.counts', {})).toEqual(before);
});

it('a company’s service is given no document', async () => {
  const app = await startTestCore({ dataDir: temporaryFolder() });
  const { service, counts } = await practiceHarness({ samples: false });
  await app.call('workspaces.openPractice');
  expect(await app.connect(service.baseUrl, service.token)).toMatchObject({ ok: true });
  expect(await app.call('practice.giveDocument', toDocument(picture))).toEqual({
    ok: false,
    error: {
      code: 'refused',
      message:
        'Only the practice service takes documents from Gangway. Open the practice workspace to try it.',
    },
  });
  expect(await app.call('documents.counts', {})).toMatchObject({
    ok: true,
    value: { to_review: 0, not_ready: 0 },
  });
  expect(counts()).toMatchObject({ document_jobs: 0 });
});
