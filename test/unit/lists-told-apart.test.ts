import { describe, expect, it } from 'vitest';
import type { ListKind } from '#shared/imports/import-fields.ts';
import { createFileColumns, findListSheet } from '#main/imports/file-columns.ts';
import { splitName } from '#main/imports/contact-cells.ts';
import type { FileRow, OpenList } from '#main/imports/reading.ts';
import { noPresets, readTable, rulesOf } from '#test/fuzz/lists/one-list.ts';

// What a tester who had not written the import found in lists like those of other programs.

async function read(list: ListKind, text: string) {
  const { table } = await readTable(list, Buffer.from(text));
  const { rows } = table.page({ filter: 'all' }, null, 50);
  const sent = [...table.items()].map(({ item }) =>
    item.kind === 'invite' ? item.invitation.vendor : item.request.data,
  );
  return {
    sent,
    items: [...table.items()].map(({ item }) => item),
    results: rows.map(({ result, looksLike }) => looksLike ?? result),
    fixes: rows.flatMap(({ cells }) => cells.filter(({ problem }) => problem !== null).map(({ fix }) => fix)),
    counts: table.counts,
  };
}

describe('of two columns the one that says whose it is', () => {
  it('is the vendor’s address, and not that of our own manager', async () => {
    const { sent } = await read(
      'invites',
      'Property,Manager,Email,Vendor,Vendor Contact,Vendor Email\nPier 4,Pat Our,pat@our.example,Acme,Ann Ray,ann@acme.example\n',
    );
    expect(sent).toEqual([
      { companyName: 'Acme', firstName: 'Ann', lastName: 'Ray', email: 'ann@acme.example' },
    ]);
  });

  it('is the day of the license, and not that of a policy', async () => {
    const { sent } = await read(
      'verifications',
      'Company,Policy Number,Expiration Date,License Number,License Expiration Date\nAcme,P-1,2026-12-31,0012345,2027-03-31\n',
    );
    expect(sent).toEqual([{ licenseeName: 'Acme', licenseNumber: '0012345', expiryDate: '2027-03-31' }]);
  });
});

it('a second list below the first takes nothing of it away', async () => {
  const text =
    'Company,Email\nAcme,ann@acme.example\n\nCompany,Contact,Email,Phone\nBest,Bo Lee,bo@best.example,415-555-0101\n';
  const { sent } = await read('invites', text);
  expect(sent).toContainEqual({ companyName: 'Acme', email: 'ann@acme.example' });
});

it.each([
  'Ann Ray, President',
  'Ann Ray, Bo Lee',
  'Ann Ray - President',
  'Ann Ray | Bo Lee',
  'Ann Ray "Annie"',
  'See notes',
  'Best Concrete',
])('is not taken for the name of one person: %s', (name) => {
  expect(splitName(name)).toBeNull();
});

it.each(['Obsolete', 'On Hold', 'Former', 'Out of business', 'Non-active', 'Do-Not-Use', 'Retired'])(
  'a vendor whose status is %s is not invited',
  async (status) => {
    const { sent, results } = await read(
      'invites',
      `Company,Email,Status\nAcme,ann@acme.example,${status}\n`,
    );
    expect(sent).toEqual([]);
    expect(results).toEqual(['inactive']);
  },
);

it.each(['Acme (DO NOT USE)', 'Best - INACTIVE', 'Cedar (deleted)', '*DNU* Dale'])(
  'a vendor who is called %s is not invited',
  async (name) => {
    expect((await read('invites', `Company,Email\n${name},ann@acme.example\n`)).results).toEqual([
      'inactive',
    ]);
  },
);

it('a quotation mark that is not closed swallows no vendor in a list of two columns either', async () => {
  const { results } = await read(
    'invites',
    'Company,Email\n"Acme\nBest,b@best.example\nCedar",c@cedar.example\n',
  );
  expect(results).toContain('over_lines');
});

it.each([
  '111111, 222222',
  '111113 / 222224',
  'Yes',
  'On file',
  'No license required',
  'Not licensed',
  'Business license',
  '00000',
])('is no license number: %s', async (number) => {
  const { sent } = await read('verifications', `License Number,Licensee\n"${number}",Acme\n`);
  expect(sent).toEqual([]);
});

describe('a heading with a remark in parentheses', () => {
  it.each([
    ['invites', 'Vendor,Email (old)\nAcme,ann@acme.example'],
    ['invites', 'Vendor,Email (Property Manager)\nAcme,pat@our.example'],
  ] as const)('is not read as if the remark was not there: %s, %s', async (list, text) => {
    expect((await read(list, text)).sent).toEqual([]);
  });

  it('is not the expiration of the license where it says that it is that of a certificate', async () => {
    const { sent } = await read(
      'verifications',
      'License Number,Expiration (COI),Licensee (legal name)\n0012345,2027-03-31,Acme\n',
    );
    expect(sent).toEqual([{ licenseNumber: '0012345', licenseeName: 'Acme' }]);
  });

  it('is read where the remark changes nothing', async () => {
    const { sent } = await read(
      'invites',
      'Company (full legal name),Email (primary),Phone (xxx-xxx-xxxx)\nAcme,ann@acme.example,415-555-0101\n',
    );
    expect(sent).toEqual([{ companyName: 'Acme', email: 'ann@acme.example', phoneNumber: '415-555-0101' }]);
  });
});

describe('the order of a date', () => {
  it.each([
    ['is that of its heading', 'License Number,Expiration (DD/MM/YYYY)\n11,03/04/2027\n', ['2027-04-03']],
    [
      'is that of its heading, without marks',
      'License Number,Expires (MMDDCCYY)\n11,03042027\n',
      ['2027-03-04'],
    ],
    [
      'is that of another column',
      'License Number,Issued,Expires\n11,02/01/2024,03/04/2027\n12,25/12/2024,05/04/2027\n',
      ['2024-01-02', '2027-04-03', '2024-12-25', '2027-04-05'],
    ],
    [
      'is not known where a spreadsheet may have swapped it',
      'License Number,Expiration Date\n11,25/12/2026\n12,2026-03-04\n',
      ['2026-12-25', null],
    ],
  ])('%s', async (_case, text, fixes) => {
    const found = await read('verifications', text);
    expect(found.sent).toEqual([]);
    expect(found.fixes).toEqual(fixes);
  });
});

it('rows below other headings are not read by the first ones', async () => {
  const { sent, results } = await read(
    'invites',
    'Vendor,Contact,Email\nAcme,Ann Ray,ann@acme.example\nVendor,Manager,Email\nBest,Pat Our,pat@our.example\n',
  );
  expect(sent).toHaveLength(1);
  expect(results).toEqual(['ready', 'headings', 'other_headings']);
});

describe('headings below groups', () => {
  it('are those of their group', async () => {
    const { sent } = await read(
      'invites',
      'Vendor,,Property Manager,\nName,Email,Name,Email\nAcme LLC,ann@acme.example,Pat Our,pat@our.example\n',
    );
    expect(sent).toEqual([{ companyName: 'Acme LLC', email: 'ann@acme.example' }]);
  });

  it('are not the vendor’s below somebody else', async () => {
    const { sent } = await read(
      'invites',
      ',,Property Manager,\nCompany,Phone,Name,Email\nAcme,415-555-0101,Pat Our,pat@our.example\n',
    );
    expect(sent).toEqual([]);
  });
});

it('the type of a license is not the type of the request', async () => {
  const { items } = await read('verifications', 'License Number,Type\n0012345,C-39 Roofing\n0012346,C-10\n');
  expect(items).toMatchObject([{ request: { type: 'license' } }, { request: { type: 'license' } }]);
});

it('a greeting is not the message of the invite', async () => {
  const { items } = await read('invites', 'Email,Greeting\nann@acme.example,Dear Ann\n');
  expect(JSON.stringify(items)).not.toContain('Dear');
});

it('a note below the list is no vendor, and cannot be made one by the key for all', async () => {
  const { results, counts } = await read(
    'invites',
    'Email,Company,Phone\nann@acme.example,Acme,415-555-0101\nQuestions? Write to pat@our.example,,\n',
  );
  expect(results).toEqual(['ready', 'title']);
  expect(counts.fixable).toBe(0);
});

describe('what a cell holds', () => {
  it.each([
    ['invites', 'Email,Phone\na@x.example,1-800-ROOFING\n', '1-800-7663464'],
    ['invites', 'Email,Phone\na@x.example,Fax 415-555-0102 Phone 415-555-0101\n', '415-555-0101'],
    ['invites', 'Email,Phone\na@x.example,Fax: 415-555-0102\n', null],
    ['invites', 'Email,Phone\na@x.example,(415) 555-0101 (415) 555-0102\n', null],
  ] as const)('is not sent as it stands: %s, %s', async (list, text, fix) => {
    const { sent, fixes } = await read(list, text);
    expect(sent).toEqual([]);
    expect(fixes).toEqual([fix]);
  });

  it.each([
    ['Account Name,Email\nAcme,a@x.example\n', { companyName: 'Acme', email: 'a@x.example' }],
    [
      'Firmenname,Vorname,Nachname,E-Mail,Telefonnummer\nAcme,Ann,Ray,a@x.example,415-555-0101\n',
      {
        companyName: 'Acme',
        firstName: 'Ann',
        lastName: 'Ray',
        email: 'a@x.example',
        phoneNumber: '415-555-0101',
      },
    ],
    [
      'Razón social,Nombre,Apellidos,Correo electrónico,Teléfono\nAcme,Ann,Ray,a@x.example,415-555-0101\n',
      {
        companyName: 'Acme',
        firstName: 'Ann',
        lastName: 'Ray',
        email: 'a@x.example',
        phoneNumber: '415-555-0101',
      },
    ],
  ])('is found by headings of other programs and languages: %s', async (text, vendor) => {
    expect((await read('invites', text)).sent).toEqual([vendor]);
  });
});

it('a sheet of inactive vendors is not the list where there is another one', async () => {
  const rows: FileRow[] = [
    ['Company', 'Email'],
    ['Acme', 'ann@acme.example'],
  ].map((cells, at) => ({ row: at + 1, cells }));
  const more = [
    ...rows,
    ...Array.from({ length: 5 }, (_none, at) => ({ row: at + 3, cells: ['Best', `b${at}@best.example`] })),
  ];
  const book: OpenList = {
    format: { kind: 'workbook', from1904: false },
    sheets: ['Inactive vendors', 'Vendors'].map((name) => ({ name, hidden: false })),
    rows: async function* (sheet) {
      yield sheet === 0 ? more : rows;
    },
  };
  const rules = rulesOf.invites();
  const found = await findListSheet(
    book,
    rules,
    createFileColumns(rules, () => new Map(), noPresets),
    () => false,
  );
  expect(found).toEqual({ sheet: 1, others: [0] });
});
