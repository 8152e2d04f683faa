import { z } from 'zod';

const count = z.number().int().min(0);

export const commonEnvelopes = ['data', 'result', 'response', 'payload'] as const;

/** Most status words that are kept as seen. */
export const maxSeenWords = 100;

/** What the exchanges with a workspace's service have shown of what its interface leaves open. */
export const exchangeObservations = z.object({
  /** How long the slowest answer took, in milliseconds; null before the first. */
  slowestSendMs: z.number().nullable(),
  slowestReadMs: z.number().nullable(),
  /** How many answers said `invalid_token`, by status code. */
  invalidToken: z.record(z.string(), count),
  /** How many answers looked wrapped in one of the common envelopes. */
  wrapped: z.partialRecord(z.enum(commonEnvelopes), count),
  /** How many answers named a file or page by a part of its address. */
  relativeAddresses: count,
  /** Status words and numeric codes, as they came, each once by its matching form. */
  statusWords: z.array(z.string().max(200)).max(maxSeenWords),
});
export type ExchangeObservations = z.infer<typeof exchangeObservations>;

/** What is known before the first answer. */
export const noExchanges: ExchangeObservations = {
  slowestSendMs: null,
  slowestReadMs: null,
  invalidToken: {},
  wrapped: {},
  relativeAddresses: 0,
  statusWords: [],
};
