import { saveText } from '../../stores/export-file.ts';
import { Download, ListFilter, Pause, Play, RefreshCw, X, Ban, Check, Send } from 'lucide-react';
import { outboxNarrowing, type OutboxNarrowing, type OutboxRow } from '#shared/ipc/outbox.ts';
import { outboxColumn, type OutboxColumn } from '#shared/settings/lists.ts';
import { findObstacle } from '#shared/words/network-messages.ts';
import {
  unsentCount,
  needsPersonCount,
  entryKind,
  type QueueCondition,
  type SyncStatus,
  type EntryKind,
} from '#shared/outbox/outbox.ts';
import { storageTrouble } from '#shared/words/storage-messages.ts';
import { call } from '../../bridge.ts';
import { Button, SmallButton } from '../../components/button.tsx';
import { ListControls, ListNotices, ListTools } from '../../components/list-screen.tsx';
import { SplitView } from '../../components/detail-panel.tsx';
import { ExportState, useExport } from '../../components/export-menu.tsx';
import { Menu } from '../../components/menu.tsx';
import { MessageBlock, Problem, Note } from '../../components/message-block.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { DelayedStrip, SyncStrip } from './sync-strip.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { ImportedLists } from '../imports/imported-lists.tsx';
import { useAction } from '../../stores/action.ts';
import { useColumns } from '../../stores/columns.ts';
import { useListQuery, type ListRules } from '../../stores/list-query.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { adoptSync, useOffline, useSync } from '../../stores/sync.ts';
import { OutboxDetail } from './outbox-detail.tsx';
import { outboxColumnChoices, defaultOutboxColumns } from './outbox-columns.tsx';
import { NarrowedTable, OutboxTable } from './outbox-table.tsx';
import { queueHold } from '#shared/words/queue-hold.ts';
import { ProgressSegments } from '../../components/progress-segments.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useNow, clockTime, stretch } from '../../time.ts';
import { useState } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { entryKindViews } from '../../entry-kinds.ts';
import { useLive } from '../../stores/live.ts';
import { tellDecided } from '../../stores/undo.ts';

/** Whether something holds the queue that the list itself does not say. */
function hasStrip(condition: QueueCondition): boolean {
  if (condition.kind === 'offline') return findObstacle(condition.detail) !== null;
  return condition.kind === 'signed_out' || condition.kind === 'redirected';
}

const narrowedSentences: Record<OutboxNarrowing, string> = {
  refused: 'Only items the service refused or Gangway stopped trying.',
  in_doubt: 'Only items that may have been sent. Gangway won’t send it again automatically.',
  held: 'Only invites to vendors that a colleague already invited. Gangway did not send them. To cancel several together, select them in Invites.',
};

const rules: ListRules<OutboxColumn> = {
  columns: outboxColumn.options,
  defaultOrder: { column: 'queued', descending: false },
  showsDefault: false,
  downFirst: ['tries'],
};

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
          <Note
            icon={ListFilter}
            actions={
              <SmallButton icon={X} to={{ screen: 'outbox', path: [...path] }}>
                Show all
              </SmallButton>
            }
          >
            {narrowedSentences[only]}
          </Note>
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
    void exporting.run('exports.begin', { source: { list: 'outbox' }, format });
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
              button={{ icon: Download, pending: exported.pending }}
              choices={[
                {
                  label: 'As CSV',
                  detail: 'All items and attempts, for a spreadsheet',
                  onChoose: () => void save('csv'),
                },
                { label: 'As JSON', detail: 'The same, for a program', onChoose: () => void save('json') },
                {
                  label: 'List as CSV',
                  detail: 'One line for each item, without its attempts',
                  apart: true,
                  disabled: exporting.progress !== null,
                  onChoose: () => exportList('csv'),
                },
                {
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
      <div className="stack gap-12 ruled-below pad-gutter-14 flat-when-empty">
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

const enoughForPace = 10;

const smallNumbers = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The latest run of sending: counts, estimate, and what pauses the queue. */
function ProgressCard({ status }: { status: SyncStatus }) {
  const now = useNow('second');
  const { run } = status;
  if (run === null) return null;

  const unsent = unsentCount(status);
  const needYou = needsPersonCount(status);
  const { sent } = run;
  const hold = queueHold(status.condition, clockTime);
  // What holds the queue keeps both from going out. Without it, what is queued waits so that it can be undone.
  const retried = hold === null ? status.counts.waiting : 0;
  const sending = run.endedAt === null && (hold === null || status.counts.sending > 0);
  return (
    <section className="card pad-13-14" aria-label="Progress of sending">
      <div className="row-baseline gap-10 figures below-6">
        <h2 className="heading">
          {sending
            ? `Sending ${run.settled} of ${run.enqueued}`
            : [
                `${sent} sent`,
                ...(needYou === 0 ? [] : [`${needYou} ${needYou === 1 ? 'needs' : 'need'} you`]),
                ...(retried === 0 ? [] : [`${retried} will retry`]),
                ...(unsent === retried ? [] : [`${unsent - retried} waiting`]),
              ].join(', ')}
        </h2>
        <span className="quiet">
          {unsent > 0 && hold !== null && !sending ? hold.what : `started ${clockTime(run.startedAt)}`}
          {sending
            ? `, ${smallNumbers[status.concurrency] ?? status.concurrency} at a time${paceText(run, now)}`
            : null}
        </span>
        {status.lastAnswerAt === null ? null : (
          <span className="at-end quiet small">
            Last reply from the service <TimeText at={status.lastAnswerAt} form="detail" />
          </span>
        )}
      </div>
      <ProgressSegments
        segments={[
          { id: 'sent', label: 'sent', count: sent, tone: 'pos' },
          { id: 'sending', label: 'sending', count: status.counts.sending, tone: 'prog' },
          { id: 'need_you', label: needYou === 1 ? 'needs you' : 'need you', count: needYou, tone: 'cau' },
          { id: 'will_retry', label: 'will retry', count: status.counts.waiting, tone: 'neu' },
          { id: 'waiting', label: 'waiting', count: status.counts.queued, tone: 'rest' },
        ]}
      />
    </section>
  );
}

function paceText(run: NonNullable<SyncStatus['run']>, now: number): string {
  const left = run.enqueued - run.settled;
  if (run.settled < enoughForPace || left <= 0) return '';
  const pace = Math.max(1, now - run.startedAt) / run.settled;
  return `, about ${stretch(Math.max(1000, pace * left))} at this pace`;
}

interface Asked {
  kind: EntryKind;
  choice: (typeof decisions)[number];
  /** Shown entries; those that become unclear later are left out. */
  ids: readonly string[];
}

const decisions = [
  { decision: 'sent_again', label: 'Send again', ofMany: 'Send all again', icon: Send },
  { decision: 'marked_as_sent', label: 'Mark as sent', ofMany: 'Mark all as sent', icon: Check },
  { decision: 'cancelled', label: 'Cancel', ofMany: 'Cancel all', icon: Ban },
] as const;

function getCounted(kind: EntryKind, count: number): string {
  const { one, many } = entryLabels[kind].labels;
  return pluralize(count, one, many);
}

function getTitle({ kind, choice: { decision }, ids }: Asked): string {
  const many = getCounted(kind, ids.length);
  if (decision === 'marked_as_sent') return `Mark ${many} as sent?`;
  return decision === 'sent_again' ? `Send ${many} again?` : `Cancel ${many}?`;
}

/** Decides on all that may have been sent, each kind in one go. */
function DecideDoubts() {
  const { value: doubts, error } = useLive('outbox.inDoubt', null, ['entries.changed']);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (doubts === null) return <Problem error={error} />;
  const kinds = entryKind.options.filter((kind) => doubts[kind].length > 0);
  return (
    <>
      {kinds.map((kind) => {
        const ids = doubts[kind];
        return (
          <div
            key={kind}
            role="group"
            aria-label={`Decide on ${getCounted(kind, ids.length)}`}
            className="row wrap gap-8 above-8"
          >
            <span className="medium least-wide-112">{getCounted(kind, ids.length)}</span>
            {decisions.map((choice) => (
              <SmallButton
                key={choice.decision}
                icon={choice.icon}
                onPress={() => setAsked({ kind, choice, ids })}
              >
                {ids.length === 1 ? choice.label : choice.ofMany}
              </SmallButton>
            ))}
          </div>
        );
      })}
      {asked === null ? null : (
        <ConfirmDialog
          title={getTitle(asked)}
          confirmLabel={asked.choice.label}
          {...(asked.choice.decision === 'cancelled' && {
            danger: true,
            cancelLabel: asked.ids.length === 1 ? 'Keep it' : 'Keep them',
          })}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            const { decision } = asked.choice;
            const result = await call('outbox.decideMany', { entryIds: [...asked.ids], decision });
            if (result.ok) tellDecided(decision, asked.kind, result.value.changed, result.value.notBefore);
            return result;
          }}
        >
          {entryKindViews[asked.kind][asked.choice.decision].ofAll(asked.ids.length === 1)}
        </ConfirmDialog>
      )}
    </>
  );
}
