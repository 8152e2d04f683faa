import type { EntryKind, EntryReason } from '#shared/outbox.ts';
import type { Exchange } from '../service-client/exchange.ts';
import { foreignPage, networkSignIn } from '../service-client/stranger.ts';
import { isWebPage } from '../service-client/web-page.ts';
import { readRetryAfter } from './retry-after.ts';

/** The service's answer, to be kept. */
export interface KeptAnswer {
  status: number;
  contentType: string | null;
  body: string;
}

/** What an attempt means for its entry. */
export type Verdict =
  | { event: 'accepted'; answer: KeptAnswer }
  | { event: 'refused'; reason: EntryReason }
  | { event: 'lost_sight'; reason: EntryReason; answer: KeptAnswer | null }
  /** `waitMs` null: by backoff. `counted`: the attempt reached the service and counts against the limit. */
  | { event: 'postponed'; reason: EntryReason; waitMs: number | null; counted: boolean }
  | { event: 'unauthorised'; reason: EntryReason };

/** What an attempt tells about the service as a whole. */
export type ServiceSign =
  | { kind: 'healthy' }
  | { kind: 'unreachable'; detail: string }
  /** A connection was there, but nothing came back: no evidence that the service can be reached. */
  | { kind: 'no_answer' }
  | { kind: 'trouble' }
  /** It answers by pointing to another address, which is not followed. */
  | { kind: 'redirected'; location: string | null }
  | { kind: 'busy'; waitMs: number }
  | { kind: 'token_refused' }
  /** Something else than the service answered: nothing is sent until the service itself does. */
  | { kind: 'stranger'; detail: string };

export interface Outcome {
  verdict: Verdict;
  sign: ServiceSign;
}

/** What is known about the service beyond the interface. */
export interface ServicePromises {
  honoursIdempotencyKey: boolean;
}

/**
 * The outcome table of the design (section 4), in one place: what may be concluded from what happened on the wire.
 * An invite whose fate is unknown is in doubt and is left to a person; a verification goes again under the same key.
 */
export function outcomeOf(
  kind: EntryKind,
  exchange: Exchange,
  promises: ServicePromises,
  now: number,
): Outcome {
  switch (exchange.kind) {
    case 'not_sent':
      return {
        verdict: {
          event: 'postponed',
          reason: { code: 'unreachable', detail: exchange.detail },
          waitMs: null,
          counted: false,
        },
        sign: { kind: 'unreachable', detail: exchange.detail },
      };
    case 'no_answer':
      return {
        verdict: unknownFate(kind, { code: 'no_answer', detail: exchange.detail }, promises, null),
        sign: { kind: 'no_answer' },
      };
    case 'answered':
      return outcomeOfAnswer(kind, exchange, promises, now);
  }
}

function outcomeOfAnswer(
  kind: EntryKind,
  exchange: Extract<Exchange, { kind: 'answered' }>,
  promises: ServicePromises,
  now: number,
): Outcome {
  const { status, contentType, body } = exchange;
  const answer: KeptAnswer = { status, contentType, body };
  if (status >= 200 && status < 300) {
    if (isWebPage(contentType, body)) {
      const reason: EntryReason = { code: 'web_page', status, contentType, body: excerpt(body) };
      const sign: ServiceSign = { kind: 'stranger', detail: foreignPage };
      return { verdict: unknownFate(kind, reason, promises, answer), sign };
    }
    if (kind === 'verification' && exchange.requestId === null) {
      const reason: EntryReason = { code: 'no_request_id', body: excerpt(body) };
      return { verdict: { event: 'lost_sight', reason, answer }, sign: { kind: 'healthy' } };
    }
    return { verdict: { event: 'accepted', answer }, sign: { kind: 'healthy' } };
  }
  if (status >= 300 && status < 400) {
    const reason: EntryReason = { code: 'redirected', status, location: exchange.location };
    return {
      verdict: { event: 'postponed', reason, waitMs: null, counted: true },
      sign: { kind: 'redirected', location: exchange.location },
    };
  }
  if (status === 401) {
    return {
      verdict: { event: 'unauthorised', reason: { code: 'token_refused' } },
      sign: { kind: 'token_refused' },
    };
  }
  if (status === 408 || status === 425 || status === 429 || status === 503) {
    const asked = readRetryAfter(exchange.retryAfter, exchange.date, now);
    // Asked for no wait at all, an entry would use up its tries in a moment; then the backoff decides.
    const waitMs = asked === 0 ? null : asked;
    return {
      verdict: { event: 'postponed', reason: { code: 'busy', status, waitMs }, waitMs, counted: true },
      sign: waitMs === null || !asksAllToWait(status) ? { kind: 'trouble' } : { kind: 'busy', waitMs },
    };
  }
  if (status >= 400 && status < 500) {
    return {
      verdict: { event: 'refused', reason: { code: 'refused', status, contentType, body: excerpt(body) } },
      sign: { kind: 'healthy' },
    };
  }
  if (status === 511) {
    // Only a network on the way says this, before it lets anything through (RFC 6585, 6).
    const reason: EntryReason = { code: 'unreachable', detail: networkSignIn };
    const sign: ServiceSign = { kind: 'stranger', detail: networkSignIn };
    return { verdict: { event: 'postponed', reason, waitMs: null, counted: false }, sign };
  }
  // 500, 502, 504 and every status the table does not name: it may have been applied before the failure.
  const reason: EntryReason = { code: 'server_error', status, body: excerpt(body) };
  return { verdict: unknownFate(kind, reason, promises, null), sign: { kind: 'trouble' } };
}

/** Whether a wait that comes with a status is meant for all requests: 408 and 425 speak of the one that they answer. */
export function asksAllToWait(status: number): boolean {
  return status === 429 || status === 503;
}

/** Reasons after which nobody here knows whether the service did what it was asked for. */
export const openFateReasons: readonly EntryReason['code'][] = [
  'no_answer',
  'server_error',
  'web_page',
  'closed_while_sending',
];

function unknownFate(
  kind: EntryKind,
  reason: EntryReason,
  promises: ServicePromises,
  answer: KeptAnswer | null,
): Verdict {
  const mayRepeat = kind === 'verification' || promises.honoursIdempotencyKey;
  return mayRepeat
    ? { event: 'postponed', reason, waitMs: null, counted: true }
    : { event: 'lost_sight', reason, answer };
}

/** What is kept of an error's body for the person. */
function excerpt(body: string): string {
  return body.slice(0, 4096);
}

/** What an entry that was being sent when the app ended may conclude (design section 4, second row of the table). */
export function outcomeOfInterruptedAttempt(kind: EntryKind, promises: ServicePromises): Verdict {
  return unknownFate(kind, { code: 'closed_while_sending' }, promises, null);
}
