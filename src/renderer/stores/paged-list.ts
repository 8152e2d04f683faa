import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import { on } from '../bridge.ts';
import { coalesce, createLatestOnly } from './reloading.ts';
import { onHostBack } from './host.ts';
import {
  firstStretch,
  heldPages,
  pagesAround,
  withIds,
  type HeldPage,
  stateAfter,
  type Page,
  type PagedListOptions,
  type PagedListState,
  type Predecessor,
} from './paged-list-state.ts';

export type { Page, PagedListOptions, PagedListState, Predecessor } from './paged-list-state.ts';

/** How many pages beyond its own a changed row is looked for. */
const maxFurther = 3;
/** For how long changes are gathered before they are fetched. */
const gatherMs = 120;

export interface PagedList<Row> {
  getState: () => PagedListState<Row>;
  subscribe: (listener: () => void) => () => void;
  /** Fetches the first page and follows the events; returns the function that stops it. */
  start: () => () => void;
  loadMore: () => void;
  reload: () => void;
  /** Says which rows are in sight, counted from the start of the list. */
  look: (first: number, last: number) => void;
  /** Reads the rows of the list from its start, up to so many of them, beside what it holds. */
  readAll: (limit: number) => Promise<CallResult<Row[]>>;
}

/** So many rows are read at once where all are read. */
const readPage = 200;

/**
 * The one pattern for lists: keyset pages, refetched and merged after change events; unknown ids are sought on the first page.
 */
export function createPagedList<Row>(
  options: PagedListOptions<Row>,
  before: Predecessor<Row> | null = null,
): PagedList<Row> {
  const pageSize = options.pageSize ?? 100;
  const latestOnly = before?.latestOnly ?? createLatestOnly();
  const source = (before?.state?.source ?? 0) + 1;
  const listeners = new Set<() => void>();
  const byId = new Map<string, Row>();
  let pages: HeldPage[] = [];
  let inSight = { first: 0, last: 0 };
  let held = new Set<string>();
  let changed = new Set<string>();
  /** For each fetch that is under way, what changed meanwhile. */
  const missed = new Set<Set<string>>();
  let generation = 0;
  let running = false;
  let state = stateAfter(before?.state ?? null);

  function show(part: Partial<PagedListState<Row>>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  function shown(): Pick<PagedListState<Row>, 'rows' | 'first' | 'loaded'> {
    const { before: first, ids, behind } = firstStretch(pages);
    const rows = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
    return { rows, first, loaded: first + rows.length + behind };
  }

  function adoptPage(page: Page<Row>, after: string | null): HeldPage {
    for (const row of page.rows) byId.set(options.rowId(row), row);
    return { after, next: page.next, count: page.rows.length, ids: page.rows.map(options.rowId) };
  }

  /** Fetches; what changes meanwhile is fetched once more, since the answer may have been made before the change. */
  async function fetching<T>(fetch: () => Promise<T>): Promise<T> {
    const meanwhile = new Set<string>();
    missed.add(meanwhile);
    try {
      return await fetch();
    } finally {
      missed.delete(meanwhile);
      if (meanwhile.size > 0) noteChanged([...meanwhile]);
    }
  }

  function noteChanged(ids: readonly string[]): void {
    changed = new Set([...changed, ...ids]);
    refreshing.request();
  }

  async function loadFirst(): Promise<void> {
    generation += 1;
    const mine = generation;
    const result = await fetching(() => latestOnly(() => options.fetchPage(null, pageSize)));
    if (result === 'superseded' || mine !== generation || !running) return;
    if (!result.ok) {
      const keepsRows = state.kind === 'ready' && !state.renewing;
      show({ kind: keepsRows ? 'ready' : 'failed', renewing: false, error: result.error });
      return;
    }
    byId.clear();
    held = new Set();
    pages = [adoptPage(result.value, null)];
    inSight = { first: 0, last: 0 };
    show({
      kind: 'ready',
      ...shown(),
      renewing: false,
      source,
      total: result.value.total,
      coming: result.value.coming ?? 0,
      waiting: 0,
      more: result.value.next !== null,
      loadingMore: false,
      error: null,
    });
  }

  async function loadNext(after: string): Promise<void> {
    const mine = generation;
    show({ loadingMore: true });
    const result = await fetching(() => options.fetchPage(after, pageSize));
    if (mine !== generation || !running) return;
    if (!result.ok) {
      show({ loadingMore: false, error: result.error });
      return;
    }
    pages = [...pages, adoptPage(result.value, after)];
    evict();
    show({
      ...shown(),
      total: result.value.total,
      more: result.value.next !== null,
      loadingMore: false,
      error: null,
    });
  }

  /** Merges a page that was fetched again: rows change in place, rows that left go, new ones wait or join. */
  function mergeAgain(index: number, fresh: Page<Row>, asked: ReadonlySet<string>): void {
    const before = pages[index];
    if (before?.ids == null) return;
    const { ids } = before;
    const known = new Set(heldPages(pages).flatMap((page) => page.ids));
    const freshIds = fresh.rows.map(options.rowId);
    const isNew = new Set(freshIds.filter((id) => !known.has(id)));
    for (const row of fresh.rows) {
      const id = options.rowId(row);
      if (!isNew.has(id) || options.newRows === 'join') byId.set(id, row);
    }
    const there = new Set(freshIds);
    const left = new Set(ids.filter((id) => asked.has(id) && !there.has(id)));
    for (const id of left) byId.delete(id);
    if (options.newRows === 'join') {
      const pushedOut = ids.filter((id) => !there.has(id) && !left.has(id));
      const last = index === pages.length - 1;
      const next = last ? (before.next ?? fresh.next) : before.next;
      pages = pages.with(index, withIds({ ...before, next }, [...freshIds, ...pushedOut]));
    } else {
      for (const id of isNew) if (asked.has(id)) held.add(id);
      const kept = ids.filter((id) => !left.has(id));
      pages = pages.with(index, withIds(before, kept));
    }
  }

  /** Refetches a page, reading on until a changed row is found or shown to be gone, as new rows may push it further. */
  async function fetchAgain(index: number, asked: ReadonlySet<string>): Promise<CallResult<Page<Row>>> {
    const own = new Set(pages[index]?.ids);
    const others = new Set(heldPages(pages.toSpliced(index, 1)).flatMap((page) => page.ids));
    let result = await options.fetchPage(pages[index]?.after ?? null, pageSize);
    let rows: Row[] = [];
    for (let further = 0; result.ok; further += 1) {
      rows = [...rows, ...result.value.rows];
      const there = new Set(rows.map(options.rowId));
      const missing = [...own].some((id) => asked.has(id) && !there.has(id));
      const { next } = result.value;
      const reachesOthers = [...there].some((id) => others.has(id));
      if (!missing || reachesOthers || next === null || further === maxFurther) break;
      result = await options.fetchPage(next, pageSize);
    }
    return result.ok ? { ok: true, value: { ...result.value, rows } } : result;
  }

  async function refreshChanged(): Promise<void> {
    if (!running || state.kind !== 'ready' || state.renewing) return;
    const asked = changed;
    changed = new Set();
    const mine = generation;
    const known = new Set(heldPages(pages).flatMap((page) => page.ids));
    const strangers = [...asked].some((id) => !known.has(id));
    const indexes = pages
      .map((_page, index) => index)
      .filter((index) => (index === 0 && strangers) || pages[index]?.ids?.some((id) => asked.has(id)));
    let total = state.total;
    let error: CallError | null = null;
    for (const index of indexes) {
      const result = await fetchAgain(index, asked);
      if (mine !== generation || !running) return;
      if (result.ok) {
        mergeAgain(index, result.value, asked);
        total = result.value.total;
      } else error = result.error;
    }
    if (error !== null) changed = new Set([...asked, ...changed]);
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
    if (options.windowed !== true) return;
    const near = pagesAround(pages, inSight.first, inSight.last, pageSize * 2);
    const nearIds = new Set(heldPages(pages.slice(near.from, near.to + 1)).flatMap((page) => page.ids));
    for (const id of byId.keys()) if (!nearIds.has(id) && !held.has(id)) byId.delete(id);
    pages = pages.map((page, index) =>
      index < near.from || index > near.to ? { ...page, ids: null } : page,
    );
  }

  /** Fetches evicted pages that are visible again. */
  async function refetch(): Promise<void> {
    const mine = generation;
    evict();
    const near = pagesAround(pages, inSight.first, inSight.last, pageSize);
    for (let index = near.from; index <= near.to; index += 1) {
      const page = pages[index];
      if (page === undefined || page.ids !== null) continue;
      const result = await fetching(() => options.fetchPage(page.after, pageSize));
      if (mine !== generation || !running) return;
      if (!result.ok) {
        show({ error: result.error });
        return;
      }
      const now = pages.indexOf(page);
      if (now !== -1) pages = pages.with(now, { ...adoptPage(result.value, page.after), next: page.next });
    }
    evict();
    show(shown());
  }

  const returning = coalesce(refetch, 0);

  async function readAll(limit: number): Promise<CallResult<Row[]>> {
    const rows: Row[] = [];
    let after: string | null = null;
    do {
      const result: CallResult<Page<Row>> = await options.fetchPage(
        after,
        Math.min(readPage, limit - rows.length),
      );
      if (!result.ok) return result;
      rows.push(...result.value.rows);
      after = result.value.next;
    } while (after !== null && rows.length < limit);
    return { ok: true, value: rows };
  }
  let refreshing = coalesce(refreshChanged, gatherMs);

  return {
    readAll,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      running = true;
      refreshing = coalesce(refreshChanged, gatherMs);
      void loadFirst();
      const stops = options.events.map((event) =>
        on(event, ({ ids }) => {
          for (const meanwhile of missed) for (const id of ids) meanwhile.add(id);
          noteChanged(ids);
        }),
      );
      stops.push(
        on('search.changed', () => {
          if (state.coming > 0) void loadFirst();
        }),
      );
      stops.push(onHostBack(() => void loadFirst()));
      return () => {
        running = false;
        refreshing.stop();
        returning.stop();
        stops.forEach((stop) => stop());
      };
    },
    loadMore() {
      const after = pages.at(-1)?.next ?? null;
      if (state.kind === 'ready' && !state.loadingMore && after !== null) void loadNext(after);
    },
    reload() {
      if (state.kind === 'failed') show({ kind: 'loading', error: null });
      void loadFirst();
    },
    look(first, last) {
      if (options.windowed !== true || state.kind !== 'ready' || state.renewing) return;
      inSight = { first, last };
      const near = pagesAround(pages, first, last, 0);
      if (pages.slice(near.from, near.to + 1).some((page) => page.ids === null)) returning.request();
    },
  };
}

export type PagedListHandle<Row> = PagedListState<Row> &
  Pick<PagedList<Row>, 'loadMore' | 'reload' | 'look' | 'readAll'> &
  Pick<PagedListOptions<Row>, 'rowId'>;

/**
 * Holds a paged list for as long as the screen is there. A different `key` (a tab, a search) is a different list, which
 * starts at its first page and shows the rows of the one before until that is there; `options` are read when the key
 * changes.
 */
export function usePagedList<Row>(key: string, options: PagedListOptions<Row>): PagedListHandle<Row> {
  const list = useListFor(key, options);
  useEffect(() => list.start(), [list]);
  const state = useSyncExternalStore(list.subscribe, list.getState);
  return useMemo(
    () => ({
      ...state,
      rowId: list.rowId,
      loadMore: list.loadMore,
      reload: list.reload,
      look: list.look,
      readAll: list.readAll,
    }),
    [state, list],
  );
}

function useListFor<Row>(key: string, options: PagedListOptions<Row>) {
  const make = (before: Predecessor<Row> | null) => {
    const latestOnly = before?.latestOnly ?? createLatestOnly();
    const list = createPagedList(options, { state: before?.state ?? null, latestOnly });
    return { key, latestOnly, list: { ...list, rowId: options.rowId } };
  };
  const [current, setCurrent] = useState(() => make(null));
  if (current.key === key) return current.list;
  const fresh = make({ state: current.list.getState(), latestOnly: current.latestOnly });
  setCurrent(fresh);
  return fresh.list;
}
