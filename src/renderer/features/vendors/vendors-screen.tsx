import { useNavigation } from '../../stores/navigation.ts';
import { LookUpScreen } from './look-up-screen.tsx';
import { VendorList } from './vendor-list.tsx';
import { VendorPage } from './vendor-page.tsx';

/** Vendors: those looked up on this computer, or the profile of one. */
export function VendorsScreen() {
  const vendorId = useNavigation(({ route }) => route.path[0]);
  if (vendorId === 'look-up') return <LookUpScreen />;
  return vendorId === undefined ? <VendorList /> : <VendorPage key={vendorId} vendorId={vendorId} />;
}
