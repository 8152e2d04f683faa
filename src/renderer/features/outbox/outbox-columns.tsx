import { Loader } from 'lucide-react';
import { useState } from 'react';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import type { OutboxRow } from '#shared/ipc/outbox.ts';
import { queueHold } from '#shared/words/queue-hold.ts';
import type { EntryState } from '#shared/outbox/outbox.ts';
import { readRefusal, refusalText } from '#shared/outbox/refusal.ts';
import { reasonBrief } from '#shared/words/sentences.ts';
import { secondsLeft } from '#shared/words/undo-messages.ts';
import { SmallButton } from '../../components/button.tsx';
import { type Column, tableColumns } from '../../components/table-column.tsx';
import { goToCorrection, AskAgain } from '../../components/entry-choices.tsx';
import { entryKindViews } from '../../entry-kinds.ts';
import { Icon } from '../../components/icon.tsx';
import { RefusalLine } from '../../components/refusal-message.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { bindClasses } from '../../class-names.ts';
import { decide, useAction } from '../../stores/action.ts';
import { navigate } from '../../stores/navigation.ts';
import { useCondition } from '../../stores/sync.ts';
import { useNow, clockTime, soon, stretch } from '../../time.ts';
import styles from './outbox-columns.module.css';

const cls = bindClasses(styles);

/** All columns, and the default ones. */
export const outboxColumnChoices: readonly Column<OutboxRow>[] = outboxColumns(null).filter(
  ({ id }) => id !== 'action',
);
export const defaultOutboxColumns: readonly string[] = outboxColumnChoices.map(({ id }) => id);

/** @param firstWaiting the entry that goes out next */
export function outboxColumns(firstWaiting: string | null): Column<OutboxRow>[] {
  return [
    ...tableColumns('outbox', (row: OutboxRow) => row, {
      kind: {
        header: <span className={cls('kindHead')}>Kind</span>,
        width: '124px',
        cell: (row) => (
          <span className={`${cls('kind')} row gap-8 quiet`}>
            <Icon of={entryKindViews[row.kind].icon} />
            {entryLabels[row.kind].labels.title}
          </span>
        ),
      },
      for: {
        width: 'minmax(112px, 1fr)',
        cell: (row) => (
          <span title={`${row.title} ${row.subtitle}`}>
            <span className="medium">{row.title}</span> <span className="quiet">{row.subtitle}</span>
          </span>
        ),
      },
    }),
    {
      id: 'what',
      header: 'Status',
      // The groups show it.
      sortable: false,
      width: 'minmax(176px, 1.6fr)',
      cell: (row) => <WhatHappens row={row} next={row.entryId === firstWaiting} />,
    },
    ...tableColumns('outbox', (row: OutboxRow) => row, {
      next: { width: 'minmax(126px, 0.5fr)', cell: (row) => <NextTry row={row} /> },
      tries: { width: '72px', align: 'end', cell: (row) => row.attempts },
      queued: { width: '72px', cell: (row) => <TimeText at={row.queuedAt} /> },
    }),
    {
      id: 'action',
      header: '',
      spoken: 'Action',
      sortable: false,
      width: '78px',
      align: 'end',
      cell: (row) => <RowAction row={row} />,
    },
  ];
}

function WhatHappens({ row, next }: { row: OutboxRow; next: boolean }) {
  const hold = queueHold(useCondition(), clockTime);
  const now = useNow('second');
  switch (row.state) {
    case 'sending':
      return <Answering since={row.changedAt} />;
    case 'queued':
      if (row.notBefore !== undefined && row.notBefore > now)
        return `Sends in ${secondsLeft(row.notBefore, now)} s`;
      if (hold === null) return next ? 'Next in line' : 'Waiting';
      return <StateChip entry={row} kind={row.kind} inLine="ground" />;
    case 'waiting':
      if (hold !== null && hold.notBefore === null)
        return <StateChip entry={row} kind={row.kind} inLine="ground" />;
      return row.reason === null ? 'Waiting' : reasonBrief(row.reason, row.kind);
    case 'in_doubt':
    case 'rejected':
    case 'dead':
      return (
        <span className="row gap-8 narrows">
          <StateChip entry={row} kind={row.kind} />
          <Why row={row} />
        </span>
      );
    case 'accepted':
      return (
        <span>
          {row.markedByPerson ? 'Marked as sent' : 'Sent'} <TimeText at={row.sentAt ?? row.changedAt} />
          {row.colleague === undefined ? null : ` by ${row.colleague}`}
        </span>
      );
    case 'cancelled':
      return <StateChip entry={row} kind={row.kind} inLine="ground" />;
  }
}

function Why({ row }: { row: OutboxRow }) {
  const refusal = readRefusal(row.reason, row.kind);
  const text = refusalText(refusal);
  if (row.reason === null) return null;
  const title = text ?? reasonBrief(row.reason, row.kind);
  return (
    <span className="one-line" title={title}>
      {text === null ? title : <RefusalLine refusal={refusal} />}
    </span>
  );
}

function Answering({ since }: { since: number }) {
  const now = useNow('second');
  return (
    <span className={`${cls('answering')} row gap-6`}>
      <Icon of={Loader} size={14} turning />
      Waiting for the service’s reply, {stretch(now - since)}
    </span>
  );
}

const nextSteps: Partial<Record<EntryState, string>> = {
  in_doubt: 'When you decide',
  rejected: 'When you correct it',
  dead: 'When you try again',
};

function NextTry({ row }: { row: OutboxRow }) {
  const hold = queueHold(useCondition(), clockTime);
  const waits = row.state === 'waiting';
  if (waits && hold?.next == null && row.nextAt !== null)
    return <PlannedTry at={Math.max(row.nextAt, hold?.notBefore ?? 0)} />;
  return <span className="quiet">{(waits ? hold?.next : nextSteps[row.state]) ?? '–'}</span>;
}

/** When the next try is due; once due, the entry waits only for its turn. */
function PlannedTry({ at }: { at: number }) {
  const now = useNow('second');
  if (at <= now) return <span className="quiet">Waiting its turn</span>;
  return (
    <span>
      <span className="medium">
        <TimeText at={at} form="clock" />
      </span>{' '}
      <span className="quiet">{soon(at, now)}</span>
    </span>
  );
}

function RowAction({ row }: { row: OutboxRow }) {
  const retry = useAction('outbox.retryNow');
  const [cancelling, setCancelling] = useState(false);
  const open = () => navigate({ screen: 'outbox', path: [row.entryId], query: { kind: row.kind } });
  switch (row.state) {
    case 'in_doubt':
    case 'rejected':
      return (
        <SmallButton
          onPress={() => (row.state === 'in_doubt' ? open() : goToCorrection(row.kind, row.entryId))}
        >
          {row.state === 'in_doubt' ? 'Decide' : 'Correct'}
        </SmallButton>
      );
    case 'dead':
    case 'waiting':
      return (
        <span className={cls(row.state === 'waiting' && 'onHover')}>
          <SmallButton
            variant={row.state === 'dead' ? 'secondary' : 'quiet'}
            pending={retry.pending}
            onPress={() => void decide(retry, 'retried_now', row)}
          >
            {row.state === 'dead' ? 'Try again' : 'Try now'}
          </SmallButton>
        </span>
      );
    case 'queued':
      return (
        <span className={cls('onHover')}>
          <SmallButton variant="quiet" onPress={() => setCancelling(true)}>
            Cancel
          </SmallButton>
          {cancelling ? (
            <AskAgain
              decision="cancelled"
              entry={row}
              kind={row.kind}
              name={row.subtitle}
              onClose={() => setCancelling(false)}
            />
          ) : null}
        </span>
      );
    case 'sending':
    case 'accepted':
    case 'cancelled':
      return <span />;
  }
}
