import type { InviteRow } from '#shared/ipc/invites.ts';
import type { Column } from '../../components/table-column.ts';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';

/** When the invite went out: confirmed by the service, said by a person, or unclear. */
function SentCell({ row }: { row: InviteRow }) {
  if (row.state === 'in_doubt') return <span className="caution medium">Not confirmed</span>;
  if (row.sentAt === null) return <span className="faint">–</span>;
  return (
    <>
      {row.markedByPerson ? 'By you, ' : null}
      <TimeText at={row.sentAt} />
    </>
  );
}

/** The columns that every list of invites can show. */
export const inviteColumn = {
  state: {
    id: 'state',
    header: 'State',
    width: '142px',
    cell: (row) => <StateChip entry={row} kind="invite" settled={row.settled} inLine="icon" />,
  },
  contact: {
    id: 'contact',
    header: 'Contact',
    width: 'minmax(80px, 0.95fr)',
    cell: (row) => {
      const name = row.contactName ?? row.email ?? row.vendorId;
      return name === null ? null : (
        <span className="medium" title={name}>
          {name}
        </span>
      );
    },
  },
  company: { id: 'company', header: 'Company', width: 'minmax(92px, 1.3fr)', cell: (row) => row.companyName },
  queued: {
    id: 'queued',
    header: 'Queued',
    width: '70px',
    cell: (row) => <TimeText at={row.queuedAt} />,
  },
  sent: { id: 'sent', header: 'Sent', width: '92px', cell: (row) => <SentCell row={row} /> },
  compliance: {
    id: 'compliance',
    header: 'Compliance',
    width: 'minmax(64px, 1.05fr)',
    cell: (row) => <ServiceWord word={row.complianceStatus} />,
  },
} satisfies Record<string, Column<InviteRow>>;

export const inviteColumns: readonly Column<InviteRow>[] = [
  inviteColumn.state,
  inviteColumn.contact,
  inviteColumn.company,
  { id: 'email', header: 'Email', width: 'minmax(120px, 1.2fr)', cell: (row) => row.email },
  { id: 'phone', header: 'Phone', width: '120px', cell: (row) => row.phoneNumber },
  inviteColumn.queued,
  inviteColumn.sent,
  inviteColumn.compliance,
  {
    id: 'vendorStatus',
    header: 'Vendor status',
    width: 'minmax(90px, 0.9fr)',
    cell: (row) => <ServiceWord word={row.vendorStatus} />,
  },
  {
    id: 'vendorId',
    header: 'Vendor ID',
    width: '90px',
    cell: (row) => (row.vendorId === null ? null : <Verbatim>{row.vendorId}</Verbatim>),
  },
  {
    id: 'archived',
    header: 'Archived',
    width: '80px',
    cell: (row) => (row.archivedAt === null ? null : <TimeText at={row.archivedAt} />),
  },
];

export const defaultInviteColumns: readonly string[] = Object.keys(inviteColumn);
