import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { bindClasses } from '../class-names.ts';
import { getKeys } from '#shared/settings/shortcut-keys.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { toChord, shortcutKeys, useShortcut } from '../shortcuts.ts';
import { shortcutChangesNow } from '../stores/session.ts';
import { ColumnHead, tableWidth, getTracks } from './column-head.tsx';
import styles from './data-table.module.css';
import { rowOffsets, useLinesInSight, useRowElements } from './lines-in-sight.ts';
import { isFocusIdle } from './page.tsx';
import type { Column } from './table-column.tsx';
import { Cell, TableRow } from './table-row.tsx';
import { Checkbox } from './toggles.tsx';

const cls = bindClasses(styles);
const none: readonly string[] = [];

/** A line of the table: a row, or a band across it such as a group's head. */
export type Line<Row> =
  | { kind: 'row'; row: Row }
  | { kind: 'band'; id: string; height: number; content: ReactNode };

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  lines: readonly Line<Row>[];
  rowId: (row: Row) => string;
  /** How many lines before these are not loaded. */
  first?: number;
  /** How many lines can be scrolled to; `lines.length` by default. */
  loaded?: number;
  total: number;
  /** A reload is under way. */
  renewing?: boolean;
  /** A change scrolls to the top. */
  source?: number;
  rowHeight?: number;
  openId?: string | null;
  onOpen?: (row: Row) => void;
  /** Moving to a row by key opens it too, as in a queue that is worked through. */
  opensOnMove?: boolean;
  ticked?: ReadonlySet<string>;
  /** Names a row's check box; needed if rows can be ticked. */
  rowName?: (row: Row) => string;
  onTick?: (ticked: ReadonlySet<string>) => void;
  sort?: { column: string; descending: boolean } | undefined;
  onSort?: ((column: string) => void) | undefined;
  /** Widths that a person set, in CSS pixels by column id; the other columns share the rest. */
  widths?: Readonly<Record<string, number>> | undefined;
  /** Without it columns cannot be resized. */
  onWidth?: ((column: string, width: number) => void) | undefined;
  /** Reuses elements of rows that scrolled away. Cells must not have state of their own. */
  reusesRows?: boolean;
  onNearEnd?: () => void;
  /** Called with the first and last visible line. */
  onLook?: (first: number, last: number) => void;
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
  /** The row to focus once it is rendered. */
  const wantsFocus = useRef<string | null>(null);
  const lastTicked = useRef<string | null>(null);
  const [currentId, setCurrentId] = useState<string | null>(openId);
  const rowLines = useMemo(
    () =>
      lines.flatMap((line, index) =>
        line.kind === 'row' ? [{ id: rowId(line.row), row: line.row, index: first + index }] : [],
      ),
    [lines, rowId, first],
  );
  const current = rowLines.findIndex((line) => line.id === (currentId ?? openId));
  const tickable = onTick !== undefined && ticked !== undefined;

  const offsets = useMemo(
    () =>
      rowOffsets(
        lines.map((line) => (line.kind === 'band' ? line.height : rowHeight)),
        first,
        loaded,
        rowHeight,
      ),
    [lines, first, loaded, rowHeight],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const { head, from, to, scrollTo } = useLinesInSight(scroller, offsets, loaded, rowHeight, source);
  const drawn = lines.slice(Math.max(0, from - first), Math.max(0, to + 1 - first));
  const firstDrawn = Math.max(from, first);
  const lastShown = Math.max(0, to);

  useEffect(() => {
    if (loaded > 0 && lastShown >= loaded - 20) onNearEnd?.();
  }, [lastShown, loaded, onNearEnd]);

  useEffect(() => {
    onLook?.(from, lastShown);
  }, [from, lastShown, onLook]);

  const [followed, setFollowed] = useState(openId);
  if (followed !== openId) {
    setFollowed(openId);
    if (openId !== null) setCurrentId(openId);
  }
  const wasOpen = useRef(openId);
  useEffect(() => {
    const before = wasOpen.current;
    wasOpen.current = openId;
    if (openId === null && isFocusIdle()) wantsFocus.current = before;
  }, [openId]);

  useEffect(() => {
    if (wantsFocus.current === null) return;
    const rows = scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    const element = [...rows].find((row) => row.dataset['row'] === wantsFocus.current);
    if (element === undefined) return;
    wantsFocus.current = null;
    element.focus({ preventScroll: true });
  });

  function moveTo(position: number, tickFrom?: string): void {
    const target = rowLines[Math.max(0, Math.min(rowLines.length - 1, position))];
    if (target === undefined) return;
    wantsFocus.current = target.id;
    setCurrentId(target.id);
    scrollTo(target.index);
    if (props.opensOnMove === true) props.onOpen?.(target.row);
    if (tickFrom !== undefined && tickable) onTick(new Set([...ticked, tickFrom, target.id]));
  }

  /** Toggles a row's tick; a range gets the same state, from the row toggled last to this one. */
  function toggleTick(id: string, range = false): void {
    if (!tickable) return;
    const next = new Set(ticked);
    const tick = !next.has(id);
    const one = rowLines.findIndex((line) => line.id === lastTicked.current);
    const other = rowLines.findIndex((line) => line.id === id);
    const some =
      range && one !== -1
        ? rowLines.slice(Math.min(one, other), Math.max(one, other) + 1).map((line) => line.id)
        : [id];
    for (const each of some) {
      if (tick) next.add(each);
      else next.delete(each);
    }
    lastTicked.current = id;
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
    const actions = {
      ArrowDown: () => moveTo(at + 1, tickFrom),
      ArrowUp: () => moveTo(at - 1, tickFrom),
      PageDown: () => moveTo(at + page),
      PageUp: () => moveTo(at - page),
      Home: () => moveTo(0),
      End: () => moveTo(rowLines.length - 1),
      Enter: () => props.onOpen?.(focused.row),
    };
    const action = ownMember(actions, event.key);
    // Space ticks as in every grid, and would scroll the focused row away.
    const ticks =
      event.key === ' ' || toChord(event.nativeEvent) === getKeys(shortcutKeys.tick, shortcutChangesNow());
    if (action === undefined && !ticks) return;
    if (action !== undefined) action();
    else if (tickable && !event.repeat) toggleTick(focused.id);
    event.preventDefault();
  }

  function onPress(id: string): void {
    const row = rowLines.find((line) => line.id === id)?.row;
    setCurrentId(id);
    if (row !== undefined) props.onOpen?.(row);
  }

  const does = useRef({ onPress, onKeyDown, toggleTick });
  useEffect(() => {
    does.current = { onPress, onKeyDown, toggleTick };
  });
  // Stable functions, so that they render no row again.
  const pressRow = useCallback((id: string) => does.current.onPress(id), []);
  const pressKey = useCallback((event: KeyboardEvent) => does.current.onKeyDown(event), []);
  const tickRow = useCallback((id: string, range: boolean) => does.current.toggleTick(id, range), []);

  const [dragged, setDragged] = useState<{ column: string; width: number } | null>(null);
  const widths = dragged === null ? props.widths : { ...props.widths, [dragged.column]: dragged.width };
  const tracks = getTracks(columns, widths, tickable);
  const template = useMemo(() => ({ gridTemplateColumns: tracks }), [tracks]);
  const wide = useMemo(() => ({ minWidth: tableWidth(tracks) }), [tracks]);
  const allHereTicked = tickable && rowLines.length > 0 && rowLines.every((line) => ticked.has(line.id));
  // A full tick would wrongly include rows that are not loaded.
  const allTicked = allHereTicked && rowLines.length >= props.total;
  const cells = useSameItems(columns.flatMap(({ id, align, fits, cell }) => [id, align, fits, cell]));
  const elements = useRowElements(
    props.reusesRows === true ? drawn.flatMap((line) => (line.kind === 'row' ? rowId(line.row) : [])) : none,
    currentId,
  );
  const focusable = current === -1 ? rowLines[0]?.id : rowLines[current]?.id;

  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-label={props.label}
      aria-rowcount={props.total + 1}
      aria-busy={props.renewing === true}
      className="whole-room"
    >
      <div ref={scroller} className="fills-column scroll-all">
        <div ref={head} role="rowgroup" className={`${cls('headGroup')} sticky`} style={wide}>
          <div
            role="row"
            aria-rowindex={1}
            className={`${cls('head')} subtle faint small medium ruled-below`}
            style={template}
          >
            {tickable ? (
              <div role="columnheader" className="narrows unbroken">
                <Checkbox
                  label="Select all rows"
                  checked={allTicked}
                  mixed={!allTicked && rowLines.some((line) => ticked.has(line.id))}
                  onChange={() => onTick(new Set(allHereTicked ? [] : rowLines.map((line) => line.id)))}
                />
              </div>
            ) : null}
            {columns.map((column, index) => (
              <ColumnHead
                key={column.id}
                column={column}
                place={tickable ? index + 1 : index}
                sort={props.sort}
                onSort={props.onSort}
                width={ownMember(widths ?? {}, column.id)}
                onDrag={(width) => setDragged({ column: column.id, width })}
                onWidth={
                  props.onWidth === undefined
                    ? undefined
                    : (width) => {
                        setDragged(null);
                        props.onWidth?.(column.id, width);
                      }
                }
              />
            ))}
          </div>
        </div>
        {/* What is said where there are no rows stays within the window, however wide the columns are. */}
        <div role="rowgroup" style={loaded > 0 ? wide : undefined}>
          {loaded > 0 || props.empty == null ? null : (
            <div role="row">
              <div role="gridcell">{props.empty}</div>
            </div>
          )}
          <div role="presentation" className="relative" style={{ height: offsets.height }}>
            {drawn.map((line, offset) => {
              const index = firstDrawn + offset;
              const top = offsets.getTop(index);
              if (line.kind === 'band') {
                return (
                  <div
                    key={`band ${line.id}`}
                    role="row"
                    className={`${cls('band')} subtle ruled-below`}
                    style={{ top, height: line.height }}
                  >
                    <div role="gridcell" aria-colspan={columns.length} className="whole-height">
                      {line.content}
                    </div>
                  </div>
                );
              }
              const id = rowId(line.row);
              return (
                <TableRow
                  key={props.reusesRows === true ? elements.get(id) : id}
                  id={id}
                  index={index}
                  top={top}
                  height={rowHeight}
                  template={template}
                  open={id === openId}
                  current={id === focusable}
                  ticked={tickable ? ticked.has(id) : null}
                  name={props.rowName?.(line.row) ?? null}
                  onPress={pressRow}
                  onKeyDown={pressKey}
                  onFocus={setCurrentId}
                  onTick={tickRow}
                  row={line.row}
                  cells={cells}
                  draw={() =>
                    columns.map((column) => (
                      <Cell
                        key={column.id}
                        end={column.align === 'end'}
                        fits={column.fits === true}
                        content={column.cell(line.row)}
                      />
                    ))
                  }
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Returns the earlier list while its items are the same, so that rows do not render again. */
function useSameItems(items: readonly unknown[]): readonly unknown[] {
  const [held, setHeld] = useState(items);
  const same = held.length === items.length && held.every((item, index) => item === items[index]);
  if (!same) setHeld(items);
  return same ? held : items;
}
