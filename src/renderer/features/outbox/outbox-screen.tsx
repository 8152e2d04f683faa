import { saveText } from '../../stores/export-file.ts';
import { Download, ListFilter, Pause, Play, RefreshCw, X } from 'lucide-react';
import { outboxNarrowing, type OutboxNarrowing, type OutboxRow } from '#shared/ipc/outbox.ts';
import { outboxColumn, type OutboxColumn } from '#shared/settings/lists.ts';
import { findObstacle } from '#shared/words/network-messages.ts';
import { entryKind, type QueueCondition, type SyncStatus } from '#shared/outbox/outbox.ts';
import { storageTrouble } from '#shared/words/storage-messages.ts';
import { unsentCount } from '#shared/words/sync-labels.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { ListControls, ListNotices, ListTools } from '../../components/list-tools.tsx';
import { SplitView } from '../../components/detail-panel.tsx';
import { ExportState, useExport } from '../../components/export-menu.tsx';
import { Menu } from '../../components/menu.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { DelayedStrip } from '../../components/delayed-strip.tsx';
import { SyncStrip } from './sync-strip.tsx';
import { bindClasses } from '../../class-names.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { ImportedLists } from '../imports/imported-lists.tsx';
import { useAction } from '../../stores/action.ts';
import { useColumns } from '../../stores/columns.ts';
import { clearFilters, useListQuery, type ListRules } from '../../stores/list-query.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { adoptSync, useOffline, useSync } from '../../stores/sync.ts';
import { DecideDoubts } from './decide-doubts.tsx';
import { OutboxDetail } from './outbox-detail.tsx';
import { outboxColumnChoices, defaultOutboxColumns } from './outbox-columns.tsx';
import { NarrowedTable, OutboxTable } from './outbox-table.tsx';
import { ProgressCard } from './progress-card.tsx';
import styles from './outbox-screen.module.css';

const cls = bindClasses(styles);

/** Whether something holds the queue that the list itself does not say. */
function hasStrip(condition: QueueCondition): boolean {
  if (condition.kind === 'offline') return findObstacle(condition.detail) !== null;
  return condition.kind === 'signed_out' || condition.kind === 'redirected';
}

const narrowedSentences: Record<OutboxNarrowing, string> = {
  refused: 'Only items the service refused or Gangway stopped trying.',
  in_doubt: 'Only items that may have been sent. Gangway won’t send it again automatically.',
};

const rules: ListRules<OutboxColumn> = {
  columns: outboxColumn.options,
  defaultOrder: { column: 'queued', descending: false },
  showsDefault: false,
  downFirst: ['tries'],
};

/** Everything on its way out, and what became of it. */
export function OutboxScreen() {
  const status = useSync((store) => store.status);
  const { path, query } = useRoute();
  const openId = path[0] ?? null;
  const kind = entryKind.catch('invite').parse(query['kind']);
  const only = outboxNarrowing.safeParse(query['show']).data ?? null;
  const { search, where, sort, sortBy } = useListQuery(rules);
  const chosen = useColumns('outbox', outboxColumnChoices, defaultOutboxColumns);
  const { kind: _openKind, ...shown } = query;
  const isEmpty = status !== null && Object.values(status.counts).every((count) => count === 0);
  const table = {
    openId,
    onOpen: open,
    query: { search, where, sort: sort?.column ?? null, descending: sort?.descending ?? false },
    sort,
    onSort: sortBy,
    chosen,
    onClear: () => clearFilters(),
  };
  function open(row: OutboxRow): void {
    navigate({ screen: 'outbox', path: [row.entryId], query: { ...shown, kind: row.kind } }, openId !== null);
  }
  return (
    <Page>
      <OutboxHead status={status} />
      {isEmpty ? null : (
        <ListTools>
          <ListControls list="outbox" chosen={chosen} />
        </ListTools>
      )}
      <ListNotices list="outbox" chosen={chosen} />
      {only === null ? null : (
        <div className="pad-gutter-8">
          <MessageBlock
            tone="neu"
            slim
            icon={ListFilter}
            actions={
              <Button size="small" icon={X} onPress={() => navigate({ screen: 'outbox', path: [...path] })}>
                Show all
              </Button>
            }
          >
            {narrowedSentences[only]}
          </MessageBlock>
          {only === 'in_doubt' ? <DecideDoubts /> : null}
        </div>
      )}
      <SplitView
        panel={
          openId === null ? null : (
            <OutboxDetail
              key={openId}
              entryId={openId}
              kind={kind}
              onClose={() => navigate({ screen: 'outbox', query: shown })}
            />
          )
        }
      >
        {only === null ? <OutboxTable {...table} /> : <NarrowedTable only={only} {...table} />}
      </SplitView>
    </Page>
  );
}

function OutboxHead({ status }: { status: SyncStatus | null }) {
  const offline = useOffline();
  const pause = useAction('outbox.pause', adoptSync);
  const sync = useAction('outbox.syncNow', adoptSync);
  const exported = useAction('outbox.export');
  const exporting = useExport();
  const paused = status?.condition.kind === 'paused';
  const nothingToSend = status === null || (unsentCount(status) === 0 && !offline);

  const turnPause = () => void pause.run({ paused: !paused });
  const syncNow = () => void sync.run(null);
  async function save(format: 'csv' | 'json'): Promise<void> {
    const result = await exported.run({ format });
    if (result.ok) saveText(result.value);
  }
  function exportList(format: 'csv' | 'xlsx'): void {
    void exporting.run(() => call('exports.begin', { source: { list: 'outbox' }, format }));
  }
  useShortcut(shortcutKeys.pause, turnPause, { enabled: status !== null });
  useShortcut(shortcutKeys.syncNow, syncNow, { enabled: !nothingToSend });

  const problem = pause.error ?? sync.error ?? exported.error;
  const condition = status?.condition;
  return (
    <>
      <PageHeader
        title="Outbox"
        subtitle="Everything waiting to send, saved on this computer"
        actions={
          <>
            <Menu
              label="Export"
              trigger={
                <Button icon={Download} pending={exported.pending}>
                  Export
                </Button>
              }
              choices={[
                {
                  id: 'csv',
                  label: 'As CSV',
                  detail: 'All items and attempts, for a spreadsheet',
                  onChoose: () => void save('csv'),
                },
                {
                  id: 'json',
                  label: 'As JSON',
                  detail: 'The same, for a program',
                  onChoose: () => void save('json'),
                },
                {
                  id: 'list csv',
                  label: 'List as CSV',
                  detail: 'One line for each item, without its attempts',
                  apart: true,
                  disabled: exporting.progress !== null,
                  onChoose: () => exportList('csv'),
                },
                {
                  id: 'list xlsx',
                  label: 'List as workbook',
                  detail: 'The same, as an XLSX file',
                  disabled: exporting.progress !== null,
                  onChoose: () => exportList('xlsx'),
                },
              ]}
            />
            <Button
              icon={paused ? Play : Pause}
              keys={shortcutKeys.pause}
              pending={pause.pending}
              disabled={status === null}
              onPress={turnPause}
            >
              {paused ? 'Resume' : 'Pause'}
            </Button>
            <Button icon={RefreshCw} pending={sync.pending} disabled={nothingToSend} onPress={syncNow}>
              {offline ? 'Try the network' : 'Sync now'}
            </Button>
          </>
        }
      />
      <div className={`${cls('above')} stack gap-12 ruled-below`}>
        <ExportState exporting={exporting} />
        {condition?.kind === 'cannot_save' ? (
          <MessageBlock tone="neg" live title="Gangway cannot save its queue.">
            {storageTrouble(condition.detail).sentence} You can’t queue new items until Gangway can save
            again. Nothing already queued is lost.
          </MessageBlock>
        ) : null}
        <Problem error={problem} />
        <DelayedStrip />
        {condition !== undefined && hasStrip(condition) ? <SyncStrip /> : null}
        <ImportedLists kind={null} />
        {status === null || offline || condition?.kind === 'signed_out' ? null : (
          <ProgressCard status={status} />
        )}
      </div>
    </>
  );
}
