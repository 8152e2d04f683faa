import { describe, expect, it } from 'vitest';
import { verificationResult } from '#shared/service/verification.ts';
import { licenseRegister } from '#practice/sample-data.ts';
import { practiceHarness, getRefusal, temporaryFolder, type Harness } from './practice-harness.ts';

async function queue({ json }: Harness, data: object): Promise<string> {
  const answer = await json('POST', '/api/verification/queue', { type: 'license', data });
  expect(answer['success']).toBe(true);
  return String(answer['id']);
}

async function getResult({ json }: Harness, id: string) {
  return verificationResult.parse(await json('GET', `/api/verification/${id}`));
}

const brightwater = {
  licenseTradeType: 'C-36 Plumbing',
  licenseNumber: '1048827',
  qualifiedParty: 'Rosa M. Delgado',
  licenseeName: 'Brightwater Plumbing & Drain LLC',
  licenseeAddress: '2210 Embarcadero West, Suite 4, Oakland, CA 94607',
  expiryDate: '2027-03-31',
};

describe('a verification by the practice service', () => {
  it('finds license 1048827 with another name, qualified party and expiry, and the same address', async () => {
    const practice = await practiceHarness();
    const result = await getResult(practice, await queue(practice, brightwater));
    expect(result).toMatchObject({
      documentType: 'TRADE_LICENSE',
      isVerified: true,
      status: 'manual_review',
      parameters: brightwater,
      response: {
        licenseeName: 'Brightwater Plumbing & Drain, Inc.',
        qualifiedParty: 'Rosa Elena Vidal Delgado',
        effectiveDate: '2019-03-14',
        isMatch: false,
      },
    });
    expect(result.response?.expiryDate).not.toBe(brightwater.expiryDate);
  });

  it('verifies details that match, however they are written', async () => {
    const practice = await practiceHarness();
    const [license] = licenseRegister(new Date()).filter(({ licenseNumber }) => licenseNumber === '0880312');
    const id = await queue(practice, {
      licenseNumber: '088-0312',
      licenseeName: 'BRIGHTWATER  Plumbing & Drain, LLC',
      licenseeAddress: '2210 Embarcadero W, Ste 4, Oakland CA 94607',
      expiryDate: license?.expiryDate,
    });
    expect(await getResult(practice, id)).toMatchObject({
      isVerified: true,
      status: 'verified',
      response: { isMatch: true },
    });
  });

  it.each([
    ['name', '0931170', { licenseeName: 'Somebody Else LLC' }],
    ['qualified party', '0931170', { qualifiedParty: 'Nobody' }],
    ['expiry', '0662915', { expiryDate: '2001-01-01' }],
    ['address', '0771340', { licenseeAddress: '1438 Northgate Mews, Bay 3, Berkeley, CA 94710' }],
  ])('says mismatch when the %s differs', async (_field, licenseNumber, differing) => {
    const practice = await practiceHarness();
    const id = await queue(practice, { licenseNumber, ...differing });
    expect(await getResult(practice, id)).toMatchObject({
      isVerified: true,
      status: 'mismatch',
      response: { isMatch: false },
    });
  });

  it('says when a license has expired and when none is found', async () => {
    const practice = await practiceHarness();
    const expired = await getResult(practice, await queue(practice, { licenseNumber: '0712844' }));
    expect(expired).toMatchObject({
      isVerified: false,
      status: 'expired',
      response: { licenseNumber: '0712844' },
    });
    const missing = await getResult(practice, await queue(practice, { licenseNumber: '104882' }));
    expect(missing).toMatchObject({ isVerified: false, status: 'not_found', response: null });
  });

  it('goes from queued over in progress to its result', async () => {
    const practice = await practiceHarness({ verificationDelayMs: 900 });
    const id = await queue(practice, brightwater);
    expect(await getResult(practice, id)).toMatchObject({
      status: 'queued',
      response: null,
      isVerified: false,
    });
    const seen = new Set<unknown>();
    await expect
      .poll(
        async () => {
          const { status } = await getResult(practice, id);
          seen.add(status);
          return status;
        },
        { timeout: 60_000, interval: 30 },
      )
      .toBe('manual_review');
    expect([...seen]).toEqual(['queued', 'in_progress', 'manual_review']);
  });

  it('goes on after a restart, by its stored time', async () => {
    const dataDir = await temporaryFolder();
    const first = await practiceHarness({ dataDir, verificationDelayMs: 60_000 });
    const unfinished = await queue(first, brightwater);
    await first.service.close();
    const second = await practiceHarness({ dataDir, verificationDelayMs: 0 });
    expect(await getResult(second, unfinished)).toMatchObject({ status: 'queued', parameters: brightwater });
    const finished = await queue(second, brightwater);
    await second.service.close();
    const third = await practiceHarness({ dataDir, verificationDelayMs: 60_000 });
    expect(await getResult(third, finished)).toMatchObject({ status: 'manual_review' });
  });

  it.each([
    [{ type: 'license', data: {} }, /licenseNumber/],
    [{ type: 'license', data: { licenseNumber: '  ' } }, /licenseNumber/],
    [{ type: 'license', data: { licenseNumber: 17 } }, /licenseNumber/],
    [{ type: 'license' }, /data/],
    [{ data: { licenseNumber: '1048827' } }, /type/],
  ])('is refused with a reason: %j', async (body, reason) => {
    const { call, counts } = await practiceHarness();
    const response = await call('POST', '/api/verification/queue', body);
    expect(response.status).toBe(422);
    expect((await getRefusal(response)).message).toMatch(reason);
    expect(counts()).toMatchObject({ verification_requests: 0 });
  });
});
