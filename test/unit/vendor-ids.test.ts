import { describe, expect, it } from 'vitest';
import { idsInFirstColumn, idsInText } from '#shared/vendor-ids.ts';

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
  it.each([
    ['vendor_id,name\n48213,"Bright, water"\n48219,Tide', ['48213', '48219']],
    ['48213;Brightwater\r48219;Tide', ['48213', '48219']],
    ['\uFEFFID\tName\r\n"48213"\tBrightwater', ['48213']],
    ['"a,b",c', ['a,b']],
  ])('%j are those of its first column, without its head', (text, ids) => {
    expect(idsInFirstColumn(text)).toEqual(ids);
  });
});
