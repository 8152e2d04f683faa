import { Plus } from 'lucide-react';
import { inviteTab, type InviteRow, type InviteTab } from '#shared/ipc/invites.ts';
import { getName } from '#shared/base/foreign-text.ts';
import { inviteColumn, type InviteColumn } from '#shared/settings/lists.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { SplitView } from '../../components/detail-panel.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { exportChoices, useExport } from '../../components/export-menu.tsx';
import { ListNotices } from '../../components/list-notices.tsx';
import { ListControls } from '../../components/list-tools.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page } from '../../components/page.tsx';
import { CategoryKey } from '../../components/service-word.tsx';
import { listSearch } from '../../filter-label.ts';
import { useColumns } from '../../stores/columns.ts';
import { clearFilters, useListQuery, type ListRules } from '../../stores/list-query.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useTicks } from '../../stores/ticks.ts';
import { ImportedLists } from '../imports/imported-lists.tsx';
import { OpenListLine } from '../imports/open-list-line.tsx';
import { inviteColumns, defaultInviteColumns } from './invite-columns.tsx';
import { filterChoices, toFilter, narrowingChips } from './invite-narrowing.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { InviteTabs, newInvite, showInviteTab } from './invite-tabs.tsx';
import { TickedInvites } from './ticked-invites.tsx';

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
  const listed = {
    tab,
    search,
    filter: narrowed,
    where,
    sort: order.column,
    descending: order.descending,
  };
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
    <Page>
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
      <ListNotices list="invites" others={others} chosen={chosen} exporting={exporting}>
        <OpenListLine list="invites" />
        {tab === 'waiting' || narrowed.list !== null ? (
          <ImportedLists kind="invite" batch={narrowed.list} />
        ) : null}
      </ListNotices>
      <SplitView
        panel={
          openId === null ? null : (
            <InvitePanel
              key={openId}
              entryId={openId}
              onClose={() => navigate({ screen: 'invites', query })}
            />
          )
        }
      >
        {ticks.ticked.size === 0 ? null : <TickedInvites ticks={ticks} />}
        <ListTable
          label="Invites"
          list={list}
          columns={chosen.columns}
          openId={openId}
          onOpen={(row) => navigate({ screen: 'invites', path: [row.entryId], query })}
          rowName={(row) => getName(row.contactName, row.companyName, row.email, row.vendorId)}
          ticked={ticks.ticked}
          onTick={ticks.setTicked}
          widths={chosen.widths}
          onWidth={chosen.resize}
          sort={order}
          onSort={sortBy}
          narrowed={isNarrowed}
          empty={
            <NoInvites
              tab={tab}
              search={search}
              narrowed={isNarrowed}
              onClear={() => clearFilters(others.map(({ id }) => id))}
              onShowAll={() => showInviteTab('all')}
            />
          }
          foot={<CategoryKey />}
        />
      </SplitView>
    </Page>
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

function NoInvites({
  tab,
  search,
  narrowed,
  onClear,
  onShowAll,
}: {
  tab: InviteTab;
  search: string;
  narrowed: boolean;
  onClear: () => void;
  onShowAll: () => void;
}) {
  if (narrowed) {
    return (
      <EmptyState
        title={search === '' ? 'No invite matches this filter.' : `No invite matches “${search}”.`}
        action={<Button onPress={onClear}>Clear filter</Button>}
      >
        {listSearch.invites.fields}
      </EmptyState>
    );
  }
  if (tab !== 'all') {
    const [title, line] = emptyTabs[tab];
    return (
      <EmptyState title={title} action={<Button onPress={onShowAll}>Show all invites</Button>}>
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
