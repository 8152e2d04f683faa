import { z } from 'zod';
import type { PageKind } from './page-kind.ts';

const pageKind = z.enum(['license', 'w9', 'certificate']) satisfies z.ZodType<PageKind>;
const score = z.number().min(0).max(100);
const text = z.string().min(1).max(300).nullable();

/** What is read of a page, by the service's names; null for what is not read. */
const pageData = z.strictObject({
  isSigned: z.null(),
  otherBox: z.null(),
  dateSigned: text,
  addressStreet: text,
  addressCityStateZip: text,
  nameOfEntityIndividual: text,
  federalTaxClassification: z.array(z.string().min(1).max(60)).max(10).nullable(),
  /** A number, as in the service; leading zeros are lost. */
  employerIdentificationNumber: z.number().int().min(0).max(999_999_999).nullable(),
});

export const processedPage = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('read'),
    pageKind: pageKind.nullable(),
    confidence: score,
    overallScore: score,
    scoreBreakdown: z.strictObject({
      sharpness: score,
      readability: score,
      textQuality: score,
      skewAndAlignment: score,
    }),
    feedback: z.string().min(1).max(2000),
    data: pageData.nullable(),
    unsureFields: z.number().int().min(0).max(20),
  }),
  z.strictObject({ kind: z.literal('unreadable'), sentence: z.string().min(1).max(300) }),
]);
export type ProcessedPage = z.infer<typeof processedPage>;

/** A page at 235 dots an inch takes 1 to 3 MB as a JPEG. */
export const maxPictureBytes = 8 * 1024 * 1024;
export const maxPictureLetters = Math.ceil(maxPictureBytes / 3) * 4;

export const givenDocument = z.strictObject({
  picture: z.string().min(1).max(maxPictureLetters),
  page: processedPage,
});
export type GivenDocument = z.infer<typeof givenDocument>;
