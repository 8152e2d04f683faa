import type { ImportedList } from '#shared/ipc/imports.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import type { Clock, Timer } from '../clock.ts';
import type { ImportBatch, ImportRowStore, ListItem } from '../store/import-rows.ts';
import { createSliceSize } from './slice-size.ts';

export interface TakenBack {
  takenBack: number;
  gone: number;
}

export type ImportQueue = ReturnType<typeof createImportQueue>;

export interface ImportQueueDeps {
  rows: ImportRowStore;
  clock: Clock;
  /** Before which time a list that is queued now is not sent; 0 for at once. */
  notBefore: () => number;
  /** While a list is taken back, nothing of it may be sent. */
  onUndoing: (undoing: boolean) => void;
  /** Cancels what can still be canceled of entries, in one commit; returns how many that were. */
  cancelAll: (ids: readonly string[], at: number) => number;
  /** A list was queued, in the commit that has just been written. */
  onCommitted: () => void;
  onEntries: (ids: string[]) => void;
  /** Rows came into the outbox or left it; `all` where none are left to take in. */
  onQueue: (all: boolean) => void;
  onFault: (error: unknown) => void;
}

const takenAtOnce = { fewest: 25, most: 1000, ms: 8 };
const afterFaultMs = 30_000;
/** No list waits longer; where the time says so, the clock was set. */
const maxWaitMs = 60_000;
const tellEveryMs = 150;

/**
 * Imported lists on their way into the outbox: queued in one commit, taken in and taken back in slices. A list that waits to be
 * sent is taken in once it may go, so that undo leaves no entry behind. Nothing moves before `start`.
 */
export function createImportQueue(deps: ImportQueueDeps) {
  const { rows, clock } = deps;
  const stopping = new AbortController();
  const stopped: AbortSignal = stopping.signal;
  let working = false;
  let timer: Timer | null = null;
  /** Whether lists that wait are taken in too. */
  let everything = false;
  const slice = createSliceSize(takenAtOnce);
  let toldAt = 0;
  let undoing = false;
  /** How far the entries of the list that is being taken back are gone through. */
  let walk = { batch: 0, after: 0 };
  const whenUndone = new Map<number, ((result: TakenBack) => void)[]>();
  let waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];

  function wake(): void {
    if (working || stopped.aborted) return;
    timer?.cancel();
    timer = null;
    working = true;
    setImmediate(work);
  }

  function settle(how: (one: (typeof waiting)[number]) => void): void {
    const woken = waiting;
    waiting = [];
    for (const one of woken) how(one);
  }

  function work(): void {
    if (stopped.aborted) return;
    try {
      const now = clock.wall();
      const batch = rows.nextOpen(everything ? null : { at: now, maxWaitMs });
      if (batch === null) {
        working = false;
        everything = false;
        noteUndoing();
        waitForNext(now);
        settle(({ resolve }) => resolve());
        return;
      }
      const from = performance.now();
      if (batch.state === 'queued') enqueueBatch(batch);
      else undoBatch(batch);
      slice.took(performance.now() - from);
      setImmediate(work);
    } catch (error) {
      working = false;
      // What was tried last is gone through again from its beginning.
      walk = { batch: 0, after: 0 };
      deps.onFault(error);
      everything = false;
      timer = clock.after(afterFaultMs, wake);
      settle(({ reject }) => reject(error));
    }
  }

  function waitForNext(now: number): void {
    const due = rows.nextDue();
    if (due !== null) timer = clock.after(due - now, wake);
  }

  /** Tells where it has changed whether a list is being taken back. */
  function noteUndoing(): void {
    const now = rows.isUndoing();
    if (now === undoing) return;
    undoing = now;
    deps.onUndoing(now);
  }

  function enqueueBatch(batch: ImportBatch): void {
    const ids = rows.moveSome(batch, slice.rows());
    if (ids.length === 0) rows.finish(batch.number, 'moved');
    tell(ids);
  }

  function undoBatch(batch: ImportBatch): void {
    const { number } = batch;
    if (rows.takingBack(number, () => rows.dropSome(number, slice.rows())) > 0) return;
    if (walk.batch !== number) walk = { batch: number, after: 0 };
    const unsent = rows.getUnsent(batch, walk.after, Math.min(slice.rows(), 200));
    const last = unsent.at(-1);
    if (last === undefined) {
      rows.finish(number, 'undone');
      tell([]);
      const after = getTakenBack(rows.get(number) ?? batch);
      for (const resolve of whenUndone.get(number) ?? []) resolve(after);
      whenUndone.delete(number);
      return;
    }
    const ids = unsent.map(({ id }) => id);
    rows.takingBack(number, () => deps.cancelAll(ids, clock.wall()));
    walk.after = last.entry;
    tell(ids);
  }

  function tell(ids: string[]): void {
    if (ids.length > 0) deps.onEntries(ids);
    const now = performance.now();
    if (ids.length > 0 && now - toldAt < tellEveryMs) return;
    toldAt = now;
    deps.onQueue(ids.length === 0);
  }

  function idle(): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      waiting.push({ resolve, reject });
    });
    wake();
    return done;
  }

  return {
    begin(fileName: string, kind: EntryKind): number {
      const batch = rows.begin(fileName, kind);
      wake();
      return batch;
    },
    stage(batch: number, items: readonly ListItem[]): void {
      rows.stage(batch, items, clock.wall());
    },
    /** Commits the whole list. Returns the time before which none of it is sent; 0 for at once. */
    commit(batch: number): number {
      const notBefore = deps.notBefore();
      rows.commit(batch, clock.wall(), notBefore);
      deps.onCommitted();
      deps.onQueue(false);
      wake();
      return notBefore;
    },
    abandon(batch: number): void {
      rows.beginUndo(batch);
      wake();
    },
    /** The lists of which something can be taken back; see {@link ImportRowStore}. */
    lists: (batch: number | null): ImportedList[] => rows.lists(batch),
    undo(number: number): Promise<TakenBack> | null {
      const batch = rows.get(number);
      if (batch === null || batch.queuedAt === null) return null;
      if (batch.state === 'queued' || batch.state === 'moved') rows.beginUndo(number);
      noteUndoing();
      return idle().then(() => getTakenBack(rows.get(number) ?? batch));
    },
    /** Resolves once this list was taken back, as far as it could be, by whatever way; never where it is not. */
    undone: (batch: number): Promise<TakenBack> =>
      new Promise((resolve) => whenUndone.set(batch, [...(whenUndone.get(batch) ?? []), resolve])),
    /** Resolves when every queued row is in the outbox, also of lists that still wait; rejects where that cannot be written now. */
    settled(): Promise<void> {
      everything = true;
      return idle();
    },
    wake,
    start() {
      rows.recover();
      noteUndoing();
      wake();
    },
    stop() {
      stopping.abort();
      timer?.cancel();
      settle(({ reject }) => reject(new Error('The workspace was closed.')));
    },
    stopped,
  };
}

const getTakenBack = ({ takenBack, rowCount }: ImportBatch): TakenBack => ({
  takenBack,
  gone: rowCount - takenBack,
});
