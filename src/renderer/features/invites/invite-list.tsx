import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  inviteFilter,
  inviteTab,
  type InviteFilter,
  type InviteRow,
  type InviteTab,
} from '#shared/ipc/invites.ts';
import { nameOf } from '#shared/foreign-text.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { ColumnsMenu, ColumnsProblem } from '../../components/columns-menu.tsx';
import { SplitView } from '../../components/detail-panel.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { exportChoices, ExportState, useExport } from '../../components/export-menu.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { ListNotices } from '../../components/list-notices.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page } from '../../components/page.tsx';
import { CategoryKey } from '../../components/service-word.tsx';
import { useColumns } from '../../stores/columns.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { ImportedLists } from '../imports/imported-lists.tsx';
import { inviteColumns, usualInviteColumns } from './invite-columns.tsx';
import { filterChoices, filterOf, NarrowedBy, queryOf } from './invite-narrowing.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { InviteTabs, newInvite } from './invite-tabs.tsx';
import { TickedInvites } from './ticked-invites.tsx';

const noTicks: ReadonlySet<string> = new Set();

/** The invites kept on this computer: the service has no list of its own to ask for. */
export function InviteList({ openId }: { openId: string | null }) {
  const { query } = useRoute();
  const tab = inviteTab.safeParse(query['tab']).data ?? 'all';
  const search = query['search'] ?? '';
  const narrowed = filterOf(query);
  const key = JSON.stringify({ tab, search, narrowed });
  const exporting = useExport();
  const chosen = useColumns('invites', inviteColumns, usualInviteColumns);
  const [ticks, setTicks] = useState({ key, ticked: noTicks });
  const ticked = ticks.key === key ? ticks.ticked : noTicks;
  const list = usePagedList<InviteRow>(key, {
    fetchPage: (after, limit) => call('invites.page', { after, limit, tab, search, filter: narrowed }),
    rowId: (row) => row.entryId,
    events: ['entries.changed'],
    newRows: 'wait',
  });

  function filter(next: { tab?: InviteTab; search?: string; narrowed?: InviteFilter }): void {
    const to = { tab, search, narrowed, ...next };
    navigate(
      {
        screen: 'invites',
        path: openId === null ? [] : [openId],
        query: {
          ...(to.tab === 'all' ? {} : { tab: to.tab }),
          ...(to.search === '' ? {} : { search: to.search }),
          ...queryOf(to.narrowed),
        },
      },
      true,
    );
  }

  return (
    <Page>
      <InviteTabs
        value={tab}
        onChange={(to) =>
          to === 'drafts' ? navigate({ screen: 'invites', query: { tab: to } }, true) : filter({ tab: to })
        }
        trailing={
          <>
            <FilterField label="Filter invites" value={search} onChange={(to) => filter({ search: to })} />
            <ColumnsMenu all={inviteColumns} chosen={chosen} />
            <Menu
              label="More for invites"
              choices={[
                ...filterChoices(narrowed, (to) => filter({ narrowed: to })),
                ...exportChoices(
                  exporting,
                  { list: 'invites', query: { tab, search, filter: narrowed } },
                  true,
                ),
              ]}
            />
          </>
        }
      />
      <ListNotices>
        <NarrowedBy filter={narrowed} onClear={() => filter({ narrowed: inviteFilter.parse({}) })} />
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
        {ticked.size === 0 ? null : (
          <TickedInvites
            rows={list.rows.filter((row) => ticked.has(row.entryId))}
            of={list.rows.every((row) => ticked.has(row.entryId)) ? list.total : null}
            onClear={() => setTicks({ key, ticked: noTicks })}
          />
        )}
        <ListTable
          label="Invites"
          list={list}
          columns={chosen.columns}
          openId={openId}
          onOpen={(row) => navigate({ screen: 'invites', path: [row.entryId], query })}
          ticked={ticked}
          rowName={(row) => nameOf(row.contactName, row.companyName, row.email, row.vendorId)}
          onTick={(next) => setTicks({ key, ticked: next })}
          sort={{ column: 'queued', descending: true }}
          empty={
            <NoInvites
              tab={tab}
              search={search}
              narrowed={Object.values(narrowed).some((value) => value !== null)}
              onClear={() => filter({ search: '', narrowed: inviteFilter.parse({}) })}
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
  waiting: ['Nothing is waiting.', 'Invites that are not sent yet stand here.'],
  invited: ['Nobody is invited yet.', 'An invite comes here once the service accepted it.'],
  needs_you: ['Nothing needs you.', 'Unclear and refused invites stand here.'],
  cancelled: ['Nothing was cancelled.', 'Invites that you cancel are kept here for the record.'],
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
  if (search !== '' || narrowed) {
    return (
      <EmptyState
        title={search === '' ? 'No invite matches this filter.' : `No invite matches “${search}”.`}
        action={<Button onPress={onClear}>Clear filter</Button>}
      >
        Searches name, company and email.
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
