import type { VendorInvitation } from '#shared/service/vendor-invitation.ts';
import type { VerificationRequest } from '#shared/service/verification.ts';

/** What a row of a list becomes once it is queued. `vendorId` of a verification and tags stay on this computer. */
export type ListItem =
  | { kind: 'invite'; invitation: VendorInvitation; tags?: readonly string[] }
  | { kind: 'verification'; request: VerificationRequest; vendorId: string | null };
