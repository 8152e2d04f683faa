import { z } from 'zod';

const count = z.number().int().min(0).default(0);

/** The numbers of one kind of score. Each result counts once, by its latest answer. */
export const scoreObservation = z.object({
  betweenZeroAndOne: count,
  aboveOne: count,
  aboveTen: count,
  aboveHundred: count,
});
export type ScoreObservation = z.infer<typeof scoreObservation>;

/** How the dates of found licenses were written. Each counts once, by its latest answer. */
export const dateObservation = z.object({
  /** Unambiguous in any order: year first, the month in letters, equal figures. */
  oneWay: count,
  /** Only readable as month, day, year, such as 03/31/2027. */
  monthFirst: count,
  /** Only readable as day, month, year, such as 31/03/2027. */
  dayFirst: count,
  /** Ambiguous, such as 04/05/2027. */
  eitherOrder: count,
  epochSeconds: count,
  epochMilliseconds: count,
});
export type DateObservation = z.infer<typeof dateObservation>;

export const scoreKinds = ['overall', 'parts', 'confidence'] as const;
export type ScoreKind = (typeof scoreKinds)[number];

/** How the service writes what its interface leaves open, as its answers showed. */
export const serviceObservations = z.object({
  scores: z.object({ overall: scoreObservation, parts: scoreObservation, confidence: scoreObservation }),
  dates: dateObservation,
});
export type ServiceObservations = z.infer<typeof serviceObservations>;

export const noScores = scoreObservation.parse({});
export const noDates = dateObservation.parse({});
export const nothingObserved: ServiceObservations = {
  scores: { overall: noScores, parts: noScores, confidence: noScores },
  dates: noDates,
};

export const commonEnvelopes = ['data', 'result', 'response', 'payload'] as const;

export const maxSeenWords = 100;

/** How the service's latest answers were built, where its interface leaves that open. */
export const seenAnswers = z.object({
  /** How many were wrapped in each common envelope. */
  wrapped: z.partialRecord(z.enum(commonEnvelopes), count).default({}),
  /** As they came, each once by its matching form. */
  statusWords: z.array(z.string().max(200)).max(maxSeenWords).default([]),
});
export type SeenAnswers = z.infer<typeof seenAnswers>;

export const noAnswers = seenAnswers.parse({});
