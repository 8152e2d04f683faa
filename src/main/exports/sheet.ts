import { strToU8, Zip, ZipDeflate } from 'fflate';
import { guardedText } from '../formula-guard.ts';

/** The value of a cell. Booleans become words beforehand. */
export type CellValue = string | number | null;

export type SheetWriter = ReturnType<typeof xlsxWriter>;

/** A table as CSV (RFC 4180) with a byte order mark. No text can be a formula (see {@link guardedText}). */
export const csvText = (rows: readonly (readonly CellValue[])[]): string => `\uFEFF${csvRows(rows)}`;

/** Further lines of a table that {@link csvText} began. */
export const csvRows = (rows: readonly (readonly CellValue[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

function csvCell(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = guardedText(value);
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvWriter: SheetWriter = {
  begin: (head) => Buffer.from(csvText([head])),
  rows: (rows) => Buffer.from(csvRows(rows)),
  end: () => new Uint8Array(),
};

const contentTypes = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`;
const packageLinks = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const workbookLinks = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`;
/** Style 1 is text, so that no cell becomes a formula or a number; style 2 is the bold head. */
const styles = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

function workbook(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

const sheetStart = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;

const maxCell = 32_767;

/** Text for XML 1.0, without the characters that it cannot hold. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function cell(value: CellValue, style: 1 | 2): string {
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, maxCell))}</t></is></c>`;
}

const row = (values: readonly CellValue[], style: 1 | 2): string =>
  `<row>${values.map((value) => cell(value, style)).join('')}</row>`;

/** A one-sheet workbook (ECMA-376) of text cells, written in slices so that nothing holds the whole sheet. */
export function xlsxWriter(name: string) {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    ready.push(chunk);
  });
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 3 });

  function add(path: string, text: string): void {
    const file = new ZipDeflate(path, { level: 3 });
    zip.add(file);
    file.push(strToU8(text), true);
  }
  function taken(): Uint8Array {
    const bytes = Buffer.concat(ready);
    ready = [];
    return bytes;
  }

  return {
    begin(head: readonly string[]): Uint8Array {
      add('[Content_Types].xml', contentTypes);
      add('_rels/.rels', packageLinks);
      add('xl/workbook.xml', workbook(name));
      add('xl/_rels/workbook.xml.rels', workbookLinks);
      add('xl/styles.xml', styles);
      zip.add(sheet);
      sheet.push(strToU8(sheetStart + row(head, 2)));
      return taken();
    },
    rows(rows: readonly (readonly CellValue[])[]): Uint8Array {
      sheet.push(strToU8(rows.map((values) => row(values, 1)).join('')));
      return taken();
    },
    end(): Uint8Array {
      sheet.push(strToU8('</sheetData></worksheet>'), true);
      zip.end();
      return taken();
    },
  };
}
