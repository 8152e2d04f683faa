import { ArrowDownToLine } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import { labelImportField } from '#shared/imports/import-fields.ts';
import type { ImportRow, ImportStatus } from '#shared/ipc/imports.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, MessageBlock, LoadError, Problem } from '../../components/message-block.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { tellDone } from '../../stores/undo.ts';
import { BulkActions } from './bulk-actions.tsx';
import { readRowsShown, rowTabs, showRows, type RowTab } from './import-store.ts';
import { ListFacts } from './list-facts.tsx';
import { listLabels } from './list-labels.tsx';
import type { ShownColumn } from './problem-positions.ts';
import type { RowChoice } from './row-line.tsx';
import styles from './row-list.module.css';
import { RowList } from './row-list.tsx';

const cls = bindClasses(styles);

const labels: Record<RowTab, string> = {
  all: 'All',
  ready: 'Ready',
  to_look_at: 'Needs fixing',
  mended: 'Fixed',
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
          .filter((id) => (id !== 'left_out' && id !== 'mended') || count[id] > 0 || tab === id)
          .map((id) => ({ id, label: labels[id], count: count[id] }))}
        value={tab}
        onChange={(next) => showRows(status.list, next)}
        trailing={counts.mended > 0 ? undefined : hint}
      />
      <BulkActions status={status} onShowMended={() => showRows(status.list, 'mended')} />
      {from === null ? null : (
        <div className={cls('message')}>
          <MessageBlock
            tone="neu"
            slim
            icon={ArrowDownToLine}
            actions={
              <Button size="small" onPress={() => showRows(status.list, 'all')}>
                Show from the first
              </Button>
            }
          >
            {`These rows start at row ${from}.`}
          </MessageBlock>
        </div>
      )}
      <Problem error={refused} within={cls('message')} />
      {list.kind === 'failed' ? (
        <div className={cls('message')}>
          <LoadError title="The rows could not be read." error={list.error} onRetry={list.reload} />
        </div>
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
  mended: 'No cells were fixed.',
  left_out: 'No rows are left out.',
};

function getFoot(tab: RowTab, rows: number, ready: number): string | null {
  if (tab !== 'to_look_at' || rows === 0) return null;
  if (ready === 0) return 'End of list.';
  return `End of list. ${pluralize(ready, 'row is', 'rows are')} ready.`;
}
