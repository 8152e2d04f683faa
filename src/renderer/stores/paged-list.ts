import pLimit, { type LimitFunction } from 'p-limit';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { CallError, CallResult, ListPage } from '#shared/ipc/call.ts';
import { on } from '../bridge.ts';
import type { ChangeEvent } from './live.ts';
import { onHostBack, coalesce } from './reloading.ts';

interface PagedListOptions<Row> {
  fetchPage: (after: string | null, limit: number) => Promise<CallResult<ListPage<Row>>>;
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

/** What a list takes over from the one before: the rows, until its own arrive, and the queue of fetches. */
interface Predecessor<Row> {
  getState: () => PagedListState<Row>;
  turn: LimitFunction;
}

/** What is shown at first: the rows of the list before, if it has any. */
function stateAfter<Row>(before: PagedListState<Row> | undefined): PagedListState<Row> {
  const fresh = { waiting: 0, more: false, loadingMore: false, error: null };
  if (before?.kind === 'ready' && before.rows.length > 0) return { ...before, ...fresh, renewing: true };
  const source = before?.source ?? 0;
  return {
    kind: 'loading',
    rows: [],
    first: 0,
    loaded: 0,
    total: 0,
    coming: 0,
    renewing: false,
    source,
    ...fresh,
  };
}

/** A page of a list: where it begins, where the next one does, and its rows, null where they were let go. */
interface HeldPage<Row> {
  after: string | null;
  next: string | null;
  rows: readonly Row[] | null;
  /** How many rows it has, also while they are let go. */
  count: number;
}

type Pages = readonly Pick<HeldPage<unknown>, 'count'>[];

const rowsIn = (pages: Pages) => pages.reduce((sum, page) => sum + page.count, 0);

/** The first and the last page with a row that is not further than `margin` rows from those between two places. */
function pagesAround(pages: Pages, { first, last }: { first: number; last: number }, margin: number) {
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

/** How many pages beyond its own a changed row is looked for. */
const maxFurther = 3;
/** For how long changes are gathered before they are fetched. */
const gatherMs = 120;
/** So many rows are read at once where all are read. */
const readPage = 200;

export type PagedList<Row> = ReturnType<typeof createPagedList<Row>>;

/**
 * The one pattern for lists: keyset pages, refetched and merged after change events; unknown ids are sought on the first
 * page. One fetch follows the other, so that what changed during one is looked at after it.
 */
export function createPagedList<Row>(options: PagedListOptions<Row>, before: Predecessor<Row> | null = null) {
  const { fetchPage, rowId, newRows, pageSize = 100, windowed = false } = options;
  const turn = before?.turn ?? pLimit(1);
  const source = (before?.getState().source ?? 0) + 1;
  const listeners = new Set<() => void>();
  let pages: HeldPage<Row>[] = [];
  let inSight = { first: 0, last: 0 };
  /** New rows that wait to be asked for. */
  let held = new Set<string>();
  let changed = new Set<string>();
  let running = false;
  let restarts = false;
  let state = stateAfter(before?.getState());

  function show(part: Partial<PagedListState<Row>>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  const idsIn = (some: readonly HeldPage<Row>[]) =>
    new Set(some.flatMap(({ rows }) => rows?.map(rowId) ?? []));

  /** The rows of the first pages in sequence that are here; one that stands on two of them counts once. */
  function shown(): Pick<PagedListState<Row>, 'rows' | 'first' | 'loaded'> {
    const from = Math.max(
      0,
      pages.findIndex(({ rows }) => rows !== null),
    );
    const length = pages.slice(from).findIndex(({ rows }) => rows === null);
    const to = length === -1 ? pages.length : from + length;
    const byId = new Map(
      pages.slice(from, to).flatMap(({ rows }) => rows?.map((row) => [rowId(row), row]) ?? []),
    );
    const first = rowsIn(pages.slice(0, from));
    return { rows: [...byId.values()], first, loaded: first + byId.size + rowsIn(pages.slice(to)) };
  }

  /** Puts fresh versions of rows wherever they are. */
  function update(fresh: readonly Row[]): void {
    const byId = new Map(fresh.map((row) => [rowId(row), row]));
    pages = pages.map((page) => ({
      ...page,
      rows: page.rows?.map((row) => byId.get(rowId(row)) ?? row) ?? null,
    }));
  }

  function adoptPage({ rows, next }: ListPage<Row>, after: string | null): HeldPage<Row> {
    update(rows);
    return { after, next, rows, count: rows.length };
  }

  /** Fetches once those before have answered. What a stopped list still wanted is not fetched. */
  const inTurn = (work: () => Promise<void>) => turn(async () => (running ? await work() : undefined));

  async function loadFirst(): Promise<void> {
    const result = await fetchPage(null, pageSize);
    if (!result.ok) {
      const keepsRows = state.kind === 'ready' && !state.renewing;
      show({ kind: keepsRows ? 'ready' : 'failed', renewing: false, error: result.error });
      return;
    }
    const { total, coming = 0, next } = result.value;
    held = new Set();
    pages = [adoptPage(result.value, null)];
    inSight = { first: 0, last: 0 };
    const fresh = { waiting: 0, more: next !== null, loadingMore: false, error: null };
    show({ kind: 'ready', ...shown(), renewing: false, source, total, coming, ...fresh });
  }

  function restart(): void {
    if (restarts) return;
    restarts = true;
    void turn(async () => {
      restarts = false;
      if (running) await loadFirst();
    });
  }

  async function loadNext(): Promise<void> {
    const after = pages.at(-1)?.next ?? null;
    const result = after === null ? null : await fetchPage(after, pageSize);
    if (result?.ok !== true) {
      show({ loadingMore: false, error: result?.error ?? null });
      return;
    }
    const { total, next } = result.value;
    pages = [...pages, adoptPage(result.value, after)];
    evict();
    show({ ...shown(), total, more: next !== null, loadingMore: false, error: null });
  }

  /** Merges a page that was fetched again: rows change in place, rows that left go, new ones wait or join. */
  function mergeAgain(index: number, fresh: ListPage<Row>, asked: ReadonlySet<string>): void {
    const known = idsIn(pages);
    const there = new Set(fresh.rows.map(rowId));
    update(fresh.rows);
    const page = pages[index];
    if (page?.rows == null) return;
    const kept = page.rows.filter((row) => there.has(rowId(row)) || !asked.has(rowId(row)));
    let { next } = page;
    let rows = kept;
    if (newRows === 'join') {
      rows = [...fresh.rows, ...kept.filter((row) => !there.has(rowId(row)))];
      if (index === pages.length - 1) next ??= fresh.next;
    } else for (const id of there.difference(known)) if (asked.has(id)) held.add(id);
    pages = pages.with(index, { ...page, next, rows, count: rows.length });
  }

  /** Refetches a page, reading on until a changed row is found or shown to be gone, as new rows may push it further. */
  async function fetchAgain(index: number, asked: ReadonlySet<string>): Promise<CallResult<ListPage<Row>>> {
    const wanted = idsIn(pages.slice(index, index + 1)).intersection(asked);
    const others = idsIn(pages.toSpliced(index, 1));
    let result = await fetchPage(pages[index]?.after ?? null, pageSize);
    let rows: Row[] = [];
    for (let further = 0; result.ok; further += 1) {
      rows = [...rows, ...result.value.rows];
      const there = new Set(rows.map(rowId));
      const { next } = result.value;
      const found = wanted.isSubsetOf(there) || !there.isDisjointFrom(others);
      if (found || next === null || further === maxFurther) break;
      result = await fetchPage(next, pageSize);
    }
    return result.ok ? { ok: true, value: { ...result.value, rows } } : result;
  }

  async function refreshChanged(): Promise<void> {
    if (state.kind !== 'ready') return;
    const asked = changed;
    changed = new Set();
    const strangers = !asked.isSubsetOf(idsIn(pages));
    let { total } = state;
    let error: CallError | null = null;
    for (const [index, page] of pages.entries()) {
      const isMeant = (index === 0 && strangers) || !idsIn([page]).isDisjointFrom(asked);
      const result = isMeant ? await fetchAgain(index, asked) : null;
      if (result?.ok === true) {
        mergeAgain(index, result.value, asked);
        total = result.value.total;
      } else error = result?.error ?? error;
    }
    if (error !== null) changed = asked.union(changed);
    // An empty list has no place to protect.
    if (shown().rows.length === 0 && held.size > 0) {
      await loadFirst();
      return;
    }
    const more = pages.at(-1)?.next !== null && pages.length > 0;
    show({ ...shown(), total, waiting: held.size, more, error });
  }

  /** Evicts pages far from the visible rows. */
  function evict(): void {
    if (!windowed) return;
    const { from, to } = pagesAround(pages, inSight, pageSize * 2);
    pages = pages.map((page, index) => (index < from || index > to ? { ...page, rows: null } : page));
  }

  /** Fetches evicted pages that are visible again. */
  async function refetch(): Promise<void> {
    evict();
    const { from, to } = pagesAround(pages, inSight, pageSize);
    for (const [index, page] of pages.entries()) {
      if (index < from || index > to || page.rows !== null) continue;
      const result = await fetchPage(page.after, pageSize);
      if (!result.ok) {
        show({ error: result.error });
        return;
      }
      pages = pages.with(index, { ...adoptPage(result.value, page.after), next: page.next });
    }
    evict();
    show(shown());
  }

  const refreshing = coalesce(() => inTurn(refreshChanged), gatherMs);
  const returning = coalesce(() => inTurn(refetch), 0);

  return {
    turn,
    rowId,
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Fetches the first page and follows the events; returns the function that stops it. */
    start: () => {
      running = true;
      restart();
      const stops = [
        ...options.events.map((event) =>
          on(event, ({ ids }) => {
            changed = changed.union(new Set(ids));
            refreshing.request();
          }),
        ),
        on('search.changed', () => (state.coming > 0 ? restart() : undefined)),
        onHostBack(restart),
      ];
      return () => {
        running = false;
        stops.forEach((stop) => stop());
      };
    },
    loadMore: () => {
      if (state.kind !== 'ready' || state.loadingMore || pages.at(-1)?.next == null) return;
      show({ loadingMore: true });
      void inTurn(loadNext);
    },
    reload: () => {
      if (state.kind === 'failed') show({ kind: 'loading', error: null });
      restart();
    },
    /** Says which rows are in sight, counted from the start of the list. */
    look: (first: number, last: number) => {
      if (!windowed || state.kind !== 'ready' || state.renewing) return;
      inSight = { first, last };
      const { from, to } = pagesAround(pages, inSight, 0);
      if (pages.slice(from, to + 1).some(({ rows }) => rows === null)) returning.request();
    },
    /** Reads the rows of the list from its start, up to so many of them, beside what it holds. */
    readAll: async (limit: number): Promise<CallResult<Row[]>> => {
      const rows: Row[] = [];
      let after: string | null = null;
      do {
        const most = Math.min(readPage, limit - rows.length);
        const result: CallResult<ListPage<Row>> = await fetchPage(after, most);
        if (!result.ok) return result;
        rows.push(...result.value.rows);
        after = result.value.next;
      } while (after !== null && rows.length < limit);
      return { ok: true, value: rows };
    },
  };
}

export type PagedListHandle<Row> = ReturnType<typeof usePagedList<Row>>;

/**
 * Holds a paged list for as long as the screen is there. A different `key` (a tab, a search) is a different list, which
 * starts at its first page and shows the rows of the one before until that is there; `options` are read when the key
 * changes.
 */
export function usePagedList<Row>(key: string, options: PagedListOptions<Row>) {
  const list = useListFor(key, options);
  useEffect(() => list.start(), [list]);
  const state = useSyncExternalStore(list.subscribe, list.getState);
  return useMemo(() => ({ ...list, ...state }), [state, list]);
}

function useListFor<Row>(key: string, options: PagedListOptions<Row>) {
  const [current, setCurrent] = useState(() => ({ key, list: createPagedList(options) }));
  if (current.key === key) return current.list;
  const list = createPagedList(options, current.list);
  setCurrent({ key, list });
  return list;
}
