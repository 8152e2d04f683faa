import { ArrowRight } from 'lucide-react';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import { savedSentence } from '#shared/words/queue-hold.ts';
import { Button } from '../../components/button.tsx';
import { DetailPanel, PanelSection } from '../../components/detail-panel.tsx';
import { EmptyState, MessageBlock, NotRead } from '../../components/message-block.tsx';
import { AnswerRecord } from '../../components/kept-answer.tsx';
import { RawRecord } from '../../components/raw-record.tsx';
import { Chip, useRowChip } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { historyItems, Timeline } from '../../components/timeline.tsx';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { useNow } from '../../stores/now.ts';
import { useCondition } from '../../stores/sync.ts';
import { clockTime, stretch } from '../../time.ts';
import { AfterSending } from './after-sending.tsx';
import { InviteAnswer } from './invite-answer.tsx';
import { InviteDecision } from './invite-decision.tsx';
import { useJustSaved } from './just-saved.ts';
import { SentInvite } from './sent-invite.tsx';

/** The open invite: what holds, what can be done, what happened, what was sent. */
export function InvitePanel({ entryId, onClose }: { entryId: string; onClose: () => void }) {
  const { state, reload } = useLive('invites.get', { entryId }, [{ event: 'entries.changed', id: entryId }]);
  const condition = useCondition();
  const justSaved = useJustSaved((store) => store.entryId === entryId);
  if (state.kind === 'loading') {
    return (
      <DetailPanel title="Invite" onClose={onClose}>
        <span aria-busy />
      </DetailPanel>
    );
  }
  if (state.kind === 'failed' && state.error.code === 'not_found') {
    return (
      <DetailPanel title="Invite" onClose={onClose}>
        <EmptyState
          title="There is no such invite on this computer."
          action={<Button onPress={() => navigate({ screen: 'invites' })}>Show all invites</Button>}
        >
          The link may be from another computer or another workspace.
        </EmptyState>
      </DetailPanel>
    );
  }
  if (state.kind === 'failed') {
    return (
      <DetailPanel title="Invite" onClose={onClose}>
        <NotRead title="This invite could not be read." error={state.error} small onRetry={reload} />
      </DetailPanel>
    );
  }
  const invite = state.value;
  const name = invite.contactName ?? invite.email;
  const title = invite.companyName ?? name ?? invite.vendorId ?? 'Invite';
  // Once it is on its way, when it will go is no news any more.
  const said = justSaved && invite.state === 'queued' ? savedSentence(condition, clockTime) : null;
  return (
    <DetailPanel
      title={title}
      {...(name === null || name === title ? {} : { subtitle: name })}
      chip={<HeadChip invite={invite} />}
      since={<Since invite={invite} />}
      onClose={onClose}
    >
      {said === null ? null : (
        <MessageBlock tone="pos" slim live>
          {said}
        </MessageBlock>
      )}
      {state.problem === null ? null : (
        <MessageBlock tone="neg" title="This may be out of date.">
          {state.problem.message}
        </MessageBlock>
      )}
      <InviteDecision invite={invite} said={said !== null} />
      <AfterSending invite={invite} />
      <InviteAnswer invite={invite} />
      <PanelSection title="What happened">
        <Timeline items={historyItems(invite.history, 'invite', invite.entryId)} />
      </PanelSection>
      <SentInvite invite={invite} />
      <Links invite={invite} />
      <ServerRecord invite={invite} />
    </DetailPanel>
  );
}

/** The chip in line with the title. */
function HeadChip({ invite }: { invite: InviteDetail }) {
  const chip = useRowChip(invite, 'invite', invite.settled);
  return <Chip chip={chip} inLine="ground" />;
}

const tries = ['first', 'second', 'third', 'fourth', 'fifth'];

function Since({ invite }: { invite: InviteDetail }) {
  const now = useNow('minute');
  if (invite.state === 'accepted' && invite.sentAt !== null) {
    if (invite.markedByPerson) {
      return (
        <>
          by you, <TimeText at={invite.sentAt} form="detail" />
        </>
      );
    }
    const nth = tries[invite.attempts - 1];
    return (
      <>
        sent <TimeText at={invite.sentAt} form="detail" />
        {nth === undefined ? `, on attempt ${invite.attempts}` : `, on the ${nth} attempt`}
      </>
    );
  }
  const at = invite.state === 'queued' ? invite.queuedAt : invite.changedAt;
  const span = now - at;
  return (
    <>
      since <TimeText at={at} />
      {span < 60_000 ? null : `, ${stretch(span)} ago`}
    </>
  );
}

function Links({ invite: { replaces, replacedBy } }: { invite: InviteDetail }) {
  if (replaces === null && replacedBy === null) return null;
  const link = (entryId: string, words: string) => (
    <Button
      variant="link"
      size="small"
      icon={ArrowRight}
      onPress={() => navigate({ screen: 'invites', path: [entryId] })}
    >
      {words}
    </Button>
  );
  return (
    <PanelSection title="Other versions">
      {replaces === null ? null : link(replaces, 'The earlier version of this invite')}
      {replacedBy === null ? null : link(replacedBy, 'The newer version of this invite')}
    </PanelSection>
  );
}

/** Everything that came back, as it came. An answer that could be read is shown field by field above. */
function ServerRecord({ invite: { entryId, answer, result, reason } }: { invite: InviteDetail }) {
  if (answer !== null) return <AnswerRecord entryId={entryId} answer={answer} open={result === null} />;
  if (reason === null || !('body' in reason)) return null;
  return <RawRecord record={reason.body} aside={'status' in reason ? String(reason.status) : undefined} />;
}
