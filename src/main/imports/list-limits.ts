import { importLimits } from '#shared/imports/import-fields.ts';
import { headingsSought } from './columns.ts';
import { UnusableFile, type FileRow } from './reading.ts';

export const maxRows = 1_048_576;
export const maxColumns = 16_384;
/** The text of all cells, in UTF-16 code units. */
const maxList = importLimits.fileBytes;
/** Spreadsheets allow 32,767. */
const maxCell = 1024 * 1024;

export const tooManyColumns = (count: number): UnusableFile =>
  new UnusableFile(
    `This list has ${count >= 1000 ? 'more than 1,000' : count} columns, and Gangway reads at most ${importLimits.columns}. Delete the ones you do not need, then choose the file again.`,
  );

export const tooManyRows = (): UnusableFile =>
  new UnusableFile(
    `This list has more than ${importLimits.rows.toLocaleString('en')} rows or too many cells. Split it into smaller files and import them one after the other.`,
  );

const tooMuchText = (): UnusableFile =>
  new UnusableFile(
    'This list has too much text. Delete the columns you do not need, then choose the file again.',
  );

/** The most passed on at once, so that the other thread is not blocked. */
const cellsAtOnce = 4000;
const textAtOnce = 1024 * 1024;

/** Passes rows on in small pieces; throws {@link UnusableFile} beyond a list's limits. */
export async function* withinLimits(pieces: AsyncIterable<FileRow[]>): AsyncGenerator<FileRow[]> {
  let rows = 0;
  let cells = 0;
  let text = 0;
  let piece: { rows: FileRow[]; cells: number; text: number } = { rows: [], cells: 0, text: 0 };
  for await (const some of pieces) {
    for (const row of some) {
      if (row.cells.length > importLimits.columns) throw tooManyColumns(row.cells.length);
      let length = 0;
      for (const cell of row.cells) {
        if (cell.length > maxCell) throw tooMuchText();
        length += cell.length;
      }
      rows += 1;
      cells += row.cells.length;
      text += length;
      if (rows > importLimits.rows + headingsSought || cells > importLimits.cells) throw tooManyRows();
      if (text > maxList) throw tooMuchText();
      piece.rows.push(row);
      piece.cells += row.cells.length;
      piece.text += length;
      if (piece.cells < cellsAtOnce && piece.text < textAtOnce) continue;
      yield piece.rows;
      piece = { rows: [], cells: 0, text: 0 };
    }
  }
  if (piece.rows.length > 0) yield piece.rows;
}
