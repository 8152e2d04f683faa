import type { ImportRow } from '#shared/ipc/imports.ts';

/** Where the keyboard stops in a row: a cell with a problem, or the band about the whole row. */
export interface Stop {
  row: number;
  at: number | 'band';
}

export function stopAttributes(row: number, at: Stop['at']): Record<`data-${string}`, string> {
  return { 'data-stop': `${row} ${at}` };
}

/** The element that takes the focus at a stop; null while its row is not drawn. */
export function stopElement(within: HTMLElement, { row, at }: Stop): HTMLElement | null {
  const marked = within.querySelector<HTMLElement>(`[data-stop="${row} ${at}"]`);
  return marked instanceof HTMLButtonElement ? marked : (marked?.querySelector('button') ?? null);
}

/** The stop that an element is or stands in; null where it is none. */
export function getStop(element: Element | null): Stop | null {
  const [row, at] = element?.closest<HTMLElement>('[data-stop]')?.dataset['stop']?.split(' ') ?? [];
  if (row === undefined || at === undefined) return null;
  return { row: Number(row), at: at === 'band' ? 'band' : Number(at) };
}

function getStops({ row, result, cells, looksLike }: ImportRow): Stop[] {
  if (result === 'duplicate' || (result === 'problem' && looksLike === 'title')) return [{ row, at: 'band' }];
  if (result !== 'problem') return [];
  return cells.filter(({ problem }) => problem !== null).map(({ column }) => ({ row, at: column }));
}

/** The next stop behind one, or the one before it; from the first or the last where none is given. Null where there is none. */
export function stopBeside(rows: readonly ImportRow[], from: Stop | null, step: 1 | -1): Stop | null {
  const start = from === null ? -1 : rows.findIndex(({ row }) => row === from.row);
  const stops = rows.flatMap((row, index) => getStops(row).map((stop) => ({ ...stop, index })));
  const position = (stop: Stop) => (stop.at === 'band' ? Infinity : stop.at);
  /** Positive for a stop behind `from`, negative for one before it. */
  const distance = ({ index, ...stop }: Stop & { index: number }) =>
    from === null ? step : index - start || position(stop) - position(from);
  const found =
    step === 1 ? stops.find((stop) => distance(stop) > 0) : stops.findLast((stop) => distance(stop) < 0);
  return found === undefined ? null : { row: found.row, at: found.at };
}

export function isOpenStop(rows: readonly ImportRow[], { row, at }: Stop): boolean {
  const found = rows.find((one) => one.row === row);
  return found !== undefined && getStops(found).some((stop) => stop.at === at);
}
