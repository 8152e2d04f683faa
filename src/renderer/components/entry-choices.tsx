import { Ban, Check, type LucideIcon, Pencil, RotateCw, Send } from 'lucide-react';
import { useState } from 'react';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import { type EntryKind, findHold, isFateOpen, openFateReasons } from '#shared/outbox/outbox.ts';
import { entryKindViews } from '../entry-kinds.ts';
import { shortcutKeys } from '../shortcuts.ts';
import { decide, useAction } from '../stores/action.ts';
import { navigate } from '../stores/navigation.ts';
import { call } from '../bridge.ts';
import { tellDecided } from '../stores/undo.ts';
import { ConfirmDialog } from './dialog.tsx';

export function goToCorrection(kind: EntryKind, entryId: string): void {
  navigate({ screen: entryLabels[kind].screen, path: ['new'], query: { replaces: entryId } });
}

export function isEditable({ state, reason }: EntryProgress): boolean {
  return (
    state === 'queued' || (state === 'waiting' && (reason === null || !openFateReasons.includes(reason.code)))
  );
}

export interface ConsequenceChoice {
  id: string;
  icon: LucideIcon;
  label: string;
  consequence: string;
  keys?: string;
  pending?: boolean;
  onChoose: () => void;
}

export type KeyedChoice = ConsequenceChoice & { keys: string };

/** What a person can do with an entry, each with its consequence, and the dialog that asks once more. */
export function useEntryChoices(entry: EntryProgress, kind: EntryKind, name: string) {
  const [asking, setAsking] = useState<AskingProps['decision'] | null>(null);
  const mark = useAction('outbox.markAsSent');
  const again = useAction('outbox.sendAgain');
  const retry = useAction('outbox.retryNow');
  const { entryId } = entry;
  const view = entryKindViews[kind];
  const held = findHold(entry);
  const isUnsent = held !== null && !isFateOpen(entry);
  const isUnclear = entry.state === 'in_doubt' && entry.reason?.code === 'answer_not_clear';

  const sendAgain: KeyedChoice = {
    id: 'send_again',
    icon: Send,
    label: isUnclear ? 'It wasn’t sent. Send again' : 'Send again',
    consequence: view.sent_again.consequence(name),
    keys: shortcutKeys.sendAgain,
    onChoose: () => setAsking('sent_again'),
  };
  const sendAnyway: KeyedChoice = {
    ...sendAgain,
    label: 'Send anyway',
    consequence: `${name} gets an email from each of you.`,
    pending: again.pending,
    onChoose: () => void decide(again, 'sent_again', { entryId, kind }),
  };
  const markAsSent: KeyedChoice = {
    id: 'mark',
    icon: Check,
    label: isUnclear ? 'It was sent' : 'Mark as sent',
    consequence: view.marked_as_sent.consequence(name),
    keys: shortcutKeys.markAsSent,
    pending: mark.pending,
    onChoose: () => void decide(mark, 'marked_as_sent', { entryId, kind }),
  };
  const cancel: KeyedChoice = {
    id: 'cancel',
    icon: Ban,
    label: 'Cancel',
    consequence:
      entry.state === 'in_doubt' && !isUnsent
        ? view.cancelled.consequence(name)
        : 'Stops tracking it. Nothing is sent.',
    keys: shortcutKeys.cancel,
    onChoose: () => setAsking('cancelled'),
  };
  const tryNow: KeyedChoice = {
    id: 'try',
    icon: RotateCw,
    label: entry.state === 'dead' ? 'Try again' : 'Try now',
    consequence: 'Joins the queue at once instead of waiting.',
    keys: shortcutKeys.sendAgain,
    pending: retry.pending,
    onChoose: () => void decide(retry, 'retried_now', { entryId, kind }),
  };
  const correct: KeyedChoice = {
    id: 'correct',
    icon: Pencil,
    label: 'Correct and resend',
    consequence: 'Opens a copy with your details. This one stays in the record.',
    keys: shortcutKeys.sendAgain,
    onChoose: () => goToCorrection(kind, entryId),
  };

  const edit: KeyedChoice = {
    id: 'edit',
    icon: Pencil,
    label: 'Edit',
    consequence: 'Opens it with what you filled in. What you save is sent in its place.',
    keys: shortcutKeys.correct,
    onChoose: () => navigate({ screen: entryLabels[kind].screen, path: ['new'], query: { edits: entryId } }),
  };

  const isDone = entryLabels[kind].doneBefore?.says(entry.reason) === true;
  const choices: Record<EntryProgress['state'], KeyedChoice[]> = {
    in_doubt: isUnsent ? [sendAnyway, cancel] : [held === null ? sendAgain : sendAnyway, markAsSent, cancel],
    rejected: isDone ? [markAsSent, correct, cancel] : [correct, cancel],
    dead: [tryNow, cancel],
    waiting: isEditable(entry) ? [tryNow, edit, cancel] : [tryNow, cancel],
    queued: [edit, cancel],
    sending: [],
    accepted: [],
    cancelled: [],
  };
  return {
    choices: choices[entry.state],
    problem: mark.error ?? again.error ?? retry.error,
    dialog:
      asking === null ? null : (
        <AskAgain decision={asking} entry={entry} kind={kind} name={name} onClose={() => setAsking(null)} />
      ),
  };
}

interface AskingProps {
  decision: 'sent_again' | 'cancelled';
  entry: EntryProgress;
  kind: EntryKind;
  name: string;
  onClose: () => void;
}

/** Confirms sending again, or canceling, which recalls nothing that was sent. */
export function AskAgain({ decision, entry: { entryId, state }, kind, name, onClose }: AskingProps) {
  const { title, confirmLabel, question } = entryKindViews[kind][decision];
  const isCancel = decision === 'cancelled';
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel={isCancel ? 'Keep it' : 'Cancel'}
      danger={isCancel}
      onClose={onClose}
      onConfirm={async () => {
        const result = await call(isCancel ? 'outbox.cancel' : 'outbox.sendAgain', { entryId });
        if (result.ok) tellDecided(decision, kind, [entryId], isCancel ? null : result.value.notBefore);
        return result;
      }}
    >
      {question(name, state)}
    </ConfirmDialog>
  );
}
