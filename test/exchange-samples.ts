import type { StateCounts } from '#shared/outbox/outbox.ts';
import type { Exchange } from '#main/service-client/exchange.ts';

/** An answer with status 200, no headers and an empty body. */
export const emptyAnswer: Extract<Exchange, { kind: 'answered' }> = {
  kind: 'answered',
  status: 200,
  contentType: null,
  retryAfter: null,
  date: null,
  location: null,
  wwwAuthenticate: null,
  bytes: null,
  body: '',
  cut: null,
};

/** The counts of an empty outbox. */
export const noCounts: StateCounts = {
  queued: 0,
  sending: 0,
  waiting: 0,
  in_doubt: 0,
  accepted: 0,
  rejected: 0,
  dead: 0,
  cancelled: 0,
};
