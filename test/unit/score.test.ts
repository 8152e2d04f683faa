import { describe, expect, it } from 'vitest';
import {
  adviceAction,
  readScore,
  recogniseScale,
  scoreLimits,
  scoreScales,
  getScores,
  scoreText,
  scoreWord,
  scoreLabels,
  type ReadScale,
} from '#shared/service/score.ts';
import { noScores, type ScoreObservation } from '#shared/settings/observations.ts';
import { defaultServiceInterface } from '#shared/settings/settings.ts';

const seen = (observed: Partial<ScoreObservation>): ScoreObservation => ({ ...noScores, ...observed });

describe('the scale of the scores of a service', () => {
  it.each([
    ['unknown', {}],
    ['unknown', {}],
    ['unknown', { betweenZeroAndOne: 2 }],
    ['zero_to_one', { betweenZeroAndOne: 3 }],
    ['unknown', { aboveOne: 4 }],
    ['zero_to_ten', { aboveOne: 5 }],
    ['zero_to_ten', { betweenZeroAndOne: 1, aboveOne: 5 }],
    ['zero_to_hundred', { aboveTen: 1 }],
    ['zero_to_hundred', { aboveOne: 11, aboveTen: 1 }],
    ['zero_to_hundred', { betweenZeroAndOne: 11, aboveTen: 1 }],
    ['zero_to_hundred', { aboveTen: 2, aboveHundred: 1 }],
    ['unknown', { aboveTen: 1, aboveHundred: 2 }],
    ['unknown', { betweenZeroAndOne: 8, aboveHundred: 1 }],
  ] as const)('is %s where %j was seen', (scale, observed) => {
    expect(recogniseScale(seen(observed))).toBe(scale);
  });

  it('is what the settings say, for each kind apart, whatever was seen', () => {
    const scores = { overall: seen({ aboveTen: 9 }), parts: seen({ aboveTen: 9 }), confidence: noScores };
    const settings = { ...defaultServiceInterface, partScoreScale: 'zero_to_one' as const };
    expect(scoreScales(settings, { scores })).toEqual({
      overall: { on: 'zero_to_hundred', fixed: false },
      parts: { on: 'zero_to_one', fixed: true },
      confidence: { on: 'unknown', fixed: false },
    });
  });
});

const hundred: ReadScale = { on: 'zero_to_hundred', fixed: true };
const one: ReadScale = { on: 'zero_to_one', fixed: true };

describe('a score on 0 to 100', () => {
  it.each([
    [41, 'zero_to_hundred', false, 41],
    [8.5, 'zero_to_hundred', false, 8.5],
    [8.5, 'zero_to_ten', false, 85],
    [0.41, 'zero_to_one', false, 41],
    [1, 'zero_to_one', false, 100],
    [1, 'zero_to_hundred', true, 1],
    [0.5, 'zero_to_hundred', true, 0.5],
    [0.5, 'zero_to_ten', true, 5],
    [0, 'zero_to_one', false, 0],
    [0, 'zero_to_hundred', false, 0],
    [0, 'unknown', false, 0],
  ] as const)('%d on %s, fixed: %j, is %d', (raw, on, fixed, score) => {
    expect(readScore(raw, { on, fixed })).toEqual({ raw, score, unscored: null });
  });

  it.each([
    [1, 'zero_to_hundred', 'unclear'],
    [0.5, 'zero_to_hundred', 'unclear'],
    [1, 'zero_to_ten', 'unclear'],
    [8.5, 'unknown', 'unclear'],
    [85, 'unknown', 'unclear'],
    [-1, 'unknown', 'off_scale'],
    [-1, 'zero_to_hundred', 'off_scale'],
    [100.5, 'unknown', 'off_scale'],
    [100.5, 'zero_to_hundred', 'off_scale'],
    [11, 'zero_to_ten', 'off_scale'],
    [41, 'zero_to_one', 'off_scale'],
    [Number.NaN, 'zero_to_one', 'off_scale'],
    [Number.POSITIVE_INFINITY, 'zero_to_one', 'off_scale'],
  ] as const)('%d on %s, recognised, is not told: %s', (raw, on, unscored) => {
    expect(readScore(raw, { on, fixed: false })).toEqual({ raw, score: null, unscored });
  });

  it('is missing where none came', () => {
    for (const raw of [null, undefined])
      expect(readScore(raw, hundred)).toEqual({ raw: null, score: null, unscored: 'missing' });
  });

  it('does not fall under a limit by the arithmetic of fractions', () => {
    for (let whole = 0; whole <= 100; whole += 1) expect(readScore(whole / 100, one).score).toBe(whole);
  });

  it('is written without being rounded up over a limit', () => {
    expect(scoreText(69.9)).toBe('69');
    expect(scoreText(70)).toBe('70');
  });
});

describe('the word for a score', () => {
  it.each([
    [0, 70, 'Poor', 'neg'],
    [49.9, 70, 'Poor', 'neg'],
    [50, 70, 'Weak', 'cau'],
    [69, 70, 'Weak', 'cau'],
    [70, 70, 'Fair', 'neu'],
    [84, 70, 'Fair', 'neu'],
    [85, 70, 'Good', 'pos'],
    [100, 70, 'Good', 'pos'],
    [59, 80, 'Poor', 'neg'],
    [60, 80, 'Weak', 'cau'],
    [94, 80, 'Fair', 'neu'],
    [95, 80, 'Good', 'pos'],
    [99, 95, 'Fair', 'neu'],
    [100, 95, 'Good', 'pos'],
    [0, 10, 'Weak', 'cau'],
  ])('%d at a threshold of %d is %s', (score, threshold, word, tone) => {
    expect(scoreWord(score, threshold)).toMatchObject({ word, tone });
  });

  it('comes with what to do', () => {
    expect([41, 61, 74, 93].map((score) => scoreWord(score, 70).advice)).toEqual([
      'Ask for a new copy. Fields read from this one cannot be relied on.',
      'Check every field against the document before you accept.',
      'Check the marked fields.',
      'Looks fine.',
    ]);
  });
});

describe('the advised action', () => {
  it('is a new copy under the lower limit, none up to the threshold, to accept from there', () => {
    expect([49, 50, 69, 70, 100].map((score) => adviceAction(score, 70))).toEqual([
      'ask',
      'none',
      'none',
      'accept',
      'accept',
    ]);
  });

  it('is none where the score is not known', () => {
    expect(adviceAction(null, 70)).toBe('none');
    expect(adviceAction(null, 70, '  ')).toBe('none');
  });

  it('is a new copy where the service reports errors', () => {
    expect(adviceAction(null, 70, 'page 1 is blank')).toBe('ask');
    expect(adviceAction(93, 70, 'page 1 is blank')).toBe('ask');
  });
});

describe('the scores of an answer', () => {
  const qualityDetails = {
    overallScore: 41,
    scoreBreakdown: { sharpness: 32, readability: 38, textQuality: 0.9, skewAndAlignment: null },
  };

  it('are read on the scale of their kind', () => {
    const unclear: ReadScale = { on: 'zero_to_hundred', fixed: false };
    const scores = getScores(
      { qualityDetails, confidence: 0.54 },
      { overall: hundred, parts: unclear, confidence: one },
    );
    expect(scores.overall).toEqual({ raw: 41, score: 41, unscored: null });
    expect(scores.parts).toEqual([
      { part: 'sharpness', label: 'Sharpness', raw: 32, score: 32, unscored: null },
      { part: 'readability', label: 'Readability', raw: 38, score: 38, unscored: null },
      { part: 'textQuality', label: 'Text quality', raw: 0.9, score: null, unscored: 'unclear' },
      { part: 'skewAndAlignment', label: 'Skew and alignment', raw: null, score: null, unscored: 'missing' },
    ]);
    expect(scores.confidence).toEqual({ raw: 0.54, score: 54, unscored: null });
  });
});

describe('the limits of a word for scores', () => {
  it.each([1, 10, 20, 50, 70, 85, 90, 100])(
    'hold the scores that have it and no other, at a threshold of %i',
    (threshold) => {
      for (let score = 0; score <= 100; score += 0.5) {
        const words = scoreLabels.filter((word) => {
          const { from, below } = scoreLimits(word, threshold);
          return score >= from && (below === null || score < below);
        });
        expect([score, words]).toEqual([score, [scoreWord(score, threshold).word]]);
      }
    },
  );
});
