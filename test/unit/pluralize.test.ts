import { describe, expect, it } from 'vitest';
import { pluralize, countText } from '#shared/base/pluralize.ts';

describe('a count with its word', () => {
  it('is singular for one alone', () => {
    expect([0, 1, 2, 21].map((count) => pluralize(count, 'try', 'tries'))).toEqual([
      '0 tries',
      '1 try',
      '2 tries',
      '21 tries',
    ]);
    expect(pluralize(1, 'detail')).toBe('1 detail');
    expect(pluralize(2, 'detail')).toBe('2 details');
  });

  it('sets thousands apart', () => {
    expect(pluralize(100_000, 'row')).toBe('100,000 rows');
    expect(countText(1234)).toBe('1,234');
  });
});
