import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { LatestOnly } from './reloading.ts';
import type { ChangeEvent } from './live.ts';

export interface Page<Row> {
  rows: Row[];
  next: string | null;
  total: number;
  coming?: number | undefined;
}

export interface PagedListOptions<Row> {
  fetchPage: (after: string | null, limit: number) => Promise<CallResult<Page<Row>>>;
  rowId: (row: Row) => string;
  events: readonly ChangeEvent[];
  /** `wait`: new rows stay behind "3 new" until asked for. `join`: they come in at once. */
  newRows: 'wait' | 'join';
  pageSize?: number;
  /** Rows far from the visible ones are evicted and fetched again when they come near. */
  windowed?: boolean;
}

export interface PagedListState<Row> {
  kind: 'loading' | 'ready' | 'failed';
  rows: readonly Row[];
  /** How many rows of the list stand before `rows` and were let go. */
  first: number;
  /** How many rows were fetched from the start of the list, with those that were let go. */
  loaded: number;
  total: number;
  /** How many things a search cannot find yet, since it is still being prepared. */
  coming: number;
  /** The rows are still those of the previous list. */
  renewing: boolean;
  /** Another number stands for the rows of another list. */
  source: number;
  waiting: number;
  more: boolean;
  loadingMore: boolean;
  error: CallError | null;
}

/** What a list takes over from its predecessor: the rows, until its own arrive, and the request limiter. */
export interface Predecessor<Row> {
  state: PagedListState<Row> | null;
  latestOnly: LatestOnly;
}

/** What is shown at first: the rows of the list before, if it has any. */
export function stateAfter<Row>(before: PagedListState<Row> | null): PagedListState<Row> {
  if (before?.kind === 'ready' && before.rows.length > 0) {
    return { ...before, renewing: true, waiting: 0, more: false, loadingMore: false, error: null };
  }
  return {
    kind: 'loading',
    rows: [],
    first: 0,
    loaded: 0,
    total: 0,
    coming: 0,
    renewing: false,
    source: before?.source ?? 0,
    waiting: 0,
    more: false,
    loadingMore: false,
    error: null,
  };
}

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
