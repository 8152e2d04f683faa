import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { maxPictureBytes, type ProcessedPage } from '#shared/ocr/processed-page.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { makePng, plainPdf, webPage } from '#test/picture-bytes.ts';
import { readW9 } from '#test/practice-pages.ts';
import { getRefusal, practiceHarness, temporaryFolder, type Harness } from './practice-harness.ts';

const picture = makePng(40, 52);
const toDocument = (page: ProcessedPage, bytes: Buffer = picture) => ({
  picture: bytes.toString('base64'),
  page,
});

/** Gives the service a document and asks for its result. */
async function give({ json }: Harness, page: ProcessedPage) {
  const { id } = await json('POST', '/practice/documents', toDocument(page));
  return documentResult.parse(await json('GET', `/api/vision/${String(id)}`));
}

describe('a document that the practice service is given', () => {
  it('has a result at once, in the shape of the others and with what was read and judged', async () => {
    const harness = await practiceHarness();
    const result = await give(harness, readW9);
    expect(result).toMatchObject({
      accountId: 'acct-7041',
      processingStep: 'done',
      status: 'completed',
      confidence: 88,
      errors: null,
      documentType: 'W-9',
      qualityDetails: {
        feedback: readW9.feedback,
        overallScore: 64,
        scoreBreakdown: readW9.scoreBreakdown,
      },
      data: readW9.data,
    });
    const sample = await harness.json('GET', '/api/vision/7c1e04d2-5a0b-4f6e-9d53-0b6a4e1c2f01');
    expect(Object.keys(result).toSorted()).toEqual(Object.keys(sample).toSorted());
    expect(Object.keys(result.data ?? {}).toSorted()).toEqual(
      Object.keys(documentResult.parse(sample).data ?? {}).toSorted(),
    );
    expect(Math.abs(Date.now() - Date.parse(result.createdAt ?? ''))).toBeLessThan(60_000);
    expect(result.updatedAt).toBe(result.createdAt);
  });

  it.each([
    ['License copy', 'completed', null, { pageKind: 'license', data: null }],
    [
      null,
      'needs_review',
      'UNKNOWN_TYPE: no heading of a license, a W-9 or a certificate of insurance was read.',
      { pageKind: null, data: null },
    ],
    ['Insurance certificate', 'completed', null, { pageKind: 'certificate' }],
  ] as const)('is told as %s, %s, with %s', async (documentType, status, errors, change) => {
    const result = await give(await practiceHarness(), { ...readW9, ...change });
    expect(result).toMatchObject({
      documentType,
      status,
      errors,
    });
  });

  it.each([
    [1, '1 field was read with low certainty.'],
    [2, '2 fields were read with low certainty.'],
  ])('is to be reviewed where %i of its fields are not sure', async (unsureFields, sentence) => {
    expect(await give(await practiceHarness(), { ...readW9, unsureFields })).toMatchObject({
      status: 'needs_review',
      errors: null,
      qualityDetails: { feedback: `${readW9.feedback} ${sentence}` },
      data: readW9.data,
    });
  });

  it('has failed where its page could not be read, and says why', async () => {
    const harness = await practiceHarness();
    const result = await give(harness, { kind: 'unreadable', sentence: 'This page could not be read.' });
    expect(result).toMatchObject({
      status: 'failed',
      errors: 'UNREADABLE: This page could not be read.',
      confidence: null,
      documentType: null,
      qualityDetails: null,
      data: null,
    });
    expect((await harness.call('GET', new URL(result.fileUrl ?? '').pathname)).status).toBe(200);
  });

  it('is kept with its picture over a restart, for holders of the token alone', async () => {
    const first = await practiceHarness();
    const { id } = await give(first, readW9);
    await first.service.close();
    const second = await practiceHarness({ dataDir: first.dataDir });
    const { fileUrl, status } = documentResult.parse(await second.json('GET', `/api/vision/${id}`));
    expect(status).toBe('completed');
    const { pathname } = new URL(fileUrl ?? '');
    const served = await second.call('GET', pathname);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer()).equals(picture)).toBe(true);
    expect((await fetch(`${second.service.baseUrl}${pathname}`)).status).toBe(401);
  });

  it('is refused where it is no picture, or what was read of it is not well formed, and nothing is kept', async () => {
    const { call, counts } = await practiceHarness();
    const before = counts();
    const refused = async (body: unknown) => {
      // A connection kept open may be closed by the service in the moment in which the next request goes out.
      const answer = await call('POST', '/practice/documents', body, { Connection: 'close' });
      return [answer.status, (await getRefusal(answer)).code];
    };
    for (const bytes of [webPage, plainPdf(), picture.subarray(0, 12), makePng(60_000, 60_000, 1)]) {
      expect(await refused(toDocument(readW9, Buffer.from(bytes)))).toEqual([422, 'not_a_picture']);
    }
    const large = Buffer.concat([picture, Buffer.alloc(maxPictureBytes)]);
    expect(await refused(toDocument(readW9, large))).toEqual([422, 'invalid_document']);
    const huge = Buffer.concat([large, Buffer.alloc(2 * 1024 * 1024)]);
    expect(await refused(toDocument(readW9, huge))).toEqual([413, 'too_large']);
    expect(await refused(toDocument({ ...readW9, overallScore: 101 }))).toEqual([422, 'invalid_document']);
    expect(await refused({ ...toDocument(readW9), status: 'completed' })).toEqual([422, 'invalid_document']);
    expect(counts()).toEqual(before);
  });

  it('is taken by the data of an earlier version as well', async () => {
    const dataDir = await temporaryFolder();
    const before = await practiceHarness({ dataDir });
    await before.service.close();
    const db = new Database(join(dataDir, 'practice.db'));
    db.exec('DROP TABLE document_pictures; PRAGMA user_version = 1');
    db.close();
    const after = await practiceHarness({ dataDir });
    expect(after.service.token).toBe(before.service.token);
    expect(await give(after, readW9)).toMatchObject({ status: 'completed' });
  });
});
