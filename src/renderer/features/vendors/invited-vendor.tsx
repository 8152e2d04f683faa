import { useEffect } from 'react';
import { showSubject } from '#shared/onboarding/vendor-facts.ts';
import { EmptyState, NotRead, StillReading } from '../../components/message-block.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { VendorChecklist } from '../onboarding/vendor-checklist.tsx';
import { newForVendor } from './vendor-header.tsx';
import { VendorTabs } from './vendor-tabs.tsx';

/** The page of a vendor that was invited and has no ID yet, by its subject; once the ID is here, that of the ID takes its place. */
export function InvitedVendor({ subject }: { subject: string }) {
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
            <NotRead title="This vendor couldn’t be loaded." error={state.error} onRetry={reload} />
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
