import { read, set_cptable, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { importLimits } from '#shared/imports/import-fields.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { maxRows, tooManyColumns, tooManyRows } from './list-limits.ts';
import { locked, tidyCells, UnusableFile, type FileRow, type OpenList } from './reading.ts';
import { notReadable, openPackage } from './workbook-package.ts';

export type WorkbookKind = 'zip' | 'compound' | 'markup';

const maxSheets = 1000;
const maxName = 255;

// Old workbooks have texts in the code page of their computer.
set_cptable(codePages);

/** Opens a workbook in any form the library reads. A cell is the text it shows; dates are ISO 8601. */
export async function openWorkbook(bytes: Buffer, kind: WorkbookKind): Promise<OpenList> {
  const form = kind === 'compound' ? 'old XLS workbook' : 'table';
  const book = readBook(kind === 'zip' ? await openPackage(bytes) : { bytes, form });
  const hidden = (at: number) => (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0;
  const sheets = book.SheetNames.map((name, at) => ({ name: name.slice(0, maxName), hidden: hidden(at) }));
  if (sheets.length > maxSheets)
    throw new UnusableFile('This workbook has more than 1,000 sheets. Choose a file with one list in it.');
  if (sheets.every((sheet) => sheet.hidden) && !sheets.some((_sheet, at) => rowCount(book, at) > 0))
    throw new UnusableFile('This workbook has no sheet with rows. Choose a file with a list in it.');
  const from1904 = book.Workbook?.WBProps?.date1904 === true;
  return {
    sheets,
    format: { kind: 'workbook', from1904 },
    rows: (sheet) => sheetRows(ownMember(book.Sheets, book.SheetNames[sheet] ?? ''), from1904),
  };
}

function readBook({ bytes, form }: { bytes: Buffer; form: string }): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellStyles: true,
      cellHTML: false,
      // Figures in a web page's table are texts: a number may be an ID.
      raw: true,
    });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const said = error instanceof Error ? error.message : '';
    if (/password|encrypt/i.test(said)) throw new UnusableFile(locked);
    throw notReadable(form, error);
  }
}

const getCells = (sheet: WorkSheet | undefined): (CellObject | undefined)[][] => sheet?.['!data'] ?? [];
const rowCount = (book: WorkBook, at: number) =>
  getCells(ownMember(book.Sheets, book.SheetNames[at] ?? '')).length;

async function* sheetRows(sheet: WorkSheet | undefined, from1904: boolean): AsyncGenerator<FileRow[]> {
  const data = getCells(sheet);
  if (data.length > maxRows) throw tooManyRows();
  fillDown(sheet, data);
  for (const [at, row] of data.entries()) {
    if (row === undefined) continue;
    if (row.length > importLimits.columns) checkWidth(row);
    const texts = Array.from(row, (cell) => (cell === undefined ? '' : cellText(cell, from1904)));
    const tidied = tidyCells(texts);
    if (tidied.cells.length === 0) continue;
    const hidden = sheet?.['!rows']?.[at]?.hidden === true;
    yield [{ row: at + 1, ...tidied, ...(hidden && { hidden }) }];
  }
}

function checkWidth(row: (CellObject | undefined)[]): void {
  const last = row.findLastIndex((cell) => cell !== undefined && String(cell.v ?? '').trim() !== '');
  if (last >= importLimits.columns) throw tooManyColumns(last + 1);
  row.length = last + 1;
}

/** Repeats a cell merged over several rows in each of them. */
function fillDown(sheet: WorkSheet | undefined, data: (CellObject | undefined)[][]): void {
  for (const { s, e } of sheet?.['!merges'] ?? []) {
    const cell = data[s.r]?.[s.c];
    if (cell === undefined) continue;
    for (let at = s.r + 1; at <= Math.min(e.r, data.length - 1); at += 1) {
      const row = data[at];
      if (row !== undefined && row.length > 0) row[s.c] = cell;
    }
  }
}

function cellText(cell: CellObject, from1904: boolean): string {
  const { t: kind, v: value, w: shown, f: formula } = cell;
  // A formula without a value is shown, and marked as a problem.
  if (kind === 'z' || value === undefined) return formula === undefined ? '' : `=${formula}`;
  if (kind !== 'n' || typeof value !== 'number') return shown ?? String(value);
  // A reference to an empty cell gives 0.
  if (formula !== undefined && value === 0) return '';
  const format = String(cell.z ?? 'General');
  if (isDateFormat(format)) return dateText(value, from1904);
  return format === 'General' || /E[+-]/i.test(format)
    ? numberText(value)
    : (shown?.trim() ?? numberText(value));
}

/** Whether a number format shows a day (ECMA-376, 18.8.31). */
function isDateFormat(format: string): boolean {
  const bare = format.replace(/"[^"]*"|\\.|\[[^[\]]*\]|s\.0+/g, '').toLowerCase();
  return bare.includes('y') && bare.includes('d') && !/general|0|#/.test(bare);
}

/** A number without an exponent, so that a phone number or an ID stays the same. */
function numberText(number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < 1e21) return BigInt(number).toString();
  return String(Number(number.toPrecision(15)));
}

/** Days since 1899-12-30, or since 1904, as a date, with its time if any. */
function dateText(days: number, from1904: boolean): string {
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const at = new Date(epoch + Math.round(days * 86_400) * 1000);
  if (Number.isNaN(at.getTime())) return String(days);
  const text = at.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}
