import { describe, expect, it } from 'vitest';
import { characterError, rankCorrelation } from '#test/bench/paper/errors.ts';

describe('the share of letters that were misread', () => {
  it.each([
    ['nothing, wherever the words stand', ['License', 'Number'], ['Number', 'License'], 0],
    ['each letter that was read otherwise', ['0923764', 'ABC'], ['O923764', 'ABC'], 0.1],
    ['all letters of a word that is not there', ['ABCDE', 'FGHIJ'], ['ABCDE'], 0.5],
    ['each word once', ['ABCDE', 'ABCDE'], ['ABCDE'], 0.5],
    ['no more than there is', ['ABCDE'], ['what', 'else'], 1],
  ])('counts %s', (_what, printed, read, share) => {
    expect(characterError(printed, read)).toBeCloseTo(share);
  });
});

describe('how alike two orders are', () => {
  it.each([
    ['the same order', [1, 2, 3, 4], [10, 20, 30, 40], 1],
    ['the other way round', [1, 2, 3, 4], [4, 3, 2, 1], -1],
    // By hand: ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3.
    ['what is equal', [1, 2, 2, 3], [1, 2, 3, 4], 0.9487],
  ])('is told of %s', (_what, one, other, value) => {
    expect(rankCorrelation(one, other)).toBeCloseTo(value, 3);
  });
});
