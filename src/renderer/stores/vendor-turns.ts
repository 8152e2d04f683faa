import { create } from 'zustand';
import { navigate } from './navigation.ts';

interface VendorTurns {
  /** Whose licenses are to be verified next, in order; for as long as the window is open. */
  waiting: readonly string[];
}

/** So many vendors are verified in turn. */
export const maxTurns = 200;

/** The vendors that a person ticked to verify one after the other. */
export const useVendorTurns = create<VendorTurns>(() => ({ waiting: [] }));

/** Opens the form for the first of several vendors; the others wait for their turn. */
export function verifyInTurn(vendorIds: readonly string[]): void {
  const [first, ...waiting] = vendorIds;
  if (first === undefined) return;
  useVendorTurns.setState({ waiting });
  navigate({ screen: 'verifications', path: ['new'], query: { vendor: first } });
}

/** Opens the form for the next one. */
export function nextVendor(): void {
  verifyInTurn(useVendorTurns.getState().waiting);
}

/** Lets go of those that still wait. */
export function endTurns(): void {
  useVendorTurns.setState({ waiting: [] });
}
