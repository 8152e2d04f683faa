import { useDraftsTab } from '../drafts/drafts.tsx';
import { Plus } from 'lucide-react';
import {
  inviteTab,
  type InviteRow,
  type InviteTab,
  inviteFilter,
  type InviteFilter,
} from '#shared/ipc/invites.ts';
import { getName } from '#shared/base/foreign-text.ts';
import { inviteColumn, type InviteColumn } from '#shared/settings/lists.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/message-block.tsx';
import { exportChoices, useExport } from '../../components/export-menu.tsx';
import { ListScreen, NoMatches, ListControls } from '../../components/list-screen.tsx';
import { ChosenTable } from '../../components/list-table.tsx';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { CategoryKey } from '../../components/service-word.tsx';
import { listSearch } from '../../filter-label.ts';
import { useColumns } from '../../stores/columns.ts';
import { useListQuery, type ListRules } from '../../stores/list-query.ts';
import { navigate, useRoute, changeQuery } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useTicks } from '../../stores/ticks.ts';
import { ImportedLists, OpenListLine } from '../imports/imported-lists.tsx';
import { ImportButton } from '../imports/list-labels.tsx';
import { inviteColumns, defaultInviteColumns } from './invite-columns.tsx';
import { InvitePanel } from './invite-panel.tsx';
import type { ReactNode } from 'react';
import { PageHeader } from '../../components/page.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useLive } from '../../stores/live.ts';
import { countText } from '#shared/base/pluralize.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { stateWord } from '#shared/outbox/entry-labels.ts';
import type { OtherFilter } from '../../components/column-filters.tsx';
import { TickedInvites } from './many-invites.tsx';

const rules: ListRules<InviteColumn> = {
  columns: inviteColumn.options,
  defaultOrder: { column: 'queued', descending: true },
  showsDefault: true,
  downFirst: ['queued', 'sent', 'archived'],
};

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

const tabLabels: Record<InviteTab, string> = {
  all: 'All',
  waiting: 'Waiting',
  invited: 'Invited',
  needs_you: 'Needs you',
  done: 'Done',
  cancelled: 'Canceled',
};

function newInvite(): void {
  navigate({ screen: 'invites', path: ['new'] });
}

/** Switches tabs and keeps the filter and order. */
function showInviteTab(tab: InviteTab): void {
  changeQuery({ tab: tab === 'all' ? null : tab });
}

/** Actions and tabs of the invite list; the Drafts tab shows only while drafts exist. */
export function InviteTabs({ value, trailing }: { value: InviteTab | 'drafts'; trailing?: ReactNode }) {
  const { value: counts } = useLive('invites.counts', null, ['entries.changed']);
  const drafts = useDraftsTab('invite', value === 'drafts');
  useShortcut(shortcutKeys.invite, newInvite);
  const tabs = inviteTab.options.map((id) => ({
    id,
    label: tabLabels[id],
    count: counts?.[id] ?? null,
  }));
  return (
    <>
      <PageHeader
        title="Invites"
        subtitle="Tracked by Gangway"
        actions={
          <>
            <ImportButton list="invites" />
            <Button variant="primary" icon={Plus} keys={shortcutKeys.invite} onPress={newInvite}>
              Invite vendor
            </Button>
          </>
        }
      />
      {value === 'all' && drafts.hasNone && counts?.all === 0 ? null : (
        <TabBar<InviteTab | 'drafts'>
          label="Invites by state"
          tabs={[...tabs, ...drafts.tabs]}
          value={value}
          onChange={(tab) => {
            if (tab !== 'drafts' && value !== 'drafts') showInviteTab(tab);
            else navigate({ screen: 'invites', query: tab === 'all' ? {} : { tab } }, true);
          }}
          trailing={trailing}
        />
      )}
    </>
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

/** Reads the filter from the query; unknown values are dropped. */
function toFilter(query: Readonly<Record<string, string | undefined>>): InviteFilter {
  const { shape } = inviteFilter;
  const flag = (word: string | undefined) => (word === 'yes' ? true : word === 'no' ? false : null);
  return {
    archived: flag(query['archived']),
    withinDays: shape.withinDays.safeParse(Number(query['within'])).data ?? null,
    answered: flag(query['answered']),
    state: shape.state.safeParse(query['state']).data ?? null,
    settled: query['settled'] === 'yes' ? true : null,
    list: shape.list.safeParse(Number(query['list'])).data ?? null,
  };
}

/** What narrows the list beside the filters by column, one chip each. */
function narrowingChips(filter: InviteFilter): OtherFilter[] {
  const { archived, withinDays, answered, state, settled, list } = filter;
  const days = withinDays === 1 ? 'day' : `${countText(withinDays ?? 0)} days`;
  return [
    archived === null ? null : { id: 'archived', label: archived ? 'Archived' : 'Not archived' },
    withinDays === null ? null : { id: 'within', label: `Queued in the last ${days}` },
    answered === null
      ? null
      : { id: 'answered', label: `${answered ? 'With' : 'Without'} a compliance word` },
    state === null ? null : { id: 'state', label: `State: ${stateWord(state, 'invite')}` },
    settled === null ? null : { id: 'settled', label: 'Done: profile on file' },
    list === null ? null : { id: 'list', label: 'From one imported list' },
  ].filter((chip) => chip !== null);
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
