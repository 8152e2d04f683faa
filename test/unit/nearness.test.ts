import { describe, expect, it } from 'vitest';
import { compareWithProfile, nearlyTheSame } from '#shared/comparison/profile.ts';

describe('two texts that differ', () => {
  it.each([
    ['Brightwater Plumbing', 'Brightwatr Plumbing'],
    ['Brightwater Plumbing', 'BRIGHTWATER PLUMBNIG'],
    ['Smith Electric', 'Smyth Electric'],
    ['2210 Embarcadero West', '2210 Embarcadaro West'],
  ])('are nearly the same where a letter is off: %s, %s', (left, right) => {
    expect(nearlyTheSame(left, right)).toBe(true);
    expect(nearlyTheSame(right, left)).toBe(true);
  });

  it.each([
    ['Oakland, CA 94601', 'Oakland, CA 94607'],
    ['12 Oak Street', '12 Elm Street'],
    ['Quayside Painting 2', 'Quayside Painting 3'],
    ['LLC', 'LLP'],
    ['Brightwater Plumbing', 'Stonebridge Masonry'],
    ['Brightwater', 'Brightwater Plumbing'],
    ['', ''],
    [`${'Brightwater '.repeat(30)}a`, `${'Brightwater '.repeat(30)}b`],
  ])('are not where figures or more than a slip set them apart: %s, %s', (left, right) => {
    expect(nearlyTheSame(left, right)).toBe(false);
  });
});

describe('a name read from a document', () => {
  const words = (companyName: string, nameOfEntityIndividual: string) =>
    compareWithProfile({ nameOfEntityIndividual }, { companyName })[0];

  it('that is nearly the vendor’s is told to be so, and differs all the same', () => {
    const row = words('Brightwater Plumbing', 'Brightwatr Plumbing');
    expect(row?.comparison.verdict).toBe('differs');
    expect(row?.words).toBe('Differs, nearly the same');
    expect(row?.spoken).toContain('differs');
  });

  it('that is another’s differs, and one that is written otherwise is the same', () => {
    expect(words('Brightwater Plumbing', 'Stonebridge Masonry')?.words).toBe('Differs');
    expect(words('Brightwater Plumbing LLC', 'BRIGHTWATER PLUMBING, L.L.C.')?.words).toBe(
      'Same, written differently',
    );
  });
});
