import { z } from 'zod';
import type { ReadQuestion } from '#shared/ipc/answers.ts';
import { isPlausible } from '#shared/service/answer-json.ts';
import type { Reading } from '#shared/service/reading.ts';
import type { ServiceInterface } from '#shared/settings/settings.ts';
import { bodyKind, bodyKinds, isWebPage, type AnsweredExchange, type Exchange } from './exchange.ts';
import {
  networkSignIn,
  unexpectedResponderDetail,
  asksAllToWait,
  type ServiceSign,
  refusesToken,
} from './service-sign.ts';
import { readRetryAfter } from './retry-after.ts';
import { readSuccess } from './success-body.ts';

/** What an answer has instead of the resource: an envelope that is not set, another record, or no known field. */
const foundInstead = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('envelope'), name: z.string(), body: z.string() }),
  z.object({ kind: z.literal('another_id'), id: z.string() }),
  z.object({ kind: z.literal('nothing_described') }),
]);
export type FoundInstead = z.infer<typeof foundInstead>;

export const notFound = z.discriminatedUnion('kind', [
  /** A success that is not the resource: a sign-in page, a cut or `oversized` answer, or another record (`instead`). */
  z.object({
    kind: z.literal('unreadable'),
    bodyKind: bodyKinds,
    cut: z.boolean(),
    oversized: z.boolean(),
    instead: foundInstead.exactOptional(),
  }),
  /** No result yet: 202 or an empty success. */
  z.object({ kind: z.literal('not_ready') }),
  /** `ofPage`: a web page, which may come from the network. */
  z.object({ kind: z.literal('unknown_id'), ofPage: z.literal(true).exactOptional() }),
  z.object({ kind: z.literal('token_refused') }),
  z.object({ kind: z.literal('refused'), status: z.number(), body: z.string() }),
  z.object({ kind: z.literal('busy'), status: z.number(), waitMs: z.number().nullable() }),
  z.object({ kind: z.literal('trouble'), status: z.number() }),
  z.object({ kind: z.literal('redirected'), location: z.string().nullable() }),
  /** `sent`: the request may have left and nothing came back; the service may still be there. */
  z.object({ kind: z.literal('unreachable'), detail: z.string(), sent: z.boolean() }),
]);
export type NotFound = z.infer<typeof notFound>;

export type ReadAnswer<T> = { kind: 'found'; reading: Reading<T>; body: string } | NotFound;

export interface AnswerJudge {
  /** See {@link readAnswer}, and {@link answerOfUnread} for an answer that took too long. Never rejects. */
  answer<T extends z.ZodObject>(
    kind: ReadQuestion['kind'],
    resource: T,
    exchange: Exchange,
    rules: ServiceInterface,
    now: number,
  ): Promise<ReadAnswer<z.infer<T>>>;
}

/** Reads an exchange of a GET with the tolerance of the contract. */
export function readAnswer<T extends z.ZodObject>(
  resource: T,
  exchange: Exchange,
  promises: ServiceInterface,
  now: number,
): ReadAnswer<z.infer<T>> {
  if (exchange.kind !== 'answered') {
    return { kind: 'unreachable', detail: exchange.detail, sent: exchange.kind === 'no_answer' };
  }
  const { status, body } = exchange;
  // Only a network on the way answers so (RFC 6585, 6).
  if (status === 511) return { kind: 'unreachable', detail: networkSignIn, sent: false };
  if (refusesToken(exchange, promises)) return { kind: 'token_refused' };
  if (status >= 200 && status < 300) return readSuccessfulAnswer(resource, exchange, promises.envelope);
  if (status >= 300 && status < 400) return { kind: 'redirected', location: exchange.location };
  if (status === 404)
    return { kind: 'unknown_id', ...(isWebPage(exchange.contentType, body) && { ofPage: true as const }) };
  if (status === 408 || status === 425 || status === 429 || status === 503) {
    const asked = readRetryAfter(exchange.retryAfter, exchange.date, now);
    // A wait of zero leaves it to the own schedule.
    return { kind: 'busy', status, waitMs: asked === 0 ? null : asked };
  }
  if (status >= 400 && status < 500) return { kind: 'refused', status, body: body.slice(0, 4096) };
  return { kind: 'trouble', status };
}

/** The reading of an answer that was too large: a success is oversized; otherwise status and beginning decide. */
export function answerOfUnread<T extends z.ZodObject>(
  resource: T,
  exchange: AnsweredExchange,
  promises: ServiceInterface,
  now: number,
): ReadAnswer<z.infer<T>> {
  const { status, cut } = exchange;
  if (status >= 200 && status < 300)
    return { kind: 'unreadable', bodyKind: 'json', cut: cut !== null, oversized: true };
  return readAnswer(
    resource,
    { ...exchange, body: exchange.body.slice(0, 4096), bytes: null },
    promises,
    now,
  );
}

function readSuccessfulAnswer<T extends z.ZodObject>(
  resource: T,
  exchange: AnsweredExchange,
  envelope: string | null,
): ReadAnswer<z.infer<T>> {
  const { status, body, cut } = exchange;
  const found = readSuccess(resource, exchange, envelope);
  switch (found.kind) {
    case 'read':
      // A 202 with a result is a result; without one it is a receipt.
      if (status === 202 && !found.described) return { kind: 'not_ready' };
      if (!found.described && !found.outlined) {
        if (body.replaceAll(/\s/g, '') === '{}') return { kind: 'not_ready' };
        const { wrappedIn: name } = found;
        return {
          ...unreadable(),
          instead: name === null ? { kind: 'nothing_described' } : { kind: 'envelope', name, body },
        };
      }
      if (found.outlined) return unreadable(true);
      return { kind: 'found', reading: found.reading, body };
    case 'failure':
      return { kind: 'refused', status, body: body.slice(0, 4096) };
    case 'empty':
      return cut === null ? { kind: 'not_ready' } : unreadable();
    case 'web_page':
    case 'foreign':
    case 'unreadable':
      return status === 202 && found.kind !== 'web_page' && cut === null
        ? { kind: 'not_ready' }
        : unreadable(!isPlausible(body));
  }
  function unreadable(oversized = false) {
    return { kind: 'unreadable' as const, bodyKind: bodyKind(exchange), cut: cut !== null, oversized };
  }
}

/** What an answer shows about the service as a whole. */
export function toServiceSign(answer: ReadAnswer<unknown>): ServiceSign {
  switch (answer.kind) {
    case 'unreadable': {
      const detail = unexpectedResponderDetail[answer.bodyKind];
      return detail === null ? { kind: 'healthy' } : { kind: 'unexpected_responder', detail };
    }
    case 'unknown_id':
      return { kind: 'healthy', ...(answer.ofPage && { ofPage: true }) };
    case 'refused':
      return { kind: 'healthy', ...(isWebPage(null, answer.body) && { ofPage: true as const }) };
    case 'found':
    case 'not_ready':
      return { kind: 'healthy' };
    case 'busy':
      return answer.waitMs === null || !asksAllToWait(answer.status)
        ? { kind: 'trouble' }
        : { kind: 'busy', waitMs: answer.waitMs };
    case 'token_refused':
    case 'trouble':
      return { kind: answer.kind };
    case 'redirected':
      return answer;
    case 'unreachable':
      return answer.sent ? { kind: 'no_answer' } : { kind: 'unreachable', detail: answer.detail };
  }
}
