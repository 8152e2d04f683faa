import type { GoldenAnswer } from './golden-verifications.ts';

// What a careful coordinator concludes from the answers to "what became of this W-9?". Written without sight of the code.

const jobId = '3f2c9a77-51b2-4f43-8d1e-2f9a4b7c6d21';

const extracted = {
  isSigned: true,
  otherBox: false,
  dateSigned: '2026-10-28',
  addressStreet: '120 Main St',
  addressCityStateZip: 'Fresno, CA 93650',
  nameOfEntityIndividual: 'Brightwater Plumbing LLC',
  federalTaxClassification: ['LLC'],
  employerIdentificationNumber: 123456789,
};

const quality = {
  feedback: 'Clear and readable',
  overallScore: 92,
  scoreBreakdown: { sharpness: 90, readability: 94, textQuality: 91, skewAndAlignment: 96 },
};

/** A W-9 that was read well and agrees with the profile. */
const good = {
  id: jobId,
  accountId: 'acct-77',
  fileUrl: 'https://files.example.com/w9/3f2c9a77.pdf',
  processingStep: 'completed',
  status: 'completed',
  confidence: 97,
  errors: '',
  documentType: 'W-9',
  qualityDetails: quality,
  data: extracted,
  updatedAt: '2026-11-01T09:02:11Z',
  createdAt: '2026-11-01T09:00:00Z',
};

/** The same, without the time at which it was made. */
const undated = {
  id: jobId,
  accountId: 'acct-77',
  fileUrl: 'https://files.example.com/w9/3f2c9a77.pdf',
  processingStep: 'completed',
  status: 'completed',
  confidence: 97,
  errors: '',
  documentType: 'W-9',
  qualityDetails: quality,
  data: extracted,
};

/** Nothing read yet. */
const open = {
  id: jobId,
  accountId: 'acct-77',
  documentType: 'W-9',
  createdAt: '2026-11-24T11:58:00Z',
  qualityDetails: null,
  data: null,
  errors: null,
};

const aYear = 'yes until 2027-11-01';

export const goldenDocuments: readonly GoldenAnswer[] = [
  // Good, and what does not matter.
  { name: 'a W-9 as documented', answer: { body: good }, says: aYear },
  { name: 'status in capitals', answer: { body: { ...good, status: 'COMPLETED' } }, says: aYear },
  { name: 'status processed', answer: { body: { ...good, status: 'Processed' } }, says: aYear },
  {
    name: 'status success with a space at its end',
    answer: { body: { ...good, status: 'success ' } },
    says: aYear,
  },
  { name: 'status approved', answer: { body: { ...good, status: 'approved' } }, says: aYear },
  {
    name: 'a score of exactly 70',
    answer: { body: { ...good, qualityDetails: { ...quality, overallScore: 70 } } },
    says: aYear,
  },
  {
    name: 'a score of 100',
    answer: { body: { ...good, qualityDetails: { ...quality, overallScore: 100 } } },
    says: aYear,
  },
  {
    name: 'a score of 88.25 and no breakdown',
    answer: {
      body: { ...good, qualityDetails: { feedback: null, overallScore: 88.25, scoreBreakdown: null } },
    },
    says: aYear,
  },
  {
    name: 'links and a trace beside the result',
    answer: { body: { ...good, _links: { self: { href: `/api/vision/${jobId}` } }, traceId: 'a1-b2' } },
    says: aYear,
  },
  {
    name: 'a page count and a huge number of bytes',
    answer: { body: { ...good, pageCount: 6, fileSize: 9007199254740991 } },
    says: aYear,
  },

  // The score.
  {
    name: 'a score of 69.9',
    answer: { body: { ...good, qualityDetails: { ...quality, overallScore: 69.9 } } },
    says: 'no',
  },
  {
    name: 'a score of 41',
    answer: { body: { ...good, qualityDetails: { ...quality, overallScore: 41 } } },
    says: 'no',
  },
  {
    name: 'a score of 0',
    answer: { body: { ...good, qualityDetails: { ...quality, overallScore: 0 } } },
    says: 'no',
  },
  {
    name: 'a score in words',
    answer: { body: { ...good, qualityDetails: { ...quality, overallScore: 'high' } } },
    says: 'a person',
  },
  {
    name: 'a score as an object',
    answer: { body: { ...good, qualityDetails: { ...quality, overallScore: { value: 92 } } } },
    says: 'a person',
  },
  {
    name: 'a score beyond the scale',
    answer: { body: { ...good, qualityDetails: { ...quality, overallScore: 920 } } },
    says: 'a person',
  },
  {
    name: 'completed with a score of null',
    answer: { body: { ...good, qualityDetails: { ...quality, overallScore: null } } },
    says: 'a person',
  },
  {
    name: 'completed with no quality at all',
    answer: { body: { ...good, qualityDetails: null } },
    says: 'a person',
  },

  // The status.
  { name: 'status rejected', answer: { body: { ...good, status: 'rejected' } }, says: 'no' },
  { name: 'status FAILED', answer: { body: { ...good, status: 'FAILED' } }, says: 'no' },
  { name: 'status unreadable', answer: { body: { ...good, status: 'Unreadable' } }, says: 'no' },
  { name: 'status expired', answer: { body: { ...good, status: 'EXPIRED' } }, says: 'no' },
  { name: 'status manual review', answer: { body: { ...good, status: 'manual review' } }, says: 'a person' },
  {
    name: 'status MANUAL_REVIEW_REQUIRED',
    answer: { body: { ...good, status: 'MANUAL_REVIEW_REQUIRED' } },
    says: 'a person',
  },
  { name: 'status needs review', answer: { body: { ...good, status: 'needs_review' } }, says: 'a person' },
  {
    name: 'a status that nobody knows',
    answer: { body: { ...good, status: 'Zephyrized' } },
    says: 'a person',
  },
  { name: 'a status that is a code', answer: { body: { ...good, status: 'V-17' } }, says: 'a person' },
  { name: 'a status that is an emoji', answer: { body: { ...good, status: '🟣' } }, says: 'a person' },
  {
    name: 'processing with no score',
    answer: { body: { ...open, status: 'processing', processingStep: 'ocr' } },
    says: 'wait',
  },
  { name: 'queued with no score', answer: { body: { ...open, status: 'QUEUED' } }, says: 'wait' },
  { name: 'in progress with no score', answer: { body: { ...open, status: 'In Progress' } }, says: 'wait' },
  {
    name: 'pending, only the ID and the type',
    answer: { body: { id: jobId, documentType: 'W-9', status: 'pending' } },
    says: 'wait',
  },

  // Errors.
  { name: 'errors "None"', answer: { body: { ...good, errors: 'None' } }, says: aYear },
  { name: 'errors "N/A"', answer: { body: { ...good, errors: 'N/A' } }, says: aYear },
  { name: 'errors an empty list', answer: { body: { ...good, errors: [] } }, says: aYear },
  { name: 'errors an empty object', answer: { body: { ...good, errors: {} } }, says: aYear },
  { name: 'errors 0', answer: { body: { ...good, errors: 0 } }, says: aYear },
  { name: 'errors null', answer: { body: { ...good, errors: null } }, says: aYear },
  { name: 'errors a text', answer: { body: { ...good, errors: 'Page 1 is cut off' } }, says: 'no' },
  { name: 'errors a German text', answer: { body: { ...good, errors: 'Unterschrift fehlt' } }, says: 'no' },
  {
    name: 'errors a list with a text',
    answer: { body: { ...good, errors: ['The TIN could not be read'] } },
    says: 'no',
  },
  {
    name: 'errors an object with a code and a message',
    answer: { body: { ...good, errors: { code: 'E12', message: 'Wrong revision of the form' } } },
    says: 'no',
  },

  // Name and address.
  {
    name: 'name in capitals with a comma',
    answer: {
      body: { ...good, data: { ...extracted, nameOfEntityIndividual: 'BRIGHTWATER PLUMBING, LLC' } },
    },
    says: aYear,
  },
  {
    name: 'name with L.L.C.',
    answer: {
      body: { ...good, data: { ...extracted, nameOfEntityIndividual: 'Brightwater Plumbing L.L.C.' } },
    },
    says: aYear,
  },
  {
    name: 'another name',
    answer: { body: { ...good, data: { ...extracted, nameOfEntityIndividual: 'Northstar Roofing LLC' } } },
    says: 'no',
  },
  {
    name: 'name null',
    answer: { body: { ...good, data: { ...extracted, nameOfEntityIndividual: null } } },
    says: 'a person',
  },
  {
    name: 'name an empty text',
    answer: { body: { ...good, data: { ...extracted, nameOfEntityIndividual: '' } } },
    says: 'a person',
  },
  { name: 'no data at all', answer: { body: { ...good, data: null } }, says: 'a person' },
  {
    name: 'street in capitals with a full stop',
    answer: { body: { ...good, data: { ...extracted, addressStreet: '120 MAIN ST.' } } },
    says: aYear,
  },
  {
    name: 'city, state and ZIP in capitals, no comma',
    answer: { body: { ...good, data: { ...extracted, addressCityStateZip: 'FRESNO CA 93650' } } },
    says: aYear,
  },
  {
    name: 'another street',
    answer: { body: { ...good, data: { ...extracted, addressStreet: '8810 Oak Ridge Ave' } } },
    says: 'no',
  },
  {
    name: 'another city and state',
    answer: { body: { ...good, data: { ...extracted, addressCityStateZip: 'Reno, NV 89501' } } },
    says: 'no',
  },
  {
    name: 'street as an object',
    answer: {
      body: { ...good, data: { ...extracted, addressStreet: { line1: '120 Main St', line2: null } } },
    },
    says: 'no',
  },
  {
    name: 'city, state and ZIP as an object',
    answer: {
      body: {
        ...good,
        data: { ...extracted, addressCityStateZip: { city: 'Fresno', state: 'CA', zip: '93650' } },
      },
    },
    says: 'no',
  },
  {
    name: 'EIN as an object',
    answer: {
      body: {
        ...good,
        data: { ...extracted, employerIdentificationNumber: { prefix: 12, serial: 3456789 } },
      },
    },
    says: aYear,
  },
  {
    name: 'EIN as text with a hyphen',
    answer: { body: { ...good, data: { ...extracted, employerIdentificationNumber: '12-3456789' } } },
    says: aYear,
  },
  {
    name: 'tax classification as one text',
    answer: { body: { ...good, data: { ...extracted, federalTaxClassification: 'LLC' } } },
    says: aYear,
  },

  // The signature.
  { name: 'signed "Y"', answer: { body: { ...good, data: { ...extracted, isSigned: 'Y' } } }, says: aYear },
  { name: 'signed 1', answer: { body: { ...good, data: { ...extracted, isSigned: 1 } } }, says: aYear },
  { name: 'not signed', answer: { body: { ...good, data: { ...extracted, isSigned: false } } }, says: 'no' },
  { name: 'signed "N"', answer: { body: { ...good, data: { ...extracted, isSigned: 'N' } } }, says: 'no' },
  { name: 'signed 0', answer: { body: { ...good, data: { ...extracted, isSigned: 0 } } }, says: 'no' },
  {
    name: 'signed "False"',
    answer: { body: { ...good, data: { ...extracted, isSigned: 'False' } } },
    says: 'no',
  },
  { name: 'signed "no"', answer: { body: { ...good, data: { ...extracted, isSigned: 'no' } } }, says: 'no' },
  {
    name: 'signed "perhaps"',
    answer: { body: { ...good, data: { ...extracted, isSigned: 'perhaps' } } },
    says: 'a person',
  },

  // Whose answer it is.
  {
    name: 'the ID of another job',
    answer: { body: { ...good, id: 'c0ffee00-1a2b-4c3d-8e4f-5a6b7c8d9e0f' } },
    says: 'no',
  },
  {
    name: 'the ID in capitals',
    answer: { body: { ...good, id: '3F2C9A77-51B2-4F43-8D1E-2F9A4B7C6D21' } },
    says: aYear,
  },
  { name: 'the ID with urn:uuid:', answer: { body: { ...good, id: `urn:uuid:${jobId}` } }, says: aYear },
  { name: 'the ID in braces', answer: { body: { ...good, id: `{${jobId}}` } }, says: aYear },

  // When it was made.
  { name: 'made on a day with no time', answer: { body: { ...good, createdAt: '2026-11-01' } }, says: aYear },
  {
    name: 'made at a time with another zone',
    answer: { body: { ...good, createdAt: '2026-11-20T10:00:00+01:00' } },
    says: 'yes until 2027-11-20',
  },
  {
    name: 'made on 11/14/2026',
    answer: { body: { ...good, createdAt: '11/14/2026' } },
    says: 'yes until 2027-11-14',
  },
  {
    name: 'made on Nov 14, 2026',
    answer: { body: { ...good, createdAt: 'Nov 14, 2026' } },
    says: 'yes until 2027-11-14',
  },
  {
    name: 'made on 14 November 2026',
    answer: { body: { ...good, createdAt: '14 November 2026' } },
    says: 'yes until 2027-11-14',
  },
  {
    name: 'made at a time as old ASP.NET has it',
    answer: { body: { ...good, createdAt: '/Date(1794614400000)/' } },
    says: 'yes until 2027-11-14',
  },
  {
    name: 'made almost a year ago',
    answer: { body: { ...good, createdAt: '2025-12-01T09:00:00Z', updatedAt: '2025-12-01T09:02:00Z' } },
    says: 'yes until 2026-12-01',
  },
  {
    name: 'made two years ago',
    answer: { body: { ...good, createdAt: '2024-11-01T09:00:00Z', updatedAt: '2024-11-01T09:02:00Z' } },
    says: 'no',
  },
  { name: 'made "recently"', answer: { body: { ...good, createdAt: 'recently' } }, says: 'a person' },
  { name: 'made at null', answer: { body: { ...good, createdAt: null } }, says: 'a person' },
  { name: 'no time at which it was made', answer: { body: undated }, says: 'a person' },
  {
    name: 'made at an object',
    answer: { body: { ...good, createdAt: { seconds: 1793523600, nanos: 0 } } },
    says: 'a person',
  },
  {
    name: 'made on 10/11/2026, two ways to read it',
    answer: { body: { ...good, createdAt: '10/11/2026' } },
    says: 'a person',
  },
  {
    name: 'made in a month to come',
    answer: { body: { ...good, createdAt: '2026-12-24T09:00:00Z' } },
    says: 'a person',
  },
  { name: 'made in the year 2062', answer: { body: { ...good, createdAt: '2062-11-01' } }, says: 'a person' },

  // What is not described, but speaks.
  {
    name: 'rejectionReason with a text',
    answer: { body: { ...good, rejectionReason: 'Signature is not legible' } },
    says: 'no',
  },
  { name: 'rejection_reason null', answer: { body: { ...good, rejection_reason: null } }, says: aYear },
  {
    name: 'validationErrors with a text',
    answer: { body: { ...good, validationErrors: ['TIN is missing'] } },
    says: 'no',
  },
  { name: 'validationErrors empty', answer: { body: { ...good, validationErrors: [] } }, says: aYear },
  {
    name: 'needsManualReview true',
    answer: { body: { ...good, needsManualReview: true } },
    says: 'a person',
  },
  {
    name: 'needs_manual_review true, in the quality',
    answer: { body: { ...good, qualityDetails: { ...quality, needs_manual_review: true } } },
    says: 'a person',
  },
  { name: 'needsManualReview false', answer: { body: { ...good, needsManualReview: false } }, says: aYear },
  { name: 'is_expired true', answer: { body: { ...good, is_expired: true } }, says: 'no' },
  {
    name: 'isExpired true, in the data',
    answer: { body: { ...good, data: { ...extracted, isExpired: true } } },
    says: 'no',
  },
  { name: 'is_expired false', answer: { body: { ...good, is_expired: false } }, says: aYear },
  { name: 'is_valid false', answer: { body: { ...good, is_valid: false } }, says: 'no' },
  { name: 'failureReason with a text', answer: { body: { ...good, failureReason: 'Too dark' } }, says: 'no' },
  { name: 'errorMessage null', answer: { body: { ...good, errorMessage: null } }, says: aYear },

  // No result.
  { name: 'an empty object', answer: { body: {} }, says: 'wait' },
  { name: '202 with nothing', answer: { status: 202, body: '' }, says: 'wait' },
  { name: '204 with nothing', answer: { status: 204, body: '' }, says: 'wait' },
  {
    name: '404 as Rails has it',
    answer: { status: 404, body: { status: 404, error: 'Not Found' } },
    says: 'wait',
  },
  { name: '200 with an error', answer: { body: { error: 'Job not found' } }, says: 'problem' },
  { name: '200 with found false', answer: { body: { found: false } }, says: 'problem' },
  {
    name: '200 with a status of 404 in it',
    answer: { body: { status: 404, message: 'No such job' } },
    says: 'problem',
  },
  {
    name: '200 with success false',
    answer: { body: { success: false, message: 'Vision service is offline' } },
    says: 'problem',
  },
  {
    name: '200 with a web page',
    answer: { body: '<html><body>Maintenance until 6 pm</body></html>' },
    says: 'problem',
  },
  {
    name: '500 with a message',
    answer: { status: 500, body: { message: 'Internal server error' } },
    says: 'problem',
  },
  { name: 'the result in result, none set', answer: { body: { result: good } }, says: 'envelope' },
  {
    name: 'the result in result, set',
    answer: { body: { result: good } },
    settings: { envelope: 'result' },
    says: aYear,
  },
  {
    name: 'code 0, msg ok and the result in data, set',
    answer: { body: { code: 0, msg: 'ok', data: good } },
    settings: { envelope: 'data' },
    says: aYear,
  },
  {
    name: 'a rejected document in data, set',
    answer: { body: { data: { ...good, status: 'rejected' } } },
    settings: { envelope: 'data' },
    says: 'no',
  },
];
