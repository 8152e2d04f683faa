import type { ServiceInterface } from '#shared/settings.ts';
import type { AnsweredExchange } from './exchange.ts';

/**
 * Whether an answer refuses the token: one of the status codes that the workspace names, or a 400 or 403 that says
 * `invalid_token` in its WWW-Authenticate header or its body (RFC 6750, 3.1, says it with 401, some services do not).
 */
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
