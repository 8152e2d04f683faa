import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { documentHandlers } from '#main/features/documents.ts';
import { storedVerdict } from '#main/workspace/result-noting.ts';
import { exportHandlers } from '#main/features/exports.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { ReportParts } from '#main/reports/report-parts.ts';
import { summariseDocument, summariseVerification } from '#main/workspace/result-summary.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { DocumentResult } from '#shared/service/document-result.ts';
import type { LicenseDetails } from '#shared/service/verification.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { reportParts } from './assets.ts';
import { enqueueInvite, openTestWorkspace } from './workspace-harness.ts';

const nowhere = 'http://127.0.0.1:9';
const vendorId = 'v-7';
const reader = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function keep(workspace: Workspace, profile: Record<string, unknown>): void {
  const body = JSON.stringify({ id: vendorId, email: 'ana@brightwater.example.com', ...profile });
  const reading = readResource(vendorProfile, JSON.parse(body));
  if (reading === null) throw new Error('It is an object.');
  workspace.vendors.put(vendorId, reading, body, workspace.clock.wall());
}

/** Notes a result as the watcher does: the reading and what lists show of it. */
function note(
  workspace: Workspace,
  kind: 'verification' | 'document',
  subject: string,
  answer: object,
  summary: (at: number) => void,
): void {
  const at = workspace.clock.wall();
  const reading = { at, status: null, differing: null, problem: null, body: JSON.stringify(answer) };
  workspace.readings.add(kind, subject, reading);
  summary(at);
}

async function addCheck(workspace: Workspace, data: Record<string, string>, response: LicenseDetails | null) {
  const handlers = verificationHandlers(workspace);
  const enqueued = await handlers['verifications.enqueue']({
    type: 'license',
    data,
    vendorId,
    replaces: null,
  });
  const { entryId } = unwrap(enqueued);
  if (response !== null) {
    const result = { status: 'manual_review', isVerified: true, response };
    note(workspace, 'verification', entryId, result, () => {
      const asked = { submitted: data, dateForm: 'iso' as const, requestId: null };
      const now = workspace.clock.wall();
      const summary = summariseVerification(
        { value: result, validationIssues: [], others: [] },
        asked,
        workspace.rules().dates,
        now,
        workspace.settings(),
      );
      const verdict = storedVerdict(summary, workspace.settings(), now);
      workspace.db
        .prepare("UPDATE entry SET state = 'accepted', reason = NULL, sent_at = ? WHERE id = ?")
        .run(now, entryId);
      workspace.verifications.noteResult(entryId, summary, verdict, now);
    });
  }
  return entryId;
}

async function addDocument(workspace: Workspace, result: DocumentResult): Promise<string> {
  const fixed = 'zero_to_one' as const;
  workspace.updateSettings({ scoreScale: fixed, partScoreScale: fixed, confidenceScale: fixed });
  const jobId = randomUUID();
  await documentHandlers(workspace)['documents.add']({ ids: [jobId], vendorId });
  note(workspace, 'document', jobId, result, (at) => {
    workspace.documents.noteResult(
      jobId,
      summariseDocument(
        { value: result, validationIssues: [], others: [] },
        jobId,
        workspace.settings(),
        workspace.rules(),
      ),
      at,
    );
  });
  return jobId;
}

async function report(
  workspace: Workspace,
  parts: ReportParts = reportParts,
): Promise<{ fileName: string; bytes: Buffer }> {
  const handlers = exportHandlers(workspace, parts);
  const begun = unwrap(await handlers['exports.beginVendorReport']({ vendorId, withFiles: false }));
  expect(begun.contentType).toBe('application/pdf');
  const part = unwrap(await handlers['exports.next']({ exportId: begun.exportId }));
  expect(part.finished).toBe(true);
  return { fileName: begun.fileName, bytes: Buffer.from(part.part, 'base64') };
}

async function opened(bytes: Buffer): Promise<PDFDocumentProxy> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    standardFontDataUrl: `${join(reader, 'standard_fonts')}/`,
    verbosity: 0,
  });
  onTestFinished(() => task.destroy());
  return task.promise;
}

/** What a reader finds on each page, with one space between words. */
async function getPages(bytes: Buffer): Promise<string[]> {
  const pdf = await opened(bytes);
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const content = await (await pdf.getPage(number)).getTextContent();
    const words = content.items.map((item) => ('str' in item ? item.str : ''));
    pages.push(words.join(' ').replaceAll(/\s+/g, ' '));
  }
  return pages;
}

describe('the report on a vendor', () => {
  it('holds profile, invites, verifications with their comparison, documents and decisions on one page', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    keep(workspace, {
      companyName: 'Brightwater Plumbing & Drain',
      firstName: 'Ana',
      lastName: 'Reyes',
      location: { street: '12 Quay St', cityName: 'Oakland', stateCode: 'CA', postalCode: '94607' },
      enrollmentDetails: { licensed: true },
    });
    await enqueueInvite(workspace, 'ana@brightwater.example.com');
    const data = { licenseNumber: '1048827', licenseeName: 'Brightwater LLC', expiryDate: '2027-03-31' };
    const check = await addCheck(workspace, data, {
      ...data,
      licenseeName: 'Brightwater Inc',
      isMatch: false,
    });
    const decide = verificationHandlers(workspace)['verifications.decide'];
    await decide({ entryId: check, choice: 'accept_differences', note: 'Renamed in 2024' });
    await addDocument(workspace, {
      status: 'done',
      documentType: 'W-9',
      confidence: 0.91,
      qualityDetails: { overallScore: 0.42, feedback: 'Blurred', scoreBreakdown: { sharpness: 0.2 } },
      data: {
        nameOfEntityIndividual: 'Brightwater',
        employerIdentificationNumber: 12344417,
        isSigned: true,
        dateSigned: '2026-05-28',
      },
    });
    const { fileName, bytes } = await report(workspace);
    expect(fileName).toMatch(/^gangway-brightwater-plumbing-drain-\d{4}-\d\d-\d\d\.pdf$/);
    const pages = await getPages(bytes);
    expect(pages).toHaveLength(1);
    const [page = ''] = pages;
    for (const words of [
      'Brightwater Plumbing & Drain',
      'Vendor ID v-7',
      'Profile fetched',
      'workspace Test',
      'Page 1 of 1',
      'Ana Reyes',
      '12 Quay St, Oakland, CA 94607',
      'Licensed Yes',
      'Waiting for sign-in',
      '1 license: 1 decided by a person',
      'A better copy of W-9 (poor, 42 of 100)',
      '1 license: 1 with details that differ',
      '1 document, lowest score 42 (Poor), 1 not decided',
      'License 1048827',
      'manual_review · isVerified true · isMatch false',
      'License found, but 1 detail differs',
      'submitted “Brightwater LLC”, found “Brightwater Inc”',
      'Mar 31, 2027',
      'sharpness 20 (0.2 as received)',
      '91 (0.91 as received)',
      'Blurred',
      '••-•••4417',
      'signed, dated May 28, 2026',
      'Accepted anyway',
      'Renamed in 2024',
    ]) {
      expect(page).toContain(words);
    }
    expect(page).not.toContain('12344417');
    expect(page).not.toContain('Continues');
  });

  it(
    'sets Latin, Cyrillic and Greek, and describes what its font lacks instead of dropping it',
    { tags: ['nightly'] },
    async () => {
      const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
      keep(workspace, {
        companyName: 'Žižkov & Søn — Привет Ωμέγα',
        firstName: '王小明',
        lastName: 'שלום',
        jobTitle: 'مدير عام',
        userCompany: { description: 'Tools 🧰👩‍🔧 \uD800 \u202Eabc' },
      });
      const [page = ''] = await getPages((await report(workspace)).bytes);
      expect(page).toContain('Žižkov & Søn — Привет Ωμέγα');
      expect(page).toContain('[3 Chinese or Japanese characters] [4 Hebrew characters]');
      expect(page).toContain('[7 Arabic characters]');
      expect(page).toContain('Tools [2 emoji]');
      expect(page).toContain('[1 special character] abc');
      expect(page).toContain(
        'This report’s font doesn’t have these characters: Arabic, Chinese or Japanese, Hebrew, emoji, special.',
      );
    },
  );

  it(
    'goes on over further pages and says so on each, with the summary whole on the first',
    { tags: ['nightly'] },
    async () => {
      const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
      keep(workspace, { companyName: 'Brightwater', userCompany: { description: 'long '.repeat(2000) } });
      for (let number = 0; number < 12; number += 1) {
        const data = { licenseNumber: `LIC-${number}`, licenseeName: 'Brightwater LLC' };
        await addCheck(workspace, data, { ...data, licenseeName: 'Someone else' });
      }
      const pages = await getPages((await report(workspace)).bytes);
      expect(pages.length).toBeGreaterThan(1);
      const all = pages.join(' ');
      for (let number = 0; number < 12; number += 1) expect(all).toContain(`License LIC-${number}`);
      expect(pages[0]).toContain('12 licenses: 12 to decide');
      expect(pages[0]).toContain('more characters in Gangway');
      pages.forEach((page, index) => {
        expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
        expect(page.includes(`Continues on page ${index + 2}`)).toBe(index + 1 < pages.length);
        expect(page.includes('Brightwater, continued')).toBe(index > 0);
      });
    },
  );

  it(
    'is set with packed fonts as with those of the packages, and names in their scripts with them',
    { tags: ['nightly'] },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'gangway-fonts-'));
      onTestFinished(() => {
        rmSync(folder, { recursive: true });
      });
      const name = 'Łukasz Żółć, Ελληνική Οδός, Кирилл Щукин, Nguyễn Thị Hồng';
      const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
      keep(workspace, { companyName: name });
      const { regular, semibold, mono } = reportParts.fonts;
      const packed = {
        regular: join(folder, 'a.br'),
        semibold: join(folder, 'b.br'),
        mono: join(folder, 'c.br'),
      };
      writeFileSync(packed.regular, brotliCompressSync(readFileSync(regular)));
      writeFileSync(packed.semibold, brotliCompressSync(readFileSync(semibold)));
      writeFileSync(packed.mono, brotliCompressSync(readFileSync(mono)));
      const withPacked = await report(workspace, { ...reportParts, fonts: packed });
      const [page = ''] = await getPages(withPacked.bytes);
      expect(page).toContain(name);
      expect(page).not.toContain('characters]');
      expect(await getPages((await report(workspace)).bytes)).toEqual(await getPages(withPacked.bytes));
    },
  );

  it('says what there is none of', { tags: ['nightly'] }, async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    keep(workspace, {});
    const [page = ''] = await getPages((await report(workspace)).bytes);
    expect(page).toContain('No license of this vendor was verified from this computer.');
    expect(page).toContain('No document of this vendor was looked up on this computer.');
    expect(page).toContain('Nothing was decided on this computer.');
    expect(page).toContain('Not provided: Contact');
  });

  it('embeds its fonts and tells readers of the page its headings and language', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    keep(workspace, { companyName: 'Brightwater' });
    const { bytes } = await report(workspace);
    expect(bytes.length).toBeLessThan(100_000);
    const pdf = await opened(bytes);
    const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
    expect(tree).toContain('"H1"');
    expect(tree).toContain('"H2"');
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: 'Brightwater, vendor report', Language: 'en-US' });
    expect(bytes.toString('latin1')).toContain('/FontFile2');
    expect(bytes.toString('latin1')).not.toContain('/BaseFont /Helvetica');
  });

  it(
    'is made of whatever was sent, with nothing beyond the edge of a page',
    { tags: ['nightly'] },
    async () => {
      const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
      const odd = [
        'W'.repeat(700),
        'a\u0301'.repeat(300),
        '🧰'.repeat(400),
        '\u202E\u0000\n\t',
        '\uD83D',
        'x y '.repeat(900),
      ];
      keep(workspace, {
        companyName: 'W'.repeat(700),
        firstName: odd[1],
        lastName: odd[2],
        jobTitle: odd[3],
        phoneNumber: odd[4],
        services: odd.map((title) => ({ title })),
        jobSites: Array.from({ length: 300 }, (_unused, number) => `Site ${number}`),
        userCompany: { description: odd[5], website: `https://${'a'.repeat(600)}.example` },
      });
      const data = {
        licenseNumber: odd[0] ?? '',
        licenseeName: odd[5] ?? '',
        licenseTradeType: odd[2] ?? '',
      };
      await addCheck(workspace, data, { ...data, licenseeName: odd[1], licenseTradeType: odd[0] });
      await addDocument(workspace, {
        errors: odd[5],
        qualityDetails: { feedback: odd[2], overallScore: -4 },
      });
      const { fileName, bytes } = await report(workspace);
      expect(fileName.length).toBeLessThan(100);
      const pdf = await opened(bytes);
      for (let number = 1; number <= pdf.numPages; number += 1) {
        const page = await pdf.getPage(number);
        const { items } = await page.getTextContent();
        for (const item of items) {
          if (!('str' in item) || item.str.trim() === '') continue;
          const [, , , , left = NaN, bottom = NaN] = z.array(z.number()).parse(item.transform);
          expect(left).toBeGreaterThanOrEqual(40);
          expect(left + item.width).toBeLessThanOrEqual(612 - 40);
          expect(bottom).toBeGreaterThanOrEqual(8);
          expect(bottom + item.height).toBeLessThanOrEqual(792 - 20);
        }
      }
      expect((await getPages(bytes)).join(' ')).toContain('-4 as received, off the scale');
    },
  );

  it('is not made of a vendor that was never looked up here', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const handlers = exportHandlers(workspace, reportParts);
    expect(await handlers['exports.beginVendorReport']({ vendorId: 'v-8', withFiles: false })).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('leaves the app free for other work while it is set', { tags: ['nightly'] }, async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    keep(workspace, { companyName: 'Brightwater' });
    for (let number = 0; number < 40; number += 1) {
      const data = { licenseNumber: `LIC-${number}`, licenseeName: 'Brightwater LLC' };
      await addCheck(workspace, data, { ...data, licenseeName: 'Someone else' });
    }
    const making = report(workspace);
    let turns = 0;
    let made = false;
    const counted = (async () => {
      while (!made) {
        await new Promise((resolve) => setImmediate(resolve));
        turns += 1;
      }
    })();
    await making;
    made = true;
    await counted;
    // One turn between two checks at least, and all those while the thread works.
    expect(turns).toBeGreaterThan(40);
  });
});
