import { lazy } from 'react';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
import { useNavigation } from '../../stores/navigation.ts';
import { RequirementsScreen } from '../onboarding/requirements-screen.tsx';
import { InvitedVendor } from './invited-vendor.tsx';
import { LookUpScreen } from './look-up-screen.tsx';
import { VendorList } from './vendor-list.tsx';
import { VendorPage } from './vendor-page.tsx';

const Figures = lazy(async () => ({
  default: (await import('../figures/figures-screen.tsx')).FiguresScreen,
}));

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
