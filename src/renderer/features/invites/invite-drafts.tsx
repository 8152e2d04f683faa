import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Page } from '../../components/page.tsx';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { DraftList } from '../drafts/draft-list.tsx';
import { InviteTabs } from './invite-tabs.tsx';

/** Invites that are typed and not queued yet. */
export function InviteDrafts() {
  const { state, reload } = useLive('drafts.list', { kind: 'invite' }, [
    { event: 'drafts.changed', id: null },
  ]);
  return (
    <Page>
      <InviteTabs
        value="drafts"
        onChange={(tab) => navigate({ screen: 'invites', query: tab === 'all' ? {} : { tab } }, true)}
      />
      {state.kind === 'failed' ? (
        <MessageBlock
          tone="neg"
          title="The drafts could not be read."
          actions={<Button onPress={reload}>Try again</Button>}
        >
          {state.error.message}
        </MessageBlock>
      ) : null}
      {state.kind === 'ready' ? (
        <DraftList drafts={state.value} newWords="New invite" form={{ screen: 'invites', path: ['new'] }} />
      ) : null}
    </Page>
  );
}
