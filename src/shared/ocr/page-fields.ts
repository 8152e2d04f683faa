import { verificationFields } from '../outbox/request-fields.ts';
import type { CertificateField } from './certificate-fields.ts';
import type { ReadableField } from './license-fields.ts';
import type { W9Field } from './w9-fields.ts';

export type PageKind = 'license' | 'w9' | 'certificate';
export type PageField = ReadableField | W9Field | CertificateField;

export const pageFields: Readonly<Record<PageField, { readonly label: string }>> = {
  ...verificationFields,
  nameOfEntityIndividual: { label: 'Name' },
  businessName: { label: 'Business name' },
  addressStreet: { label: 'Street' },
  addressCityStateZip: { label: 'City, state, ZIP' },
  employerIdentificationNumber: { label: 'Employer ID (EIN)' },
  federalTaxClassification: { label: 'Tax classification' },
  dateSigned: { label: 'Date signed' },
  insured: { label: 'Insured' },
  insurers: { label: 'Insurers' },
  policyNumbers: { label: 'Policy numbers' },
  eachOccurrence: { label: 'Limit for each occurrence' },
  generalAggregate: { label: 'General aggregate limit' },
  certificateHolder: { label: 'Certificate holder' },
};
