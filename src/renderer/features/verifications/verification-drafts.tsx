import { Plus } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { DraftList } from '../drafts/draft-list.tsx';
import { VerificationTabs } from './verification-tabs.tsx';

const form = { screen: 'verifications' as const, path: ['new'] };

/** Verifications that are typed and not submitted yet. */
export function VerificationDrafts() {
  const { state, reload } = useLive('drafts.list', { kind: 'verification' }, [
    { event: 'drafts.changed', id: null },
  ]);
  return (
    <Page>
      <PageHeader
        title="Verifications"
        subtitle="Verifications sent from this computer"
        actions={
          <Button variant="primary" icon={Plus} onPress={() => navigate(form)}>
            Verify a license
          </Button>
        }
      />
      <VerificationTabs
        value="drafts"
        onChange={(tab) => navigate({ screen: 'verifications', query: tab === 'all' ? {} : { tab } }, true)}
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
      {state.kind === 'ready' ? <DraftList drafts={state.value} newWords="New check" form={form} /> : null}
    </Page>
  );
}
