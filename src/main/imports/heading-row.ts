import { fieldNamed, foldHeading, type Headings, type Remembered } from './columns.ts';

/** How many rows, from the top of a list, the headings are looked for in and can be chosen from. Empty ones do not count. */
export const headingsSought = 30;

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell !== '').length;
}

/**
 * Which of the rows holds the headings, as an index; null where none does. Lists out of other programs begin with a title,
 * a company and a date, so it is the row near the top that names the most fields, the first of them where some name as many.
 * A word that stands alone in its row, above rows of several cells, is more likely a title. A row with what only the rows
 * of such a list hold, such as an e-mail address, is never it. Where no row names a field, the first row of several cells
 * is it where it looks unlike the rows below.
 * @param rows the first rows that are not empty, some more than {@link headingsSought} of them
 * @param remembered which field each heading was chosen for before
 */
export function findHeadings(
  known: Headings,
  rows: readonly (readonly string[])[],
  remembered: Remembered,
): number | null {
  const widest = Math.max(0, ...rows.map(filled));
  const top = rows.slice(0, Math.min(headingsSought, rows.length - 1));
  const isTitle = (cells: readonly string[]) => widest > 1 && filled(cells) === 1;
  let best: { index: number; weight: number } | null = null;
  for (const [index, cells] of top.entries()) {
    // Headings below a row of the list are those of another list.
    if (known.dataField !== null && cells.some((cell) => known.isData(cell))) break;
    if (cells.some((cell) => known.isData(cell))) continue;
    const named = new Set(cells.map((cell) => remembered.get(foldHeading(cell)) ?? fieldNamed(known, cell)));
    named.delete(undefined);
    named.delete('skip');
    const weight = isTitle(cells) ? named.size / 2 : named.size;
    if (weight > (best?.weight ?? 0)) best = { index, weight };
  }
  if (best !== null) return best.index;
  const first = rows.findIndex((cells) => !isTitle(cells));
  return first !== -1 && first < top.length && looksUnlike(known, rows[first] ?? [], rows.slice(first + 1))
    ? first
    : null;
}

/** Whether a row has words where the rows below have figures, or what only the rows of such a list hold. */
function looksUnlike(
  known: Headings,
  first: readonly string[],
  others: readonly (readonly string[])[],
): boolean {
  if (first.some((cell) => known.isData(cell))) return false;
  return first.some(
    (cell, column) =>
      !/\d/.test(cell) &&
      others.some((row) => known.isData(row[column] ?? '') || /\d/.test(row[column] ?? '')),
  );
}
