import type { Random } from '#test/chaos/random.ts';

/** A body that says no, as one of the common frameworks writes it, and the words in it that a person has to see. */
export interface ErrorShape {
  name: string;
  text: string;
  contentType: string;
  words: string[];
}

const problemJson = 'application/problem+json';
const json = 'application/json';

/** Says no to a request that changes something. `said` are the service's own words, which tell one answer from another. */
export function errorShape(random: Random, said: string, status: number): ErrorShape {
  const field = random.pick(['email', 'licenseNumber', 'companyId', 'expiryDate'] as const);
  const other = `Second: ${said}`;
  const shapes: readonly [name: string, value: unknown, words: string[], contentType?: string][] = [
    ['message', { message: said }, [said]],
    ['error text', { error: said }, [said]],
    ['error object', { error: { code: 'E42', message: said } }, [said]],
    ['errors list of texts', { errors: [said, other] }, [said, other]],
    [
      'errors list of objects',
      {
        errors: [
          { field, message: said },
          { field: 'id', message: other },
        ],
      },
      [said, other],
    ],
    ['errors map', { errors: { [field]: [said], id: [other] } }, [said, other]],
    ['FastAPI', { detail: [{ loc: ['body', 'vendor', field], msg: said, type: 'value_error' }] }, [said]],
    [
      'JSON:API',
      {
        errors: [
          {
            status: String(status),
            source: { pointer: `/data/attributes/${field}` },
            title: 'Invalid',
            detail: said,
          },
        ],
      },
      [said],
    ],
    [
      'RFC 9457',
      {
        type: 'about:blank',
        title: 'Not valid',
        status,
        detail: said,
        'invalid-params': [{ name: field, reason: other }],
      },
      [said, other],
      problemJson,
    ],
    [
      'Spring',
      {
        timestamp: '2026-03-01T12:00:00Z',
        status,
        error: 'Bad Request',
        fieldErrors: [{ field, defaultMessage: said }],
      },
      [said],
    ],
    [
      'ASP.NET',
      {
        type: 'https://example.invalid/e',
        title: 'One or more validation errors occurred.',
        status,
        errors: { [`Vendor.${field}`]: [said] },
      },
      [said],
      problemJson,
    ],
    ['Rails', { errors: { [field]: [said] } }, [said]],
    ['zod', { success: false, error: { issues: [{ path: ['vendor', field], message: said }] } }, [said]],
    ['joi', { details: [{ path: ['vendor', field], message: said }] }, [said]],
    ['Laravel', { message: said, errors: { [`vendor.${field}`]: [other] } }, [said, other]],
    ['Django REST', { vendor: { [field]: [said] } }, [said]],
    ['GraphQL', { data: null, errors: [{ message: said, path: ['inviteVendor', field] }] }, [said]],
    ['OAuth', { error: 'insufficient_scope', error_description: said }, [said]],
  ];
  const [name, value, words, contentType] = shapes[random.between(0, shapes.length)] ?? [
    'plain text',
    null,
    [],
  ];
  if (value === null) return { name, text: said, contentType: 'text/plain', words: [said] };
  return { name, text: written(value, random), contentType: contentType ?? json, words };
}

/** A failure inside a success: what services say that answer 200 to everything. */
export function failureShape(random: Random, said: string): Omit<ErrorShape, 'contentType'> {
  const shapes: readonly [name: string, value: unknown][] = [
    ['success false, message', { success: false, message: said }],
    ['success false, id null, error', { success: false, id: null, error: { code: 'E7', message: said } }],
    ['success false, id', { success: false, id: '11111111-2222-4333-8444-555555555555', message: said }],
    ['success false, errors', { success: false, errors: [{ message: said }] }],
    ['error text', { error: said }],
    ['error object', { error: { message: said } }],
    ['errors', { errors: [{ message: said }] }],
    ['errors of texts', { errors: [said] }],
  ];
  const [name, value] = shapes[random.between(0, shapes.length - 1)] ?? ['', {}];
  return { name, text: written(value, random), words: [said] };
}

/** JSON as one service writes it, or another. */
export function written(value: unknown, random: Random): string {
  return random.chance(0.3) ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}
