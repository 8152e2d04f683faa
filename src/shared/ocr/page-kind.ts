import { readCertificateFields, type CertificateField } from './certificate-fields.ts';
import type { FieldOnPage, FieldWithWords } from './labeled-fields.ts';
import { readLicenseFields, type ReadableField } from './license-fields.ts';
import { toRuns, type Box, type PageWord } from './page-text.ts';
import { findStates } from './state-licenses.ts';
import { hasSocialSecurityNumber, isBlankW9, readW9Fields, type W9Field } from './w9-fields.ts';
import { isW9 } from '../service/document-result.ts';
import { verificationFields } from '../outbox/request-fields.ts';

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

const headings = {
  certificate: /certificate\s+of\s+(?:[a-z]+\s+){0,2}insurance|\bACORD\b/i,
  w9: /\bform\s+W-?9\b(?:\s+\(rev\b.*)?|^W-?9$|request\s+for\s+taxpayer(?:\s+identification\s+number(?:\s+and\s+certification)?)?/i,
} as const;
const licenseHeading =
  /licen[sc]e|certificate of registration|contractor registration|registrar of contractors/i;

/** The kind of a page by its headings; null for none, or for both a certificate and a W-9. */
export function findPageKind(words: readonly PageWord[]): PageKind | null {
  const runs = toRuns(words);
  const texts = runs.map(({ text }) => text);
  const inTwoRows = runs.flatMap((run) =>
    runs.filter((other) => goesOn(run.box, other.box)).map((other) => `${run.text} ${other.text}`),
  );
  const isHeaded = (heading: RegExp) =>
    [...texts, ...inTwoRows].some((text) => 2 * (heading.exec(text)?.[0].length ?? 0) >= text.length);
  const [isCertificate, isW9] = [isHeaded(headings.certificate), isHeaded(headings.w9)];
  if (isCertificate || isW9) return isCertificate && isW9 ? null : isCertificate ? 'certificate' : 'w9';
  const isLicense = (text: string) =>
    text.split(' ').length <= 8 &&
    (licenseHeading.test(text) || (/board|licensing/i.test(text) && findStates(text).length > 0));
  return texts.some(isLicense) ? 'license' : null;
}

/** Whether a heading continues in the row below: in letters as large, centered or aligned. */
function goesOn(box: Box, below: Box): boolean {
  const gap = below.y - (box.y + box.height);
  const shift = Math.min(
    Math.abs(below.x - box.x),
    Math.abs(below.x + below.width / 2 - box.x - box.width / 2),
  );
  const isAsLarge = Math.abs(below.height / box.height - 1) < 0.3;
  return gap > -0.2 * box.height && gap < 1.2 * box.height && shift < box.height && isAsLarge;
}

/** Reads the fields of a page's kind. @param otherwise its kind where its headings do not say */
export function readPageFields(words: readonly PageWord[], otherwise: PageKind | null = null) {
  const kind = findPageKind(words) ?? otherwise;
  return { kind, fields: kind === null ? [] : readers[kind](words), note: findNote(kind, words) };
}

/** What else is to be said of a page: nothing is filled in, or a social security number is, which is never shown. */
export type PageNote = 'blank' | 'social_security_number';

function findNote(kind: PageKind | null, words: readonly PageWord[]): PageNote | null {
  if (kind !== 'w9') return null;
  if (hasSocialSecurityNumber(words)) return 'social_security_number';
  return isBlankW9(words) ? 'blank' : null;
}

const readers: Readonly<Record<PageKind, (words: readonly PageWord[]) => FieldWithWords<PageField>[]>> = {
  license: readLicenseFields,
  w9: readW9Fields,
  certificate: readCertificateFields,
};

/** Without these, a page has to be taken again. */
const keyFields: Readonly<Record<PageKind, readonly PageField[]>> = {
  license: ['licenseNumber', 'expiryDate'],
  w9: ['nameOfEntityIndividual', 'employerIdentificationNumber'],
  certificate: ['policyNumbers', 'expiryDate'],
};

export function findUnreadKeyFields(
  kind: PageKind,
  fields: readonly FieldOnPage<PageField>[],
  words: readonly PageWord[],
): PageField[] {
  return keyFields[kind].filter(
    (key) =>
      !fields.some(({ field, partial = false }) => field === key && !partial) &&
      !(key === 'employerIdentificationNumber' && hasSocialSecurityNumber(words)),
  );
}

export function toPageKind(documentType: string | null | undefined): PageKind | null {
  const type = documentType ?? '';
  if (isW9(type)) return 'w9';
  const isCertificate = /insurance|(?:^|[^a-z])(?:acord|coi)(?:[^a-z]|$)/i.test(type);
  if (isCertificate) return /policy/i.test(type) ? null : 'certificate';
  return /licen[sc]e/i.test(type) && !/driver/i.test(type) ? 'license' : null;
}
