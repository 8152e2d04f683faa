import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openList } from '#main/imports/open-list.ts';
import { detectDelimiter } from '#shared/base/delimiter.ts';
import { xlsx, zip } from './xlsx-file.ts';

async function getRows(file: Buffer | string, sheet = 0): Promise<{ row: number; cells: string[] }[]> {
  const list = await openList(Buffer.from(file));
  const rows: { row: number; cells: string[] }[] = [];
  for await (const some of list.rows(sheet)) rows.push(...some.map(({ row, cells }) => ({ row, cells })));
  return rows;
}

const getCells = async (file: Buffer | string) => (await getRows(file)).map(({ cells }) => cells);

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

describe('the encodings of a list', () => {
  const text = 'Email,Name\nzoë@x.example.com,Zoë Müller – Söhne\n';
  const expected = [
    ['Email', 'Name'],
    ['zoë@x.example.com', 'Zoë Müller – Söhne'],
  ];

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 LE with a byte order mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 BE with a byte order mark', utf16be(`\uFEFF${text}`)],
    ['UTF-16 LE without one', Buffer.from(text, 'utf16le')],
    ['UTF-16 BE without one', utf16be(text)],
    ['Windows-1252', Buffer.from(text.replace('–', '\x96'), 'latin1')],
  ])('reads %s', async (_name, file) => {
    expect(await getCells(file)).toEqual(expected);
  });

  it('reads names from right to left, in other scripts and with emoji, as they are', async () => {
    const names = ['שירותי בנייה', 'شركة البناء', '建設会社', 'Ünal & Sons 🏗️👷🏽‍♀️'];
    expect(await getCells(`Company\n${names.join('\n')}\n`)).toEqual([
      ['Company'],
      ...names.map((name) => [name]),
    ]);
  });

  it('does not cut a character where the file is read in pieces', async () => {
    const names = Array.from({ length: 20_000 }, (_none, row) => `é🏗️${row}`);
    const cells = await getCells(names.join('\n'));
    expect(cells.flat()).toEqual(names);
  });
});

describe('the delimiter of a list', () => {
  it.each([
    ['commas', 'a,b,c\n1,"2, 3",4\n', ','],
    ['semicolons, with commas in numbers', 'a;b;c\n1,5;2,5;3,5\n', ';'],
    ['tabs', 'a\tb\n1\t2\n', '\t'],
    ['bars', 'a|b\n1|2\n', '|'],
    ['none', 'a@x.example.com\nb@x.example.com\n', ','],
    ['commas inside quotation marks only', '"a,b";c\n"d,e";f\n', ';'],
  ])('is found: %s', (_name, text, character) => {
    expect(detectDelimiter(text).character).toBe(character);
  });

  it('is taken from a first line that says so, which is no row', async () => {
    expect(await getRows('sep=|\nEmail|Name\na@x.example.com|A,B\n')).toEqual([
      { row: 2, cells: ['Email', 'Name'] },
      { row: 3, cells: ['a@x.example.com', 'A,B'] },
    ]);
  });
});

describe('the rows of a CSV file', () => {
  it('keep their numbers where rows between them are empty', async () => {
    expect(await getRows('a\n\n,,\nb\n')).toEqual([
      { row: 1, cells: ['a'] },
      { row: 4, cells: ['b'] },
    ]);
  });

  it('may have line breaks and quotation marks in their cells, and end in any way', async () => {
    expect(await getCells('a,"one\r\ntwo ""three"""\r\nb,c')).toEqual([
      ['a', 'one\r\ntwo "three"'],
      ['b', 'c'],
    ]);
    expect(await getCells('a\rb\r')).toEqual([['a'], ['b']]);
  });

  it('may have more or fewer cells than the first', async () => {
    expect(await getCells('a,b\n1\n1,2,3\n')).toEqual([['a', 'b'], ['1'], ['1', '2', '3']]);
  });

  it('say where a quotation mark opens that is never closed, where the lines by themselves are no rows', async () => {
    await expect(getRows('a,b\n1,2\n3,"4\n5,6,7\n8,9,0\n')).rejects.toThrow(
      'A quotation mark in row 3 isn’t closed.',
    );
  });

  it('are those of its lines where a quotation mark in one of them is not closed as it should be', async () => {
    const expected = [
      ['a', 'b'],
      ['1', '2'],
      ['3', '"4'],
      ['5', '6'],
      ['7', '8'],
    ];
    expect(await getCells('a,b\n1,2\n3,"4\n5,6\n7,8\n')).toEqual(expected);
    const list = await openList(Buffer.from('a,b,c\n1,"2,x\n3,"4",y\n5,6,z\n'));
    const lines: unknown[] = [];
    for await (const rows of list.rows(0)) lines.push(...rows.map((row) => [row.cells.join('|'), row.lines]));
    expect(lines).toEqual([
      ['a|b|c', undefined],
      ['1|"2|x', 2],
      ['3|4|y', undefined],
      ['5|6|z', undefined],
    ]);
  });

  it('may hold lines whose marks are as many as close, and do not', async () => {
    expect(await getCells('Email;Company\n"one@a.example.com\n;a";"\nb"\n')).toEqual([
      ['Email', 'Company'],
      ['one@a.example.com\n;a', 'b'],
    ]);
  });

  it('say the same of a large file, without keeping all of it', async () => {
    const many = Array.from({ length: 200_000 }, (_none, row) => `v${row}@x.example.com`).join('\n');
    await expect(getRows(`a\n"b\n${many}`)).rejects.toThrow(
      'Row 2 is too long. A quotation mark in it may not be closed.',
    );
  });
});

/** A workbook whose worksheets hold the ID of their relation. */
function workbook(sheets: readonly string[], relations: readonly (readonly [string, string])[]): Buffer {
  const namespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return zip({
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${namespace}"><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.map(([id, type]) => `<Relationship Id="${id}" Type="${namespace}/${type}" Target="${type}s/${id}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      relations.map(([id, type]) => [
        `xl/${type}s/${id}.xml`,
        `<${type}><sheetData><row r="1"><c r="A1" t="str"><v>${id}</v></c></row></sheetData></${type}>`,
      ]),
    ),
  });
}

it.each<[string, number[]]>([
  ['Windows-1252, around a number', [0xa0, ...Buffer.from('1000005'), 0xa0]],
  ['Windows-1252, a soft hyphen behind it', [...Buffer.from('1000005'), 0xad]],
  ['Mac Roman, around a number', [0xca, ...Buffer.from('1000005'), 0xca]],
])('reads a list whose only byte beyond ASCII is nothing to see: %s', async (_name, cell) => {
  const file = Buffer.concat([
    Buffer.from('License number,State\r\n'),
    Buffer.from(cell),
    Buffer.from(',CA\r\nROC2,NV\r\n'),
  ]);
  expect((await getCells(file))[1]).toEqual(['1000005', 'CA']);
});

describe('a file that is no list', () => {
  it.each([
    ['an empty file', Buffer.alloc(0), 'This file is empty.'],
    ['a cut XLS', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This old XLS workbook cannot be read'],
    ['a PDF', Buffer.from('%PDF-1.7 …'), 'This is a PDF.'],
    ['bytes that are no text', Buffer.from([1, 2, 3, 0, 0, 0, 0, 5, 0, 0, 1, 0, 0, 9]), 'not a list'],
    ['a cut XLSX', xlsx({ sheets: [[['a']]] }).subarray(0, 200), 'This XLSX workbook cannot be read'],
    ['a ZIP of something else', zip({ 'hello.txt': 'hello' }), 'This is an archive.'],
    [
      'an encrypted ODS',
      zip({
        'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>',
        'content.xml': { packed: Buffer.from('encrypted'), size: 40, method: 8 },
      }),
      'locked with a password',
    ],
    [
      'a workbook without the relation of one of its sheets',
      workbook(
        ['<sheet name="A" sheetId="1" r:id="rId1"/>', '<sheet name="B" sheetId="2" r:id="rId9"/>'],
        [['rId1', 'worksheet']],
      ),
      'This XLSX workbook cannot be read',
    ],
  ])('is refused with a sentence: %s', async (_name, file, sentence) => {
    await expect(getRows(file)).rejects.toThrow(sentence);
  });
});

describe('an XLSX file', () => {
  it('keeps the rows of each sheet under its name, with sheets of charts between and relations in any order', async () => {
    const file = workbook(
      [
        '<sheet name="Chart" sheetId="4" r:id="rId4"/>',
        '<sheet name="Vendors" sheetId="1" r:id="rId1"/>',
        '<sheet name="Old" sheetId="2" state="hidden" r:id="rId2"/>',
      ],
      [
        ['rId2', 'worksheet'],
        ['rId4', 'chartsheet'],
        ['rId1', 'worksheet'],
      ],
    );
    const list = await openList(file);
    const found: [string, string[][]][] = [];
    for (const [at, { name }] of list.sheets.entries()) {
      const rows: string[][] = [];
      for await (const some of list.rows(at)) rows.push(...some.map(({ cells }) => cells));
      found.push([name, rows]);
    }
    expect(found).toEqual([
      ['Chart', []],
      ['Vendors', [['rId1']]],
      ['Old', [['rId2']]],
    ]);
  });

  it('gives the texts of its cells, shared or not, where they stand', async () => {
    const file = xlsx({
      shared: ['Email', 'Name'],
      sheetXml:
        '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>' +
        '<row r="4"><c r="A4" t="inlineStr"><is><t>a@x.example.com</t></is></c><c r="C4" t="str"><v>Ann</v></c></row>',
    });
    expect(await getRows(file)).toEqual([
      { row: 2, cells: ['Email', '', 'Name'] },
      { row: 4, cells: ['a@x.example.com', '', 'Ann'] },
    ]);
  });

  it('leaves telephone numbers and IDs as they are, and writes dates as ISO 8601', async () => {
    const file = xlsx({
      dateStyle: true,
      sheetXml:
        '<row r="1"><c r="A1"><v>4155550116</v></c><c r="B1"><v>1.2345678901E+15</v></c>' +
        '<c r="C1" s="1"><v>46182</v></c><c r="D1" s="1"><v>46182.5</v></c><c r="E1" t="b"><v>1</v></c></row>',
    });
    expect(await getRows(file)).toEqual([
      { row: 1, cells: ['4155550116', '1234567890100000', '2026-06-09', '2026-06-09T12:00:00', 'TRUE'] },
    ]);
  });

  it('takes what a formula came to, and shows the formula where nothing was worked out', async () => {
    const file = xlsx({
      sheetXml:
        '<row r="1"><c r="A1" t="str"><f>B1&amp;"@x.example.com"</f><v>a@x.example.com</v></c>' +
        '<c r="B1"><f>HYPERLINK("http://evil.invalid")</f></c><c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
    });
    expect(await getRows(file)).toEqual([
      { row: 1, cells: ['a@x.example.com', '=HYPERLINK("http://evil.invalid")', '#DIV/0!'] },
    ]);
  });

  it('names its sheets and reads the one that is asked for', async () => {
    const file = xlsx({ sheets: [[['first']], [['second']]] });
    expect((await openList(file)).sheets.map(({ name }) => name)).toEqual(['Sheet 1', 'Sheet 2']);
    expect(await getRows(file, 1)).toEqual([{ row: 1, cells: ['second'] }]);
  });

  it('says that it has too many columns', async () => {
    const file = xlsx({ sheetXml: '<row r="1"><c r="SF1" t="str"><v>x</v></c></row>' });
    await expect(getRows(file)).rejects.toThrow('This list has 500 columns, and Gangway reads at most 200.');
  });

  it('is refused before it is unpacked where it would fill the computer', async () => {
    const bomb = xlsx({ sheetXml: `<row r="1">${' '.repeat(20_000_000)}</row>` });
    expect(bomb.length).toBeLessThan(100_000);
    await expect(getRows(bomb)).rejects.toThrow('too large when unpacked');
  });

  it('is refused where a part is larger than the archive says', async () => {
    const part = Buffer.from(
      '<worksheet><sheetData><row><c t="str"><v>a</v></c></row></sheetData></worksheet>',
    );
    const saying = (size: number) =>
      zip({
        ...xlsxParts(),
        'xl/worksheets/sheet1.xml': { packed: deflateRawSync(part), size, method: 8 },
      });
    expect(await getCells(saying(part.length))).toEqual([['a']]);
    await expect(getRows(saying(20))).rejects.toThrow('This XLSX workbook cannot be read');
  });

  it('does not open what an XML text points to outside of it', async () => {
    const file = zip({
      ...xlsxParts(),
      'xl/worksheets/sheet1.xml':
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c r="A1" t="str"><v>&e;</v></c></row></sheetData></worksheet>',
    });
    expect(await getCells(file)).toEqual([['&e;']]);
  });
});

function xlsxParts(): Record<string, string> {
  return {
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet 1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  };
}
