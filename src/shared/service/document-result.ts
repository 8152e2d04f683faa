import { z } from 'zod';
import { dateText, idOrWord, yesNo } from './json.ts';
import { filled } from '../base/foreign-text.ts';
import { strayText, type Reading } from './reading.ts';

const scoreBreakdown = z.looseObject({
  sharpness: z.number().nullish(),
  readability: z.number().nullish(),
  textQuality: z.number().nullish(),
  skewAndAlignment: z.number().nullish(),
});
export type ScoreBreakdown = z.infer<typeof scoreBreakdown>;

const qualityDetails = z.looseObject({
  feedback: z.string().nullish(),
  overallScore: z.number().nullish(),
  scoreBreakdown: scoreBreakdown.nullish(),
});

/** A single text becomes a list of it, a blank one an empty list. */
function asList(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? [] : [value];
}

/** The interface does not say which documentType has which. */
const extractedData = z.looseObject({
  isSigned: yesNo.nullish(),
  otherBox: z.boolean().nullish(),
  dateSigned: z.string().nullish(),
  addressStreet: z.string().nullish(),
  addressCityStateZip: z.string().nullish(),
  nameOfEntityIndividual: z.string().nullish(),
  federalTaxClassification: z.preprocess(asList, z.array(z.string())).nullish(),
  /** Described as a number. Kept as text where it came so, to be masked and revealed as it is. */
  employerIdentificationNumber: z.union([z.number(), z.string()]).nullish(),
});
export type ExtractedData = z.infer<typeof extractedData>;

export const documentResult = z.looseObject({
  id: idOrWord.nullish(),
  accountId: idOrWord.nullish(),
  fileUrl: z.string().nullish(),
  processingStep: idOrWord.nullish(),
  status: idOrWord.nullish(),
  confidence: z.number().nullish(),
  errors: z.string().nullish(),
  documentType: z.string().nullish(),
  qualityDetails: qualityDetails.nullish(),
  data: extractedData.nullish(),
  updatedAt: dateText.nullish(),
  createdAt: dateText.nullish(),
});
export type DocumentResult = z.infer<typeof documentResult>;

/** The interface does not say which document has which of these. */
export type DocumentField = keyof typeof extractedData.shape;

/** Whether a document type means form W-9: `W-9`, `W9`, `FORM_W9`. */
export const isW9 = (documentType: string | null | undefined): boolean =>
  /(^|[^a-z0-9])w[\s_-]?9([^0-9]|$)/i.test(documentType ?? '');

/** Whether a document has a field: its known kind has it, or it came. */
export function hasField({ value, validationIssues }: Reading<DocumentResult>, field: DocumentField) {
  if (isW9(value.documentType)) return true;
  const came = value.data?.[field];
  const said = typeof came === 'string' ? filled(came) !== null : came != null;
  const listed = Array.isArray(came) ? came.length > 0 : said;
  return listed || strayText(validationIssues, 'data', field) !== null;
}
