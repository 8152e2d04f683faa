import { describe, expect, it } from 'vitest';
import { fixEmail } from '#main/imports/contact-cells.ts';
import { inviteHeadings } from '#main/imports/invite-list.ts';
import { dateFinding, readDateOrders } from '#main/imports/list-dates.ts';
import type { ColumnDateOrder } from '#main/imports/list-rules.ts';
import { createOddRowFinder, looksLikeTitle } from '#main/imports/odd-rows.ts';
import type { OddRow } from '#shared/ipc/imports.ts';

describe('an address that is more than an address', () => {
  it.each<[string, string]>([
    ['mailto:tom@x.example.com', 'tom@x.example.com'],
    ['MAILTO: tom@x.example.com?subject=Hello', 'tom@x.example.com'],
    ['Tom Okafor <tom@x.example.com>', 'tom@x.example.com'],
    ['"Okafor, Tom" <tom@x.example.com>;', 'tom@x.example.com'],
    ['tom@x.example.com <mailto:Tom@x.example.com>', 'Tom@x.example.com'],
    ['<tom@x.example.com>', 'tom@x.example.com'],
    ['tom@x.example.com,', 'tom@x.example.com'],
    ['tom@x.example.com.', 'tom@x.example.com'],
    ['tom\u200B@x.example.com', 'tom@x.example.com'],
    ['tom@x.example.com Tom', 'tom@x.example.com'],
    ['tom @x.example.com', 'tom@x.example.com'],
  ])('%j is %s', (text, address) => {
    expect(fixEmail(text)).toBe(address);
  });

  it.each([
    'tom@x.example.com',
    'tom@x.example.com; ann@x.example.com',
    'Tom <tom@x.example.com>, Ann <ann@x.example.com>',
    'ann@x.example.com <tom@x.example.com>',
    'tom(at)x.example.com',
    'tom@x',
    'Tom Okafor',
    '',
  ])('is not told for sure of %j', (text) => {
    expect(fixEmail(text)).toBeNull();
  });
});

describe('a date of a list', () => {
  it.each<[string, ColumnDateOrder | null, string | null]>([
    ['6/20/27', null, '2027-06-20'],
    ['20/6/27', null, '2027-06-20'],
    ['31.12.26', null, '2026-12-31'],
    ['3/4/27', 'month_first', '2027-03-04'],
    ['3/4/27', 'day_first', '2027-04-03'],
    ['3/4/2027', 'day_first', '2027-04-03'],
    ['20-Jun-27', null, '2027-06-20'],
  ])('%s with the order %s can be fixed to %s', (text, order, fix) => {
    expect(dateFinding(text, order, '2027-03-31')?.fix).toBe(fix);
  });

  it.each<[string, ColumnDateOrder | null]>([
    ['2027-06-20', 'unclear'],
    ['6/20/2027', null],
    ['3/4/2027', null],
    ['3/4/2027', 'month_first'],
    ['March 4, 2027', 'day_first'],
  ])('%s with the order %s is taken as it is', (text, order) => {
    expect(dateFinding(text, order, '2027-03-31')).toBeNull();
  });

  it.each<[string, ColumnDateOrder | null, string]>([
    ['3/4/27', null, 'This can be read as Mar 4, 2027 or Apr 3, 2027. Enter it as 2027-03-31.'],
    ['3/4/2027', 'unclear', 'This can be read as Mar 4, 2027 or Apr 3, 2027. Enter it as 2027-03-31.'],
    ['next June', null, 'Enter a date as 2027-03-31.'],
    ['6/20/87', null, 'Enter a date as 2027-03-31.'],
  ])('%s with the order %s stays a problem', (text, order, problem) => {
    expect(dateFinding(text, order, '2027-03-31')).toEqual({ problem });
  });

  it.each<[string[], 'month_first' | 'day_first' | null, ColumnDateOrder | null]>([
    [['3/4/27', '6/20/27'], null, 'month_first'],
    [['3/4/27', '20.6.2027'], null, 'day_first'],
    [['3/4/27'], null, null],
    [['3/4/27'], 'day_first', 'day_first'],
    [['6/20/27'], 'day_first', 'unclear'],
    [['6/20/27', '20/6/27'], null, 'unclear'],
    [['6/20/27', '6/21/27', '6/22/27', '6/23/27', '6/24/27', '20/6/27'], null, 'month_first'],
    [['27-03-31'], null, null],
  ])('is read in the order that its column shows: %j beside %s is %s', async (texts, ofWorkspace, order) => {
    const rows = texts.map((text, row) => ({ row: row + 1, cells: ['x', text] }));
    const orders = await readDateOrders(rows, ['licenseNumber', 'expiryDate'], [], ofWorkspace, () => false);
    expect(orders.get(1) ?? null).toBe(order);
    expect(orders.has(0)).toBe(false);
  });
});

describe('a row that is not of the list', () => {
  const headings = ['Company', 'Contact', 'Email'];

  it.each<[string, string[], OddRow | null]>([
    ['a line of marks', ['-----', '---', '====='], 'separator'],
    ['a total', ['Total'], 'total'],
    ['a total with its figure', ['Grand total:', '', '45'], 'total'],
    ['a count', ['Count: 45'], 'total'],
    ['the headings once more', ['COMPANY', 'Contact', 'email'], 'headings'],
    ['a company of that name', ['Total', 'Ann', 'ann@x.example.com'], null],
    ['a company whose name begins so', ['Total Plumbing LLC'], null],
    ['marks before an address', ['-', '-', 'ann@x.example.com'], null],
    ['a company named like a heading', ['Company', 'Ann', 'ann@x.example.com'], null],
  ])('is told of %s', (_name, cells, look) => {
    expect(createOddRowFinder(headings, inviteHeadings)({ row: 2, cells })?.kind ?? null).toBe(look);
  });

  it('may be a title where one text stands alone in it', () => {
    expect(looksLikeTitle(['Plumbing'], 3)).toBe(true);
    expect(looksLikeTitle(['', 'Roofing (12)'], 3)).toBe(true);
    expect(looksLikeTitle(['Acme', '', 'ann@x'], 3)).toBe(false);
    expect(looksLikeTitle(['ann@x'], 3)).toBe(false);
    expect(looksLikeTitle(['Acme'], 2)).toBe(false);
  });
});
