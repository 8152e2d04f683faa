import { Archive, ArchiveRestore, Ban, BellRing, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { InviteRow } from '#shared/ipc/invites.ts';
import { nextState } from '#shared/outbox.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { TickedBar } from '../../components/ticked-bar.tsx';
import { archiveAll, cancelAll, invites, remindAll, tryAll } from './many-invites.ts';

/**
 * What can be done to all ticked invites at once. Unclear ones are left out: each of those is for a person to decide
 * on its own.
 */
export function TickedInvites({ rows, onClear }: { rows: readonly InviteRow[]; onClear: () => void }) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<'cancel' | 'remind' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const clear = rows.filter((row) => row.state !== 'in_doubt');
  const cancellable = clear.filter((row) => nextState(row.state, 'cancelled') !== null);
  const retriable = clear.filter((row) => nextState(row.state, 'retried_now') !== null);
  const sent = rows.filter((row) => row.state === 'accepted');
  const archivable = sent.filter((row) => row.archivedAt === null);
  const archived = sent.filter((row) => row.archivedAt !== null);
  const nothing = retriable.length + cancellable.length + sent.length === 0;

  /** Ends with the ticks cleared and a toast that tells how many, or with what went wrong. */
  async function act(acting: () => Promise<string | null>): Promise<string | null> {
    setBusy(true);
    setProblem(null);
    const sentence = await acting();
    setBusy(false);
    if (sentence === null) onClear();
    return sentence;
  }

  async function press(acting: () => Promise<string | null>): Promise<void> {
    setProblem(await act(acting));
  }

  return (
    <TickedBar
      label="Ticked invites"
      count={rows.length}
      onClear={onClear}
      outcome={
        problem ?? (nothing ? 'Nothing can be done to these together. Open one to decide on it.' : null)
      }
    >
      {retriable.length === 0 ? null : (
        <Button
          size="small"
          icon={RotateCw}
          pending={busy}
          onPress={() => void press(() => tryAll(retriable))}
        >
          {`Try ${retriable.length} now`}
        </Button>
      )}
      {sent.length === 0 ? null : (
        <Button size="small" icon={BellRing} pending={busy} onPress={() => setAsking('remind')}>
          {`Remind ${sent.length}`}
        </Button>
      )}
      {cancellable.length === 0 ? null : (
        <Button size="small" icon={Ban} pending={busy} onPress={() => setAsking('cancel')}>
          {`Cancel ${cancellable.length}`}
        </Button>
      )}
      {archivable.length === 0 ? null : (
        <Button
          size="small"
          icon={Archive}
          pending={busy}
          onPress={() => void press(() => archiveAll(archivable, true))}
        >
          {`Archive ${archivable.length}`}
        </Button>
      )}
      {archived.length === 0 ? null : (
        <Button
          size="small"
          icon={ArchiveRestore}
          pending={busy}
          onPress={() => void press(() => archiveAll(archived, false))}
        >
          {`Take ${archived.length} out of the archive`}
        </Button>
      )}
      {asking === 'cancel' ? (
        <ConfirmDialog
          title={`Cancel ${invites(cancellable.length)}?`}
          confirmLabel="Cancel them"
          onConfirm={() => act(() => cancelAll(cancellable))}
          onClose={() => setAsking(null)}
        >
          They are not sent. They stay on this computer for the record.
        </ConfirmDialog>
      ) : null}
      {asking === 'remind' ? (
        <ConfirmDialog
          title={sent.length === 1 ? 'Remind this vendor?' : `Remind ${sent.length} vendors?`}
          confirmLabel={sent.length === 1 ? 'Queue a second invite' : `Queue ${sent.length} second invites`}
          onConfirm={() => act(() => remindAll(sent))}
          onClose={() => setAsking(null)}
        >
          {`The service has no reminder, so ${sent.length === 1 ? 'this is a new invite. The vendor gets' : 'these are new invites. Each vendor gets'} a second e-mail.`}
        </ConfirmDialog>
      ) : null}
    </TickedBar>
  );
}
