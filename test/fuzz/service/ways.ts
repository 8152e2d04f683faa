import type { Random } from '#test/chaos/random.ts';
import {
  emptyBody,
  failureBody,
  pageBody,
  resultBody,
  strangeBody,
  unreadableBody,
  type Asked,
  type Body,
} from './bodies.ts';
import type { Customs } from './customs.ts';
import { errorShape } from './error-shapes.ts';
import type { Meaning } from './meaning.ts';
import { onWire, randomForm, textIn, type WireBody } from './wire-forms.ts';

/** How an answer comes over the wire. */
const slowly = ['slow bytes', 'late', 'chunked'] as const;
const cutShort = ['closed mid-body', 'reset mid-body', 'closed after head', 'stalled mid-body'] as const;
const silently = ['dropped', 'reset', 'too late'] as const;
export type Delivery =
  | 'whole'
  | (typeof slowly)[number]
  | (typeof cutShort)[number]
  | (typeof silently)[number];

/** One way to answer one request. */
export interface Way {
  /** Tells different ways apart, whatever names and numbers stand in the answer. */
  name: string;
  status: number;
  headers: Record<string, string>;
  /** Codes of informational answers that come before. */
  before: number[];
  delivery: Delivery;
  wire: WireBody;
  /** The body's text as it was meant, in its charset. */
  text: string;
  meaning: Meaning;
  /** Whether it can as well be taken for an answer that nobody can read: its body or its headers are broken. */
  doubtful: boolean;
  /** Whether the service does what it was asked for. */
  applies: boolean;
  body: Body;
}

interface Head {
  status: number;
  headers: Record<string, string>;
  body: Body;
  applies: boolean;
}

/** What a way is chosen by. */
export interface WayContext {
  random: Random;
  customs: Customs;
  asked: Asked;
  /** How often this was asked before. */
  attempt: number;
  /** Whether the service has done it already and takes repeats for the same request: it does not refuse them then. */
  known: boolean;
  /** The service's time, milliseconds since 1970. */
  now: number;
  token: string;
}

type Family =
  | 'result'
  | 'failure'
  | 'strange'
  | 'unreadable'
  | 'empty'
  | 'page'
  | 'refused'
  | 'unknown_id'
  | 'token'
  | 'busy'
  | 'redirect'
  | 'trouble'
  | 'portal'
  | 'silence';

const changing: readonly [Family, number][] = [
  ['result', 34],
  ['failure', 8],
  ['strange', 4],
  ['unreadable', 4],
  ['empty', 4],
  ['page', 3],
  ['refused', 16],
  ['unknown_id', 1],
  ['token', 3],
  ['busy', 9],
  ['redirect', 3],
  ['trouble', 8],
  ['portal', 1],
  ['silence', 4],
];
const reading: readonly [Family, number][] = [
  ['result', 52],
  ['failure', 5],
  ['strange', 3],
  ['unreadable', 3],
  ['empty', 7],
  ['page', 2],
  ['refused', 6],
  ['unknown_id', 6],
  ['token', 1],
  ['busy', 5],
  ['redirect', 2],
  ['trouble', 6],
  ['portal', 1],
  ['silence', 3],
];
/** Families that a service can answer with which knows that it has done this before. */
const ofKnown: ReadonlySet<Family> = new Set(['result', 'trouble', 'busy', 'silence']);

function isChanging({ operation }: Asked): boolean {
  return operation === 'inviteVendor' || operation === 'queueVerification';
}

function familyFor({ random, asked, attempt, known }: WayContext): Family {
  // What was answered badly several times is answered well in the end, so that a day comes to an end.
  if (attempt > 4 && random.chance(0.8)) return 'result';
  const weights = isChanging(asked) ? changing : reading;
  const open = weights.filter(([family]) => !known || ofKnown.has(family));
  let left = random.next() * open.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [family, weight] of open) {
    left -= weight;
    if (left < 0) return family;
  }
  return 'result';
}

/** A way to answer, at random. */
export function randomWay(context: WayContext): Way {
  const { random } = context;
  const family = familyFor(context);
  const head = getHead(family, context);
  const { charset, coding } = randomForm(random);
  const wire = onWire(head.body.text, charset, coding);
  const delivery = getDelivery(family, wire.bytes.length, random);
  const before = random.chance(0.12)
    ? [...random.pick<readonly number[]>([[100], [102], [103], [103, 102]])]
    : [];
  const headers = { ...head.headers };
  if (wire.bytes.length > 0) {
    headers['content-type'] =
      wire.charset === null ? head.body.contentType : `${head.body.contentType}; charset=${wire.charset}`;
  }
  if (wire.contentEncoding !== null) headers['content-encoding'] = wire.contentEncoding;
  const success = head.status >= 200 && head.status < 300;
  const isCut = cutShort.some((one) => one === delivery);
  const empty = wire.bytes.length === 0;
  const meaning: Meaning = isCut && success ? 'unreadable' : head.body.meaning;
  const form = empty ? '' : `, ${charset}, ${coding}`;
  const after = before.length === 0 ? '' : `, after ${before.join(' ')}`;
  return {
    name: `${head.status} ${head.body.name}${form}, ${delivery}${after}`,
    status: head.status,
    headers,
    before,
    delivery,
    wire,
    text: empty ? '' : textIn(head.body.text, charset),
    meaning,
    doubtful: !wire.readable || isCut,
    applies: head.applies,
    body: { ...head.body, words: head.body.words.map((words) => textIn(words, charset).trim()) },
  };
}

/** A good answer without anything special. */
export function plainWay(context: WayContext): Way {
  const plain = { ...context.customs, envelope: null };
  let body = resultBody(context.random, plain, context.asked);
  while (body.meaning !== 'result') body = resultBody(context.random, plain, context.asked);
  return {
    name: 'plain',
    status: 200,
    headers: { 'content-type': 'application/json' },
    before: [],
    delivery: 'whole',
    wire: onWire(body.text, 'utf-8', 'identity'),
    text: body.text,
    meaning: 'result',
    doubtful: false,
    applies: true,
    body,
  };
}

function getDelivery(family: Family, length: number, random: Random): Delivery {
  // What the app has to stop waiting for takes long, so there is less of it.
  if (family === 'silence')
    return random.chance(0.1) ? 'too late' : random.pick(['dropped', 'reset'] as const);
  if (length > 0 && random.chance(0.06)) {
    return random.chance(0.1)
      ? 'stalled mid-body'
      : random.pick(['closed mid-body', 'reset mid-body', 'closed after head'] as const);
  }
  return random.chance(0.75) ? 'whole' : random.pick(slowly);
}

const noBody: Body = { ...emptyBody(), name: 'no body' };

function getHead(family: Family, context: WayContext): Head {
  const { random, customs, asked } = context;
  const changes = isChanging(asked);
  switch (family) {
    case 'result': {
      const body = resultBody(random, customs, asked);
      return {
        status: changes ? random.pick([200, 200, 201, 202] as const) : 200,
        headers: {},
        body,
        applies: true,
      };
    }
    case 'failure':
      return { status: 200, headers: {}, body: failureBody(random, customs, asked), applies: false };
    case 'strange':
      return { status: 200, headers: {}, body: strangeBody(random), applies: random.chance(0.7) };
    case 'unreadable':
      return { status: 200, headers: {}, body: unreadableBody(random), applies: random.chance(0.7) };
    case 'empty': {
      const status = changes
        ? random.pick([200, 201, 202, 204] as const)
        : random.pick([200, 202, 204] as const);
      return { status, headers: {}, body: emptyBody(), applies: true };
    }
    case 'page':
      return { status: 200, headers: {}, body: pageBody(random), applies: random.chance(0.5) };
    case 'refused':
      return refusal(
        context,
        random.pick([400, 403, 405, 409, 410, 413, 415, 422, 422, 422, 451] as const),
        'refused',
      );
    case 'unknown_id':
      return refusal(context, 404, changes ? 'refused' : 'unknown_id');
    case 'token':
      return tokenRefusal(context);
    case 'busy':
      return busy(context);
    case 'redirect': {
      const location = random.pick(['https://elsewhere.invalid/api', '/sign-in', null] as const);
      const headers = location === null ? {} : { location };
      const body = random.chance(0.5)
        ? { ...noBody, meaning: 'redirect' as const }
        : notBody(context, 'redirect');
      const status = random.pick([301, 302, 303, 307, 308] as const);
      const goesElsewhere = status === 307 || status === 308;
      return { status, headers, body, applies: !goesElsewhere && random.chance(0.7) };
    }
    case 'trouble': {
      const body = random.chance(0.4)
        ? { ...noBody, meaning: 'trouble' as const }
        : notBody(context, 'trouble');
      return {
        status: random.pick([500, 502, 504] as const),
        headers: {},
        body,
        applies: random.chance(0.7),
      };
    }
    case 'portal':
      return {
        status: 511,
        headers: {},
        body: { ...pageBody(random), name: 'portal', meaning: 'portal' },
        applies: false,
      };
    case 'silence':
      return {
        status: 200,
        headers: {},
        body: { ...noBody, meaning: 'silence' },
        applies: random.chance(0.7),
      };
  }
}

function refusal({ random, asked }: WayContext, status: number, meaning: Meaning): Head {
  if (random.chance(0.08)) return { status, headers: {}, body: { ...noBody, meaning }, applies: false };
  const { name, text, contentType, words } = errorShape(random, asked.said, status);
  return {
    status,
    headers: {},
    body: { ...noBody, name, text, contentType, meaning, words },
    applies: false,
  };
}

/** A body of a code that says enough. Now and then it repeats the token, which is to be found nowhere. */
function notBody({ random, asked, token }: WayContext, meaning: Meaning): Body {
  const said = random.chance(0.15) ? `${asked.said} (Authorization: Bearer ${token})` : asked.said;
  const [name, text, contentType] = random.pick<readonly [string, string, string]>([
    ['JSON', JSON.stringify({ message: said }), 'application/json'],
    ['text', said, 'text/plain'],
    ['HTML', `<html><body><h1>${said}</h1></body></html>`, 'text/html'],
  ]);
  return { ...noBody, name, text, contentType, meaning };
}

function tokenRefusal(context: WayContext): Head {
  const { random, customs } = context;
  const invalid = { 'www-authenticate': 'Bearer realm="api", error="invalid_token"' };
  const asText = JSON.stringify({ error: 'invalid_token', error_description: context.asked.said });
  const said: Body = {
    ...noBody,
    name: 'invalid_token',
    text: asText,
    contentType: 'application/json',
    meaning: 'token',
  };
  const bare: Body = { ...noBody, meaning: 'token' };
  const ways: readonly Head[] = [
    {
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: notBody(context, 'token'),
      applies: false,
    },
    { status: 401, headers: {}, body: bare, applies: false },
    { status: 403, headers: invalid, body: bare, applies: false },
    { status: 403, headers: {}, body: said, applies: false },
    { status: 400, headers: {}, body: said, applies: false },
    { status: 400, headers: invalid, body: said, applies: false },
    { status: customs.tokenStatus ?? 401, headers: {}, body: notBody(context, 'token'), applies: false },
  ];
  return ways[random.between(0, ways.length - 1)] ?? { status: 401, headers: {}, body: bare, applies: false };
}

function busy(context: WayContext): Head {
  const { random, now } = context;
  const body = random.chance(0.5) ? { ...noBody, meaning: 'busy' as const } : notBody(context, 'busy');
  const waitS = random.pick([0, 3, 30, 120] as const);
  const retryAfter = random.pick<readonly [string, string | null]>([
    ['no Retry-After', null],
    ['Retry-After seconds', String(waitS)],
    ['Retry-After date', new Date(now + waitS * 1000).toUTCString()],
    ['Retry-After garbage', 'soon'],
    ['Retry-After negative', '-5'],
  ]);
  const headers = retryAfter[1] === null ? {} : { 'retry-after': retryAfter[1] };
  return {
    status: random.pick([408, 425, 429, 429, 503] as const),
    headers,
    body: { ...body, name: `${body.name}, ${retryAfter[0]}` },
    applies: false,
  };
}
