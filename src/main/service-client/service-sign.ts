import { z } from 'zod';
import type { BodyKind } from './body-kind.ts';
import type { ServiceInterface } from '#shared/settings/settings.ts';
import type { AnsweredExchange } from './exchange.ts';

export const serviceSign = z.discriminatedUnion('kind', [
  /** `ofPage`: a page for people said so, which may come from the network; it shows nothing of the token. */
  z.object({ kind: z.literal('healthy'), ofPage: z.literal(true).exactOptional() }),
  z.object({ kind: z.literal('unreachable'), detail: z.string() }),
  /** A connection was there, but nothing came back: no evidence that the service can be reached. */
  z.object({ kind: z.literal('no_answer') }),
  z.object({ kind: z.literal('trouble') }),
  /** It answers by pointing to another address, which is not followed. */
  z.object({ kind: z.literal('redirected'), location: z.string().nullable() }),
  z.object({ kind: z.literal('busy'), waitMs: z.number() }),
  z.object({ kind: z.literal('token_refused') }),
  /** Something else than the service answered: nothing is sent until the service itself does. */
  z.object({ kind: z.literal('unexpected_responder'), detail: z.string() }),
]);
export type ServiceSign = z.infer<typeof serviceSign>;

/** Whether a wait that comes with a status is meant for all requests: 408 and 425 speak of the one that they answer. */
export function asksAllToWait(status: number): boolean {
  return status === 429 || status === 503;
}

/** Details of an exchange that something else than the service answered; src/shared/words/network-messages.ts has the sentences. */
export const foreignPage = 'FOREIGN_PAGE';
/** It was no page either. */
export const foreignAnswer = 'FOREIGN_ANSWER';
/** The network wants the person to sign in before it lets anything through (RFC 6585, 6, and what portals do without it). */
export const networkSignIn = 'NETWORK_SIGN_IN';

/** The detail of an answer that something else than the service gave, by what its body is; null where the service can have. */
export function unexpectedResponderDetail(kind: BodyKind): string | null {
  switch (kind) {
    case 'web_page':
      return foreignPage;
    case 'foreign':
      return foreignAnswer;
    case 'empty':
    case 'json':
      return null;
  }
}

/** Whether an answer refuses the token: a configured status, or a 400 or 403 that says `invalid_token` (RFC 6750, 3.1). */
export function refusesToken(
  exchange: AnsweredExchange,
  { tokenRefusedStatuses }: Pick<ServiceInterface, 'tokenRefusedStatuses'>,
): boolean {
  const { status } = exchange;
  return (
    tokenRefusedStatuses.includes(status) ||
    ((status === 400 || status === 403) && saysInvalidToken(exchange))
  );
}

/** Whether an answer says `invalid_token`, whatever its status code. */
export function saysInvalidToken({
  wwwAuthenticate,
  body,
}: Pick<AnsweredExchange, 'wwwAuthenticate' | 'body'>): boolean {
  return [wwwAuthenticate ?? '', body.slice(0, 4096)].some((text) => /\binvalid_token\b/.test(text));
}
