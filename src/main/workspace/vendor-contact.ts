import { isAddress, showSubject, type VendorFacts } from '#shared/onboarding/vendor-facts.ts';
import type { Workspace } from './workspace.ts';

/** The recipient of a letter to a vendor, from its profile or else its invite. */
export function readContact(
  { entryDetails }: Pick<Workspace, 'entryDetails'>,
  subject: string,
  { profile, invite }: VendorFacts,
): { email: string | null; firstName: string | null } {
  const value = profile?.reading.value;
  const invited =
    value !== undefined || invite === null ? null : entryDetails.invitation(invite.entryId).entered;
  return {
    email: isAddress(subject) ? showSubject(subject) : (value?.email ?? invited?.vendor?.email ?? null),
    firstName: value?.firstName ?? invited?.vendor?.firstName ?? null,
  };
}
