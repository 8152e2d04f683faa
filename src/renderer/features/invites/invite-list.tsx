import { Plus, Archive, ArchiveRestore, Ban, BellRing, RotateCw } from 'lucide-react';
import {
  inviteTab,
  type InviteRow,
  type InviteTab,
  inviteFilter,
  type InviteFilter,
  type Reminders,
} from '#shared/ipc/invites.ts';
import { getName } from '#shared/base/foreign-text.ts';
import { inviteColumn, type InviteColumn } from '#shared/settings/lists.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/message-block.tsx';
import { exportChoices, useExport } from '../../components/export-menu.tsx';
import { ListScreen, NoMatches } from '../../components/list-screen.tsx';
import { ChosenTable } from '../../components/list-table.tsx';
import { ListControls } from '../../components/list-tools.tsx';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { CategoryKey } from '../../components/service-word.tsx';
import { listSearch } from '../../filter-label.ts';
import { useColumns } from '../../stores/columns.ts';
import { useListQuery, type ListRules } from '../../stores/list-query.ts';
import { navigate, useRoute, changeQuery } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useTicks, type Ticks } from '../../stores/ticks.ts';
import { ImportedLists, OpenListLine } from '../imports/imported-lists.tsx';
import { inviteColumns, defaultInviteColumns } from './invite-columns.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { InviteTabs, newInvite, showInviteTab } from './invite-tabs.tsx';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { entryState, nextState } from '#shared/outbox/outbox.ts';
import { stateWord } from '#shared/outbox/entry-labels.ts';
import type { OtherFilter } from '../../components/column-filters.tsx';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { TickedBar } from '../../components/ticked-bar.tsx';
import { archiveAll, cancelAll, invites, leftOutMessage, remindAll, tryAll } from './many-invites.ts';

const rules: ListRules<InviteColumn> = {
  columns: inviteColumn.options,
  defaultOrder: { column: 'queued', descending: true },
  showsDefault: true,
  downFirst: ['queued', 'sent', 'archived'],
};

/** The invites kept on this computer: the service has no list of its own to ask for. */
export function InviteList({ openId }: { openId: string | null }) {
  const { query } = useRoute();
  const tab = inviteTab.safeParse(query['tab']).data ?? 'all';
  const narrowed = toFilter(query);
  const { search, where, order, sortBy, ...shown } = useListQuery(rules);
  const exporting = useExport();
  const chosen = useColumns('invites', inviteColumns, defaultInviteColumns);
  const { column: sort, descending } = order;
  const listed = { tab, search, filter: narrowed, where, sort, descending };
  const list = usePagedList<InviteRow>(JSON.stringify(listed), {
    fetchPage: (after, limit) => call('invites.page', { after, limit, ...listed }),
    rowId: (row) => row.entryId,
    events: ['entries.changed'],
    newRows: 'wait',
  });
  const ticks = useTicks(JSON.stringify({ tab, search, narrowed, where }), list);

  const others = narrowingChips(narrowed);
  const isNarrowed = shown.isNarrowed || others.length > 0;

  return (
    <ListScreen
      list="invites"
      others={others}
      chosen={chosen}
      exporting={exporting}
      head={
        <InviteTabs
          value={tab}
          trailing={
            <>
              <ListControls list="invites" chosen={chosen} />
              <Menu
                label="More for invites"
                choices={[
                  ...filterChoices(query),
                  ...exportChoices(exporting, { list: 'invites', query: listed }, true),
                ]}
              />
            </>
          }
        />
      }
      notices={
        <>
          <OpenListLine list="invites" />
          {tab === 'waiting' || narrowed.list !== null ? (
            <ImportedLists kind="invite" batch={narrowed.list} />
          ) : null}
        </>
      }
      panel={
        openId === null ? null : (
          <InvitePanel key={openId} entryId={openId} onClose={() => navigate({ screen: 'invites', query })} />
        )
      }
    >
      <ChosenTable
        label="Invites"
        list={list}
        chosen={chosen}
        ticks={ticks}
        selection={<TickedInvites ticks={ticks} />}
        openId={openId}
        onOpen={(row) => navigate({ screen: 'invites', path: [row.entryId], query })}
        rowName={(row) => getName(row.contactName, row.companyName, row.email, row.vendorId)}
        sort={order}
        onSort={sortBy}
        narrowed={isNarrowed}
        empty={
          isNarrowed ? (
            <NoMatches what="invite" search={search} others={others}>
              {listSearch.invites.fields}
            </NoMatches>
          ) : (
            <NoInvites tab={tab} />
          )
        }
        foot={<CategoryKey />}
      />
    </ListScreen>
  );
}

const emptyTabs: Record<Exclude<InviteTab, 'all'>, [title: string, line: string]> = {
  waiting: ['Nothing is waiting.', 'Invites that are not sent yet are listed here.'],
  invited: ['Nobody is invited yet.', 'Invites are listed here once the service has accepted them.'],
  needs_you: ['Nothing needs you.', 'Unclear and refused invites are listed here.'],
  done: [
    'Nothing is done yet.',
    'Sent invites are listed here once the vendor’s profile is on this computer, or you archived them.',
  ],
  cancelled: ['Nothing was canceled.', 'Invites that you cancel are kept here for the record.'],
};

function NoInvites({ tab }: { tab: InviteTab }) {
  if (tab !== 'all') {
    const [title, line] = emptyTabs[tab];
    return (
      <EmptyState
        title={title}
        action={<Button onPress={() => showInviteTab('all')}>Show all invites</Button>}
      >
        {line}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No invites yet."
      action={
        <Button variant="primary" icon={Plus} onPress={newInvite}>
          Invite vendor
        </Button>
      }
    >
      Invite one vendor or import a list. Offline, invites wait here until they can be sent.
    </EmptyState>
  );
}

/** The filter that an address names; what it does not know is left out. */
function toFilter(query: Readonly<Record<string, string | undefined>>): InviteFilter {
  const within = Number(query['within']);
  const list = Number(query['list']);
  const flag = (word: string | undefined) => (word === 'yes' ? true : word === 'no' ? false : null);
  return inviteFilter.parse({
    archived: flag(query['archived']),
    withinDays: Number.isInteger(within) && within >= 1 && within <= 3650 ? within : null,
    answered: flag(query['answered']),
    state: entryState.safeParse(query['state']).data ?? null,
    settled: query['settled'] === 'yes' ? true : null,
    list: Number.isInteger(list) && list >= 1 ? list : null,
  });
}

/** What narrows the list beside the filters by column, one chip each. */
function narrowingChips(filter: InviteFilter): OtherFilter[] {
  const { archived, withinDays, answered, state, settled, list } = filter;
  const days = withinDays === 1 ? 'day' : `${countText(withinDays ?? 0)} days`;
  return [
    { id: 'archived', isSet: archived !== null, label: archived === true ? 'Archived' : 'Not archived' },
    { id: 'within', isSet: withinDays !== null, label: `Queued in the last ${days}` },
    {
      id: 'answered',
      isSet: answered !== null,
      label: answered === true ? 'With a compliance word' : 'Without a compliance word',
    },
    {
      id: 'state',
      isSet: state !== null,
      label: state === null ? '' : `State: ${stateWord(state, 'invite')}`,
    },
    { id: 'settled', isSet: settled !== null, label: 'Done: profile on file' },
    { id: 'list', isSet: list !== null, label: 'From one imported list' },
  ].flatMap(({ isSet, ...chip }) => (isSet ? [chip] : []));
}

/** The choices of a menu that narrow the list; choosing one again takes it back. */
function filterChoices(query: Readonly<Record<string, string>>): MenuChoice[] {
  function choice(id: string, label: string, part: string, value: string, apart = false): MenuChoice {
    const current = ownMember(query, part) === value;
    return { id, label, apart, current, onChoose: () => changeQuery({ [part]: current ? null : value }) };
  }
  return [
    choice('unclear', 'May have been sent', 'state', 'in_doubt'),
    choice('archived', 'Archived', 'archived', 'yes', true),
    choice('kept', 'Not archived', 'archived', 'no'),
    choice('settled', 'Done: profile on file', 'settled', 'yes'),
    choice('week', 'Queued in the last 7 days', 'within', '7', true),
    choice('month', 'Queued in the last 30 days', 'within', '30'),
    choice('answered', 'With a compliance word', 'answered', 'yes', true),
    choice('unanswered', 'Without a compliance word', 'answered', 'no'),
  ];
}

/** Actions on all ticked invites. Unclear ones are left out, as each needs its own decision. */
function TickedInvites({ ticks }: { ticks: Ticks<InviteRow> }) {
  const { rows } = ticks;
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<'cancel' | Reminders | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const clear = rows.filter((row) => row.state !== 'in_doubt');
  const cancellable = clear.filter((row) => nextState(row.state, 'cancelled') !== null);
  const retriable = clear.filter((row) => nextState(row.state, 'retried_now') !== null);
  const sent = rows.filter((row) => row.state === 'accepted');
  const archivable = sent.filter((row) => row.archivedAt === null);
  const archived = sent.filter((row) => row.archivedAt !== null);
  const nothing = retriable.length + cancellable.length + sent.length === 0;

  /** Ends with the ticks cleared and a toast that tells how many, or with what went wrong. */
  async function act(acting: () => Promise<string | null>): Promise<string | null> {
    setBusy(true);
    setProblem(null);
    const sentence = await acting();
    setBusy(false);
    if (sentence === null) ticks.clear();
    return sentence;
  }

  /** Asks what reminding would do, so that the question says it. */
  async function lookBeforeReminding(): Promise<string | null> {
    const result = await call('invites.remindable', { entryIds: sent.map(({ entryId }) => entryId) });
    if (!result.ok) return result.error.message;
    if (result.value.entryIds.length === 0)
      return `Nobody can be reminded now: ${leftOutMessage(result.value)}.`;
    setAsking(result.value);
    return null;
  }

  async function look(): Promise<void> {
    setBusy(true);
    setProblem(await lookBeforeReminding());
    setBusy(false);
  }

  async function press(acting: () => Promise<string | null>): Promise<void> {
    setProblem(await act(acting));
  }

  const actions = [
    {
      label: 'Try # now',
      icon: RotateCw,
      rows: retriable,
      onPress: () => void press(() => tryAll(retriable)),
    },
    { label: 'Remind #', icon: BellRing, rows: sent, onPress: () => void look() },
    { label: 'Cancel #', icon: Ban, rows: cancellable, onPress: () => setAsking('cancel') },
    {
      label: 'Archive #',
      icon: Archive,
      rows: archivable,
      onPress: () => void press(() => archiveAll(archivable, true)),
    },
    {
      label: 'Unarchive #',
      icon: ArchiveRestore,
      rows: archived,
      onPress: () => void press(() => archiveAll(archived, false)),
    },
  ];
  return (
    <TickedBar
      label="Selected invites"
      count={rows.length}
      ticks={ticks}
      outcome={problem ?? (nothing ? 'These can’t be changed together. Open one to decide.' : null)}
    >
      {actions.map(({ label, icon, rows: some, onPress }) =>
        some.length === 0 ? null : (
          <Button key={label} size="small" icon={icon} pending={busy} onPress={onPress}>
            {label.replace('#', String(some.length))}
          </Button>
        ),
      )}
      {asking === 'cancel' ? (
        <ConfirmDialog
          title={`Cancel ${invites(cancellable.length)}?`}
          confirmLabel={cancellable.length === 1 ? 'Cancel it' : 'Cancel them'}
          cancelLabel={cancellable.length === 1 ? 'Keep it' : 'Keep them'}
          onConfirm={() => act(() => cancelAll(cancellable))}
          onClose={() => setAsking(null)}
        >
          {cancellable.length === 1
            ? 'It is not sent. It stays on this computer for the record.'
            : 'They are not sent. They stay on this computer for the record.'}
        </ConfirmDialog>
      ) : null}
      {asking === null || asking === 'cancel' ? null : (
        <ConfirmDialog
          title={`Remind ${pluralize(asking.entryIds.length, 'vendor')}?`}
          confirmLabel={
            asking.entryIds.length === 1
              ? 'Queue a second invite'
              : `Queue ${asking.entryIds.length} second invites`
          }
          onConfirm={() => act(() => remindAll(asking.entryIds))}
          onClose={() => setAsking(null)}
        >
          {`The service has no reminder, so ${asking.entryIds.length === 1 ? 'this is a new invite. The vendor gets' : 'these are new invites. Each vendor gets'} a second email.`}
          {leftOutMessage(asking) === '' ? null : ` Left out: ${leftOutMessage(asking)}.`}
        </ConfirmDialog>
      )}
    </TickedBar>
  );
}
