import { z } from 'zod';

const count = z.number().int().min(0);

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
  min: z.number().nullable(),
  max: z.number().nullable(),
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

export const noScores: ScoreObservation = {
  results: 0,
  negative: 0,
  zero: 0,
  betweenZeroAndOne: 0,
  one: 0,
  aboveOne: 0,
  aboveTen: 0,
  aboveHundred: 0,
  min: null,
  max: null,
};

export const noDates: DateObservation = {
  oneWay: 0,
  monthFirst: 0,
  dayFirst: 0,
  eitherOrder: 0,
  epochSeconds: 0,
  epochMilliseconds: 0,
  unreadable: 0,
};

export const nothingObserved: ServiceObservations = {
  scores: { overall: noScores, parts: noScores, confidence: noScores },
  dates: noDates,
};
