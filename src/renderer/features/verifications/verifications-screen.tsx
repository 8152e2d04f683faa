import { useRoute } from '../../stores/navigation.ts';
import { DraftScreen } from '../drafts/drafts.tsx';
import { ImportScreen } from '../imports/import-screen.tsx';
import { ExpiryScreen } from './expiry-screen.tsx';
import { NewVerification } from './new-verification.tsx';
import { VerificationList } from './verification-list.tsx';
import { VerificationPage } from './verification-page.tsx';
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
        return (
          <DraftScreen kind="verification">
            <VerificationTabs value="drafts" />
          </DraftScreen>
        );
      default:
        return <VerificationList />;
    }
  }
  if (place === 'import') return <ImportScreen list="verifications" />;
  if (place === 'new') return <NewVerification key={JSON.stringify(query)} />;
  return <VerificationPage key={place} entryId={place} />;
}
