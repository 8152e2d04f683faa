import { describe, expect, it } from 'vitest';
import {
  adviceAction,
  recogniseScale,
  scoreLimits,
  scoreOnHundred,
  scoresOf,
  scoreText,
  scoreWord,
  scoreWords,
  worstFirst,
} from '#shared/score.ts';

describe('the scale of an answer’s scores', () => {
  it('is 0 to 100 for all as soon as one is above 1', () => {
    expect(recogniseScale([0.4, 1, 61], 'recognise')).toBe('zero_to_hundred');
    expect(recogniseScale([1.01], 'recognise')).toBe('zero_to_hundred');
  });

  it('is 0 to 1 where none is above 1', () => {
    expect(recogniseScale([0.4, 1, 0], 'recognise')).toBe('zero_to_one');
    expect(recogniseScale([0], 'recognise')).toBe('zero_to_one');
  });

  it('is unknown where there is no score', () => {
    expect(recogniseScale([], 'recognise')).toBe('unknown');
    expect(recogniseScale([null, undefined, Number.NaN, Number.POSITIVE_INFINITY], 'recognise')).toBe(
      'unknown',
    );
  });

  it('is what the setting says, whatever the scores', () => {
    expect(recogniseScale([0.4], 'zero_to_hundred')).toBe('zero_to_hundred');
    expect(recogniseScale([41], 'zero_to_one')).toBe('zero_to_one');
    expect(recogniseScale([], 'zero_to_one')).toBe('zero_to_one');
  });
});

describe('a score on 0 to 100', () => {
  it('is the score itself or a hundred times it, by the scale', () => {
    expect(scoreOnHundred(41, 'zero_to_hundred')).toBe(41);
    expect(scoreOnHundred(0.41, 'zero_to_one')).toBe(41);
    expect(scoreOnHundred(1, 'zero_to_one')).toBe(100);
    expect(scoreOnHundred(1, 'zero_to_hundred')).toBe(1);
    expect(scoreOnHundred(0, 'zero_to_one')).toBe(0);
  });

  it('does not fall under a limit by the arithmetic of fractions', () => {
    for (let whole = 0; whole <= 100; whole += 1) {
      expect(scoreOnHundred(whole / 100, 'zero_to_one')).toBe(whole);
    }
  });

  it('is absent off the scale or without one', () => {
    for (const raw of [-1, 100.5, 1e9, Number.NaN, null, undefined]) {
      expect(scoreOnHundred(raw, 'zero_to_hundred')).toBeNull();
    }
    expect(scoreOnHundred(41, 'zero_to_one')).toBeNull();
    expect(scoreOnHundred(0.5, 'unknown')).toBeNull();
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
      'Nothing stands out.',
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

  it('share one scale, and confidence is on its own', () => {
    const scores = scoresOf({ qualityDetails, confidence: 0.54 }, 'recognise');
    expect(scores.scale).toBe('zero_to_hundred');
    expect(scores.overall).toEqual({ raw: 41, score: 41 });
    expect(scores.parts).toEqual([
      { part: 'sharpness', label: 'Sharpness', raw: 32, score: 32 },
      { part: 'readability', label: 'Readability', raw: 38, score: 38 },
      { part: 'textQuality', label: 'Text quality', raw: 0.9, score: 0.9 },
      { part: 'skewAndAlignment', label: 'Skew and alignment', raw: null, score: null },
    ]);
    expect(scores.confidence).toEqual({ raw: 0.54, score: 54 });
  });

  it('are all absent where the answer has none', () => {
    const scores = scoresOf({}, 'recognise');
    expect(scores.scale).toBe('unknown');
    expect([scores.overall, scores.confidence]).toEqual([
      { raw: null, score: null },
      { raw: null, score: null },
    ]);
  });

  it('off a fixed scale keep their raw value alone', () => {
    expect(scoresOf({ qualityDetails }, 'zero_to_one').overall).toEqual({ raw: 41, score: null });
  });

  it('are put in order with the unknown first, then the worst', () => {
    expect([74, null, 41, 96, null].toSorted(worstFirst)).toEqual([null, null, 41, 74, 96]);
  });
});

describe('the limits of a word for scores', () => {
  it.each([1, 10, 20, 50, 70, 85, 90, 100])(
    'hold the scores that have it and no other, at a threshold of %i',
    (threshold) => {
      for (let score = 0; score <= 100; score += 0.5) {
        const words = scoreWords.filter((word) => {
          const { from, below } = scoreLimits(word, threshold);
          return score >= from && (below === null || score < below);
        });
        expect([score, words]).toEqual([score, [scoreWord(score, threshold).word]]);
      }
    },
  );
});
