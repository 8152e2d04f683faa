import { clearEvidence } from '#shared/service/doubts.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { vendorHandlers } from '#main/features/vendors.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { setForEveryone } from '#test/onboarding-samples.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  type TestWorkspace,
} from './workspace-harness.ts';

const long = 'Harbor Pipe '.repeat(100_000);
const jobId = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e20';

/** What a row of a list and the keys by which it is sorted and found may have. */
const maxRow = 20_000;
/** Where the whole is kept: never read for a list. */
const whole = ['vendor_fetch.body'];

function longest(workspace: TestWorkspace): string[] {
  const { db } = workspace;
  const tables = z
    .array(z.object({ name: z.string() }))
    .parse(db.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").all());
  return tables.flatMap(({ name: table }) =>
    z
      .array(z.object({ name: z.string() }))
      .parse(db.prepare('SELECT name FROM pragma_table_info(?)').all(table))
      .map(({ name }) => `${table}.${name}`)
      .filter((column) => !whole.includes(column))
      .filter((column) => {
        const [, name = ''] = column.split('.');
        return Number(db.prepare(`SELECT max(length("${name}")) FROM "${table}"`).pluck().get()) > maxRow;
      }),
  );
}

async function filled(): Promise<TestWorkspace> {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  workspace.dispatcher.setPaused(true);
  const profile = {
    companyName: long,
    firstName: long,
    lastName: long,
    email: `${long}@pipe.example.com`,
    phoneNumber: long,
    location: { cityName: long, stateCode: long },
    services: [{ title: long, specialties: [{ title: long }] }],
    jobSites: [long],
  };
  const reading = readResource(vendorProfile, profile);
  if (reading === null) throw new Error('It is an object.');
  workspace.vendors.put('v-1', reading, JSON.stringify(profile), 0);
  const invited = await enqueueInvite(workspace);
  const entry = Number(workspace.db.prepare('SELECT seq FROM entry WHERE id = ?').pluck().get(invited));
  workspace.invites.saveAnswer(entry, { complianceStatus: long, vendorStatus: long, vendorId: long });
  const submitted = await enqueueVerification(workspace);
  workspace.verifications.noteRequestId(submitted, long);
  workspace.verifications.noteResult(
    submitted,
    {
      status: long,
      isVerified: null,
      isMatch: null,
      differing: null,
      answeredId: long,
      expiryDate: long,
      expiresOn: null,
      expiryUnclear: false,
      compared: null,
      evidence: clearEvidence,
      answeredAt: 0,
    },
    { code: 'unknown', codeByHand: 'unknown', asksFor: '', holdsUntil: null },
    0,
  );
  workspace.documents.add(jobId, null, 0);
  workspace.documents.noteResult(
    jobId,
    {
      title: long,
      documentType: long,
      status: long,
      processingStep: long,
      overallScore: null,
      score: null,
      ready: true,
      createdAt: null,
      evidence: { doubts: [], named: false },
    },
    0,
  );
  workspace.search.flush(100);
  workspace.onboarding.catchUp();
  return workspace;
}

describe('texts of megabytes in answers', () => {
  it('are in no row that a list reads, and whole in what is kept of the answer', async () => {
    const workspace = await filled();
    expect(longest(workspace)).toEqual([]);
    expect(workspace.vendors.get('v-1')?.profile.value.companyName).toBe(long);
    const row = workspace.vendors.rows(['v-1']).get('v-1');
    expect(row?.companyName).toBe(`${long.slice(0, 500)}…`);
    const details = await vendorHandlers(workspace)['vendors.get']({ vendorId: 'v-1' });
    expect(JSON.stringify(details)).toContain(long);
  });

  it('make no address that an invite could be recognized by', async () => {
    const workspace = await filled();
    expect(workspace.db.prepare('SELECT email_key FROM vendor').pluck().all()).toEqual([null]);
  });

  it('are not a word that counts for something, however they begin', async () => {
    const workspace = await filled();
    const [status] = z
      .array(z.string())
      .parse(workspace.db.prepare('SELECT status FROM verification').pluck().all());
    expect(status).toMatch(/…$/);
  });
});

describe('a vendor whose profile is large', () => {
  it('is judged by the latest of it, whatever texts are cut', async () => {
    const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
    const fetched = (cityName: string) => {
      const profile = { companyName: long, location: { cityName } };
      const reading = readResource(vendorProfile, profile);
      if (reading === null) throw new Error('It is an object.');
      workspace.vendors.put('v-1', reading, JSON.stringify(profile), workspace.clock.wall());
    };
    const set = setForEveryone({
      kind: 'profile',
      id: '00000000-0000-4000-8000-000000000001',
      name: 'City',
      ask: { what: 'one_of', field: 'location.cityName', values: ['Oakland'] },
      maxAgeDays: null,
    });
    expect(workspace.onboarding.save([set])).toEqual([]);
    const judged = () => workspace.onboarding.judge(['v-1'], null).get('v-1');
    fetched('Oakland');
    expect(judged()).toMatchObject({ status: 'ready', name: `${long.slice(0, 500)}…` });
    expect(judged()?.status).toBe('ready');
    fetched('Reno');
    expect(judged()?.status).not.toBe('ready');
    // What merely begins like what is asked for is not it.
    fetched(`Oakland${' '.repeat(1000)}x`);
    expect(judged()?.status).not.toBe('ready');
  });
});
