import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentHandlers } from '#main/features/documents.ts';
import { exportHandlers } from '#main/features/exports.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { exportSource } from '#shared/ipc/exports.ts';
import { buildVendorReport } from '#main/reports/vendor-report.ts';
import { reportParts } from './assets.ts';
import { answering, startWireServer } from './wire-server.ts';
import { enqueueInvite, enqueueVerification, openTestWorkspace, untilState } from './workspace-harness.ts';

const long = '12345678901234567890';
const fine = '0.1234567890123456789';

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A workspace whose service answers word for word: to what is sent, and to what is asked. */
async function answered(said: { post?: string; get?: string }) {
  const answer = (body = '{}') => answering(200, { 'content-type': 'application/json' }, body);
  const server = await startWireServer((request, socket) => {
    answer(request.method === 'POST' ? said.post : said.get)(request, socket);
  });
  return { server, workspace: await openTestWorkspace({ baseUrl: server.baseUrl }) };
}

async function exported(
  workspace: Workspace,
  list: string,
  more: Record<string, unknown> = {},
): Promise<Record<string, string>[]> {
  const handlers = exportHandlers(workspace, reportParts);
  const source = exportSource.parse({ list, lines: 'results', ...more });
  const { exportId } = unwrap(await handlers['exports.begin']({ source, format: 'csv' }));
  const parts: Buffer[] = [];
  for (let finished = false; !finished;) {
    const next = unwrap(await handlers['exports.next']({ exportId }));
    parts.push(Buffer.from(next.part, 'base64'));
    finished = next.finished;
  }
  return z
    .array(z.record(z.string(), z.string()))
    .parse(parse(Buffer.concat(parts), { bom: true, columns: true }));
}

const cell = (line: Record<string, string>, head: RegExp) =>
  Object.entries(line).find(([name]) => head.test(name))?.[1];

async function documentAnswered(get: string) {
  const { workspace } = await answered({ get });
  const jobId = randomUUID();
  const handlers = documentHandlers(workspace);
  await handlers['documents.add']({ ids: [jobId], vendorId: null });
  return { workspace, jobId, detail: unwrap(await handlers['documents.checkNow']({ jobId })) };
}

describe('digits that a number does not hold', () => {
  it('of a vendor’s profile stay as they came: IDs as text, other numbers marked', async () => {
    const body = `{"id":${long},"companyName":"Kestrel","services":[{"id":${long},"title":"Roofing","specialties":{"id":9007199254740993}}],"specialties":[{"id":7}],"enrollmentDetails":{"naicsCode":${long},"crewSize":4},"location":{"lat":${fine},"lng":-122.5}}`;
    const { workspace } = await answered({ get: body });
    const handlers = vendorHandlers(workspace);
    const looked = unwrap(await handlers['vendors.lookUp']({ vendorId: long }));
    const kept = unwrap(await handlers['vendors.get']({ vendorId: long }));
    if (kept === null) throw new Error('It is kept.');
    for (const { profile, body: text } of [looked, kept]) {
      expect(profile.value.id).toBe(long);
      expect(profile.value.services).toMatchObject([{ id: long, specialties: { id: '9007199254740993' } }]);
      expect(profile.value.specialties).toEqual([{ id: '7' }]);
      expect(profile.value.enrollmentDetails).toMatchObject({ crewSize: 4 });
      expect(profile.validationIssues).toContainEqual({
        path: ['enrollmentDetails', 'naicsCode'],
        raw: long,
      });
      expect(profile.validationIssues).toContainEqual({ path: ['location', 'lat'], raw: fine });
      expect(text).toBe(body);
    }
  });

  it('are told apart between two fetches of a vendor', async () => {
    const said = { get: '{"enrollmentDetails":{"naicsCode":9007199254740992}}' };
    const { workspace } = await answered(said);
    const handlers = vendorHandlers(workspace);
    await handlers['vendors.lookUp']({ vendorId: '7' });
    said.get = '{"enrollmentDetails":{"naicsCode":9007199254740993}}';
    await handlers['vendors.lookUp']({ vendorId: '7' });
    const [change] = unwrap(await handlers['vendors.changes']({ vendorId: '7' }));
    expect(change?.fields).toEqual([
      { path: ['enrollmentDetails', 'naicsCode'], before: 9007199254740992, after: '9007199254740993' },
    ]);
  });

  it('of an invite’s answer stay as they came', async () => {
    const post = `{"id":${long},"metadata":{"vendorId":${long}},"checklist":[{"documentId":9007199254740993},{"documentId":81}]}`;
    const { workspace } = await answered({ post });
    const entryId = await enqueueInvite(workspace);
    await untilState(workspace, entryId, 'accepted');
    const detail = unwrap(await inviteHandlers(workspace)['invites.get']({ entryId }));
    expect(detail.result?.value).toMatchObject({
      id: long,
      checklist: [{ documentId: '9007199254740993' }, { documentId: '81' }],
    });
    expect(detail.result?.validationIssues).toEqual([]);
    expect(detail.vendorId).toBe(long);
  });

  it('of a document’s result stay as they came, also in the export', async () => {
    const get = `{"id":5,"accountId":${long},"status":"done","confidence":${fine},"qualityDetails":{"overallScore":1e400},"note":${long}}`;
    const { workspace, detail } = await documentAnswered(get);
    expect(detail.result?.value).toMatchObject({ id: '5', accountId: long });
    expect(detail.result?.validationIssues).toContainEqual({ path: ['confidence'], raw: fine });
    expect(detail.result?.validationIssues).toContainEqual({
      path: ['qualityDetails', 'overallScore'],
      raw: '1e400',
    });
    expect(detail.result?.others).toEqual([{ path: ['note'], value: long }]);
    expect(detail.resultBody).toBe(get);
    const [line] = await exported(workspace, 'documents');
    expect(line).toMatchObject({
      'Service: ID': '5',
      'Service: account': long,
      'Score, as received': '1e400',
      'Confidence, as received': fine,
    });
  });

  it('of a verification’s result stay as they came, also in the comparison and the export', async () => {
    const get = `{"id":"r","status":"verified","response":{"licenseNumber":9007199254740993,"locationWhereLicenseIsValid":{"zipCode":97201}}}`;
    const { workspace } = await answered({ post: '{"success":true,"id":"r"}', get });
    const entryId = await enqueueVerification(workspace);
    await untilState(workspace, entryId, 'accepted');
    const detail = unwrap(await verificationHandlers(workspace)['verifications.checkNow']({ entryId }));
    expect(detail.resultBody).toBe(get);
    expect(detail.result?.value.response).toMatchObject({
      licenseNumber: '9007199254740993',
      locationWhereLicenseIsValid: { zipCode: '97201' },
    });
    const [line = {}] = await exported(workspace, 'verifications');
    expect(cell(line, /number, found$/)).toBe('9007199254740993');
    expect(cell(line, /ZIP code, found$/)).toBe('97201');
  });
});

describe('an employer ID of another form', () => {
  it.each(['"12-3454417"', '12345678901234567890', '"EIN 123454417"', '[123454417]'])(
    '(%s) is masked in exports, and as it came where it is asked for',
    async (received) => {
      const { workspace } = await documentAnswered(
        `{"status":"done","data":{"employerIdentificationNumber":${received}}}`,
      );
      const plain = received.replaceAll('"', '');
      for (const lines of ['results', 'list']) {
        const columns = async (employerIds: boolean) => {
          const [line = {}] = await exported(workspace, 'documents', { lines, employerIds });
          return cell(line, /Employer ID$/);
        };
        expect(await columns(true)).toBe(plain);
        expect(await columns(false)).toBe(`•••••${plain.replaceAll(/\D/g, '').slice(-4)}`);
      }
    },
  );
});

describe('what came in another form', () => {
  it('stands in its place in the exports of documents', async () => {
    const { workspace } = await documentAnswered(
      '{"status":"done","confidence":"high","qualityDetails":{"overallScore":"92%","scoreBreakdown":{"sharpness":[9]}},"errors":["Blurry"],"data":{"isSigned":"perhaps","otherBox":"x"}}',
    );
    const [line] = await exported(workspace, 'documents');
    expect(line).toMatchObject({
      'Score, as received': '92%',
      'Sharpness, as received': '[9]',
      'Confidence, as received': 'high',
      'Service: errors': '["Blurry"]',
      'Read: signed': 'perhaps',
      'Read: other box': 'x',
    });
    const [row] = await exported(workspace, 'documents', { lines: 'list' });
    expect(row).toMatchObject({ 'Score as received': '92%' });
  });

  it('stands in its place in the exports of verifications', async () => {
    const get = '{"status":"verified","isVerified":"perhaps","response":{"licenseNumber":7,"isMatch":"No"}}';
    const { workspace } = await answered({ post: '{"success":true,"id":42}', get });
    const entryId = await enqueueVerification(workspace);
    await untilState(workspace, entryId, 'accepted');
    unwrap(await verificationHandlers(workspace)['verifications.checkNow']({ entryId }));
    const [line] = await exported(workspace, 'verifications');
    expect(line).toMatchObject({ 'Service: verified': 'perhaps', 'Service: match': 'No' });
    const [row] = await exported(workspace, 'verifications', { lines: 'list' });
    expect(row).toMatchObject({ 'Service: verified': 'perhaps', 'Service: match': 'No' });
  });

  it('stands in its place in the export of vendors and in the report on one', async () => {
    const get =
      '{"companyName":"Kestrel","services":[7,{"title":"Drains","specialties":[{"title":"Jetting"},{"title":"Backflow"}]}],"enrollmentDetails":{"licensed":"pending","crewSize":"12","naicsCode":12345678901234567890},"userCompany":"Kestrel Holding"}';
    const { workspace } = await answered({ get });
    unwrap(await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: '7' }));
    const [row] = await exported(workspace, 'vendors');
    expect(row).toMatchObject({ Licensed: 'pending' });
    const report = await buildVendorReport(workspace, '7');
    const facts = Object.fromEntries((report?.facts ?? []).map(({ label, words }) => [label, words]));
    expect(facts).toMatchObject({
      Services: 'Drains (Jetting, Backflow)',
      'Crew size': '12',
      'NAICS code': long,
      'Company details': 'Kestrel Holding',
    });
    expect(Object.entries(facts).find(([label]) => label.startsWith('Licensed'))?.[1]).toBe('pending');
    expect(workspace.search.find('backflow', 10).map(({ id }) => id)).toEqual(['7']);
  });

  it('stands in the report on a vendor’s verifications and documents', async () => {
    const { workspace } = await answered({
      post: '{"success":true,"id":"r"}',
      get: '{"companyName":"Kestrel","status":"verified","isVerified":"perhaps","confidence":"high","data":{"isSigned":"perhaps"}}',
    });
    unwrap(await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: '7' }));
    const call = verificationHandlers(workspace);
    const data = { licenseNumber: 'N-1' };
    const { entryId } = unwrap(
      await call['verifications.enqueue']({ type: 'license', data, vendorId: '7', replaces: null }),
    );
    await untilState(workspace, entryId, 'accepted');
    await call['verifications.checkNow']({ entryId });
    const jobId = randomUUID();
    await documentHandlers(workspace)['documents.add']({ ids: [jobId], vendorId: '7' });
    await documentHandlers(workspace)['documents.checkNow']({ jobId });
    const words = JSON.stringify(await buildVendorReport(workspace, '7'));
    expect(words).toContain('isVerified “perhaps”');
    expect(words).toContain('“high” as received');
    expect(words).toContain('signed “perhaps”');
  });
});

describe('a numeric request ID', () => {
  it.each(['42', long])('(%s) is what the result is asked by', async (id) => {
    const { workspace, server } = await answered({
      post: `{"success":true,"id":${id}}`,
      get: `{"id":${id},"status":"verified","response":{}}`,
    });
    const entryId = await enqueueVerification(workspace);
    await untilState(workspace, entryId, 'accepted');
    const detail = unwrap(await verificationHandlers(workspace)['verifications.checkNow']({ entryId }));
    expect(detail).toMatchObject({ requestId: id, answeredId: null });
    expect(server.requests.map(({ path }) => path)).toContain(`/api/verification/${id}`);
  });
});

describe('a numeric status code', () => {
  it('is a word that can be sorted', async () => {
    const { workspace, jobId, detail } = await documentAnswered('{"status":3,"processingStep":-3}');
    expect(detail).toMatchObject({ status: '3', processingStep: '-3', watch: { kind: 'watching' } });
    expect(detail.result?.validationIssues).toEqual([]);
    workspace.updateSettings({ statusWords: { '3': { category: 'good', final: true } } });
    const checked = await documentHandlers(workspace)['documents.checkNow']({ jobId });
    expect(unwrap(checked).watch.kind).toBe('settled');
  });
});
