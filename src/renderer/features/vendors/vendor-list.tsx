import { ListPlus, RefreshCw, Search } from 'lucide-react';
import { memo, useState } from 'react';
import { getName } from '#shared/foreign-text.ts';
import type { VendorRow } from '#shared/ipc/vendors.ts';
import { vendorColumn, type ColumnFilter, type ColumnFilters, type VendorColumn } from '#shared/lists.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { FilterButton, FilterChips } from '../../components/column-filters.tsx';
import { ColumnsMenu, ColumnsProblem } from '../../components/columns-menu.tsx';
import type { Column } from '../../components/table-column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { exportChoices, ExportState, useExport } from '../../components/export-menu.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { ViewsMenu } from '../../components/views-menu.tsx';
import { CategoryKey } from '../../components/service-word.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { listSearch } from '../../filter-label.ts';
import { useColumns, type ChosenColumns } from '../../stores/columns.ts';
import type { Exporting } from '../../stores/export-file.ts';
import {
  filterQuery,
  getFilters,
  sortedBy,
  getSort,
  sortQuery,
  without,
  type ListSort,
} from '../../stores/list-query.ts';
import { navigate, useNavigation, useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useTicks } from '../../stores/ticks.ts';
import { useViews } from '../../stores/views.ts';
import { LookUpDialog } from './look-up-dialog.tsx';
import { LookUpStrip, RefreshDialog } from './look-up-strip.tsx';
import { TickedVendors } from './ticked-vendors.tsx';
import { defaultVendorColumns, vendorColumns } from './vendor-columns.tsx';
import styles from './vendor-list.module.css';

const cls = bindClasses(styles);

interface Shown {
  sort: VendorColumn;
  descending: boolean;
  search: string;
  where: ColumnFilters<VendorColumn>;
}

const defaultOrder: ListSort<VendorColumn> = { column: 'company', descending: false };

function shownBy(query: Readonly<Record<string, string | undefined>>): Shown {
  const { column: sort, descending } = getSort(query, vendorColumn.options) ?? defaultOrder;
  return {
    sort,
    descending,
    search: query['search'] ?? '',
    where: getFilters(query, vendorColumn.options),
  };
}

function show({ sort, descending, search, where }: Shown): void {
  const usual = sort === defaultOrder.column && descending === defaultOrder.descending;
  navigate(
    {
      screen: 'vendors',
      query: {
        ...sortQuery(usual ? null : { column: sort, descending }),
        ...(search === '' ? {} : { search }),
        ...filterQuery(where),
      },
    },
    true,
    true,
  );
}

/** What the address says when it is asked: whoever asks need not be drawn anew with the address. */
const shownNow = () => shownBy(useNavigation.getState().route.query);
function narrow(column: string, filter: ColumnFilter): void {
  const now = shownNow();
  show({ ...now, where: { ...now.where, [column]: filter } });
}

const many = () => navigate({ screen: 'vendors', path: ['look-up'] });

// What follows stays as it is with every letter that is typed into the search.
const UnderWay = memo(LookUpStrip);
const Foot = memo(CategoryKey);

const Actions = memo(
  ({
    chosen,
    where,
    exporting,
    onOpen,
  }: {
    chosen: ChosenColumns<Column<VendorRow>>;
    where: ColumnFilters<VendorColumn>;
    exporting: Exporting;
    onOpen: (dialog: 'one' | 'refresh') => void;
  }) => (
    <>
      <FilterButton list="vendors" filters={where} onChange={narrow} />
      <ColumnsMenu all={vendorColumns} chosen={chosen} />
      <VendorViews />
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
          ...exportChoices(exporting, () => ({ list: 'vendors', query: shownNow() }), true),
        ]}
      />
      <LookUpButton onOpen={onOpen} />
    </>
  ),
  (before, after) =>
    before.chosen === after.chosen &&
    before.exporting === after.exporting &&
    JSON.stringify(before.where) === JSON.stringify(after.where),
);

function VendorViews() {
  return <ViewsMenu saved={useViews('vendors')} />;
}

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
  const shown = shownBy(query);
  const { sort, descending, search, where } = shown;
  const [dialog, setDialog] = useState<'one' | 'refresh' | null>(null);
  const exporting = useExport();
  const chosen = useColumns('vendors', vendorColumns, defaultVendorColumns);
  const list = usePagedList<VendorRow>(JSON.stringify(shown), {
    fetchPage: (after, limit) => call('vendors.page', { after, limit, ...shown }),
    rowId: (row) => row.vendorId,
    events: ['vendors.changed'],
    newRows: 'join',
    windowed: true,
    // Some screens full: what is not seen yet should not hold up what a letter finds.
    pageSize: 50,
  });
  const ticks = useTicks(JSON.stringify({ search, where }), list);
  useShortcut(shortcutKeys.invite, () => navigate({ screen: 'invites', path: ['new'] }));

  function sortBy(pressed: string): void {
    const to = sortedBy({ column: sort, descending }, pressed, vendorColumn.options, ['fetched']);
    if (to !== null) show({ ...shown, sort: to.column, descending: to.descending });
  }

  function clear(): void {
    show({ ...shown, search: '', where: {} });
  }

  const isNarrowed = search !== '' || Object.keys(where).length > 0;
  const linkedId = query['look-up'] ?? null;
  return (
    <Page>
      <PageHeader
        title="Vendors"
        subtitle="Tracked on this computer"
        ruled
        actions={
          <>
            <FilterField
              list="vendors"
              value={search}
              rest={0}
              onChange={(to) => show({ ...shown, search: to })}
            />
            <Actions chosen={chosen} where={where} exporting={exporting} onOpen={setDialog} />
          </>
        }
      />
      <div className={cls('above')}>
        <FilterChips
          list="vendors"
          filters={where}
          onRemove={(column) => show({ ...shown, where: without(where, column) })}
          onClear={clear}
        />
        <UnderWay />
        <ExportState exporting={exporting} />
        <ColumnsProblem chosen={chosen} />
      </div>
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
        sort={{ column: sort, descending }}
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
              action={<Button onPress={clear}>Clear filter</Button>}
            >
              {listSearch.vendors.fields} Only vendors that were looked up on this computer are listed.
            </EmptyState>
          )
        }
        foot={<Foot />}
      />
      {dialog === 'one' ? <LookUpDialog onClose={() => setDialog(null)} onMany={many} /> : null}
      {linkedId === null ? null : (
        <LookUpDialog key={linkedId} linkedId={linkedId} onClose={() => show(shown)} onMany={many} />
      )}
      {dialog === 'refresh' ? <RefreshDialog onClose={() => setDialog(null)} /> : null}
    </Page>
  );
}
