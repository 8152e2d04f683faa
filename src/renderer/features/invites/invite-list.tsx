import { Plus } from 'lucide-react';
import {
  inviteFilter,
  inviteTab,
  type InviteFilter,
  type InviteRow,
  type InviteTab,
} from '#shared/ipc/invites.ts';
import { getName } from '#shared/foreign-text.ts';
import { inviteColumn, type ColumnFilters, type InviteColumn } from '#shared/lists.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { FilterButton, FilterChips } from '../../components/column-filters.tsx';
import { ColumnsMenu, ColumnsProblem } from '../../components/columns-menu.tsx';
import { SplitView } from '../../components/detail-panel.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { exportChoices, ExportState, useExport } from '../../components/export-menu.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { ListNotices } from '../../components/list-notices.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page } from '../../components/page.tsx';
import { ViewsMenu } from '../../components/views-menu.tsx';
import { CategoryKey } from '../../components/service-word.tsx';
import { listSearch } from '../../filter-label.ts';
import { useColumns } from '../../stores/columns.ts';
import {
  filterQuery,
  getFilters,
  sortedBy,
  getSort,
  sortQuery,
  without,
  type ListSort,
} from '../../stores/list-query.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useTicks } from '../../stores/ticks.ts';
import { useViews } from '../../stores/views.ts';
import { ImportedLists } from '../imports/imported-lists.tsx';
import { inviteColumns, defaultInviteColumns } from './invite-columns.tsx';
import { filterChoices, toFilter, narrowingChips, toQuery } from './invite-narrowing.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { InviteTabs, newInvite } from './invite-tabs.tsx';
import { TickedInvites } from './ticked-invites.tsx';

const defaultOrder: ListSort<InviteColumn> = { column: 'queued', descending: true };

/** The invites kept on this computer: the service has no list of its own to ask for. */
export function InviteList({ openId }: { openId: string | null }) {
  const { query } = useRoute();
  const tab = inviteTab.safeParse(query['tab']).data ?? 'all';
  const search = query['search'] ?? '';
  const narrowed = toFilter(query);
  const where = getFilters(query, inviteColumn.options);
  const sort = getSort(query, inviteColumn.options) ?? defaultOrder;
  const key = JSON.stringify({ tab, search, narrowed, where });
  const exporting = useExport();
  const chosen = useColumns('invites', inviteColumns, defaultInviteColumns);
  const views = useViews('invites');
  const listed = {
    tab,
    search,
    filter: narrowed,
    where,
    sort: sort.column,
    descending: sort.descending,
  };
  const list = usePagedList<InviteRow>(JSON.stringify(listed), {
    fetchPage: (after, limit) => call('invites.page', { after, limit, ...listed }),
    rowId: (row) => row.entryId,
    events: ['entries.changed'],
    newRows: 'wait',
  });
  const ticks = useTicks(key, list);

  function filter(next: {
    tab?: InviteTab;
    search?: string;
    narrowed?: InviteFilter;
    where?: ColumnFilters<InviteColumn>;
    sort?: ListSort<InviteColumn>;
  }): void {
    const to = { tab, search, narrowed, where, sort, ...next };
    const usual = to.sort.column === defaultOrder.column && to.sort.descending === defaultOrder.descending;
    navigate(
      {
        screen: 'invites',
        path: openId === null ? [] : [openId],
        query: {
          ...(to.tab === 'all' ? {} : { tab: to.tab }),
          ...(to.search === '' ? {} : { search: to.search }),
          ...toQuery(to.narrowed),
          ...filterQuery(to.where),
          ...sortQuery(usual ? null : to.sort),
        },
      },
      true,
    );
  }

  const isNarrowed =
    search !== '' || Object.keys(where).length > 0 || Object.values(narrowed).some((value) => value !== null);
  const clear = () => filter({ search: '', narrowed: inviteFilter.parse({}), where: {} });
  const sortBy = (pressed: string) => {
    const to = sortedBy(sort, pressed, inviteColumn.options, ['queued', 'sent', 'archived']);
    if (to !== null) filter({ sort: to });
  };

  return (
    <Page>
      <InviteTabs
        value={tab}
        onChange={(to) =>
          to === 'drafts' ? navigate({ screen: 'invites', query: { tab: to } }, true) : filter({ tab: to })
        }
        trailing={
          <>
            <FilterField list="invites" value={search} onChange={(to) => filter({ search: to })} />
            <FilterButton
              list="invites"
              filters={where}
              onChange={(column, one) => filter({ where: { ...where, [column]: one } })}
            />
            <ColumnsMenu all={inviteColumns} chosen={chosen} />
            <ViewsMenu saved={views} />
            <Menu
              label="More for invites"
              choices={[
                ...filterChoices(narrowed, (to) => filter({ narrowed: to })),
                ...exportChoices(exporting, { list: 'invites', query: listed }, true),
              ]}
            />
          </>
        }
      />
      <ListNotices>
        <FilterChips
          list="invites"
          filters={where}
          others={narrowingChips(narrowed, (to) => filter({ narrowed: to }))}
          onRemove={(column) => filter({ where: without(where, column) })}
          onClear={clear}
        />
        {tab === 'waiting' || narrowed.list !== null ? (
          <ImportedLists kind="invite" batch={narrowed.list} />
        ) : null}
        <ExportState exporting={exporting} />
        <ColumnsProblem chosen={chosen} />
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
          sort={sort}
          onSort={sortBy}
          narrowed={isNarrowed}
          empty={
            <NoInvites
              tab={tab}
              search={search}
              narrowed={isNarrowed}
              onClear={clear}
              onShowAll={() => filter({ tab: 'all' })}
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
      Invite one vendor or import a list. Without a network invites wait here until they can be sent.
    </EmptyState>
  );
}
