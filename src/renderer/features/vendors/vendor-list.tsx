import { ListPlus, RefreshCw, Search } from 'lucide-react';
import { memo, useState } from 'react';
import {
  vendorFilter,
  vendorSort,
  type VendorFilter,
  type VendorRow,
  type VendorSort,
} from '#shared/ipc/vendors.ts';
import { nameOf } from '#shared/foreign-text.ts';
import { call } from '../../bridge.ts';
import { classesOf } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { ColumnsMenu, ColumnsProblem } from '../../components/columns-menu.tsx';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { exportChoices, ExportState, useExport } from '../../components/export-menu.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { CategoryKey } from '../../components/service-word.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useColumns, type ChosenColumns } from '../../stores/columns.ts';
import type { Exporting } from '../../stores/export-file.ts';
import { useLive } from '../../stores/live.ts';
import { navigate, useNavigation, useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { LookUpDialog } from './look-up-dialog.tsx';
import { LookUpStrip, RefreshDialog } from './look-up-strip.tsx';
import { TickedVendors } from './ticked-vendors.tsx';
import { usualVendorColumns, vendorColumns } from './vendor-columns.tsx';
import { filterOf, isNarrowed, queryOf, VendorFilters } from './vendor-filters.tsx';
import styles from './vendor-list.module.css';

const cls = classesOf(styles);

const noTicks: ReadonlySet<string> = new Set();

interface Shown {
  sort: VendorSort;
  descending: boolean;
  search: string;
  filter: VendorFilter;
}

function shownBy(query: Readonly<Record<string, string | undefined>>): Shown {
  const sort = vendorSort.safeParse(query['sort']).data ?? 'company';
  return {
    sort,
    descending: query['order'] === undefined ? sort === 'fetched' : query['order'] === 'down',
    search: query['search'] ?? '',
    filter: filterOf(query),
  };
}

function show({ sort, descending, search, filter }: Shown): void {
  navigate(
    {
      screen: 'vendors',
      query: {
        ...(sort === 'company' ? {} : { sort }),
        ...(descending === (sort === 'fetched') ? {} : { order: descending ? 'down' : 'up' }),
        ...(search === '' ? {} : { search }),
        ...queryOf(filter),
      },
    },
    true,
    true,
  );
}

/** What the address says when it is asked: whoever asks need not be drawn anew with the address. */
const shownNow = () => shownBy(useNavigation.getState().route.query);
const narrow = (filter: VendorFilter) => show({ ...shownNow(), filter });

const many = () => navigate({ screen: 'vendors', path: ['look-up'] });

// What follows stays as it is with every letter that is typed into the search.
const Filters = memo(
  VendorFilters,
  (before, after) =>
    before.facets === after.facets && JSON.stringify(before.filter) === JSON.stringify(after.filter),
);
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
      <ColumnsMenu all={vendorColumns} chosen={chosen} />
      <Menu
        label="More for vendors"
        choices={[
          { id: 'many', label: 'Look up many', icon: ListPlus, onChoose: many },
          {
            id: 'refresh',
            label: 'Refresh older ones',
            detail: 'Refresh outdated vendors',
            icon: RefreshCw,
            onChoose: () => onOpen('refresh'),
          },
          ...exportChoices(exporting, () => ({ list: 'vendors', query: shownNow() }), true),
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
  const shown = shownBy(query);
  const { sort, descending, search, filter } = shown;
  const [dialog, setDialog] = useState<'one' | 'refresh' | null>(null);
  const exporting = useExport();
  // Ticks belong to the list as it is narrowed: what is not in sight any more is not acted on.
  const key = JSON.stringify({ search, filter });
  const [ticks, setTicks] = useState({ key, ticked: noTicks });
  const ticked = ticks.key === key ? ticks.ticked : noTicks;
  const chosen = useColumns('vendors', vendorColumns, usualVendorColumns);
  const { state: facets } = useLive('vendors.facets', null, [{ event: 'vendors.changed', id: null }]);
  const list = usePagedList<VendorRow>(JSON.stringify(shown), {
    fetchPage: (after, limit) => call('vendors.page', { after, limit, ...shown }),
    rowId: (row) => row.vendorId,
    events: ['vendors.changed'],
    newRows: 'join',
    windowed: true,
    // Some screens full: what is not seen yet should not hold up what a letter finds.
    pageSize: 50,
  });
  useShortcut(shortcutKeys.invite, () => navigate({ screen: 'invites', path: ['new'] }));

  function sortBy(column: string): void {
    const to = vendorSort.safeParse(column).data;
    if (to === undefined) return;
    show({ ...shown, sort: to, descending: to === sort ? !descending : to === 'fetched' });
  }

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
              label="Filter vendors"
              value={search}
              rest={0}
              onChange={(to) => show({ ...shown, search: to })}
            />
            <Actions chosen={chosen} exporting={exporting} onOpen={setDialog} />
          </>
        }
      />
      <Filters filter={filter} facets={facets.kind === 'ready' ? facets.value : null} onChange={narrow} />
      <div className={cls('above')}>
        <UnderWay />
        <ExportState exporting={exporting} />
        <ColumnsProblem chosen={chosen} />
      </div>
      {ticked.size === 0 ? null : (
        <TickedVendors ids={[...ticked]} onClear={() => setTicks({ key, ticked: noTicks })} />
      )}
      <ListTable
        label="Vendors"
        ticked={ticked}
        rowName={(row) => nameOf(row.companyName, row.contactName, row.email, row.vendorId)}
        onTick={(next) => setTicks({ key, ticked: next })}
        list={list}
        columns={chosen.columns}
        rowHeight={38}
        reusesRows
        onOpen={(row) => navigate({ screen: 'vendors', path: [row.vendorId] })}
        sort={{ column: sort, descending }}
        onSort={sortBy}
        empty={
          search === '' && !isNarrowed(filter) ? (
            <EmptyState title="No vendors on this computer yet." action={<LookUpButton onOpen={setDialog} />}>
              Look one up by its ID, or many at once. The service cannot list vendors, so only those looked up
              here are shown.
            </EmptyState>
          ) : (
            <EmptyState
              title={search === '' ? 'No vendor matches this filter.' : `No vendor matches “${search}”.`}
              action={
                <Button onPress={() => show({ ...shown, search: '', filter: vendorFilter.parse({}) })}>
                  Clear filter
                </Button>
              }
            >
              Only vendors that were looked up on this computer are searched.
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
