import type { Answer, Settings } from './conclude.ts';

// What a careful coordinator concludes from the answers to an invite or to license details that were sent. Written without sight of the
// code.

export interface GoldenSent {
  kind: 'invite' | 'verification';
  name: string;
  answer: Answer;
  settings?: Settings;
  says: string;
}

const requestId = '5a1c7e02-93b4-4d6f-8c21-e07b4f9d3a58';

const invited = {
  vendorURL: 'https://app.example.com/vendors/4711',
  metadata: { source: 'api' },
  id: 4711,
  complianceStatus: 'NOT_STARTED',
  vendorStatus: 'INVITED',
  lastComplianceUpdate: '2026-11-24T11:59:59Z',
  lastComplianceRefresh: null,
  checklist: [],
};

const queued = { success: true, id: requestId };

export const goldenSent: readonly GoldenSent[] = [
  // Invites that were sent.
  {
    kind: 'invite',
    name: '201 with the result as documented',
    answer: { status: 201, body: invited },
    says: 'sent',
  },
  { kind: 'invite', name: '200 with the result as documented', answer: { body: invited }, says: 'sent' },
  { kind: 'invite', name: '200 with an ID only', answer: { body: { id: 4711 } }, says: 'sent' },
  {
    kind: 'invite',
    name: '201 with the address of the vendor only',
    answer: { status: 201, body: { vendorURL: 'https://app.example.com/vendors/4711' } },
    says: 'sent',
  },
  {
    kind: 'invite',
    name: '201 with a vendor status only',
    answer: { status: 201, body: { vendorStatus: 'Invited' } },
    says: 'sent',
  },
  {
    kind: 'invite',
    name: '201 with an ID and success true',
    answer: { status: 201, body: { success: true, ...invited } },
    says: 'sent',
  },
  {
    kind: 'invite',
    name: '201 with error null and no errors',
    answer: { status: 201, body: { ...invited, error: null, errors: [] } },
    says: 'sent',
  },
  {
    kind: 'invite',
    name: '201 with links, as HAL has them',
    answer: { status: 201, body: { ...invited, _links: { self: { href: '/vendors/4711' } } } },
    says: 'sent',
  },
  {
    kind: 'invite',
    name: '201 with a status of 201 in it',
    answer: { status: 201, body: { ...invited, status: 201 } },
    says: 'sent',
  },
  {
    kind: 'invite',
    name: '201 with the e-mail sent',
    answer: { status: 201, body: { ...invited, emailSent: true } },
    says: 'sent',
  },
  {
    kind: 'invite',
    name: '201 with a checklist that is not compliant yet',
    answer: {
      status: 201,
      body: {
        ...invited,
        checklist: [
          {
            documentURL: null,
            errorMessages: [],
            type: 'W-9',
            compliant: false,
            status: 'MISSING',
            documentId: null,
          },
        ],
      },
    },
    says: 'sent',
  },
  { kind: 'invite', name: '200 with nothing', answer: { body: '' }, says: 'sent' },
  { kind: 'invite', name: '201 with nothing', answer: { status: 201, body: '' }, says: 'sent' },
  {
    kind: 'invite',
    name: '201 with nothing but a Location',
    answer: { status: 201, body: '', location: '/vendors/4711' },
    says: 'sent',
  },
  { kind: 'invite', name: '204 with nothing', answer: { status: 204, body: '' }, says: 'sent' },
  {
    kind: 'invite',
    name: 'the result in data, set',
    answer: { status: 201, body: { data: invited } },
    settings: { envelope: 'data' },
    says: 'sent',
  },
  {
    kind: 'invite',
    name: 'code 0, msg ok and data, set',
    answer: { body: { code: 0, msg: 'ok', data: invited } },
    settings: { envelope: 'data' },
    says: 'sent',
  },

  // Invites of which nobody can tell.
  { kind: 'invite', name: '200 with an empty object', answer: { body: {} }, says: 'not clear' },
  {
    kind: 'invite',
    name: '200 with members that say nothing',
    answer: { body: { requestTime: '2026-11-24T12:00:00Z', region: 'us-west-2' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with a message only',
    answer: { body: { message: 'Request received' } },
    says: 'not clear',
  },
  { kind: 'invite', name: '200 with ok false', answer: { body: { ok: false } }, says: 'not clear' },
  {
    kind: 'invite',
    name: '200 with ok false beside a result',
    answer: { body: { ok: false, ...invited } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with isSuccess false beside a result',
    answer: { body: { isSuccess: false, ...invited } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with Success false, in Pascal case',
    answer: { body: { Success: false, Message: 'Vendor exists' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with success 0',
    answer: { body: { success: 0, id: 4711 } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with success "N"',
    answer: { body: { success: 'N', id: 4711 } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with success false beside a result',
    answer: { body: { success: false, ...invited } },
    says: 'refused',
  },
  {
    kind: 'invite',
    name: '200 with an error beside a result',
    answer: { body: { ...invited, error: 'Mail server did not answer' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with errors beside a result',
    answer: { body: { ...invited, errors: [{ code: 'MAIL', message: 'Bounced' }] } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with a code and a message, no result',
    answer: { body: { code: 40012, msg: 'e-mail format error' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with a code in words and a message',
    answer: { body: { code: 'VENDOR_EXISTS', message: 'Vendor exists already' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with a status of 422 in it',
    answer: { body: { status: 422, message: 'E-mail is missing' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with an errorCode, as Salesforce has it',
    answer: { body: { errorCode: 'REQUIRED_FIELD_MISSING', message: 'Required: email' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with a fault, as SOAP gateways have it',
    answer: { body: { fault: { faultstring: 'Backend timed out', detail: { errorcode: 'T1' } } } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with an ExceptionMessage',
    answer: { body: { Message: 'An error has occurred.', ExceptionMessage: 'Timeout expired' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '207 with failures',
    answer: { status: 207, body: { results: [{ status: 422, error: 'E-mail is not valid' }] } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: 'vendor status duplicate',
    answer: { body: { ...invited, vendorStatus: 'duplicate' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: 'vendor status not sent',
    answer: { body: { ...invited, vendorStatus: 'not sent' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: 'vendor status DRAFT',
    answer: { status: 201, body: { ...invited, vendorStatus: 'DRAFT' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: 'vendor status waits for approval',
    answer: { status: 201, body: { ...invited, vendorStatus: 'waits for approval' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: 'emailSent false',
    answer: { status: 201, body: { ...invited, emailSent: false } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: 'email_sent false, in the metadata',
    answer: { status: 201, body: { ...invited, metadata: { email_sent: false } } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '200 with a sign-in page',
    answer: { body: '<!doctype html><html><head><title>Sign in</title></head></html>' },
    says: 'not clear',
  },
  { kind: 'invite', name: '200 with plain text', answer: { body: 'OK' }, says: 'not clear' },
  {
    kind: 'invite',
    name: '201 with JSON that breaks off',
    answer: { status: 201, body: '{"id":4711,"vendorSta' },
    says: 'not clear',
  },
  { kind: 'invite', name: '200 with an empty list', answer: { body: [] }, says: 'not clear' },
  {
    kind: 'invite',
    name: 'the result in data, none set',
    answer: { status: 201, body: { data: invited } },
    says: 'not clear',
  },
  { kind: 'invite', name: '300 with choices', answer: { status: 300, body: '' }, says: 'not clear' },
  {
    kind: 'invite',
    name: '301 to another host',
    answer: { status: 301, body: '', location: 'https://api.example.org/vendors' },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '302 to a sign-in page',
    answer: { status: 302, body: '', location: 'https://login.example.com/' },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '303 to the vendor',
    answer: { status: 303, body: '', location: '/vendors/4711' },
    says: 'not clear',
  },
  { kind: 'invite', name: '304', answer: { status: 304, body: '' }, says: 'not clear' },
  {
    kind: 'invite',
    name: '500 as Spring has it',
    answer: {
      status: 500,
      body: {
        timestamp: '2026-11-24T12:00:00.000+00:00',
        status: 500,
        error: 'Internal Server Error',
        path: '/vendors',
      },
    },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '502 with a page of the proxy',
    answer: { status: 502, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '504 from an API gateway',
    answer: { status: 504, body: { message: 'Endpoint request timed out' } },
    says: 'not clear',
  },
  {
    kind: 'invite',
    name: '520 from a CDN',
    answer: { status: 520, body: '<html><body>Web server is returning an unknown error</body></html>' },
    says: 'not clear',
  },

  // Invites that were refused.
  {
    kind: 'invite',
    name: '200 with success false only',
    answer: { body: { success: false } },
    says: 'refused',
  },
  {
    kind: 'invite',
    name: '200 with success "false" and a message',
    answer: { body: { success: 'false', message: 'E-mail is not valid' } },
    says: 'refused',
  },
  {
    kind: 'invite',
    name: '200 with an error text',
    answer: { body: { error: 'E-mail is not valid' } },
    says: 'refused',
  },
  {
    kind: 'invite',
    name: '200 with an error object, as Stripe has it',
    answer: { body: { error: { type: 'invalid_request_error', param: 'email', message: 'Not valid' } } },
    says: 'refused',
  },
  {
    kind: 'invite',
    name: '200 with errors, as JSON:API has them',
    answer: {
      body: { errors: [{ status: '422', title: 'Not valid', source: { pointer: '/vendor/email' } }] },
    },
    says: 'refused',
  },
  {
    kind: 'invite',
    name: '400 as ASP.NET has it',
    answer: {
      status: 400,
      body: {
        title: 'One or more validation errors occurred.',
        status: 400,
        errors: { Email: ['The Email field is required.'] },
      },
    },
    says: 'refused',
  },
  {
    kind: 'invite',
    name: '400 as Django REST has it',
    answer: { status: 400, body: { email: ['Enter a valid email address.'] } },
    says: 'refused',
  },
  {
    kind: 'invite',
    name: '403 as Django REST has it',
    answer: { status: 403, body: { detail: 'You do not have permission to perform this action.' } },
    says: 'refused',
  },
  { kind: 'invite', name: '404 with nothing', answer: { status: 404, body: '' }, says: 'refused' },
  {
    kind: 'invite',
    name: '409 as the vendor is invited already',
    answer: { status: 409, body: { message: 'Vendor is invited already' } },
    says: 'refused',
  },
  {
    kind: 'invite',
    name: '422 as Laravel has it',
    answer: {
      status: 422,
      body: {
        message: 'The given data was invalid.',
        errors: { email: ['The email has already been taken.'] },
      },
    },
    says: 'refused',
  },
  {
    kind: 'invite',
    name: '422 as Rails has it',
    answer: { status: 422, body: { errors: ["Email can't be blank"] } },
    says: 'refused',
  },

  // Invites that go again, and the sign-in.
  {
    kind: 'invite',
    name: '307 to another host',
    answer: { status: 307, body: '', location: 'https://api.example.org/vendors' },
    says: 'again',
  },
  {
    kind: 'invite',
    name: '308 to another path',
    answer: { status: 308, body: '', location: '/v2/vendors' },
    says: 'again',
  },
  { kind: 'invite', name: '408', answer: { status: 408, body: '' }, says: 'again' },
  { kind: 'invite', name: '425', answer: { status: 425, body: '' }, says: 'again' },
  {
    kind: 'invite',
    name: '429 from an API gateway',
    answer: { status: 429, body: { message: 'Too Many Requests' } },
    says: 'again',
  },
  {
    kind: 'invite',
    name: '503 with a maintenance page',
    answer: { status: 503, body: '<html><body>Back at 6 pm</body></html>' },
    says: 'again',
  },
  {
    kind: 'invite',
    name: '409 as the Idempotency-Key is in progress',
    answer: {
      status: 409,
      body: { error: { message: 'A request with this Idempotency-Key is still in progress.' } },
    },
    says: 'again',
  },
  {
    kind: 'invite',
    name: '401 as Django REST has it',
    answer: { status: 401, body: { detail: 'Invalid token.' } },
    says: 'signed out',
  },
  { kind: 'invite', name: '401 with nothing', answer: { status: 401, body: '' }, says: 'signed out' },

  // Verifications that were queued.
  { kind: 'verification', name: '200 with success and an ID', answer: { body: queued }, says: 'sent' },
  {
    kind: 'verification',
    name: '201 with success and an ID',
    answer: { status: 201, body: queued },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: '202 with success and an ID',
    answer: { status: 202, body: queued },
    says: 'sent',
  },
  { kind: 'verification', name: '200 with an ID only', answer: { body: { id: requestId } }, says: 'sent' },
  {
    kind: 'verification',
    name: '200 with success "true"',
    answer: { body: { success: 'true', id: requestId } },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: '200 with success 1',
    answer: { body: { success: 1, id: requestId } },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: '200 with success "Y"',
    answer: { body: { success: 'Y', id: requestId } },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: '202 with the word queued',
    answer: { status: 202, body: { ...queued, status: 'queued' } },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: '200 with no errors and a message',
    answer: { body: { ...queued, errors: [], error: null, message: 'Queued' } },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: '200 with a position in the queue',
    answer: { body: { ...queued, position: 12, etaSeconds: 90 } },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: 'the result in data, set',
    answer: { body: { data: queued } },
    settings: { envelope: 'data' },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: 'the ID at data.id, named',
    answer: { body: { success: true, data: { id: requestId } } },
    settings: { requestIdAt: 'data.id' },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: 'the ID at requestId, named',
    answer: { body: { success: true, requestId } },
    settings: { requestIdAt: 'requestId' },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: 'the ID at Id, named',
    answer: { body: { success: true, Id: requestId } },
    settings: { requestIdAt: 'Id' },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: 'the ID in the Location, named, with nothing else',
    answer: { status: 201, body: '', location: `/api/verification/${requestId}` },
    settings: { requestIdAt: 'Location' },
    says: 'sent',
  },
  {
    kind: 'verification',
    name: 'the ID in a whole Location, named, with success',
    answer: {
      status: 201,
      body: { success: true },
      location: `https://api.example.com/api/verification/${requestId}`,
    },
    settings: { requestIdAt: 'Location' },
    says: 'sent',
  },

  // Verifications that were accepted, with no ID at its place.
  { kind: 'verification', name: '200 with success only', answer: { body: { success: true } }, says: 'no ID' },
  {
    kind: 'verification',
    name: '200 with success and an ID of null',
    answer: { body: { success: true, id: null } },
    says: 'no ID',
  },
  {
    kind: 'verification',
    name: '200 with success and an empty ID',
    answer: { body: { success: true, id: '' } },
    says: 'no ID',
  },
  { kind: 'verification', name: '200 with nothing', answer: { body: '' }, says: 'no ID' },
  { kind: 'verification', name: '201 with nothing', answer: { status: 201, body: '' }, says: 'no ID' },
  { kind: 'verification', name: '204 with nothing', answer: { status: 204, body: '' }, says: 'no ID' },
  {
    kind: 'verification',
    name: 'the ID at data.id, not named',
    answer: { body: { success: true, data: { id: requestId } } },
    says: 'no ID',
  },
  {
    kind: 'verification',
    name: 'the ID at requestId, not named',
    answer: { body: { success: true, requestId } },
    says: 'no ID',
  },
  {
    kind: 'verification',
    name: 'the ID at Id, not named',
    answer: { body: { success: true, Id: requestId } },
    says: 'no ID',
  },
  {
    kind: 'verification',
    name: 'the ID in the Location, not named',
    answer: { status: 201, body: '', location: `/api/verification/${requestId}` },
    says: 'no ID',
  },
  {
    kind: 'verification',
    name: 'requestId named, but it is not there',
    answer: { body: { success: true } },
    settings: { requestIdAt: 'requestId' },
    says: 'no ID',
  },

  // Verifications of which nobody can tell.
  { kind: 'verification', name: '200 with an empty object', answer: { body: {} }, says: 'not clear' },
  {
    kind: 'verification',
    name: '200 with members that say nothing',
    answer: { body: { region: 'us-west-2', served_by: 'node-7' } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with success false beside an ID',
    answer: { body: { success: false, id: requestId } },
    says: 'refused',
  },
  {
    kind: 'verification',
    name: '200 with success 0 and no ID',
    answer: { body: { success: 0, id: null } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with success "N" beside an ID',
    answer: { body: { success: 'N', id: requestId } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with ok false beside an ID',
    answer: { body: { ok: false, id: requestId } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with isSuccess false',
    answer: { body: { isSuccess: false, value: null } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with Success false, in Pascal case',
    answer: { body: { Success: false, Id: null } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with errors beside an empty ID',
    answer: { body: { id: '', errors: ['Unknown license board'] } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with errors beside an ID',
    answer: { body: { ...queued, errors: ['Unknown license board'] } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with a status of duplicate beside an ID',
    answer: { body: { ...queued, status: 'duplicate' } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with a status of failed beside an ID',
    answer: { body: { id: requestId, status: 'failed' } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with an errorCode',
    answer: { body: { errorCode: 'Q-104', errorDescription: 'Queue is full' } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with a code and a message, no result',
    answer: { body: { code: 50001, msg: 'system busy' } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with a status of 500 in it',
    answer: { body: { status: 500, message: 'Queue is not reachable' } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '207 with a failure',
    answer: { status: 207, body: { items: [{ status: 400, message: 'Unknown type' }] } },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '200 with a web page',
    answer: { body: '<html><body>Welcome</body></html>' },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '302 to a sign-in page',
    answer: { status: 302, body: '', location: 'https://login.example.com/' },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '303 to the result',
    answer: { status: 303, body: '', location: `/api/verification/${requestId}` },
    says: 'not clear',
  },
  {
    kind: 'verification',
    name: '500 with a message',
    answer: { status: 500, body: { message: 'Internal server error' } },
    says: 'not clear',
  },
  { kind: 'verification', name: '502 with nothing', answer: { status: 502, body: '' }, says: 'not clear' },
  { kind: 'verification', name: '504 with nothing', answer: { status: 504, body: '' }, says: 'not clear' },

  // Verifications that were refused, that go again, and the sign-in.
  {
    kind: 'verification',
    name: '200 with success false only',
    answer: { body: { success: false } },
    says: 'refused',
  },
  {
    kind: 'verification',
    name: '200 with success false and a message',
    answer: { body: { success: false, message: 'Unknown type' } },
    says: 'refused',
  },
  {
    kind: 'verification',
    name: '200 with success "false"',
    answer: { body: { success: 'false', reason: 'Tipo desconocido' } },
    says: 'refused',
  },
  {
    kind: 'verification',
    name: '200 with an error object',
    answer: { body: { error: { code: 'UNKNOWN_TYPE', message: 'Unbekannter Typ' } } },
    says: 'refused',
  },
  {
    kind: 'verification',
    name: '200 with errors, as GraphQL has them',
    answer: {
      body: { errors: [{ message: 'Variable "$type" is not valid', locations: [{ line: 1, column: 9 }] }] },
    },
    says: 'refused',
  },
  {
    kind: 'verification',
    name: '400 as Spring has it',
    answer: { status: 400, body: { status: 400, error: 'Bad Request', message: 'type must not be blank' } },
    says: 'refused',
  },
  {
    kind: 'verification',
    name: '403 from an API gateway',
    answer: { status: 403, body: { message: 'Forbidden' } },
    says: 'refused',
  },
  {
    kind: 'verification',
    name: '409 as it was submitted before',
    answer: { status: 409, body: { message: 'This license was submitted already' } },
    says: 'refused',
  },
  {
    kind: 'verification',
    name: '422 with errors',
    answer: { status: 422, body: { errors: { license_number: ['is too short'] } } },
    says: 'refused',
  },
  {
    kind: 'verification',
    name: '307 to another host',
    answer: { status: 307, body: '', location: 'https://api.example.org/api/verification/queue' },
    says: 'again',
  },
  {
    kind: 'verification',
    name: '308 to another path',
    answer: { status: 308, body: '', location: '/v2/verification/queue' },
    says: 'again',
  },
  { kind: 'verification', name: '408', answer: { status: 408, body: '' }, says: 'again' },
  {
    kind: 'verification',
    name: '429 with a message',
    answer: { status: 429, body: { detail: 'Request was throttled. Expected available in 30 seconds.' } },
    says: 'again',
  },
  { kind: 'verification', name: '503 with nothing', answer: { status: 503, body: '' }, says: 'again' },
  {
    kind: 'verification',
    name: '409 as the Idempotency-Key is in progress',
    answer: {
      status: 409,
      body: {
        code: 'idempotency_in_progress',
        message: 'Another request with this Idempotency-Key is in progress',
      },
    },
    says: 'again',
  },
  {
    kind: 'verification',
    name: '401 from an API gateway',
    answer: { status: 401, body: { message: 'Unauthorized' } },
    says: 'signed out',
  },
];
