import { useState } from 'react';
import { refusalWords } from '#shared/sentences.ts';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { useWorkspace } from '../../stores/session.ts';
import { emptyValues, valuesOf } from './invitation-values.ts';
import { InviteForm } from './invite-form.tsx';
import styles from './invite-form.module.css';
import { classesOf } from '../../class-names.ts';
import { typedBefore } from './typed-invites.ts';

const cls = classesOf(styles);

/** A new invite, or the correction of a refused one, filled with what is known. */
export function InviteFormScreen({
  replaces,
  reminds,
}: {
  replaces: string | null;
  /** A sent invite whose vendor is to be invited once more. */
  reminds: string | null;
}) {
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
      {replaces === null ? <NewInvite /> : <Correction key={replaces} entryId={replaces} />}
    </Page>
  );
}

function NewInvite() {
  const { id: workspaceId } = useWorkspace();
  const { state } = useLive('invites.draft', null, []);
  // What is here at the start stays what the form starts from, also once the draft is written again.
  const [typed] = useState(() => typedBefore(workspaceId, null));
  switch (state.kind) {
    case 'loading':
      return null;
    case 'failed':
      return (
        <InviteForm
          initial={typed ?? emptyValues}
          replaces={null}
          note={
            <MessageBlock tone="cau" title="An earlier draft could not be read.">
              {state.error.message}
            </MessageBlock>
          }
        />
      );
    case 'ready': {
      const draft = state.value;
      if (draft === null && typed === null) {
        return <InviteForm initial={emptyValues} replaces={null} note={null} />;
      }
      return (
        <InviteForm
          initial={typed ?? (draft === null ? emptyValues : valuesOf(draft.invitation))}
          replaces={null}
          note={
            draft === null ? null : (
              <MessageBlock tone="neu" slim>
                Your draft from <TimeText at={draft.savedAt} form="detail" /> is back. It was not queued yet.
              </MessageBlock>
            )
          }
        />
      );
    }
  }
}

/** The way on where there is nothing to begin from. */
function EmptyForm() {
  return (
    <Button onPress={() => navigate({ screen: 'invites', path: ['new'] }, true)}>Start an empty one</Button>
  );
}

function Reminder({ entryId }: { entryId: string }) {
  const { id: workspaceId } = useWorkspace();
  const { state, reload } = useLive('invites.get', { entryId }, []);
  const [typed] = useState(() => typedBefore(workspaceId, entryId));
  if (state.kind === 'loading') return null;
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
      initial={typed ?? valuesOf(invitation)}
      replaces={null}
      reminds={entryId}
      note={
        <MessageBlock tone="cau" title={`${who} gets a second e-mail.`}>
          The service has no reminder, so this is a new invite.{' '}
          {sentAt === null ? null : (
            <>
              The first one was sent <TimeText at={sentAt} form="detail" />.
            </>
          )}
        </MessageBlock>
      }
    />
  );
}

function Correction({ entryId }: { entryId: string }) {
  const { id: workspaceId } = useWorkspace();
  const { state, reload } = useLive('invites.get', { entryId }, []);
  const [typed] = useState(() => typedBefore(workspaceId, entryId));
  if (state.kind === 'loading') return null;
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
  const words = refusalWords(reason);
  const who = companyName ?? contactName ?? 'this vendor';
  return (
    <InviteForm
      initial={typed ?? valuesOf(invitation)}
      replaces={entryId}
      note={
        words === null ? (
          <MessageBlock tone="neu" slim>
            {`Filled from the earlier invite to ${who}. That one stays for the record.`}
          </MessageBlock>
        ) : (
          <MessageBlock
            tone="neg"
            title={`The server refused the invite to ${who}. It said:`}
            quote={words}
          />
        )
      }
    />
  );
}
