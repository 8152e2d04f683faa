import { z } from 'zod';
import { getReading } from '../service/reading.ts';
import { vendorProfile } from '../service/vendor-profile.ts';
import { call, instant, vendorSubject } from './call.ts';
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
  complianceStatus: z.string().nullable(),
  fetchedAt: instant,
});
export type VendorRow = z.infer<typeof vendorRow>;

const fieldChange = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  before: z.json().optional(),
  after: z.json().optional(),
});
export type FieldChange = z.infer<typeof fieldChange>;

export const vendorChange = z.object({ at: instant, previousAt: instant, fields: z.array(fieldChange) });
export type VendorChange = z.infer<typeof vendorChange>;

const storedVendor = z.object({
  vendorId,
  profile: getReading(vendorProfile),
  body: z.string(),
  fetchedAt: instant,
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
  'vendors.lookUp': call(z.object({ vendorId }), storedVendor),
  'vendors.get': call(z.object({ vendorId }), storedVendor.nullable()),
  'vendors.changes': call(z.object({ vendorId }), z.array(vendorChange)),
  'vendors.related': call(
    z.object({ subject: vendorSubject }),
    z.object({
      invites: z.array(inviteRow),
      verifications: z.array(verificationRow),
      documents: z.array(documentRow),
    }),
  ),
};
