import { Archive, ArchiveRestore, Ban, BellRing, RotateCw, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import type { InviteRow, Reminders } from '#shared/ipc/invites.ts';
import { isFateOpen, nextState } from '#shared/outbox/outbox.ts';
import { call, takeAnswer } from '../../bridge.ts';
import { useWork } from '../../stores/action.ts';
import { SmallButton } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { TickedBar } from '../../components/list-screen.tsx';
import type { Ticks } from '../../stores/ticks.ts';
import { tellDone, tellEntries } from '../../stores/undo.ts';

const invites = (count: number): string => pluralize(count, 'invite');

const getIds = (rows: readonly InviteRow[]): string[] => rows.map((row) => row.entryId);

const archiveAll = (rows: readonly InviteRow[], archived: boolean) =>
  takeAnswer(call('invites.archive', { entryIds: getIds(rows), archived }), ({ changed }) =>
    tellArchived(changed, archived),
  );

/** Tells that sent invites were put aside or back, with a way to undo it. */
export function tellArchived(changed: readonly string[], archived: boolean): void {
  tellDone(
    `${invites(changed.length)} ${archived ? 'archived' : 'unarchived'}`,
    changed.length === 0
      ? null
      : async () => {
          const back = await call('invites.archive', { entryIds: [...changed], archived: !archived });
          return back.ok ? `${invites(back.value.changed.length)} restored.` : back.error.message;
        },
  );
}

const doneWords = { retried_now: 'queued again', cancelled: 'canceled' } as const;

/** Decides on invites with undo; returns an error message or null. */
const decideAll = (rows: readonly InviteRow[], decision: keyof typeof doneWords) =>
  takeAnswer(call('outbox.decideMany', { entryIds: getIds(rows), decision }), ({ changed, notBefore }) => {
    const unchanged = rows.length - changed.length;
    const rest = unchanged === 0 ? '' : `, ${countText(unchanged)} unchanged`;
    const text = `${invites(changed.length)} ${doneWords[decision]}${rest}`;
    tellEntries(text, 'invite', changed, decision, decision === 'cancelled' ? null : notBefore);
  });

function leftOutMessage({ leftOut }: Pick<Reminders, 'leftOut'>): string {
  const { notSent, sameRecipient, underWay } = leftOut;
  const parts: [number, string][] = [
    [underWay, 'with an invite that is not sent yet or unclear'],
    [sameRecipient, 'to an address that is selected twice'],
    [notSent, `that ${notSent === 1 ? 'was' : 'were'} not sent`],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${countText(count)} ${words}`)
    .join(', ');
}

/** Queues a second invite for each, with undo until sent; returns an error message or null. */
const remindAll = (entryIds: readonly string[]) =>
  takeAnswer(call('invites.remind', { entryIds: [...entryIds] }), ({ queued, notBefore, leftOut }) => {
    const count = pluralize(queued.length, 'second invite');
    // Another reminder may have been queued since the dialog opened.
    const left = leftOutMessage({ leftOut });
    const text = `${count} queued${left === '' ? '' : `. Left out: ${left}`}`;
    tellEntries(text, 'invite', queued, 'enqueued', notBefore);
  });

/** Actions on selected invites. What may have been sent is left out, as each needs its own decision. */
export function TickedInvites({ ticks }: { ticks: Ticks<InviteRow> }) {
  const { rows } = ticks;
  const { run, pending, problem } = useWork();
  const [asking, setAsking] = useState<'cancel' | Reminders | null>(null);
  const clear = rows.filter((row) => !isFateOpen(row));
  const cancellable = clear.filter((row) => nextState(row.state, 'cancelled') !== null);
  const retriable = clear.filter((row) => nextState(row.state, 'retried_now') !== null);
  const sent = rows.filter((row) => row.state === 'accepted');
  const archivable = sent.filter((row) => row.archivedAt === null);
  const archived = sent.filter((row) => row.archivedAt !== null);
  const nothing = retriable.length + cancellable.length + sent.length === 0;

  /** Ends with the ticks cleared and a toast that tells how many, or with what went wrong. */
  async function act(acting: Promise<string | null>): Promise<string | null> {
    const sentence = await acting;
    if (sentence === null) ticks.clear();
    return sentence;
  }

  async function askToRemind(): Promise<string | null> {
    const result = await call('invites.remindable', { entryIds: getIds(sent) });
    if (!result.ok) return result.error.message;
    if (result.value.entryIds.length === 0)
      return `Nobody can be reminded now: ${leftOutMessage(result.value)}.`;
    setAsking(result.value);
    return null;
  }

  const button = (label: string, icon: LucideIcon, some: readonly InviteRow[], work: () => unknown) =>
    some.length === 0 ? null : (
      <SmallButton icon={icon} pending={pending} onPress={() => void work()}>
        {label.replace('#', String(some.length))}
      </SmallButton>
    );
  return (
    <TickedBar
      label="Selected invites"
      count={rows.length}
      ticks={ticks}
      outcome={problem ?? (nothing ? 'These can’t be changed together. Open one to decide.' : null)}
    >
      {button('Try # now', RotateCw, retriable, () => run(act(decideAll(retriable, 'retried_now'))))}
      {button('Remind #', BellRing, sent, () => run(askToRemind()))}
      {button('Cancel #', Ban, cancellable, () => setAsking('cancel'))}
      {button('Archive #', Archive, archivable, () => run(act(archiveAll(archivable, true))))}
      {button('Unarchive #', ArchiveRestore, archived, () => run(act(archiveAll(archived, false))))}
      {asking === 'cancel' ? (
        <ConfirmDialog
          title={`Cancel ${invites(cancellable.length)}?`}
          confirmLabel={cancellable.length === 1 ? 'Cancel it' : 'Cancel them'}
          cancelLabel={cancellable.length === 1 ? 'Keep it' : 'Keep them'}
          onConfirm={() => act(decideAll(cancellable, 'cancelled'))}
          onClose={() => setAsking(null)}
        >
          {cancellable.length === 1
            ? 'It is not sent. It stays on this computer for the record.'
            : 'They are not sent. They stay on this computer for the record.'}
        </ConfirmDialog>
      ) : null}
      {asking === null || asking === 'cancel' ? null : (
        <ConfirmDialog
          title={`Remind ${pluralize(asking.entryIds.length, 'vendor')}?`}
          confirmLabel={
            asking.entryIds.length === 1
              ? 'Queue a second invite'
              : `Queue ${asking.entryIds.length} second invites`
          }
          onConfirm={() => act(remindAll(asking.entryIds))}
          onClose={() => setAsking(null)}
        >
          {`The service has no reminder, so ${asking.entryIds.length === 1 ? 'this is a new invite. The vendor gets' : 'these are new invites. Each vendor gets'} a second email.`}
          {leftOutMessage(asking) === '' ? null : ` Left out: ${leftOutMessage(asking)}.`}
        </ConfirmDialog>
      )}
    </TickedBar>
  );
}
