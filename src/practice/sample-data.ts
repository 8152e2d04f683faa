import { z } from 'zod';
import { requirementSets, type RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { licenseDetails, type LicenseDetails } from '#shared/service/verification.ts';
import complianceJson from './sample-data/compliance.json' with { type: 'json' };
import documentsJson from './sample-data/documents.json' with { type: 'json' };
import invitesJson from './sample-data/invites.json' with { type: 'json' };
import licensesJson from './sample-data/licenses.json' with { type: 'json' };
import requirementsJson from './sample-data/requirements.json' with { type: 'json' };
import vendorsJson from './sample-data/vendors.json' with { type: 'json' };
import { sentVendorProfile } from './vendors.ts';

const sampleVendor = sentVendorProfile.and(
  z.looseObject({ id: z.string().regex(/^[1-9]\d*$/), email: z.email() }),
);
export type SampleVendor = z.infer<typeof sampleVendor>;

/** `expiresInDays`: from the day on which the register is read, so that the sample does not expire. */
const registeredLicense = licenseDetails.extend({ expiresInDays: z.number().int() });

/** A bundled document job: the service's answer once processed, its file, and its age at the first start. */
export const sampleDocumentJob = z.strictObject({
  file: z.string().regex(/^[a-z0-9-]+\.(png|jpg|pdf)$/),
  createdHoursAgo: z.number(),
  secondsToProcess: z.number(),
  startsUnready: z.boolean(),
  result: documentResult.extend({ id: z.uuid() }),
});
export type SampleDocumentJob = z.infer<typeof sampleDocumentJob>;

const sampleInvite = z.strictObject({
  email: z.email(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  phoneNumber: z.string(),
  jobTitle: z.string(),
  message: z.string(),
});
export type SampleInvite = z.infer<typeof sampleInvite>;

const complianceScene = z.strictObject({
  complianceStatus: z.string(),
  vendorStatus: z.string(),
  checklist: z.array(
    z.strictObject({
      type: z.string(),
      compliant: z.boolean().nullable().exactOptional(),
      status: z.string(),
      errorMessages: z.array(z.string()),
      sample: z.string().exactOptional(),
    }),
  ),
});

/** The states of invited vendors: known and unknown words; all, some and no documents. */
export const complianceScenes = (): z.infer<typeof complianceScene>[] =>
  z.array(complianceScene).parse(complianceJson);

export const sampleVendors = (): SampleVendor[] => z.array(sampleVendor).parse(vendorsJson);

/** The practice company's requirements: for all vendors, for licensed trades, and at one job site. */
export const sampleRequirements = (): RequirementSet[] => requirementSets.parse(requirementsJson);

/** The license register on a day, from which expirations are counted (UTC). */
export const licenseRegister = (day: Date): LicenseDetails[] =>
  z
    .array(registeredLicense)
    .parse(licensesJson)
    .map(({ expiresInDays, ...license }) => ({
      ...license,
      expiryDate: new Date(day.getTime() + expiresInDays * 86_400_000).toISOString().slice(0, 10),
    }));

export const sampleDocumentJobs = (): SampleDocumentJob[] => z.array(sampleDocumentJob).parse(documentsJson);

/** Contacts to fill a practice workspace with; the practice service accepts all of them. */
export const sampleInvites = (): SampleInvite[] => z.array(sampleInvite).parse(invitesJson);
