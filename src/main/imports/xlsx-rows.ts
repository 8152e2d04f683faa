import type { SaxesParser, SaxesTagPlain } from 'saxes';
import { importLimits } from '#shared/import-fields.ts';
import { tidyCells, UnusableFile, type FileRow, type OpenList } from './reading.ts';
import { bareName, openXlsxParts, partLimits, type XlsxParts } from './xlsx-parts.ts';
import { cellText, dateStyles, type CellKind } from './xlsx-cells.ts';

interface Workbook {
  sheets: { name: string; part: string }[];
  /** Whether days are counted from 1904, as older Macs did. */
  from1904: boolean;
}

/** Reads an XLSX workbook: each visible sheet is a list. */
export async function openXlsx(bytes: Buffer): Promise<OpenList> {
  const parts = await openXlsxParts(bytes);
  const workbook = await readWorkbook(parts);
  if (workbook.sheets.length === 0) {
    throw new UnusableFile('This workbook has no sheet with rows. Choose a file with a list in it.');
  }
  const texts: SharedTexts = { read: false, texts: [] };
  return {
    sheets: workbook.sheets.map((sheet) => sheet.name),
    rows: (index) => sheetRows(parts, workbook, texts, index),
  };
}

async function drained(pieces: AsyncGenerator<void>): Promise<void> {
  for await (const _piece of pieces);
}

async function readWorkbook(parts: XlsxParts): Promise<Workbook> {
  const targets = new Map<string, string>();
  await drained(
    parts.parse('xl/_rels/workbook.xml.rels', (parser) => {
      parser.on('opentag', ({ name, attributes }) => {
        const { Id: id, Target: target } = attributes;
        if (bareName(name) !== 'Relationship' || id === undefined || target === undefined) return;
        targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
      });
    }),
  );
  const sheets: Workbook['sheets'] = [];
  let from1904 = false;
  await drained(
    parts.parse('xl/workbook.xml', (parser) => {
      parser.on('opentag', ({ name, attributes }) => {
        if (bareName(name) === 'workbookPr') from1904 = isTrue(attributes['date1904']);
        if (bareName(name) !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return;
        const reference = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
        const part = reference === undefined ? undefined : targets.get(reference);
        if (part !== undefined && parts.has(part)) sheets.push({ name: attributes['name'] ?? '', part });
      });
    }),
  );
  return { sheets, from1904 };
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** The texts that cells refer to by number. Readings aloud (`rPh`) are no part of a text. */
async function* readTexts(parts: XlsxParts, texts: string[]): AsyncGenerator<void> {
  if (!parts.has('xl/sharedStrings.xml')) return;
  let length = 0;
  let text = '';
  let inText = false;
  let aloud = false;
  yield* parts.parse('xl/sharedStrings.xml', (parser) => {
    parser.on('opentag', ({ name }) => {
      const bare = bareName(name);
      if (bare === 'si') text = '';
      if (bare === 'rPh') aloud = true;
      if (bare === 't') inText = !aloud;
    });
    parser.on('text', (part) => {
      if (inText) text += part;
    });
    parser.on('closetag', ({ name }) => {
      const bare = bareName(name);
      if (bare === 't') inText = false;
      if (bare === 'rPh') aloud = false;
      if (bare !== 'si') return;
      length += text.length;
      if (length > partLimits.texts) {
        throw new UnusableFile('This workbook holds too much text. Save the sheet as CSV and choose that.');
      }
      texts.push(text);
    });
  });
}

/** The texts of all sheets; read once, since several sheets may be looked into. */
interface SharedTexts {
  read: boolean;
  texts: string[];
}

async function* sheetRows(
  parts: XlsxParts,
  workbook: Workbook,
  shared: SharedTexts,
  index: number,
): AsyncGenerator<FileRow[]> {
  const sheet = workbook.sheets[index];
  if (sheet === undefined) throw new UnusableFile('This sheet is not in the file any more.');
  if (!shared.read) {
    const texts: string[] = [];
    for await (const _piece of readTexts(parts, texts)) yield [];
    shared.texts = texts;
    shared.read = true;
  }
  const { texts } = shared;
  const dates = parts.has('xl/styles.xml') ? await readDateStyles(parts) : new Set<number>();
  const found: FileRow[] = [];
  const meaning = { texts, dates, from1904: workbook.from1904 };
  for await (const _piece of parts.parse(sheet.part, (parser) => listenToRows(parser, meaning, found))) {
    yield found.splice(0);
  }
  yield found.splice(0);
}

async function readDateStyles(parts: XlsxParts): Promise<ReadonlySet<number>> {
  const formats = new Map<number, string>();
  const cellFormats: number[] = [];
  let inCells = false;
  await drained(
    parts.parse('xl/styles.xml', (parser) => {
      parser.on('opentag', ({ name, attributes }) => {
        const bare = bareName(name);
        if (bare === 'cellXfs') inCells = true;
        if (bare === 'numFmt') formats.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
        if (bare === 'xf' && inCells) cellFormats.push(Number(attributes['numFmtId'] ?? '0'));
      });
      parser.on('closetag', ({ name }) => {
        if (bareName(name) === 'cellXfs') inCells = false;
      });
    }),
  );
  return dateStyles(formats, cellFormats);
}

interface Meaning {
  texts: readonly string[];
  dates: ReadonlySet<number>;
  from1904: boolean;
}

/** Collects a sheet's rows while it is parsed. Cells that are left out are empty. */
function listenToRows(parser: SaxesParser, meaning: Meaning, found: FileRow[]): void {
  let row = 0;
  let cells: string[] = [];
  let column = 0;
  let kind: CellKind = 'n';
  let style = 0;
  let value = '';
  let formula = '';
  let hasFormula = false;
  let into: 'value' | 'formula' | null = null;
  let aloud = false;

  function beginCell({ attributes }: SaxesTagPlain): void {
    const place = /^([A-Z]{1,3})\d+$/.exec(attributes['r'] ?? '')?.[1];
    column = place === undefined ? column : columnNumber(place);
    kind = attributes['t'] ?? 'n';
    style = Number(attributes['s'] ?? '0');
    value = '';
    formula = '';
    hasFormula = false;
  }
  function endCell(): void {
    const text = cellText(kind, value, meaning, style);
    // A formula that was never worked out has no value to send; what it says is shown, and marked as a problem.
    const shown = hasFormula && text === '' ? `=${formula}` : text;
    if (shown !== '') {
      if (column >= importLimits.columns && shown.trim() !== '') {
        throw new UnusableFile(tooManyColumns(column + 1));
      }
      while (cells.length < column) cells.push('');
      cells[column] = shown;
    }
    column += 1;
  }

  parser.on('opentag', (tag) => {
    switch (bareName(tag.name)) {
      case 'row':
        row = Number(tag.attributes['r'] ?? String(row + 1));
        cells = [];
        column = 0;
        break;
      case 'c':
        beginCell(tag);
        break;
      case 'v':
        into = 'value';
        break;
      case 't':
        into = aloud ? null : 'value';
        break;
      case 'rPh':
        aloud = true;
        break;
      case 'f':
        hasFormula = true;
        into = 'formula';
        break;
      default:
    }
  });
  parser.on('text', (part) => {
    if (into === 'value') value += part;
    else if (into === 'formula') formula += part;
  });
  parser.on('closetag', ({ name }) => {
    switch (bareName(name)) {
      case 'v':
      case 't':
      case 'f':
        into = null;
        break;
      case 'rPh':
        aloud = false;
        break;
      case 'c':
        endCell();
        break;
      case 'row': {
        const tidied = tidyCells(cells);
        if (tidied.length > 0) found.push({ row, cells: tidied });
        break;
      }
      default:
    }
  });
}

/** What is said of a list with more columns than are read. */
export function tooManyColumns(count: number): string {
  return `This list has ${count >= 1000 ? 'more than 1,000' : count} columns, and Gangway reads at most ${importLimits.columns}. Delete the ones you do not need, then choose the file again.`;
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}
