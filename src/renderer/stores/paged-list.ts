import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import { on } from '../bridge.ts';
import { coalesce } from './coalesce.ts';
import type { ChangeEvent } from './live.ts';

/** A page as the contract hands it over. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
  total: number;
}

export interface PagedListOptions<Row> {
  fetchPage: (after: string | null, limit: number) => Promise<CallResult<Page<Row>>>;
  rowId: (row: Row) => string;
  /** The events that name changed rows by id. */
  events: readonly ChangeEvent[];
  /** `wait`: new rows stay behind "3 new" until asked for. `join`: they come in at once. */
  newRows: 'wait' | 'join';
  pageSize?: number;
}

/** What a list shows. Rows keep their place while they change. */
export interface PagedListState<Row> {
  kind: 'loading' | 'ready' | 'failed';
  rows: readonly Row[];
  total: number;
  /** New rows that wait to be shown. */
  waiting: number;
  more: boolean;
  loadingMore: boolean;
  error: CallError | null;
}

/** A list fetched page by page and kept fresh by events. */
export interface PagedList<Row> {
  getState: () => PagedListState<Row>;
  subscribe: (listener: () => void) => () => void;
  /** Fetches the first page and follows the events; returns the function that stops it. */
  start: () => () => void;
  loadMore: () => void;
  /** Reads everything again from the start, with the rows that waited. */
  reload: () => void;
}

interface HeldPage {
  after: string | null;
  next: string | null;
  ids: string[];
}

/**
 * The one pattern for lists: keyset pages that are fetched as they are needed. After a change event the pages that hold
 * a changed row are fetched again and merged in place; ids that are not on any page are looked for on the first one.
 */
export function createPagedList<Row>(options: PagedListOptions<Row>): PagedList<Row> {
  const pageSize = options.pageSize ?? 100;
  const listeners = new Set<() => void>();
  const byId = new Map<string, Row>();
  let pages: HeldPage[] = [];
  let held = new Set<string>();
  let changed = new Set<string>();
  let generation = 0;
  let running = false;
  let state: PagedListState<Row> = {
    kind: 'loading',
    rows: [],
    total: 0,
    waiting: 0,
    more: false,
    loadingMore: false,
    error: null,
  };

  function show(part: Partial<PagedListState<Row>>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  function rowsOfPages(): Row[] {
    const seen = new Set<string>();
    const rows: Row[] = [];
    for (const id of pages.flatMap((page) => page.ids)) {
      const row = byId.get(id);
      if (row === undefined || seen.has(id)) continue;
      seen.add(id);
      rows.push(row);
    }
    return rows;
  }

  function adoptPage(page: Page<Row>, after: string | null): HeldPage {
    for (const row of page.rows) byId.set(options.rowId(row), row);
    return { after, next: page.next, ids: page.rows.map(options.rowId) };
  }

  async function loadFirst(): Promise<void> {
    generation += 1;
    const mine = generation;
    const result = await options.fetchPage(null, pageSize);
    if (mine !== generation || !running) return;
    if (!result.ok) {
      show({ kind: state.kind === 'ready' ? 'ready' : 'failed', error: result.error });
      return;
    }
    byId.clear();
    held = new Set();
    pages = [adoptPage(result.value, null)];
    show({
      kind: 'ready',
      rows: rowsOfPages(),
      total: result.value.total,
      waiting: 0,
      more: result.value.next !== null,
      loadingMore: false,
      error: null,
    });
  }

  async function loadNext(after: string): Promise<void> {
    const mine = generation;
    show({ loadingMore: true });
    const result = await options.fetchPage(after, pageSize);
    if (mine !== generation || !running) return;
    if (!result.ok) {
      show({ loadingMore: false, error: result.error });
      return;
    }
    pages = [...pages, adoptPage(result.value, after)];
    show({
      rows: rowsOfPages(),
      total: result.value.total,
      more: result.value.next !== null,
      loadingMore: false,
      error: null,
    });
  }

  /** Merges a page that was fetched again: rows change in place, rows that left go, new ones wait or join. */
  function mergeAgain(index: number, fresh: Page<Row>): void {
    const before = pages[index];
    if (before === undefined) return;
    const known = new Set(pages.flatMap((page) => page.ids));
    const freshIds = fresh.rows.map(options.rowId);
    const isNew = new Set(freshIds.filter((id) => !known.has(id)));
    for (const row of fresh.rows) {
      const id = options.rowId(row);
      if (!isNew.has(id) || options.newRows === 'join') byId.set(id, row);
    }
    const last = index === pages.length - 1;
    if (options.newRows === 'join') {
      const there = new Set(freshIds);
      const pushedOut = before.ids.filter((id) => !there.has(id) && !changed.has(id));
      for (const id of before.ids) if (!there.has(id) && changed.has(id)) byId.delete(id);
      const next = last ? (before.next ?? fresh.next) : before.next;
      pages = pages.with(index, { ...before, ids: [...freshIds, ...pushedOut], next });
      return;
    }
    const stillThere = new Set(freshIds);
    const left = before.ids.filter((id) => changed.has(id) && !stillThere.has(id));
    for (const id of left) byId.delete(id);
    const gone = new Set(left);
    for (const id of isNew) if (changed.has(id)) held.add(id);
    pages = pages.with(index, { ...before, ids: before.ids.filter((id) => !gone.has(id)) });
  }

  async function refreshChanged(): Promise<void> {
    if (!running || state.kind !== 'ready') return;
    const asked = changed;
    const mine = generation;
    const known = new Set(pages.flatMap((page) => page.ids));
    const strangers = [...asked].some((id) => !known.has(id));
    const indexes = pages
      .map((_page, index) => index)
      .filter((index) => (index === 0 && strangers) || pages[index]?.ids.some((id) => asked.has(id)));
    let total = state.total;
    let error: CallError | null = null;
    for (const index of indexes) {
      const result = await options.fetchPage(pages[index]?.after ?? null, pageSize);
      if (mine !== generation || !running) return;
      if (result.ok) {
        mergeAgain(index, result.value);
        total = result.value.total;
      } else error = result.error;
    }
    changed = new Set([...changed].filter((id) => !asked.has(id)));
    const more = pages.at(-1)?.next !== null && pages.length > 0;
    show({ rows: rowsOfPages(), total, waiting: held.size, more, error });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      running = true;
      void loadFirst();
      const refresh = coalesce(refreshChanged, 120);
      const stops = options.events.map((event) =>
        on(event, ({ ids }) => {
          changed = new Set([...changed, ...ids]);
          refresh.request();
        }),
      );
      return () => {
        running = false;
        refresh.stop();
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
  };
}

/** A list as a screen holds it: what it shows, and what can be asked of it. */
export interface PagedListHandle<Row> extends PagedListState<Row> {
  rowId: (row: Row) => string;
  loadMore: () => void;
  reload: () => void;
}

/**
 * Holds a paged list for as long as the screen is there. A different `key` (a tab, a search) is a different list and
 * starts at its first page; `options` are read when the key changes.
 */
export function usePagedList<Row>(key: string, options: PagedListOptions<Row>): PagedListHandle<Row> {
  const list = useListFor(key, options);
  useEffect(() => list.start(), [list]);
  const state = useSyncExternalStore(list.subscribe, list.getState);
  return useMemo(
    () => ({ ...state, rowId: list.rowId, loadMore: list.loadMore, reload: list.reload }),
    [state, list],
  );
}

function useListFor<Row>(key: string, options: PagedListOptions<Row>) {
  const make = () => ({ key, list: { ...createPagedList(options), rowId: options.rowId } });
  const [current, setCurrent] = useState(make);
  if (current.key === key) return current.list;
  const fresh = make();
  setCurrent(fresh);
  return fresh.list;
}
