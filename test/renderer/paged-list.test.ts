import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallResult } from '#shared/ipc/call.ts';
import { createPagedList, type Page, type PagedList } from '#renderer/stores/paged-list.ts';
import { putBridge } from './screen.tsx';

interface Row {
  id: string;
  word: string;
}

let rows: Row[] = [];
let stop: () => void = () => undefined;
let failing = false;

/** Keyset pages over `rows`: `after` is the id of the last row that was seen. */
async function fetchPage(after: string | null, limit: number): Promise<CallResult<Page<Row>>> {
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
  await vi.waitFor(() => expect(list.getState().kind).toBe('ready'));
  return list;
}

const ids = (list: PagedList<Row>) => list.getState().rows.map((row) => row.id);

describe('a paged list', () => {
  afterEach(() => stop());

  it('fetches further pages only when asked, without gaps or doubles', async () => {
    putBridge();
    const list = await open('wait');
    expect(list.getState().rows).toHaveLength(100);
    list.loadMore();
    await vi.waitFor(() => expect(list.getState().rows).toHaveLength(200));
    list.loadMore();
    await vi.waitFor(() => expect(list.getState().more).toBe(false));
    expect(ids(list)).toEqual(rows.map((row) => row.id));
  });

  it('changes a row in place and keeps all others where they are', async () => {
    const bridge = putBridge();
    const list = await open('wait');
    rows = rows.map((row) => (row.id === 'r40' ? { ...row, word: 'new' } : row));
    bridge.emit('entries.changed', { ids: ['r40'] });
    await vi.waitFor(() => expect(list.getState().rows[40]?.word).toBe('new'));
    expect(ids(list)).toEqual(rows.slice(0, 100).map((row) => row.id));
  });

  it('holds new rows back until they are asked for', async () => {
    const bridge = putBridge();
    const list = await open('wait');
    rows = [{ id: 'fresh', word: 'new' }, ...rows];
    bridge.emit('entries.changed', { ids: ['fresh'] });
    await vi.waitFor(() => expect(list.getState().waiting).toBe(1));
    expect(ids(list)[0]).toBe('r0');
    list.reload();
    await vi.waitFor(() => expect(ids(list)[0]).toBe('fresh'));
    expect(list.getState().waiting).toBe(0);
  });

  it('lets new rows join at once where the list is meant so, losing none at the seam of two pages', async () => {
    const bridge = putBridge();
    const list = await open('join');
    list.loadMore();
    await vi.waitFor(() => expect(list.getState().rows).toHaveLength(200));
    rows = [{ id: 'fresh', word: 'new' }, ...rows];
    bridge.emit('entries.changed', { ids: ['fresh'] });
    await vi.waitFor(() => expect(ids(list)[0]).toBe('fresh'));
    expect(ids(list)).toEqual(rows.slice(0, 201).map((row) => row.id));
  });

  it('drops a row that has left the list', async () => {
    const bridge = putBridge();
    const list = await open('wait', 20);
    rows = rows.filter((row) => row.id !== 'r3');
    bridge.emit('entries.changed', { ids: ['r3'] });
    await vi.waitFor(() => expect(list.getState().total).toBe(19));
    expect(ids(list)).not.toContain('r3');
  });

  it('keeps the rows and says why when a fetch fails', async () => {
    const bridge = putBridge();
    const list = await open('wait');
    failing = true;
    bridge.emit('entries.changed', { ids: ['r1'] });
    await vi.waitFor(() => expect(list.getState().error?.message).toBe('The stored data could not be read.'));
    expect(list.getState().rows).toHaveLength(100);
    expect(list.getState().kind).toBe('ready');
  });
});
