import { describe, expect, it } from 'vitest';
import { readIdTable, idsInText } from '#shared/imports/id-columns.ts';

describe('vendor IDs in a pasted text', () => {
  it.each([
    ['48213\n48219\r\n48224', ['48213', '48219', '48224']],
    ['48213, 48219;48224\t48230', ['48213', '48219', '48224', '48230']],
    ['  48213  \n\n48213\n', ['48213']],
    ['"48213"\n"a ""b"""', ['48213', 'a "b"']],
    ['Vendor ID\n48213', ['48213']],
    ['', []],
  ])('of %j are each taken once', (text, ids) => {
    expect(idsInText(text)).toEqual(ids);
  });

  it('keep what is wrong with them, so that each is answered for itself', () => {
    expect(idsInText('a/b\n..')).toEqual(['a/b', '..']);
  });
});

describe('vendor IDs in a file', () => {
  /** What is found: the column's heading, why, and its ids. */
  function found(text: string) {
    const { columns, found: where } = readIdTable(text);
    const column = where === null ? undefined : columns[where.column];
    return column === undefined || where === null ? null : [column.heading, where.by, column.ids];
  }

  it.each([
    ['vendor_id,name\n48213,"Bright, water"\n48219,Tide', ['vendor_id', 'heading', ['48213', '48219']]],
    ['Company;Vendor ID\rBrightwater;48213\rTide;48219', ['Vendor ID', 'heading', ['48213', '48219']]],
    ['\uFEFFName\tID\r\nBrightwater\t"48213"', ['ID', 'heading', ['48213']]],
    ['Id,Company,Vendor #\n1,Acme,48213\n2,Bolt,48219', ['Vendor #', 'heading', ['48213', '48219']]],
    ['Vendor list,\nJune 9,\n\nCompany,vendorID\nAcme,acme-co', ['vendorID', 'heading', ['acme-co']]],
  ])('%j are those of the column with the heading, wherever it stands', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['Acme LLC,48213\nBolt Inc,48219', ['', 'cells', ['48213', '48219']]],
    ['Company,Ref\nAcme LLC,48213\nBolt Inc,48219', ['Ref', 'cells', ['48213', '48219']]],
    [
      'Company,ZIP,Ours\nAcme,94103,V-1\nBolt,94103,V-2\nCove,94107,V-3',
      ['Ours', 'cells', ['V-1', 'V-2', 'V-3']],
    ],
    ['No.,Company,Ref\n1,Acme,K7\n2,Bolt,K9\n3,Cove,K8', ['Ref', 'cells', ['K7', 'K9', 'K8']]],
    ['Acme,(415) 555-0101,48213\nBolt,415-555-0102,48219', ['', 'cells', ['48213', '48219']]],
  ])('%j are those of the column whose cells are ids', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['48213\n48219\n48213\n', ['', 'only', ['48213', '48219']]],
    ['Vendors to ask\n48213\n48219', ['Vendors to ask', 'only', ['48213', '48219']]],
    ['48213, 48219', ['', 'only', ['48213', '48219']]],
  ])('%j are those of the only column', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['Company,Contact\nAcme LLC,Ann Ash\nBolt Inc,Bo Birch'],
    ['Company,Email,Phone\nAcme,a1@x.example.com,415-555-0101\nBolt,b2@x.example.com,415-555-0102'],
    ['Company\nAcme LLC\nBolt Inc'],
    ['Acme\nBolt'],
    ['Company,Expires,EIN\nAcme,2026-06-09,12-3456789\nBolt,2026-07-09,12-3456780'],
    [''],
  ])('of %j are left for the person to say', (text) => {
    expect(readIdTable(text).found).toBeNull();
  });

  it('can be taken from another column, without its heading', () => {
    const { columns } = readIdTable('Vendor ID,Other ID\n48213,A1\n48219,\n48224,A1\n');
    expect(columns[1]).toEqual({ heading: 'Other ID', sample: 'A1', ids: ['A1'] });
  });

  it('may have commas, quotation marks and line breaks in cells beside them', () => {
    expect(found('Company,Vendor ID\n"Acme, ""the"" one\nand only",48213\n')).toEqual([
      'Vendor ID',
      'heading',
      ['48213'],
    ]);
  });
});
