import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState, type ReactNode } from 'react';
import type { ListKind } from '#shared/imports/import-fields.ts';
import type { ImportRow } from '#shared/ipc/imports.ts';
import { bindClasses } from '../../class-names.ts';
import { rowOffsets, useLinesInSight } from '../../components/lines-in-sight.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useElementSize } from '../../stores/window-state.ts';
import {
  gridTemplate,
  minTrackWidth,
  problemPositions,
  getStop,
  isOpenStop,
  stopBeside,
  stopElement,
  type ProblemPositions,
  type ShownColumn,
  type Stop,
} from './problem-positions.ts';
import { RowLine, type EditedCell, type RowActions, type RowChoice } from './row-line.tsx';
import styles from './row-list.module.css';

const cls = bindClasses(styles);

interface RowListProps {
  list: ListKind;
  rows: readonly ImportRow[];
  total: number;
  marked: number | null;
  columns: readonly ShownColumn[];
  onNearEnd: () => void;
  onShow: RowActions['show'];
  onSave: RowActions['save'];
  /** Resolves to whether it was applied. */
  onChoose: (row: ImportRow, choice: RowChoice) => Promise<boolean>;
  foot: string | null;
  empty: ReactNode;
}

const heights = { plain: 38, withProblem: 56, told: 18, band: 44 } as const;

function getHeight(row: ImportRow, { below, told }: ProblemPositions, edited: boolean): number {
  const saysBefore = row.cells.some(({ mendedFrom }) => mendedFrom !== null);
  const cells = edited || saysBefore || below.size > 0 ? heights.withProblem : heights.plain;
  const hasBand = row.duplicate !== null || row.looksLike !== null;
  return cells + told.length * heights.told + (hasBand ? heights.band : 0);
}

/** Where focus goes after the rows render: a stop, or the next one if that is settled. */
type Going = { stop: Stop; unless: 'settled' | 'never' };

/** The virtualized rows. After a cell is saved, focus moves to the next problem. */
export function RowList(props: RowListProps) {
  const { rows, columns, onNearEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<EditedCell | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const width = useElementSize(scroller)?.width ?? null;
  const editedRow = edited?.row ?? null;
  const offsets = useMemo(
    () =>
      rowOffsets(
        rows.map((row) => getHeight(row, problemPositions(row, columns, width), row.row === editedRow)),
        0,
        rows.length,
        heights.plain,
      ),
    [rows, columns, width, editedRow],
  );
  const { head, from, to, scrollTo } = useLinesInSight(scroller, offsets, rows.length, heights.plain);

  const going = useRef<Going | null>(null);
  // After every render, as the target row may render only once scrolled to.
  useLayoutEffect(() => {
    if (going.current === null || scroller.current === null) return;
    const { stop, unless } = going.current;
    const isSettled = unless === 'settled' && !isOpenStop(rows, stop);
    const next = isSettled ? stopBeside(rows, stop, 1) : null;
    if (isSettled && next === null && rows.length < props.total) onNearEnd();
    const target = next ?? stop;
    const element = stopElement(scroller.current, target);
    if (element !== null) {
      going.current = null;
      element.focus();
      return;
    }
    const index = rows.findIndex(({ row }) => row === target.row);
    if (index === -1) going.current = null;
    else scrollTo(index);
  });

  function move(step: 1 | -1): void {
    const stop = stopBeside(rows, getStop(document.activeElement), step);
    if (stop === null) return;
    going.current = { stop, unless: 'never' };
    redraw();
  }

  function choose(row: ImportRow, choice: RowChoice): void {
    const at = getStop(document.activeElement);
    void props.onChoose(row, choice).then((chosen) => {
      if (!chosen || choice === 'as_found') return;
      going.current = { stop: at?.row === row.row ? at : { row: row.row, at: 'band' }, unless: 'settled' };
      redraw();
    });
  }

  function skip(): void {
    const stop = getStop(document.activeElement);
    const row = rows.find((one) => one.row === stop?.row);
    if (row !== undefined) choose(row, 'out');
  }
  useShortcut(shortcutKeys.next, () => move(1), { enabled: edited === null });
  useShortcut(shortcutKeys.previous, () => move(-1), { enabled: edited === null });
  useShortcut(shortcutKeys.skip, skip, { enabled: edited === null });

  useEffect(() => {
    if (rows.length > 0 && to >= rows.length - 20) onNearEnd();
  }, [to, rows.length, onNearEnd]);

  function editNextProblem(from: EditedCell): boolean {
    const start = rows.findIndex((row) => row.row === from.row);
    for (let index = start; index >= 0 && index < rows.length; index += 1) {
      const row = rows[index];
      const cell = row?.cells.find(
        ({ column, problem }) => problem !== null && (index > start || column > from.column),
      );
      if (row === undefined || cell === undefined) continue;
      scrollTo(index);
      setEdited({ row: row.row, column: cell.column });
      return true;
    }
    setEdited(null);
    return false;
  }

  const actions: RowActions = {
    begin: setEdited,
    end({ row, column: at }, how) {
      if (how !== 'left')
        going.current = { stop: { row, at }, unless: how === 'saved' ? 'settled' : 'never' };
      setEdited(null);
    },
    next: editNextProblem,
    save: props.onSave,
    choose,
    show: props.onShow,
  };
  const template = gridTemplate(columns);
  return (
    <div ref={scroller} className="fills-column by-own-width scroll-all">
      <div
        role="grid"
        tabIndex={-1}
        aria-label="Rows of the list"
        aria-rowcount={props.total + 1}
        style={{ minWidth: minTrackWidth(columns) }}
      >
        <div
          ref={head}
          role="row"
          aria-rowindex={1}
          className={`${cls('head')} subtle figures faint small medium ruled-below grid columns-12 start pad-gutter-top sticky`}
          style={{ gridTemplateColumns: template }}
        >
          <span role="columnheader" className={`${cls('number')} quiet`}>
            Row
          </span>
          <span role="columnheader">Result</span>
          {columns.map(({ column, label }) => (
            <span key={column} role="columnheader" className="one-line">
              {label}
            </span>
          ))}
          <span role="columnheader" className="visually-hidden">
            Skip
          </span>
        </div>
        <div role="presentation" className="relative" style={{ height: offsets.height }}>
          {rows.slice(from, to + 1).map((row, offset) => {
            const index = from + offset;
            const top = offsets.getTop(index);
            return (
              <div
                key={row.row}
                className={`${cls('row')} ruled-below absolute hovers`}
                style={{ height: offsets.getTop(index + 1) - top, transform: `translateY(${top}px)` }}
              >
                <RowLine
                  row={row}
                  list={props.list}
                  marked={props.marked === row.row}
                  index={index}
                  columns={columns}
                  template={template}
                  positions={problemPositions(row, columns, width)}
                  edited={edited?.row === row.row ? edited.column : null}
                  actions={actions}
                />
              </div>
            );
          })}
        </div>
      </div>
      {props.empty === null ? null : <div className="padded-wide">{props.empty}</div>}
      {props.foot === null ? null : <p className={`${cls('foot')} quiet`}>{props.foot}</p>}
    </div>
  );
}
