import { z } from 'zod';
import { idOrWord, yesNo, dateText } from './json.ts';

const placeFields = <Text>(text: Text) => ({ state: text, county: text, city: text, zipCode: text });

/** The fields of a license in the order in which they are sent. */
const licenseFields = <Text, Place, Day, Match>(text: Text, place: Place, day: Day, isMatch: Match) => ({
  licenseTradeType: text,
  licenseNumber: text,
  qualifiedParty: text,
  licenseeName: text,
  licenseeAddress: text,
  locationWhereLicenseIsValid: place,
  serviceType: text,
  effectiveDate: day,
  expiryDate: day,
  verifyingWebsite: text,
  isMatch,
});

const text = z.string().nullish();
const place = z.looseObject(placeFields(text)).nullish();
export const licenseDetails = z.looseObject(licenseFields(text, place, dateText.nullish(), yesNo.nullish()));
export type LicenseDetails = z.infer<typeof licenseDetails>;

const filledIn = z.string().optional();
const filledInPlace = z.strictObject(placeFields(filledIn)).optional();
/** License details as submitted: only what was filled in, nothing unknown. */
export const submittedLicenseDetails = z.strictObject(
  licenseFields(filledIn, filledInPlace, filledIn, z.boolean().optional()),
);
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
