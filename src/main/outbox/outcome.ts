import { z } from 'zod';
import { answerPattern, findRule } from '#shared/service/answer-rules.ts';
import { acceptedAnswer, type AnswerForm, type EntryKindDefinition } from '#shared/outbox/entry-kinds.ts';
import { weighEvidence } from '#shared/service/evidence.ts';
import { entryReason, type EntryReason } from '#shared/outbox/outbox.ts';
import type { Reading } from '#shared/service/reading.ts';
import type { ServiceInterface } from '#shared/settings/settings.ts';
import { type AnsweredExchange, type Exchange, isWebPage } from '../service-client/exchange.ts';
import type { AnswerToKeep } from '../store/read-answers.ts';
import {
  foreignAnswer,
  foreignPage,
  networkSignIn,
  asksAllToWait,
  serviceSign,
  type ServiceSign,
  refusesToken,
} from '../service-client/service-sign.ts';
import { readSuccess } from '../service-client/success-body.ts';
import { readRetryAfter } from '../service-client/retry-after.ts';

export type KeptAnswer = AnswerToKeep;

const verdict = z.discriminatedUnion('event', [
  z.object({ event: z.literal('accepted') }),
  z.object({ event: z.literal('refused'), reason: entryReason }),
  /** `repeatable`: the workspace says that sending it again does no harm, so that it need not be left to a person at once. */
  z.object({ event: z.literal('outcome_unknown'), reason: entryReason, repeatable: z.boolean() }),
  /** `waitMs` null: by backoff. `counted`: the attempt reached the service and counts against the limit. */
  z.object({
    event: z.literal('postponed'),
    reason: entryReason,
    waitMs: z.number().nullable(),
    counted: z.boolean(),
  }),
  z.object({ event: z.literal('unauthorised'), reason: entryReason }),
]);
export type Verdict = z.infer<typeof verdict>;

export const outcome = z.object({
  verdict,
  sign: serviceSign,
  /** Null where it was not accepted, or the answer says nothing that can be read. */
  words: acceptedAnswer.nullable(),
});
export type Outcome = z.infer<typeof outcome>;
/** An outcome; without words where it was not accepted. */
type Conclusion = Omit<Outcome, 'words'> & Partial<Pick<Outcome, 'words'>>;

type OutcomeRules = Pick<EntryKindDefinition, 'answer' | 'mayRepeat' | 'keepRefusal'>;

/** Whether an entry whose fate is unknown may be sent again without a person being asked. */
export function mayRepeat(
  rules: Pick<EntryKindDefinition, 'mayRepeat'>,
  promises: ServiceInterface,
): boolean {
  return promises.honoursIdempotencyKey || rules.mayRepeat(promises);
}

/**
 * The outcome table of the design (section 4), in one place: what may be concluded from what happened on the wire.
 * An entry whose fate is unknown is in doubt and is left to a person, unless the workspace says that repeating it does no
 * harm (docs/decisions/unknown-outcomes.md).
 */
export function toOutcome(
  rules: OutcomeRules,
  exchange: Exchange,
  promises: ServiceInterface,
  now: number,
): Outcome {
  return { words: null, ...conclude(rules, exchange, promises, now) };
}

const toForm = ({ location }: AnsweredExchange, { envelope, requestIdAt }: ServiceInterface): AnswerForm => ({
  location,
  envelope,
  requestIdAt,
});

/** The outcome of an answer too large to read: a success is unseen; otherwise status and beginning decide. */
export function outcomeOfUnread(
  rules: OutcomeRules,
  exchange: AnsweredExchange,
  promises: ServiceInterface,
  now: number,
): Outcome {
  const { status, contentType } = exchange;
  const body = excerpt(exchange.body);
  if (status < 200 || status >= 300)
    return toOutcome(rules, { ...exchange, body, bytes: null }, promises, now);
  const reason: EntryReason = { code: 'unreadable_answer', status, contentType, body };
  return { verdict: unknownFate(rules, reason, promises), sign: { kind: 'healthy' }, words: null };
}

function conclude(
  rules: OutcomeRules,
  exchange: Exchange,
  promises: ServiceInterface,
  now: number,
): Conclusion {
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
        verdict: unknownFate(rules, { code: 'no_answer', detail: exchange.detail }, promises),
        sign: { kind: 'no_answer' },
      };
    case 'answered':
      return outcomeOfAnswer(rules, exchange, promises, now);
  }
}

function outcomeOfAnswer(
  rules: OutcomeRules,
  exchange: AnsweredExchange,
  promises: ServiceInterface,
  now: number,
): Conclusion {
  const { status, contentType, body } = exchange;
  // Before the status is read by the table: the workspace may count any 4xx as a refusal of the token.
  if (refusesToken(exchange, promises)) {
    return {
      verdict: { event: 'unauthorised', reason: { code: 'token_refused' } },
      sign: { kind: 'token_refused' },
    };
  }
  if (status >= 200 && status < 300) return outcomeOfSuccess(rules, exchange, promises);
  if (status >= 300 && status < 400) {
    const reason: EntryReason = { code: 'redirected', status, location: exchange.location };
    const verdict: Verdict =
      mayBeApplied(status) === 'no'
        ? { event: 'postponed', reason, waitMs: null, counted: true }
        : { event: 'outcome_unknown', reason, repeatable: false };
    return { verdict, sign: { kind: 'redirected', location: exchange.location } };
  }
  if (isAskedAgain(exchange)) {
    const asked = readRetryAfter(exchange.retryAfter, exchange.date, now);
    // Asked for no wait at all, an entry would use up its tries in a moment; then the backoff decides.
    const waitMs = asked === 0 ? null : asked;
    return {
      verdict: { event: 'postponed', reason: { code: 'busy', status, waitMs }, waitMs, counted: true },
      sign: waitMs === null || !asksAllToWait(status) ? { kind: 'trouble' } : { kind: 'busy', waitMs },
    };
  }
  if (status >= 400 && status < 500 && mayBeApplied(status) === 'no') {
    const sign: ServiceSign = isWebPage(contentType, body)
      ? { kind: 'healthy', ofPage: true }
      : { kind: 'healthy' };
    return { verdict: toRefusal(rules, exchange), sign };
  }
  if (status === 511) {
    // Only a network on the way says this, before it lets anything through (RFC 6585, 6).
    const reason: EntryReason = { code: 'unreachable', detail: networkSignIn };
    const sign: ServiceSign = { kind: 'unexpected_responder', detail: networkSignIn };
    return { verdict: { event: 'postponed', reason, waitMs: null, counted: false }, sign };
  }
  // 500, 502, 504 and every status the table does not name: it may have been applied before the failure.
  const reason: EntryReason = { code: 'server_error', status, body: excerpt(body) };
  return { verdict: unknownFate(rules, reason, promises), sign: { kind: 'trouble' } };
}

function outcomeOfSuccess(
  rules: OutcomeRules,
  exchange: AnsweredExchange,
  promises: ServiceInterface,
): Conclusion {
  const { status, contentType, body, cut } = exchange;
  const unclear = (code: 'unreadable_answer' | 'web_page') =>
    unknownFate(rules, { code, status, contentType, body: excerpt(body) }, promises);
  const { answer: known } = rules;
  const found = readSuccess(known.resource, exchange, promises.envelope);
  switch (found.kind) {
    case 'web_page':
      return {
        verdict: unclear('web_page'),
        sign: { kind: 'unexpected_responder', detail: foreignPage },
      };
    case 'failure':
      return { verdict: toRefusal(rules, exchange), sign: { kind: 'healthy' } };
    case 'foreign':
      return {
        verdict: unclear('unreadable_answer'),
        sign: { kind: 'unexpected_responder', detail: foreignAnswer },
      };
    case 'unreadable':
      return { verdict: unclear('unreadable_answer'), sign: { kind: 'healthy' } };
    case 'empty':
      // An empty body is whole where the head says that nothing follows.
      if (cut !== null || exchange.openEnded === true)
        return { verdict: unclear('unreadable_answer'), sign: { kind: 'healthy' } };
      return outcomeOfYes(null);
    case 'read':
      return outcomeOfReading(found.reading, found.wrappedIn);
  }
  function outcomeOfReading(reading: Reading<Record<string, unknown>>, wrappedIn: string | null): Conclusion {
    const { doubts } = weighEvidence(known.conclusion, reading, promises.statusWords);
    const confirmed = known.confirms(reading.value, promises.statusWords, toForm(exchange, promises));
    if (doubts.length === 0 && confirmed) return outcomeOfYes(reading.value);
    const treatAs = findRule(promises.answerRules, known.conclusion, status, body);
    if (treatAs === 'sent') return outcomeOfYes(reading.value);
    if (treatAs === 'not_sent') return { verdict: toRefusal(rules, exchange), sign: { kind: 'healthy' } };
    const pattern = answerPattern(status, body);
    const reason: EntryReason = {
      code: 'answer_not_clear',
      status,
      contentType,
      body: excerpt(body),
      doubts,
      ...(wrappedIn !== null && { wrappedIn }),
      ...(pattern !== null && { pattern }),
    };
    return { verdict: { event: 'outcome_unknown', reason, repeatable: false }, sign: { kind: 'healthy' } };
  }
  function outcomeOfYes(answer: Record<string, unknown> | null): Conclusion {
    const form = toForm(exchange, promises);
    const reason = known.lacks(answer, excerpt(body), form);
    if (reason !== null)
      return { verdict: { event: 'outcome_unknown', reason, repeatable: false }, sign: { kind: 'healthy' } };
    return { verdict: { event: 'accepted' }, sign: { kind: 'healthy' }, words: known.words(answer, form) };
  }
}

/**
 * Whether a request may have been applied that was answered with this status, by the status alone (RFC 9110, 15): the server says
 * with 307 and 308 that it goes elsewhere as it is, and with a 4xx that it was not taken. 301, 302 and 303 usually lead to what came
 * of it. 499 and 460 are said by a proxy whose client has gone; a 5xx other than 503 and 511 may come after the work was done.
 */
export function mayBeApplied(status: number): 'yes' | 'no' | 'unknown' {
  if (status >= 200 && status < 300) return 'yes';
  if (status === 307 || status === 308 || status === 503 || status === 511) return 'no';
  if (status === 460 || status === 499) return 'unknown';
  return status >= 400 && status < 500 ? 'no' : 'unknown';
}

/** Whether the service wants the same request again later: by its status, or since it is still at work on the same key. */
function isAskedAgain({ status, body }: AnsweredExchange): boolean {
  if (status === 408 || status === 425 || status === 429 || status === 503) return true;
  const words = body.slice(0, 4096);
  return status === 409 && /idempoten/i.test(words) && /progress|processing|concurrent|still/i.test(words);
}

const toRefusal = (
  { keepRefusal }: OutcomeRules,
  { status, contentType, body }: AnsweredExchange,
): Verdict => ({ event: 'refused', reason: { code: 'refused', status, contentType, ...keepRefusal(body) } });

function unknownFate(
  rules: Pick<EntryKindDefinition, 'mayRepeat'>,
  reason: EntryReason,
  promises: ServiceInterface,
): Verdict {
  return { event: 'outcome_unknown', reason, repeatable: mayRepeat(rules, promises) };
}

const excerpt = (body: string): string => body.slice(0, 4096);

/** For an entry that was being sent when the app ended (design section 4, second row of the table). */
export function outcomeOfInterruptedAttempt(
  rules: Pick<EntryKindDefinition, 'mayRepeat'>,
  promises: ServiceInterface,
): Verdict {
  return unknownFate(rules, { code: 'closed_while_sending' }, promises);
}
