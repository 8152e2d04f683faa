import { z } from 'zod';
import type { BodyKind, AnsweredExchange } from './exchange.ts';
import type { ServiceInterface } from '#shared/settings/settings.ts';

export const serviceSign = z.discriminatedUnion('kind', [
  /** `ofPage`: shown by a web page, which may come from the network and shows nothing of the token. */
  z.object({ kind: z.literal('healthy'), ofPage: z.literal(true).exactOptional() }),
  z.object({ kind: z.literal('unreachable'), detail: z.string() }),
  /** The connection opened and nothing came back: no evidence that the service can be reached. */
  z.object({ kind: z.literal('no_answer') }),
  z.object({ kind: z.literal('trouble') }),
  z.object({ kind: z.literal('redirected'), location: z.string().nullable() }),
  z.object({ kind: z.literal('busy'), waitMs: z.number() }),
  z.object({ kind: z.literal('token_refused') }),
  /** Something else answered: nothing is sent until the service itself does. */
  z.object({ kind: z.literal('unexpected_responder'), detail: z.string() }),
]);
export type ServiceSign = z.infer<typeof serviceSign>;

/** Whether a status asks all requests to wait; 408 and 425 mean only the one that they answer. */
export const asksAllToWait = (status: number): boolean => status === 429 || status === 503;

/** Details of an answer that is not the service's; src/shared/words/network-messages.ts has the sentences. */
export const foreignPage = 'FOREIGN_PAGE';
export const foreignAnswer = 'FOREIGN_ANSWER';
/** The network wants the person to sign in first (RFC 6585, 6, and portals without it). */
export const networkSignIn = 'NETWORK_SIGN_IN';

/** The detail for a body that the service cannot have sent; null where it can. */
export const unexpectedResponderDetail: Readonly<Record<BodyKind, string | null>> = {
  web_page: foreignPage,
  foreign: foreignAnswer,
  empty: null,
  json: null,
};

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
export function saysInvalidToken(answer: Pick<AnsweredExchange, 'wwwAuthenticate' | 'body'>): boolean {
  return [answer.wwwAuthenticate ?? '', answer.body.slice(0, 4096)].some((text) =>
    /\binvalid_token\b/.test(text),
  );
}
