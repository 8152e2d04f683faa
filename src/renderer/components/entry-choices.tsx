import { Ban, Check, Pencil, RotateCw, Send } from 'lucide-react';
import { useState } from 'react';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import { openFateReasons, type EntryKind } from '#shared/outbox/outbox.ts';
import { entryKindViews } from '../entry-kinds.ts';
import { shortcutKeys } from '../shortcuts.ts';
import { decide, useAction } from '../stores/action.ts';
import { navigate } from '../stores/navigation.ts';
import { AnswerRuleChoice } from './answer-rule.tsx';
import { Button } from './button.tsx';
import { ChoiceList, type ConsequenceChoice } from './choice-list.tsx';
import { CancelDialog, SendAgainDialog } from './entry-dialogs.tsx';
import { MessageBlock, Problem } from './message-block.tsx';

/** The place where an entry is corrected and enqueued again. */
export function goToCorrection(kind: EntryKind, entryId: string): void {
  navigate({
    screen: entryLabels[kind].screen,
    path: ['new'],
    query: { replaces: entryId },
  });
}

/** Leads to the form of an entry that is still to be sent: what is saved there goes out in its place. */
export function goToEdit(kind: EntryKind, entryId: string): void {
  navigate({ screen: entryLabels[kind].screen, path: ['new'], query: { edits: entryId } });
}

/** Whether an entry can be edited, as far as its row tells. */
export function isEditable({ state, reason }: EntryProgress): boolean {
  return (
    state === 'queued' || (state === 'waiting' && (reason === null || !openFateReasons.includes(reason.code)))
  );
}

/** Said above the form of an edit: what saving does, or why it can no longer be saved. */
export function EditNote({ entry, kind }: { entry: EntryProgress; kind: EntryKind }) {
  const { screen, labels } = entryLabels[kind];
  if (isEditable(entry)) {
    return (
      <MessageBlock tone="neu" slim>
        {`This ${labels.one} isn’t sent yet. What you save is sent in its place.`}
      </MessageBlock>
    );
  }
  return (
    <MessageBlock
      tone="cau"
      live
      title={`This ${labels.one} can’t be edited anymore.`}
      actions={
        <Button size="small" onPress={() => navigate({ screen, path: [entry.entryId] })}>
          {`Open the ${labels.one}`}
        </Button>
      }
    >
      Sending has started, or it was canceled.
    </MessageBlock>
  );
}

/** What a person can do with an entry, each with its consequence. Sending again asks once more. `name`: who may hear of it. */
export function EntryChoices({ entry, kind, name }: { entry: EntryProgress; kind: EntryKind; name: string }) {
  const [asking, setAsking] = useState<'send_again' | 'cancel' | null>(null);
  const mark = useAction('outbox.markAsSent');
  const retry = useAction('outbox.retryNow');
  const { entryId } = entry;
  const view = entryKindViews[kind];

  const sendAgain: ConsequenceChoice = {
    id: 'send_again',
    icon: Send,
    label: 'Send again',
    consequence: view.sendAgain.consequence(name),
    keys: shortcutKeys.sendAgain,
    onChoose: () => setAsking('send_again'),
  };
  const markAsSent: ConsequenceChoice = {
    id: 'mark',
    icon: Check,
    label: 'Mark as sent',
    consequence: view.markAsSent.consequence(name),
    keys: shortcutKeys.markAsSent,
    pending: mark.pending,
    onChoose: () => void decide(mark, 'marked_as_sent', { entryId, kind }),
  };
  const cancel: ConsequenceChoice = {
    id: 'cancel',
    icon: Ban,
    label: 'Cancel',
    consequence:
      entry.state === 'in_doubt' ? view.cancel.consequence(name) : 'Stops tracking it. Nothing is sent.',
    keys: shortcutKeys.cancel,
    onChoose: () => setAsking('cancel'),
  };
  const tryNow: ConsequenceChoice = {
    id: 'try',
    icon: RotateCw,
    label: entry.state === 'dead' ? 'Try again' : 'Try now',
    consequence: 'Joins the queue at once instead of waiting.',
    keys: shortcutKeys.sendAgain,
    pending: retry.pending,
    onChoose: () => void decide(retry, 'retried_now', { entryId, kind }),
  };
  const correct: ConsequenceChoice = {
    id: 'correct',
    icon: Pencil,
    label: 'Correct and resend',
    consequence: 'Opens a copy with your details. This one stays in the record.',
    keys: shortcutKeys.sendAgain,
    onChoose: () => goToCorrection(kind, entryId),
  };

  const edit: ConsequenceChoice = {
    id: 'edit',
    icon: Pencil,
    label: 'Edit',
    consequence: 'Opens it with what you filled in. What you save is sent in its place.',
    keys: shortcutKeys.correct,
    onChoose: () => goToEdit(kind, entryId),
  };

  const unclear = entry.reason?.code === 'answer_not_clear';
  const choices = getChoices();
  function getChoices(): ConsequenceChoice[] {
    switch (entry.state) {
      case 'in_doubt':
        return unclear
          ? [
              { ...sendAgain, label: 'It wasn’t sent. Send again' },
              { ...markAsSent, label: 'It was sent' },
              cancel,
            ]
          : [sendAgain, markAsSent, cancel];
      case 'rejected':
        return entryLabels[kind].doneBefore?.says(entry.reason) === true
          ? [markAsSent, correct, cancel]
          : [correct, cancel];
      case 'dead':
        return [tryNow, cancel];
      case 'waiting':
        return isEditable(entry) ? [tryNow, edit, cancel] : [tryNow, cancel];
      case 'queued':
        return [edit, cancel];
      case 'sending':
      case 'accepted':
      case 'cancelled':
        return [];
    }
  }
  const problem = mark.error ?? retry.error;
  return (
    <>
      {choices.length === 0 ? null : <ChoiceList label="What to do" choices={choices} />}
      <Problem error={problem} />
      <AnswerRuleChoice reason={entry.reason} kind={kind} />
      {asking === 'send_again' ? (
        <SendAgainDialog entryId={entryId} kind={kind} name={name} onClose={() => setAsking(null)} />
      ) : null}
      {asking === 'cancel' ? (
        <CancelDialog entry={entry} kind={kind} name={name} onClose={() => setAsking(null)} />
      ) : null}
    </>
  );
}
