import type { SaxesTagPlain } from 'saxes';
import { importLimits } from '#shared/import-fields.ts';
import { maxRows, tooManyColumns, tooManyRows, tooMuchText } from './list-limits.ts';
import { tidyCells, UnusableFile, type FileRow, type OpenList } from './reading.ts';
import { bareName, openXlsxParts, partLimits, type PartEvents, type XlsxParts } from './xlsx-parts.ts';
import { cellText, dateStyles, type CellKind } from './xlsx-cells.ts';

interface Workbook {
  sheets: { name: string; part: string }[];
  /** Whether days are counted from 1904, as older Macs did. */
  from1904: boolean;
}

const maxSheets = 1000;
/** Spreadsheets allow 31 characters. */
const maxName = 100;
const tooManySheets = `This workbook has more than ${maxSheets.toLocaleString('en')} sheets. Save the one with the list as a file of its own and choose that.`;

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
    parts.parse('xl/_rels/workbook.xml.rels', {
      opened({ name, attributes }) {
        const { Id: id, Target: target } = attributes;
        if (bareName(name) !== 'Relationship' || id === undefined || target === undefined) return;
        targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
      },
    }),
  );
  const sheets: Workbook['sheets'] = [];
  let from1904 = false;
  await drained(
    parts.parse('xl/workbook.xml', {
      opened({ name, attributes }) {
        if (bareName(name) === 'workbookPr') from1904 = isTrue(attributes['date1904']);
        if (bareName(name) !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return;
        const reference = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
        const part = reference === undefined ? undefined : targets.get(reference);
        if (part === undefined || !parts.has(part)) return;
        if (sheets.length === maxSheets) throw new UnusableFile(tooManySheets);
        sheets.push({ name: (attributes['name'] ?? '').slice(0, maxName), part });
      },
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
  yield* parts.parse('xl/sharedStrings.xml', {
    opened({ name }) {
      const bare = bareName(name);
      if (bare === 'si') text = '';
      if (bare === 'rPh') aloud = true;
      if (bare === 't') inText = !aloud;
    },
    text(part) {
      if (!inText) return;
      length += part.length;
      if (length > partLimits.texts) throw tooMuchText();
      text += part;
    },
    closed(name) {
      if (name === 't') inText = false;
      if (name === 'rPh') aloud = false;
      if (name === 'si') texts.push(text);
    },
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
  for await (const _piece of parts.parse(sheet.part, rowEvents(meaning, found))) {
    yield found.splice(0);
  }
  yield found.splice(0);
}

async function readDateStyles(parts: XlsxParts): Promise<ReadonlySet<number>> {
  const formats = new Map<number, string>();
  const cellFormats: number[] = [];
  let inCells = false;
  await drained(
    parts.parse('xl/styles.xml', {
      opened({ name, attributes }) {
        const bare = bareName(name);
        if (bare === 'cellXfs') inCells = true;
        if (bare === 'numFmt') formats.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
        if (bare === 'xf' && inCells) cellFormats.push(Number(attributes['numFmtId'] ?? '0'));
      },
      closed(name) {
        if (name === 'cellXfs') inCells = false;
      },
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
function rowEvents(meaning: Meaning, found: FileRow[]): PartEvents {
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
    column = place === undefined ? column : placeFrom(column, columnNumber(place));
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
        throw tooManyColumns(column + 1);
      }
      while (cells.length < column) cells.push('');
      cells[column] = shown;
    }
    column += 1;
  }

  return {
    opened(tag) {
      switch (bareName(tag.name)) {
        case 'row':
          row = placeFrom(row, Number(tag.attributes['r']) - 1) + 1;
          if (row > maxRows) throw tooManyRows();
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
    },
    text(part) {
      if (into === null) return;
      if (value.length + formula.length + part.length > partLimits.cell) throw tooMuchText();
      if (into === 'value') value += part;
      else formula += part;
    },
    closed(name) {
      switch (name) {
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
    },
  };
}

/** Where a row or cell stands that says where: what leads back, or nowhere, is not believed, and it comes next. */
function placeFrom(next: number, said: number): number {
  return Number.isSafeInteger(said) && said > next ? said : next;
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}
