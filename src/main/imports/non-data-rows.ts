import type { NonDataRow } from '#shared/ipc/imports.ts';
import type { Headings } from './columns.ts';

const total =
  /^(?:(?:grand|sub|overall)[\s-]*)?totals?(?:\s+(?:vendors|licenses|rows|records|count|number))?\s*(?::\s*)?[\d,.]*$/i;
const countOfRows = /^(?:count|sum|records|rows)\s*(?::\s*)?\d[\d,.]*$/i;
const figures = /^[\d,.$%\s-]+$/;

/**
 * What a row is that stands in a list without being of it: a line of marks, a total, the headings once more. Null where it may be of
 * the list; a row that holds what only such rows hold always is.
 */
export function findNonDataRow(
  cells: readonly string[],
  headings: readonly string[],
  known: Headings,
): Exclude<NonDataRow, 'title'> | null {
  const first = cells.findIndex((cell) => cell !== '');
  const text = cells[first] ?? '';
  if (!/[\p{L}\p{N}]/u.test(text)) {
    return cells.every((cell) => !/[\p{L}\p{N}@]/u.test(cell)) ? 'separator' : null;
  }
  if (total.test(text) || countOfRows.test(text)) {
    const others = cells.filter((cell, column) => column !== first && cell !== '');
    return others.every((cell) => figures.test(cell) && !known.isData(cell)) ? 'total' : null;
  }
  return repeats(cells, headings) ? 'headings' : null;
}

function repeats(cells: readonly string[], headings: readonly string[]): boolean {
  let same = 0;
  for (const [column, cell] of cells.entries()) {
    if (cell === '') continue;
    if (cell.toLowerCase() !== (headings[column] ?? '').toLowerCase()) return false;
    same += 1;
  }
  return same >= Math.min(2, headings.filter((heading) => heading !== '').length);
}

/** Whether a row that is not ready looks like the title of the rows below it: one text in a list of several columns. */
export function looksLikeTitle(cells: readonly string[], usedColumns: number): boolean {
  return (
    usedColumns >= 3 &&
    cells.filter((cell) => cell !== '').length === 1 &&
    !cells.some((cell) => cell.includes('@'))
  );
}
