import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInWords, matchingForm, getMeaning } from '#shared/settings/status.ts';

describe('a status word of the service', () => {
  it.each(['IN_PROGRESS', 'in-progress', 'In Progress', 'inProgress', ' in.progress ', 'in__progress'])(
    'is matched without its case and separators: %j',
    (word) => {
      expect(getMeaning(word, {})).toEqual({ category: 'under_way', final: false });
    },
  );

  it.each([
    '',
    '   ',
    'zyxwv',
    'verifiedish',
    'not',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '状态',
  ])('that nobody sorted is neither a pass nor a fail, and not final: %j', (word) => {
    expect(getMeaning(word, {})).toEqual({ category: 'not_recognised', final: false });
  });

  it.each([
    ['NotVerified', 'problem'],
    ['UNVERIFIED', 'problem'],
    ['verified', 'good'],
    ['partially_verified', 'caution'],
    ['non-compliant', 'problem'],
    ['NonCompliant', 'problem'],
    ['COMPLIANT', 'good'],
    ['no match', 'problem'],
    ['match', 'good'],
    ['incomplete', 'caution'],
    ['complete', 'good'],
  ])('with a denial in it is not taken for its opposite: %s is %s', (word, category) => {
    expect(getMeaning(word, {}).category).toBe(category);
  });

  it('that the person sorted means what the person says', () => {
    const own = {
      verified: { category: 'caution', final: false },
      'fertig so': { category: 'good', final: true },
    } as const;
    expect(getMeaning('VERIFIED', own)).toEqual({ category: 'caution', final: false });
    expect(getMeaning('Fertig_So', own)).toEqual({ category: 'good', final: true });
  });

  it('under way is never final, and each built-in word is found in its own form', () => {
    for (const [word, meaning] of builtInWords) {
      expect(matchingForm(word)).toBe(word);
      if (meaning.category === 'under_way') expect(meaning.final).toBe(false);
      expect(meaning.category).not.toBe('not_recognised');
    }
  });

  it('has one matching form, which is its own', () => {
    fc.assert(
      fc.property(fc.string(), (word) => {
        expect(matchingForm(matchingForm(word))).toBe(matchingForm(word));
      }),
    );
  });
});
