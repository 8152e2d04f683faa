import type { InviteDetail } from '#shared/ipc/invites.ts';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
import { readRefusal } from '#shared/outbox/refusal.ts';
import { isUuid } from '#shared/service/operations.ts';
import { AlteredNote, EditNote } from '../../components/choice-list.tsx';
import { Button, SmallButton } from '../../components/button.tsx';
import { MessageBlock, LoadError, Note } from '../../components/message-block.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { RefusalNote, type RefusedForm } from '../../components/refusal-message.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useFormStart } from '../../stores/drafts.ts';
import { useLive } from '../../stores/live.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { DraftNote, toDraftKey } from '../drafts/drafts.tsx';
import {
  emptyValues,
  getValues,
  valuesOfDraft,
  valuesOfVendor,
  type InviteValues,
} from './invitation-values.ts';
import { InviteForm } from './invite-form.tsx';

type Purpose = 'corrects' | 'edits' | 'reminds';

const titles: Record<Purpose, string> = {
  corrects: 'Correct and resend',
  edits: 'Edit invite',
  reminds: 'Remind a vendor',
};

export function InviteFormScreen() {
  const { query } = useRoute();
  const toId = (text: string | undefined) => (text !== undefined && isUuid(text) ? text : null);
  const replaces = toId(query['replaces']);
  const edits = toId(query['edits']);
  const reminds = toId(query['reminds']);
  // The vendor's ID, or @ and an address.
  const subject = query['vendor'] ?? null;
  const newKey = toDraftKey({ about: subject, replaces: null, draftId: query['draft'] ?? null });
  const earlier = reminds ?? edits ?? replaces;
  const purpose = reminds !== null ? 'reminds' : edits !== null ? 'edits' : 'corrects';
  return (
    <Page>
      <PageHeader
        title={earlier === null ? 'Invite a vendor' : titles[purpose]}
        parent={{ label: 'Invites', target: { screen: 'invites' } }}
        ruled
      />
      {earlier === null ? (
        <NewInvite key={newKey} draftKey={newKey} subject={subject} />
      ) : (
        <FromEarlier key={`${purpose} ${earlier}`} entryId={earlier} purpose={purpose} />
      )}
    </Page>
  );
}

function NewInvite({ draftKey, subject }: { draftKey: string; subject: string | null }) {
  const start = useFormStart({ kind: 'invite', key: draftKey });
  const vendorId = subject === null || isAddress(subject) ? undefined : subject;
  const vendor = useLive('vendors.get', vendorId === undefined ? undefined : { vendorId }, []);
  if (start.kind === 'looking' || (vendorId !== undefined && vendor.state.kind === 'loading')) return null;
  if (vendor.error !== null)
    return (
      <LoadError
        title="The vendor’s profile could not be read."
        of={vendor}
        within="stack gap-16 wide-720 pad-20-gutter-32"
      />
    );
  const known = subject === null ? emptyValues : valuesOfVendor(subject, vendor.value?.profile.value ?? {});
  return (
    <InviteForm
      initial={start.fields === null ? known : valuesOfDraft(start.fields)}
      draftKey={draftKey}
      replaces={null}
      note={
        <DraftNote start={start} left="queued">
          <SmallButton
            onPress={() =>
              navigate({ screen: 'invites', path: ['new'], query: { draft: crypto.randomUUID() } })
            }
          >
            Start another
          </SmallButton>
        </DraftNote>
      }
    />
  );
}

function FromEarlier({ entryId, purpose }: { entryId: string; purpose: Purpose }) {
  const draftKey = `${purpose}:${entryId}`;
  const { state, reload } = useLive(
    'invites.get',
    { entryId },
    purpose === 'edits' ? [{ event: 'entries.changed', id: entryId }] : [],
  );
  const start = useFormStart({ kind: 'invite', key: draftKey });
  if (state.kind === 'loading' || start.kind === 'looking') return null;
  if (state.kind === 'failed') {
    const gone = state.error.code === 'not_found';
    return (
      <div className="stack gap-16 wide-720 pad-20-gutter-32">
        <MessageBlock
          tone="neg"
          title="The earlier invite could not be read."
          actions={
            <>
              {gone ? null : <Button onPress={reload}>Try again</Button>}
              {gone || purpose !== 'reminds' ? (
                <Button onPress={() => navigate({ screen: 'invites', path: ['new'] }, true)}>
                  Start an empty one
                </Button>
              ) : null}
            </>
          }
        >
          {state.error.message}
        </MessageBlock>
      </div>
    );
  }
  const refused = {
    refusal: readRefusal(state.value.reason, 'invite'),
    values: getValues(state.value.invitation),
  };
  return (
    <InviteForm
      initial={start.fields === null ? refused.values : valuesOfDraft(start.fields)}
      draftKey={draftKey}
      replaces={purpose === 'reminds' ? null : entryId}
      edits={purpose === 'edits'}
      refused={purpose === 'corrects' ? refused : null}
      reminds={purpose === 'reminds' ? entryId : null}
      note={
        <>
          <DraftNote start={start} left="queued" />
          {purpose === 'corrects' ? <CorrectionNote invite={state.value} refused={refused} /> : null}
          {purpose === 'edits' ? <EditNote entry={state.value} kind="invite" /> : null}
          {purpose === 'reminds' ? <ReminderNote invite={state.value} /> : null}
        </>
      }
    />
  );
}

function ReminderNote({ invite: { contactName, companyName, sentAt } }: { invite: InviteDetail }) {
  return (
    <MessageBlock tone="cau" title={`${contactName ?? companyName ?? 'This vendor'} gets a second email.`}>
      The service has no reminder, so this is a new invite.{' '}
      {sentAt === null ? null : (
        <>
          The first one was sent <TimeText at={sentAt} form="detail" />.
        </>
      )}
    </MessageBlock>
  );
}

function CorrectionNote({ invite, refused }: { invite: InviteDetail; refused: RefusedForm<InviteValues> }) {
  const who = invite.companyName ?? invite.contactName ?? 'this vendor';
  switch (invite.reason?.code) {
    case 'altered':
      return <AlteredNote />;
    case 'refused':
      return <RefusalNote what={`the invite to ${who}`} refused={refused} />;
    default:
      return <Note>{`Filled from the earlier invite to ${who}. That one stays for the record.`}</Note>;
  }
}
