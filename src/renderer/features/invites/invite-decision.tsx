import { Ban, Check, FilePenLine, Phone, RotateCw, Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CallResult } from '#shared/ipc/call.ts';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { EntryDecision } from '#shared/outbox.ts';
import { readRefusal, saysAlreadyInvited } from '#shared/refusal.ts';
import { toDoubt, reasonSentence, repeatSentence } from '#shared/sentences.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { AnswerRuleChoice } from '../../components/answer-rule.tsx';
import { ChoiceList, type ConsequenceChoice } from '../../components/choice-list.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Problem } from '../../components/problem.tsx';
import { RefusalQuote } from '../../components/refusal-message.tsx';
import { useRowChip } from '../../components/state-chip.tsx';
import { shortcutKeys } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { tellDecided } from '../../stores/tell-done.ts';
import { navigate } from '../../stores/navigation.ts';
import { getFirstName } from './duplicates.ts';
import styles from './invite-panel.module.css';

const cls = bindClasses(styles);

/** Why the invite is where it is, and the ways on with their consequences. */
export function InviteDecision({
  invite,
  said,
  onDecided,
}: {
  invite: InviteDetail;
  /** Whether it is said above already when the invite goes out. */
  said: boolean;
  onDecided: () => void;
}) {
  const sendAgain = useAction('outbox.sendAgain');
  const markAsSent = useAction('outbox.markAsSent');
  const retryNow = useAction('outbox.retryNow');
  const cancel = useAction('outbox.cancel');
  const [asking, setAsking] = useState(false);
  const { sentence } = useRowChip(invite, 'invite', invite.settled);
  const entry = { entryId: invite.entryId };
  const { reason } = invite;
  const first = getFirstName(invite.contactName);
  const actions = [sendAgain, markAsSent, retryNow, cancel];
  const busy = actions.some((action) => action.pending);
  const error = actions.find((action) => action.error !== null)?.error;
  const problem = <Problem error={error} />;

  async function decide(
    decision: EntryDecision,
    run: () => Promise<CallResult<EntryProgress>>,
  ): Promise<string | null> {
    for (const action of actions) action.clearError();
    const result = await run();
    if (result.ok) tellDecided(decision, 'invite', [invite.entryId], result.value.notBefore);
    onDecided();
    return result.ok ? null : result.error.message;
  }

  const choice = {
    markAsSent: {
      id: 'mark',
      icon: Check,
      label: 'Mark as sent',
      consequence: 'Counts as invited. Nothing is sent.',
      pending: markAsSent.pending,
      disabled: busy && !markAsSent.pending,
      onChoose: () => void decide('marked_as_sent', () => markAsSent.run(entry)),
    },
    cancel: {
      id: 'cancel',
      icon: Ban,
      label: 'Cancel',
      consequence: 'Stops tracking it. Nothing is sent.',
      pending: cancel.pending,
      disabled: busy && !cancel.pending,
      onChoose: () => void decide('cancelled', () => cancel.run(entry)),
    },
    tryNow: {
      id: 'try',
      icon: RotateCw,
      label: 'Try now',
      consequence: 'Puts it back in the queue, ahead of its time.',
      pending: retryNow.pending,
      disabled: busy && !retryNow.pending,
      onChoose: () => void decide('retried_now', () => retryNow.run(entry)),
    },
    correct: {
      id: 'correct',
      icon: FilePenLine,
      label: 'Correct and resend',
      consequence: 'Opens a new invite with these details. This one stays for the record.',
      disabled: busy,
      onChoose: () => navigate({ screen: 'invites', path: ['new'], query: { replaces: invite.entryId } }),
    },
  } satisfies Record<string, ConsequenceChoice>;

  switch (invite.state) {
    case 'accepted':
      if (invite.settled && invite.vendorId !== null) {
        const { vendorId } = invite;
        return (
          <Plain>
            {sentence}{' '}
            <Button
              variant="link"
              size="small"
              onPress={() => navigate({ screen: 'vendors', path: [vendorId] })}
            >
              Open the profile
            </Button>
          </Plain>
        );
      }
      return invite.markedByPerson ? <Plain>{sentence}</Plain> : null;
    case 'cancelled':
      return <Plain>{sentence}</Plain>;
    case 'sending':
      return <Plain>{sentence}</Plain>;
    case 'queued':
      return (
        <>
          {said ? null : <Plain>{sentence}</Plain>}
          {problem}
          <ChoiceList label="What to do" choices={[choice.cancel]} />
        </>
      );
    case 'waiting':
      return (
        <>
          <Plain>
            {reason === null
              ? sentence
              : [reasonSentence(reason, 'invite'), repeatSentence(reason) ?? '', sentence].join(' ')}
          </Plain>
          {problem}
          <ChoiceList label="What to do" choices={[choice.tryNow, choice.cancel]} />
        </>
      );
    case 'dead':
      return (
        <>
          <MessageBlock tone="neg" title={sentence}>
            {reason === null ? null : reasonSentence(reason, 'invite')}
          </MessageBlock>
          {problem}
          <ChoiceList
            label="What to do"
            choices={[
              { ...choice.tryNow, consequence: 'Starts over with the tries.' },
              { ...choice.cancel, label: 'Discard' },
            ]}
          />
        </>
      );
    case 'rejected': {
      const already = saysAlreadyInvited(reason);
      return (
        <>
          <MessageBlock tone="neg">
            <strong>
              {reason === null ? 'The service refused this.' : reasonSentence(reason, 'invite')}
            </strong>
            <RefusalQuote refusal={readRefusal(reason, 'invite')} />
          </MessageBlock>
          {problem}
          <ChoiceList
            label="What to do"
            choices={
              already ? [choice.markAsSent, choice.correct, choice.cancel] : [choice.correct, choice.cancel]
            }
          />
        </>
      );
    }
    case 'in_doubt': {
      const who = first ?? 'the vendor';
      const doubt = toDoubt(reason, 'invite');
      const unclear = reason?.code === 'answer_not_clear';
      return (
        <>
          <MessageBlock tone="cau">
            <strong className={cls('lead')}>{doubt.headline}</strong>
            {doubt.sentence}
          </MessageBlock>
          {problem}
          <ChoiceList
            label="What to do"
            choices={[
              {
                id: 'again',
                icon: Send,
                label: unclear ? 'It was not. Send again' : 'Send again',
                consequence: `May deliver a second email to ${who}.`,
                keys: shortcutKeys.sendAgain,
                pending: sendAgain.pending,
                disabled: busy && !sendAgain.pending,
                onChoose: () => setAsking(true),
              },
              {
                ...choice.markAsSent,
                ...(unclear && { label: 'It was sent' }),
                keys: shortcutKeys.markAsSent,
              },
              {
                ...choice.cancel,
                consequence: 'Stops tracking it. An email already sent can’t be recalled.',
                keys: shortcutKeys.cancel,
              },
            ]}
          />
          <AnswerRuleChoice reason={reason} kind="invite" />
          <AskThem name={who} phone={invite.phoneNumber} email={invite.email} />
          {asking ? (
            <ConfirmDialog
              title="Send this invite again?"
              confirmLabel="Send again"
              onConfirm={() => decide('sent_again', () => sendAgain.run(entry))}
              onClose={() => setAsking(false)}
            >
              {`${invite.contactName ?? invite.email ?? 'The vendor'} may already have it and could get a second email. It joins the outbox as a new try.`}
            </ConfirmDialog>
          ) : null}
        </>
      );
    }
  }
}

function Plain({ children }: { children: ReactNode }) {
  return <p className="quiet">{children}</p>;
}

/** Whoever was invited knows best whether the email came. */
function AskThem({ name, phone, email }: { name: string; phone: string | null; email: string | null }) {
  const way = phone ?? email;
  if (way === null) return null;
  return (
    <p className={cls('ask')}>
      <Icon of={Phone} />
      <span>
        Not sure? Ask {name}: <span className={cls('way')}>{way}</span>
      </span>
      <CopyButton text={way} what={phone === null ? 'the email address' : 'the phone number'} word="Copy" />
    </p>
  );
}
