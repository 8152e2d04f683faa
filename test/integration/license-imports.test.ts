import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verificationHandlers } from '#main/features/verifications.ts';
import { licenseLookupKey } from '#main/store/known-licenses.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { verificationRequest } from '#shared/service/verification.ts';
import { getError, importing, unwrap } from './import-harness.ts';
import { copyAsKilled } from './killed-copy.ts';
import { openTestWorkspace, temporaryFolder } from './workspace-harness.ts';

const unreachable = 'http://127.0.0.1:9';
const offline = () => openTestWorkspace({ baseUrl: unreachable, token: null });

async function submit(workspace: Workspace, licenseNumber: string, state?: string) {
  const place = state === undefined ? {} : { locationWhereLicenseIsValid: { state } };
  const calls = verificationHandlers(workspace);
  return unwrap(
    await calls['verifications.enqueue']({
      type: 'license',
      data: { licenseNumber, ...place },
      vendorId: null,
      replaces: null,
    }),
  );
}

function requests(workspace: Workspace) {
  return workspace.db
    .prepare("SELECT body FROM entry WHERE kind = 'verification' ORDER BY seq")
    .pluck()
    .all()
    .map((body) => verificationRequest.parse(JSON.parse(String(body))));
}

describe('queueing an imported list of licenses', () => {
  it('hands every ready row over as a verification of its own, found and listed as one that was typed', async () => {
    const workspace = await offline();
    const list = importing(workspace, 'verifications');
    const opened = await list.open(
      'License #,Trade,Business,State,Expires,Vendor ID\nC-1048827,Plumbing,Brightwater,CA,3/31/2027,48213\n',
      'june.csv',
    );
    expect(opened).toMatchObject({ list: 'verifications', type: 'license', mappingProblem: null });
    expect(unwrap(await list.queue()).queued).toBe(1);
    await workspace.imports.settled();
    expect(requests(workspace)).toEqual([
      {
        type: 'license',
        data: {
          licenseNumber: 'C-1048827',
          licenseTradeType: 'Plumbing',
          licenseeName: 'Brightwater',
          locationWhereLicenseIsValid: { state: 'CA' },
          expiryDate: '2027-03-31',
        },
      },
    ]);
    const { rows } = workspace.verifications.page({
      tab: 'waiting',
      search: 'bright',
      after: null,
      limit: 10,
    });
    expect(rows).toMatchObject([
      { licenseNumber: 'C-1048827', licenseeName: 'Brightwater', vendorId: '48213', state: 'queued' },
    ]);
    expect(workspace.verifications.ofVendor('48213')).toHaveLength(1);
    expect(workspace.entries.history(rows[0]?.entryId ?? '').map(({ event }) => event)).toEqual(['enqueued']);
    expect(workspace.verifications.counts()).toMatchObject({ all: 1, waiting: 1 });
    expect(workspace.entries.counts().queued).toBe(1);
  });

  it('writes into the database what a typed one writes', async () => {
    const workspace = await offline();
    await submit(workspace, 'C-1048827', 'CA');
    const list = importing(workspace, 'verifications');
    await list.open('License number,State\nC-1048828,CA\n');
    unwrap(await list.queue());
    await workspace.imports.settled();
    const rows = workspace.db
      .prepare(
        `SELECT e.kind, e.state, e.title, e.attempts, v.type, v.license_number, v.licensee_name, v.vendor_id,
           v.expires_on, v.attention, v.lookup_key IS NULL AS unknown
         FROM verification v JOIN entry e ON e.seq = v.entry ORDER BY e.seq`,
      )
      .all();
    expect(rows[1]).toEqual({
      ...z.record(z.string(), z.unknown()).parse(rows[0]),
      license_number: 'C-1048828',
    });
    expect(workspace.db.pragma('foreign_key_check')).toEqual([]);
  });

  it('keeps rows with problems and the same license out, whoever wrote the state', async () => {
    const workspace = await offline();
    await submit(workspace, 'C-1048827', 'California');
    const list = importing(workspace, 'verifications');
    const { counts } = await list.open(
      [
        'License number,State,Expiry date',
        'c1048827,CA,2027-03-31',
        'C-1048827,NV,2027-03-31',
        ',CA,2027-03-31',
        '77,CA,31.12.26',
        'C 104 8827,Nevada,',
      ].join('\n'),
    );
    expect(counts).toMatchObject({ all: 5, ready: 1, problems: 2, duplicates: 2, leftOut: 0 });
    const look = await list.rows('to_look_at');
    expect(look.map(({ row, result }) => [row, result])).toEqual([
      [4, 'problem'],
      [5, 'problem'],
      [2, 'duplicate'],
      [6, 'duplicate'],
    ]);
    expect(look[2]?.duplicate).toMatchObject({ kind: 'verification', state: 'queued', fileName: null });
    expect(look[3]?.duplicate).toEqual({ kind: 'row', row: 3, queued: false });
  });

  it('does not submit twice what is imported twice, and names the list it came from', async () => {
    const workspace = await offline();
    const list = importing(workspace, 'verifications');
    await list.open('License number,State\n1,CA\n2,CA\n,CA\n', 'first.csv');
    unwrap(await list.queue());
    await list.open('License number,State\n1,CA\n2,CA\n3,CA\n', 'second.csv');
    expect((await list.status()).counts).toMatchObject({ ready: 1, duplicates: 2 });
    expect((await list.rows('duplicates'))[0]?.duplicate).toMatchObject({
      kind: 'verification',
      fileName: 'first.csv',
    });
    expect(unwrap(await list.queue()).queued).toBe(1);
    await workspace.imports.settled();
    expect(requests(workspace).map(({ data }) => data.licenseNumber)).toEqual(['1', '2', '3']);
  });

  it(
    'checks licenses again with another type for all, and begins the next list with that of the settings',
    { tags: ['nightly'] },
    async () => {
      const workspace = await offline();
      const list = importing(workspace, 'verifications');
      const { importId, columns } = await list.open('License number,Type\n1,\n2,insurance\n');
      const fields = columns.map(({ field }) => field);
      const mapping = { importId, fields, headingsRow: 1, skipKnown: true, message: '' };
      unwrap(await list.calls['imports.setMapping']({ ...mapping, type: 'contractor' }));
      expect((await list.checked()).type).toBe('contractor');
      unwrap(await list.queue());
      await workspace.imports.settled();
      expect(requests(workspace).map(({ type }) => type)).toEqual(['contractor', 'insurance']);
      expect((await list.open('License number\n9\n')).type).toBe('license');
      workspace.updateSettings({ defaultVerificationType: 'contractor' });
      expect((await list.open('License number\n9\n')).type).toBe('contractor');
    },
  );

  it('refuses a field that only the other kind of list has', async () => {
    const workspace = await offline();
    const list = importing(workspace, 'verifications');
    const { importId } = await list.open('License number\n1\n');
    const mapping = { importId, headingsRow: 1, skipKnown: true, message: '' };
    expect(getError(await list.calls['imports.setMapping']({ ...mapping, fields: ['email'] })).code).toBe(
      'bad_input',
    );
  });

  it('remembers headings for each kind of list apart', { tags: ['nightly'] }, async () => {
    const workspace = await offline();
    const licenses = importing(workspace, 'verifications');
    const { importId } = await licenses.open('Contact,License number\nAnn,1\n');
    unwrap(
      await licenses.calls['imports.setMapping']({
        importId,
        headingsRow: 1,
        skipKnown: true,
        message: '',
        fields: ['licenseeName', 'licenseNumber'],
      }),
    );
    await licenses.checked();
    const invites = importing(workspace);
    expect((await invites.open('Contact,Email\nAnn,a@x.example.com\n')).columns[0]?.field).toBe('fullName');
    expect((await licenses.open('Contact,License number\nAnn,1\n')).columns[0]?.field).toBe('licenseeName');
  });

  it('is whole after the app ends right behind the commit, and takes back what has not left', async () => {
    const workspace = await offline();
    const batch = workspace.imports.begin('whole.csv', 'verification');
    workspace.imports.stage(
      batch,
      Array.from({ length: 700 }, (_none, row) => ({
        kind: 'verification' as const,
        request: { type: 'license', data: { licenseNumber: `L${row}` } },
        vendorId: null,
      })),
    );
    workspace.imports.commit(batch);
    const folder = temporaryFolder();
    copyAsKilled(workspace.folder, folder);
    const again = await openTestWorkspace({ baseUrl: unreachable, token: null, folder });
    await again.imports.settled();
    expect(again.verifications.counts()).toMatchObject({ all: 700, waiting: 700 });
    again.db.prepare("UPDATE entry SET state = 'accepted', reason = NULL WHERE seq <= 2").run();
    const undone = await importing(again).calls['imports.undo']({ batch });
    expect(unwrap(undone)).toEqual({ takenBack: 698, gone: 2 });
    expect(again.entries.counts()).toMatchObject({ queued: 0, cancelled: 698 });
  });

  it(
    'gives the bad rows back as a file that can be imported once they are fixed',
    { tags: ['nightly'] },
    async () => {
      const workspace = await offline();
      const list = importing(workspace, 'verifications');
      const { importId } = await list.open(
        'License number,Expiry date\n1,31.12.26\n2,2027-03-31\n',
        'june.csv',
      );
      const file = unwrap(await list.calls['imports.problems']({ importId }));
      expect(file.text.replace('\uFEFF', '')).toBe(
        'License number,Expiry date,What is wrong\r\n1,31.12.26,"Expiry date: This reads as Dec 31, 2026. Enter it as 2026-12-31."\r\n',
      );
      expect((await list.open(file.text.replace('31.12.26', '2026-12-31'))).counts).toMatchObject({
        ready: 1,
      });
    },
  );
});

describe('checks that were submitted one by one', () => {
  it('are found by the key of their license', async () => {
    const workspace = await offline();
    const numbers = ['c-10.48 / 8827#', '', 'Ä-ß 1'];
    for (const [index, number] of numbers.entries()) {
      await verificationHandlers(workspace)['verifications.enqueue']({
        type: 'license',
        data: { licenseNumber: number, licenseeName: `Firm ${index} #A.` },
        vendorId: null,
        replaces: null,
      });
    }
    const select = workspace.db.prepare('SELECT lookup_key FROM verification ORDER BY entry').pluck();
    expect(select.all()).toEqual(
      numbers.map((number, index) => licenseLookupKey(number, `Firm ${index} #A.`)),
    );
  });
});
