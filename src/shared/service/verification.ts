import { z } from 'zod';
import { idOrWord, yesNo } from './json.ts';
import { licenseDetails, submittedLicenseDetails } from './license-details.ts';

/** The request body of POST /api/verification/queue. Allowed values of `type` are not described: free text. */
export const verificationRequest = z.strictObject({
  type: z.string(),
  data: submittedLicenseDetails,
});
export type VerificationRequest = z.infer<typeof verificationRequest>;

export const queueResponse = z.looseObject({
  success: yesNo.nullish(),
  id: idOrWord.nullish(),
});
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
