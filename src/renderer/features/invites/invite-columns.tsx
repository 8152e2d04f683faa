import type { InviteRow } from '#shared/ipc/invites.ts';
import { findHold } from '#shared/outbox/outbox.ts';
import { nameCell, tableColumns, type ColumnLooks } from '../../components/table-column.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';

/** When the invite went out: confirmed by the service, said by a person, or unclear. */
function SentCell({ row }: { row: InviteRow }) {
  if (row.state === 'in_doubt' && findHold(row) === null)
    return <span className="caution medium">Not confirmed</span>;
  if (row.sentAt === null) return <span className="faint">–</span>;
  return (
    <>
      {row.markedByPerson ? `By ${row.colleague ?? 'you'}, ` : null}
      <TimeText at={row.sentAt} />
    </>
  );
}

const looks: ColumnLooks<'invites', InviteRow> = {
  state: {
    width: '142px',
    cell: (row) => <StateChip entry={row} kind="invite" settled={row.settled} inLine="icon" />,
  },
  contact: {
    width: 'minmax(80px, 0.95fr)',
    cell: (row) => nameCell(row.contactName ?? row.email ?? row.vendorId),
  },
  company: { width: 'minmax(92px, 1.3fr)' },
  email: { width: 'minmax(120px, 1.2fr)' },
  phone: { width: '120px' },
  queued: { width: '70px', cell: (row) => <TimeText at={row.queuedAt} /> },
  sent: { width: '92px', cell: (row) => <SentCell row={row} /> },
  compliance: { width: 'minmax(64px, 1.05fr)', cell: (row) => <ServiceWord word={row.complianceStatus} /> },
  vendorStatus: { width: 'minmax(90px, 0.9fr)', cell: (row) => <ServiceWord word={row.vendorStatus} /> },
  vendorId: { width: '90px' },
  archived: { width: '80px' },
  by: { width: '100px', cell: ({ colleague }) => colleague ?? 'You' },
};
export const inviteColumns = tableColumns('invites', (row: InviteRow) => row, looks);

export const defaultInviteColumns: readonly string[] = [
  'state',
  'contact',
  'company',
  'queued',
  'sent',
  'compliance',
];
