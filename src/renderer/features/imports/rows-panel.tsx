import { ArrowDownToLine } from 'lucide-react';
import { useLayoutEffect, useRef, useState, useEffect, useMemo, useReducer, type ReactNode } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import { labelImportField, type ListKind } from '#shared/imports/import-fields.ts';
import type { ImportRow, ImportStatus } from '#shared/ipc/imports.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { SmallButton } from '../../components/button.tsx';
import { EmptyState, LoadError, Problem, Note } from '../../components/message-block.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { tellDone } from '../../stores/undo.ts';
import { BulkActions, ListFacts } from './rows-head.tsx';
import { readRowsShown, rowTabs, showRows, type RowTab } from './import-store.ts';
import { listLabels } from './list-labels.tsx';
import {
  type ShownColumn,
  gridTemplate,
  minTrackWidth,
  problemPositions,
  getStop,
  isOpenStop,
  stopBeside,
  stopElement,
  type ProblemPositions,
  type Stop,
} from './problem-positions.ts';
import { type RowChoice, RowLine, type EditedCell, type RowActions } from './row-line.tsx';
import { rowOffsets, useLinesInSight } from '../../components/lines-in-sight.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useElementSize } from '../../stores/window-state.ts';
import styles from './row-list.module.css';

const cls = bindClasses(styles);

const labels: Record<RowTab, string> = {
  all: 'All',
  ready: 'Ready',
  to_look_at: 'Needs fixing',
  fixed: 'Fixed',
  left_out: 'Left out',
};

const noChanges: ReadonlyMap<number, ImportRow> = new Map();

export function RowsPanel({ status }: { status: ImportStatus }) {
  const { importId, revision, counts, columns } = status;
  const words = listLabels[status.list];
  const { query } = useRoute();
  const open = counts.problems + counts.duplicates;
  const [first] = useState(open > 0 ? ('to_look_at' as const) : ('all' as const));
  const { filter, group, tab } = readRowsShown(query, first);
  const typed = Number(query['row']);
  const from = filter === 'all' && Number.isInteger(typed) && typed >= 1 ? typed : null;
  const key = `${importId} ${revision} ${filter} ${group ?? ''} ${from ?? ''}`;
  const list = usePagedList<ImportRow>(key, {
    fetchPage: (after, limit) => call('imports.page', { importId, filter, group, from, after, limit }),
    rowId: (row) => String(row.row),
    events: [],
    newRows: 'wait',
  });
  const [changes, setChanges] = useState({ key, rows: noChanges });
  const changed = changes.key === key ? changes.rows : noChanges;
  const [refused, setRefused] = useState<string | null>(null);

  async function apply(asking: ReturnType<typeof call<'imports.editCell' | 'imports.include'>>) {
    const result = await asking;
    setRefused(result.ok ? null : result.error.message);
    if (!result.ok) return false;
    const rows = new Map(result.value.rows.map((row) => [row.row, row]));
    setChanges((before) => ({ key, rows: new Map([...(before.key === key ? before.rows : []), ...rows]) }));
    return true;
  }

  // A later undo applies to the list as shown then.
  const latest = useRef(apply);
  useLayoutEffect(() => {
    latest.current = apply;
  });

  async function choose(row: ImportRow, choice: RowChoice): Promise<boolean> {
    const include = (as: typeof choice) => call('imports.include', { importId, row: row.row, choice: as });
    if (!(await apply(include(choice)))) return false;
    const leftOut = choice === 'out' || (choice === 'as_found' && row.included);
    if (!leftOut) return true;
    tellDone(`Row ${row.row} left out`, async () => {
      const result = include(row.included ? 'in' : 'as_found');
      await latest.current(result);
      const back = await result;
      return back.ok ? `Row ${row.row} is back in the list.` : back.error.message;
    });
    return true;
  }

  const shown = columns.flatMap(({ field }, column): ShownColumn[] =>
    field === 'skip' ? [] : [{ column, label: labelImportField(field), wide: words.wide.includes(field) }],
  );
  const count = { ...counts, to_look_at: open, left_out: counts.leftOut };
  const hint = <span className="quiet">Correct a cell here, or fix the file and drop it again</span>;
  return (
    <section className="whole-room" aria-label="Rows">
      <ListFacts status={status} />
      <TabBar
        label="Rows by result"
        tabs={rowTabs
          .filter((id) => (id !== 'left_out' && id !== 'fixed') || count[id] > 0 || tab === id)
          .map((id) => ({ id, label: labels[id], count: count[id] }))}
        value={tab}
        onChange={(next) => showRows(status.list, next)}
        trailing={counts.fixed > 0 ? undefined : hint}
      />
      <BulkActions status={status} onShowFixed={() => showRows(status.list, 'fixed')} />
      {from === null ? null : (
        <div className={cls('message')}>
          <Note
            icon={ArrowDownToLine}
            actions={
              <SmallButton onPress={() => showRows(status.list, 'all')}>Show from the first</SmallButton>
            }
          >
            {`These rows start at row ${from}.`}
          </Note>
        </div>
      )}
      <Problem error={refused} within={cls('message')} />
      {list.kind === 'failed' ? (
        <LoadError title="The rows could not be read." of={list} within={cls('message')} />
      ) : (
        <RowList
          list={status.list}
          marked={from}
          onShow={(row) => navigate({ ...words.place, query: { show: 'all', row: String(row) } })}
          rows={list.rows.map((row) => changed.get(row.row) ?? row)}
          total={list.total}
          columns={shown}
          onNearEnd={list.loadMore}
          onSave={(cell, text) => apply(call('imports.editCell', { importId, ...cell, text }))}
          onChoose={choose}
          foot={list.kind === 'ready' && !list.more ? getFoot(tab, list.rows.length, counts.ready) : null}
          empty={
            list.kind === 'ready' && list.rows.length === 0 ? (
              <EmptyState title={emptyTitles[tab]}>
                {tab === 'ready' ? 'Correct a row or include one under “Needs fixing”.' : undefined}
              </EmptyState>
            ) : null
          }
        />
      )}
    </section>
  );
}

const emptyTitles: Record<RowTab, string> = {
  all: 'The list has no rows.',
  ready: 'No row is ready yet.',
  to_look_at: 'Nothing needs fixing.',
  fixed: 'No cells were fixed.',
  left_out: 'No rows are left out.',
};

function getFoot(tab: RowTab, rows: number, ready: number): string | null {
  if (tab !== 'to_look_at' || rows === 0) return null;
  if (ready === 0) return 'End of list.';
  return `End of list. ${pluralize(ready, 'row is', 'rows are')} ready.`;
}

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

const heights = { plain: 38, withProblem: 56, listed: 18, band: 44 } as const;

function getHeight(row: ImportRow, { below, listed }: ProblemPositions, edited: boolean): number {
  const saysBefore = row.cells.some(({ fixedFrom }) => fixedFrom !== null);
  const cells = edited || saysBefore || below.size > 0 ? heights.withProblem : heights.plain;
  const hasBand = row.duplicate !== null || row.looksLike !== null;
  return cells + listed.length * heights.listed + (hasBand ? heights.band : 0);
}

/** Where focus goes after the rows render: a stop, or the next one if that is settled. */
type Going = { stop: Stop; unless: 'settled' | 'never' };

/** The virtualized rows. After a cell is saved, focus moves to the next problem. */
function RowList(props: RowListProps) {
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
