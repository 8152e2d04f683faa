import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { bindClasses } from '../../class-names.ts';
import type { Column } from '../../components/table-column.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import { useNow } from '../../stores/now.ts';
import { useWorkspace } from '../../stores/session.ts';
import { ExpiryDay } from './expiry-day.tsx';
import styles from './expiry-screen.module.css';
import { daysLeft } from './expiry-text.ts';
import { ResultState } from './result-state.tsx';

const cls = bindClasses(styles);

function DaysLeft({ date }: { date: string | null }) {
  const { soonDays } = useWorkspace().settings;
  const left = daysLeft(date, useNow('minute'));
  if (left === null) return null;
  const tone = left.days < 0 ? 'gone' : left.days <= soonDays ? 'soon' : null;
  return <span className={cls(tone)}>{left.words}</span>;
}

export const expiryColumns: readonly Column<VerificationRow>[] = [
  { id: 'expires', header: 'Expires', width: '104px', cell: (row) => <ExpiryDay row={row} /> },
  { id: 'left', header: 'Days left', width: '104px', cell: (row) => <DaysLeft date={row.expiresOn} /> },
  {
    id: 'number',
    header: 'License number',
    width: 'minmax(96px, 0.8fr)',
    cell: (row) =>
      row.licenseNumber === null ? null : <strong className="medium">{row.licenseNumber}</strong>,
  },
  { id: 'trade', header: 'Trade', width: 'minmax(90px, 1fr)', cell: (row) => row.licenseTradeType },
  { id: 'licensee', header: 'Licensee', width: 'minmax(130px, 1.6fr)', cell: (row) => row.licenseeName },
  { id: 'state', header: 'State', width: '148px', cell: (row) => <ResultState row={row} /> },
  {
    id: 'status',
    header: 'Status',
    width: 'minmax(112px, 1fr)',
    cell: (row) => (row.status === null || row.status === '' ? null : <ServiceWord word={row.status} />),
  },
];
