import { z } from 'zod';
import { textForm, type TextForm } from '#shared/imports/import-fields.ts';
import { unguardedText } from '../formula-guard.ts';
import { cleanText } from './cell-text.ts';

/** A file that cannot be used, with the sentence that says why. */
export class UnusableFile extends Error {}

export const anArchive = 'This is an archive. Unpack it, then choose the list that is in it.';
export const aDocument = 'This is a document, not a list. Save the list as CSV or XLSX and choose that.';
export const locked =
  'This workbook is locked with a password. Save it without one, or as CSV, and choose that.';
export const unpacksTooFar = 'This file is too large when unpacked. Save the sheet as CSV and choose that.';

/** A row of a file: its number as a spreadsheet counts, and its cells without empty ones at the end. */
export const fileRow = z.object({
  row: z.number(),
  cells: z.array(z.string()),
  /** What stood in cells that {@link cleanText} changed, by column. */
  was: z.array(z.tuple([z.number(), z.string()])).optional(),
  /** The spreadsheet does not show the row: it is hidden, or a filter leaves it out. */
  hidden: z.boolean().optional(),
  /** How many cells the row of a text file has, empty ones at the end included. */
  width: z.number().optional(),
  /** A quotation mark in it is not closed as it should be: so many lines of the file belong to it, or seem to. */
  lines: z.number().optional(),
});
export type FileRow = z.infer<typeof fileRow>;

/** What a file was found to be. */
export const listFormat = z.discriminatedUnion('kind', [
  textForm.extend({ kind: z.literal('text') }),
  /** `from1904` where days are counted from 1904. */
  z.object({ kind: z.literal('workbook'), from1904: z.boolean() }),
]);
export type ListFormat = z.infer<typeof listFormat>;

export const listSheet = z.object({ name: z.string(), hidden: z.boolean() });

/** A file that is open for reading: its sheets, and the rows of each in pieces that do not block. */
export interface OpenList {
  sheets: z.infer<typeof listSheet>[];
  format: ListFormat;
  /** Rows in their order, some at a time; throws {@link UnusableFile}. */
  rows(sheet: number, form?: TextForm): AsyncGenerator<FileRow[]>;
}

/** Cleans the cells of a row and cuts off empty ones at its end. */
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
