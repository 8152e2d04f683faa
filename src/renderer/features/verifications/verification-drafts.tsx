import { Plus } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { navigate } from '../../stores/navigation.ts';
import { DraftList } from '../drafts/draft-list.tsx';
import { VerificationTabs } from './verification-tabs.tsx';

const form = { screen: 'verifications' as const, path: ['new'] };

/** Verifications that are typed and not submitted yet. */
export function VerificationDrafts() {
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
      <DraftList kind="verification" newLabel="New check" form={form} />
    </Page>
  );
}
