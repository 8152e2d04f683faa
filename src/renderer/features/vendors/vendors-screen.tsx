import { useEffect } from 'react';
import { isAddress, showSubject } from '#shared/onboarding/vendor-facts.ts';
import { useNavigation, navigate } from '../../stores/navigation.ts';
import { RequirementsScreen } from '../onboarding/requirements-screen.tsx';
import { LookUpScreen } from './look-up-screen.tsx';
import { VendorList } from './vendor-list.tsx';
import { VendorPage } from './vendor-page.tsx';
import { EmptyState, LoadError, StillReading } from '../../components/message-block.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { useLive } from '../../stores/live.ts';
import { VendorChecklist } from '../onboarding/vendor-checklist.tsx';
import { newForVendor } from './vendor-header.tsx';
import { VendorTabs } from './vendor-tabs.tsx';
import { lazyPart } from '../../lazy-part.ts';

const Figures = lazyPart(async () => (await import('../figures/figures-screen.tsx')).FiguresScreen);

/** Vendors: all that this computer knows, what they have to have, the figures, which bring what draws the charts, or the page of one. */
export function VendorsScreen() {
  const first = useNavigation(({ route }) => route.path[0]);
  switch (first) {
    case undefined:
      return <VendorList />;
    case 'look-up':
      return <LookUpScreen />;
    case 'requirements':
      return <RequirementsScreen />;
    case 'figures':
      return <Figures />;
    default:
      return isAddress(first) ? (
        <InvitedVendor key={first} subject={first} />
      ) : (
        <VendorPage key={first} vendorId={first} />
      );
  }
}

/** An invited vendor without an ID; its page moves to the ID once known. */
function InvitedVendor({ subject }: { subject: string }) {
  const { state, reload } = useLive('onboarding.vendor', { subject, site: null }, [
    { event: 'onboarding.changed', id: null },
  ]);
  const vendor = state.kind === 'ready' ? state.value : null;
  const vendorId = vendor?.vendorId ?? null;
  useEffect(() => {
    if (vendorId !== null) navigate({ screen: 'vendors', path: [vendorId] }, true);
  }, [vendorId]);
  return (
    <Page>
      <PageHeader
        title={vendor?.name ?? 'Vendor'}
        subtitle={`Invited at ${showSubject(subject)}. No ID yet.`}
        parent={{ label: 'Vendors', target: { screen: 'vendors' } }}
        ruled
        passing={state.kind === 'loading'}
        actions={<Menu label="More for this vendor" choices={newForVendor(subject)} />}
      />
      {vendor === null ? (
        <PageBody>
          {state.kind === 'loading' ? (
            <StillReading />
          ) : state.kind === 'failed' ? (
            <LoadError title="This vendor couldn’t be loaded." error={state.error} onRetry={reload} />
          ) : (
            <EmptyState title="Nothing is known of this vendor.">Its invite may be canceled.</EmptyState>
          )}
        </PageBody>
      ) : (
        <div className="narrows scroller by-own-width">
          <VendorChecklist vendorId={subject} onRefresh={reload} />
          <VendorTabs subject={subject} body={null} changes={null} />
        </div>
      )}
    </Page>
  );
}
