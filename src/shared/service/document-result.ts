import { z } from 'zod';
import { dateText, idOrWord, yesNo } from './json.ts';

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

/** A text where a list of texts is described stands for a list of it alone; a blank one for an empty list. */
function asList(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? [] : [value];
}

/** Which of these are present for which documentType is not described; all are optional. */
const extractedData = z.looseObject({
  isSigned: yesNo.nullish(),
  otherBox: z.boolean().nullish(),
  dateSigned: z.string().nullish(),
  addressStreet: z.string().nullish(),
  addressCityStateZip: z.string().nullish(),
  nameOfEntityIndividual: z.string().nullish(),
  federalTaxClassification: z.preprocess(asList, z.array(z.string())).nullish(),
  /** Described as a number. As a text it is kept, so that it can be masked and revealed as it came. */
  employerIdentificationNumber: z.union([z.number(), z.string()]).nullish(),
});
export type ExtractedData = z.infer<typeof extractedData>;

/** The answer of GET /api/vision/{id}. */
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
