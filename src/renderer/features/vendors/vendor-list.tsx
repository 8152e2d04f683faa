import { ListPlus, RefreshCw, Search } from 'lucide-react';
import { memo, useState } from 'react';
import { getName } from '#shared/foreign-text.ts';
import type { VendorRow } from '#shared/ipc/vendors.ts';
import { vendorColumn, type VendorColumn } from '#shared/lists.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/table-column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { exportChoices, useExport } from '../../components/export-menu.tsx';
import { ListNotices } from '../../components/list-notices.tsx';
import { ListControls } from '../../components/list-tools.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { CategoryKey } from '../../components/service-word.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { listSearch } from '../../filter-label.ts';
import { useColumns, type ChosenColumns } from '../../stores/columns.ts';
import type { Exporting } from '../../stores/export-file.ts';
import {
  clearFilters,
  readListQuery,
  useListQuery,
  type ListQuery,
  type ListRules,
} from '../../stores/list-query.ts';
import { changeQuery, navigate, useNavigation, useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useTicks } from '../../stores/ticks.ts';
import { LookUpDialog } from './look-up-dialog.tsx';
import { LookUpStrip, RefreshDialog } from './look-up-strip.tsx';
import { TickedVendors } from './ticked-vendors.tsx';
import { defaultVendorColumns, vendorColumns } from './vendor-columns.tsx';

const rules: ListRules<VendorColumn> = {
  columns: vendorColumn.options,
  defaultOrder: { column: 'company', descending: false },
  showsDefault: true,
  downFirst: ['fetched'],
};

function toVendorQuery({ search, where, order }: ListQuery<VendorColumn>) {
  return { search, where, sort: order.column, descending: order.descending };
}

/** What the list is asked by now: whoever asks need not be drawn anew with the address. */
const queryNow = () => toVendorQuery(readListQuery(useNavigation.getState().route.query, rules));

const many = () => navigate({ screen: 'vendors', path: ['look-up'] });

// What follows stays as it is with every letter that is typed into the search.
const UnderWay = memo(LookUpStrip);
const Foot = memo(CategoryKey);

const Actions = memo(
  ({
    chosen,
    exporting,
    onOpen,
  }: {
    chosen: ChosenColumns<Column<VendorRow>>;
    exporting: Exporting;
    onOpen: (dialog: 'one' | 'refresh') => void;
  }) => (
    <>
      <ListControls list="vendors" rest={0} chosen={chosen} />
      <Menu
        label="More for vendors"
        choices={[
          { id: 'many', label: 'Look up many', icon: ListPlus, onChoose: many },
          {
            id: 'refresh',
            label: 'Refresh outdated vendors',
            icon: RefreshCw,
            onChoose: () => onOpen('refresh'),
          },
          ...exportChoices(exporting, () => ({ list: 'vendors', query: queryNow() }), true),
        ]}
      />
      <LookUpButton onOpen={onOpen} />
    </>
  ),
);

function LookUpButton({ onOpen }: { onOpen: (dialog: 'one') => void }) {
  return (
    <Button variant="primary" icon={Search} onPress={() => onOpen('one')}>
      Look up a vendor
    </Button>
  );
}

/** The vendors that were looked up on this computer. The service has no operation that lists them. */
export function VendorList() {
  const { query } = useRoute();
  const { sortBy, ...shown } = useListQuery(rules);
  const { search, where, isNarrowed } = shown;
  const asked = toVendorQuery(shown);
  const [dialog, setDialog] = useState<'one' | 'refresh' | null>(null);
  const exporting = useExport();
  const chosen = useColumns('vendors', vendorColumns, defaultVendorColumns);
  const list = usePagedList<VendorRow>(JSON.stringify(asked), {
    fetchPage: (after, limit) => call('vendors.page', { after, limit, ...asked }),
    rowId: (row) => row.vendorId,
    events: ['vendors.changed'],
    newRows: 'join',
    windowed: true,
    // Some screens full: what is not seen yet should not hold up what a letter finds.
    pageSize: 50,
  });
  const ticks = useTicks(JSON.stringify({ search, where }), list);
  useShortcut(shortcutKeys.invite, () => navigate({ screen: 'invites', path: ['new'] }));

  const linkedId = query['look-up'] ?? null;
  return (
    <Page>
      <PageHeader
        title="Vendors"
        subtitle="Tracked on this computer"
        ruled
        actions={<Actions chosen={chosen} exporting={exporting} onOpen={setDialog} />}
      />
      <ListNotices list="vendors" chosen={chosen} exporting={exporting}>
        <UnderWay />
      </ListNotices>
      {ticks.ticked.size === 0 ? null : <TickedVendors ticks={ticks} />}
      <ListTable
        label="Vendors"
        rowName={(row) => getName(row.companyName, row.contactName, row.email, row.vendorId)}
        ticked={ticks.ticked}
        onTick={ticks.setTicked}
        list={list}
        columns={chosen.columns}
        widths={chosen.widths}
        onWidth={chosen.resize}
        rowHeight={38}
        reusesRows
        onOpen={(row) => navigate({ screen: 'vendors', path: [row.vendorId] })}
        sort={shown.sort}
        narrowed={isNarrowed}
        onSort={sortBy}
        empty={
          !isNarrowed ? (
            <EmptyState title="No vendors on this computer yet." action={<LookUpButton onOpen={setDialog} />}>
              Look one up by its ID, or many at once. The service cannot list vendors, so only those looked up
              here are shown.
            </EmptyState>
          ) : (
            <EmptyState
              title={search === '' ? 'No vendor matches this filter.' : `No vendor matches “${search}”.`}
              action={<Button onPress={() => clearFilters()}>Clear filter</Button>}
            >
              {listSearch.vendors.fields} Only vendors that were looked up on this computer are listed.
            </EmptyState>
          )
        }
        foot={<Foot />}
      />
      {dialog === 'one' ? <LookUpDialog onClose={() => setDialog(null)} onMany={many} /> : null}
      {linkedId === null ? null : (
        <LookUpDialog
          key={linkedId}
          linkedId={linkedId}
          onClose={() => changeQuery({ 'look-up': null })}
          onMany={many}
        />
      )}
      {dialog === 'refresh' ? <RefreshDialog onClose={() => setDialog(null)} /> : null}
    </Page>
  );
}
