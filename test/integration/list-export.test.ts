import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { exportHandlers } from '#main/features/exports.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { exportSource, type ExportFormat, type ExportSource } from '#shared/ipc/exports.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { getPaths, valueAt } from '../resource-fields.ts';
import { fullVendorProfile } from '#test/full-profile.ts';
import { reportParts } from './assets.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  pass,
  passUntil,
} from './workspace-harness.ts';

const nowhere = 'http://127.0.0.1:9';

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function exported(workspace: Workspace, source: ExportSource, format: ExportFormat): Promise<Buffer> {
  const handlers = exportHandlers(workspace, reportParts);
  const { exportId, fileName } = unwrap(await handlers['exports.begin']({ source, format }));
  expect(fileName).toMatch(new RegExp(`^gangway-${source.list}-\\d{4}-\\d\\d-\\d\\d\\.${format}$`));
  const parts: Buffer[] = [];
  for (;;) {
    const { part, done, total, finished } = unwrap(await handlers['exports.next']({ exportId }));
    expect(done).toBeLessThanOrEqual(total);
    parts.push(Buffer.from(part, 'base64'));
    if (finished) break;
  }
  expect(await handlers['exports.next']({ exportId })).toMatchObject({ error: { code: 'not_found' } });
  return Buffer.concat(parts);
}

function keep(workspace: Workspace, id: string, companyName: string, stateCode = 'CA'): void {
  const body = JSON.stringify({ id, companyName, location: { stateCode } });
  const reading = readResource(vendorProfile, JSON.parse(body));
  if (reading === null) throw new Error('It is an object.');
  workspace.vendors.put(id, reading, body, workspace.clock.wall());
}

const lines = (csv: Buffer) => csv.toString('utf8').trimEnd().split('\r\n');

describe('the export of a list', () => {
  it('holds the whole list as it is narrowed and sorted, however many pages it has', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    workspace.db
      .transaction(() => {
        for (let id = 1000; id < 5321; id += 1)
          keep(workspace, String(id), `Company ${id}`, id % 2 === 0 ? 'CA' : 'NV');
      })
      .immediate();
    const source = exportSource.parse({
      list: 'vendors',
      sort: 'name',
      filter: { where: { state: { kind: 'is', value: 'ca' } } },
    });
    const begin = exportHandlers(workspace, reportParts)['exports.begin'];
    // A list without those that are still checked would look whole.
    expect(await begin({ source, format: 'csv' })).toMatchObject({ ok: false, error: { code: 'too_late' } });
    await passUntil(workspace.fake, () => workspace.onboarding.coming() === 0, 60_000, 10);
    // Nor would one without those whose state cannot be searched by yet.
    while (workspace.search.coming(true).coming !== undefined) {
      const begun = await begin({ source, format: 'csv' });
      // The last few are caught up with before the export begins.
      if (begun.ok) break;
      expect(begun.error.code).toBe('too_late');
      await pass(workspace.fake, 50, 50);
    }
    expect(workspace.search.coming(true).coming).toBeUndefined();
    const rows = lines(await exported(workspace, source, 'csv'));
    expect(rows[0]).toMatch(
      /^\uFEFFVendor,Vendor ID,Invited address,Job site,May work\?,Why,By job site,Since,Assigned to,Contact,Email,Phone,City,State,Services,Licensed,Service says,Fetched,Job title,/,
    );
    expect(rows).toHaveLength(1 + 2161);
    expect(rows[1]).toMatch(/^Company 1000,1000,/);
    expect(rows.at(-1)).toMatch(/^Company 5320,5320,/);
  });

  it('has every field of a profile, each once', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const body = JSON.stringify(fullVendorProfile);
    const reading = readResource(vendorProfile, fullVendorProfile);
    if (reading === null) throw new Error('It is an object.');
    workspace.vendors.put(fullVendorProfile.id, reading, body, workspace.clock.wall());
    const source = exportSource.parse({ list: 'vendors' });
    const [head = '', row = ''] = lines(await exported(workspace, source, 'csv'));
    const texts = getPaths(vendorProfile).filter(
      (path) => typeof valueAt(fullVendorProfile, path) !== 'boolean',
    );
    const missing = texts.filter(
      (path) => ![valueAt(fullVendorProfile, path)].flat().every((one) => row.includes(String(one))),
    );
    expect(missing).toEqual([]);
    const labels = head.split('"').join('').split(',');
    expect(head).toContain(',"Services, Specialty, title",');
    expect(head).toContain(',"Enrollment, Crew size",');
    expect(labels.filter((label) => label.replace('\uFEFF', '') === 'Vendor')).toHaveLength(1);
    expect(row).toContain(',Service 9211,Yes,');
  });

  it('has what a profile says in another form than described', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const body = JSON.stringify({
      jobTitle: ['Owner', 'Buyer'],
      userCompany: 'Sunrise Inc.',
      services: [{ title: 'Roofs' }, { title: 'Floors', specialties: [{ title: 'Oak' }] }],
    });
    const reading = readResource(vendorProfile, JSON.parse(body));
    if (reading === null) throw new Error('It is an object.');
    workspace.vendors.put('1', reading, body, workspace.clock.wall());
    const source = exportSource.parse({ list: 'vendors' });
    const text = (await exported(workspace, source, 'csv')).toString('utf8');
    expect(text).toMatch(/,Unexpected format\r\n/);
    expect(text).toContain(
      ',"Company details: Sunrise Inc.; Service 2, Specialty: [{""title"":""Oak""}]; Job title: [""Owner"",""Buyer""]"',
    );
  });

  it('neutralises formulas in CSV and writes text cells in a workbook', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    keep(workspace, '1', '=HYPERLINK("http://x","y")');
    keep(workspace, '2', '<b>&"Ärger" 🧰\u0001');
    const source = exportSource.parse({ list: 'vendors' });
    expect(lines(await exported(workspace, source, 'csv')).join('\n')).toContain(
      `"'=HYPERLINK(""http://x"",""y"")"`,
    );
    const files = unzipSync(await exported(workspace, source, 'xlsx'));
    expect(Object.keys(files).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain(
      '<c s="1" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;http://x&quot;,&quot;y&quot;)</t></is></c>',
    );
    expect(sheet).toContain('>&lt;b&gt;&amp;&quot;Ärger&quot; 🧰</t>');
    expect(sheet.match(/<row>/g)).toHaveLength(3);
  });

  it('masks Employer IDs unless they were asked for', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const job = randomUUID();
    await documentHandlers(workspace)['documents.add']({ ids: [job], vendorId: null });
    const body = JSON.stringify({ id: job, data: { employerIdentificationNumber: 12344417 } });
    const reading = { at: 2, status: 'done', differing: null, problem: null, body };
    workspace.readings.add('document', job, reading);
    const masked = await exported(workspace, exportSource.parse({ list: 'documents' }), 'csv');
    expect(masked.toString()).toContain('••-•••4417');
    expect(masked.toString()).not.toContain('01-2344417');
    const full = await exported(
      workspace,
      exportSource.parse({ list: 'documents', employerIds: true }),
      'csv',
    );
    expect(full.toString()).toContain('01-2344417');
  });

  it('is there for invites, verifications and the outbox, with what became of each', async () => {
    const workspace = await openTestWorkspace({ baseUrl: nowhere, token: null });
    const invite = await enqueueInvite(workspace, 'tom@kestrel.example.com');
    const check = await enqueueVerification(workspace);
    const of = async (list: string) => lines(await exported(workspace, exportSource.parse({ list }), 'csv'));
    expect((await of('invites'))[1]).toMatch(
      new RegExp(`tom@kestrel\\.example\\.com.*${invite},Waiting to send`),
    );
    const [head, verification] = await of('verifications');
    expect(head).toContain(',Gangway: verdict,Gangway: summary,Gangway: reasons,');
    expect(verification).toContain(`${check},Waiting to send`);
    expect(await of('outbox')).toHaveLength(3);
  });
});
