import { useRoute } from '../../stores/navigation.ts';
import { ImportScreen } from '../imports/import-screen.tsx';
import { ExpiryScreen } from './expiry-screen.tsx';
import { VerificationDrafts } from './verification-drafts.tsx';
import { NewVerification } from './new-verification.tsx';
import { VerificationList } from './verification-list.tsx';
import { VendorTurns } from './vendor-turns.tsx';
import { VerificationPage } from './verification-page.tsx';

/** The place in the verifications, below what is left of vendors that are verified in turn. */
export function VerificationsScreen() {
  return (
    <>
      <VendorTurns />
      <Place />
    </>
  );
}

/** Verifications: the list, when licenses run out, one of them, a new one, or the import of many, as the address says. */
function Place() {
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
    const replaces = query['replaces'] ?? null;
    const draftId = query['draft'] ?? null;
    return (
      <NewVerification
        key={`${vendorId} ${replaces} ${draftId}`}
        vendorId={vendorId}
        replaces={replaces}
        draftId={draftId}
      />
    );
  }
  return <VerificationPage key={place} entryId={place} />;
}
