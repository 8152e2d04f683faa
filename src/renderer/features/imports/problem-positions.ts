import type { ImportRow } from '#shared/ipc/imports.ts';

export interface ShownColumn {
  column: number;
  label: string;
  wide: boolean;
}

/** The position of a column, in CSS pixels from the left edge of the rows. */
interface Place {
  from: number;
  width: number;
}

const gap = 12;
const gutter = 20;
const edges = { row: 40, result: 96, end: 32 } as const;
const tracks = { wide: { least: 210, share: 1.6 }, narrow: { least: 112, share: 1 } } as const;

const getTrack = ({ wide }: ShownColumn) => (wide ? tracks.wide : tracks.narrow);
const before = gutter + edges.row + gap + edges.result + gap;

export function gridTemplate(columns: readonly ShownColumn[]): string {
  const shares = columns.map(getTrack).map(({ least, share }) => `minmax(${least}px, ${share}fr)`);
  return [`${edges.row}px`, `${edges.result}px`, ...shares, `${edges.end}px`].join(' ');
}

/** Minimum row width; a narrower window scrolls sideways. */
export const minTrackWidth = (columns: readonly ShownColumn[]): number =>
  before + columns.reduce((sum, column) => sum + getTrack(column).least + gap, 0) + edges.end + gutter;

/** The positions of the columns in rows `width` wide, as the grid lays them out. */
function getPositions(columns: readonly ShownColumn[], width: number): Map<number, Place> {
  const room = Math.max(width, minTrackWidth(columns)) - before - columns.length * gap - edges.end - gutter;
  let free = room;
  let sharing = [...columns];
  for (;;) {
    const share = free / sharing.reduce((sum, column) => sum + getTrack(column).share, 0);
    const held = sharing.filter((column) => getTrack(column).share * share < getTrack(column).least);
    if (held.length === 0) {
      const shared = new Set(sharing);
      let from = before;
      return new Map(
        columns.map((column) => {
          const { least, share: part } = getTrack(column);
          const place = { from, width: shared.has(column) ? part * share : least };
          from += place.width + gap;
          return [column.column, place];
        }),
      );
    }
    free -= held.reduce((sum, column) => sum + getTrack(column).least, 0);
    sharing = sharing.filter((column) => !held.includes(column));
  }
}

/** How wide a sentence is drawn with its icon, at most, in CSS pixels. */
const drawnWidth = (sentence: string): number => 18 + sentence.length * 6.6;

export interface ProblemPositions {
  /** Columns whose sentence fits below the cell, with the room there. */
  below: ReadonlyMap<number, number>;
  /** Problems that do not fit below their cell, shown on lines of their own. */
  listed: readonly { column: number; label: string; problem: string; fix: string | null }[];
}

/** The text below a cell: its automatic fix, or else its problem. */
export const problemMessage = ({ problem, fix }: { problem: string; fix: string | null }): string =>
  fix === '' ? 'Clear this cell' : (fix ?? problem);

/** Places each problem in view: below its cell, else on a line of its own. `width`: the visible part, null until known. */
export function problemPositions(
  row: Pick<ImportRow, 'cells'>,
  columns: readonly ShownColumn[],
  width: number | null,
): ProblemPositions {
  const positions = width === null ? null : getPositions(columns, width);
  const wrong = columns.flatMap(({ column, label }) => {
    const { problem = null, fix = null } = row.cells.find((cell) => cell.column === column) ?? {};
    return problem === null ? [] : [{ column, label, problem, fix, from: positions?.get(column)?.from ?? 0 }];
  });
  const below = new Map<number, number>();
  const listed: ProblemPositions['listed'][number][] = [];
  wrong.forEach(({ column, label, problem, fix, from }, index) => {
    const needed = drawnWidth(problemMessage({ problem, fix }));
    if (width === null) {
      below.set(column, needed);
      return;
    }
    const room = Math.min(width - gutter, (wrong[index + 1]?.from ?? Infinity) - gap) - from;
    if (needed <= room) below.set(column, room);
    else listed.push({ column, label, problem, fix });
  });
  return { below, listed };
}

/** A keyboard stop in a row: a cell with a problem, or the whole row's band. */
export interface Stop {
  row: number;
  at: number | 'band';
}

export const stopAttributes = (row: number, at: Stop['at']): Record<`data-${string}`, string> => ({
  'data-stop': `${row} ${at}`,
});

/** The element that takes the focus at a stop; null while its row is not drawn. */
export function stopElement(within: HTMLElement, { row, at }: Stop): HTMLElement | null {
  const marked = within.querySelector<HTMLElement>(`[data-stop="${row} ${at}"]`);
  return marked instanceof HTMLButtonElement ? marked : (marked?.querySelector('button') ?? null);
}

/** The stop that contains an element; null for none. */
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

/** The next or previous stop; the first or last without `from`. Null for none. */
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
