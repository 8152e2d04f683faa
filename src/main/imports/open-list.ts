import { beginsAsPage } from '#shared/base/markup.ts';
import { detectEncoding } from './encoding.ts';
import { aDocument, anArchive, UnusableFile, type OpenList } from './reading.ts';
import { decodeBeginning, openText } from './text-rows.ts';
import type { WorkbookKind } from './workbook-rows.ts';

const magic: readonly { starts: readonly string[]; says: string }[] = [
  { starts: ['25504446'], says: 'This is a PDF. Save the list as CSV or XLSX and choose that.' },
  { starts: ['1f8b', '377abcaf271c', '526172211a07'], says: anArchive },
  { starts: ['89504e47', 'ffd8ff'], says: 'This is a picture. Choose the list itself, as CSV or XLSX.' },
  { starts: ['7b5c727466'], says: aDocument },
];

const texts: readonly { begins: RegExp; says: string }[] = [
  {
    begins: /^\s*(?:\[\s*)?\{\s*["}]/,
    says: 'This is JSON, not a list. Export the list as CSV or XLSX and choose that.',
  },
  {
    begins: /^\s*BEGIN:VCARD/i,
    says: 'These are contact cards (vCard). Export the contacts as CSV and choose that.',
  },
  {
    begins: /^\s*(?:version:\s*\d\s+)?dn:{1,2}\s*\S/i,
    says: 'This is a directory export (LDIF). Export the list as CSV and choose that.',
  },
  {
    begins: /^\s*(?:MIME-Version|From|Return-Path|Received):\s/i,
    says: 'This is an email or a saved web page. Save the list as CSV or XLSX and choose that.',
  },
];

/** Opens a list by its content; its name does not matter. Throws {@link UnusableFile}. */
export async function openList(bytes: Buffer): Promise<OpenList> {
  if (bytes.length === 0) throw new UnusableFile('This file is empty. Choose one with a list in it.');
  const start = bytes.subarray(0, 8).toString('hex');
  if (start.startsWith('504b0304')) return openWorkbook(bytes, 'zip');
  if (start.startsWith('d0cf11e0')) return openWorkbook(bytes, 'compound');
  const known = magic.find(({ starts }) => starts.some((one) => start.startsWith(one)));
  if (known !== undefined) throw new UnusableFile(known.says);
  const beginning = decodeBeginning(bytes, await detectEncoding(bytes));
  const other = texts.find(({ begins }) => begins.test(beginning));
  if (other !== undefined) throw new UnusableFile(other.says);
  if (beginsAsPage(beginning) || /^\s*<table/i.test(beginning))
    return openMarkup(bytes, '<table', 'This is a web page without a table');
  if (/^\s*<\?xml/i.test(beginning))
    return openMarkup(bytes, 'office:spreadsheet', 'This is XML, not a list');
  return openText(bytes);
}

async function openWorkbook(bytes: Buffer, kind: WorkbookKind): Promise<OpenList> {
  const workbooks = await import('./workbook-rows.ts');
  return workbooks.openWorkbook(bytes, kind);
}

function openMarkup(bytes: Buffer, sign: string, otherwise: string): Promise<OpenList> {
  if (!bytes.toString('latin1').toLowerCase().includes(sign))
    throw new UnusableFile(`${otherwise}. Save the list as CSV or XLSX and choose that.`);
  return openWorkbook(bytes, 'markup');
}
