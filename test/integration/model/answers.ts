import fc from 'fast-check';
import type { EntryKind, EntryState } from '#shared/outbox/outbox.ts';
import type { Exchange } from '#main/service-client/exchange.ts';

/** What the service, or the wire to it, does with one request. `applied`: whether the work was done all the same. */
export type Answer =
  | { row: 'not_sent' }
  | { row: 'no_answer'; applied: boolean }
  | { row: 'accepts'; status: number; withId: boolean }
  | { row: 'unauthorised'; status: number }
  | { row: 'busy'; status: number; wait: Wait }
  | { row: 'refuses'; status: number }
  /** A success that says that it failed. */
  | { row: 'says_no'; status: number }
  | { row: 'redirects'; status: number; applied: boolean }
  /** A success that does not say clearly whether it was done. */
  | { row: 'unclear'; status: number; applied: boolean }
  | { row: 'fails'; status: number; applied: boolean }
  /** A page for people, from whoever: a network, a web site, or the service after it did what it was asked for. */
  | { row: 'page'; status: number; applied: boolean };

/** A Retry-After header, and the wait that it asks for where there is one to be kept. */
export interface Wait {
  retryAfter: string | null;
  date: string | null;
  ms: number | null;
}

const anHour = 60 * 60 * 1000;

const waits: readonly Wait[] = [
  { retryAfter: null, date: null, ms: null },
  { retryAfter: '0', date: null, ms: null },
  { retryAfter: 'soon', date: null, ms: null },
  { retryAfter: 'Fri, 31 Dec 1999 23:59:59 GMT', date: null, ms: null },
  { retryAfter: '5', date: null, ms: 5000 },
  { retryAfter: '600', date: null, ms: 600_000 },
  { retryAfter: '315360000', date: null, ms: anHour },
  {
    retryAfter: 'Mon, 02 Mar 2026 08:02:00 GMT',
    date: 'Mon, 02 Mar 2026 08:00:00 GMT',
    ms: 120_000,
  },
];

const applied = fc.boolean();

/** Every row of the design's outcome table. */
export const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Answer>({ row: 'not_sent' }) },
  { weight: 3, arbitrary: fc.record({ row: fc.constant('no_answer'), applied }) },
  {
    weight: 3,
    arbitrary: fc.record({
      row: fc.constant('accepts'),
      status: fc.constantFrom(200, 201, 202),
      withId: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ row: fc.constant('unauthorised'), status: fc.constantFrom(401, 403) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ row: fc.constant('says_no'), status: fc.constantFrom(200, 202) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      row: fc.constant('busy'),
      status: fc.constantFrom(408, 425, 429, 503),
      wait: fc.constantFrom(...waits),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      row: fc.constant('refuses'),
      status: fc.constantFrom(400, 403, 404, 409, 422),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      row: fc.constant('redirects'),
      status: fc.constantFrom(301, 302, 303, 307, 308),
      applied,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ row: fc.constant('unclear'), status: fc.constantFrom(200, 202, 207), applied }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      row: fc.constant('fails'),
      status: fc.constantFrom(500, 502, 504, 599),
      applied,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ row: fc.constant('page'), status: fc.constantFrom(200, 202), applied }),
  },
);

export const accepting: Answer = { row: 'accepts', status: 200, withId: true };

/** Whether the service did what the request asked for. */
export function isApplied(answer: Answer): boolean {
  switch (answer.row) {
    case 'accepts':
      return true;
    case 'no_answer':
    case 'fails':
    case 'page':
    case 'unclear':
      return answer.applied;
    case 'redirects':
      return answer.applied && !goesElsewhere(answer.status);
    case 'not_sent':
    case 'unauthorised':
    case 'busy':
    case 'refuses':
    case 'says_no':
      return false;
  }
}

/** With these the request goes elsewhere as it is; with the others of 3xx it may have been done (RFC 9110, 15.4). */
function goesElsewhere(status: number): boolean {
  return status === 307 || status === 308;
}

/**
 * What an attempt may come to. `postponed` is `waiting`, or `dead` where the limit is reached; `repeated` is the same until
 * it has been repeated as often as that is done unasked, and then `in_doubt`.
 */
export interface Meaning {
  to: Exclude<EntryState, 'sending' | 'cancelled' | 'waiting' | 'dead'> | 'postponed' | 'repeated';
  counted: boolean;
  /** Nobody here can know whether it was applied. */
  unknown: boolean;
}

/** The design's table (section 4), written down once more for the model. */
export function getMeaning(kind: EntryKind, answer: Answer, repeatable: boolean): Meaning {
  switch (answer.row) {
    case 'not_sent':
      return { to: 'postponed', counted: false, unknown: false };
    case 'no_answer':
    case 'fails':
    case 'page':
      return unknownMeaning(repeatable);
    case 'accepts':
      return kind === 'invite' || answer.withId
        ? { to: 'accepted', counted: true, unknown: false }
        : { to: 'in_doubt', counted: true, unknown: true };
    case 'unauthorised':
      return { to: 'queued', counted: false, unknown: false };
    case 'redirects':
      return goesElsewhere(answer.status)
        ? { to: 'postponed', counted: true, unknown: false }
        : unknownMeaning(false);
    case 'unclear':
      return unknownMeaning(false);
    case 'busy':
      return { to: 'postponed', counted: true, unknown: false };
    case 'refuses':
    case 'says_no':
      return { to: 'rejected', counted: true, unknown: false };
  }
}

/** What an attempt comes to whose fate is not known: nobody answered, or the process ended while it was sending. */
export function unknownMeaning(repeatable: boolean): Meaning {
  return { to: repeatable ? 'repeated' : 'in_doubt', counted: true, unknown: true };
}

/** The answer as the transport hands it on. */
export function toExchange(answer: Answer, requestId: string): Exchange {
  const answered = {
    kind: 'answered',
    contentType: 'application/json',
    retryAfter: null,
    date: null,
    location: null,
    wwwAuthenticate: null,
    bytes: null,
    body: '{}',
    cut: null,
  } as const;
  switch (answer.row) {
    case 'not_sent':
      return { kind: 'not_sent', detail: 'ECONNREFUSED' };
    case 'no_answer':
      return { kind: 'no_answer', detail: 'ECONNRESET' };
    case 'accepts':
      return answer.withId
        ? { ...answered, status: answer.status, body: JSON.stringify({ id: requestId }) }
        : { ...answered, status: answer.status, body: '{"success":true,"vendorStatus":"Invited"}' };
    case 'unclear':
      return { ...answered, status: answer.status, body: '{"ok":false,"message":"Saved"}' };
    case 'unauthorised':
      return { ...answered, status: answer.status, body: '{"error":"invalid_token"}' };
    case 'says_no':
      return { ...answered, status: answer.status, body: '{"success":false,"message":"No."}' };
    case 'busy':
      return {
        ...answered,
        status: answer.status,
        retryAfter: answer.wait.retryAfter,
        date: answer.wait.date,
      };
    case 'redirects':
      return { ...answered, status: answer.status, location: 'https://elsewhere.invalid/' };
    case 'refuses':
    case 'fails':
    case 'page':
      return { ...answered, status: answer.status, contentType: 'text/html', body: '<html>no</html>' };
  }
}
