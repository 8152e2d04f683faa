import { importLimits } from '#shared/import-fields.ts';
import { headingsSought } from './heading-row.ts';
import { UnusableFile, type FileRow } from './reading.ts';

/** Rows that a spreadsheet can have: no list goes on below, whatever its empty rows. */
export const maxRows = 1_048_576;
/** Columns that a spreadsheet can have: what a row holds beyond is separators alone. */
export const maxColumns = 16_384;
/** The text of all cells, in UTF-16 code units: as much as the largest file that is taken. */
const maxList = importLimits.fileBytes;

/** The text of one cell; spreadsheets allow 32,767. */
const maxCell = 1024 * 1024;

/** What is said of a list with more columns than are read. */
export function tooManyColumns(count: number): UnusableFile {
  return new UnusableFile(
    `This list has ${count >= 1000 ? 'more than 1,000' : count} columns, and Gangway reads at most ${importLimits.columns}. Delete the ones you do not need, then choose the file again.`,
  );
}

/** What is said of a list with more rows or cells than are read. */
export function tooManyRows(): UnusableFile {
  return new UnusableFile(
    `This list has more than ${importLimits.rows.toLocaleString('en')} rows or too many cells. Split it into smaller files and import them one after the other.`,
  );
}

/** What is said of a list whose cells hold more text than a list can. */
export function tooMuchText(): UnusableFile {
  return new UnusableFile(
    'The cells of this list hold too much text. Delete the columns you do not need, then choose the file again.',
  );
}

/** Passes rows on as long as they are within what one list may be; throws {@link UnusableFile} beyond it. */
export async function* withinLimits(pieces: AsyncIterable<FileRow[]>): AsyncGenerator<FileRow[]> {
  let rows = 0;
  let cells = 0;
  let text = 0;
  for await (const piece of pieces) {
    for (const row of piece) {
      if (row.cells.length > importLimits.columns) throw tooManyColumns(row.cells.length);
      cells += row.cells.length;
      for (const cell of row.cells) {
        if (cell.length > maxCell) throw tooMuchText();
        text += cell.length;
      }
    }
    rows += piece.length;
    if (rows > importLimits.rows + headingsSought || cells > importLimits.cells) throw tooManyRows();
    if (text > maxList) throw tooMuchText();
    yield piece;
  }
}
