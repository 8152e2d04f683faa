import { Archive, ArchiveRestore, Ban, BellRing, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { InviteRow, Reminders } from '#shared/ipc/invites.ts';
import { nextState } from '#shared/outbox/outbox.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { TickedBar } from '../../components/ticked-bar.tsx';
import type { Ticks } from '../../stores/ticks.ts';
import { archiveAll, cancelAll, invites, leftOutMessage, remindAll, tryAll } from './many-invites.ts';

/** Actions on all ticked invites. Unclear ones are left out, as each needs its own decision. */
export function TickedInvites({ ticks }: { ticks: Ticks<InviteRow> }) {
  const { rows } = ticks;
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<'cancel' | Reminders | null>(null);
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
    if (sentence === null) ticks.clear();
    return sentence;
  }

  /** Asks what reminding would do, so that the question says it. */
  async function lookBeforeReminding(): Promise<string | null> {
    const result = await call('invites.remindable', { entryIds: sent.map(({ entryId }) => entryId) });
    if (!result.ok) return result.error.message;
    if (result.value.entryIds.length === 0)
      return `Nobody can be reminded now: ${leftOutMessage(result.value)}.`;
    setAsking(result.value);
    return null;
  }

  async function look(): Promise<void> {
    setBusy(true);
    setProblem(await lookBeforeReminding());
    setBusy(false);
  }

  async function press(acting: () => Promise<string | null>): Promise<void> {
    setProblem(await act(acting));
  }

  return (
    <TickedBar
      label="Selected invites"
      count={rows.length}
      ticks={ticks}
      outcome={problem ?? (nothing ? 'These can’t be changed together. Open one to decide.' : null)}
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
        <Button size="small" icon={BellRing} pending={busy} onPress={() => void look()}>
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
          {`Unarchive ${archived.length}`}
        </Button>
      )}
      {asking === 'cancel' ? (
        <ConfirmDialog
          title={`Cancel ${invites(cancellable.length)}?`}
          confirmLabel={cancellable.length === 1 ? 'Cancel it' : 'Cancel them'}
          cancelLabel={cancellable.length === 1 ? 'Keep it' : 'Keep them'}
          onConfirm={() => act(() => cancelAll(cancellable))}
          onClose={() => setAsking(null)}
        >
          {cancellable.length === 1
            ? 'It is not sent. It stays on this computer for the record.'
            : 'They are not sent. They stay on this computer for the record.'}
        </ConfirmDialog>
      ) : null}
      {asking === null || asking === 'cancel' ? null : (
        <ConfirmDialog
          title={
            asking.entryIds.length === 1 ? 'Remind 1 vendor?' : `Remind ${asking.entryIds.length} vendors?`
          }
          confirmLabel={
            asking.entryIds.length === 1
              ? 'Queue a second invite'
              : `Queue ${asking.entryIds.length} second invites`
          }
          onConfirm={() => act(() => remindAll(asking.entryIds))}
          onClose={() => setAsking(null)}
        >
          {`The service has no reminder, so ${asking.entryIds.length === 1 ? 'this is a new invite. The vendor gets' : 'these are new invites. Each vendor gets'} a second email.`}
          {leftOutMessage(asking) === '' ? null : ` Left out: ${leftOutMessage(asking)}.`}
        </ConfirmDialog>
      )}
    </TickedBar>
  );
}
