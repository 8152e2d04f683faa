import { Search } from 'lucide-react';
import { useState } from 'react';
import { vendorSort, type VendorRow } from '#shared/ipc/vendors.ts';
import { call } from '../../bridge.ts';
import { classesOf } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { YesNo } from '../../components/fact-list.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { CategoryKey, ServerWord } from '../../components/server-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { LookUpDialog } from './look-up-dialog.tsx';
import styles from './vendor-list.module.css';

const cls = classesOf(styles);

const columns: readonly Column<VendorRow>[] = [
  {
    id: 'company',
    header: 'Company',
    width: 'minmax(150px, 1.6fr)',
    cell: (row) => {
      const name = row.companyName ?? row.contactName ?? row.vendorId;
      return (
        <span className={cls('name')} title={name}>
          {name}
        </span>
      );
    },
  },
  {
    id: 'contact',
    header: 'Contact',
    width: 'minmax(100px, 1fr)',
    sortable: false,
    cell: (row) => row.contactName ?? row.email ?? row.phoneNumber,
  },
  {
    id: 'city',
    header: 'City',
    width: 'minmax(90px, 0.9fr)',
    sortable: false,
    cell: (row) => joined([row.cityName, row.stateCode]),
  },
  {
    id: 'services',
    header: 'Services',
    width: 'minmax(100px, 1.3fr)',
    sortable: false,
    cell: (row) => joined(row.services),
  },
  {
    id: 'licensed',
    header: 'Licensed',
    width: '80px',
    sortable: false,
    cell: (row) => <YesNo value={row.licensed} />,
  },
  {
    id: 'compliance',
    header: 'Compliance',
    width: 'minmax(130px, 1fr)',
    sortable: false,
    cell: (row) => <ServerWord word={row.complianceStatus} />,
  },
  {
    id: 'fetched',
    header: 'Fetched',
    width: '100px',
    cell: (row) => <TimeText at={row.fetchedAt} form="ago" />,
  },
];

function joined(parts: readonly (string | null)[]): string | null {
  const text = parts.filter((part) => part !== null && part !== '').join(', ');
  return text === '' ? null : text;
}

/** The vendors that were looked up on this computer. The service has no operation that lists them. */
export function VendorList() {
  const { query } = useRoute();
  const sort = vendorSort.safeParse(query['sort']).data ?? 'company';
  const search = query['search'] ?? '';
  const [lookingUp, setLookingUp] = useState(false);
  const list = usePagedList<VendorRow>(`${sort} ${search}`, {
    fetchPage: (after, limit) => call('vendors.page', { after, limit, sort, search }),
    rowId: (row) => row.vendorId,
    events: ['vendors.changed'],
    newRows: 'join',
  });
  useShortcut(shortcutKeys.invite, () => navigate({ screen: 'invites', path: ['new'] }));

  function show(next: { sort?: string; search?: string }): void {
    const { sort: toSort, search: toSearch } = { sort, search, ...next };
    navigate(
      {
        screen: 'vendors',
        query: {
          ...(toSort === 'company' ? {} : { sort: toSort }),
          ...(toSearch === '' ? {} : { search: toSearch }),
        },
      },
      true,
    );
  }

  const lookUp = (
    <Button variant="primary" icon={Search} onPress={() => setLookingUp(true)}>
      Look up a vendor
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title="Vendors"
        subtitle="Tracked on this computer"
        ruled
        actions={
          <>
            <FilterField label="Filter vendors" value={search} onChange={(to) => show({ search: to })} />
            {lookUp}
          </>
        }
      />
      <ListTable
        label="Vendors"
        list={list}
        columns={columns}
        rowHeight={38}
        onOpen={(row) => navigate({ screen: 'vendors', path: [row.vendorId] })}
        sort={{ column: sort, descending: sort === 'fetched' }}
        onSort={(column) => show({ sort: column })}
        empty={
          search === '' ? (
            <EmptyState title="No vendors on this computer yet." action={lookUp}>
              Look one up by its ID. The service cannot list vendors, so only those looked up here are shown.
            </EmptyState>
          ) : (
            <EmptyState
              title={`No vendor matches “${search}”.`}
              action={<Button onPress={() => show({ search: '' })}>Clear filter</Button>}
            >
              Only vendors that were looked up on this computer are searched.
            </EmptyState>
          )
        }
        foot={<CategoryKey />}
      />
      {lookingUp ? <LookUpDialog onClose={() => setLookingUp(false)} /> : null}
    </Page>
  );
}
