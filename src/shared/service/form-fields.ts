import { filled } from '../base/foreign-text.ts';
import type { DocumentResult, ExtractedData } from './document-result.ts';
import { strayText, type Reading } from './reading.ts';

export type DocumentField = keyof typeof fieldsOfW9;

/** What IRS form W-9 asks for. The interface does not say which fields which kind of document has; this one is known. */
const fieldsOfW9 = {
  nameOfEntityIndividual: true,
  addressStreet: true,
  addressCityStateZip: true,
  federalTaxClassification: true,
  employerIdentificationNumber: true,
  otherBox: true,
  isSigned: true,
  dateSigned: true,
} as const satisfies Partial<Record<keyof ExtractedData, true>>;

/** Whether the service's word for a kind of document stands for IRS form W-9: `W-9`, `W9`, `FORM_W9`. */
export function isW9(documentType: string | null | undefined): boolean {
  return /(^|[^a-z0-9])w[\s_-]?9([^0-9]|$)/i.test(documentType ?? '');
}

/** Whether a document has a field: its known kind has it, or it came. A W-9's fields are not missing from other kinds. */
export function hasField(
  { value, validationIssues }: Reading<DocumentResult>,
  field: DocumentField,
): boolean {
  if (isW9(value.documentType)) return true;
  const came = value.data?.[field];
  const said = typeof came === 'string' ? filled(came) !== null : came != null;
  const listed = Array.isArray(came) ? came.length > 0 : said;
  return listed || strayText(validationIssues, 'data', field) !== null;
}
