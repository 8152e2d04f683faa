import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryReason, type EntryKind, type EntryReason } from '#shared/outbox/outbox.ts';
import {
  keptRefusal,
  readRefusal,
  refusalText,
  refusedReadingText,
  saysAlreadyInvited,
} from '#shared/outbox/refusal.ts';

const refused = (body: string, status = 422): EntryReason => ({
  code: 'refused',
  status,
  contentType: null,
  body,
});

function read(body: unknown, kind: EntryKind = 'invite') {
  return readRefusal(refused(typeof body === 'string' ? body : JSON.stringify(body)), kind);
}

const email = { path: ['vendor', 'email'], field: 'email', label: 'Vendor email', words: 'is wrong' };
const emailAlone = { message: null, fields: [email] };

describe('a path that a service names', () => {
  it.each([
    'vendor.email',
    '/vendor/email',
    '#/vendor/email',
    'vendor[email]',
    "vendor['email']",
    '$.vendor.email',
    'Vendor.Email',
    'vendor_email',
    'VENDOR_EMAIL',
    'vendorEmail',
    'vendor-email',
    'email',
    'Email',
    'data.vendor.email',
    '/data/attributes/email',
    'request.Vendor.Email',
    '  vendor.email ',
    ['vendor', 'email'],
    ['body', 'vendor', 'email'],
    ['body', 'VendorInvitation', 'vendor', 'email'],
    ['inviteVendor', 'input', 'email'],
    ['email', 0],
  ])('%j is the field of the request', (path) => {
    expect(read({ errors: [{ path, message: 'is wrong' }] })).toEqual(emailAlone);
  });

  it.each([
    ['type', 'type', 'Type'],
    ['data.licenseNumber', 'licenseNumber', 'License number'],
    ['license_number', 'licenseNumber', 'License number'],
    ['/data/attributes/licenseNumber', 'licenseNumber', 'License number'],
    ['data.locationWhereLicenseIsValid.zip_code', 'zipCode', 'ZIP code'],
    ['locationWhereLicenseIsValid.state', 'state', 'State'],
    ['locationWhereLicenseIsValid', null, 'Where it is valid'],
    ['data', null, 'License details'],
  ])('%s of license details is %s', (path, field, label) => {
    expect(read({ errors: [{ path, message: 'is wrong' }] }, 'verification').fields).toMatchObject([
      { field, label, words: 'is wrong' },
    ]);
  });

  it.each([
    ['company.address.city', 'company', 'Company details · address · city'],
    ['checklistTasks[1].type', 'checklistTasks', 'Checklist tasks · 2 · type'],
    ['/checklistTasks/1/type', 'checklistTasks', 'Checklist tasks · 2 · type'],
    ['vendor.taxId', 'vendorMore', 'More about the vendor · taxId'],
    ['vendor', null, 'Vendor'],
  ])('%s lies inside a field', (path, field, label) => {
    expect(read({ errors: [{ path, message: 'is wrong' }] }).fields).toMatchObject([{ field, label }]);
  });

  it.each([['tenant.region'], ['/tenant/region'], [['tenant', 'region']], ['contact.email']])(
    '%j, which the request does not have, stays as it came',
    (path) => {
      const refusal = read({ errors: [{ path, message: 'is wrong' }] });
      expect(refusal.fields).toEqual([
        { path: Array.isArray(path) ? path : [path], field: null, label: null, words: 'is wrong' },
      ]);
      expect(refusalText(refusal)).toBe(`${Array.isArray(path) ? path.join('.') : path}: is wrong`);
    },
  );

  it.each(['', [], 'body', ['body'], 'non_field_errors', '__all__', 'base', '$'])(
    '%j speaks of the whole',
    (path) => {
      const body =
        typeof path === 'string'
          ? { errors: { [path]: ['is wrong'] } }
          : { errors: [{ path, msg: 'is wrong' }] };
      expect(read(body)).toEqual({ message: 'is wrong', fields: [] });
    },
  );
});

describe('the shape of a refusal', () => {
  it.each<[name: string, body: unknown, message: string | null]>([
    ['a list of errors', { errors: [{ field: 'vendor.email', message: 'is wrong' }] }, null],
    ['a map of errors', { message: 'Not valid', errors: { 'vendor.email': 'is wrong' } }, 'Not valid'],
    [
      'FastAPI',
      { detail: [{ type: 'value_error', loc: ['body', 'vendor', 'email'], msg: 'is wrong', input: 'x' }] },
      null,
    ],
    [
      'JSON:API with a pointer',
      {
        errors: [
          {
            status: '422',
            source: { pointer: '/data/attributes/email' },
            title: 'Invalid',
            detail: 'is wrong',
          },
        ],
      },
      null,
    ],
    ['JSON:API with a parameter', { errors: [{ source: { parameter: 'email' }, detail: 'is wrong' }] }, null],
    [
      'RFC 9457',
      {
        type: 'about:blank',
        title: 'Not valid',
        status: 422,
        detail: 'Look below',
        errors: [{ detail: 'is wrong', pointer: '#/vendor/email' }],
      },
      'Look below',
    ],
    [
      'RFC 7807',
      { title: 'Not valid', status: 400, 'invalid-params': [{ name: 'vendor.email', reason: 'is wrong' }] },
      'Not valid',
    ],
    [
      'Spring',
      {
        timestamp: '2026-06-09',
        status: 400,
        error: 'Bad Request',
        message: 'Not valid',
        path: '/vendors',
        errors: [
          {
            codes: ['Email'],
            objectName: 'vendorInvitation',
            field: 'vendor.email',
            rejectedValue: 'x',
            defaultMessage: 'is wrong',
            code: 'Email',
          },
        ],
      },
      'Not valid',
    ],
    [
      'Spring with fieldErrors',
      { fieldErrors: [{ field: 'vendor.email', defaultMessage: 'is wrong' }] },
      null,
    ],
    [
      'ASP.NET',
      {
        type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
        title: 'Not valid',
        status: 400,
        errors: { 'Vendor.Email': ['is wrong'] },
        traceId: '00-1',
      },
      'Not valid',
    ],
    [
      'ASP.NET Web API 2',
      { Message: 'Not valid', ModelState: { 'request.Vendor.Email': ['is wrong'] } },
      'Not valid',
    ],
    ['Rails', { errors: { email: ['is wrong'] } }, null],
    ['Laravel', { message: 'Not valid', errors: { 'vendor.email': ['is wrong'] } }, 'Not valid'],
    ['Django REST', { vendor: { email: ['is wrong'] } }, null],
    [
      'Django REST with more',
      { vendor: { email: ['is wrong'] }, non_field_errors: ['Not valid'] },
      'Not valid',
    ],
    [
      'joi',
      {
        statusCode: 400,
        error: 'Bad Request',
        message: 'Not valid',
        details: [
          {
            message: 'is wrong',
            path: ['vendor', 'email'],
            type: 'string.email',
            context: { label: 'vendor.email', key: 'email' },
          },
        ],
      },
      'Not valid',
    ],
    [
      'zod',
      {
        error: {
          name: 'ZodError',
          issues: [{ code: 'invalid_format', path: ['vendor', 'email'], message: 'is wrong' }],
        },
      },
      null,
    ],
    [
      'zod in a message',
      {
        error: {
          message: JSON.stringify([{ code: 'custom', path: ['vendor', 'email'], message: 'is wrong' }]),
        },
      },
      null,
    ],
    ['zod flattened', { formErrors: ['Not valid'], fieldErrors: { email: ['is wrong'] } }, 'Not valid'],
    [
      'zod formatted',
      { errors: { _errors: [], vendor: { _errors: [], email: { _errors: ['is wrong'] } } } },
      null,
    ],
    [
      'GraphQL',
      {
        data: null,
        errors: [
          {
            message: 'is wrong',
            locations: [{ line: 1, column: 1 }],
            path: ['inviteVendor', 'input', 'email'],
          },
        ],
      },
      null,
    ],
    [
      'Nest',
      {
        statusCode: 400,
        message: [
          { property: 'vendor', children: [{ property: 'email', constraints: { isEmail: 'is wrong' } }] },
        ],
        error: 'Bad Request',
      },
      null,
    ],
    [
      'express-validator',
      { errors: [{ type: 'field', value: 'x', msg: 'is wrong', path: 'vendor.email', location: 'body' }] },
      null,
    ],
    [
      'Mongoose',
      {
        errors: { 'vendor.email': { name: 'ValidatorError', message: 'is wrong', path: 'vendor.email' } },
        message: 'Not valid',
      },
      'Not valid',
    ],
    [
      'GitHub',
      { message: 'Not valid', errors: [{ resource: 'Vendor', field: 'email', code: 'is wrong' }] },
      'Not valid',
    ],
    [
      'Google',
      {
        error: {
          code: 400,
          message: 'Not valid',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.BadRequest',
              fieldViolations: [{ field: 'vendor.email', description: 'is wrong' }],
            },
          ],
        },
      },
      'Not valid',
    ],
    [
      'OData',
      {
        error: {
          code: 'BadArgument',
          message: 'Not valid',
          target: 'body',
          details: [{ code: 'X', target: 'email', message: 'is wrong' }],
        },
      },
      'Not valid',
    ],
    [
      'JSON Schema',
      {
        errors: [
          {
            instancePath: '/vendor',
            keyword: 'required',
            params: { missingProperty: 'email' },
            message: 'is wrong',
          },
        ],
      },
      null,
    ],
    [
      'Symfony',
      { title: 'Not valid', violations: [{ propertyPath: 'vendor.email', message: 'is wrong' }] },
      'Not valid',
    ],
    ['JSend', { status: 'fail', data: { email: 'is wrong' } }, null],
    ['one field beside the words', { error: { message: 'is wrong', field: 'vendor.email' } }, null],
    ['a bare map of sentences', { email: 'is wrong' }, null],
    ['a list of maps', { errors: [{ email: 'is wrong' }] }, null],
    [
      'a map with a message among the fields',
      { errors: { message: 'Not valid', email: 'is wrong' } },
      'Not valid',
    ],
    ['a list without a name', [{ field: 'email', message: 'is wrong' }], null],
    [
      'a success that is none',
      { success: false, id: null, message: 'Not valid', errors: [{ field: 'email', message: 'is wrong' }] },
      'Not valid',
    ],
  ])('of %s tells the field', (_name, body, message) => {
    expect(read(body)).toEqual({ message, fields: [email] });
  });

  it.each<[body: unknown, message: string | null]>([
    [{ message: 'email is not known' }, 'email is not known'],
    [{ error: { message: 'no such trade' } }, 'no such trade'],
    [{ error: { code: 'E17', message: 'no such trade' } }, 'no such trade'],
    [{ success: false, error: 'no such trade' }, 'no such trade'],
    [{ success: false, errors: ['one', 'two'] }, 'one; two'],
    [{ errors: [{ detail: 'a' }, { detail: 'b' }] }, 'a; b'],
    [{ statusCode: 400, message: ['one', 'two'], error: 'Bad Request' }, 'one; two'],
    [{ error: 'invalid_request', error_description: 'No such client.' }, 'No such client.'],
    [{ error: { code: 'NO_SUCH_TRADE' } }, 'NO_SUCH_TRADE'],
    ['"plain"', 'plain'],
    ['License type not recognized', 'License type not recognized'],
    ['<html><body>Bad Gateway</body></html>', null],
    ['{"message":"cut off here', null],
    [{ code: 17 }, null],
    [{ success: false }, null],
    [{ success: false, data: { message: 'no such trade' } }, 'no such trade'],
    [{ result: { success: false, error: { code: 'E1', message: 'no such trade' } } }, 'no such trade'],
    ['   ', null],
    ['17', null],
  ])('%j has a message alone', (body, message) => {
    expect(read(body)).toEqual({ message, fields: [] });
  });

  it('is not taken from what a service repeats of the request', () => {
    const echo = {
      inviteMessage: 'Welcome aboard',
      vendor: { email: 'a@example.invalid' },
      status: 'not valid here',
    };
    expect(read({ success: false, ...echo })).toEqual({ message: null, fields: [] });
    expect(read({ message: 'Not valid', ...echo, checklistTasks: [{ type: 'W-9' }] })).toEqual({
      message: 'Not valid',
      fields: [],
    });
    expect(
      read({ success: false, data: { licenseNumber: 'C 39 1' }, type: 'trade license' }, 'verification'),
    ).toEqual({ message: null, fields: [] });
  });

  it('says the same of the same field once', () => {
    const one = { field: 'email', message: 'is wrong' };
    expect(read({ message: 'is wrong', errors: [one], fieldErrors: [one] })).toEqual(emailAlone);
  });
});

describe('a refusal that is too much', () => {
  it('is bounded: 50 fields, 500 characters each', () => {
    const errors = Array.from({ length: 400 }, (_, at) => ({ field: `f${at}`, message: 'w'.repeat(2000) }));
    const { fields } = read({ errors });
    expect(fields).toHaveLength(50);
    expect(fields[0]?.words).toBe(`${'w'.repeat(500)}…`);
    expect(read('x'.repeat(2000)).message).toBe(`${'x'.repeat(500)}…`);
  });

  it.each([
    ['lists', `{"errors":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['objects', `${'{"errors":'.repeat(20_000)}{}${'}'.repeat(20_000)}`],
    ['fields', `${'{"vendor":'.repeat(20_000)}["x"]${'}'.repeat(20_000)}`],
  ])('nested very deep in %s harms nothing', (_name, body) => {
    expect(read(body)).toEqual({ message: null, fields: [] });
  });

  it('is read whole before its beginning is kept', () => {
    const body = JSON.stringify({ note: 'n'.repeat(9000), errors: { email: ['is wrong'] } });
    const kept: unknown = JSON.parse(
      JSON.stringify({ code: 'refused', status: 422, contentType: null, ...keptRefusal(body, 'invite') }),
    );
    const reason = entryReason.parse(kept);
    expect(reason.code === 'refused' ? reason.body : '').toHaveLength(4096);
    expect(readRefusal(reason, 'invite')).toEqual(emailAlone);
    expect(keptRefusal('short', 'invite')).toEqual({ body: 'short' });
  });

  it('or anything else never throws and stays within its bounds', () => {
    const keys = fc.constantFrom(
      'errors',
      'error',
      'message',
      'detail',
      'details',
      'field',
      'path',
      'loc',
      'source',
      'pointer',
      'vendor',
      'email',
      'data',
      'status',
      'type',
      'children',
      '__proto__',
      'constructor',
      '_errors',
      '',
    );
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 6 },
        fc.string({ unit: 'binary' }),
        fc.constantFrom('fail', '$', '/', '#/', '[', '{"a":1}', 'vendor.email', null, true, 17),
        fc.array(tie('json'), { maxLength: 5 }),
        fc.dictionary(fc.oneof(keys, fc.string()), tie('json'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.oneof(
          json.map((value) => JSON.stringify(value)),
          fc.string(),
        ),
        fc.constantFrom<EntryKind>('invite', 'verification'),
        (body, kind) => {
          const { message, fields } = readRefusal(refused(body), kind);
          expect(message === null || (message.trim() !== '' && message.length <= 501)).toBe(true);
          expect(fields.length).toBeLessThanOrEqual(50);
          for (const { words } of fields) expect(words.length).toBeLessThanOrEqual(501);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a refusal of a request that only reads', () => {
  it('has no fields to name, so that they stay as they came', () => {
    const body = JSON.stringify({ errors: [{ source: { parameter: 'id' }, detail: 'Not a UUID.' }] });
    expect(refusedReadingText(body)).toBe('id: Not a UUID.');
    expect(refusedReadingText('{"message":"No such vendor"}')).toBe('No such vendor');
    expect(refusedReadingText('{}')).toBeNull();
  });
});

describe('other reasons', () => {
  it('say nothing that a service said', () => {
    expect(readRefusal(null, 'invite')).toEqual({ message: null, fields: [] });
    expect(readRefusal({ code: 'token_refused' }, 'invite')).toEqual({ message: null, fields: [] });
  });
});

describe('a refusal of a vendor that was invited before', () => {
  it.each([
    ['{}', 409, true],
    ['', 409, true],
    ['{"message":"Vendor ALREADY exists"}', 422, true],
    ['{"code":"VENDOR_ALREADY_INVITED"}', 400, true],
    ['{"message":"This email has been taken"}', 409, true],
    ['{"errors":{"email":["duplicate"]}}', 409, true],
    ['{"errors":{"vendor.email":["already invited"]}}', 422, true],
    ['{"errors":{"checklistTasks":["W-9 already asked for"]}}', 422, false],
    ['{"errors":{"companyId":["duplicate"]}}', 409, false],
    ['{"message":"unknown trade"}', 422, false],
    ['{"message":"This email has been taken"}', 422, false],
    ['{"message":"The version is out of date"}', 409, false],
    ['{"message":"The record was already changed by somebody else"}', 409, false],
    ['{"errors":{"companyId":["The company does not exist"]}}', 409, false],
  ])('%s with %i: %s', (body, status, says) => {
    expect(saysAlreadyInvited(refused(body, status))).toBe(says);
  });

  it('is no trouble of the service', () => {
    expect(saysAlreadyInvited({ code: 'server_error', status: 500, body: 'already' })).toBe(false);
  });
});
