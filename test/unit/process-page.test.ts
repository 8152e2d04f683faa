import { describe, expect, it } from 'vitest';
import type { PageQuality } from '#shared/ocr/judge-page.ts';
import { processPage } from '#shared/ocr/process-page.ts';
import { processedPage } from '#shared/ocr/processed-page.ts';
import { paperPage } from '#test/paper-page.ts';
import { readW9 } from '#test/practice-pages.ts';

const quality: PageQuality = {
  overallScore: 83.4,
  scoreBreakdown: { sharpness: 91.2, readability: 77.7, textQuality: 83.4, skewAndAlignment: 100 },
  defects: [],
  lostAt: [],
};

const w9 = `Form W-9
1 Name of entity/individual
Rosa Delgado
2 Business name/disregarded entity name, if different from above.
Brightwater Plumbing LLC
O Individual/sole proprietor   X S corporation
5 Address (number, street, and apt. or suite no.)
2210 Embarcadero West
6 City, state, and ZIP code
Oakland, CA 94607
Employer identification number   04-3456789
Signature of U.S. person  R. Delgado       Date 03/02/2026`;

function process(text: string, confidence?: (word: string) => number) {
  const page = processPage(paperPage(text, confidence), quality, 'Looks fine.');
  return { page, accepted: processedPage.safeParse(page).success };
}

describe('a page as a service tells of it', () => {
  it('has what was read of a W-9 under the service’s names, and its scores as whole numbers', () => {
    expect(process(w9)).toEqual({
      accepted: true,
      page: {
        kind: 'read',
        pageKind: 'w9',
        confidence: 95,
        overallScore: 83,
        scoreBreakdown: { sharpness: 91, readability: 78, textQuality: 83, skewAndAlignment: 100 },
        feedback: 'Looks fine.',
        data: readW9.data,
        unsureFields: 0,
      },
    });
  });

  it('counts the fields that are not sure, of those that it tells', () => {
    const unsure = (...words: string[]) => process(w9, (word) => (words.includes(word) ? 0.5 : 0.95)).page;
    expect(unsure('Rosa', '04-3456789')).toMatchObject({ unsureFields: 2 });
    expect(unsure('Plumbing')).toMatchObject({ unsureFields: 0 });
  });

  it('has the insured of a certificate, and no data of a license or of an unknown kind', () => {
    const certificate = process('CERTIFICATE OF LIABILITY INSURANCE\nInsured: Meridian Glass');
    expect(certificate).toMatchObject({
      accepted: true,
      page: { pageKind: 'certificate', data: { nameOfEntityIndividual: 'Meridian Glass', dateSigned: null } },
    });
    const license = process('Contractors State License Board\nLicense Number: 0923764');
    expect(license).toMatchObject({ accepted: true, page: { pageKind: 'license', data: null } });
    expect(process('Dear Sir or Madam')).toMatchObject({
      accepted: true,
      page: { pageKind: null, data: null },
    });
  });

  it('is not read where there is no text', () => {
    expect(process('')).toEqual({
      accepted: true,
      page: { kind: 'unreadable', sentence: 'No text was found on this page.' },
    });
  });
});
