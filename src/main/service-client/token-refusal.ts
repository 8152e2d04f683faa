import type { ServiceInterface } from '#shared/settings.ts';
import type { Exchange } from './exchange.ts';

/**
 * Whether an answer refuses the token: one of the status codes that the workspace names, or a 400 or 403 that says
 * `invalid_token` in its WWW-Authenticate header or its body (RFC 6750, 3.1, says it with 401, some services do not).
 */
export function refusesToken(
  { status, wwwAuthenticate, body }: Extract<Exchange, { kind: 'answered' }>,
  { tokenRefusedStatuses }: Pick<ServiceInterface, 'tokenRefusedStatuses'>,
): boolean {
  if (tokenRefusedStatuses.includes(status)) return true;
  if (status !== 400 && status !== 403) return false;
  return [wwwAuthenticate ?? '', body.slice(0, 4096)].some((text) => /\binvalid_token\b/.test(text));
}
