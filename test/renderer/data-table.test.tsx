import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable, type Line } from '#renderer/components/data-table.tsx';
import { clear, click, find, press, show } from './screen.tsx';

interface Row {
  id: string;
}

const opened = vi.fn();

function Table({ count }: { count: number }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
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
    />
  );
}

const tickedNow = () =>
  [...document.querySelectorAll('[data-row]')]
    .filter((row) => row.querySelector('input')?.checked === true)
    .map((row) => row.textContent);
const focused = () => document.activeElement ?? document.body;

describe('a table', () => {
  beforeEach(() => opened.mockClear());
  afterEach(clear);

  it('draws only the rows that are in sight of 10,000, and says how many there are', async () => {
    await show(<Table count={10_000} />);
    expect(document.querySelectorAll('[data-row]').length).toBeLessThan(60);
    expect(find('[role=grid]').getAttribute('aria-rowcount')).toBe('10001');
  });

  it('opens on Enter and ticks on X, and neither does the other', async () => {
    await show(<Table count={5} />);
    find('[data-row="row 2"]').focus();
    await press('x', focused());
    expect(tickedNow()).toEqual(['row 2']);
    expect(opened).not.toHaveBeenCalled();
    await press('Enter', focused());
    expect(opened).toHaveBeenCalledWith({ id: 'row 2' });
    expect(tickedNow()).toEqual(['row 2']);
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
});
