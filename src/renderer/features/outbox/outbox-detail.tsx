import { ExternalLink } from 'lucide-react';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import type { EntryKind, EntryState } from '#shared/outbox/outbox.ts';
import { readRefusal } from '#shared/outbox/refusal.ts';
import { toDoubt, reasonSentence, repeatSentence } from '#shared/words/sentences.ts';
import { LinkButton, SmallButton } from '../../components/button.tsx';
import { DetailPanel, PanelSection } from '../../components/detail-panel.tsx';
import { EntryChoices } from '../../components/choice-list.tsx';
import { FactList, entryIds, TechnicalDetails } from '../../components/fact-list.tsx';
import { AnswerRecord } from '../../components/kept-answer.tsx';
import { MessageBlock, type MessageTone, Problem } from '../../components/message-block.tsx';
import { RefusalQuote } from '../../components/refusal-message.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { StateChip, useRowChip } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { historyItems, Timeline } from '../../components/timeline.tsx';
import { useLive } from '../../stores/live.ts';

type EntryDetail = InviteDetail | VerificationDetail;

function describeInvite({ contactName, email, companyName, phoneNumber, invitation }: InviteDetail) {
  const contact = contactName ?? email ?? 'The vendor';
  return {
    title: companyName ?? contact,
    subtitle: companyName === null ? null : contact,
    name: contact.split(' ')[0] ?? contact,
    facts: [
      { label: 'Email', value: email },
      { label: 'Phone', value: phoneNumber },
      { label: 'Message', value: invitation.inviteMessage },
    ],
    factsTitle: 'Invite',
  };
}

function describeVerification({ licenseeName, licenseNumber, licenseTradeType, type }: VerificationDetail) {
  return {
    title: licenseeName ?? licenseNumber ?? type,
    subtitle: licenseNumber,
    name: licenseeName ?? 'the vendor',
    facts: [
      { label: 'Type', value: <Verbatim>{type}</Verbatim> },
      { label: 'Trade', value: licenseTradeType },
      { label: 'Number', value: licenseNumber },
    ],
    factsTitle: 'License details',
  };
}

const gets = { invite: 'invites.get', verification: 'verifications.get' } as const;

interface OutboxDetailProps {
  entryId: string;
  kind: EntryKind;
  onClose: () => void;
}

/** One item of the Outbox: why it is where it is, what can be done, and what happened to it. */
export function OutboxDetail({ entryId, kind, onClose }: OutboxDetailProps) {
  const { state } = useLive(gets[kind], { entryId }, [{ event: 'entries.changed', id: entryId }]);
  if (state.kind !== 'ready') {
    const loading = state.kind === 'loading';
    return (
      <DetailPanel title={loading ? 'Loading' : 'Can’t show this item'} onClose={onClose}>
        {loading ? null : <Problem error={state.error} />}
      </DetailPanel>
    );
  }
  const detail = state.value;
  const { title, subtitle, name, facts, factsTitle } =
    'invitation' in detail ? describeInvite(detail) : describeVerification(detail);
  const { screen, labels } = entryLabels[kind];
  return (
    <DetailPanel
      title={title}
      subtitle={subtitle}
      chip={<StateChip entry={detail} kind={kind} settled={isSettled(detail)} />}
      since={
        <>
          since <TimeText at={detail.changedAt} form="list" />
        </>
      }
      actions={
        <SmallButton variant="quiet" icon={ExternalLink} to={{ screen, path: [detail.entryId] }}>
          {`Open ${labels.one}`}
        </SmallButton>
      }
      onClose={onClose}
    >
      <Explanation detail={detail} kind={kind} />
      {detail.replacedBy === null ? (
        <EntryChoices entry={detail} kind={kind} name={name} />
      ) : (
        <MessageBlock tone="neu" title="Corrected and queued again.">
          <LinkButton to={{ screen: 'outbox', path: [detail.replacedBy ?? detail.entryId], query: { kind } }}>
            Open the new one
          </LinkButton>
        </MessageBlock>
      )}
      <PanelSection title="What happened">
        <Timeline items={historyItems(detail.history, kind, detail.entryId)} />
      </PanelSection>
      <PanelSection title={factsTitle}>
        <FactList labelWidth={82} facts={facts} />
        <TechnicalDetails ids={entryIds(detail)} />
      </PanelSection>
      {detail.answer === null ? null : <AnswerRecord entryId={detail.entryId} answer={detail.answer} />}
    </DetailPanel>
  );
}

const explanationTone: Record<EntryState, MessageTone> = {
  queued: 'neu',
  sending: 'neu',
  waiting: 'neu',
  in_doubt: 'cau',
  accepted: 'pos',
  rejected: 'neg',
  dead: 'neg',
  cancelled: 'neu',
};

const isSettled = (detail: EntryDetail) =>
  'settled' in detail ? detail.settled : detail.watch?.kind === 'settled';

function Explanation({ detail, kind }: { detail: EntryDetail; kind: EntryKind }) {
  const chip = useRowChip(detail, kind, isSettled(detail));
  const { reason, state } = detail;
  const explains = reason !== null && ['in_doubt', 'rejected', 'dead', 'waiting'].includes(state);
  if (!explains) return <MessageBlock tone={explanationTone[state]}>{chip.sentence}</MessageBlock>;
  if (state === 'in_doubt') {
    const { headline, sentence } = toDoubt(reason, kind);
    return (
      <MessageBlock tone={explanationTone[state]} title={headline}>
        {sentence}
      </MessageBlock>
    );
  }
  return (
    <MessageBlock tone={explanationTone[state]} title={chip.word.concat('.')}>
      {reasonSentence(reason, kind)}
      {state === 'waiting' ? ` ${repeatSentence(reason) ?? ''}` : null}
      <RefusalQuote refusal={readRefusal(reason, kind)} />
    </MessageBlock>
  );
}
