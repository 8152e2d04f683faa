import type { ReactNode } from 'react';
import { readRefusal } from '#shared/refusal.ts';
import { AlteredNote } from '../../components/altered-note.tsx';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { RefusalNote } from '../../components/refusal-message.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useFormStart, type FormStart } from '../../stores/drafts.ts';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { emptyValues, getValues, valuesOfDraft } from './invitation-values.ts';
import { InviteForm } from './invite-form.tsx';
import styles from './invite-form.module.css';
import { bindClasses } from '../../class-names.ts';

const cls = bindClasses(styles);

/** A new invite, or the correction of a refused one, filled with what is known. */
export function InviteFormScreen({
  replaces,
  reminds,
  draftId,
}: {
  replaces: string | null;
  /** A sent invite whose vendor is to be invited once more. */
  reminds: string | null;
  /** Which of several new invites; null for the usual one. */
  draftId: string | null;
}) {
  const newKey = draftId === null ? 'new' : `new:${draftId}`;
  if (reminds !== null) {
    return (
      <Page>
        <PageHeader
          title="Remind a vendor"
          parent={{ label: 'Invites', target: { screen: 'invites' } }}
          ruled
        />
        <Reminder key={reminds} entryId={reminds} />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title={replaces === null ? 'Invite a vendor' : 'Correct and resend'}
        parent={{ label: 'Invites', target: { screen: 'invites' } }}
        ruled
      />
      {replaces === null ? (
        <NewInvite key={newKey} draftKey={newKey} />
      ) : (
        <Correction key={replaces} entryId={replaces} />
      )}
    </Page>
  );
}

function NewInvite({ draftKey }: { draftKey: string }) {
  const start = useFormStart({ kind: 'invite', key: draftKey });
  if (start.kind === 'looking') return null;
  return (
    <InviteForm
      initial={start.fields === null ? emptyValues : valuesOfDraft(start.fields)}
      draftKey={draftKey}
      replaces={null}
      note={
        <DraftNote start={start}>
          <Button
            size="small"
            onPress={() =>
              navigate({ screen: 'invites', path: ['new'], query: { draft: crypto.randomUUID() } })
            }
          >
            Start another
          </Button>
        </DraftNote>
      }
    />
  );
}

/** Says that a form begins from what was typed before; nothing is drawn where it does not. */
function DraftNote({
  start,
  children,
}: {
  start: Extract<FormStart, { kind: 'here' }>;
  /** What can be done about it. */
  children?: ReactNode;
}) {
  if (start.problem !== null) {
    return (
      <MessageBlock tone="cau" title="An earlier draft could not be read.">
        {start.problem.message}
      </MessageBlock>
    );
  }
  if (start.savedAt === null) return null;
  return (
    <MessageBlock tone="neu" slim actions={children}>
      Your draft from <TimeText at={start.savedAt} form="detail" /> is back. It was not queued yet.
    </MessageBlock>
  );
}

/** The way on where there is nothing to begin from. */
function EmptyForm() {
  return (
    <Button onPress={() => navigate({ screen: 'invites', path: ['new'] }, true)}>Start an empty one</Button>
  );
}

function Reminder({ entryId }: { entryId: string }) {
  const draftKey = `reminds:${entryId}`;
  const { state, reload } = useLive('invites.get', { entryId }, []);
  const start = useFormStart({ kind: 'invite', key: draftKey });
  if (state.kind === 'loading' || start.kind === 'looking') return null;
  if (state.kind === 'failed') {
    return (
      <div className={cls('fields')}>
        <MessageBlock
          tone="neg"
          title="The invite to remind of could not be read."
          actions={
            state.error.code === 'not_found' ? <EmptyForm /> : <Button onPress={reload}>Try again</Button>
          }
        >
          {state.error.message}
        </MessageBlock>
      </div>
    );
  }
  const { invitation, contactName, companyName, sentAt } = state.value;
  const who = contactName ?? companyName ?? 'This vendor';
  return (
    <InviteForm
      initial={start.fields === null ? getValues(invitation) : valuesOfDraft(start.fields)}
      draftKey={draftKey}
      replaces={null}
      reminds={entryId}
      note={
        <>
          <DraftNote start={start} />
          <MessageBlock tone="cau" title={`${who} gets a second email.`}>
            The service has no reminder, so this is a new invite.{' '}
            {sentAt === null ? null : (
              <>
                The first one was sent <TimeText at={sentAt} form="detail" />.
              </>
            )}
          </MessageBlock>
        </>
      }
    />
  );
}

function Correction({ entryId }: { entryId: string }) {
  const draftKey = `corrects:${entryId}`;
  const { state, reload } = useLive('invites.get', { entryId }, []);
  const start = useFormStart({ kind: 'invite', key: draftKey });
  if (state.kind === 'loading' || start.kind === 'looking') return null;
  if (state.kind === 'failed') {
    return (
      <div className={cls('fields')}>
        <MessageBlock
          tone="neg"
          title="The invite to correct could not be read."
          actions={
            <>
              {state.error.code === 'not_found' ? null : <Button onPress={reload}>Try again</Button>}
              <EmptyForm />
            </>
          }
        >
          {state.error.message}
        </MessageBlock>
      </div>
    );
  }
  const { invitation, reason, contactName, companyName } = state.value;
  const refused = { refusal: readRefusal(reason, 'invite'), values: getValues(invitation) };
  const who = companyName ?? contactName ?? 'this vendor';
  return (
    <InviteForm
      initial={start.fields === null ? refused.values : valuesOfDraft(start.fields)}
      draftKey={draftKey}
      replaces={entryId}
      refused={refused}
      note={
        <>
          <DraftNote start={start} />
          {reason?.code === 'altered' ? (
            <AlteredNote />
          ) : reason?.code !== 'refused' ? (
            <MessageBlock tone="neu" slim>
              {`Filled from the earlier invite to ${who}. That one stays for the record.`}
            </MessageBlock>
          ) : (
            <RefusalNote what={`the invite to ${who}`} refused={refused} />
          )}
        </>
      }
    />
  );
}
