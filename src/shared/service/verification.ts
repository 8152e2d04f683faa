import { z } from 'zod';
import { idOrWord, yesNo, dateText } from './json.ts';

export const licenseDetails = z.looseObject({
  licenseTradeType: z.string().nullish(),
  licenseNumber: z.string().nullish(),
  qualifiedParty: z.string().nullish(),
  licenseeName: z.string().nullish(),
  licenseeAddress: z.string().nullish(),
  locationWhereLicenseIsValid: z
    .looseObject({
      state: z.string().nullish(),
      county: z.string().nullish(),
      city: z.string().nullish(),
      zipCode: z.string().nullish(),
    })
    .nullish(),
  serviceType: z.string().nullish(),
  effectiveDate: dateText.nullish(),
  expiryDate: dateText.nullish(),
  verifyingWebsite: z.string().nullish(),
  isMatch: yesNo.nullish(),
});
export type LicenseDetails = z.infer<typeof licenseDetails>;

/** License details as submitted: only what was filled in, nothing unknown. */
export const submittedLicenseDetails = z.strictObject({
  licenseTradeType: z.string().optional(),
  licenseNumber: z.string().optional(),
  qualifiedParty: z.string().optional(),
  licenseeName: z.string().optional(),
  licenseeAddress: z.string().optional(),
  locationWhereLicenseIsValid: z
    .strictObject({
      state: z.string().optional(),
      county: z.string().optional(),
      city: z.string().optional(),
      zipCode: z.string().optional(),
    })
    .optional(),
  serviceType: z.string().optional(),
  effectiveDate: z.string().optional(),
  expiryDate: z.string().optional(),
  verifyingWebsite: z.string().optional(),
  isMatch: z.boolean().optional(),
});
export type SubmittedLicenseDetails = z.infer<typeof submittedLicenseDetails>;

/** The request body of POST /api/verification/queue. The values of `type` are not described. */
export const verificationRequest = z.strictObject({ type: z.string(), data: submittedLicenseDetails });
export type VerificationRequest = z.infer<typeof verificationRequest>;

export const queueResponse = z.looseObject({ success: yesNo.nullish(), id: idOrWord.nullish() });
export type QueueResponse = z.infer<typeof queueResponse>;

export const verificationResult = z.looseObject({
  id: idOrWord.nullish(),
  documentType: z.string().nullish(),
  parameters: licenseDetails.nullish(),
  response: licenseDetails.nullish(),
  isVerified: yesNo.nullish(),
  status: idOrWord.nullish(),
});
export type VerificationResult = z.infer<typeof verificationResult>;
