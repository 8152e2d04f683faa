import type { Random } from '#test/chaos/random.ts';
import { randomExpiry, getScore, type Customs } from './customs.ts';
import { failureShape, written } from './error-shapes.ts';
import { oddDocument, oddResult, unclearInvitations, unclearQueueAnswers } from './odd-forms.ts';
import type { DocumentFacts, Meaning, Operation, ResultFacts } from './meaning.ts';

/** What stands in the body of a success. */
export interface Body {
  name: string;
  text: string;
  contentType: string;
  meaning: Meaning;
  /** The service's own words, where it says no. */
  words: string[];
  /** The ids that a queue response gives out, as text. */
  ids: string[];
  result: ResultFacts | null;
  document: DocumentFacts | null;
}

/** What is asked about, as the service knows it. */
export interface Asked {
  operation: Operation;
  /** The id in the path; the recipient or the license number of a request that changes something. */
  subject: string;
  /** What was submitted, for results. */
  submitted: Record<string, unknown>;
  said: string;
}

const json = 'application/json';
const names = [
  'Brightwater LLC',
  'Ätna & Söhne',
  'O’Neill Roofing',
  '株式会社サンプル',
  'Plain Name',
] as const;

function body(name: string, text: string, meaning: Meaning, more: Partial<Body> = {}): Body {
  return {
    name,
    text,
    contentType: json,
    meaning,
    words: [],
    ids: [],
    result: null,
    document: null,
    ...more,
  };
}

/** A success with what the operation promises, in one of many shapes. */
export function resultBody(random: Random, customs: Customs, asked: Asked): Body {
  const made = plainResult(random, customs, asked);
  const wraps = customs.envelope !== null && random.chance(0.6);
  const envelope = wraps ? customs.envelope : null;
  if (envelope === null) return made;
  const text = `{"${envelope}":${made.text}}`;
  if (customs.envelopeSaid) return { ...made, name: `${made.name}, enveloped`, text };
  return {
    ...made,
    name: `${made.name}, in an unknown envelope`,
    text,
    meaning: 'strange',
    result: null,
    document: null,
  };
}

function plainResult(random: Random, customs: Customs, asked: Asked): Body {
  switch (asked.operation) {
    case 'inviteVendor':
      return invitation(random);
    case 'queueVerification':
      return queued(random);
    case 'getVerificationResult':
      return verification(random, customs, asked);
    case 'getDocumentResult':
      return document(random, customs, asked);
    case 'getVendorProfile':
      return profile(random, asked);
  }
}

function invitation(random: Random): Body {
  const full = {
    vendorURL: '/vendors/77',
    metadata: { source: 'portal', big: '@digits@' },
    id: random.between(1, 99_999),
    complianceStatus: random.pick(['pending', 'NON_COMPLIANT', 'compliant'] as const),
    vendorStatus: 'invited',
    lastComplianceUpdate: '2026-02-28T10:00:00Z',
    checklist: [
      {
        type: 'W-9',
        compliant: false,
        status: 'missing',
        errorMessages: ['Not signed'],
        documentId: 3,
        documentURL: null,
      },
    ],
  };
  const shapes: readonly [name: string, value: unknown][] = [
    ['plain', full],
    ['ids as text', { ...full, id: '77-a' }],
    ['ids in digits', { ...full, id: '@digits@' }],
    ['wrong types', { ...full, complianceStatus: 7, checklist: { type: 'W-9' }, vendorURL: ['a'] }],
    [
      'extra members',
      { ...full, success: true, error: null, errors: [], traceId: 'a1', nested: { deep: [1, { x: null }] } },
    ],
    ['duplicate keys', { ...full, '@again@': 1 }],
  ];
  if (random.chance(0.3)) {
    const index = random.between(0, unclearInvitations.length - 1);
    const made = unclearInvitations[index]?.(full) ?? {};
    return body(`unclear ${index}`, withDigits(written(made, random)), 'unclear');
  }
  return pickShape(random, shapes, 'result');
}

function pickShape(
  random: Random,
  shapes: readonly [name: string, value: unknown][],
  meaning: Meaning,
): Body {
  const [name, value] = shapes[random.between(0, shapes.length - 1)] ?? ['', {}];
  return body(name, withDigits(written(value, random)), meaning);
}

/** Puts what no JavaScript value can hold into a JSON text: more digits than a double has, and a member that stands twice. */
function withDigits(text: string): string {
  return text
    .replaceAll('"@digits@"', '90071992547409931234')
    .replace(/"@again@":\s?1/, '"vendorStatus":"first","vendorStatus":"invited"');
}

function queued(random: Random): Body {
  const uuid = uuidFrom(random);
  const number = String(random.between(1, 9_999_999));
  const digits = `9${random.between(100_000_000, 999_999_999)}${random.between(100_000_000, 999_999_999)}${random.between(10, 99)}`;
  const shapes: readonly [name: string, text: string, ids: string[]][] = [
    ['plain', `{"success":true,"id":"${uuid}"}`, [uuid]],
    ['without success', `{"id":"${uuid}"}`, [uuid]],
    ['number id', `{"success": true, "id": ${number}}`, [number]],
    ['id of many digits', `{"success":true,"id":${digits}}`, [digits]],
    ['id that is no UUID', `{"success":true,"id":"VR ${number}/ä"}`, [`VR ${number}/ä`]],
    [
      'extra members',
      `{"success":true,"id":"${uuid}","queue":{"position":12},"error":null,"errors":[]}`,
      [uuid],
    ],
    ['success as text', `{"success":"true","id":"${uuid}"}`, [uuid]],
    ['id twice', `{"id":"${uuid}","success":true,"id":"${uuid}"}`, [uuid]],
  ];
  const none: readonly [name: string, text: string][] = [
    ['id null', '{"success":true,"id":null}'],
    ['id missing', '{"success":true}'],
    ['id empty', '{"success":true,"id":""}'],
  ];
  if (random.chance(0.2)) {
    const index = random.between(0, unclearQueueAnswers.length - 1);
    return body(`unclear ${index}`, JSON.stringify(unclearQueueAnswers[index]?.(uuid) ?? {}), 'unclear');
  }
  if (random.chance(0.12)) {
    const [name, text] = none[random.between(0, none.length - 1)] ?? ['', ''];
    return body(name, text, 'no_id');
  }
  const [name, text, ids] = shapes[random.between(0, shapes.length - 1)] ?? ['', '', []];
  return body(name, text, 'result', { ids });
}

const openMessage = ['pending', 'PROCESSING', 'in_progress', 'Weird-Word'] as const;
const endWords = ['verified', 'completed', 'failed', 'not_verified', 'DONE'] as const;

function verification(random: Random, customs: Customs, { subject, submitted }: Asked): Body {
  const over = random.chance(0.6);
  const anotherId = random.chance(0.06);
  const expiry = random.chance(0.75) ? randomExpiry(random, customs) : null;
  const status = random.chance(0.08) ? null : random.pick(over ? endWords : openMessage);
  const isVerified = random.pick([true, true, false, null] as const);
  const isMatch = over ? random.pick([true, true, false, null] as const) : null;
  const found = over || random.chance(0.3);
  const text = (value: unknown) => withDigits(written(value, random));
  const value: Record<string, unknown> = {
    id: anotherId ? uuidFrom(random) : subject,
    documentType: 'license',
    parameters: submitted,
    response: found
      ? {
          ...submitted,
          licenseeName: random.chance(0.8) ? submitted['licenseeName'] : random.pick(names),
          isMatch,
          ...(expiry === null ? { expiryDate: null } : { expiryDate: expiry.text }),
        }
      : null,
    isVerified,
    status,
  };
  const result: ResultFacts = {
    status,
    isVerified,
    isMatch: found ? isMatch : null,
    anotherId,
    expiry: found && !anotherId ? expiry : null,
    noYes: false,
  };
  const bare = (made: Record<string, unknown>) => JSON.stringify(made);
  const shapes: readonly [name: string, text: string, facts: Partial<ResultFacts>][] = [
    ['plain', text(value), {}],
    [
      'extra members',
      text({ ...value, success: true, errors: [], score: '@digits@', audit: { by: null } }),
      {},
    ],
    ['wrong types', text({ ...value, documentType: 5, parameters: 'none' }), {}],
    ['status in figures', text({ ...value, status: 3 }), { status: '3' }],
    ['verified as text', text({ ...value, isVerified: 'false' }), { isVerified: false }],
    [
      'verified twice',
      `{"isVerified":true,${bare({ ...value, isVerified: false }).slice(1)}`,
      { isVerified: false },
    ],
    ['without an id', text({ ...value, id: undefined }), { anotherId: false }],
  ];
  const odd = over && random.chance(0.4) ? oddResult(random) : undefined;
  if (odd !== undefined) {
    // Good in all else, so that this alone keeps it from being a yes.
    const good = { ...value, id: subject, isVerified: true, status: 'verified' };
    const response = { ...submitted, isMatch: true, expiryDate: null };
    const facts = { ...result, anotherId: false, isVerified: true, isMatch: true, status: 'verified' };
    return body(`odd, ${odd.name}`, text(odd.change({ ...good, response })), 'result', {
      result: { ...facts, expiry: null, ...odd.facts, noYes: true },
    });
  }
  const [name, shaped, facts] = shapes[random.between(0, shapes.length - 1)] ?? ['', '', {}];
  const says = { ...result, ...facts };
  // Without its id an answer counts as one to the question.
  if (name === 'without an id') says.expiry = found ? expiry : null;
  return body(`${over ? 'ended' : 'under way'}, ${name}`, shaped, 'result', { result: says });
}

function document(random: Random, customs: Customs, { subject }: Asked): Body {
  const over = random.chance(0.7);
  // One score under 1 of 10 looks like one of 1, to people as well.
  const low = customs.overall === 10 && !customs.scalesSaid ? 100 : 1;
  const whole = random.chance(0.1) ? random.pick([0, low, 100]) : random.between(12, 100);
  const status = random.pick(over ? endWords : openMessage);
  const errors = random.chance(0.15) ? 'The picture is blurred' : null;
  const parts = {
    sharpness: random.between(12, 100),
    readability: random.between(12, 100),
    textQuality: random.between(12, 100),
    skewAndAlignment: random.between(12, 100),
  };
  const confidence = random.between(40, 100);
  const asSent = Object.entries(parts).map(([name, score]) => [name, getScore(score, customs.part)] as const);
  const value = {
    id: subject,
    accountId: 'account-7',
    fileUrl: null,
    processingStep: over ? 'extracted' : 'ocr',
    status,
    confidence: getScore(confidence, customs.confidence),
    errors,
    documentType: 'W-9',
    qualityDetails: over
      ? {
          feedback: 'Hold it flat',
          overallScore: getScore(whole, customs.overall),
          scoreBreakdown: Object.fromEntries(asSent),
        }
      : null,
    data: {
      isSigned: true,
      nameOfEntityIndividual: random.pick(names),
      employerIdentificationNumber: 123_456_789,
    },
    updatedAt: '2026-02-28T10:00:00Z',
  };
  const overall = over ? whole : null;
  const noted = (overallScore: unknown) => ({ ...value, qualityDetails: { feedback: null, overallScore } });
  const shapes: readonly [name: string, value: unknown, facts: Partial<DocumentFacts>][] = [
    ['plain', value, {}],
    ['no scores', { ...value, qualityDetails: null }, { overall: null, parts: {} }],
    ['score as text', noted('good'), { overall: null, parts: {} }],
    ['score off the scale', noted(-3), { overall: null, parts: {} }],
    ['score too high', noted(1000), { overall: null, parts: {} }],
    ['number id', { ...value, accountId: 42 }, {}],
    ['extra members', { ...value, success: true, error: null, trace: '@digits@' }, {}],
    ['wrong types', { ...value, documentType: ['W-9'], data: 'none' }, {}],
  ];
  const odd = over && random.chance(0.4) ? oddDocument(random) : undefined;
  if (odd !== undefined) {
    const good = { ...value, status: 'verified', errors: null };
    return body(`odd, ${odd.name}`, withDigits(written(odd.change(good), random)), 'result', {
      document: { status: 'verified', errors: null, overall, parts, confidence, ...odd.facts, noYes: true },
    });
  }
  const [name, shaped, facts] = shapes[random.between(0, shapes.length - 1)] ?? ['', {}, {}];
  return body(`${over ? 'ended' : 'under way'}, ${name}`, withDigits(written(shaped, random)), 'result', {
    document: {
      status,
      errors,
      overall,
      parts: over ? parts : {},
      confidence,
      noYes: errors !== null,
      ...facts,
    },
  });
}

function profile(random: Random, { subject }: Asked): Body {
  const value = {
    id: subject,
    email: `${subject}@example.invalid`,
    firstName: 'Ana',
    lastName: 'Lund',
    companyName: random.pick(names),
    phoneNumber: '555-0100',
    jobSites: ['Pier 4'],
    services: [{ id: 1, title: 'Roofing', icon: null, specialties: { id: 2, title: 'Flat' } }],
    enrollmentDetails: { naicsCode: 238_160, licensed: true, crewSize: 4 },
    location: { cityName: 'Oakland', stateCode: 'CA', lat: 37.8, lng: -122.27 },
  };
  const shapes: readonly [name: string, value: unknown][] = [
    ['plain', value],
    ['number ids', { ...value, services: [{ ...value.services[0], id: 'svc-1' }] }],
    ['digits', { ...value, enrollmentDetails: { naicsCode: '@digits@' } }],
    ['nulls', { id: subject, email: null, services: null, location: null }],
    [
      'wrong types',
      {
        ...value,
        jobSites: 'Pier 4',
        services: [{ title: 'x', specialties: [{ title: 'y' }] }],
        location: [],
      },
    ],
    ['extra members', { ...value, success: true, errors: null, rating: 4.5, tags: [{ a: 1 }] }],
  ];
  return pickShape(random, shapes, 'result');
}

/** A success that failed, as its body says. */
export function failureBody(random: Random, customs: Customs, asked: Asked): Body {
  const { name, text, words } = failureShape(random, asked.said);
  const inEnvelope = customs.envelope !== null && customs.envelopeSaid && random.chance(0.5);
  if (!inEnvelope) return body(`failure: ${name}`, text, 'failure', { words });
  return body(`failure: ${name}, enveloped`, `{"${customs.envelope}":${text}}`, 'failure', { words });
}

/** A success in a shape that nobody described. */
export function strangeBody(random: Random): Body {
  const shapes = ['[]', '"OK"', 'true', '1', 'null', '{}', '[{"id":"a"}]', '{"ok":1}'] as const;
  const text = random.pick(shapes);
  return body(`strange ${text}`, text, 'strange');
}

/** A success that is no JSON. */
export function unreadableBody(random: Random): Body {
  const shapes = [
    ['text', 'OK', 'text/plain', 'page'],
    ['XML', '<?xml version="1.0"?><ok/>', 'application/xml', 'page'],
    ['JSON cut', '{"success":true,"id":"0c9', json, 'unreadable'],
    ['JSON with a comma too many', '{"success":true,"id":"0c9b",}', json, 'unreadable'],
    ['two values', '{"success":true}{"id":1}', json, 'unreadable'],
  ] as const;
  const [name, text, contentType, meaning] = random.pick<(typeof shapes)[number]>(shapes);
  return body(`unreadable ${name}`, text, meaning, { contentType });
}

export function pageBody(random: Random): Body {
  const text = `<!DOCTYPE html><html><head><title>Sign in</title></head><body>Wi-Fi №${random.between(1, 9999)}</body></html>`;
  const contentType = random.pick(['text/html', 'text/html', json] as const);
  return body(`page as ${contentType}`, text, 'page', { contentType });
}

export function emptyBody(): Body {
  return body('empty', '', 'empty');
}

/** An id of the common form that a seed repeats. */
function uuidFrom(random: Random): string {
  const figures = (count: number) =>
    Array.from({ length: count }, () => random.between(0, 15).toString(16)).join('');
  return `${figures(8)}-${figures(4)}-4${figures(3)}-8${figures(3)}-${figures(12)}`;
}
