import { z } from 'zod';

const count = z.number().int().min(0).default(0);

/**
 * The numbers that came as one kind of score. Each result counts once, by its latest answer, wherever it has at least one
 * number of the kind.
 */
export const scoreObservation = z.object({
  results: count,
  negative: count,
  zero: count,
  betweenZeroAndOne: count,
  one: count,
  aboveOne: count,
  aboveTen: count,
  aboveHundred: count,
  /** The smallest and the largest number that ever came; null where none did. */
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
});
export type ScoreObservation = z.infer<typeof scoreObservation>;

/** How the dates of licenses were written, as found by the service. Each date counts once, by the latest answer. */
export const dateObservation = z.object({
  /** Read in one way whatever the order: year first, the month in letters, equal figures. */
  oneWay: count,
  /** Figures that only month, day, year can explain, such as 03/31/2027. */
  monthFirst: count,
  /** Figures that only day, month, year can explain, such as 31/03/2027. */
  dayFirst: count,
  /** Figures that can be read in two ways, such as 04/05/2027. */
  eitherOrder: count,
  /** Digits that may count the seconds since 1970. */
  epochSeconds: count,
  epochMilliseconds: count,
  unreadable: count,
});
export type DateObservation = z.infer<typeof dateObservation>;

/** The three kinds of score, each of which may be on a scale of its own. */
export const scoreKinds = ['overall', 'parts', 'confidence'] as const;
export type ScoreKind = (typeof scoreKinds)[number];

/** What the answers of a workspace's service have shown of how it writes what its interface leaves open. */
export const serviceObservations = z.object({
  scores: z.object({ overall: scoreObservation, parts: scoreObservation, confidence: scoreObservation }),
  dates: dateObservation,
});
export type ServiceObservations = z.infer<typeof serviceObservations>;

/** What is known before the first answer. */
export const noScores = scoreObservation.parse({});
export const noDates = dateObservation.parse({});
export const nothingObserved: ServiceObservations = {
  scores: { overall: noScores, parts: noScores, confidence: noScores },
  dates: noDates,
};

export const commonEnvelopes = ['data', 'result', 'response', 'payload'] as const;

/** Most status words that are kept as seen. */
export const maxSeenWords = 100;

/** What the exchanges with a workspace's service have shown of what its interface leaves open. */
export const exchangeObservations = z.object({
  /** How long the slowest answer took, in milliseconds; null before the first. */
  slowestSendMs: z.number().nullable().default(null),
  slowestReadMs: z.number().nullable().default(null),
  /** How many answers said `invalid_token`, by status code. */
  invalidToken: z.record(z.string(), count).default({}),
  /** How many answers looked wrapped in one of the common envelopes. */
  wrapped: z.partialRecord(z.enum(commonEnvelopes), count).default({}),
  /** How many answers named a file or page by a part of its address. */
  relativeAddresses: count,
  /** Status words and numeric codes, as they came, each once by its matching form. */
  statusWords: z.array(z.string().max(200)).max(maxSeenWords).default([]),
});
export type ExchangeObservations = z.infer<typeof exchangeObservations>;

export const noExchanges = exchangeObservations.parse({});
