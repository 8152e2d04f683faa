import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronUp } from 'lucide-react';
import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { classesOf } from '../class-names.ts';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import styles from './data-table.module.css';
import { Icon } from './icon.tsx';
import { useRowTabOrder } from './row-tab-order.ts';
import { Checkbox } from './toggles.tsx';

const cls = classesOf(styles);

/** A column: its head, its share of the width as a CSS grid track, and what a cell shows. */
export interface Column<Row> {
  id: string;
  header: ReactNode;
  width: string;
  /** Figures that are compared stand at the end; times do not. */
  align?: 'start' | 'end';
  /** An empty cell is an en dash: hand back null for it. Text is cut short with the whole of it in a tooltip. */
  cell: (row: Row) => ReactNode;
  /** What the head says to a screen reader where it shows nothing. */
  spoken?: string;
  /** Whether the table can be sorted by this column, where it can be sorted at all; it can unless told otherwise. */
  sortable?: boolean;
}

/** A line of the table: a row, or a band across it such as a group's head. */
export type Line<Row> =
  { kind: 'row'; row: Row } | { kind: 'band'; id: string; height: number; content: ReactNode };

export interface DataTableProps<Row> {
  /** What the table is called when it is spoken. */
  label: string;
  columns: readonly Column<Row>[];
  lines: readonly Line<Row>[];
  rowId: (row: Row) => string;
  /** How many lines stand before these and are not here at the moment. */
  first?: number;
  /** How many lines can be scrolled to, with those that are not here at the moment; `lines` are all where it is not said. */
  loaded?: number;
  /** How many rows there are in all, loaded or not. */
  total: number;
  /** The lines are about to be replaced by those that were asked for. */
  renewing?: boolean;
  /** With another number, other lines are shown, from their beginning. */
  source?: number;
  rowHeight?: number;
  openId?: string | null;
  onOpen?: (row: Row) => void;
  /** Moving to a row by key opens it too, as in a queue that is worked through. */
  opensOnMove?: boolean;
  ticked?: ReadonlySet<string>;
  onTick?: (ticked: ReadonlySet<string>) => void;
  sort?: { column: string; descending: boolean };
  onSort?: (column: string) => void;
  /** Called when the end of what is loaded comes near. */
  onNearEnd?: () => void;
  /** Called with the first and the last line that are in sight. */
  onLook?: (first: number, last: number) => void;
  /** Stands in place of the rows where there are none. */
  empty?: ReactNode;
}

/**
 * The product's table: a grid with windowed rows and a roving focus. J, K and the arrows move, Enter opens, X ticks,
 * Shift with an arrow ticks a range. Tab goes through the controls of the current row and then past the rows. Opening a
 * row is not ticking it.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, lines, rowId, rowHeight = 36, openId = null, ticked, onTick, onNearEnd } = props;
  const { first = 0, loaded = lines.length, source, onLook } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const [currentId, setCurrentId] = useState<string | null>(openId);
  const rowLines = lines.flatMap((line, index) =>
    line.kind === 'row' ? [{ id: rowId(line.row), row: line.row, index: first + index }] : [],
  );
  const current = rowLines.findIndex((line) => line.id === (currentId ?? openId));
  const tickable = onTick !== undefined && ticked !== undefined;

  const virtualizer = useVirtualizer({
    count: loaded,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const line = lines[index - first];
      return line?.kind === 'band' ? line.height : rowHeight;
    },
    getItemKey: (index) => {
      const line = lines[index - first];
      if (line === undefined) return index;
      return line.kind === 'band' ? `band ${line.id}` : rowId(line.row);
    },
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const firstShown = items[0]?.index ?? 0;
  const lastShown = items.at(-1)?.index ?? 0;

  useEffect(() => {
    if (loaded > 0 && lastShown >= loaded - 20) onNearEnd?.();
  }, [lastShown, loaded, onNearEnd]);

  useEffect(() => {
    onLook?.(firstShown, lastShown);
  }, [firstShown, lastShown, onLook]);

  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [source]);

  const wasOpen = useRef(openId);
  useEffect(() => {
    const before = wasOpen.current;
    wasOpen.current = openId;
    if (openId !== null) setCurrentId(openId);
    else if (before !== null && document.activeElement === document.body) {
      wantsFocus.current = true;
      setCurrentId(before);
    }
  }, [openId]);

  useEffect(() => {
    if (!wantsFocus.current || currentId === null) return;
    const rows = scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    const element = [...rows].find((row) => row.dataset['row'] === currentId);
    if (element === undefined) return;
    wantsFocus.current = false;
    element.focus({ preventScroll: true });
  });

  function moveTo(position: number, tickFrom?: string): void {
    const target = rowLines[Math.max(0, Math.min(rowLines.length - 1, position))];
    if (target === undefined) return;
    wantsFocus.current = true;
    setCurrentId(target.id);
    virtualizer.scrollToIndex(target.index);
    if (props.opensOnMove === true) props.onOpen?.(target.row);
    if (tickFrom !== undefined && tickable) onTick(new Set([...ticked, tickFrom, target.id]));
  }

  function toggleTick(id: string): void {
    if (!tickable) return;
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    onTick(next);
  }

  useShortcut(shortcutKeys.next, () => moveTo(current + 1));
  useShortcut(shortcutKeys.previous, () => moveTo(current <= 0 ? 0 : current - 1));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    const id = event.target instanceof HTMLElement ? event.target.dataset['row'] : undefined;
    const at = rowLines.findIndex((line) => line.id === id);
    const focused = rowLines[at];
    if (focused === undefined) return;
    const tickFrom = event.shiftKey ? focused.id : undefined;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    switch (event.key) {
      case 'ArrowDown':
        moveTo(at + 1, tickFrom);
        break;
      case 'ArrowUp':
        moveTo(at - 1, tickFrom);
        break;
      case 'PageDown':
        moveTo(at + page);
        break;
      case 'PageUp':
        moveTo(at - page);
        break;
      case 'Home':
        moveTo(0);
        break;
      case 'End':
        moveTo(rowLines.length - 1);
        break;
      case 'Enter':
        props.onOpen?.(focused.row);
        break;
      case 'x':
      case 'X':
        if (!tickable || event.repeat) return;
        toggleTick(focused.id);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  function onRowClick(event: MouseEvent, row: Row): void {
    const inner = event.target instanceof Element && event.target.closest('button,a,input,label');
    if (inner instanceof Element) return;
    setCurrentId(rowId(row));
    props.onOpen?.(row);
  }

  const template = {
    gridTemplateColumns: [...(tickable ? ['24px'] : []), ...columns.map((column) => column.width)].join(' '),
  };
  const allTicked = tickable && rowLines.length > 0 && rowLines.every((line) => ticked.has(line.id));
  const focusable = current === -1 ? rowLines[0]?.id : rowLines[current]?.id;
  useRowTabOrder(scroller, focusable);

  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-label={props.label}
      aria-rowcount={props.total + 1}
      aria-busy={props.renewing === true}
      className={cls('grid')}
    >
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={cls('head')} style={template}>
          {tickable ? (
            <div role="columnheader" className={cls('cell')}>
              <Checkbox
                label="Tick all rows"
                checked={allTicked}
                mixed={!allTicked && rowLines.some((line) => ticked.has(line.id))}
                onChange={(all) => onTick(new Set(all ? rowLines.map((line) => line.id) : []))}
              />
            </div>
          ) : null}
          {columns.map((column) => (
            <ColumnHead key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </div>
      </div>
      <div ref={scroller} role="rowgroup" className={cls('body')}>
        {loaded === 0 ? props.empty : null}
        <div role="presentation" className={cls('sizer')} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const line = lines[item.index - first];
            if (line === undefined) return null;
            const place = { height: item.size, transform: `translateY(${item.start}px)` };
            if (line.kind === 'band') {
              return (
                <div key={item.key} role="row" className={cls('band')} style={place}>
                  <div role="gridcell" aria-colspan={columns.length} className={cls('bandCell')}>
                    {line.content}
                  </div>
                </div>
              );
            }
            const id = rowId(line.row);
            return (
              <div
                key={item.key}
                role="row"
                data-row={id}
                aria-rowindex={item.index + 2}
                aria-selected={id === openId}
                tabIndex={id === focusable ? 0 : -1}
                className={cls('row', id === openId && 'open')}
                style={{ ...place, ...template }}
                onClick={(event) => onRowClick(event, line.row)}
                onKeyDown={onKeyDown}
                onFocus={() => setCurrentId(id)}
              >
                {tickable ? (
                  <div role="gridcell" className={cls('cell')}>
                    <Checkbox
                      label="Tick this row"
                      checked={ticked.has(id)}
                      onChange={() => toggleTick(id)}
                    />
                  </div>
                ) : null}
                <Cells
                  row={line.row}
                  columns={columns}
                  draw={() =>
                    columns.map((column) => (
                      <Cell key={column.id} align={column.align ?? 'start'} content={column.cell(line.row)} />
                    ))
                  }
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Draws the cells of a row anew only with another row or other columns: most of what makes the table drawn changes neither. */
const Cells = memo(
  ({ draw }: { row: unknown; columns: unknown; draw: () => ReactNode }) => draw(),
  (before, after) => before.row === after.row && before.columns === after.columns,
);

function Cell({ align, content }: { align: 'start' | 'end'; content: ReactNode }) {
  return (
    <div
      role="gridcell"
      className={cls('cell', align === 'end' && 'end')}
      {...(typeof content === 'string' ? { title: content } : {})}
    >
      {content ?? <span className={cls('dash')}>–</span>}
    </div>
  );
}

function ColumnHead<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: DataTableProps<Row>['sort'];
  onSort: DataTableProps<Row>['onSort'];
}) {
  const sorted = sort?.column === column.id;
  const chevron = sorted ? <Icon of={sort.descending ? ChevronDown : ChevronUp} size={14} /> : null;
  return (
    <div
      role="columnheader"
      className={cls('cell', column.align === 'end' && 'end', sorted && 'sorted')}
      {...(sorted ? { 'aria-sort': sort.descending ? 'descending' : 'ascending' } : {})}
    >
      {onSort === undefined || column.sortable === false ? (
        <>
          {column.header}
          {column.spoken === undefined ? null : <span className="visually-hidden">{column.spoken}</span>}
          {chevron}
        </>
      ) : (
        <button type="button" className={cls('sorter')} onClick={() => onSort(column.id)}>
          {column.header}
          {chevron}
        </button>
      )}
    </div>
  );
}
