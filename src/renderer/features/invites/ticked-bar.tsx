import { Archive, ArchiveRestore, Ban, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { CallResult } from '#shared/ipc/call.ts';
import type { InviteRow } from '#shared/ipc/invites.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import { nextState } from '#shared/outbox.ts';
import { call } from '../../bridge.ts';
import { classesOf } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { useToasts } from '../../stores/toasts.ts';
import styles from './invite-list.module.css';

const cls = classesOf(styles);

function invites(count: number): string {
  return count === 1 ? '1 invite' : `${count} invites`;
}

/**
 * What can be done to all ticked invites at once. Unclear ones are left out: each of those is for a person to decide
 * on its own.
 */
export function TickedBar({ rows, onClear }: { rows: readonly InviteRow[]; onClear: () => void }) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);
  const clear = rows.filter((row) => row.state !== 'in_doubt');
  const cancellable = clear.filter((row) => nextState(row.state, 'cancelled') !== null);
  const retriable = clear.filter((row) => nextState(row.state, 'retried_now') !== null);

  const sent = rows.filter((row) => row.state === 'accepted');
  const archivable = sent.filter((row) => row.archivedAt === null);
  const archived = sent.filter((row) => row.archivedAt !== null);
  const nothing = retriable.length + cancellable.length + sent.length === 0;

  async function putAside(among: readonly InviteRow[], aside: boolean): Promise<void> {
    setBusy(true);
    setOutcome(null);
    const entryIds = among.map((row) => row.entryId);
    const result = await call('invites.archive', { entryIds, archived: aside });
    setBusy(false);
    if (!result.ok) {
      setOutcome(result.error.message);
      return;
    }
    const { changed } = result.value;
    const done = aside ? 'archived' : 'taken out of the archive';
    onClear();
    useToasts.getState().show({
      text: `${invites(changed.length)} ${done}`,
      undo: async () => {
        if (changed.length === 0) return 'Nothing had changed.';
        const back = await call('invites.archive', { entryIds: changed, archived: !aside });
        return back.ok ? `${invites(back.value.changed.length)} put back.` : back.error.message;
      },
    });
  }

  async function each(
    among: readonly InviteRow[],
    act: (row: InviteRow) => Promise<CallResult<EntryProgress>>,
    done: (count: number) => string,
  ): Promise<string | null> {
    setBusy(true);
    setOutcome(null);
    let count = 0;
    const problems = new Set<string>();
    for (const row of among) {
      const result = await act(row);
      if (result.ok) count += 1;
      else problems.add(result.error.message);
    }
    setBusy(false);
    const left = among.length - count;
    const rest = left === 0 ? [] : [`${left} not:`, ...problems];
    setOutcome([done(count), ...rest].join(' '));
    return null;
  }

  return (
    <div className={cls('ticked')} role="region" aria-label="Ticked invites">
      <span className={cls('tickedCount')}>{`${rows.length} ticked`}</span>
      {retriable.length === 0 ? null : (
        <Button
          size="small"
          icon={RotateCw}
          pending={busy}
          onPress={() =>
            void each(
              retriable,
              (row) => call('outbox.retryNow', { entryId: row.entryId }),
              (count) => `${count} queued again.`,
            )
          }
        >
          {`Try ${retriable.length} now`}
        </Button>
      )}
      {cancellable.length === 0 ? null : (
        <Button size="small" icon={Ban} pending={busy} onPress={() => setAsking(true)}>
          {`Cancel ${cancellable.length}`}
        </Button>
      )}
      {archivable.length === 0 ? null : (
        <Button size="small" icon={Archive} pending={busy} onPress={() => void putAside(archivable, true)}>
          {`Archive ${archivable.length}`}
        </Button>
      )}
      {archived.length === 0 ? null : (
        <Button
          size="small"
          icon={ArchiveRestore}
          pending={busy}
          onPress={() => void putAside(archived, false)}
        >
          {`Take ${archived.length} out of the archive`}
        </Button>
      )}
      <Button size="small" variant="quiet" onPress={onClear}>
        Clear
      </Button>
      <span className={cls('outcome')} role="status">
        {outcome ?? (nothing ? 'Nothing can be done to these together. Open one to decide on it.' : null)}
      </span>
      {asking ? (
        <ConfirmDialog
          title={`Cancel ${invites(cancellable.length)}?`}
          confirmLabel="Cancel them"
          onConfirm={() =>
            each(
              cancellable,
              (row) => call('outbox.cancel', { entryId: row.entryId }),
              (count) => `${count} cancelled.`,
            )
          }
          onClose={() => setAsking(false)}
        >
          They are not sent. They stay on this computer for the record.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
