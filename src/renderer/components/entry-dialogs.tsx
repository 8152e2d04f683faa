import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { EntryKind } from '#shared/outbox.ts';
import { call } from '../bridge.ts';
import { tellDecided } from '../stores/tell-done.ts';
import { ConfirmDialog } from './dialog.tsx';

interface EntryDialogProps {
  kind: EntryKind;
  /** Who may hear of it. */
  name: string;
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

/** Asks once more before an unclear entry leaves a second time. */
export function SendAgainDialog({
  entryId,
  kind,
  name,
  onDone,
  onClose,
}: EntryDialogProps & { entryId: string }) {
  const invite = kind === 'invite';
  return (
    <ConfirmDialog
      title={invite ? 'Send this invite again?' : 'Submit these details again?'}
      confirmLabel="Send again"
      onClose={onClose}
      onConfirm={async () => {
        const result = await call('outbox.sendAgain', { entryId });
        if (!result.ok) return result.error.message;
        tellDecided('sent_again', kind, [entryId], result.value.notBefore);
        onDone?.();
        return null;
      }}
    >
      {invite
        ? `${name} may already have it and could get a second email. It joins the outbox as a new try.`
        : 'The service may already be verifying these details and could do it, and bill it, twice. They join the outbox as a new try.'}
    </ConfirmDialog>
  );
}

/** Asks before an entry is closed, since what was sent is not recalled by that. */
export function CancelDialog({
  entry,
  kind,
  name,
  onDone,
  onClose,
}: EntryDialogProps & { entry: EntryProgress }) {
  const invite = kind === 'invite';
  const words = invite
    ? entry.state === 'in_doubt'
      ? `${name} may already have the email, and this does not recall it. It stays in the record as canceled.`
      : `Nothing was accepted for ${name}, and nothing will be sent. It stays in the record as canceled.`
    : entry.state === 'in_doubt'
      ? 'The service may already be verifying these details, and this does not stop it. They stay in the record as canceled.'
      : 'It will not be submitted. It stays in the record as canceled.';
  return (
    <ConfirmDialog
      title={invite ? 'Cancel this invite?' : 'Cancel this verification?'}
      confirmLabel={invite ? 'Cancel the invite' : 'Cancel the check'}
      cancelLabel="Keep it"
      danger
      onClose={onClose}
      onConfirm={async () => {
        const result = await call('outbox.cancel', { entryId: entry.entryId });
        if (!result.ok) return result.error.message;
        tellDecided('cancelled', kind, [entry.entryId]);
        onDone?.();
        return null;
      }}
    >
      {words}
    </ConfirmDialog>
  );
}
