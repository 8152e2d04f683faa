import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { tableColumns, type Column } from '../../components/table-column.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { defaultInviteColumns, inviteColumns as allInviteColumns } from '../invites/invite-columns.tsx';
import { ResultState } from '../verifications/result-state.tsx';
import { ExpiryDay } from '../verifications/verification-columns.tsx';

function bold(text: string | null) {
  return text === null || text === '' ? null : (
    <span className="medium" title={text}>
      {text}
    </span>
  );
}

export const inviteColumns = allInviteColumns.filter(
  ({ id }) => id !== 'company' && defaultInviteColumns.includes(id),
);

export const verificationColumns: readonly Column<VerificationRow>[] = [
  ...tableColumns('verifications', (row: VerificationRow) => row, {
    number: { width: 'minmax(104px, 1fr)', cell: (row) => bold(row.licenseNumber) },
    trade: { width: 'minmax(80px, 1fr)' },
  }),
  { id: 'result', header: 'Result', width: '134px', cell: (row) => <ResultState row={row} /> },
  ...tableColumns('verifications', (row: VerificationRow) => row, {
    status: {
      header: 'Service status',
      width: 'minmax(120px, 1fr)',
      cell: (row) => <ServiceWord word={row.status} />,
    },
    expires: { width: '96px', cell: (row) => (row.expiryDate === null ? null : <ExpiryDay row={row} />) },
    checked: {
      header: 'Checked',
      width: '72px',
      cell: (row) => (row.watch?.lastAt == null ? null : <TimeText at={row.watch.lastAt} />),
    },
  }),
];

export const documentColumns: readonly Column<DocumentRow>[] = [
  {
    id: 'type',
    header: 'Type',
    width: 'minmax(100px, 1fr)',
    cell: (row) => bold(row.documentType ?? 'Not provided'),
  },
  { id: 'name', header: 'Name on it', width: 'minmax(120px, 1.4fr)', cell: (row) => row.title },
  {
    id: 'score',
    header: 'Quality',
    width: '64px',
    align: 'end',
    cell: (row) => (row.overallScore === null ? null : String(row.overallScore)),
  },
  {
    id: 'status',
    header: 'Service status',
    width: 'minmax(120px, 1fr)',
    cell: (row) => <ServiceWord word={row.status} />,
  },
  {
    id: 'fetched',
    header: 'Fetched',
    width: '80px',
    cell: (row) => (row.fetchedAt === null ? null : <TimeText at={row.fetchedAt} />),
  },
];
