import type { ProcessedPage } from '#shared/ocr/processed-page.ts';

/** What the page makes of a W-9 that is a little blurred. */
export const readW9: Extract<ProcessedPage, { kind: 'read' }> = {
  kind: 'read',
  pageKind: 'w9',
  confidence: 88,
  overallScore: 64,
  scoreBreakdown: { sharpness: 41, readability: 87, textQuality: 66, skewAndAlignment: 93 },
  feedback: 'The picture is blurred. Hold still, let the camera focus, and retake it.',
  data: {
    isSigned: null,
    otherBox: null,
    dateSigned: '2026-03-02',
    addressStreet: '2210 Embarcadero West',
    addressCityStateZip: 'Oakland, CA 94607',
    nameOfEntityIndividual: 'Rosa Delgado',
    federalTaxClassification: ['S corporation'],
    employerIdentificationNumber: 43456789,
  },
  unsureFields: 0,
};
