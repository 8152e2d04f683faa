import { describe, expect, it } from 'vitest';
import { documentResult } from '#shared/service/document-result.ts';
import { sampleDocumentJobs } from '#practice/sample-data.ts';
import { practiceHarness, temporaryFolder } from './practice-harness.ts';

const unready = 'a62e9b05-1c74-4ba8-a0d6-48f3d1579e10';
const firstBytes = new Map([
  ['image/jpeg', 'ffd8ff'],
  ['image/png', '89504e'],
  ['application/pdf', '255044'],
]);

describe('document jobs of the practice service', () => {
  it('differ clearly in quality, from poor to good', async () => {
    const { json } = await practiceHarness();
    const ready = sampleDocumentJobs().filter(({ startsUnready }) => !startsUnready);
    const scores = await Promise.all(
      ready.map(
        async ({ result }) =>
          documentResult.parse(await json('GET', `/api/vision/${result.id}`)).qualityDetails?.overallScore,
      ),
    );
    expect(scores).toEqual([41, 48, 55, 63, 74, 81, 88, 93, 96]);
  });

  it('have a file each that is served with its type and length, to holders of the token alone', async () => {
    const { json, call } = await practiceHarness();
    const types = new Set<string>();
    for (const { result } of sampleDocumentJobs()) {
      const { fileUrl } = documentResult.parse(await json('GET', `/api/vision/${result.id}`));
      const { pathname, origin } = new URL(fileUrl ?? '');
      const response = await call('GET', pathname);
      const bytes = Buffer.from(await response.arrayBuffer());
      const type = response.headers.get('content-type') ?? '';
      types.add(type);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      expect(bytes.subarray(0, 3).toString('hex')).toBe(firstBytes.get(type));
      expect(bytes.length).toBeLessThanOrEqual(150 * 1024);
      expect((await fetch(`${origin}${pathname}`)).status).toBe(401);
    }
    expect([...types].toSorted()).toEqual([...firstBytes.keys()].toSorted());
  });

  it('serve nothing else from under /files/', async () => {
    const { call } = await practiceHarness();
    for (const name of ['none.jpg', 'README.md', '..%2Fservice.ts', '%2e%2e%2fmain.ts', '..%5Cmain.ts']) {
      expect((await call('GET', `/files/${name}`)).status).toBe(404);
    }
  });

  it('may be under way, and finish some time after they are first asked for', async () => {
    const { json } = await practiceHarness({ documentDelayMs: 400 });
    const before = await json('GET', `/api/vision/${unready}`);
    expect(before).toMatchObject({
      status: 'processing',
      processingStep: 'text_extraction',
      qualityDetails: null,
      data: null,
    });
    await expect
      .poll(() => json('GET', `/api/vision/${unready}`), { timeout: 60_000, interval: 50 })
      .toMatchObject({ status: 'completed', data: { nameOfEntityIndividual: 'Northgate Electric LLC' } });
  });

  it('stay finished after a restart', async () => {
    const dataDir = await temporaryFolder();
    const first = await practiceHarness({ dataDir, documentDelayMs: 0 });
    await first.json('GET', `/api/vision/${unready}`);
    await first.service.close();
    const second = await practiceHarness({ dataDir, documentDelayMs: 60_000 });
    expect(await second.json('GET', `/api/vision/${unready}`)).toMatchObject({ status: 'completed' });
  });

  it('include an employer number that has lost its zeros, and a job without data', () => {
    const data = sampleDocumentJobs().map(({ result }) => result.data);
    expect(data[0]?.employerIdentificationNumber).toBe(4417);
    expect(data).toContain(null);
  });
});
