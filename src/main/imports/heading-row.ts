import { fieldNamed, foldHeading, type Headings, type Remembered } from './columns.ts';

/** How many rows, from the top of a list, the headings are looked for in and can be chosen from. Empty ones do not count. */
export const headingsSought = 30;

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell !== '').length;
}

/**
 * Which of the rows holds the headings, as an index; null where none does. Lists out of other programs begin with a title,
 * a company and a date, so it is the first row near the top that names the most fields; a word alone in its row is more likely a
 * title, and a row with data, such as an e-mail address, has no headings. Where no row names a field, it is the first row of
 * several cells where it looks unlike the rows below.
 * @param rows the first rows that are not empty, some more than {@link headingsSought} of them
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
    if (cells.some((cell) => known.isData(cell))) {
      if (known.dataField !== null) break;
      continue;
    }
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
  const isFilled = (cell = '') => known.isData(cell) || /\d/.test(cell);
  return (
    !first.some((cell) => known.isData(cell)) &&
    first.some((cell, column) => !/\d/.test(cell) && others.some((row) => isFilled(row[column])))
  );
}
