import { doubtBesideLost, meanConfidence, type PageQuality } from './judge-page.ts';
import type { FieldOnPage } from './labeled-fields.ts';
import { findUnreadKeyFields, readPageFields, type PageField, type PageKind } from './page-kind.ts';
import type { PageWord } from './page-text.ts';
import type { ProcessedPage } from './processed-page.ts';

/** The answer for a page, by its words and quality. @param feedback the sentences on the picture */
export function processPage(
  words: readonly PageWord[],
  quality: PageQuality,
  feedback: string,
): ProcessedPage {
  if (words.length === 0) {
    const none = 'No text was found on this page.';
    return { kind: 'unreadable', sentence: quality.defects.length === 0 ? none : `${none} ${feedback}` };
  }
  const { kind, fields } = readPageFields(words);
  const { data, read } = toPageData(kind, doubtBesideLost(fields, quality));
  const unread = kind === 'w9' ? findUnreadKeyFields(kind, fields, words).length : 0;
  const { overallScore, scoreBreakdown } = quality;
  const { sharpness, readability, textQuality, skewAndAlignment } = scoreBreakdown;
  return {
    kind: 'read',
    pageKind: kind,
    confidence: Math.round(100 * meanConfidence(words)),
    // A score is never rounded up over a limit that it does not reach.
    overallScore: Math.floor(overallScore),
    scoreBreakdown: {
      sharpness: Math.round(sharpness),
      readability: Math.round(readability),
      textQuality: Math.round(textQuality),
      skewAndAlignment: Math.round(skewAndAlignment),
    },
    feedback,
    data,
    unsureFields: read.filter(({ sure }) => !sure).length + unread,
  };
}

function toPageData(kind: PageKind | null, fields: readonly FieldOnPage<PageField>[]) {
  if (kind === null || kind === 'license') return { data: null, read: [] };
  const find = (name: PageField) => fields.find(({ field }) => field === name)?.value;
  const toText = (name: PageField) => find(name)?.slice(0, 300) ?? null;
  const taxClass = find('federalTaxClassification');
  const employerId = find('employerIdentificationNumber');
  return {
    data: {
      isSigned: null,
      otherBox: null,
      dateSigned: toText('dateSigned'),
      addressStreet: toText('addressStreet'),
      addressCityStateZip: toText('addressCityStateZip'),
      nameOfEntityIndividual: toText(kind === 'w9' ? 'nameOfEntityIndividual' : 'insured'),
      federalTaxClassification: taxClass === undefined ? null : [taxClass],
      employerIdentificationNumber:
        employerId === undefined ? null : Number(employerId.replaceAll(/\D/g, '')),
    },
    // The service has no field for the business name, and of a certificate only the name.
    read: fields.filter(({ field }) => (kind === 'w9' ? field !== 'businessName' : field === 'insured')),
  };
}
