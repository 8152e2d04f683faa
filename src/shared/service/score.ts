import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import type { DocumentResult, ScoreBreakdown } from './document-result.ts';
import type { ScoreKind, ScoreObservation, ServiceObservations } from '../settings/observations.ts';
import type { ScoreScale, ServiceInterface } from '../settings/settings.ts';

export const recognisedScale = z.enum(['zero_to_one', 'zero_to_ten', 'zero_to_hundred', 'unknown']);
export type RecognisedScale = z.infer<typeof recognisedScale>;

export interface ReadScale {
  on: RecognisedScale;
  fixed: boolean;
}

export type ScoreScales = Record<ScoreKind, ReadScale>;

type Received = number | null | undefined;

/** So many numbers above 1 up to 10, and none above, mean a scale of 0 to 10. */
const enoughForTen = 5;
/** So many numbers between 0 and 1, and none above, mean a scale of 0 to 1: a single one may be the worst of ten. */
const enoughForOne = 3;

/** The scale of all numbers of one kind that a service sent. Zeros and ones fit every scale. */
export function recogniseScale(seen: ScoreObservation): RecognisedScale {
  if (seen.aboveHundred > seen.aboveTen) return 'unknown';
  if (seen.aboveTen > 0) return 'zero_to_hundred';
  if (seen.aboveOne > 0) return seen.aboveOne >= enoughForTen ? 'zero_to_ten' : 'unknown';
  return seen.betweenZeroAndOne >= enoughForOne ? 'zero_to_one' : 'unknown';
}

export function scoreScales(
  settings: Pick<ServiceInterface, 'scoreScale' | 'partScoreScale' | 'confidenceScale'>,
  observed: Pick<ServiceObservations, 'scores'>,
): ScoreScales {
  const getScale = (setting: ScoreScale, seen: ScoreObservation): ReadScale =>
    setting === 'recognise' ? { on: recogniseScale(seen), fixed: false } : { on: setting, fixed: true };
  return {
    overall: getScale(settings.scoreScale, observed.scores.overall),
    parts: getScale(settings.partScoreScale, observed.scores.parts),
    confidence: getScale(settings.confidenceScale, observed.scores.confidence),
  };
}

export type Unscored = 'missing' | 'unclear' | 'off_scale';

export type ScoreReading =
  | { raw: number; score: number; unscored: null }
  | { raw: number | null; score: null; unscored: Unscored };

/** Reads a score. 0 is 0 on every scale; up to 1 among larger ones is unclear unless the scale is set. */
export function readScore(received: Received, { on, fixed }: ReadScale): ScoreReading {
  const raw = received ?? null;
  if (raw === null) return { raw, score: null, unscored: 'missing' };
  if (raw === 0) return { raw, score: 0, unscored: null };
  if (!(raw > 0 && raw <= 100)) return { raw, score: null, unscored: 'off_scale' };
  if (on === 'unknown' || (!fixed && on !== 'zero_to_one' && raw <= 1))
    return { raw, score: null, unscored: 'unclear' };
  const most = largest[on];
  if (raw > most) return { raw, score: null, unscored: 'off_scale' };
  // 0.57 * 100 is 56.99999999999999, which would fall under a limit of 57.
  return { raw, score: Number(((raw * 100) / most).toFixed(6)), unscored: null };
}

const largest = { zero_to_one: 1, zero_to_ten: 10, zero_to_hundred: 100 } as const;

export const unclearScaleSentence = 'It is not clear what scale this score is on. Choose one in Settings.';

/** A score on 0 to 100 as shown: whole, never rounded up over a limit. */
export const scoreText = (score: number): string => String(Math.floor(score));

const meanings = {
  Poor: {
    tone: 'neg',
    icon: 'octagon-x',
    advice: 'Ask for a new copy. Fields read from this one cannot be relied on.',
  },
  Weak: {
    tone: 'cau',
    icon: 'triangle-alert',
    advice: 'Check every field against the document before you accept.',
  },
  Fair: { tone: 'neu', icon: 'circle-check', advice: 'Check the marked fields.' },
  Good: { tone: 'pos', icon: 'circle-check', advice: 'Looks fine.' },
} as const;

export const scoreLabels = ownNames(meanings);
export type ScoreWord = keyof typeof meanings;
export type ScoreMeaning = ReturnType<typeof scoreWord>;

/** The range of a word's scores: from the first limit on, and under the second; null for no limit. */
export function scoreLimits(word: ScoreWord, threshold: number): { from: number; below: number | null } {
  const good = Math.max(Math.min(threshold + 15, 100), threshold);
  const limits = [0, Math.max(threshold - 20, 0), threshold, good];
  const at = scoreLabels.indexOf(word);
  return { from: limits[at] ?? 0, below: limits[at + 1] ?? null };
}

export function scoreWord(score: number, threshold: number) {
  const word = scoreLabels.find((one) => score < (scoreLimits(one, threshold).below ?? Infinity)) ?? 'Good';
  return { word, ...meanings[word] };
}

export type AdvisedAction = 'ask' | 'none' | 'accept';

/** Asks for a new copy if Poor or the service reports errors, accepts from the threshold on, else nothing. */
export function adviceAction(score: number | null, threshold: number, errors?: string | null): AdvisedAction {
  if ((errors ?? '').trim() !== '') return 'ask';
  if (score === null) return 'none';
  const { word } = scoreWord(score, threshold);
  if (word === 'Poor') return 'ask';
  return word === 'Weak' ? 'none' : 'accept';
}

/** The advice in words; it always matches {@link adviceAction}. */
export function scoreAdvice(score: number, threshold: number, errors?: string | null): string {
  const { word, advice } = scoreWord(score, threshold);
  const asks = adviceAction(score, threshold, errors) === 'ask';
  return asks && word !== 'Poor'
    ? 'Ask for a new copy. The service reports a problem with this one.'
    : advice;
}

export type DocumentScores = ReturnType<typeof getScores>;

export const partLabels = [
  { part: 'sharpness', label: 'Sharpness' },
  { part: 'readability', label: 'Readability' },
  { part: 'textQuality', label: 'Text quality' },
  { part: 'skewAndAlignment', label: 'Skew and alignment' },
] as const satisfies readonly { part: keyof ScoreBreakdown; label: string }[];

export function getScores(
  result: Pick<DocumentResult, 'qualityDetails' | 'confidence'>,
  scales: ScoreScales,
) {
  const breakdown: ScoreBreakdown = result.qualityDetails?.scoreBreakdown ?? {};
  return {
    overall: readScore(result.qualityDetails?.overallScore, scales.overall),
    parts: partLabels.map(({ part, label }) => ({
      part,
      label,
      ...readScore(breakdown[part], scales.parts),
    })),
    confidence: readScore(result.confidence, scales.confidence),
  };
}
