import { z } from 'zod';
import { textForm, type TextForm } from '#shared/imports/import-fields.ts';
import { unguardedText } from '../formula-guard.ts';
import { decodeHTMLStrict } from 'entities';

export class UnusableFile extends Error {}

export const anArchive = 'This is an archive. Unpack it, then choose the list that is in it.';
export const aDocument = 'This is a document, not a list. Save the list as CSV or XLSX and choose that.';
export const locked =
  'This workbook is locked with a password. Save it without one, or as CSV, and choose that.';
export const unpacksTooFar = 'This file is too large when unpacked. Save the sheet as CSV and choose that.';

/** `row` counts as a spreadsheet does; `cells` has no empty ones at the end. */
export const fileRow = z.object({
  row: z.number(),
  cells: z.array(z.string()),
  /** The original text of cells that {@link cleanText} changed, by column. */
  was: z.array(z.tuple([z.number(), z.string()])).optional(),
  hidden: z.boolean().optional(),
  /** The number of cells in a text file, with empty ones at the end. */
  width: z.number().optional(),
  /** Its quotation mark is not closed as it should be: so many lines belong to it, or seem to. */
  lines: z.number().optional(),
});
export type FileRow = z.infer<typeof fileRow>;

export const listFormat = z.discriminatedUnion('kind', [
  textForm.extend({ kind: z.literal('text') }),
  /** `from1904` where days are counted from 1904. */
  z.object({ kind: z.literal('workbook'), from1904: z.boolean() }),
]);
export type ListFormat = z.infer<typeof listFormat>;

export const listSheet = z.object({ name: z.string(), hidden: z.boolean() });

export interface OpenList {
  sheets: z.infer<typeof listSheet>[];
  format: ListFormat;
  /** Rows in order, some at a time; throws {@link UnusableFile}. */
  rows(sheet: number, form?: TextForm): AsyncGenerator<FileRow[]>;
}

/** Cleans the cells of a row and drops empty ones at its end. */
export function tidyCells(raw: readonly string[]): Pick<FileRow, 'cells' | 'was'> {
  const was: [number, string][] = [];
  const cells = raw.map((cell, column) => {
    const text = cleanText(cell);
    if (text !== cell.trim() && text !== unguardedText(cell.trim()).trim()) was.push([column, cell]);
    return text;
  });
  cells.length = cells.findLastIndex((cell) => cell !== '') + 1;
  return { cells, ...(was.length > 0 && { was }) };
}

/** Other texts need no cleaning. */
const remarkable = /[^\x20-\x7E]|[&<=\\']|^(?:\(?null\)?|none|nan|nil)$/i;
/** Soft hyphens, direction marks and byte order marks from copied text. Joiners only beside Latin text: elsewhere they are letters. */
const invisible =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|(?<![^\0-\x7F])[\u200C\u200D]|[\u200C\u200D](?![^\0-\x7F])/gu;
const spaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/gu;
const hyphens = /[\u2010\u2011]/g;
const entity = /&(?:[a-z]\w{1,31}|#\d{1,7}|#x[\da-f]{1,6});/gi;
const lineElement = /<br\s*\/?>/gi;
/** Escapes that programs left in. */
const unicodeEscape = /\\u([\da-f]{4})/gi;
/** A guard against reading a text as a number: `="0012"`. */
const textGuard = /^="((?:[^"]|"")*)"$/;
/** The same by an apostrophe, which spreadsheets hide. */
const digitGuard = /^'(?=\d)/;
const nothing = /^(?:null|\(null\)|\\n|none|nan|nil)$/i;

/** A cell without what nobody typed: hidden characters, entities, guards of spreadsheets, and words for nothing. */
export function cleanText(raw: string): string {
  const text = raw.trim();
  if (!remarkable.test(text)) return text;
  if (nothing.test(text)) return '';
  const guarded = textGuard.exec(text)?.[1];
  const bare = guarded === undefined ? unguardedText(text) : guarded.replaceAll('""', '"');
  return bare
    .replace(lineElement, '\n')
    .replace(entity, (found) => decodeHTMLStrict(found))
    .replace(unicodeEscape, (_found, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(spaces, ' ')
    .replace(hyphens, '-')
    .replace(invisible, '')
    .replace(digitGuard, '')
    .trim();
}
