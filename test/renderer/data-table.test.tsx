import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable, type Line } from '#renderer/components/data-table.tsx';
import { acting, clear, click, find, press, show } from './screen.tsx';

interface Row {
  id: string;
}

const opened = vi.fn();

function Table({ count }: { count: number }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [widths, setWidths] = useState<Record<string, number>>({});
  const lines = Array.from({ length: count }, (_unused, index): Line<Row> => ({
    kind: 'row',
    row: { id: `row ${index}` },
  }));
  return (
    <DataTable
      label="Rows"
      columns={[{ id: 'id', header: 'Id', width: '1fr', cell: (row) => row.id }]}
      lines={lines}
      rowId={(row) => row.id}
      total={count}
      onOpen={opened}
      ticked={ticked}
      onTick={setTicked}
      widths={widths}
      onWidth={(column, width) => setWidths({ ...widths, [column]: width })}
    />
  );
}

const tickedNow = () =>
  [...document.querySelectorAll('[data-row]')]
    .filter((row) => row.querySelector('input')?.checked === true)
    .map((row) => row.textContent);
const toId = (row: Row) => row.id;
function scroller(): HTMLElement {
  const element = find('[role=grid] [role=presentation]').closest('[role=rowgroup]')?.parentElement ?? null;
  if (element === null) throw new Error('The rows are in no scroller.');
  return element;
}
async function scroll(to: number): Promise<void> {
  await acting(() => {
    scroller().scrollTop = to;
    scroller().dispatchEvent(new Event('scroll'));
  });
}
const focused = () => document.activeElement ?? document.body;

describe('a table', () => {
  beforeEach(() => opened.mockClear());
  afterEach(clear);

  it('draws only the rows that are in sight of 10,000, and says how many there are', async () => {
    await show(<Table count={10_000} />);
    expect(document.querySelectorAll('[data-row]').length).toBeLessThan(60);
    expect(find('[role=grid]').getAttribute('aria-rowcount')).toBe('10001');
  });

  it('opens on Enter and ticks on X and Space, and neither does the other', async () => {
    await show(<Table count={5} />);
    find('[data-row="row 2"]').focus();
    await press('x', focused());
    expect(tickedNow()).toEqual(['row 2']);
    expect(opened).not.toHaveBeenCalled();
    await press('Enter', focused());
    expect(opened).toHaveBeenCalledWith({ id: 'row 2' });
    expect(tickedNow()).toEqual(['row 2']);
    await press(' ', focused());
    expect(tickedNow()).toEqual([]);
  });

  it('ticks a range with Shift and the arrows', async () => {
    await show(<Table count={5} />);
    find('[data-row="row 1"]').focus();
    await press('ArrowDown', focused(), { shiftKey: true });
    await press('ArrowDown', focused(), { shiftKey: true });
    expect(tickedNow()).toEqual(['row 1', 'row 2', 'row 3']);
  });

  it('keeps one row in the tab order and moves it with the focus', async () => {
    await show(<Table count={5} />);
    const inOrder = () =>
      [...document.querySelectorAll('[data-row][tabindex="0"]')].map((row) => row.textContent);
    expect(inOrder()).toEqual(['row 0']);
    find('[data-row="row 0"]').focus();
    await press('End', focused());
    expect(inOrder()).toEqual(['row 4']);
    expect(focused().textContent).toBe('row 4');
  });

  it('leaves the controls of every row but the current one out of the tab order', async () => {
    await show(<Table count={50} />);
    const inOrder = () =>
      [...document.querySelectorAll<HTMLElement>('[data-row] input')]
        .filter((box) => box.tabIndex >= 0)
        .map((box) => box.closest('[data-row]')?.textContent);
    expect(inOrder()).toEqual(['row 0']);
    find('[data-row="row 0"]').focus();
    await press('ArrowDown', focused());
    expect(inOrder()).toEqual(['row 1']);
  });

  it('does not open a row when its tick box is clicked', async () => {
    await show(<Table count={3} />);
    const box = find('[data-row="row 1"]').querySelector('input');
    if (box === null) throw new Error('The row has no tick box.');
    await click(box);
    expect(tickedNow()).toEqual(['row 1']);
    expect(opened).not.toHaveBeenCalled();
  });

  it('ticks and unticks a range with Shift and a click', async () => {
    await show(<Table count={6} />);
    const box = (id: string) => find(`[data-row="${id}"] input`);
    const clickWithShift = (id: string) =>
      acting(() => box(id).dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true })));
    await click(box('row 1'));
    await clickWithShift('row 4');
    expect(tickedNow()).toEqual(['row 1', 'row 2', 'row 3', 'row 4']);
    await clickWithShift('row 3');
    expect(tickedNow()).toEqual(['row 1', 'row 2']);
  });

  it('makes a column wider and narrower with the keys of its edge, within limits, and draws the rows so', async () => {
    await show(<Table count={2} />);
    const edge = find('[role=separator]');
    expect(edge.getAttribute('aria-label')).toBe('Width of Id');
    const template = () => find('[data-row="row 0"]').style.gridTemplateColumns;
    expect(template()).toBe('24px 1fr');
    await press('End', edge);
    expect(template()).toBe('24px 800px');
    expect(edge.getAttribute('aria-valuenow')).toBe('800');
    await press('Home', edge);
    expect(template()).toBe('24px 40px');
  });

  it('draws a row’s cells anew only when the row or the columns change', async () => {
    const drawn = vi.fn();
    const columns = [
      {
        id: 'id',
        header: 'Id',
        width: '1fr',
        cell: (row: Row) => {
          drawn(row.id);
          return row.id;
        },
      },
    ];
    const lines = Array.from({ length: 5 }, (_unused, index): Line<Row> => ({
      kind: 'row',
      row: { id: `row ${index}` },
    }));
    function Renewing() {
      const [state, setState] = useState({ renewing: false, lines });
      const change = () =>
        setState({ renewing: true, lines: lines.with(1, { kind: 'row', row: { id: 'other' } }) });
      return (
        <>
          <button onClick={() => setState({ renewing: true, lines })}>Renew</button>
          <button onClick={change}>Change</button>
          <DataTable label="Rows" columns={columns} rowId={toId} total={5} {...state} />
        </>
      );
    }
    await show(<Renewing />);
    expect(drawn).toHaveBeenCalledTimes(5);
    await click(find('button', 'Renew'));
    expect(find('[role=grid]').getAttribute('aria-busy')).toBe('true');
    expect(drawn).toHaveBeenCalledTimes(5);
    await click(find('button', 'Change'));
    expect(drawn).toHaveBeenCalledTimes(6);
    expect(drawn).toHaveBeenLastCalledWith('other');
  });

  it('draws the rows in sight where only a stretch of them is here, and says where it looks', async () => {
    const looked = vi.fn<(first: number, last: number) => void>();
    const lines = Array.from({ length: 300 }, (_unused, index): Line<Row> => ({
      kind: 'row',
      row: { id: `row ${50_000 + index}` },
    }));
    await show(
      <DataTable
        label="Rows"
        columns={[{ id: 'id', header: 'Id', width: '1fr', cell: toId }]}
        lines={lines}
        rowId={toId}
        first={50_000}
        loaded={90_000}
        total={100_000}
        rowHeight={40}
        onLook={looked}
      />,
    );
    await scroll(50_100 * 40);
    const row = find('[data-row="row 50100"]');
    expect(row.style.top).toBe(`${50_100 * 40}px`);
    expect(row.getAttribute('aria-rowindex')).toBe('50102');
    expect(document.querySelector('[data-row="row 50000"]')).toBeNull();
    await scroll(80_000 * 40);
    expect(document.querySelectorAll('[data-row]')).toHaveLength(0);
    const [from, to] = looked.mock.lastCall ?? [-1, -1];
    expect(from).toBeLessThanOrEqual(80_000);
    expect(to).toBeGreaterThanOrEqual(80_019);
    expect(to).toBeLessThan(80_100);
  });

  it('begins at the first row again with the rows of another source', async () => {
    function Sourced() {
      const [source, setSource] = useState(1);
      return (
        <>
          <button onClick={() => setSource(2)}>Other</button>
          <DataTable
            label="Rows"
            columns={[{ id: 'id', header: 'Id', width: '1fr', cell: toId }]}
            lines={Array.from({ length: 500 }, (_unused, index): Line<Row> => ({
              kind: 'row',
              row: { id: `${source} ${index}` },
            }))}
            rowId={toId}
            source={source}
            total={500}
          />
        </>
      );
    }
    await show(<Sourced />);
    await scroll(300 * 36);
    expect(document.querySelector('[data-row="1 300"]')).not.toBeNull();
    await click(find('button', 'Other'));
    expect(document.querySelector('[data-row="2 0"]')).not.toBeNull();
    expect(document.querySelector('[data-row="2 300"]')).toBeNull();
    expect(scroller().scrollTop).toBe(0);
  });

  it('brings a row that is reached by key into sight', async () => {
    await show(<Table count={500} />);
    find('[data-row="row 0"]').focus();
    await press('End', focused());
    expect(focused().textContent).toBe('row 499');
    expect(scroller().scrollTop).toBe(500 * 36 - 800);
    await press('Home', focused());
    expect(focused().textContent).toBe('row 0');
    expect(scroller().scrollTop).toBe(0);
  });

  it('draws another list in the elements of the one before, where it may, and never in the one with the focus', async () => {
    const list = (name: string) =>
      Array.from({ length: 4 }, (_unused, index): Line<Row> => ({
        kind: 'row',
        row: { id: `${name} ${index}` },
      }));
    function Searched() {
      const [name, setName] = useState('one');
      const columns = [{ id: 'id', header: 'Id', width: '1fr', cell: (row: Row) => row.id }];
      return (
        <>
          <button onClick={() => setName(name === 'one' ? 'two' : 'three')}>Next</button>
          <DataTable label="Rows" columns={columns} lines={list(name)} rowId={toId} total={4} reusesRows />
        </>
      );
    }
    await show(<Searched />);
    const rows = () => [...document.querySelectorAll('[data-row]')];
    const before = rows();
    await click(find('button', 'Next'));
    expect(rows()).toEqual(before);
    expect(rows().map((row) => row.textContent)).toEqual(['two 0', 'two 1', 'two 2', 'two 3']);
    await acting(() => find('[data-row="two 1"]').focus());
    const focusedRow = document.activeElement;
    await click(find('button', 'Next'));
    expect(rows()).toHaveLength(4);
    expect(rows()).not.toContain(focusedRow);
    expect(rows()).toContain(before[0]);
  });

  it('leaves the rows as they are where only a head says more', async () => {
    const drawnRows = vi.fn((row: Row) => row.id);
    const line: Line<Row> = { kind: 'row', row: { id: 'row' } };
    function Counted() {
      const [total, setTotal] = useState(1);
      const columns = [{ id: 'id', header: `${total} rows`, width: '1fr', cell: drawnRows }];
      return (
        <>
          <button onClick={() => setTotal(2)}>Next</button>
          <DataTable label="Rows" columns={columns} lines={[line]} rowId={toId} total={total} />
        </>
      );
    }
    await show(<Counted />);
    drawnRows.mockClear();
    await click(find('button', 'Next'));
    find('[role=columnheader]', '2 rows');
    expect(drawnRows).not.toHaveBeenCalled();
  });
});
