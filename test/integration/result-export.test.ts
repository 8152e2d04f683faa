import {
  submittedLicenseDetails,
  type SubmittedLicenseDetails,
  type VerificationResult,
} from '#shared/service/verification.ts';
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountName } from '#main/platform.ts';
import { localTimeText } from '#main/exports/cells.ts';
import { documentHandlers } from '#main/features/documents.ts';
import { exportHandlers } from '#main/features/exports.ts';
import { storedVerdict } from '#main/workspace/result-noting.ts';
import { summariseVerification } from '#main/workspace/result-summary.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { exportSource, type ExportFormat, type ExportSource } from '#shared/ipc/exports.ts';
import { fullDocumentResult, fullVerificationResult } from '#test/full-results.ts';
import { reportParts } from './assets.ts';
import { openTestWorkspace } from './workspace-harness.ts';

const nowhere = 'http://127.0.0.1:9';

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function exported(workspace: Workspace, source: ExportSource, format: ExportFormat) {
  const handlers = exportHandlers(workspace, reportParts);
  const { exportId, fileName } = unwrap(await handlers['exports.begin']({ source, format }));
  const parts: Buffer[] = [];
  for (let finished = false; !finished;) {
    const next = unwrap(await handlers['exports.next']({ exportId }));
    parts.push(Buffer.from(next.part, 'base64'));
    finished = next.finished;
  }
  return { fileName, bytes: Buffer.concat(parts) };
}

/** The lines of a CSV by the names of their columns. */
async function lines(workspace: Workspace, list: string): Promise<Record<string, string>[]> {
  const source = exportSource.parse({ list, lines: 'results' });
  const { bytes } = await exported(workspace, source, 'csv');
  return z.array(z.record(z.string(), z.string())).parse(parse(bytes, { bom: true, columns: true }));
}

async function submit(workspace: Workspace, data: SubmittedLicenseDetails): Promise<string> {
  const call = verificationHandlers(workspace)['verifications.enqueue'];
  return unwrap(await call({ type: 'license', data, vendorId: 'v-7', replaces: null })).entryId;
}

function answer(workspace: Workspace, kind: 'verification' | 'document', subject: string, body: unknown) {
  const reading = { at: 2, status: null, differing: null, problem: null, body: JSON.stringify(body) };
  workspace.readings.add(kind, subject, reading);
}

/** Keeps a result as a look at it does. */
function noteVerification(
  workspace: Workspace,
  entryId: string,
  submitted: Record<string, string>,
  result: VerificationResult,
) {
  answer(workspace, 'verification', entryId, result);
  const now = workspace.clock.wall();
  const asked = { submitted, dateForm: 'iso' as const, requestId: null };
  const summary = summariseVerification(
    { value: result, validationIssues: [], others: [] },
    asked,
    workspace.rules().dates,
    now,
    workspace.settings(),
  );
  workspace.verifications.noteResult(
    entryId,
    summary,
    storedVerdict(summary, workspace.settings(), now),
    now,
  );
}

/** Every text and number in a record, however deep. */
function getLeaves(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(getLeaves) : [];
}

describe('the export of every field', () => {
  it('holds each that is described of a verification, where it belongs', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const id = await submit(workspace, submittedLicenseDetails.parse(fullVerificationResult.parameters));
    answer(workspace, 'verification', id, fullVerificationResult);
    const [line = {}] = await lines(workspace, 'verifications');
    const cells = new Set(Object.values(line));
    expect(getLeaves(fullVerificationResult).filter((leaf) => !cells.has(leaf))).toEqual([]);
    expect(line).toMatchObject({
      'Service: verified': 'No',
      'Service: match': 'Yes',
      'Match, submitted': 'No',
    });
  });

  it('holds each that is described of a document, with the Employer ID masked', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const jobId = randomUUID();
    await documentHandlers(workspace)['documents.add']({ ids: [jobId], vendorId: null });
    answer(workspace, 'document', jobId, fullDocumentResult);
    const [line = {}] = await lines(workspace, 'documents');
    const cells = new Set(Object.values(line).flatMap((cell) => [cell, ...cell.split(', ')]));
    expect(getLeaves(fullDocumentResult).filter((leaf) => !cells.has(leaf))).toEqual(['123454417']);
    expect(line).toMatchObject({
      'Read: signed': 'Yes',
      'Read: other box': 'Yes',
      'Read: Employer ID': '••-•••4417',
    });
  });
});

describe('the export of license results', () => {
  it('tells what was submitted, what was found, what the service says and what Gangway concludes apart', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const data = { licenseNumber: '1048827', licenseeName: 'Brightwater LLC', expiryDate: '2027-03-31' };
    const id = await submit(workspace, data);
    workspace.db.prepare("UPDATE entry SET state = 'accepted', reason = NULL WHERE id = ?").run(id);
    noteVerification(workspace, id, data, {
      id: 'vr-9',
      status: 'manual_review',
      isVerified: true,
      response: { ...data, licenseeName: 'Brightwater Inc', expiryDate: '03/31/2027', isMatch: false },
    });
    const [line] = await lines(workspace, 'verifications');
    expect(line).toMatchObject({
      Item: id,
      'Vendor ID': 'v-7',
      'Service: ID': 'vr-9',
      'Service: status': 'manual_review',
      'Service: verified': 'Yes',
      'Service: match': 'No',
      Request: 'Received by the service',
      'Gangway: verdict': '1 differs',
      'Gangway: summary': 'License found, but 1 detail differs',
      'Licensee name, submitted': 'Brightwater LLC',
      'Licensee name, found': 'Brightwater Inc',
      'Licensee name, compared': 'Differs',
      'Expiration date, submitted': '2027-03-31',
      'Expiration date, found': '03/31/2027',
      'Expiration date, compared': 'Same',
      Decision: '',
      'Decided by': '',
    });
  });

  it('holds the decision with its note, whose it is and when', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const id = await submit(workspace, { licenseNumber: '1' });
    const decide = verificationHandlers(workspace)['verifications.decide'];
    await decide({ entryId: id, choice: 'accept_differences', note: '=SUM(A1)' });
    const [line] = await lines(workspace, 'verifications');
    expect(line).toMatchObject({
      Decision: 'Accepted anyway',
      Note: "'=SUM(A1)",
      'Decided by': accountName() ?? 'Unknown',
      Decided: localTimeText(workspace.clock.wall()),
    });
  });

  it('says of a check without a result that there is none, and compares nothing', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    await submit(workspace, { licenseNumber: '1' });
    const [line] = await lines(workspace, 'verifications');
    expect(line).toMatchObject({
      Request: 'Waiting to send',
      'Gangway: verdict': '',
      'License number, submitted': '1',
      'License number, found': '',
      'License number, compared': '',
    });
  });

  it('is a line for each check, however many there are, as a workbook too', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    for (let number = 0; number < 45; number += 1) await submit(workspace, { licenseNumber: `L-${number}` });
    const all = await lines(workspace, 'verifications');
    expect(new Set(all.map((line) => line['License number, submitted'])).size).toBe(45);
    const source = exportSource.parse({ list: 'verifications', lines: 'results' });
    const { fileName, bytes } = await exported(workspace, source, 'xlsx');
    expect(fileName).toMatch(/^gangway-license-results-\d{4}-\d\d-\d\d\.xlsx$/);
    const sheet = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml']);
    expect(sheet.match(/<row>/g)).toHaveLength(46);
  });
});

describe('the export of document results', () => {
  it('holds scores as received and on 0 to 100, confidence, status, feedback, errors and the decision', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const fixed = 'zero_to_one' as const;
    workspace.updateSettings({ scoreScale: fixed, partScoreScale: fixed, confidenceScale: fixed });
    const jobId = randomUUID();
    const handlers = documentHandlers(workspace);
    await handlers['documents.add']({ ids: [jobId], vendorId: 'v-7' });
    answer(workspace, 'document', jobId, {
      id: 'doc-9',
      accountId: 'acc-7',
      fileUrl: 'https://files.example.com/w9.pdf',
      status: 'done',
      processingStep: 'ocr',
      confidence: 0.91,
      errors: '@page 2 is missing',
      documentType: 'W-9',
      qualityDetails: { feedback: 'Blurred', overallScore: 0.42, scoreBreakdown: { sharpness: 0.2 } },
      data: { nameOfEntityIndividual: 'Иван', employerIdentificationNumber: 12344417, isSigned: false },
    });
    await handlers['documents.decide']({ jobId, choice: 'ask_new_copy', note: 'by phone' });
    const [line] = await lines(workspace, 'documents');
    expect(line).toMatchObject({
      'Job ID': jobId,
      'Service: ID': 'doc-9',
      'Service: account': 'acc-7',
      'Service: file address': 'https://files.example.com/w9.pdf',
      'Service: status': 'done',
      'Service: step': 'ocr',
      'Service: feedback': 'Blurred',
      'Service: errors': "'@page 2 is missing",
      'Score, as received': '0.42',
      'Score, of 100': '42',
      'Gangway: score rating': 'Poor',
      'Sharpness, of 100': '20',
      'Readability, as received': '',
      'Confidence, as received': '0.91',
      'Confidence, of 100': '91',
      'Read: name': 'Иван',
      'Read: Employer ID': '••-•••4417',
      'Read: signed': 'No',
      Decision: 'Draft for a new copy opened',
      Note: 'by phone',
      'Decided by': accountName() ?? 'Unknown',
      Decided: localTimeText(workspace.clock.wall()),
    });
  });

  it.each([
    'https://files.example.com/w9.pdf?X-Amz-Signature=secret',
    'https://files.example.com/w9.pdf#key=secret',
    'https://user:secret@files.example.com/w9.pdf',
    'no address?secret',
  ])('leaves out the address of a file that may let anybody fetch it, and says so: %s', async (fileUrl) => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const jobId = randomUUID();
    await documentHandlers(workspace)['documents.add']({ ids: [jobId], vendorId: null });
    answer(workspace, 'document', jobId, { fileUrl });
    const [line] = await lines(workspace, 'documents');
    expect(line?.['Service: file address']).toBe('Left out: it may contain an access key');
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  it('leaves the fields of a document empty that has not been looked up yet', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const jobId = randomUUID();
    await documentHandlers(workspace)['documents.add']({ ids: [jobId], vendorId: null });
    const [line] = await lines(workspace, 'documents');
    expect(line).toMatchObject({ 'Job ID': jobId, 'Service: status': '', 'Score, as received': '' });
  });
});
