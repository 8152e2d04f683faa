import { useRoute } from '../../stores/navigation.ts';
import { ImportScreen } from '../imports/import-screen.tsx';
import { ExpiryScreen } from './expiry-screen.tsx';
import { NewVerification } from './new-verification.tsx';
import { VerificationList } from './verification-list.tsx';
import { VerificationPage } from './verification-page.tsx';
import { Page } from '../../components/page.tsx';
import { DraftList } from '../drafts/draft-list.tsx';
import { VerificationTabs } from './verification-tabs.tsx';

/** Verifications: the list, when licenses expire, one of them, a new one, or the import of many, as the address says. */
export function VerificationsScreen() {
  const { path, query } = useRoute();
  const [place] = path;
  if (place === undefined) {
    switch (query['tab']) {
      case 'expiry':
        return <ExpiryScreen />;
      case 'drafts':
        return <VerificationDrafts />;
      default:
        return <VerificationList />;
    }
  }
  if (place === 'import') return <ImportScreen list="verifications" />;
  if (place === 'new') {
    const vendorId = query['vendor'] ?? null;
    const edits = query['edits'] !== undefined;
    const replaces = query['edits'] ?? query['replaces'] ?? null;
    const draftId = query['draft'] ?? null;
    return (
      <NewVerification
        key={JSON.stringify(query)}
        vendorId={vendorId}
        license={{ trade: query['trade'] ?? '', state: query['state'] ?? '' }}
        replaces={replaces}
        edits={edits}
        draftId={draftId}
      />
    );
  }
  return <VerificationPage key={place} entryId={place} />;
}

const form = { screen: 'verifications' as const, path: ['new'] };

/** Verifications that are typed and not submitted yet. */
function VerificationDrafts() {
  return (
    <Page>
      <VerificationTabs value="drafts" />
      <DraftList kind="verification" newLabel="New verification" form={form} />
    </Page>
  );
}
