import type { Answer, Settings } from './conclude.ts';

// What a careful coordinator concludes from the answers to "what became of this verification?". Written without sight of the code.

export interface GoldenAnswer {
  name: string;
  answer: Answer;
  settings?: Settings;
  says: string;
}

const requestId = '0b8e4f1a-6c1d-4f0e-9d53-7a2f5c9e1b10';

const details = {
  licenseTradeType: 'Plumbing',
  licenseNumber: '0012345',
  licenseeName: 'Brightwater Plumbing LLC',
  locationWhereLicenseIsValid: { state: 'CA' },
  expiryDate: '2027-06-30',
};

/** What was found, without an expiration. */
const undated = {
  licenseTradeType: 'Plumbing',
  licenseNumber: '0012345',
  licenseeName: 'Brightwater Plumbing LLC',
  locationWhereLicenseIsValid: { state: 'CA' },
  isMatch: true,
};

const found = { ...details, isMatch: true };

/** Everything as documented and as submitted. */
const verified = {
  id: requestId,
  documentType: 'license',
  parameters: details,
  response: found,
  isVerified: true,
  status: 'verified',
};

/** The same, without the boolean. */
const unsaid = { id: requestId, documentType: 'license', parameters: details, response: found };

/** Nothing found yet. */
const open = {
  id: requestId,
  documentType: 'license',
  parameters: details,
  response: null,
  isVerified: null,
};

const untilSubmitted = 'yes until 2027-06-30';

export const goldenVerifications: readonly GoldenAnswer[] = [
  // The documented result, and what does not matter beside it.
  { name: 'everything as documented', answer: { body: verified }, says: untilSubmitted },
  {
    name: 'the word is completed and the boolean says yes',
    answer: { body: { ...verified, status: 'completed' } },
    says: untilSubmitted,
  },
  {
    name: 'the word is in capitals',
    answer: { body: { ...verified, status: 'VERIFIED' } },
    says: untilSubmitted,
  },
  {
    name: 'the word has spaces around it',
    answer: { body: { ...verified, status: ' Verified  ' } },
    says: untilSubmitted,
  },
  {
    name: 'no status word, but the boolean and the details',
    answer: { body: { ...verified, status: null } },
    says: untilSubmitted,
  },
  {
    name: 'the license status says active',
    answer: { body: { ...verified, response: { ...found, licenseStatus: 'ACTIVE' } } },
    says: untilSubmitted,
  },
  {
    name: 'the license status is null',
    answer: { body: { ...verified, response: { ...found, license_status: null } } },
    says: untilSubmitted,
  },
  { name: 'is_valid says true', answer: { body: { ...verified, is_valid: true } }, says: untilSubmitted },
  {
    name: 'links to itself, as HAL has them',
    answer: {
      body: {
        ...verified,
        _links: { self: { href: `https://api.example.com/api/verification/${requestId}` } },
      },
    },
    says: untilSubmitted,
  },
  {
    name: 'error is null and errors are empty',
    answer: { body: { ...verified, error: null, errors: [] } },
    says: untilSubmitted,
  },
  {
    name: 'a trace of the gateway and a huge number',
    answer: { body: { ...verified, traceId: '1-67437f3b-5f84', sequence: 9007199254740991 } },
    says: untilSubmitted,
  },
  {
    name: 'a German note that confirms',
    answer: { body: { ...verified, hinweis: 'Lizenz bestätigt, Auskunft der Kammer' } },
    says: untilSubmitted,
  },
  {
    name: 'more of the license than was submitted',
    answer: {
      body: {
        ...verified,
        response: {
          ...found,
          qualifiedParty: 'Dana Ortiz',
          licenseeAddress: '120 Main St, Fresno, CA 93650',
          serviceType: 'Residential',
          effectiveDate: '2019-07-01',
          verifyingWebsite: 'https://www.cslb.ca.gov',
          locationWhereLicenseIsValid: { state: 'CA', county: null, city: null, zipCode: null },
        },
      },
    },
    says: untilSubmitted,
  },
  {
    name: 'an address with an HTML entity that nobody submitted',
    answer: {
      body: { ...verified, response: { ...found, licenseeAddress: '120 Main St &amp; 2nd Ave, Fresno' } },
    },
    says: untilSubmitted,
  },
  {
    name: 'times of the record in snake case, as Rails has them',
    answer: {
      body: { ...verified, created_at: '2026-11-20T08:15:00.000Z', updated_at: '2026-11-20T08:16:40.000Z' },
    },
    says: untilSubmitted,
  },

  // Booleans in the forms that services give.
  { name: 'isVerified is "Y"', answer: { body: { ...verified, isVerified: 'Y' } }, says: untilSubmitted },
  { name: 'isVerified is "yes"', answer: { body: { ...verified, isVerified: 'yes' } }, says: untilSubmitted },
  { name: 'isVerified is "YES"', answer: { body: { ...verified, isVerified: 'YES' } }, says: untilSubmitted },
  { name: 'isVerified is "T"', answer: { body: { ...verified, isVerified: 'T' } }, says: untilSubmitted },
  { name: 'isVerified is 1', answer: { body: { ...verified, isVerified: 1 } }, says: untilSubmitted },
  {
    name: 'isVerified is "True", as Python writes it',
    answer: { body: { ...verified, isVerified: 'True' } },
    says: untilSubmitted,
  },
  {
    name: 'isMatch is "TRUE"',
    answer: { body: { ...verified, response: { ...found, isMatch: 'TRUE' } } },
    says: untilSubmitted,
  },
  {
    name: 'isMatch is "y"',
    answer: { body: { ...verified, response: { ...found, isMatch: 'y' } } },
    says: untilSubmitted,
  },
  {
    name: 'isMatch is 1',
    answer: { body: { ...verified, response: { ...found, isMatch: 1 } } },
    says: untilSubmitted,
  },
  {
    name: 'isMatch is null and the details match',
    answer: { body: { ...verified, response: { ...found, isMatch: null } } },
    says: untilSubmitted,
  },
  { name: 'isVerified is "maybe"', answer: { body: { ...verified, isVerified: 'maybe' } }, says: 'a person' },
  { name: 'isVerified is 2', answer: { body: { ...verified, isVerified: 2 } }, says: 'a person' },
  { name: 'isVerified is -1', answer: { body: { ...verified, isVerified: -1 } }, says: 'a person' },
  {
    name: 'isVerified is an object',
    answer: { body: { ...verified, isVerified: { value: true } } },
    says: 'a person',
  },
  { name: 'isVerified is a list', answer: { body: { ...verified, isVerified: [true] } }, says: 'a person' },
  {
    name: 'isVerified is a check mark',
    answer: { body: { ...verified, isVerified: '✅' } },
    says: 'a person',
  },
  {
    name: 'isVerified is "partially"',
    answer: { body: { ...verified, isVerified: 'partially' } },
    says: 'a person',
  },
  {
    name: 'isVerified is a confidence of 0.93',
    answer: { body: { ...verified, isVerified: 0.93 } },
    says: 'a person',
  },
  {
    name: 'isMatch is "partial"',
    answer: { body: { ...verified, response: { ...found, isMatch: 'partial' } } },
    says: 'a person',
  },
  {
    name: 'isMatch is a likeness of 0.87',
    answer: { body: { ...verified, response: { ...found, isMatch: 0.87 } } },
    says: 'a person',
  },

  // No boolean: what the word says.
  {
    name: 'no boolean, and the job is done',
    answer: { body: { ...unsaid, status: 'done' } },
    says: 'a person',
  },
  {
    name: 'no boolean, and the job is completed',
    answer: { body: { ...unsaid, isVerified: null, status: 'COMPLETED' } },
    says: 'a person',
  },
  {
    name: 'no boolean, and the job is complete',
    answer: { body: { ...unsaid, status: 'complete' } },
    says: 'a person',
  },
  {
    name: 'no boolean, and the job is processed',
    answer: { body: { ...unsaid, isVerified: null, status: 'Processed' } },
    says: 'a person',
  },
  { name: 'no boolean, and success', answer: { body: { ...unsaid, status: 'success' } }, says: 'a person' },
  {
    name: 'no boolean, and succeeded',
    answer: { body: { ...unsaid, isVerified: null, status: 'succeeded' } },
    says: 'a person',
  },
  {
    name: 'no boolean, and "Erledigt"',
    answer: { body: { ...unsaid, status: 'Erledigt' } },
    says: 'a person',
  },
  {
    name: 'no boolean, and "terminado"',
    answer: { body: { ...unsaid, isVerified: null, status: 'terminado' } },
    says: 'a person',
  },
  {
    name: 'no boolean, no word, only details',
    answer: { body: { ...unsaid, isVerified: null, status: null } },
    says: 'a person',
  },
  {
    name: 'no boolean, but the word verified',
    answer: { body: { ...unsaid, status: 'verified' } },
    says: untilSubmitted,
  },
  {
    name: 'no boolean, but the word matched',
    answer: { body: { ...unsaid, isVerified: null, status: 'Matched' } },
    says: untilSubmitted,
  },
  {
    name: 'no boolean, but the word passed',
    answer: { body: { ...unsaid, status: 'PASSED' } },
    says: untilSubmitted,
  },
  {
    name: 'no boolean, but the word approved',
    answer: { body: { ...unsaid, isVerified: null, status: 'approved' } },
    says: untilSubmitted,
  },
  {
    name: 'no boolean, but the word valid',
    answer: { body: { ...unsaid, status: 'Valid' } },
    says: untilSubmitted,
  },
  {
    name: 'no boolean, but the word active',
    answer: { body: { ...unsaid, isVerified: null, status: 'ACTIVE' } },
    says: untilSubmitted,
  },
  {
    name: 'no boolean, the word verified, and nothing found',
    answer: { body: { ...open, status: 'verified' } },
    says: 'no',
  },
  {
    name: 'no boolean, the word verified, and another number found',
    answer: { body: { ...unsaid, response: { ...found, licenseNumber: '0098111' }, status: 'verified' } },
    says: 'no',
  },
  {
    name: 'no boolean, the word verified, and isMatch false',
    answer: { body: { ...unsaid, response: { ...found, isMatch: false }, status: 'verified' } },
    says: 'no',
  },

  // Words that nobody knows, and words for a person.
  {
    name: 'verified true with a word nobody knows',
    answer: { body: { ...verified, status: 'Zephyrized' } },
    says: 'a person',
  },
  {
    name: 'verified true with a code for a word',
    answer: { body: { ...verified, status: 'C4' } },
    says: 'a person',
  },
  {
    name: 'verified true with a number for a word',
    answer: { body: { ...verified, status: 3 } },
    says: 'a person',
  },
  {
    name: 'verified true with an emoji for a word',
    answer: { body: { ...verified, status: '🟣' } },
    says: 'a person',
  },
  {
    name: 'verified true with an object for a word',
    answer: { body: { ...verified, status: { code: 'V', label: 'V-7' } } },
    says: 'a person',
  },
  {
    name: 'no boolean with a word nobody knows',
    answer: { body: { ...unsaid, status: 'STAGE_GATE_7' } },
    says: 'a person',
  },
  {
    name: 'partially verified, boolean yes',
    answer: { body: { ...verified, status: 'PARTIALLY_VERIFIED' } },
    says: 'a person',
  },
  {
    name: 'partially verified, no boolean',
    answer: { body: { ...unsaid, status: 'partially verified' } },
    says: 'a person',
  },
  {
    name: 'in manual review, boolean yes',
    answer: { body: { ...verified, status: 'manual review' } },
    says: 'a person',
  },
  {
    name: 'MANUAL_REVIEW with nothing found',
    answer: { body: { ...open, status: 'MANUAL_REVIEW' } },
    says: 'a person',
  },
  {
    name: 'manual review required, no boolean',
    answer: { body: { ...unsaid, isVerified: null, status: 'MANUAL_REVIEW_REQUIRED' } },
    says: 'a person',
  },
  {
    name: 'needs review, boolean yes',
    answer: { body: { ...verified, status: 'needs_review' } },
    says: 'a person',
  },
  {
    name: 'the license status says manual review',
    answer: { body: { ...verified, response: { ...found, licenseStatus: 'Manual Review' } } },
    says: 'a person',
  },

  // Still under way.
  { name: 'queued', answer: { body: { ...open, status: 'queued' } }, says: 'wait' },
  { name: 'pending', answer: { body: { ...open, status: 'PENDING' } }, says: 'wait' },
  { name: 'processing', answer: { body: { ...open, status: 'Processing' } }, says: 'wait' },
  { name: 'in progress, as two words', answer: { body: { ...open, status: 'In Progress' } }, says: 'wait' },
  {
    name: 'IN_PROGRESS, with an underscore',
    answer: { body: { ...open, status: 'IN_PROGRESS' } },
    says: 'wait',
  },
  { name: 'in-progress, with a hyphen', answer: { body: { ...open, status: 'in-progress' } }, says: 'wait' },
  { name: 'running', answer: { body: { ...open, status: 'running' } }, says: 'wait' },
  {
    name: 'pending, and the response is an empty object',
    answer: { body: { ...open, response: {}, status: 'pending' } },
    says: 'wait',
  },
  {
    name: 'pending, and the boolean is false from the start',
    answer: { body: { ...open, isVerified: false, status: 'pending' } },
    says: 'wait',
  },
  {
    name: 'processing at 40 per cent',
    answer: { body: { ...open, status: 'processing', progress: 40 } },
    says: 'wait',
  },
  { name: 'only the ID and queued', answer: { body: { id: requestId, status: 'queued' } }, says: 'wait' },
  {
    name: '202 with the word queued',
    answer: { status: 202, body: { id: requestId, status: 'queued' } },
    says: 'wait',
  },
  { name: 'an empty object', answer: { body: {} }, says: 'wait' },
  { name: '202 with nothing', answer: { status: 202, body: '' }, says: 'wait' },
  { name: '202 with an empty object', answer: { status: 202, body: {} }, says: 'wait' },
  { name: '204 with nothing', answer: { status: 204, body: '' }, says: 'wait' },
  { name: '404 with nothing', answer: { status: 404, body: '' }, says: 'wait' },
  {
    name: '404 as Django REST has it',
    answer: { status: 404, body: { detail: 'Not found.' } },
    says: 'wait',
  },
  {
    name: '404 as Spring has it',
    answer: {
      status: 404,
      body: {
        timestamp: '2026-11-24T11:59:58.113+00:00',
        status: 404,
        error: 'Not Found',
        path: `/api/verification/${requestId}`,
      },
    },
    says: 'wait',
  },
  {
    name: '404 as ASP.NET has it',
    answer: {
      status: 404,
      body: {
        type: 'https://tools.ietf.org/html/rfc9110#section-15.5.5',
        title: 'Not Found',
        status: 404,
        traceId: '00-7c1d',
      },
    },
    says: 'wait',
  },

  // The boolean says no.
  {
    name: 'verified false, completed',
    answer: { body: { ...verified, isVerified: false, status: 'completed' } },
    says: 'no',
  },
  {
    name: 'verified "N", completed',
    answer: { body: { ...verified, isVerified: 'N', status: 'completed' } },
    says: 'no',
  },
  {
    name: 'verified "no", done',
    answer: { body: { ...verified, isVerified: 'no', status: 'done' } },
    says: 'no',
  },
  {
    name: 'verified 0, completed',
    answer: { body: { ...verified, isVerified: 0, status: 'COMPLETED' } },
    says: 'no',
  },
  {
    name: 'verified "False", processed',
    answer: { body: { ...verified, isVerified: 'False', status: 'processed' } },
    says: 'no',
  },
  {
    name: 'verified "F", complete',
    answer: { body: { ...verified, isVerified: 'F', status: 'complete' } },
    says: 'no',
  },
  {
    name: 'verified false, failed, nothing found',
    answer: { body: { ...open, isVerified: false, status: 'failed' } },
    says: 'no',
  },
  {
    name: 'verified false, rejected',
    answer: { body: { ...verified, isVerified: false, status: 'rejected' } },
    says: 'no',
  },
  {
    name: 'verified false, not verified',
    answer: { body: { ...verified, isVerified: false, status: 'NOT_VERIFIED' } },
    says: 'no',
  },
  {
    name: 'isMatch false',
    answer: { body: { ...verified, response: { ...found, isMatch: false } } },
    says: 'no',
  },
  {
    name: 'isMatch "N"',
    answer: { body: { ...verified, response: { ...found, isMatch: 'N' } } },
    says: 'no',
  },
  { name: 'isMatch 0', answer: { body: { ...verified, response: { ...found, isMatch: 0 } } }, says: 'no' },
  {
    name: 'isMatch "FALSE"',
    answer: { body: { ...verified, response: { ...found, isMatch: 'FALSE' } } },
    says: 'no',
  },
  {
    name: 'isMatch "no"',
    answer: { body: { ...verified, response: { ...found, isMatch: 'no' } } },
    says: 'no',
  },
  {
    name: 'isMatch false with another expiration',
    answer: { body: { ...verified, response: { ...found, isMatch: false, expiryDate: '2028-06-30' } } },
    says: 'no',
  },

  // Bad words.
  { name: 'status REVOKED', answer: { body: { ...verified, status: 'REVOKED' } }, says: 'no' },
  { name: 'status SURRENDERED', answer: { body: { ...verified, status: 'SURRENDERED' } }, says: 'no' },
  { name: 'status INACTIVE', answer: { body: { ...verified, status: 'INACTIVE' } }, says: 'no' },
  { name: 'status Suspended', answer: { body: { ...verified, status: 'Suspended' } }, says: 'no' },
  {
    name: 'status LICENSE_EXPIRED',
    answer: { body: { ...verified, status: 'LICENSE_EXPIRED' } },
    says: 'no',
  },
  {
    name: 'status license suspended, in two words',
    answer: { body: { ...verified, status: 'license suspended' } },
    says: 'no',
  },
  { name: 'status expired, no boolean', answer: { body: { ...unsaid, status: 'expired' } }, says: 'no' },
  {
    name: 'status denied, no boolean',
    answer: { body: { ...unsaid, isVerified: null, status: 'denied' } },
    says: 'no',
  },
  { name: 'status invalid, no boolean', answer: { body: { ...unsaid, status: 'INVALID' } }, says: 'no' },
  {
    name: 'status not active, boolean yes',
    answer: { body: { ...verified, status: 'not active' } },
    says: 'no',
  },
  {
    name: 'license status suspended, in the details',
    answer: { body: { ...verified, response: { ...found, licenseStatus: 'Suspended' } } },
    says: 'no',
  },
  {
    name: 'license status expired, in the details',
    answer: { body: { ...verified, response: { ...found, licenseStatus: 'Expired' } } },
    says: 'no',
  },
  {
    name: 'license_status revoked, beside the result',
    answer: { body: { ...verified, license_status: 'REVOKED' } },
    says: 'no',
  },
  {
    name: 'LicenseStatus inactive, in Pascal case',
    answer: { body: { ...verified, response: { ...found, LicenseStatus: 'Inactive' } } },
    says: 'no',
  },
  {
    name: 'standing revoked',
    answer: { body: { ...verified, response: { ...found, standing: 'Revoked' } } },
    says: 'no',
  },
  {
    name: 'standing suspended, beside the result',
    answer: { body: { ...verified, standing: 'SUSPENDED' } },
    says: 'no',
  },
  {
    name: 'standing not in good standing',
    answer: { body: { ...verified, response: { ...found, standing: 'Not in good standing' } } },
    says: 'no',
  },
  {
    name: 'is_valid false, in the details',
    answer: { body: { ...verified, response: { ...found, is_valid: false } } },
    says: 'no',
  },
  { name: 'isValid "N", beside the result', answer: { body: { ...verified, isValid: 'N' } }, says: 'no' },
  {
    name: 'is_active false, in the details',
    answer: { body: { ...verified, response: { ...found, is_active: false } } },
    says: 'no',
  },
  {
    name: 'isExpired true, in the details',
    answer: { body: { ...verified, response: { ...found, isExpired: true } } },
    says: 'no',
  },
  {
    name: 'is_revoked true, in the details',
    answer: { body: { ...verified, response: { ...found, is_revoked: true } } },
    says: 'no',
  },
  {
    name: 'license_status suspended, in a registry record further in',
    answer: { body: { ...verified, registry: { source: 'CSLB', record: { license_status: 'SUSPENDED' } } } },
    says: 'no',
  },
  {
    name: 'the status of the details is surrendered',
    answer: { body: { ...verified, response: { ...found, status: 'Surrendered' } } },
    says: 'no',
  },

  // The expiration: forms that can be read in one way.
  {
    name: 'expiration with a time in UTC',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2027-06-30T00:00:00Z' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration at the last moment of the day in UTC',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2027-06-30T23:59:59.999Z' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration at midnight in California',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2027-06-30T00:00:00-07:00' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration with a time and no zone',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2027-06-30T00:00:00' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration with spaces around it',
    answer: { body: { ...verified, response: { ...found, expiryDate: ' 2027-06-30 ' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration 06/30/2027',
    answer: { body: { ...verified, response: { ...found, expiryDate: '06/30/2027' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration 6/30/2027',
    answer: { body: { ...verified, response: { ...found, expiryDate: '6/30/2027' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration Jun 30, 2027',
    answer: { body: { ...verified, response: { ...found, expiryDate: 'Jun 30, 2027' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration June 30, 2027',
    answer: { body: { ...verified, response: { ...found, expiryDate: 'June 30, 2027' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration 30 June 2027',
    answer: { body: { ...verified, response: { ...found, expiryDate: '30 June 2027' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration 30-JUN-2027, as Oracle exports it',
    answer: { body: { ...verified, response: { ...found, expiryDate: '30-JUN-2027' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration as old ASP.NET has it',
    answer: { body: { ...verified, response: { ...found, expiryDate: '/Date(1814313600000)/' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration Mar 31, 2027',
    answer: { body: { ...verified, response: { ...found, expiryDate: 'Mar 31, 2027' } } },
    says: 'yes until 2027-03-31',
  },
  {
    name: 'expiration 31 March 2027',
    answer: { body: { ...verified, response: { ...found, expiryDate: '31 March 2027' } } },
    says: 'yes until 2027-03-31',
  },
  {
    name: 'expiration 03/31/2027',
    answer: { body: { ...verified, response: { ...found, expiryDate: '03/31/2027' } } },
    says: 'yes until 2027-03-31',
  },
  {
    name: 'expiration as old ASP.NET has it, another day',
    answer: { body: { ...verified, response: { ...found, expiryDate: '/Date(1806451200000)/' } } },
    says: 'yes until 2027-03-31',
  },
  {
    name: 'expiration a year later than submitted',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2028-06-30' } } },
    says: 'yes until 2028-06-30',
  },
  {
    name: 'expiration in two weeks',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2026-12-08' } } },
    says: 'yes until 2026-12-08',
  },
  {
    name: 'expiration 05/05/2027, the same read either way',
    answer: { body: { ...verified, response: { ...found, expiryDate: '05/05/2027' } } },
    says: 'yes until 2027-05-05',
  },

  // The expiration: only a month.
  {
    name: 'expiration in a month ahead',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2027-03' } } },
    says: 'yes until 2027-03-01',
  },
  {
    name: 'expiration in the next month',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2026-12' } } },
    says: 'yes until 2026-12-01',
  },
  {
    name: 'expiration in this month, no day',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2026-11' } } },
    says: 'a person',
  },
  {
    name: 'expiration in the last month, no day',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2026-10' } } },
    says: 'no',
  },

  // The expiration: past.
  {
    name: 'expiration yesterday',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2026-11-23' } } },
    says: 'no',
  },
  {
    name: 'expiration two years ago with a time',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2024-03-31T00:00:00Z' } } },
    says: 'no',
  },
  {
    name: 'expiration 03/31/2024',
    answer: { body: { ...verified, response: { ...found, expiryDate: '03/31/2024' } } },
    says: 'no',
  },
  {
    name: 'expiration says EXPIRED 03/31/2024',
    answer: { body: { ...verified, response: { ...found, expiryDate: 'EXPIRED 03/31/2024' } } },
    says: 'no',
  },
  {
    name: 'expiration says Expired and no day',
    answer: { body: { ...verified, response: { ...found, expiryDate: 'Expired' } } },
    says: 'no',
  },

  // The expiration: none given.
  { name: 'expiration absent', answer: { body: { ...verified, response: undated } }, says: untilSubmitted },
  {
    name: 'expiration null',
    answer: { body: { ...verified, response: { ...undated, expiryDate: null } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration an empty text',
    answer: { body: { ...verified, response: { ...undated, expiryDate: '' } } },
    says: untilSubmitted,
  },

  // The expiration: cannot be read.
  {
    name: 'expiration "see board"',
    answer: { body: { ...verified, response: { ...found, expiryDate: 'see board' } } },
    says: 'a person',
  },
  {
    name: 'expiration "siehe Kammer"',
    answer: { body: { ...verified, response: { ...found, expiryDate: 'siehe Kammer' } } },
    says: 'a person',
  },
  {
    name: 'expiration 05/04/2027, two ways to read it',
    answer: { body: { ...verified, response: { ...found, expiryDate: '05/04/2027' } } },
    says: 'a person',
  },
  {
    name: 'expiration as an object',
    answer: { body: { ...verified, response: { ...found, expiryDate: { year: 2027, month: 6, day: 30 } } } },
    says: 'a person',
  },
  {
    name: 'expiration as a list of two days',
    answer: { body: { ...verified, response: { ...found, expiryDate: ['2027-06-30', '2025-06-30'] } } },
    says: 'a person',
  },
  {
    name: 'expiration true',
    answer: { body: { ...verified, response: { ...found, expiryDate: true } } },
    says: 'a person',
  },
  {
    name: 'expiration on a day that does not exist',
    answer: { body: { ...verified, response: { ...found, expiryDate: '2027-02-30' } } },
    says: 'a person',
  },
  {
    name: 'expiration 0000-00-00',
    answer: { body: { ...verified, response: { ...found, expiryDate: '0000-00-00' } } },
    says: 'a person',
  },
  {
    name: 'expiration Perpetual, nothing set',
    answer: { body: { ...verified, response: { ...found, expiryDate: 'Perpetual' } } },
    says: 'a person',
  },
  {
    name: 'expiration Unbefristet, nothing set',
    answer: { body: { ...verified, response: { ...found, expiryDate: 'Unbefristet' } } },
    says: 'a person',
  },
  {
    name: 'expiration 12/31/9999, nothing set',
    answer: { body: { ...verified, response: { ...found, expiryDate: '12/31/9999' } } },
    says: 'a person',
  },
  {
    name: 'expiration Perpetual, which the workspace names',
    answer: { body: { ...verified, response: { ...found, expiryDate: 'Perpetual' } } },
    settings: { neverExpires: ['Perpetual'] },
    says: 'yes',
  },
  {
    name: 'expiration 12/31/9999, which the workspace names',
    answer: { body: { ...verified, response: { ...found, expiryDate: '12/31/9999' } } },
    settings: { neverExpires: ['Perpetual', '12/31/9999'] },
    says: 'yes',
  },
  {
    name: 'expiration "see board" where only Perpetual is named',
    answer: { body: { ...verified, response: { ...found, expiryDate: 'see board' } } },
    settings: { neverExpires: ['Perpetual'] },
    says: 'a person',
  },
  {
    name: 'expiration Perpetual, named, but the license is revoked',
    answer: { body: { ...verified, status: 'REVOKED', response: { ...found, expiryDate: 'Perpetual' } } },
    settings: { neverExpires: ['Perpetual'] },
    says: 'no',
  },

  // The expiration: other members that mention one.
  {
    name: 'expirationDate says another day',
    answer: { body: { ...verified, response: { ...found, expirationDate: '2028-01-31' } } },
    says: 'a person',
  },
  {
    name: 'expiry_date says another day',
    answer: { body: { ...verified, response: { ...found, expiry_date: '2027-01-31' } } },
    says: 'a person',
  },
  {
    name: 'validThrough says another day',
    answer: { body: { ...verified, response: { ...found, validThrough: '2029-12-31' } } },
    says: 'a person',
  },
  {
    name: 'expirationDate alone',
    answer: { body: { ...verified, response: { ...undated, expirationDate: '2027-06-30' } } },
    says: 'a person',
  },
  {
    name: 'expiry_date alone',
    answer: { body: { ...verified, response: { ...undated, expiry_date: '2028-06-30' } } },
    says: 'a person',
  },
  {
    name: 'validThrough alone, expiryDate null',
    answer: { body: { ...verified, response: { ...undated, expiryDate: null, validThrough: '2028-06-30' } } },
    says: 'a person',
  },
  {
    name: 'expirationDate says the same day',
    answer: { body: { ...verified, response: { ...found, expirationDate: '2027-06-30' } } },
    says: untilSubmitted,
  },
  {
    name: 'expiration_date says the same day in another form',
    answer: { body: { ...verified, response: { ...found, expiration_date: '06/30/2027' } } },
    says: untilSubmitted,
  },
  {
    name: 'expirationDate null beside expiryDate',
    answer: { body: { ...verified, response: { ...found, expirationDate: null } } },
    says: untilSubmitted,
  },

  // Details that differ, and details that are only written differently.
  {
    name: 'another number',
    answer: { body: { ...verified, response: { ...found, licenseNumber: '0012346' } } },
    says: 'no',
  },
  {
    name: 'a huge number as the license number',
    answer: { body: { ...verified, response: { ...found, licenseNumber: '99999999999999999999' } } },
    says: 'no',
  },
  {
    name: 'another licensee',
    answer: { body: { ...verified, response: { ...found, licenseeName: 'Northstar Roofing LLC' } } },
    says: 'no',
  },
  {
    name: 'another state',
    answer: { body: { ...verified, response: { ...found, locationWhereLicenseIsValid: { state: 'NV' } } } },
    says: 'no',
  },
  {
    name: 'another state, in full',
    answer: {
      body: { ...verified, response: { ...found, locationWhereLicenseIsValid: { state: 'Nevada' } } },
    },
    says: 'no',
  },
  {
    name: 'another trade',
    answer: { body: { ...verified, response: { ...found, licenseTradeType: 'Electrical' } } },
    says: 'no',
  },
  {
    name: 'number with spaces around it',
    answer: { body: { ...verified, response: { ...found, licenseNumber: ' 0012345 ' } } },
    says: untilSubmitted,
  },
  {
    name: 'number with a hyphen in it',
    answer: { body: { ...verified, response: { ...found, licenseNumber: '001-2345' } } },
    says: untilSubmitted,
  },
  {
    name: 'licensee in capitals',
    answer: { body: { ...verified, response: { ...found, licenseeName: 'BRIGHTWATER PLUMBING LLC' } } },
    says: untilSubmitted,
  },
  {
    name: 'licensee with a comma and L.L.C.',
    answer: { body: { ...verified, response: { ...found, licenseeName: 'Brightwater Plumbing, L.L.C.' } } },
    says: untilSubmitted,
  },
  {
    name: 'licensee with two spaces and one at the end',
    answer: { body: { ...verified, response: { ...found, licenseeName: 'Brightwater  Plumbing LLC ' } } },
    says: untilSubmitted,
  },
  {
    name: 'licensee with a space written as an entity',
    answer: { body: { ...verified, response: { ...found, licenseeName: 'Brightwater Plumbing&nbsp;LLC' } } },
    says: untilSubmitted,
  },
  {
    name: 'licensee with a letter written as an entity',
    answer: { body: { ...verified, response: { ...found, licenseeName: '&#66;rightwater Plumbing LLC' } } },
    says: untilSubmitted,
  },
  {
    name: 'state in full',
    answer: {
      body: { ...verified, response: { ...found, locationWhereLicenseIsValid: { state: 'California' } } },
    },
    says: untilSubmitted,
  },
  {
    name: 'state in small letters',
    answer: { body: { ...verified, response: { ...found, locationWhereLicenseIsValid: { state: 'ca' } } } },
    says: untilSubmitted,
  },
  {
    name: 'trade in capitals',
    answer: { body: { ...verified, response: { ...found, licenseTradeType: 'PLUMBING' } } },
    says: untilSubmitted,
  },

  // What was found is not there, or is a list.
  {
    name: 'verified true, response null',
    answer: { body: { ...verified, response: null } },
    says: 'a person',
  },
  {
    name: 'verified true, no response',
    answer: {
      body: {
        id: requestId,
        documentType: 'license',
        parameters: details,
        isVerified: true,
        status: 'verified',
      },
    },
    says: 'a person',
  },
  {
    name: 'verified true, response an empty object',
    answer: { body: { ...verified, response: {} } },
    says: 'a person',
  },
  {
    name: 'verified true, response a text',
    answer: { body: { ...verified, response: 'License found' } },
    says: 'a person',
  },
  {
    name: 'verified true, response an empty list',
    answer: { body: { ...verified, response: [] } },
    says: 'a person',
  },
  {
    name: 'response a list with the license',
    answer: { body: { ...verified, response: [found] } },
    says: untilSubmitted,
  },
  {
    name: 'response a list with one license of another number',
    answer: { body: { ...verified, response: [{ ...found, licenseNumber: '0555000' }] } },
    says: 'no',
  },
  {
    name: 'response a list with two licenses',
    answer: { body: { ...verified, response: [found, { ...found, licenseNumber: '0077777' }] } },
    says: 'a person',
  },
  {
    name: 'response a list with three licenses',
    answer: {
      body: {
        ...verified,
        response: [found, { ...found, expiryDate: '2025-06-30' }, { ...found, expiryDate: '2023-06-30' }],
      },
    },
    says: 'a person',
  },

  // Whose answer it is.
  {
    name: 'parameters repeat another number',
    answer: { body: { ...verified, parameters: { ...details, licenseNumber: '0099999' } } },
    says: 'no',
  },
  {
    name: 'parameters repeat another state',
    answer: {
      body: { ...verified, parameters: { ...details, locationWhereLicenseIsValid: { state: 'TX' } } },
    },
    says: 'no',
  },
  {
    name: 'parameters repeat another licensee',
    answer: { body: { ...verified, parameters: { ...details, licenseeName: 'Redwood Electric Inc' } } },
    says: 'a person',
  },
  { name: 'parameters null', answer: { body: { ...verified, parameters: null } }, says: untilSubmitted },
  {
    name: 'parameters written differently',
    answer: {
      body: {
        ...verified,
        parameters: {
          ...details,
          licenseeName: 'BRIGHTWATER PLUMBING, LLC',
          locationWhereLicenseIsValid: { state: 'California' },
        },
      },
    },
    says: untilSubmitted,
  },
  {
    name: 'the ID of another request',
    answer: { body: { ...verified, id: '9d2f6a55-0f7e-4a34-8a0b-5d3c2e1f4b77' } },
    says: 'no',
  },
  {
    name: 'the ID with urn:uuid:',
    answer: { body: { ...verified, id: `urn:uuid:${requestId}` } },
    says: untilSubmitted,
  },
  { name: 'the ID in braces', answer: { body: { ...verified, id: `{${requestId}}` } }, says: untilSubmitted },
  {
    name: 'the ID in capitals',
    answer: { body: { ...verified, id: '0B8E4F1A-6C1D-4F0E-9D53-7A2F5C9E1B10' } },
    says: untilSubmitted,
  },
  {
    name: 'the ID in braces and capitals',
    answer: { body: { ...verified, id: '{0B8E4F1A-6C1D-4F0E-9D53-7A2F5C9E1B10}' } },
    says: untilSubmitted,
  },

  // Refusals, and what is no result.
  { name: '200 with an error text', answer: { body: { error: 'Verification not found' } }, says: 'problem' },
  {
    name: '200 with an error object, as Stripe has it',
    answer: {
      body: {
        error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such verification' },
      },
    },
    says: 'problem',
  },
  {
    name: '200 with errors, as GraphQL has them',
    answer: { body: { data: null, errors: [{ message: 'Not authorized', path: ['verification'] }] } },
    says: 'problem',
  },
  {
    name: '200 with errors, as JSON:API has them',
    answer: { body: { errors: [{ status: '404', title: 'Not found', detail: 'No such verification' }] } },
    says: 'problem',
  },
  { name: '200 with found false', answer: { body: { found: false } }, says: 'problem' },
  {
    name: '200 with a status of 404 in it',
    answer: { body: { status: 404, message: 'No verification with this ID' } },
    says: 'problem',
  },
  {
    name: '200 with a status of 500 in it',
    answer: { body: { status: 500, error: 'Internal Server Error', message: 'NullPointerException' } },
    says: 'problem',
  },
  { name: '200 with success false', answer: { body: { success: false } }, says: 'problem' },
  {
    name: '200 with success false and a message',
    answer: { body: { success: false, message: 'License board is offline' } },
    says: 'problem',
  },
  {
    name: '200 with a code and a message, as Chinese services do',
    answer: { body: { code: 40401, msg: 'record does not exist', data: null } },
    says: 'problem',
  },
  {
    name: '200 with a fault, as SOAP gateways have it',
    answer: { body: { fault: { faultcode: 'soap:Server', faultstring: 'Backend timed out' } } },
    says: 'problem',
  },
  {
    name: '200 with a sign-in page',
    answer: { body: '<!doctype html><html><head><title>Sign in</title></head><body></body></html>' },
    says: 'problem',
  },
  {
    name: '200 with JSON that breaks off',
    answer: { body: '{"id":"0b8e4f1a-6c1d-4f0e-9d53-7a2f5c9e1b10","isVerified":tr' },
    says: 'problem',
  },
  { name: '200 with plain text', answer: { body: 'Service is up' }, says: 'problem' },
  {
    name: '500 as ASP.NET has it',
    answer: { status: 500, body: { Message: 'An error has occurred.', ExceptionType: 'System.Exception' } },
    says: 'problem',
  },
  {
    name: '400 with errors, as Laravel has them',
    answer: {
      status: 400,
      body: { message: 'The given data was invalid.', errors: { id: ['The id is invalid.'] } },
    },
    says: 'problem',
  },
  {
    name: '403 from an API gateway',
    answer: { status: 403, body: { message: 'Forbidden' } },
    says: 'problem',
  },

  // Envelopes.
  { name: 'the result in data, none set', answer: { body: { data: verified } }, says: 'envelope' },
  { name: 'the result in result, none set', answer: { body: { result: verified } }, says: 'envelope' },
  {
    name: 'code 0, msg ok and data, none set',
    answer: { body: { code: 0, msg: 'ok', data: verified } },
    says: 'envelope',
  },
  {
    name: 'success true and data, none set',
    answer: { body: { success: true, data: verified } },
    says: 'envelope',
  },
  {
    name: 'the result in data, set',
    answer: { body: { data: verified } },
    settings: { envelope: 'data' },
    says: untilSubmitted,
  },
  {
    name: 'the result in result, set',
    answer: { body: { result: verified } },
    settings: { envelope: 'result' },
    says: untilSubmitted,
  },
  {
    name: 'code 0, msg ok and data, set',
    answer: { body: { code: 0, msg: 'ok', data: verified } },
    settings: { envelope: 'data' },
    says: untilSubmitted,
  },
  {
    name: 'success true and data, set',
    answer: { body: { success: true, data: verified } },
    settings: { envelope: 'data' },
    says: untilSubmitted,
  },
  {
    name: 'a pending result in data, set',
    answer: { body: { success: true, data: { ...open, status: 'pending' } } },
    settings: { envelope: 'data' },
    says: 'wait',
  },
  {
    name: 'a revoked license in data, set',
    answer: { body: { data: { ...verified, status: 'REVOKED' } } },
    settings: { envelope: 'data' },
    says: 'no',
  },
  {
    name: 'another request in data, set',
    answer: { body: { data: { ...verified, id: '9d2f6a55-0f7e-4a34-8a0b-5d3c2e1f4b77' } } },
    settings: { envelope: 'data' },
    says: 'no',
  },
  {
    name: 'data null and an error, data set',
    answer: { body: { data: null, error: { code: 'E42', message: 'Board not reachable' } } },
    settings: { envelope: 'data' },
    says: 'problem',
  },
  {
    name: 'success false and data null, data set',
    answer: { body: { success: false, data: null, message: 'No record' } },
    settings: { envelope: 'data' },
    says: 'problem',
  },
];
