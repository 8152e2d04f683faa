import { z } from 'zod';
import { readingOf } from '../service/reading.ts';
import { vendorProfile } from '../service/vendor-profile.ts';
import { call, instant, pageOf, pageRequest } from './call.ts';
import { documentRow } from './documents.ts';
import { inviteRow } from './invites.ts';
import { verificationRow } from './verifications.ts';

const vendorId = z.string().min(1).max(200);

export const vendorRow = z.object({
  vendorId,
  companyName: z.string().nullable(),
  contactName: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  cityName: z.string().nullable(),
  stateCode: z.string().nullable(),
  services: z.array(z.string()),
  licensed: z.boolean().nullable(),
  /** Word of the latest invite's answer, if this computer sent one. */
  complianceStatus: z.string().nullable(),
  fetchedAt: instant,
});
export type VendorRow = z.infer<typeof vendorRow>;

export const vendorSort = z.enum(['company', 'fetched']);

/** A vendor as kept on this computer: the last readable profile, with its age. */
export const storedVendor = z.object({
  vendorId,
  profile: readingOf(vendorProfile),
  fetchedAt: instant,
  /** The status words that came with the latest invite's answer. */
  fromInvite: z
    .object({
      entryId: z.string(),
      complianceStatus: z.string().nullable(),
      vendorStatus: z.string().nullable(),
      at: instant,
    })
    .nullable(),
});
export type StoredVendor = z.infer<typeof storedVendor>;

export const vendorCalls = {
  /** Asks the service for the profile and keeps it. Fails with `unreachable`, `signed_out`, `not_found` or `refused`; what was kept stays. */
  'vendors.lookUp': call(z.object({ vendorId }), storedVendor),
  /** The kept profile; null where this vendor was never looked up on this computer. */
  'vendors.get': call(z.object({ vendorId }), storedVendor.nullable()),
  'vendors.page': call(
    pageRequest.extend({ search: z.string().max(200).default(''), sort: vendorSort.default('company') }),
    pageOf(vendorRow),
  ),
  /** What else this computer knows about a vendor, newest first. */
  'vendors.related': call(
    z.object({ vendorId }),
    z.object({
      invites: z.array(inviteRow),
      verifications: z.array(verificationRow),
      documents: z.array(documentRow),
    }),
  ),
};
