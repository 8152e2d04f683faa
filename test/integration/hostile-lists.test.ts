import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { xlsx, zip, type Part } from '../unit/xlsx-file.ts';
import { importing } from './import-harness.ts';
import { openTestWorkspace } from './workspace-harness.ts';

/** A part of an archive that is `times` the same piece; not packed, since what is packed too well is refused for that. */
function repeated(before: string, piece: string, times: number, after = ''): Part {
  const text = Buffer.concat([
    Buffer.from(before),
    Buffer.alloc(piece.length * times, piece),
    Buffer.from(after),
  ]);
  return { packed: text, size: text.length, method: 0 };
}

const workbook =
  '<workbook xmlns:r="r"><sheets><sheet name="Sheet 1" sheetId="1" r:id="rId1"/></sheets></workbook>';
const relations = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>';

function makeWorkbook(parts: Record<string, Part>): Buffer {
  return zip({ 'xl/workbook.xml': workbook, 'xl/_rels/workbook.xml.rels': relations, ...parts });
}

const sheetWithOneRow =
  '<worksheet><sheetData><row><c t="str"><v>ada@pine.example.com</v></c></row></sheetData></worksheet>';

async function opened() {
  return importing(await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null }));
}

async function refusal(file: Buffer): Promise<string> {
  const list = await opened();
  const { phase } = await list.open(file);
  if (phase.kind !== 'failed') throw new Error(`The list is ${phase.kind}.`);
  // What was refused leaves nothing in the way of the next file.
  const next = await list.open('Email\nada@pine.example.com\n');
  expect(next.counts.ready).toBe(1);
  return phase.message;
}

describe('a file that was made to take the computer', () => {
  it('is refused where elements lie within each other without end', { tags: ['nightly'] }, async () => {
    const nested = repeated('<worksheet><sheetData>', '<row>', 3_000_000);
    expect(await refusal(makeWorkbook({ 'xl/worksheets/sheet1.xml': nested }))).toMatch(
      /far more than a list/,
    );
  });

  it('is refused where it names millions of sheets', { tags: ['nightly'] }, async () => {
    const sheets = repeated(
      '<workbook xmlns:r="r"><sheets>',
      '<sheet name="Sheet" r:id="rId1"/>',
      600_000,
      '</sheets></workbook>',
    );
    const file = makeWorkbook({ 'xl/workbook.xml': sheets, 'xl/worksheets/sheet1.xml': '<worksheet/>' });
    expect(await refusal(file)).toMatch(/more than 1,000 sheets/);
  });

  it('is refused where many cells show the same long text', async () => {
    const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(4000);
    const file = makeWorkbook({
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    });
    expect(await refusal(file)).toMatch(/too much text/);
  });

  it('is refused where one cell holds more text than any', { tags: ['nightly'] }, async () => {
    const sheetXml = `<row><c t="str"><v>${'text'.repeat(500_000)}</v></c></row>`;
    expect(await refusal(xlsx({ sheetXml }))).toMatch(/too much text/);
  });

  it('is refused where it has thousands of parts', { tags: ['nightly'] }, async () => {
    const parts = Object.fromEntries(Array.from({ length: 5000 }, (_part, at) => [`part${at}.xml`, '']));
    const file = makeWorkbook({ 'xl/worksheets/sheet1.xml': sheetWithOneRow, ...parts });
    expect(await refusal(file)).toMatch(/far more than a list/);
  });

  it(
    'is refused where its parts unpack to more than a list can be, packed no better than others',
    { tags: ['nightly'] },
    async () => {
      const packed = randomBytes(1024 * 1024);
      const large = { packed, size: 380 * packed.length, method: 8 };
      const file = makeWorkbook({ 'xl/worksheets/sheet1.xml': sheetWithOneRow, a: large, b: large });
      expect(await refusal(file)).toMatch(/far more than a list/);
    },
  );

  it(
    'is refused where its cells could refer to more text than a list can have',
    { tags: ['nightly'] },
    async () => {
      const text = `${randomBytes(200).toString('hex')}${'x'.repeat(60_000)}`;
      const texts = `<sst>${`<si><t>${text}</t></si>`.repeat(2300)}</sst>`;
      const file = makeWorkbook({
        'xl/sharedStrings.xml': texts,
        'xl/worksheets/sheet1.xml': sheetWithOneRow,
      });
      expect(await refusal(file)).toMatch(/too much text/);
    },
  );

  for (const { what, file, sentence, options } of [
    {
      what: 'line breaks',
      file: () => Buffer.alloc(8_000_000, '\n'),
      sentence: /more than 200,000 rows/,
      options: { tags: ['nightly'] },
    },
    {
      what: 'rows of commas',
      file: () => Buffer.alloc(25_000_000, `${','.repeat(900)}\n`),
      sentence: /too many cells/,
      options: { tags: ['nightly'] },
    },
    {
      what: 'commas in one row',
      file: () => Buffer.alloc(5_000_000, ','),
      sentence: /more than 1,000 columns/,
      options: {},
    },
  ])
    it(`is refused where it consists of ${what}`, options, async () => {
      expect(await refusal(file())).toMatch(sentence);
    });
});

describe('the places that a workbook gives its rows and cells', () => {
  const cell = (place: string, text: string) => `<c r="${place}" t="str"><v>${text}</v></c>`;

  it('count only where they lead on', async () => {
    const list = await opened();
    const sheetXml = [
      `<row r="1">${cell('A1', 'Email')}</row>`,
      `<row r="2">${cell('A2', 'one@pine.example.com')}</row>`,
      `<row r="2">${cell('A2', 'two@pine.example.com')}</row>`,
      `<row r="abc">${cell('A3', 'three@pine.example.com')}</row>`,
      `<row r="9">${cell('A9', 'four@pine.example.com')}</row>`,
      `<row r="1">${cell('A1', 'five@pine.example.com')}</row>`,
      `<row r="-4">${cell('A4', 'six@pine.example.com')}</row>`,
      `<row r="1e9">${cell('A4', 'seven@pine.example.com')}</row>`,
    ].join('');
    const status = await list.open(xlsx({ sheetXml }));
    // A row so far down is none of a spreadsheet's.
    expect(status.phase).toMatchObject({ kind: 'failed' });
    const rest = sheetXml.slice(0, sheetXml.indexOf('<row r="1e9"'));
    expect((await list.open(xlsx({ sheetXml: rest }))).counts.ready).toBe(6);
    const rows = await list.rows();
    expect(rows.map(({ row, cells }) => [row, cells[0]?.text])).toEqual([
      [2, 'one@pine.example.com'],
      [3, 'two@pine.example.com'],
      [4, 'three@pine.example.com'],
      [9, 'four@pine.example.com'],
      [10, 'five@pine.example.com'],
      [11, 'six@pine.example.com'],
    ]);
    // Each row is reached by its own number.
    const { importId } = await list.status();
    await list.calls['imports.editCell']({ importId, row: 3, column: 0, text: 'changed@pine.example.com' });
    expect((await list.rows()).map(({ cells }) => cells[0]?.text)).toEqual([
      'one@pine.example.com',
      'changed@pine.example.com',
      'three@pine.example.com',
      'four@pine.example.com',
      'five@pine.example.com',
      'six@pine.example.com',
    ]);
  });

  it('let no cell take the place of another', async () => {
    const list = await opened();
    const sheetXml = [
      `<row>${cell('A1', 'Email')}${cell('B1', 'First name')}${cell('C1', 'Company')}</row>`,
      `<row>${cell('A2', 'ada@pine.example.com')}${cell('A2', 'Ada')}${cell('A2', 'Pine')}</row>`,
    ].join('');
    await list.open(xlsx({ sheetXml }));
    const [row] = await list.rows();
    expect(row?.cells.map(({ text }) => text)).toEqual(['ada@pine.example.com', 'Ada', 'Pine']);
  });
});
