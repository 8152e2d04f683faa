import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '#renderer/bridge.ts';
import type { CallResult, ListPage } from '#shared/ipc/call.ts';
import { createPagedList, type PagedList } from '#renderer/stores/paged-list.ts';

let events = new EventEmitter();

/** Tells the page that entries have changed, as main does. */
const tellChanged = (...ids: string[]) => events.emit('entries.changed', { ids });

// What a list fetches these tests bring; of main it needs the events alone.
beforeEach(() => {
  events = new EventEmitter();
  window.gangway = {
    call: () => Promise.reject(new Error('A list asks through what it was given.')),
    on(name, listener) {
      events.on(name, listener);
      return () => void events.off(name, listener);
    },
  };
});

/** Waits until what is expected holds. */
const soon = (expected: () => void) => vi.waitFor(expected, { timeout: 60_000, interval: 5 });

interface Row {
  id: string;
  word: string;
}

let rows: Row[] = [];
let stop: () => void = () => undefined;
let failing = false;

/** Keyset pages over `rows`: `after` is the id of the last row that was seen. */
async function fetchPage(after: string | null, limit: number): Promise<CallResult<ListPage<Row>>> {
  if (failing)
    return { ok: false, error: { code: 'storage', message: 'The stored data could not be read.' } };
  const start = after === null ? 0 : rows.findIndex((row) => row.id === after) + 1;
  const page = rows.slice(start, start + limit);
  const last = page.at(-1)?.id ?? null;
  return {
    ok: true,
    value: { rows: page, next: start + limit < rows.length ? last : null, total: rows.length },
  };
}

function makeRows(count: number): Row[] {
  return Array.from({ length: count }, (_unused, index) => ({ id: `r${index}`, word: 'old' }));
}

async function open(newRows: 'wait' | 'join', count = 250): Promise<PagedList<Row>> {
  failing = false;
  rows = makeRows(count);
  const list = createPagedList<Row>({
    fetchPage,
    rowId: (row) => row.id,
    events: ['entries.changed'],
    newRows,
  });
  stop = list.start();
  await soon(() => expect(list.getState().kind).toBe('ready'));
  return list;
}

const ids = (list: PagedList<Row>) => list.getState().rows.map((row) => row.id);

describe('a paged list', () => {
  afterEach(() => stop());

  it('fetches further pages only when asked, without gaps or doubles', async () => {
    const list = await open('wait');
    expect(list.getState().rows).toHaveLength(100);
    list.loadMore();
    await soon(() => expect(list.getState().rows).toHaveLength(200));
    list.loadMore();
    await soon(() => expect(list.getState().more).toBe(false));
    expect(ids(list)).toEqual(rows.map((row) => row.id));
  });

  it('changes a row in place and keeps all others where they are', async () => {
    const list = await open('wait');
    rows = rows.map((row) => (row.id === 'r40' ? { ...row, word: 'new' } : row));
    tellChanged('r40');
    await soon(() => expect(list.getState().rows[40]?.word).toBe('new'));
    expect(ids(list)).toEqual(rows.slice(0, 100).map((row) => row.id));
  });

  it('holds new rows back until they are asked for', async () => {
    const list = await open('wait');
    rows = [{ id: 'fresh', word: 'new' }, ...rows];
    tellChanged('fresh');
    await soon(() => expect(list.getState().waiting).toBe(1));
    expect(ids(list)[0]).toBe('r0');
    list.reload();
    await soon(() => expect(ids(list)[0]).toBe('fresh'));
    expect(list.getState().waiting).toBe(0);
  });

  it('shows new rows at once where nothing is shown, as there is no place to protect', async () => {
    const list = await open('wait', 0);
    rows = makeRows(16);
    tellChanged(...rows.map(({ id }) => id));
    await soon(() => expect(ids(list)).toEqual(rows.map((row) => row.id)));
    expect(list.getState().waiting).toBe(0);
  });

  it('shows the new rows that wait once the last shown one has left', async () => {
    const list = await open('wait', 1);
    const fresh = { id: 'fresh', word: 'new' };
    rows = [fresh, ...rows];
    tellChanged('fresh');
    await soon(() => expect(list.getState().waiting).toBe(1));
    rows = [fresh];
    tellChanged('r0');
    await soon(() => expect(ids(list)).toEqual(['fresh']));
    expect(list.getState().waiting).toBe(0);
  });

  it('lets new rows join at once where the list is meant so, losing none at the seam of two pages', async () => {
    const list = await open('join');
    list.loadMore();
    await soon(() => expect(list.getState().rows).toHaveLength(200));
    rows = [{ id: 'fresh', word: 'new' }, ...rows];
    tellChanged('fresh');
    await soon(() => expect(ids(list)[0]).toBe('fresh'));
    expect(ids(list)).toEqual(rows.slice(0, 201).map((row) => row.id));
  });

  it('drops a row that has left the list', async () => {
    const list = await open('wait', 20);
    rows = rows.filter((row) => row.id !== 'r3');
    tellChanged('r3');
    await soon(() => expect(list.getState().total).toBe(19));
    expect(ids(list)).not.toContain('r3');
  });

  it.each(['wait', 'join'] as const)(
    'keeps a changed row that new ones pushed beyond the end of its page, where new rows %s',
    async (newRows) => {
      const list = await open(newRows);
      const fresh = Array.from({ length: 150 }, (_unused, index) => ({ id: `fresh${index}`, word: 'new' }));
      rows = [...fresh, ...rows.map((row) => (row.id === 'r90' ? { ...row, word: 'changed' } : row))];
      tellChanged('r90', ...fresh.map(({ id }) => id));
      await soon(() => expect(list.getState().total).toBe(400));
      expect(list.getState().rows.find(({ id }) => id === 'r90')).toEqual({ id: 'r90', word: 'changed' });
      expect(new Set(ids(list)).size).toBe(ids(list).length);
    },
  );

  it('reads a row once more that changed again while it was being read', async () => {
    rows = makeRows(3);
    failing = false;
    const answers: (() => void)[] = [];
    const list = createPagedList<Row>({
      fetchPage: async (after, limit) => {
        const page = await fetchPage(after, limit);
        if (answers.length > 0) await new Promise<void>((resolve) => answers.push(resolve));
        return page;
      },
      rowId: (row) => row.id,
      events: ['entries.changed'],
      newRows: 'join',
    });
    stop = list.start();
    await soon(() => expect(list.getState().kind).toBe('ready'));
    // From now on an answer is held back; what it says was read before that.
    answers.push(() => undefined);
    tellChanged('r1');
    await soon(() => expect(answers).toHaveLength(2));
    rows = rows.filter((row) => row.id !== 'r1');
    tellChanged('r1');
    answers[1]?.();
    await soon(() => expect(answers).toHaveLength(3));
    answers[2]?.();
    await soon(() => expect(ids(list)).toEqual(['r0', 'r2']));
  });

  it('reads a row that changed while the first page was being read', async () => {
    rows = makeRows(3);
    failing = false;
    const answers: (() => void)[] = [];
    const list = createPagedList<Row>({
      fetchPage: async (after, limit) => {
        const page = await fetchPage(after, limit);
        await new Promise<void>((resolve) => answers.push(resolve));
        return page;
      },
      rowId: (row) => row.id,
      events: ['entries.changed'],
      newRows: 'join',
    });
    stop = list.start();
    await soon(() => expect(answers).toHaveLength(1));
    rows = rows.filter((row) => row.id !== 'r1');
    tellChanged('r1');
    // Longer than changes are gathered for.
    await new Promise((resolve) => setTimeout(resolve, 300));
    answers[0]?.();
    await soon(() => expect(answers).toHaveLength(2));
    answers[1]?.();
    await soon(() => expect(ids(list)).toEqual(['r0', 'r2']));
  });

  it('keeps the rows and says why when a fetch fails', async () => {
    const list = await open('wait');
    failing = true;
    tellChanged('r1');
    await soon(() => expect(list.getState().error?.message).toBe('The stored data could not be read.'));
    expect(list.getState().rows).toHaveLength(100);
    expect(list.getState().kind).toBe('ready');
  });
});

describe('a list that takes the place of another', () => {
  afterEach(() => stop());

  /** A list whose first page comes when the test says so. */
  function held(before: PagedList<Row>, answer: Row[]) {
    const asked: (() => void)[] = [];
    const list = createPagedList<Row>(
      {
        fetchPage: () =>
          new Promise((resolve) => {
            asked.push(() =>
              resolve({ ok: true, value: { rows: answer, next: null, total: answer.length } }),
            );
          }),
        rowId: (row) => row.id,
        events: ['entries.changed'],
        newRows: 'join',
      },
      before,
    );
    return { list, asked };
  }

  it('shows the rows of the one before, marked as such, until its own are there', async () => {
    const first = await open('join', 20);
    stop();
    const { list, asked } = held(first, [{ id: 'a', word: 'found' }]);
    stop = list.start();
    expect(list.getState()).toMatchObject({ kind: 'ready', renewing: true, total: 20, more: false });
    expect(ids(list)).toEqual(ids(first));
    await soon(() => expect(asked).toHaveLength(1));
    asked[0]?.();
    await soon(() => expect(list.getState().renewing).toBe(false));
    expect(ids(list)).toEqual(['a']);
    expect(list.getState().source).not.toBe(first.getState().source);
  });

  it('does not call itself empty before it knows', async () => {
    const first = await open('join', 0);
    stop();
    const { list, asked } = held(first, []);
    stop = list.start();
    expect(list.getState().kind).toBe('loading');
    await soon(() => expect(asked).toHaveLength(1));
    asked[0]?.();
    await soon(() => expect(list.getState()).toMatchObject({ kind: 'ready', total: 0 }));
  });

  it('asks once the question before is answered, and only for what is wanted then', async () => {
    const first = await open('join', 20);
    stop();
    const lists = ['a', 'b', 'c'].map((id) => held(first, [{ id, word: 'found' }]));
    for (const { list, asked } of lists) {
      stop();
      stop = list.start();
      if (list === lists[0]?.list) await soon(() => expect(asked).toHaveLength(1));
    }
    expect(lists.map(({ asked }) => asked.length)).toEqual([1, 0, 0]);
    lists[0]?.asked[0]?.();
    await soon(() => expect(lists.map(({ asked }) => asked.length)).toEqual([1, 0, 1]));
    lists[2]?.asked[0]?.();
    await soon(() => expect(lists[2]?.list.getState().rows[0]?.id).toBe('c'));
    expect(lists[1]?.list.getState().renewing).toBe(true);
  });
});

describe('a list of which only what is near is held', () => {
  afterEach(() => stop());

  async function openLong(): Promise<PagedList<Row>> {
    failing = false;
    rows = makeRows(3000);
    const list = createPagedList<Row>({
      fetchPage,
      rowId: (row) => row.id,
      events: ['entries.changed'],
      newRows: 'join',
      windowed: true,
    });
    stop = list.start();
    await soon(() => expect(list.getState().kind).toBe('ready'));
    for (let loaded = 200; loaded <= 3000; loaded += 100) {
      list.look(loaded - 130, loaded - 100);
      list.loadMore();
      await soon(() => expect(list.getState().loaded).toBe(loaded));
    }
    return list;
  }

  it('lets rows go that are far, and has them again at their place when they come in sight', async () => {
    const list = await openLong();
    const far = list.getState();
    expect(far.rows.length).toBeLessThanOrEqual(700);
    expect(far.rows.at(-1)?.id).toBe('r2999');
    expect(far.first + far.rows.length).toBe(3000);
    list.look(0, 30);
    await soon(() => expect(list.getState().first).toBe(0));
    expect(ids(list)[0]).toBe('r0');
    expect(list.getState().loaded).toBe(3000);
    list.look(1490, 1530);
    await soon(() => expect(list.getState().first).toBeGreaterThan(1000));
    const { rows: middle, first } = list.getState();
    expect(middle.map((row) => row.id)).toEqual(middle.map((_row, index) => `r${first + index}`));
    expect(first).toBeLessThanOrEqual(1490);
    expect(first + middle.length).toBeGreaterThan(1530);
  });

  it('changes a row that is here in place, also after others were let go', async () => {
    const list = await openLong();
    rows = rows.map((row) => (row.id === 'r2950' ? { ...row, word: 'new' } : row));
    tellChanged('r2950');
    await soon(() => expect(list.getState().rows.find((row) => row.id === 'r2950')?.word).toBe('new'));
    expect(list.getState().loaded).toBe(3000);
  });
});
