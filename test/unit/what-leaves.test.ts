import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from '#main/features/csv-text.ts';
import { withoutEmpty } from '#main/features/without-empty.ts';

/** A value and everything in it. */
function partsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return [value, ...Object.values(value).flatMap(partsOf)];
}

describe('what a person left blank', () => {
  it('is not sent: no empty text, object or list, at any depth', () => {
    expect(
      withoutEmpty({
        inviteMessage: '',
        vendorId: '  ',
        id: 0,
        flag: false,
        vendor: { email: 'a@b.invalid', jobTitle: '', address: { street: '' } },
        company: {},
        checklistTasks: [],
        nothing: null,
        tags: ['', 'x', {}, []],
        tasks: [{ name: '' }, { name: 'W-9', note: '' }],
      }),
    ).toEqual({
      id: 0,
      flag: false,
      vendor: { email: 'a@b.invalid' },
      tags: ['x'],
      tasks: [{ name: 'W-9' }],
    });
  });

  it('is told from what was typed, which is not changed', () => {
    const typed = { inviteMessage: '  Hello\n', vendor: { email: ' a@b.invalid ' } };
    expect(withoutEmpty(typed)).toEqual(typed);
  });

  it('never leaves anything empty anywhere, whatever was typed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (typed) => {
        const left = withoutEmpty(typed);
        for (const part of partsOf(left).slice(1)) {
          expect(part === null || part === undefined).toBe(false);
          if (typeof part === 'string') expect(part.trim()).not.toBe('');
          if (typeof part === 'object' && part !== null) expect(Object.keys(part).length).toBeGreaterThan(0);
        }
        expect(withoutEmpty(left)).toEqual(left);
      }),
    );
  });
});

describe('a table as CSV', () => {
  it('begins with a byte order mark and ends every line as RFC 4180 has it', () => {
    expect(
      csvText([
        ['a', 'b'],
        ['1', null],
      ]),
    ).toBe('\uFEFFa,b\r\n1,\r\n');
  });

  it('quotes what would break it', () => {
    expect(csvText([['a,b', 'say "hi"', 'two\nlines', 'cr\rhere', 7]])).toBe(
      '\uFEFF"a,b","say ""hi""","two\nlines","cr\rhere",7\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")', '\n=1', '＝1+1'])(
    'does not let a spreadsheet take %j for a formula',
    (text) => {
      const [, cell] = /^\uFEFF("?.*)\r\n$/s.exec(csvText([[text]])) ?? [];
      expect(cell?.replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it('leaves other texts as they are', () => {
    for (const text of ['Kestrel & Sons', '555-0199', 'a=b', '']) {
      expect(csvText([[text]])).toBe(`\uFEFF${text}\r\n`);
    }
  });

  it('has as many cells as it was given, whatever is in them', () => {
    const cells = fc.array(fc.string(), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(cells, (row) => {
        const line = csvText([row]).slice(1, -2);
        const outside = line.replaceAll(/"(?:[^"]|"")*"/g, '');
        expect(outside.split(',')).toHaveLength(row.length);
      }),
    );
  });
});
