import { Page } from '../../components/page.tsx';
import { DraftList } from '../drafts/draft-list.tsx';
import { VerificationTabs } from './verification-tabs.tsx';

const form = { screen: 'verifications' as const, path: ['new'] };

/** Verifications that are typed and not submitted yet. */
export function VerificationDrafts() {
  return (
    <Page>
      <VerificationTabs value="drafts" />
      <DraftList kind="verification" newLabel="New verification" form={form} />
    </Page>
  );
}
