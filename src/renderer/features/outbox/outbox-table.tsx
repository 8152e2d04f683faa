import {
  ChevronDown,
  ChevronRight,
  Plus,
  CircleAlert,
  CircleArrowUp,
  CircleQuestionMark,
  Ban,
  Check,
  Clock,
  CloudOff,
  OctagonX,
  Timer,
  Mail,
  type LucideIcon,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { countText } from '#shared/base/pluralize.ts';
import type { OutboxNarrowing, OutboxQuery, OutboxRow } from '#shared/ipc/outbox.ts';
import type { OutboxColumn } from '#shared/settings/lists.ts';
import type { OutboxGroup, QueueCondition } from '#shared/outbox/outbox.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { DataTable, type Line } from '../../components/data-table.tsx';
import type { Column } from '../../components/table-column.tsx';
import { EmptyState, LoadError, Problem, StillReading } from '../../components/message-block.tsx';
import { Icon } from '../../components/icon.tsx';
import { NoMatches } from '../../components/list-screen.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useAction } from '../../stores/action.ts';
import type { ChosenColumns } from '../../stores/columns.ts';
import type { ListSort } from '../../stores/list-query.ts';
import { useIsNarrow } from '../../stores/window-state.ts';
import { useCondition, useSync } from '../../stores/sync.ts';
import { outboxColumns } from './outbox-columns.tsx';
import type { Tone } from '#shared/base/tone.ts';
import { queueHold } from '#shared/words/queue-hold.ts';
import { call } from '../../bridge.ts';
import { usePagedList, type PagedListHandle } from '../../stores/paged-list.ts';
import { clockTime } from '../../time.ts';

const fewRows = 3;
/** Columns that are left out beside an open item and in a small window. */
const hiddenWhenNarrow: readonly string[] = ['tries', 'queued', 'next'];

interface TableProps {
  openId: string | null;
  onOpen: (row: OutboxRow) => void;
  query: OutboxQuery;
  sort: ListSort<OutboxColumn> | undefined;
  onSort: (column: string) => void;
  chosen: ChosenColumns<Column<OutboxRow>>;
}

const isNarrowed = ({ search, where }: OutboxQuery) => search !== '' || Object.keys(where).length > 0;

/** All items in groups. Groups that need a person start open, Sent starts closed. */
export function OutboxTable(props: TableProps) {
  const narrowed = isNarrowed(props.query);
  const groups = useGroups(useCondition(), props.query);
  return <GroupedTable key={String(narrowed)} {...props} groups={groups} />;
}

export function NarrowedTable({ only, ...props }: TableProps & { only: OutboxNarrowing }) {
  const { empty, ...head } = narrowings[only];
  const list = useGroup('needs_you', props.query, only);
  const group: GroupView = { group: 'needs_you', note: 'These wait until you decide.', list, ...head };
  return <GroupedTable {...props} groups={[group]} none={empty} />;
}

interface EmptyList {
  title: string;
  words: string;
}

interface GroupedTableProps extends TableProps {
  groups: readonly GroupView[];
  /** What is said where these are only some of the items, and there are none; null where they are all there are. */
  none?: EmptyList | null;
}

function GroupedTable({ groups, none = null, query, chosen, ...table }: GroupedTableProps) {
  const sent = useSync((store) => store.status?.counts.accepted ?? null);
  const narrowed = isNarrowed(query);
  const [closed, setClosed] = useState<ReadonlySet<OutboxGroup>>(
    narrowed ? new Set() : new Set(['sent', 'cancelled']),
  );
  const [whole, setWhole] = useState<ReadonlySet<OutboxGroup>>(narrowed ? new Set(['waiting']) : new Set());
  const retryAll = useAction('outbox.retryAllNow');
  const isNarrow = useIsNarrow();

  const failed = groups.find(({ list }) => list.kind === 'failed' || list.error !== null);
  if (failed !== undefined && failed.list.kind === 'failed') {
    const all = { error: failed.list.error, reload: () => groups.forEach(({ list }) => list.reload()) };
    return <LoadError title="The outbox could not be read." of={all} within="padded" />;
  }

  const loaded = groups.every(({ list }) => list.kind === 'ready');
  const shown = groups.filter(({ list }) => list.total > 0);
  const sentOnly = shown.every(({ group }) => group === 'sent' || group === 'cancelled');
  // In a filtered or sorted list, the first is not the next to go out.
  const first = narrowed || query.sort !== null ? null : 'waiting';
  const firstWaiting = groups.find(({ group }) => group === first)?.list.rows[0]?.entryId ?? null;

  function flip(set: ReadonlySet<OutboxGroup>, group: OutboxGroup): ReadonlySet<OutboxGroup> {
    const next = new Set(set);
    if (!next.delete(group)) next.add(group);
    return next;
  }

  const where = groupOfEach(groups);
  function getRows(view: GroupView): readonly OutboxRow[] {
    if (closed.has(view.group)) return [];
    const rows = view.list.rows.filter(({ entryId }) => where.get(entryId)?.group === view.group);
    return view.group === 'waiting' && !whole.has('waiting') ? rows.slice(0, fewRows) : rows;
  }

  const lines = shown.flatMap((view): Line<OutboxRow>[] => {
    const rows = getRows(view);
    const open = !closed.has(view.group);
    const all = view.group !== 'waiting' || whole.has('waiting') || view.list.rows.length <= fewRows;
    return [
      {
        kind: 'band',
        id: view.group,
        height: 38,
        content: (
          <GroupHead
            view={view}
            open={open}
            onFlip={() => setClosed(flip(closed, view.group))}
            action={
              view.group === 'will_retry' ? (
                <LinkButton pending={retryAll.pending} onPress={() => void retryAll.run(null)}>
                  Try all now
                </LinkButton>
              ) : view.group === 'waiting' && open && view.list.total > fewRows ? (
                <LinkButton onPress={() => setWhole(flip(whole, 'waiting'))}>
                  {whole.has('waiting') ? 'Show fewer' : `Show all ${countText(view.list.total)}`}
                </LinkButton>
              ) : null
            }
          />
        ),
      },
      ...rows.map((row): Line<OutboxRow> => ({ kind: 'row', row })),
      ...(open && all && view.list.more
        ? [
            {
              kind: 'band' as const,
              id: `${view.group} more`,
              height: 36,
              content: (
                <div className="whole-height row indent-44">
                  <LinkButton pending={view.list.loadingMore} onPress={view.list.loadMore}>
                    Show more of the {countText(view.list.total)}
                  </LinkButton>
                </div>
              ),
            },
          ]
        : []),
    ];
  });

  const hidden = table.openId !== null || isNarrow ? hiddenWhenNarrow : [];
  const columns = outboxColumns(firstWaiting).filter(
    ({ id }) => id === 'action' || (chosen.isShown(id) && !hidden.includes(id)),
  );
  const empty =
    shown.length > 0 && (narrowed || none !== null || !sentOnly) ? null : narrowed ? (
      <NoMatches what="item" search={query.search}>
        Searches names, license numbers, emails and states of everything queued on this computer.
      </NoMatches>
    ) : none !== null ? (
      <EmptyState title={none.title}>{none.words}</EmptyState>
    ) : sent === null ? null : (
      <NothingWaits sent={sent} offersInvite={shown.length === 0} />
    );
  return (
    <>
      <Problem error={retryAll.error ?? failed?.list.error} within="padded" />
      {!loaded ? <StillReading /> : empty === null ? null : <div className="padded">{empty}</div>}
      {shown.length === 0 ? null : (
        <DataTable
          {...table}
          label="Outbox"
          columns={columns}
          widths={chosen.widths}
          onWidth={chosen.resize}
          lines={lines}
          rowId={(row) => row.entryId}
          total={groups.reduce((sum, { list }) => sum + list.total, 0)}
        />
      )}
    </>
  );
}

function NothingWaits({ sent, offersInvite }: { sent: number; offersInvite: boolean }) {
  return (
    <EmptyState
      title="Nothing is waiting."
      action={
        offersInvite ? (
          <Button icon={Plus} to={{ screen: 'invites', path: ['new'] }}>
            Invite vendor
          </Button>
        ) : undefined
      }
    >
      {sent === 0
        ? 'Invite a vendor or verify a license. Each appears here until it is sent.'
        : sent === 1
          ? 'The one item has been sent.'
          : `All ${countText(sent)} items have been sent.`}
    </EmptyState>
  );
}

/** Maps each entry to its group. A moved entry is briefly in two lists: the newer one wins. */
function groupOfEach(
  groups: readonly GroupView[],
): ReadonlyMap<string, { group: OutboxGroup; changedAt: number }> {
  const where = new Map<string, { group: OutboxGroup; changedAt: number }>();
  for (const { group, list } of groups) {
    for (const { entryId, changedAt } of list.rows) {
      if (changedAt >= (where.get(entryId)?.changedAt ?? -Infinity)) where.set(entryId, { group, changedAt });
    }
  }
  return where;
}

interface GroupHeadProps {
  view: GroupView;
  open: boolean;
  onFlip: () => void;
  action: ReactNode;
}

function GroupHead({ view, open, onFlip, action }: GroupHeadProps) {
  const status = useSync((store) => store.status);
  const last = view.group === 'sent' ? status : null;
  return (
    <div className="whole-height row between gap-12 small pad-gutter">
      <button
        type="button"
        className="whole-height row grow gap-8 left faint-icons"
        aria-expanded={open}
        onClick={onFlip}
      >
        <Icon of={open ? ChevronDown : ChevronRight} />
        <span data-tone={view.tone}>
          <Icon of={view.icon} />
        </span>
        <strong className="bold size-13">{view.title}</strong>
        <span className="quiet figures size-13">{countText(view.list.total)}</span>
        {view.note === null ? null : <span className="one-line quiet after-2">{view.note}</span>}
        {last === null || last.lastSentAt === null ? null : (
          <span className="one-line quiet after-2">
            Last sent <TimeText at={last.lastSentAt} form="detail" /> to {last.lastSentTo}
          </span>
        )}
      </button>
      {action}
    </div>
  );
}

interface GroupView {
  group: OutboxGroup;
  title: string;
  note: string | null;
  icon: LucideIcon;
  tone: Tone;
  list: PagedListHandle<OutboxRow>;
}

function useGroup(
  group: OutboxGroup,
  query: OutboxQuery,
  only: OutboxNarrowing | null = null,
): PagedListHandle<OutboxRow> {
  return usePagedList<OutboxRow>(`${group} ${only ?? ''} ${JSON.stringify(query)}`, {
    fetchPage: (after, limit) => call('outbox.page', { group, only, after, limit, ...query }),
    rowId: (row) => row.entryId,
    events: ['entries.changed'],
    newRows: 'join',
  });
}

const narrowings: Record<OutboxNarrowing, Pick<GroupView, 'title' | 'icon' | 'tone'> & { empty: EmptyList }> =
  {
    refused: {
      title: 'Refused by the service',
      icon: OctagonX,
      tone: 'neg',
      empty: { title: 'Nothing is refused.', words: 'Items the service refuses wait here for you.' },
    },
    in_doubt: {
      title: 'May have been sent',
      icon: CircleQuestionMark,
      tone: 'cau',
      empty: { title: 'Nothing is unclear.', words: 'Items that may have been sent wait here for you.' },
    },
    held: {
      title: 'Already invited',
      icon: Mail,
      tone: 'cau',
      empty: {
        title: 'No invite is held.',
        words: 'Invites to vendors that a colleague already invited wait here for you.',
      },
    },
  };

type Head = Pick<GroupView, 'title' | 'note' | 'icon' | 'tone'>;

const heads: Record<Exclude<OutboxGroup, 'waiting'>, Head> = {
  needs_you: {
    title: 'Needs you',
    note: 'These wait until you decide. The rest continues.',
    icon: CircleAlert,
    tone: 'cau',
  },
  sending: { title: 'Sending now', note: null, icon: CircleArrowUp, tone: 'prog' },
  will_retry: { title: 'Will retry', note: 'Not accepted yet, safe to try again', icon: Timer, tone: 'neu' },
  sent: { title: 'Sent', note: null, icon: Check, tone: 'pos' },
  cancelled: { title: 'Canceled', note: 'Kept for the record', icon: Ban, tone: 'neu' },
};

/** All groups in display order: while offline, Waiting comes first. */
function useGroups(condition: QueueCondition, query: OutboxQuery): GroupView[] {
  const lists: Record<OutboxGroup, GroupView['list']> = {
    needs_you: useGroup('needs_you', query),
    sending: useGroup('sending', query),
    will_retry: useGroup('will_retry', query),
    waiting: useGroup('waiting', query),
    sent: useGroup('sent', query),
    cancelled: useGroup('cancelled', query),
  };
  const offline = condition.kind === 'offline' || condition.kind === 'working_offline';
  const hold = queueHold(condition, clockTime);
  const waiting: Head = {
    title: offline && hold !== null ? hold.word : 'Waiting',
    note: query.sort === null ? 'In the order queued' : null,
    icon: offline ? CloudOff : Clock,
    tone: 'neu',
  };
  const active = ['needs_you', 'sending', 'will_retry'] as const;
  const order = offline ? (['waiting', ...active] as const) : ([...active, 'waiting'] as const);
  return [...order, 'sent' as const, 'cancelled' as const].map((group) => ({
    group,
    list: lists[group],
    ...(group === 'waiting' ? waiting : heads[group]),
  }));
}
