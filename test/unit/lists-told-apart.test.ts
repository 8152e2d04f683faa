import { describe, expect, it } from 'vitest';
import type { ListKind } from '#shared/import-fields.ts';
import { splitName } from '#main/imports/person-name.ts';
import { readTable } from '#test/fuzz/lists/one-list.ts';

// What a tester who had not written the import found in lists like those of other programs.

async function read(list: ListKind, text: string) {
  const { table } = await readTable(list, Buffer.from(text));
  const { rows } = table.page({ filter: 'all' }, null, 50);
  const sent = [...table.items()].map((item) =>
    item.kind === 'invite' ? item.invitation.vendor : item.request.data,
  );
  return { sent, results: rows.map(({ result, looksLike }) => looksLike ?? result) };
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
