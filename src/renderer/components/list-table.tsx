import { type ReactNode, useMemo, useRef } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import { bindClasses } from '../class-names.ts';
import type { ChosenColumns } from '../stores/columns.ts';
import type { PagedListHandle } from '../stores/paged-list.ts';
import type { Ticks } from '../stores/ticks.ts';
import { EmptyState, LoadError, StillReading } from './message-block.tsx';
import { DataTable, type DataTableProps, type Line } from './data-table.tsx';
import styles from './list-table.module.css';
import type { Column } from './table-column.tsx';
import { SmallButton } from './button.tsx';

const cls = bindClasses(styles);

interface ListTableProps<Row> extends Omit<
  DataTableProps<Row>,
  'lines' | 'rowId' | 'first' | 'loaded' | 'total' | 'renewing' | 'source' | 'onNearEnd' | 'onLook' | 'empty'
> {
  list: PagedListHandle<Row>;
  empty: ReactNode;
  /** A filter or search leaves rows out: the foot counts only the matches. */
  narrowed?: boolean;
  /** After "1–19 of 148". */
  foot?: ReactNode;
}

const preparingMessage = (coming: number) =>
  `${pluralize(coming, 'item')} can’t be searched yet. The list updates automatically.`;

/** A table of a paged list: loads on scrolling, and holds new rows back behind a button. */
export function ListTable<Row>({ list, empty, narrowed = false, foot, ...table }: ListTableProps<Row>) {
  const preparing = (
    <EmptyState title="The search is still being prepared.">{preparingMessage(list.coming)}</EmptyState>
  );
  const lines = useMemo(() => list.rows.map((row): Line<Row> => ({ kind: 'row', row })), [list.rows]);
  if (list.kind === 'failed')
    return <LoadError title="This list could not be read." of={list} within="padded-wide" />;
  return (
    <div className="stack fills-column relative narrows">
      {list.waiting === 0 ? null : (
        <div className={`${cls('news')} rounded absolute floats`}>
          <NewRowsButton list={list} />
        </div>
      )}
      <DataTable
        {...table}
        lines={lines}
        rowId={list.rowId}
        first={list.first}
        loaded={list.loaded}
        total={list.total}
        renewing={list.renewing}
        source={list.source}
        onNearEnd={list.loadMore}
        onLook={list.look}
        empty={
          list.kind === 'ready' ? (
            <div className="padded-wide">{list.coming > 0 ? preparing : empty}</div>
          ) : (
            <StillReading />
          )
        }
      />
      <div className={`${cls('foot')} subtle faint-note row figures ruled-above pad-gutter`}>
        <span>
          {list.kind === 'ready' && list.total > 0
            ? list.loaded < list.total
              ? `1–${countText(list.loaded)} of ${countText(list.total)}${narrowed ? ' that match' : ''}`
              : narrowed
                ? `${countText(list.total)} ${list.total === 1 ? 'matches' : 'match'}`
                : `${countText(list.total)} in all`
            : null}
        </span>
        {list.coming > 0 ? <span role="status">{preparingMessage(list.coming)}</span> : null}
        {foot}
      </div>
    </div>
  );
}

interface ChosenTableProps<Row> extends Omit<
  ListTableProps<Row>,
  'columns' | 'widths' | 'onWidth' | 'ticked' | 'onTick'
> {
  chosen: ChosenColumns<Column<Row>>;
  ticks: Ticks<Row>;
  /** Bulk actions, above the table while rows are ticked. */
  selection: ReactNode;
}

/** A list table with chosen columns, whose rows can be ticked. */
export function ChosenTable<Row>({ chosen, ticks, selection, ...table }: ChosenTableProps<Row>) {
  return (
    <>
      {ticks.ticked.size === 0 ? null : selection}
      <ListTable
        {...table}
        columns={chosen.columns}
        widths={chosen.widths}
        onWidth={chosen.resize}
        ticked={ticks.ticked}
        onTick={ticks.setTicked}
      />
    </>
  );
}

/** Shows new rows. The focus moves to the current row, since the button disappears. */
export function NewRowsButton({
  list: { waiting, reload },
}: {
  list: { waiting: number; reload: () => void };
}) {
  const button = useRef<HTMLButtonElement>(null);

  function show(): void {
    let place = button.current?.parentElement ?? null;
    while (place !== null && place.querySelector('[role="grid"]') === null) place = place.parentElement;
    place?.querySelector<HTMLElement>('[role="grid"] [role="row"][tabindex="0"]')?.focus();
    reload();
  }

  if (waiting === 0) return null;
  return <SmallButton ref={button} onPress={show}>{`${waiting} new`}</SmallButton>;
}
