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
  '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet 1" sheetId="1" r:id="rId1"/></sheets></workbook>';
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
    expect(await refusal(makeWorkbook({ 'xl/worksheets/sheet1.xml': nested }))).toMatch(/no rows/);
  });

  it('is refused where it names millions of sheets', { tags: ['nightly'] }, async () => {
    const sheets = repeated(
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>',
      '<sheet name="Sheet" r:id="rId1"/>',
      600_000,
      '</sheets></workbook>',
    );
    const file = makeWorkbook({ 'xl/workbook.xml': sheets, 'xl/worksheets/sheet1.xml': '<worksheet/>' });
    expect(await refusal(file)).toMatch(/too large when unpacked/);
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
    expect(await refusal(file)).toMatch(/too large when unpacked/);
  });

  it(
    'is refused where its parts unpack to more than a list can be, packed no better than others',
    { tags: ['nightly'] },
    async () => {
      const packed = randomBytes(1024 * 1024);
      const large = { packed, size: 380 * packed.length, method: 8 };
      const file = makeWorkbook({ 'xl/worksheets/sheet1.xml': sheetWithOneRow, a: large, b: large });
      expect(await refusal(file)).toMatch(/too large when unpacked/);
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
      expect(await refusal(file)).toMatch(/too large when unpacked/);
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

  it.each([
    ['a row twice', `<row r="2">${cell('A2', 'one@pine.example.com')}</row>`],
    ['a row above', `<row r="1">${cell('A1', 'two@pine.example.com')}</row>`],
    ['a row that is none', `<row r="-4">${cell('A1', 'two@pine.example.com')}</row>`],
  ])('lead on, or the file is refused: %s', async (_what, row) => {
    const rows = [
      `<row r="1">${cell('A1', 'Email')}</row>`,
      `<row r="2">${cell('A2', 'ann@pine.example.com')}</row>`,
    ];
    expect(await refusal(xlsx({ sheetXml: [...rows, row].join('') }))).toMatch(/cannot be read/);
  });

  it('let no cell take the place of another', async () => {
    const list = await opened();
    const sheetXml = [
      `<row>${cell('A1', 'Email')}${cell('B1', 'First name')}${cell('C1', 'Company')}</row>`,
      `<row>${cell('A2', 'ada@pine.example.com')}${cell('A2', 'Ada')}${cell('A2', 'Pine')}</row>`,
    ].join('');
    const { phase } = await list.open(xlsx({ sheetXml }));
    expect(phase.kind === 'failed' ? phase.message : phase.kind).toContain('cannot be read');
  });
});
