/** A page of a list: where it begins, where the next one does, and the ids of its rows, null where they were let go. */
export interface HeldPage {
  after: string | null;
  next: string | null;
  ids: string[] | null;
  /** How many rows it has, also while they are let go. */
  count: number;
}

export function withIds(page: HeldPage, ids: string[]): HeldPage {
  return { ...page, ids, count: ids.length };
}

/** The pages whose rows are here. */
export function heldPages(pages: readonly HeldPage[]): (HeldPage & { ids: string[] })[] {
  return pages.flatMap((page) => (page.ids === null ? [] : [{ ...page, ids: page.ids }]));
}

const rowsIn = (pages: readonly HeldPage[]) => pages.reduce((sum, page) => sum + page.count, 0);

/** The first stretch of pages whose rows are here, and how many rows stand before and behind it. */
export function firstStretch(pages: readonly HeldPage[]): { before: number; ids: string[]; behind: number } {
  const found = pages.findIndex((page) => page.ids !== null);
  const from = found === -1 ? 0 : found;
  const length = pages.slice(from).findIndex((page) => page.ids === null);
  const to = length === -1 ? pages.length : from + length;
  return {
    before: rowsIn(pages.slice(0, from)),
    ids: pages.slice(from, to).flatMap((page) => page.ids ?? []),
    behind: rowsIn(pages.slice(to)),
  };
}

/** The first and the last page with a row that is not further than `margin` rows from those between two places. */
export function pagesAround(
  pages: readonly HeldPage[],
  first: number,
  last: number,
  margin: number,
): { from: number; to: number } {
  let rows = 0;
  let from = Math.max(0, pages.length - 1);
  let to = 0;
  for (const [index, page] of pages.entries()) {
    if (rows + page.count > first - margin) from = Math.min(from, index);
    if (rows <= last + margin) to = index;
    rows += page.count;
  }
  return { from, to: Math.max(from, to) };
}
