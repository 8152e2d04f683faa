import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Workspace } from '#main/workspace/workspace.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { copyAsKilled } from './killed-copy.ts';
import { xlsx } from '../unit/xlsx-file.ts';
import { getError, importing, unwrap } from './import-harness.ts';
import { enqueueInvite, openTestWorkspace, temporaryFolder, tryOpenWorkspace } from './workspace-harness.ts';

const nightly = { tags: ['nightly'] };

const unreachable = 'http://127.0.0.1:9';

function count(workspace: Workspace, table: string): unknown {
  return workspace.db.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();
}

function getList(rows: number, from = 0): string {
  const lines = Array.from(
    { length: rows },
    (_none, row) => `v${from + row}@list.example.com,Vera,Row ${from + row},Company ${from + row}`,
  );
  return `Email,First,Last,Company\n${lines.join('\n')}\n`;
}

async function offline() {
  return openTestWorkspace({ baseUrl: unreachable, token: null });
}

describe('queueing an imported list', () => {
  it('hands every ready row over as an invite of its own, with the words of the list', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    await list.open(
      'Email,Name,Vendor,Tel.,Message\nlena@brickyard.example.com,Lena Osei,Brickyard Masonry,(415) 555-0193,Hi Lena\n',
      'june.csv',
    );
    expect(unwrap(await list.queue()).queued).toBe(1);
    await workspace.imports.settled();
    const [row] = workspace.invites.page({ tab: 'all', search: '', after: null, limit: 10 }).rows;
    expect(row).toMatchObject({
      email: 'lena@brickyard.example.com',
      contactName: 'Lena Osei',
      state: 'queued',
    });
    const body: unknown = workspace.db.prepare('SELECT body FROM entry').pluck().get();
    expect(JSON.parse(String(body))).toEqual({
      inviteMessage: 'Hi Lena',
      vendor: {
        email: 'lena@brickyard.example.com',
        firstName: 'Lena',
        lastName: 'Osei',
        companyName: 'Brickyard Masonry',
        phoneNumber: '(415) 555-0193',
      },
    });
    expect(workspace.entries.history(row?.entryId ?? '').map(({ event }) => event)).toEqual(['enqueued']);
    expect(workspace.search.find('brickyard', 5)).toHaveLength(1);
  });

  it('gives every row its own id and idempotency key', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    await list.open(getList(500));
    unwrap(await list.queue());
    await workspace.imports.settled();
    const distinct = 'SELECT COUNT(DISTINCT id), COUNT(DISTINCT idempotency_key), COUNT(*) FROM entry';
    expect(workspace.db.prepare(distinct).raw().get()).toEqual([500, 500, 500]);
    expect(z.uuid().safeParse(workspace.db.prepare('SELECT id FROM entry').pluck().get()).success).toBe(true);
    expect(workspace.db.pragma('foreign_key_check')).toEqual([]);
  });

  it('keeps rows with problems and duplicates out, and says what is wrong with each', async () => {
    const workspace = await offline();
    await enqueueInvite(workspace, 'Tom@Kestrel.example.com');
    const list = importing(workspace);
    const { counts } = await list.open(
      [
        'Email,First',
        'ok@a.example.com,A',
        'dale@ironwood..example.com,B',
        ',C',
        'tom@kestrel.example.com,D',
        'OK@a.example.com,E',
      ].join('\n'),
    );
    expect(counts).toMatchObject({ all: 5, ready: 1, problems: 2, duplicates: 2, leftOut: 0 });
    const look = await list.rows('to_look_at');
    expect(look.map(({ row, result }) => [row, result])).toEqual([
      [3, 'problem'],
      [4, 'problem'],
      [5, 'duplicate'],
      [6, 'duplicate'],
    ]);
    expect(look[0]?.cells[0]?.problem).toBe('Two dots in a row. Check the part after @.');
    expect(look[1]?.cells[0]?.problem).toBe('An email address is required.');
    expect(look[2]?.duplicate).toMatchObject({ kind: 'invite', state: 'queued', fileName: null });
    expect(look[3]?.duplicate).toEqual({ kind: 'row', row: 2, queued: false });
    unwrap(await list.queue());
    await workspace.imports.settled();
    expect(count(workspace, 'entry')).toBe(2);
  });

  it('queues a duplicate only where a person includes it, and leaves out what a person leaves out', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    const { importId } = await list.open('Email\na@x.example.com\na@x.example.com\nb@x.example.com\n');
    const include = list.calls['imports.include'];
    expect(unwrap(await include({ importId, row: 3, choice: 'in' })).rows[0]).toMatchObject({
      result: 'ready',
      included: true,
    });
    expect(unwrap(await include({ importId, row: 4, choice: 'out' })).rows[0]?.result).toBe('left_out');
    expect((await list.status()).counts).toMatchObject({ ready: 2, leftOut: 1, duplicates: 0 });
    expect(unwrap(await list.queue()).queued).toBe(2);
  });

  it('begins a page with the row that is asked for, and goes on from there', async () => {
    const list = importing(await offline());
    const { importId } = await list.open(getList(300));
    const page = (from: number | null, after: string | null) =>
      list.calls['imports.page']({ importId, filter: 'all', group: null, from, after, limit: 100 });
    const first = unwrap(await page(150, null));
    expect([first.rows[0]?.row, first.rows.at(-1)?.row, first.total]).toEqual([150, 249, 300]);
    const next = unwrap(await page(150, first.next));
    expect([next.rows[0]?.row, next.rows.at(-1)?.row, next.next]).toEqual([250, 301, null]);
    expect(unwrap(await page(9999, null)).rows[0]?.row).toBe(2);
  });

  it('keeps the later of two rows once the first is left out', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    const { importId } = await list.open('Email\na@x.example.com\na@x.example.com\n');
    const { rows } = unwrap(await list.calls['imports.include']({ importId, row: 2, choice: 'out' }));
    expect(rows.map(({ row, result }) => [row, result])).toEqual([
      [2, 'left_out'],
      [3, 'ready'],
    ]);
    expect((await list.rows()).map(({ result }) => result)).toEqual(['left_out', 'ready']);
  });

  it('checks a corrected cell at once, also against the other rows', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    const { importId } = await list.open('Email\na@x.example.com\nnot an address\n');
    const edit = list.calls['imports.editCell'];
    const same = unwrap(await edit({ importId, row: 3, column: 0, text: 'A@x.example.com' }));
    expect(same.rows[0]).toMatchObject({
      result: 'duplicate',
      duplicate: { kind: 'row', row: 2, queued: false },
    });
    expect(unwrap(await edit({ importId, row: 3, column: 0, text: 'b@x.example.com' })).rows[0]?.result).toBe(
      'ready',
    );
    expect((await list.status()).counts.ready).toBe(2);
  });

  it('refuses to queue another number than the button showed', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    const { importId } = await list.open(getList(3));
    await enqueueInvite(workspace, 'v1@list.example.com');
    const result = await list.calls['imports.queue']({ importId, expected: 3 });
    expect(getError(result)).toMatchObject({ code: 'too_late' });
    expect((await list.status()).counts).toMatchObject({ ready: 2, duplicates: 1 });
    expect(count(workspace, 'import_row')).toBe(0);
    expect(unwrap(await list.queue()).queued).toBe(2);
  });

  it('recognises in the corrected file what was queued before', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    await list.open('Email\na@x.example.com\nbroken\n', 'first.csv');
    unwrap(await list.queue());
    await list.open('Email\na@x.example.com\nfixed@x.example.com\n', 'second.csv');
    expect((await list.status()).counts).toMatchObject({ ready: 1, duplicates: 1 });
    expect((await list.rows('duplicates'))[0]?.duplicate).toMatchObject({
      kind: 'invite',
      fileName: 'first.csv',
    });
    expect(unwrap(await list.queue()).queued).toBe(1);
    await workspace.imports.settled();
    expect(count(workspace, 'entry')).toBe(2);
  });

  it('recognises vendors whose profile is on this computer, by ID and by email', async () => {
    const workspace = await offline();
    const profile = { companyName: 'Northfork', email: 'pavel@northfork.example.com' };
    const reading = readResource(vendorProfile, profile);
    if (reading === null) throw new Error('It is an object.');
    workspace.vendors.put('48213', reading, JSON.stringify(profile), 0);
    const list = importing(workspace);
    await list.open('Email,Vendor ID\npavel@northfork.example.com,\n,48213\n');
    const vendor = { kind: 'vendor', vendorId: '48213', companyName: 'Northfork' };
    expect((await list.rows()).map(({ duplicate }) => duplicate)).toEqual([vendor, vendor]);
  });

  it('remembers which field a heading was given', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    const first = await list.open('Anschrift,Wer\na@x.example.com,Anna\n');
    expect(first.columns.map(({ field }) => field)).toEqual(['email', 'skip']);
    const { importId, headingsRow, skipKnown, message } = first;
    const fields = ['email', 'firstName'] as const;
    unwrap(
      await list.calls['imports.setMapping']({
        importId,
        headingsRow,
        skipKnown,
        message,
        fields: [...fields],
      }),
    );
    await list.checked();
    const second = await list.open('Wer,Anschrift\nBo,b@x.example.com\n');
    expect(second.columns.map(({ field }) => field)).toEqual(['firstName', 'email']);
  });

  it('puts the one message into every invite that has none of its own', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    const opened = await list.open('Email,Message\na@x.example.com,Own\nb@x.example.com,\n');
    const fields = opened.columns.map(({ field }) => field);
    const { importId, headingsRow, skipKnown } = opened;
    unwrap(
      await list.calls['imports.setMapping']({
        importId,
        headingsRow,
        skipKnown,
        fields,
        message: 'For all',
      }),
    );
    await list.checked();
    unwrap(await list.queue());
    await workspace.imports.settled();
    const messages = workspace.db
      .prepare("SELECT json_extract(body, '$.inviteMessage') FROM entry ORDER BY seq")
      .pluck();
    expect(messages.all()).toEqual(['Own', 'For all']);
  });
});

describe('a list that cannot be queued', () => {
  it('queues nothing of it on a full disk, keeps it open, and queues it once there is room', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    await list.open(getList(3000));
    const pages = z.number().parse(workspace.db.pragma('page_count', { simple: true }));
    workspace.db.pragma(`max_page_count = ${pages + 40}`);
    const refused = getError(await list.queue());
    expect(refused.code).toBe('storage');
    expect(refused.message).toContain('Nothing was queued');
    expect([count(workspace, 'entry'), count(workspace, 'invite')]).toEqual([0, 0]);
    workspace.db.pragma(`max_page_count = ${pages + 100_000}`);
    expect((await list.status()).phase.kind).toBe('ready');
    expect(unwrap(await list.queue()).queued).toBe(3000);
    await workspace.imports.settled();
    expect(count(workspace, 'entry')).toBe(3000);
    expect(count(workspace, 'import_row')).toBe(0);
  });

  it('is dropped where the app ends before the commit', async () => {
    const workspace = await offline();
    const batch = workspace.imports.begin('half.csv', 'invite');
    workspace.imports.stage(batch, [
      { kind: 'invite', invitation: { vendor: { email: 'half@x.example.com' } } },
    ]);
    const folder = temporaryFolder();
    copyAsKilled(workspace.folder, folder);
    const again = await openTestWorkspace({ baseUrl: unreachable, token: null, folder });
    await again.imports.settled();
    expect([count(again, 'entry'), count(again, 'import_row')]).toEqual([0, 0]);
  });

  it('is whole after the app ends right behind the commit', async () => {
    const workspace = await offline();
    const batch = workspace.imports.begin('whole.csv', 'invite');
    const invitations = Array.from({ length: 1500 }, (_none, row) => ({
      kind: 'invite' as const,
      invitation: { vendor: { email: `w${row}@x.example.com` } },
    }));
    workspace.imports.stage(batch, invitations);
    workspace.imports.commit(batch);
    expect(count(workspace, 'entry')).toBe(0);
    const folder = temporaryFolder();
    copyAsKilled(workspace.folder, folder);
    const again = await openTestWorkspace({ baseUrl: unreachable, token: null, folder });
    await again.imports.settled();
    expect([count(again, 'entry'), count(again, 'import_row')]).toEqual([1500, 0]);
    expect(again.entries.counts().queued).toBe(1500);
  });
});

describe('taking a list back', () => {
  it('cancels what has not left, and counts what has', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    await list.open(getList(400));
    const { batch } = unwrap(await list.queue());
    await workspace.imports.settled();
    workspace.db.prepare("UPDATE entry SET state = 'accepted', reason = NULL WHERE seq <= 3").run();
    const result = unwrap(await list.calls['imports.undo']({ batch }));
    expect(result).toEqual({ takenBack: 397, gone: 3 });
    expect(workspace.entries.counts()).toMatchObject({ queued: 0, cancelled: 397, accepted: 3 });
  });

  it('takes back what is not in the outbox yet, and says the same when it is asked again', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    await list.open(getList(2000));
    const { batch } = unwrap(await list.queue());
    expect(unwrap(await list.calls['imports.undo']({ batch }))).toEqual({ takenBack: 2000, gone: 0 });
    expect(unwrap(await list.calls['imports.undo']({ batch }))).toEqual({ takenBack: 2000, gone: 0 });
    expect(workspace.entries.counts().queued).toBe(0);
    await list.open(getList(2000));
    expect((await list.status()).counts.ready).toBe(2000);
  });
});

describe('the file of rows to look at', () => {
  it('has a name that reads as it is, whatever the list is called', async () => {
    const list = importing(await offline());
    const { importId, ...status } = await list.open('Email\nbroken\n', 'june\u202Efdp.csv\u0007/..:<x>.csv');
    expect(status.fileName).toBe('junefdp.csv /..:<x>.csv');
    const file = unwrap(await list.calls['imports.problems']({ importId }));
    expect(file.fileName).toBe('junefdp.csv -..--x--needs-fixing.csv');
  });

  it('holds the file’s own columns and what is wrong, with formulas neutralised, and can be imported again', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    const { importId } = await list.open(
      'Email,Phone,Internal\nbroken,+1 415 555 0100,=1+1\nok@x.example.com,+1 415 555 0101,2\n',
      'june.xlsx.csv',
    );
    const file = unwrap(await list.calls['imports.problems']({ importId }));
    expect(file.fileName).toBe('june.xlsx-needs-fixing.csv');
    const [head, line, ...more] = file.text.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toBe('Email,Phone,Internal,What is wrong');
    expect(line).toBe(
      `broken,'+1 415 555 0100,'=1+1,"Email: An email address needs an @, as in name@company.com."`,
    );
    expect(more).toEqual([]);
    await list.open(file.text.replace('broken', 'fixed@x.example.com'));
    const [row] = await list.rows();
    expect(row).toMatchObject({ result: 'ready' });
    expect(row?.cells.map(({ text }) => text)).toEqual(['fixed@x.example.com', '+1 415 555 0100']);
  });

  it('brings back each cell as it was, also where formulas stand behind a separator of another list', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    const company = "Acme;=cmd|'/c calc'!A0; +x";
    const { importId } = await list.open(`Email,Company,First name\nbroken,"${company}",＝1\n`, 'june.csv');
    const file = unwrap(await list.calls['imports.problems']({ importId }));
    expect(file.text).toContain(`broken,"Acme;'=cmd|'/c calc'!A0;' +x",'＝1,`);
    await list.open(file.text.replace('broken', 'fixed@x.example.com'));
    const [row] = await list.rows();
    expect(row?.cells.map(({ text }) => text)).toEqual(['fixed@x.example.com', company, '＝1']);
  });
});

describe('a list that cannot be read as it is', () => {
  it('says how many columns are too many', async () => {
    const workspace = await offline();
    const { phase } = await importing(workspace).open(`${'x,'.repeat(499)}x\n`);
    expect(phase).toMatchObject({ kind: 'failed' });
    expect(phase).toHaveProperty('message', expect.stringContaining('This list has 500 columns'));
  });

  it('says where a quotation mark is left open, and takes the next file', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    const { phase } = await list.open('Email\n"a@x.example.com\n');
    expect(phase).toHaveProperty('message', expect.stringContaining('in row 2 isn’t closed'));
    expect((await list.open(getList(2))).counts.ready).toBe(2);
  });

  const titled = [
    ['Vendor list as of June 9, 2026'],
    ['Bay Property Group'],
    [],
    ['No.', 'Company', 'Contact', 'E-mail', 'Phone'],
    ['1', 'Acme LLC', 'Ann Ash', 'a@x.example.com', '(415) 555-0101'],
    ['2', 'Bolt Inc', 'Bo Birch', 'b@x.example.com', '(415) 555-0102'],
  ];

  it.each([
    ['a CSV file', titled.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')],
    ['an XLSX file', xlsx({ sheets: [titled] })],
  ])('finds the headings below a title in %s, and leaves out what is above them', async (_name, file) => {
    const workspace = await offline();
    const list = importing(workspace);
    const { headingsRow, topRows, columns, counts } = await list.open(file);
    expect(headingsRow).toBe(4);
    expect(topRows.slice(0, 3)).toEqual([
      { row: 1, text: 'Vendor list as of June 9, 2026' },
      { row: 2, text: 'Bay Property Group' },
      { row: 4, text: 'No. · Company · Contact · E-mail · Phone' },
    ]);
    expect(columns.map(({ field }) => field)).toEqual([
      'skip',
      'companyName',
      'fullName',
      'email',
      'phoneNumber',
    ]);
    expect(columns[1]).toMatchObject({ heading: 'Company', sample: 'Acme LLC' });
    expect(counts).toMatchObject({ all: 2, ready: 2 });
    expect((await list.rows()).map(({ row }) => row)).toEqual([5, 6]);
  });

  it('takes the headings of the row that a person chooses, and tells the columns by them', async () => {
    const list = importing(await offline());
    const { importId, headingsRow, skipKnown, message } = await list.open(
      'Vendor,Contact\nBusiness,E-mail\nAcme,a@x.example.com\n',
    );
    expect(headingsRow).toBe(1);
    const choose = (row: number | null) =>
      list.calls['imports.setMapping']({ importId, skipKnown, message, headingsRow: row });
    unwrap(await choose(2));
    const chosen = await list.checked();
    expect(chosen.columns.map(({ heading, field }) => [heading, field])).toEqual([
      ['Business', 'companyName'],
      ['E-mail', 'email'],
    ]);
    expect(chosen.counts).toMatchObject({ all: 1, ready: 1 });
    unwrap(await choose(null));
    expect((await list.checked()).counts.all).toBe(3);
    expect(getError(await choose(4)).code).toBe('bad_input');
  });

  const readMe = [
    ['Read me'],
    ['Fill in the sheet with the vendors, one in each row.'],
    ['Company', 'The legal name of the vendor'],
    ['Email', 'Who gets the invite'],
  ];
  const vendors = [
    ['Company', 'Contact', 'Email'],
    ['Acme LLC', 'Ann Berg', 'a@x.example.com'],
    ['Bolt Inc', 'Bo Carl', 'b@x.example.com'],
  ];

  const books: [name: string, sheets: string[][][], sheet: number, found: boolean, options: object][] = [
    ['behind one that says how to fill it in', [readMe, vendors], 1, true, {}],
    ['behind an empty one and one of choices', [[], [['State'], ['CA'], ['NV']], vendors], 2, true, nightly],
    ['before one of choices', [vendors, [['State'], ['CA'], ['NV']]], 0, true, nightly],
    ['behind one of examples', [vendors.slice(0, 2), [...vendors, ...vendors.slice(1)]], 1, true, nightly],
    ['the first of two alike', [vendors, vendors], 0, true, {}],
    ['the only one', [vendors], 0, false, nightly],
  ];

  for (const [name, sheets, sheet, found, options] of books)
    it(`takes the sheet that holds the list: ${name}`, options, async () => {
      const { open } = importing(await offline());
      const status = await open(xlsx({ sheets }), 'list.xlsx');
      expect(status).toMatchObject({
        phase: { kind: 'ready' },
        sheet,
        sheetFound: found,
        mappingProblem: null,
      });
      expect(status.columns.map(({ field }) => field)).toEqual(['companyName', 'fullName', 'email']);
    });

  it('takes the sheet that a person names in its place, and keeps to it', async () => {
    const { calls, open, checked } = importing(await offline());
    const { importId } = await open(xlsx({ sheets: [readMe, vendors] }), 'list.xlsx');
    unwrap(await calls['imports.chooseSheet']({ importId, sheet: 0 }));
    expect(await checked()).toMatchObject({ sheet: 0, sheetFound: false });
  });

  it('takes a list without headings, its first row too', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    const { headingsRow, columns, counts } = await list.open('Anna,a@x.example.com\nBo,b@x.example.com\n');
    expect(headingsRow).toBeNull();
    expect(columns.map(({ heading, sample, field }) => [heading, sample, field])).toEqual([
      ['', 'Anna', 'skip'],
      ['', 'a@x.example.com', 'email'],
    ]);
    expect(counts.ready).toBe(2);
  });

  it('lets nothing be queued before a column holds the address', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    const { mappingProblem, importId } = await list.open('First,Last\nAnna,Berg\n');
    expect(mappingProblem).toBe('Choose the column with the email address or the vendor ID.');
    const refused = await list.calls['imports.queue']({ importId, expected: 0 });
    expect(getError(refused).code).toBe('bad_input');
  });

  it('marks formulas, errors of the spreadsheet and two addresses in one cell', async () => {
    const workspace = await offline();
    const list = importing(workspace);
    await list.open(
      'Email,Company\na@x.example.com,=1+1\nb@x.example.com,#N/A\n"c@x.example.com; d@x.example.com",D\n',
    );
    const problems = (await list.rows()).map(
      (row) => row.cells.find((cell) => cell.problem !== null)?.problem,
    );
    expect(problems).toEqual([
      'This is a formula. Enter the text itself.',
      'The spreadsheet shows an error here. Enter the text itself.',
      'Two addresses in one cell. Keep one.',
    ]);
  });
});

describe('a file that comes in pieces', () => {
  it('is refused with a sentence when it ends early or a piece is missing', async () => {
    const workspace = await offline();
    const { calls } = importing(workspace);
    const { importId } = unwrap(
      await calls['imports.begin']({ list: 'invites', fileName: 'a.csv', size: 10 }),
    );
    unwrap(
      await calls['imports.append']({ importId, offset: 0, data: Buffer.from('abc').toString('base64') }),
    );
    expect(getError(await calls['imports.finish']({ importId })).message).toContain(
      'couldn’t read the whole file',
    );
    expect(unwrap(await calls['imports.status'](null))).toBeNull();
  });

  it.each([
    ['is longer than the file', 0, Buffer.from('abcdef').toString('base64')],
    ['is not the next one', 1, Buffer.from('a').toString('base64')],
    ['is not Base64', 0, 'a,b\n'],
  ])('is refused where a piece %s', async (_what, offset, data) => {
    const workspace = await offline();
    const { calls } = importing(workspace);
    const { importId } = unwrap(
      await calls['imports.begin']({ list: 'invites', fileName: 'a.csv', size: 5 }),
    );
    expect(getError(await calls['imports.append']({ importId, offset, data })).message).toContain(
      'couldn’t read the whole file',
    );
    expect(unwrap(await calls['imports.status'](null))).toBeNull();
  });

  it('is refused before the first byte when it is too large', async () => {
    const workspace = await offline();
    const { calls } = importing(workspace);
    const refused = await calls['imports.begin']({
      list: 'invites',
      fileName: 'a.csv',
      size: 300 * 1024 * 1024,
    });
    expect(getError(refused).message).toContain('larger than 100 MB');
  });
});

describe('a copy of the database that was restored', () => {
  it('holds no queued row that would be sent without being asked about', async () => {
    const workspace = await offline();
    const batch = workspace.imports.begin('copied.csv', 'invite');
    workspace.imports.stage(batch, [
      { kind: 'invite', invitation: { vendor: { email: 'copied@x.example.com' } } },
    ]);
    workspace.imports.commit(batch);
    const { moveAllStaged } = await import('#main/store/import-rows.ts');
    moveAllStaged(workspace.db);
    workspace.entries.doubtUnsent(0, null);
    expect(workspace.entries.counts()).toMatchObject({ queued: 0, in_doubt: 1 });
  });
});

describe('20,000 rows', { tags: ['nightly'] }, () => {
  it('are read, checked and queued while the process stays responsive', async () => {
    const { opened } = await tryOpenWorkspace({ baseUrl: unreachable, token: null });
    if (!opened.ok) throw new Error('The workspace does not open.');
    const { workspace } = opened;
    const list = importing(workspace);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const from = performance.now();
    const { counts } = await list.open(getList(20_000));
    expect(counts.ready).toBe(20_000);
    expect(unwrap(await list.queue()).queued).toBe(20_000);
    const queued = performance.now() - from;
    await workspace.imports.settled();
    delay.disable();
    expect(workspace.entries.counts().queued).toBe(20_000);
    console.log(
      `20,000 rows: queued after ${Math.round(queued)} ms, longest block ${Math.round(delay.max / 1e6)} ms, p99 ${Math.round(delay.percentile(99) / 1e6)} ms`,
    );
    await workspace.close();
  });
});
