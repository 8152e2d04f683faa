import type { ServiceInterface } from '#shared/settings/settings.ts';
import type { AnsweredExchange } from './exchange.ts';

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
