import type { DocumentResult, ScoreBreakdown } from './service/document-result.ts';
import type { ScoreScale } from './settings.ts';

/** The scale that the scores of one answer are on; `unknown` where there is no score to tell it by. */
export type RecognisedScale = 'zero_to_one' | 'zero_to_ten' | 'zero_to_hundred' | 'unknown';

type Received = number | null | undefined;

/**
 * The scale of scores that came together. A fixed setting wins. Otherwise any score above 1 means 0 to 100 for all of them,
 * and none above 1 means 0 to 1.
 */
export function recogniseScale(scores: readonly Received[], setting: ScoreScale): RecognisedScale {
  switch (setting) {
    case 'zero_to_one':
    case 'zero_to_ten':
    case 'zero_to_hundred':
      return setting;
    case 'recognise': {
      const present = scores.filter((score) => typeof score === 'number').filter(Number.isFinite);
      if (present.length === 0) return 'unknown';
      return present.some((score) => score > 1) ? 'zero_to_hundred' : 'zero_to_one';
    }
  }
}

/** A received score on 0 to 100; null where there is none or it is off the scale, so that it gets no bar and no word. */
export function scoreOnHundred(raw: Received, scale: RecognisedScale): number | null {
  if (raw === null || raw === undefined || !Number.isFinite(raw) || raw < 0) return null;
  switch (scale) {
    case 'unknown':
      return null;
    case 'zero_to_hundred':
      return raw <= 100 ? raw : null;
    case 'zero_to_ten':
      return raw <= 10 ? Number((raw * 10).toFixed(6)) : null;
    case 'zero_to_one':
      // 0.57 * 100 is 56.99999999999999, which would fall under a limit of 57.
      return raw <= 1 ? Number((raw * 100).toFixed(6)) : null;
  }
}

/** A score on 0 to 100 as the screen writes it: whole, and never rounded up over a limit that it does not reach. */
export function scoreText(score: number): string {
  return String(Math.floor(score));
}

/** The words for a score, the worst first. */
export const scoreWords = ['Poor', 'Weak', 'Fair', 'Good'] as const;
export type ScoreWord = (typeof scoreWords)[number];

/** What a score means: the word, how it looks (tones and icon names of the style guide), and what to do. */
export interface ScoreMeaning {
  word: ScoreWord;
  tone: 'neg' | 'cau' | 'neu' | 'pos';
  icon: 'octagon-x' | 'triangle-alert' | 'circle-check';
  advice: string;
}

const meanings: Record<ScoreWord, ScoreMeaning> = {
  Poor: {
    word: 'Poor',
    tone: 'neg',
    icon: 'octagon-x',
    advice: 'Ask for a new copy. Fields read from this one cannot be relied on.',
  },
  Weak: {
    word: 'Weak',
    tone: 'cau',
    icon: 'triangle-alert',
    advice: 'Check every field against the document before you accept.',
  },
  Fair: { word: 'Fair', tone: 'neu', icon: 'circle-check', advice: 'Check the marked fields.' },
  Good: { word: 'Good', tone: 'pos', icon: 'circle-check', advice: 'Nothing stands out.' },
};

/**
 * Which scores on 0 to 100 a word stands for: from the first limit on, and under the second; null where there is none. A word
 * stands for nothing where the limits leave no room between them.
 */
export function scoreLimits(word: ScoreWord, threshold: number): { from: number; below: number | null } {
  const good = Math.max(Math.min(threshold + 15, 100), threshold);
  switch (word) {
    case 'Poor':
      return { from: 0, below: Math.max(threshold - 20, 0) };
    case 'Weak':
      return { from: Math.max(threshold - 20, 0), below: threshold };
    case 'Fair':
      return { from: threshold, below: good };
    case 'Good':
      return { from: good, below: null };
  }
}

/**
 * The word for a score on 0 to 100. The limits move with the threshold: under threshold − 20 Poor, under the threshold Weak,
 * under threshold + 15 Fair, else Good. The last limit stops at 100, so that a full score is Good whatever the threshold.
 */
export function scoreWord(score: number, threshold: number): ScoreMeaning {
  const word = scoreWords.find((one) => {
    const { below } = scoreLimits(one, threshold);
    return below === null || score < below;
  });
  return meanings[word ?? 'Good'];
}

/** Which of the review's buttons is the main one. */
export type AdvisedAction = 'ask' | 'none' | 'accept';

/**
 * What to advise for a document: ask for a new copy where the score is Poor, nothing where it is Weak or not known, accept from
 * the threshold on. Where the service itself reports errors, a new copy comes first whatever the score.
 */
export function adviceAction(score: number | null, threshold: number, errors?: string | null): AdvisedAction {
  if (errors !== null && errors !== undefined && errors.trim() !== '') return 'ask';
  if (score === null) return 'none';
  switch (scoreWord(score, threshold).word) {
    case 'Poor':
      return 'ask';
    case 'Weak':
      return 'none';
    case 'Fair':
    case 'Good':
      return 'accept';
  }
}

/** One score: as received, and on 0 to 100 where that can be told. */
export interface ScoreReading {
  raw: number | null;
  score: number | null;
}

export type ScorePart = 'sharpness' | 'readability' | 'textQuality' | 'skewAndAlignment';

/** All scores of one answer, parts in the order of the screen. */
export interface DocumentScores {
  scale: RecognisedScale;
  overall: ScoreReading;
  parts: (ScoreReading & { part: ScorePart; label: string })[];
  confidence: ScoreReading;
}

const partLabels: readonly { part: ScorePart; label: string }[] = [
  { part: 'sharpness', label: 'Sharpness' },
  { part: 'readability', label: 'Readability' },
  { part: 'textQuality', label: 'Text quality' },
  { part: 'skewAndAlignment', label: 'Skew and alignment' },
];

/**
 * Reads the scores of an answer. The overall score and its four parts are on one scale. Confidence says how sure the reading of
 * the text is, not how good the picture is, and services give it on a scale of its own: it is recognised apart.
 */
export function scoresOf(
  result: Pick<DocumentResult, 'qualityDetails' | 'confidence'>,
  setting: ScoreScale,
): DocumentScores {
  const breakdown: ScoreBreakdown = result.qualityDetails?.scoreBreakdown ?? {};
  const overall = result.qualityDetails?.overallScore;
  const scale = recogniseScale([overall, ...partLabels.map(({ part }) => breakdown[part])], setting);
  return {
    scale,
    overall: readingOn(overall, scale),
    parts: partLabels.map(({ part, label }) => ({ part, label, ...readingOn(breakdown[part], scale) })),
    confidence: readingOn(result.confidence, recogniseScale([result.confidence], setting)),
  };
}

function readingOn(raw: Received, scale: RecognisedScale): ScoreReading {
  return { raw: raw ?? null, score: scoreOnHundred(raw, scale) };
}

/** Orders scores for review: those that are not known first, then the worst. */
export function worstFirst(left: number | null, right: number | null): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  return left - right;
}
