import { dayText, readDate } from '#shared/base/dates.ts';
import type { VerificationRow, WatchState } from '#shared/ipc/verifications.ts';
import { daysBetween, readServiceDate, twoWaysMessage } from '#shared/service/service-dates.ts';
import { Verbatim } from '../../components/service-word.tsx';
import { tableColumns, type ColumnLooks } from '../../components/table-column.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { VendorLink } from '../../components/outside-link.tsx';
import { useDateRule } from '../../stores/session.ts';
import { useOffline } from '../../stores/sync.ts';
import { ResultState } from './result-state.tsx';

export function licenseNumberCell(row: VerificationRow) {
  return row.licenseNumber === null ? null : <strong className="medium">{row.licenseNumber}</strong>;
}

const looks: ColumnLooks<'verifications', VerificationRow> = {
  state: { width: '148px', cell: (row) => <ResultState row={row} /> },
  number: { width: 'minmax(96px, 0.8fr)', cell: licenseNumberCell },
  trade: { width: 'minmax(90px, 1fr)' },
  licensee: { width: 'minmax(112px, 1.6fr)' },
  status: { width: 'minmax(112px, 1fr)' },
  expires: { width: '100px', cell: (row) => (row.expiryDate === null ? null : <ExpiryDay row={row} />) },
  checked: {
    header: 'Last and next check',
    width: '136px',
    cell: (row) => (row.watch === null ? null : <CheckTimes watch={row.watch} />),
  },
  type: { width: 'minmax(80px, 0.7fr)' },
  vendorId: {
    header: 'Vendor',
    width: 'minmax(112px, 1fr)',
    cell: (row) => (row.vendor === null ? null : <VendorLink vendor={row.vendor} />),
  },
  queued: { width: '80px', cell: (row) => <TimeText at={row.queuedAt} /> },
  by: { width: '100px', cell: ({ colleague }) => colleague ?? 'You' },
};

export const verificationColumns = tableColumns('verifications', (row: VerificationRow) => row, looks);

type Expiring = Pick<VerificationRow, 'expiryDate' | 'expiresOn' | 'expiryUnclear'>;

/** The expiration of a license: as a day, else as received with a note. */
export function ExpiryDay({ row }: { row: Expiring }) {
  const rule = useDateRule();
  const { expiryDate, expiresOn } = row;
  if (expiryDate === null || expiryDate.trim() === '') return null;
  const counts = readDate(expiresOn)?.day;
  if (row.expiryUnclear) {
    const date = readServiceDate(expiryDate, rule);
    const why = date.kind === 'two_ways' ? twoWaysMessage(date.days) : 'can’t be read';
    return (
      <span title={`This date ${why}. Not counted.`}>
        <Verbatim>{expiryDate}</Verbatim> <span className="faint small lines-14">unclear</span>
      </span>
    );
  }
  if (counts === undefined) return <Verbatim>{expiryDate}</Verbatim>;
  const between = daysBetween(expiryDate, rule);
  if (between === null) return <span title={expiryDate}>{dayText(counts)}</span>;
  return (
    <span
      className="inline-grid lines-15"
      title={`Between ${dayText(between.first)} and ${dayText(between.last)}. The service gives no day.`}
    >
      <Verbatim>{expiryDate}</Verbatim> <span className="faint small lines-14">no day given</span>
    </span>
  );
}

function CheckTimes({ watch }: { watch: WatchState }) {
  return (
    <span className="one-line">
      {watch.lastAt === null ? null : <TimeText at={watch.lastAt} />}
      <span className="quiet">
        {watch.lastAt === null ? null : ' · '}
        <Next watch={watch} />
      </span>
    </span>
  );
}

function Next({ watch }: { watch: WatchState }) {
  const offline = useOffline();
  switch (watch.kind) {
    case 'settled':
      return 'finished';
    case 'by_hand':
      return 'when you ask';
    case 'watching':
      return (
        <>
          <span className="visually-hidden">next check </span>
          {offline ? (
            'when online'
          ) : watch.nextAt === null ? (
            'soon'
          ) : (
            <TimeText at={watch.nextAt} form="soon" />
          )}
        </>
      );
  }
}
