import { describe, expect, it } from 'vitest';
import { getHeadings, headingsToRemember, guessFields, findHeadings } from '#main/imports/columns.ts';
import { splitName } from '#main/imports/contact-cells.ts';
import { cellFinding } from '#main/imports/cell-check.ts';
import { checkInviteRow, inviteHeadings } from '#main/imports/invite-list.ts';
import { duplicateMessage } from '#shared/words/import-messages.ts';
import type { ImportField, InviteField } from '#shared/imports/import-fields.ts';

describe('a text that is longer than any cell', () => {
  const long = 'x'.repeat(32_768);

  it.each<InviteField>(['email', 'companyName', 'company', 'dateInvited', 'vendorId', 'phoneNumber'])(
    'is a problem of its length, without a correction, in the field %s',
    (field) => {
      expect(cellFinding(field, long)).toEqual({ problem: 'Shorten this to 32767 characters.' });
    },
  );

  it('is no correction of an address with all that surrounds it', () => {
    expect(cellFinding('email', `"ann@x.example.com${'"'.repeat(32_767)}`)).toEqual({
      problem: 'Shorten this to 32767 characters.',
    });
  });

  it('names no column, not even by its parts, and is not remembered', () => {
    const heading = `Email / ${'E-mail address / '.repeat(100)}`;
    expect(guessFields(inviteHeadings, [heading], [], new Map()).fields).toEqual(['skip']);
    expect(headingsToRemember([{ heading, field: 'email' }])).toEqual(new Map());
  });
});

describe('which row holds the headings', () => {
  const people = [
    ['1', 'Acme LLC', 'Ann', 'a@x.example.com'],
    ['2', 'Bolt Inc', 'Bo', 'b@x.example.com'],
  ];

  it.each<[string, string[][], number | null]>([
    [
      'names of fields',
      [
        ['Email', 'Firm'],
        ['a@x.example.com', 'A'],
      ],
      0,
    ],
    [
      'other words above addresses',
      [
        ['Anschrift', 'Wer'],
        ['a@x.example.com', 'A'],
      ],
      0,
    ],
    [
      'an address',
      [
        ['a@x.example.com', 'A'],
        ['b@x.example.com', 'B'],
      ],
      null,
    ],
    [
      'names above names',
      [
        ['Anna', 'Berg'],
        ['Bo', 'Carl'],
      ],
      null,
    ],
    [
      'a title above names of fields',
      [
        ['Vendor list as of June 9, 2026'],
        ['Bay Property Group'],
        ['No.', 'Company', 'Contact', 'Email'],
        ...people,
      ],
      2,
    ],
    [
      'a title of one word that names a field',
      [['Vendor'], ['Ref.', 'Company', 'Contact', 'Email'], ...people],
      1,
    ],
    [
      'a title beside a date',
      [['Vendors', '', '', '6/9/2026'], ['Ref.', 'Company', 'Contact', 'Email'], ...people],
      1,
    ],
    [
      'groups above names of fields',
      [['', 'Company', 'Contact', ''], ['Ref.', 'Company', 'First name', 'Email'], ...people],
      1,
    ],
    ['a title above other words', [['Lieferanten'], ['Nr.', 'Betrieb', 'Wer', 'Anschrift'], ...people], 1],
    ['a title above rows without headings', [['Our people'], ...people], null],
    ['one heading above more columns', [['Email'], ['a@x.example.com', 'A'], ['b@x.example.com', 'B']], 0],
    ['a lone row', [['Email', 'Company']], null],
  ])('is told from %s', (_name, rows, expected) => {
    expect(findHeadings(inviteHeadings, rows, new Map())).toBe(expected);
  });

  it('is the one with the words that were chosen for a field before', () => {
    const rows = [
      ['Stand', 'Juni', 'Jahr'],
      ['Betrieb', 'Wer', 'Ort'],
      ['Acme', 'Ann', 'Bonn'],
    ];
    expect(findHeadings(inviteHeadings, rows, new Map())).toBeNull();
    expect(
      findHeadings(
        inviteHeadings,
        rows,
        new Map<string, ImportField>([
          ['betrieb', 'companyName'],
          ['wer', 'fullName'],
        ]),
      ),
    ).toBe(1);
    expect(
      findHeadings(
        inviteHeadings,
        rows,
        new Map<string, ImportField>([
          ['betrieb', 'skip'],
          ['wer', 'skip'],
        ]),
      ),
    ).toBeNull();
  });

  it('is not looked for further down than the first thirty rows', () => {
    const titles = (count: number) => Array.from({ length: count }, () => ['Some words']);
    const list = [
      ['Company', 'Email'],
      ['Acme', 'a@x.example.com'],
    ];
    expect(findHeadings(inviteHeadings, [...titles(29), ...list], new Map())).toBe(29);
    expect(findHeadings(inviteHeadings, [...titles(30), ...list], new Map())).toBeNull();
  });
});

describe('what the columns are', () => {
  it('is told by their headings, without case, accents and marks', () => {
    expect(
      guessFields(inviteHeadings, ['E-Mail', 'First name', 'LAST_NAME', 'Tel.', 'Prénom'], [], new Map())
        .fields,
    ).toEqual(['email', 'firstName', 'lastName', 'phoneNumber', 'skip']);
  });

  it.each<[InviteField, string]>([
    [
      'companyName',
      'Firm, Firm name, Vendor, Supplier, Contractor, Subcontractor, Sub-contractor name, Business Name',
    ],
    ['companyName', 'DBA, d/b/a, D.B.A. Name, Doing business as, Legal entity name, Payee, Service provider'],
    [
      'companyName',
      'Vendor / DBA, Company / DBA, Firm, Business, Trade name, Vendor name, Organization, Vendor/Supplier name, Vendors',
    ],
    [
      'companyName',
      'Company (legal name), Vendor or DBA, DBA (if different), Name (company), Subcontractor | Trade name, Company name & DBA',
    ],
    ['fullName', 'Contact / Attn, First / last name, First & Last Name, Contact person (name)'],
    ['email', 'Email (work), Email / Notes, E-mail address (for invites)'],
    ['phoneNumber', 'Phone (office), Phone / Fax, Tel / Mobile'],
    ['fullName', 'Contact, Contact Person, Primary contact, Point of contact, Attn, Attn:, Attention, Name'],
    ['firstName', 'First, First Name, Given name, F. Name, Name (first)'],
    ['lastName', 'Last, Surname, L Name, Contact last name'],
    [
      'email',
      'Mail, Email address, Email Addr, email addr., Email(s), Email *, E-Mail (required), Contact’s email',
    ],
    [
      'phoneNumber',
      'Phone, Phone #, Phone No., Tel. no., Telephone number, Cell, Cell #, Mobile, Office phone, Ph#',
    ],
    ['jobTitle', 'Title, Job title, Position, Role'],
    ['vendorId', 'Vendor ID, VendorID, vendor_id, Vendor #, Vendor No., Supplier number, Vendor/Supplier ID'],
  ])('tells %s by %s', (field, headings) => {
    for (const heading of headings.split(', '))
      expect([heading, guessFields(inviteHeadings, [heading], [], new Map()).fields]).toEqual([
        heading,
        [field],
      ]);
  });

  it.each([
    'Notes',
    'Note',
    'Owner',
    'Mailing address',
    'Fax',
    '#',
    'Row #',
    'Email / phone',
    'Company / Contact',
    'Notes (company)',
  ])('is left for the person to say of %s', (heading) => {
    expect(guessFields(inviteHeadings, [heading], [], new Map()).fields).toEqual(['skip']);
  });

  it('is told by a heading that is the name itself before one of which a part is', () => {
    const headings = ['Vendor / DBA', 'Email (old)', 'Company', 'Email'];
    expect(guessFields(inviteHeadings, headings, [], new Map()).fields).toEqual([
      'skip',
      'skip',
      'companyName',
      'email',
    ]);
  });

  it('is told by the heading that says it best, wherever it stands', () => {
    const headings = ['DBA', 'Vendor', 'Company name', 'Cell', 'Phone', 'Contact', 'Email'];
    expect(guessFields(inviteHeadings, headings, [], new Map()).fields).toEqual([
      'skip',
      'skip',
      'companyName',
      'skip',
      'phoneNumber',
      'fullName',
      'email',
    ]);
  });

  it('is never two things for one heading', () => {
    const names = [
      ['email', ['mail']],
      ['companyName', ['firm', 'mail']],
    ] as const;
    expect(() => getHeadings(names, () => false, null)).toThrow('The heading mail names two fields.');
  });

  it('is told by the addresses in it where no heading says which holds them', () => {
    const samples = [
      ['1', 'a@x.example.com'],
      ['2', 'b@x.example.com'],
    ];
    expect(guessFields(inviteHeadings, ['', ''], samples, new Map()).fields).toEqual(['skip', 'email']);
  });

  it('is what was chosen for the same heading before, also that it is not imported', () => {
    const remembered = new Map<string, ImportField>([
      ['anschrift', 'email'],
      ['email', 'skip'],
    ]);
    expect(guessFields(inviteHeadings, ['Email', 'Anschrift'], [], remembered).fields).toEqual([
      'skip',
      'email',
    ]);
  });

  it('takes either the whole name or its parts', () => {
    expect(guessFields(inviteHeadings, ['Name', 'First', 'Email'], [], new Map()).fields).toEqual([
      'skip',
      'firstName',
      'email',
    ]);
    expect(guessFields(inviteHeadings, ['Name', 'Email'], [], new Map()).fields).toEqual([
      'fullName',
      'email',
    ]);
  });
});

describe('what is wrong with a cell', () => {
  it.each<[InviteField, string, string | null]>([
    ['email', 'ann@x.example.com', null],
    ['email', 'ann.x.example.com', 'An email address needs an @, as in name@company.com.'],
    ['email', 'a@x.example.com; b@x.example.com', 'Two addresses in one cell. Keep one.'],
    ['email', '=CONCAT(A1)', 'This is a formula. Enter the text itself.'],
    ['companyName', '#N/A', 'The spreadsheet shows an error here. Enter the text itself.'],
    ['companyName', 'M\uFFFDller', 'A character was lost in the file. Enter the text again.'],
    ['companyName', 'שירותי בנייה 🏗️', null],
    ['firstName', 'A\nB', 'There is a line break or a hidden character. Remove it.'],
    ['inviteMessage', 'Hello,\nwelcome', null],
    ['phoneNumber', '555-01', 'Too short for a phone number.'],
    ['phoneNumber', '+1 (415) 555-0116 ext. 4', null],
    [
      'vendorId',
      'a/b',
      'A vendor ID can’t contain slashes or be only dots. Copy it again from where you found it.',
    ],
    ['companyId', '007', 'Enter digits only, at most 15, without leading zeros.'],
    ['dateInvited', '2026-02-30', 'Enter a date as 2026-06-09.'],
    ['dateInvited', '2026-06-09', null],
    ['company', '[1]', 'Enter a JSON object, as in {"name": "Acme"}.'],
    ['checklistTasks', '[{"name": "W-9"}]', null],
  ])('of %s: %j', (field, text, problem) => {
    expect(cellFinding(field, text)?.problem ?? null).toBe(problem);
  });
});

describe('a row', () => {
  it('becomes an invite with every field under its own name', () => {
    const fields: ImportField[] = ['vendorId', 'fullName', 'companyId', 'company', 'status', 'dateInvited'];
    const cells = ['48213', 'Rosa M. Delgado', '12', '{"name":"Acme"}', 'invited', '2026-06-09'];
    expect(checkInviteRow(cells, { fields, message: 'Hello', type: '' })).toEqual({
      ok: true,
      item: {
        kind: 'invite',
        invitation: {
          vendorId: '48213',
          vendor: { firstName: 'Rosa M.', lastName: 'Delgado' },
          companyId: 12,
          company: { name: 'Acme' },
          status: 'invited',
          dateInvited: '2026-06-09',
          inviteMessage: 'Hello',
        },
      },
    });
  });

  it('names every cell that is wrong, and the one that is missing', () => {
    expect(checkInviteRow(['', '12'], { fields: ['email', 'phoneNumber'], message: '', type: '' })).toEqual({
      ok: false,
      problems: [
        { column: 1, problem: 'Too short for a phone number.' },
        { column: 0, problem: 'An email address is required.' },
      ],
    });
  });

  it('points out an address at the company itself', () => {
    const rules = { fields: ['email'] as const, message: '', type: '' };
    const settings = { defaultCompanyId: null, ownDomains: ['alder.example.com'] };
    expect(checkInviteRow(['Bo@Alder.example.com'], rules, settings)).toEqual({
      ok: false,
      problems: [{ column: 0, problem: 'This address is at your own company. Enter the vendor’s.' }],
    });
    expect(checkInviteRow(['bo@notalder.example.com'], rules, settings).ok).toBe(true);
  });

  it('splits a whole name at its last word, or at the comma that puts the family name first', () => {
    expect(splitName('  Ana   de la  Cruz ')).toEqual({ firstName: 'Ana', lastName: 'de la Cruz' });
    expect(splitName('Cruz, Ana')).toEqual({ firstName: 'Ana', lastName: 'Cruz' });
    expect(splitName('Cher')).toEqual({ firstName: 'Cher', lastName: '' });
  });
});

describe('of what a row is a duplicate', () => {
  const now = new Date(2026, 5, 9, 14, 0).getTime();

  it('is said with the day and the list it came from', () => {
    const invite = {
      kind: 'invite',
      entryId: '',
      queuedAt: now - 60_000,
      sentAt: null,
      altered: false,
    } as const;
    expect(duplicateMessage({ ...invite, state: 'in_doubt', fileName: 'june.csv' }, 'invites', now)).toBe(
      'Invited today from june.csv, and that invite may already have been sent.',
    );
    const sentAt = new Date(2026, 5, 5, 9, 0).getTime();
    expect(duplicateMessage({ ...invite, state: 'accepted', sentAt, fileName: null }, 'invites', now)).toBe(
      'Already invited on Jun 5.',
    );
    const held = { ...invite, state: 'rejected', altered: true, fileName: null } as const;
    expect(duplicateMessage(held, 'invites', now)).toBe(
      'Invited today, and that invite was not sent because it was altered on the disk. Open it to decide.',
    );
    expect(duplicateMessage({ ...held, altered: false }, 'invites', now)).toContain('the service refused');
  });
});
