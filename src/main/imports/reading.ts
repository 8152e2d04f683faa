import { unguardedText } from '../formula-guard.ts';

/** A file that cannot be used, with the sentence that says why. */
export class UnusableFile extends Error {}

/** A row of a file: its number as a spreadsheet counts, and its cells without empty ones at the end. */
export interface FileRow {
  row: number;
  cells: string[];
}

/** A file that is open for reading: its sheets, and the rows of each in pieces that do not block. */
export interface OpenList {
  sheets: string[];
  /** Rows in their order, some at a time; throws {@link UnusableFile}. */
  rows(sheet: number): AsyncGenerator<FileRow[]>;
}

/** Cuts off empty cells at the end, and apostrophes that keep a spreadsheet from taking a text for a formula. */
export function tidyCells(cells: readonly string[]): string[] {
  const tidied = cells.map((cell) => unguardedText(cell.trim()).trim());
  let length = tidied.length;
  while (length > 0 && tidied[length - 1] === '') length -= 1;
  return tidied.slice(0, length);
}
