import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from '#main/exports/sheet.ts';
import { tidyCells } from '#main/imports/reading.ts';
import { openText } from '#main/imports/text-rows.ts';
import { stripEmpty } from '#main/features/queueing.ts';

/** A value and everything in it. */
function getParts(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return [value, ...Object.values(value).flatMap(getParts)];
}

describe('what a person left blank', () => {
  it('is not sent: no empty text, object or list, at any depth', () => {
    expect(
      stripEmpty({
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
    expect(stripEmpty(typed)).toEqual(typed);
  });

  it('never leaves anything empty anywhere, whatever was typed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (typed) => {
        const left = stripEmpty(typed);
        for (const part of getParts(left).slice(1)) {
          expect(part === null || part === undefined).toBe(false);
          if (typeof part === 'string') expect(part.trim()).not.toBe('');
          if (typeof part === 'object' && part !== null) expect(Object.keys(part).length).toBeGreaterThan(0);
        }
        expect(stripEmpty(left)).toEqual(left);
      }),
    );
  });
});

/** The cells that a spreadsheet makes of a text with its own separator: quotation marks count at the start of a cell alone. */
function spreadsheetCells(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  let begun = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') {
        cell += letter;
        at += 1;
      } else quoted = false;
    } else if (letter === separator || letter === '\n' || letter === '\r') {
      cells.push(cell);
      cell = '';
      begun = false;
      continue;
    } else if (letter === '"' && !begun) quoted = true;
    else cell += letter;
    begun = true;
  }
  return [...cells, cell];
}

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

  it.each([
    ["Acme;=cmd|'/c calc'!A0;x", `"Acme;'=cmd|'/c calc'!A0;x"`],
    ['Acme; +1', `"Acme;' +1"`],
    ['Acme\t@SUM(A1)', `"Acme\t'@SUM(A1)"`],
    ['Acme|-1', `"Acme|'-1"`],
    ['Acme;＝1', `"Acme;'＝1"`],
    ['Acme\n=1', `"Acme\n'=1"`],
    ['Acme\r\n=1', `"Acme\r\n'=1"`],
    ['Acme;"=1', `"Acme;'""=1"`],
    ['a;b', '"a;b"'],
    ['a|b', '"a|b"'],
    ['a\tb', '"a\tb"'],
  ])('holds no formula where the list separator is another, for %j', (text, cell) => {
    expect(csvText([[text]])).toBe(`\uFEFF${cell}\r\n`);
  });

  it('has no cell that begins a formula, whichever separator a spreadsheet takes', () => {
    const part = fc.constantFrom(';', '\t', '|', ',', '"', "'", ' ', '\n', '\r', '=', '＝', 'a', '-');
    const cell = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t', '|'), (table, separator) => {
        for (const read of spreadsheetCells(csvText(table).slice(1), separator)) {
          expect(read).not.toMatch(/^\s*[=＝-]/);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('is read back as it was, also where something was put in front of a formula', async () => {
    const part = fc.constantFrom(';', '\t', '|', ',', '"', "'", ' ', '\n', '\r\n', '=', '-', '＝', 'a');
    const cell = fc
      .array(part, { maxLength: 8 })
      // An apostrophe before a formula counts as one of ours also where a list is read for the first time, and so may the next.
      .map((parts) => tidyCells([parts.join('')]).cells[0] ?? '')
      .filter((text) => tidyCells([text]).cells[0] === text);
    await fc.assert(
      fc.asyncProperty(cell, async (text) => {
        const file = csvText([
          ['Company', 'City'],
          [text, 'x'],
        ]);
        const rows: string[][] = [];
        for await (const some of (await openText(Buffer.from(file))).rows(0))
          rows.push(...some.map(({ cells }) => cells));
        expect(rows).toEqual([
          ['Company', 'City'],
          [text, 'x'],
        ]);
      }),
    );
  });

  it('leaves other texts as they are', () => {
    for (const text of ['Kestrel & Sons', '555-0199', 'a=b', "O'Neill", '']) {
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
