import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import type { CallError } from '#shared/ipc/call.ts';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import type { EntryKind, EntryState } from '#shared/outbox/outbox.ts';
import { readRefusal } from '#shared/outbox/refusal.ts';
import { toDoubt, reasonSentence, repeatSentence } from '#shared/words/sentences.ts';
import { Button } from '../../components/button.tsx';
import { DetailPanel, PanelSection } from '../../components/detail-panel.tsx';
import { EntryChoices } from '../../components/entry-choices.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { entryIds, TechnicalDetails } from '../../components/identifier.tsx';
import { AnswerRecord } from '../../components/kept-answer.tsx';
import { MessageBlock, type MessageTone, Problem } from '../../components/message-block.tsx';
import { RefusalQuote } from '../../components/refusal-message.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { StateChip, useRowChip } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { historyItems, Timeline } from '../../components/timeline.tsx';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';

interface DetailProps {
  entryId: string;
  onClose: () => void;
}

/** One item of the Outbox: why it is where it is, what can be done, and what happened to it. */
export function OutboxDetail({ kind, ...props }: DetailProps & { kind: EntryKind }) {
  const Item = items[kind];
  return <Item {...props} />;
}

const items: Record<EntryKind, (props: DetailProps) => ReactNode> = {
  invite: InviteItem,
  verification: VerificationItem,
};

function InviteItem({ entryId, onClose }: DetailProps) {
  const { state } = useLive('invites.get', { entryId }, [{ event: 'entries.changed', id: entryId }]);
  if (state.kind !== 'ready') return <UnreadPanel state={state} onClose={onClose} />;
  const invite = state.value;
  const contact = invite.contactName ?? invite.email ?? 'The vendor';
  return (
    <EntryPanel
      detail={invite}
      kind="invite"
      title={invite.companyName ?? contact}
      subtitle={invite.companyName === null ? null : contact}
      name={contact.split(' ')[0] ?? contact}
      onClose={onClose}
      facts={[
        { label: 'Email', value: invite.email },
        { label: 'Phone', value: invite.phoneNumber },
        { label: 'Message', value: invite.invitation.inviteMessage },
      ]}
      factsTitle="Invite"
    />
  );
}

function VerificationItem({ entryId, onClose }: DetailProps) {
  const { state } = useLive('verifications.get', { entryId }, [{ event: 'entries.changed', id: entryId }]);
  if (state.kind !== 'ready') return <UnreadPanel state={state} onClose={onClose} />;
  const check = state.value;
  return (
    <EntryPanel
      detail={check}
      kind="verification"
      title={check.licenseeName ?? check.licenseNumber ?? check.type}
      subtitle={check.licenseNumber}
      name={check.licenseeName ?? 'the vendor'}
      onClose={onClose}
      facts={[
        { label: 'Type', value: <Verbatim>{check.type}</Verbatim> },
        { label: 'Trade', value: check.licenseTradeType },
        { label: 'Number', value: check.licenseNumber },
      ]}
      factsTitle="License details"
    />
  );
}

interface EntryPanelProps {
  detail: InviteDetail | VerificationDetail;
  kind: EntryKind;
  title: string;
  subtitle: string | null;
  name: string;
  facts: { label: string; value: ReactNode }[];
  factsTitle: string;
  onClose: () => void;
}

function EntryPanel({ detail, kind, title, subtitle, name, facts, factsTitle, onClose }: EntryPanelProps) {
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
        <Button
          size="small"
          variant="quiet"
          icon={ExternalLink}
          onPress={() => navigate({ screen, path: [detail.entryId] })}
        >
          {`Open ${labels.one}`}
        </Button>
      }
      onClose={onClose}
    >
      <Explanation detail={detail} kind={kind} />
      {detail.replacedBy === null ? (
        <EntryChoices entry={detail} kind={kind} name={name} />
      ) : (
        <MessageBlock tone="neu" title="Corrected and queued again.">
          <Button
            variant="link"
            onPress={() =>
              navigate({ screen: 'outbox', path: [detail.replacedBy ?? detail.entryId], query: { kind } })
            }
          >
            Open the new one
          </Button>
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

const isSettled = (detail: InviteDetail | VerificationDetail) =>
  'settled' in detail ? detail.settled : detail.watch?.kind === 'settled';

function Explanation({ detail, kind }: { detail: InviteDetail | VerificationDetail; kind: EntryKind }) {
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

/** While an item loads, or where it could not be read. */
function UnreadPanel({
  state,
  onClose,
}: {
  state: { kind: 'loading' } | { kind: 'failed'; error: CallError };
  onClose: () => void;
}) {
  const title = state.kind === 'loading' ? 'Loading' : 'Can’t show this item';
  return (
    <DetailPanel title={title} onClose={onClose}>
      {state.kind === 'loading' ? null : <Problem error={state.error} />}
    </DetailPanel>
  );
}
