import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { call } from '../bridge.ts';
import { entryKindViews } from '../entry-kinds.ts';
import { tellDecided } from '../stores/undo.ts';
import { ConfirmDialog } from './dialog.tsx';

interface EntryDialogProps {
  kind: EntryKind;
  /** Who may hear of it. */
  name: string;
  onClose: () => void;
}

/** Asks once more before an unclear entry leaves a second time. */
export function SendAgainDialog({ entryId, kind, name, onClose }: EntryDialogProps & { entryId: string }) {
  const { title, question } = entryKindViews[kind].sendAgain;
  return (
    <ConfirmDialog
      title={title}
      confirmLabel="Send again"
      onClose={onClose}
      onConfirm={async () => {
        const result = await call('outbox.sendAgain', { entryId });
        if (!result.ok) return result.error.message;
        tellDecided('sent_again', kind, [entryId], result.value.notBefore);
        return null;
      }}
    >
      {question(name)}
    </ConfirmDialog>
  );
}

/** Asks before an entry is closed, since what was sent is not recalled by that. */
export function CancelDialog({ entry, kind, name, onClose }: EntryDialogProps & { entry: EntryProgress }) {
  const { title, confirmLabel, question } = entryKindViews[kind].cancel;
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel="Keep it"
      danger
      onClose={onClose}
      onConfirm={async () => {
        const result = await call('outbox.cancel', { entryId: entry.entryId });
        if (!result.ok) return result.error.message;
        tellDecided('cancelled', kind, [entry.entryId]);
        return null;
      }}
    >
      {question(name, entry.state)}
    </ConfirmDialog>
  );
}
