import { utils, write, type CellObject, type WorkSheet } from '@e965/xlsx';
import type { Random } from '#test/chaos/random.ts';

/** A cell as it is written: a text, a number with its format, or a text file's own letters with quotation marks as they are. */
export type WrittenCell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number; format: string }
  | { kind: 'raw'; letters: string };

export interface WrittenRow {
  cells: WrittenCell[];
  hidden?: boolean;
}

export const text = (words: string): WrittenCell => ({ kind: 'text', text: words });

/** How a text file is written. */
interface TextForm {
  delimiter: string;
  encoding: string;
  lineEnd: string;
  quotesAll: boolean;
  mark: boolean;
}

const encodings = ['utf-8', 'utf-8', 'utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const;

function drawForm(random: Random): TextForm {
  const encoding = random.pick(encodings);
  return {
    delimiter: random.pick([',', ',', ',', ';', '\t', '|', '^']),
    encoding,
    lineEnd: random.pick(['\n', '\r\n', '\r\n', '\r']),
    quotesAll: random.chance(0.3),
    mark: encoding.startsWith('utf-16') ? random.chance(0.7) : encoding === 'utf-8' && random.chance(0.4),
  };
}

function toLetters(cell: WrittenCell, { delimiter, quotesAll }: TextForm): string {
  if (cell.kind === 'raw') return cell.letters;
  const words = cell.kind === 'text' ? cell.text : String(cell.value);
  const needs = quotesAll || words.includes(delimiter) || /["\r\n]/.test(words) || words !== words.trim();
  return needs ? `"${words.replaceAll('"', '""')}"` : words;
}

/** The bytes of a text; null where the encoding has no place for one of its letters. */
function encode(letters: string, { encoding, mark }: TextForm): Buffer | null {
  const marked = mark ? `\uFEFF${letters}` : letters;
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(marked);
    case 'utf-16le':
      return Buffer.from(marked, 'utf16le');
    case 'utf-16be':
      return Buffer.from(marked, 'utf16le').swap16();
    default: {
      const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_none, at) => at));
      const byLetter = new Map(Array.from(all, (letter, at) => [letter, at] as const));
      const bytes = Array.from(letters, (letter) => byLetter.get(letter));
      return bytes.includes(undefined) ? null : Buffer.from(bytes.map((byte) => byte ?? 0));
    }
  }
}

/** Writes rows as a text file, in a form that is drawn. */
export function writeText(rows: readonly WrittenRow[], random: Random): { file: Buffer; form: string } {
  const form = drawForm(random);
  const lines = rows.map(({ cells }) => cells.map((cell) => toLetters(cell, form)).join(form.delimiter));
  const letters = `${lines.join(form.lineEnd)}${random.chance(0.8) ? form.lineEnd : ''}`;
  const plain = { ...form, encoding: 'utf-8', mark: false };
  const file = encode(letters, form);
  return file === null
    ? { file: Buffer.from(letters), form: JSON.stringify(plain) }
    : { file, form: JSON.stringify(form) };
}

const workbookTypes = ['xlsx', 'xlsx', 'xlsx', 'xlsm', 'xlsb', 'biff8', 'ods', 'html'] as const;

/** Writes rows as a workbook, in a type that is drawn; days are counted from 1904 where that is drawn. */
export function writeWorkbook(rows: readonly WrittenRow[], random: Random): { file: Buffer; form: string } {
  const bookType = random.pick(workbookTypes);
  const date1904 = bookType === 'xlsx' && random.chance(0.2);
  // What keeps neither formats nor hidden rows is written as texts.
  const plain = bookType === 'ods' || bookType === 'html';
  const toCell = (cell: WrittenCell): CellObject => {
    if (cell.kind !== 'number') return { t: 's', v: cell.kind === 'text' ? cell.text : cell.letters };
    if (plain) return { t: 's', v: shown(cell.value, cell.format) };
    const isDate = cell.format.includes('yy');
    return { t: 'n', v: isDate && date1904 ? cell.value - 1462 : cell.value, z: cell.format };
  };
  // The library does not write into XLS that a row is hidden.
  const written = plain || bookType === 'biff8' ? rows.filter(({ hidden }) => hidden !== true) : rows;
  const sheet: WorkSheet = utils.aoa_to_sheet(written.map(({ cells }) => cells.map(toCell)));
  if (!plain) sheet['!rows'] = written.map(({ hidden }) => ({ hidden: hidden === true }));
  const book = utils.book_new(sheet, 'Vendors');
  book.Workbook = { WBProps: { date1904 } };
  const other = utils.aoa_to_sheet([['How to use this list'], ['Fill in the other sheet.']]);
  if (bookType !== 'html' && random.chance(0.3)) utils.book_append_sheet(book, other, 'Read me');
  const file: unknown = write(book, { type: 'buffer', bookType });
  if (!Buffer.isBuffer(file)) throw new Error('The workbook was not written.');
  return { file, form: `${bookType}${date1904 ? ' from 1904' : ''}` };
}

/** A number as a format of this generator shows it. */
export function shown(value: number, format: string): string {
  if (format.includes('yy')) {
    return new Date(Date.UTC(1899, 11, 30) + value * 86_400_000).toISOString().slice(0, 10);
  }
  return String(value).padStart(format.length, '0');
}
