import type { DocumentResult } from '#shared/service/document-result.ts';
import type { LicenseDetails, VerificationResult } from '#shared/service/verification.ts';

function license(side: string): LicenseDetails {
  return {
    licenseTradeType: `trade ${side}`,
    licenseNumber: `N-${side}`,
    qualifiedParty: `Party ${side}`,
    licenseeName: `Licensee ${side}`,
    licenseeAddress: `Address ${side}`,
    locationWhereLicenseIsValid: {
      state: `State ${side}`,
      county: `County ${side}`,
      city: `City ${side}`,
      zipCode: `Zip ${side}`,
    },
    serviceType: `Service ${side}`,
    effectiveDate: `some day ${side}`,
    expiryDate: `another day ${side}`,
    verifyingWebsite: `https://${side}.example.com/check`,
    isMatch: side === 'found',
  };
}

/** A result of a verification with every field of the resource, none of them alike. */
export const fullVerificationResult = {
  id: '0f5d3a11-9c41-4a55-8e0b-2f6d1c7b9001',
  documentType: 'TYPE_9002',
  parameters: license('given'),
  response: license('found'),
  isVerified: false,
  status: 'status_9003',
} satisfies VerificationResult;

/** A processed document with every field of the resource, none of them alike. */
export const fullDocumentResult = {
  id: '0f5d3a11-9c41-4a55-8e0b-2f6d1c7b9101',
  accountId: 'account-9102',
  fileUrl: 'https://files.example.com/9103.jpg',
  processingStep: 'step_9104',
  status: 'status_9105',
  confidence: 61,
  errors: 'errors 9106',
  documentType: 'Type 9107',
  qualityDetails: {
    feedback: 'feedback 9108',
    overallScore: 52,
    scoreBreakdown: { sharpness: 53, readability: 54, textQuality: 55, skewAndAlignment: 56 },
  },
  data: {
    isSigned: true,
    otherBox: true,
    dateSigned: 'a day 9109',
    addressStreet: 'Street 9110',
    addressCityStateZip: 'City 9111',
    nameOfEntityIndividual: 'Name 9112',
    federalTaxClassification: ['class 9113', 'class 9114'],
    employerIdentificationNumber: 123_454_417,
  },
  updatedAt: 'later 9115',
  createdAt: 'earlier 9116',
} satisfies DocumentResult;
