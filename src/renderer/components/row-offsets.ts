/** Where the lines of a table stand below each other, in CSS pixels from the top of the first. */
export interface RowOffsets {
  height: number;
  getTop: (index: number) => number;
  /** The line at a place; the last one below all of them. */
  at: (top: number) => number;
}

/**
 * Places lines of which only a stretch is here. Nothing is kept for the others: each of them is as high as a row.
 * @param heights of the lines that are here, in their order
 * @param first how many lines stand before them
 * @param count how many lines there are in all
 */
export function rowOffsets(
  heights: readonly number[],
  first: number,
  count: number,
  rowHeight: number,
): RowOffsets {
  const tops = [first * rowHeight];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  const behind = first + heights.length;
  const end = tops.at(-1) ?? 0;

  function getTop(index: number): number {
    return tops[index - first] ?? (index < first ? index * rowHeight : end + (index - behind) * rowHeight);
  }

  function at(top: number): number {
    // The last line that begins at this place or above it.
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (getTop(middle) <= top) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return { height: getTop(count), getTop, at };
}
