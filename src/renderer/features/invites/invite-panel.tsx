import { ArrowRight, Archive, ArchiveRestore, BellRing, Phone } from 'lucide-react';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import { savedSentence } from '#shared/words/queue-hold.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { DetailPanel, PanelSection } from '../../components/detail-panel.tsx';
import { EmptyState, MessageBlock, LoadError, Problem } from '../../components/message-block.tsx';
import { AnswerRecord } from '../../components/kept-answer.tsx';
import { RawRecord } from '../../components/raw-record.tsx';
import { StateChip, useRowChip } from '../../components/state-chip.tsx';
import { TimeText, ServiceDate } from '../../components/time-text.tsx';
import { historyItems, Timeline } from '../../components/timeline.tsx';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { useCondition } from '../../stores/sync.ts';
import { useNow, clockTime, stretch } from '../../time.ts';
import { InviteAnswer } from './invite-answer.tsx';
import { ChoiceList, EntryChoices } from '../../components/choice-list.tsx';
import { useAction } from '../../stores/action.ts';
import { getFirstName } from './duplicates.ts';
import { tellArchived } from './many-invites.tsx';
import { jsonText } from '#shared/service/json.ts';
import type { VendorInvitation } from '#shared/service/vendor-invitation.ts';
import { FactList, type Fact, entryIds, TechnicalDetails } from '../../components/fact-list.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { findHold } from '#shared/outbox/outbox.ts';
import { readRefusal } from '#shared/outbox/refusal.ts';
import { toDoubt, reasonSentence, repeatSentence } from '#shared/words/sentences.ts';
import { Icon } from '../../components/icon.tsx';
import { RefusalQuote } from '../../components/refusal-message.tsx';

/** The invite last queued in this window, so its panel can confirm that it is saved. */
export const useJustSaved = create<{ entryId: string | null }>(() => ({ entryId: null }));

/** The open invite: state, actions, history, content. */
export function InvitePanel({ entryId, onClose }: { entryId: string; onClose: () => void }) {
  const live = useLive('invites.get', { entryId }, [{ event: 'entries.changed', id: entryId }]);
  const { state } = live;
  const condition = useCondition();
  const justSaved = useJustSaved((store) => store.entryId === entryId);
  if (state.kind !== 'ready') {
    return (
      <DetailPanel title="Invite" onClose={onClose}>
        {state.kind === 'loading' ? (
          <span aria-busy />
        ) : state.error.code === 'not_found' ? (
          <EmptyState
            title="There is no such invite on this computer."
            action={<Button to={{ screen: 'invites' }}>Show all invites</Button>}
          >
            The link may be from another computer or another workspace.
          </EmptyState>
        ) : (
          <LoadError title="This invite could not be read." of={live} small />
        )}
      </DetailPanel>
    );
  }
  const invite = state.value;
  const name = invite.contactName ?? invite.email;
  const first = getFirstName(invite.contactName);
  const title = invite.companyName ?? name ?? invite.vendorId ?? 'Invite';
  // Once sending starts, the planned time is stale.
  const said = justSaved && invite.state === 'queued' ? savedSentence(condition, clockTime) : null;
  return (
    <DetailPanel
      title={title}
      {...(name === null || name === title ? {} : { subtitle: name })}
      chip={<StateChip entry={invite} kind="invite" settled={invite.settled} inLine="ground" />}
      since={<Since invite={invite} />}
      onClose={onClose}
    >
      {said === null ? null : (
        <MessageBlock tone="pos" slim live>
          {said}
        </MessageBlock>
      )}
      <Problem title="This may be out of date." error={state.problem} live={false} />
      <Explanation invite={invite} said={said !== null} />
      <EntryChoices entry={invite} kind="invite" name={first ?? invite.email ?? 'The vendor'} />
      {invite.state === 'in_doubt' && findHold(invite) === null ? (
        <AskThem name={first ?? 'the vendor'} phone={invite.phoneNumber} email={invite.email} />
      ) : null}
      <AfterSending invite={invite} />
      <InviteAnswer invite={invite} />
      <PanelSection title="What happened">
        <Timeline items={historyItems(invite.history, 'invite', invite.entryId)} />
      </PanelSection>
      <PanelSection title="Invite">
        <FactList facts={getFacts(invite.invitation)} labelWidth={112} />
        <div className="above-12">
          <RawRecord title="Everything that is sent" record={jsonText(invite.sent)} />
          <TechnicalDetails ids={entryIds(invite)} />
        </div>
      </PanelSection>
      <Links invite={invite} />
      <ServerRecord invite={invite} />
    </DetailPanel>
  );
}

const tries = ['first', 'second', 'third', 'fourth', 'fifth'];

function Since({ invite }: { invite: InviteDetail }) {
  const now = useNow('minute');
  if (invite.state === 'accepted' && invite.sentAt !== null) {
    const nth = tries[invite.attempts - 1];
    const attempt = nth === undefined ? `, on attempt ${invite.attempts}` : `, on the ${nth} attempt`;
    return (
      <>
        {invite.markedByPerson ? `by ${invite.colleague ?? 'you'}, ` : 'sent '}
        <TimeText at={invite.sentAt} form="detail" />
        {invite.markedByPerson ? null : invite.colleague === undefined ? attempt : ` by ${invite.colleague}`}
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
    <LinkButton size="small" icon={ArrowRight} to={{ screen: 'invites', path: [entryId] }}>
      {words}
    </LinkButton>
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

/** What can be done with an invite that is out: ask once more, or put it aside. */
function AfterSending({ invite }: { invite: InviteDetail }) {
  const archive = useAction('invites.archive');
  if (invite.state !== 'accepted') return null;
  const who = getFirstName(invite.contactName) ?? 'The vendor';
  const archived = invite.archivedAt !== null;
  async function putAside(): Promise<void> {
    const result = await archive.run({ entryIds: [invite.entryId], archived: !archived });
    if (result.ok) tellArchived(result.value.changed, !archived);
  }

  return (
    <>
      <ChoiceList
        label="What to do"
        choices={[
          {
            id: 'remind',
            icon: BellRing,
            label: 'Remind',
            consequence: `Opens a new invite with these details. ${who} gets a second email.`,
            onChoose: () =>
              navigate({ screen: 'invites', path: ['new'], query: { reminds: invite.entryId } }),
          },
          {
            id: 'archive',
            icon: archived ? ArchiveRestore : Archive,
            label: archived ? 'Unarchive' : 'Archive',
            consequence: invite.settled
              ? 'Stays under Done. Nothing is sent.'
              : archived
                ? 'Moves back to Invited. Nothing is sent.'
                : 'Moves from Invited to Done. Nothing is sent.',
            pending: archive.pending,
            onChoose: () => void putAside(),
          },
        ]}
      />
      <Problem error={archive.error} />
    </>
  );
}

function getFacts(invitation: VendorInvitation): Fact[] {
  const { email, firstName, lastName, companyName, phoneNumber, jobTitle, ...more } = invitation.vendor ?? {};
  const { vendorId, inviteMessage, company, checklistTasks } = invitation;
  const facts: Fact[] = [
    { label: 'Email', value: email },
    { label: 'First name', value: firstName },
    { label: 'Last name', value: lastName },
    { label: 'Company', value: companyName },
    { label: 'Phone', value: phoneNumber },
    { label: 'Job title', value: jobTitle },
    {
      label: 'Message',
      value: inviteMessage === undefined ? null : <span className="preserved">{inviteMessage}</span>,
    },
    { label: 'Vendor ID', value: vendorId === undefined ? null : <VendorLink vendorId={vendorId} /> },
    { label: 'ID', value: invitation.id },
    { label: 'Company ID', value: invitation.companyId },
    { label: 'Status', value: verbatim(invitation.status) },
    { label: 'Compliance', value: verbatim(invitation.complianceStatus) },
    { label: 'Date invited', value: date(invitation.dateInvited) },
    { label: 'Date accepted', value: date(invitation.dateAccepted) },
    { label: 'Date rejected', value: date(invitation.dateRejected) },
    { label: 'Last refresh', value: date(invitation.lastComplianceRefresh) },
    { label: 'Last update', value: date(invitation.lastComplianceUpdate) },
    { label: 'More on vendor', value: Object.keys(more).length === 0 ? null : json(more) },
    { label: 'Company details', value: company === undefined ? null : json(company) },
    { label: 'Checklist tasks', value: checklistTasks === undefined ? null : json(checklistTasks) },
  ];
  return facts.filter((fact) => fact.value != null);
}

function verbatim(text: string | undefined) {
  return text === undefined ? null : <Verbatim>{text}</Verbatim>;
}

function date(text: string | undefined) {
  return text === undefined ? null : <ServiceDate text={text} withTime />;
}

function json(value: unknown) {
  return <Verbatim>{JSON.stringify(value)}</Verbatim>;
}

function VendorLink({ vendorId }: { vendorId: string }) {
  return (
    <span className="row between gap-8">
      <Verbatim>{vendorId}</Verbatim>
      <LinkButton size="small" icon={ArrowRight} to={{ screen: 'vendors', path: [vendorId] }}>
        Profile
      </LinkButton>
    </span>
  );
}

/** Why the invite has its state. `said`: the send time is shown above. */
function Explanation({ invite, said }: { invite: InviteDetail; said: boolean }) {
  const { sentence } = useRowChip(invite, 'invite', invite.settled);
  const { reason, vendorId } = invite;
  switch (invite.state) {
    case 'accepted':
      if (invite.settled && vendorId !== null) {
        return (
          <Plain>
            {sentence}{' '}
            <LinkButton size="small" to={{ screen: 'vendors', path: [vendorId] }}>
              Open the profile
            </LinkButton>
          </Plain>
        );
      }
      return invite.markedByPerson ? <Plain>{sentence}</Plain> : null;
    case 'queued':
      return said ? null : <Plain>{sentence}</Plain>;
    case 'cancelled':
    case 'sending':
      return <Plain>{sentence}</Plain>;
    case 'waiting':
      return (
        <Plain>
          {reason === null
            ? sentence
            : [reasonSentence(reason, 'invite'), repeatSentence(reason) ?? '', sentence].join(' ')}
        </Plain>
      );
    case 'dead':
      return (
        <MessageBlock tone="neg" title={sentence}>
          {reason === null ? null : reasonSentence(reason, 'invite')}
        </MessageBlock>
      );
    case 'rejected':
      return (
        <MessageBlock tone="neg">
          <strong>{reason === null ? 'The service refused this.' : reasonSentence(reason, 'invite')}</strong>
          <RefusalQuote refusal={readRefusal(reason, 'invite')} />
        </MessageBlock>
      );
    case 'in_doubt': {
      const doubt = toDoubt(reason, 'invite');
      return (
        <MessageBlock tone="cau">
          <strong className="block">{doubt.headline}</strong>
          {doubt.sentence}
        </MessageBlock>
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
    <p className="row gap-8 quiet indent-12">
      <Icon of={Phone} />
      <span className="grows">
        Not sure? Ask {name}: <span className="text breakable">{way}</span>
      </span>
      <CopyButton text={way} what={phone === null ? 'the email address' : 'the phone number'} word="Copy" />
    </p>
  );
}
