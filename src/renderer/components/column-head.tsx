import { ChevronDown, ChevronUp } from 'lucide-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { ownMember } from '#shared/base/own-member.ts';
import { bindClasses } from '../class-names.ts';
import type { Column } from './table-column.tsx';
import styles from './data-table.module.css';
import { Icon } from './icon.tsx';

const cls = bindClasses(styles);

/** How far a key moves a column's edge, and with Shift, in CSS pixels. */
const step = 8;
const largeStep = 40;

interface ColumnHeadProps<Row> {
  column: Column<Row>;
  place: number;
  sort: { column: string; descending: boolean } | undefined;
  onSort: ((column: string) => void) | undefined;
  width: number | undefined;
  onDrag: (width: number) => void;
  /** Called when the drag ends; undefined if the column cannot be resized. */
  onWidth: ((width: number) => void) | undefined;
}

/** The head of a column: a button that sorts by it, and an edge that is dragged or moved with the arrow keys. */
export function ColumnHead<Row>({
  column,
  place,
  sort,
  onSort,
  width,
  onDrag,
  onWidth,
}: ColumnHeadProps<Row>) {
  const head = useRef<HTMLDivElement>(null);
  const sorted = sort?.column === column.id;
  const chevron = sorted ? <Icon of={sort.descending ? ChevronDown : ChevronUp} size={14} /> : null;
  const sortable = onSort !== undefined && column.sortable !== false;
  return (
    <div
      ref={head}
      role="columnheader"
      className={`${cls(column.align === 'end' && 'end', sorted && 'sorted')} relative whole-height narrows unbroken`}
      {...(sorted
        ? { 'aria-sort': sort.descending ? 'descending' : 'ascending' }
        : sortable
          ? { 'aria-sort': 'none' }
          : {})}
    >
      <span className={`${cls('headWords')} whole-height row gap-4 narrows`}>
        {sortable ? (
          <button type="button" className="whole-height row gap-4 narrows" onClick={() => onSort(column.id)}>
            {column.header}
            {chevron}
          </button>
        ) : (
          <>
            {column.header}
            {column.spoken === undefined ? null : <span className="visually-hidden">{column.spoken}</span>}
            {chevron}
          </>
        )}
      </span>
      {onWidth === undefined ? null : (
        <Separator
          of={typeof column.header === 'string' && column.header !== '' ? column.header : column.id}
          known={width ?? minTrackWidth(column.width)}
          width={() => head.current?.getBoundingClientRect().width ?? columnLimits.min}
          fitting={() => (head.current === null ? columnLimits.min : widthOfContent(head.current, place))}
          onDrag={onDrag}
          onWidth={onWidth}
        />
      )}
    </div>
  );
}

function widthOfContent(head: HTMLElement, place: number): number {
  const rows = head.closest('[role=grid]')?.querySelectorAll('[data-row]') ?? [];
  const cells = [...rows].flatMap((row) => row.children.item(place) ?? []);
  const words = head.querySelector('button') ?? head.firstElementChild ?? head;
  return Math.max(...[words, ...cells].map(contentWidth)) + 2;
}

function contentWidth(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  // Counts truncated content at its full width.
  const inner = [element, ...element.children].map((each) => each.scrollWidth - each.clientWidth);
  return range.getBoundingClientRect().width + Math.max(0, ...inner);
}

interface SeparatorProps {
  of: string;
  /** As known without forcing a layout. */
  known: number;
  width: () => number;
  fitting: () => number;
  onDrag: (width: number) => void;
  onWidth: (width: number) => void;
}

/** The edge of a column: dragged, moved with the arrow keys, or fitted to what the column shows by a double click or Enter. */
function Separator({ of, known, width, fitting, onDrag, onWidth }: SeparatorProps) {
  const drag = useRef<{ x: number; from: number; to: number } | null>(null);

  function begin(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, from: width(), to: width() };
  }

  function move(event: PointerEvent): void {
    if (drag.current === null) return;
    const to = fittingWidth(drag.current.from + event.clientX - drag.current.x);
    if (to === drag.current.to) return;
    drag.current.to = to;
    onDrag(to);
  }

  function end(): void {
    if (drag.current === null) return;
    const { from, to } = drag.current;
    drag.current = null;
    if (to !== from) onWidth(to);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const far = event.shiftKey ? largeStep : step;
    const to = ownMember(
      {
        ArrowLeft: () => width() - far,
        ArrowRight: () => width() + far,
        Home: (): number => columnLimits.min,
        End: (): number => columnLimits.max,
        Enter: fitting,
      },
      event.key,
    );
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(fittingWidth(to()));
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${of}`}
      aria-valuemin={columnLimits.min}
      aria-valuemax={columnLimits.max}
      aria-valuenow={fittingWidth(known)}
      onFocus={(event) => event.currentTarget.setAttribute('aria-valuenow', String(fittingWidth(width())))}
      tabIndex={0}
      className={`${cls('separator')} absolute ring-inside`}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onWidth(fittingWidth(fitting()))}
      onKeyDown={onKeyDown}
    />
  );
}

/** The column gap of data-table.module.css, in CSS pixels. */
const gap = 12;
const tickTrack = '24px';

const columnLimits = { min: 40, max: 800 } as const;

/** Clamps a width to {@link columnLimits}, in whole CSS pixels. */
const fittingWidth = (width: number): number =>
  Math.round(Math.min(columnLimits.max, Math.max(columnLimits.min, width)));

export function getTracks(
  columns: readonly { id: string; width: string }[],
  widths: Readonly<Record<string, number>> | undefined,
  tickable: boolean,
): string {
  const tracks = columns.map(({ id, width }) => {
    const own = ownMember(widths ?? {}, id);
    return own === undefined ? width : `${own}px`;
  });
  return [...(tickable ? [tickTrack] : []), ...tracks].join(' ');
}

/** The minimum of a grid track in CSS pixels: 80 for `minmax(80px, 1fr)` and for `80px`. */
const minTrackWidth = (track: string): number =>
  Number.parseFloat(/\b\d+(?:\.\d+)?(?=px)/.exec(track)?.[0] ?? '0');

/** The width below which a table with these tracks scrolls sideways, as a CSS length. */
export function tableWidth(tracks: string): string {
  const least = (tracks.match(/[^ (]+(?:\([^()]*\))?/g) ?? []).map(minTrackWidth);
  const sum = least.reduce((total, width) => total + width, 0) + gap * (least.length - 1);
  return `calc(${sum}px + 2 * var(--gutter))`;
}
