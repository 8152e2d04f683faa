import { getName } from '#shared/foreign-text.ts';
import type { VendorRow } from '#shared/ipc/vendors.ts';
import type { Column } from '../../components/table-column.ts';
import { YesNo } from '../../components/fact-list.tsx';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';

function joined(parts: readonly (string | null)[]): string | null {
  const text = parts.filter((part) => part !== null && part !== '').join(', ');
  return text === '' ? null : text;
}

/** Every column that the list of vendors can show, in its order. */
export const vendorColumns: readonly Column<VendorRow>[] = [
  {
    id: 'company',
    header: 'Company',
    width: 'minmax(150px, 1.9fr)',
    cell: (row) => {
      const name = getName(row.companyName, row.contactName, row.email, row.vendorId);
      return (
        <span className="medium" title={name}>
          {name}
        </span>
      );
    },
  },
  {
    id: 'contact',
    header: 'Contact',
    width: 'minmax(96px, 1fr)',
    cell: (row) => row.contactName ?? row.email ?? row.phoneNumber,
  },
  { id: 'email', header: 'Email', width: 'minmax(130px, 1.2fr)', cell: (row) => row.email },
  { id: 'phone', header: 'Phone', width: '120px', cell: (row) => row.phoneNumber },
  { id: 'city', header: 'City', width: 'minmax(80px, 0.8fr)', cell: (row) => row.cityName },
  { id: 'state', header: 'State', width: '56px', cell: (row) => row.stateCode },
  {
    id: 'services',
    header: 'Services',
    width: 'minmax(90px, 1.1fr)',

    cell: (row) => joined(row.services),
  },
  {
    id: 'licensed',
    fits: true,
    header: 'Licensed',
    width: '80px',

    cell: (row) => <YesNo value={row.licensed} />,
  },
  {
    id: 'compliance',
    fits: true,
    header: 'Compliance',
    width: 'minmax(130px, 0.6fr)',

    cell: (row) => <ServiceWord word={row.complianceStatus} />,
  },
  {
    id: 'vendorId',
    header: 'Vendor ID',
    width: '100px',

    cell: (row) => <Verbatim>{row.vendorId}</Verbatim>,
  },
  {
    id: 'fetched',
    fits: true,
    header: 'Fetched',
    width: '92px',
    cell: (row) => <TimeText at={row.fetchedAt} form="ago" />,
  },
];

export const defaultVendorColumns = [
  'company',
  'contact',
  'city',
  'state',
  'services',
  'licensed',
  'compliance',
  'fetched',
];
