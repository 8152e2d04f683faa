import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, type Side, type TextKind } from '#shared/comparison/compare.ts';

/** The text with the parts that differ in brackets, as the mockups underline them. */
function marked(side: Side): string {
  return side.segments.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');
}

function markedPair(submitted: string, found: string, kind: TextKind): [string, string] {
  const comparison = compareTexts(submitted, found, kind);
  return [marked(comparison.submitted), marked(comparison.found)];
}

describe('the parts that differ', () => {
  it.each<[TextKind, string, string, string, string]>([
    [
      'name',
      'Brightwater Plumbing & Drain LLC',
      'Brightwater Plumbing & Drain, Inc.',
      'Brightwater Plumbing & Drain [LLC]',
      'Brightwater Plumbing & Drain[, Inc.]',
    ],
    [
      'name',
      'Rosa M. Delgado',
      'Rosa Elena Vidal Delgado',
      'Rosa [M.] Delgado',
      'Rosa [Elena Vidal] Delgado',
    ],
    ['name', 'Rosa M. Delgado', 'Rosa Delgado', 'Rosa [M.] Delgado', 'Rosa Delgado'],
    ['name', 'Bright Water LLC', 'Brightwater Inc', 'Bright Water [LLC]', 'Brightwater [Inc]'],
    ['name', 'Drain, LLC', 'Drain, Inc.', 'Drain, [LLC]', 'Drain, [Inc.]'],
    ['name', 'Smith Electric', 'Smyth Electric', 'Sm[i]th Electric', 'Sm[y]th Electric'],
    ['name', 'Jonson Glass', 'Johnson Glass', 'J[o]nson Glass', 'J[oh]nson Glass'],
    ['name', 'Tom Okafor', 'Thomas Okafor', '[Tom] Okafor', '[Thomas] Okafor'],
    ['address', 'Oakland, CA 94601', 'Oakland, CA 94607', 'Oakland, CA 9460[1]', 'Oakland, CA 9460[7]'],
    [
      'address',
      '12 Oak St, Suite 400',
      '12 Oak Street Ste 410',
      '12 Oak St, Suite 4[0]0',
      '12 Oak Street Ste 4[1]0',
    ],
    ['address', 'Oakland, CA 94601', 'Berkeley, CA 94601', '[Oakland], CA 94601', '[Berkeley], CA 94601'],
    ['licenseNumber', 'C36-1048827', 'C36 1048872', 'C36-10488[27]', 'C36 10488[72]'],
    ['licenseNumber', '0048827', '48827', '[004]8827', '[4]8827'],
    ['licenseNumber', '1048827', '99', '[1048827]', '[99]'],
    ['date', '2027-03-31', '06/30/2026', '[Mar 31, 2027]', '[Jun 30, 2026]'],
    ['date', '2027-03-31', 'open', 'Mar 31, 2027', 'open'],
    [
      'url',
      'board.example.com/check',
      'board.example.com/find',
      'board.example.com/[check]',
      'board.example.com/[find]',
    ],
    ['plain', 'Plumbing', '?', '[Plumbing]', '[?]'],
  ])('of a %s: %s beside %s', (kind, submitted, found, left, right) => {
    expect(markedPair(submitted, found, kind)).toEqual([left, right]);
  });

  it('are not pointed out where two texts are only written differently', () => {
    const { submitted, found } = compareTexts('12 Oak St', '12 Oak Street', 'address');
    expect([...submitted.segments, ...found.segments].some((segment) => segment.differs)).toBe(false);
  });

  it('of accented letters stay whole', () => {
    expect(markedPair('Nu\u0301n\u0303ez', 'Nu\u0301n\u0303es', 'name')).toEqual([
      'Nu\u0301n\u0303e[z]',
      'Nu\u0301n\u0303e[s]',
    ]);
  });
});

describe('any two texts', () => {
  const kinds = fc.constantFrom<TextKind>(
    'name',
    'address',
    'date',
    'licenseNumber',
    'url',
    'state',
    'zip',
    'place',
    'plain',
  );
  const words =
    'Brightwater bright water LLC L.L.C. Inc. and The 2nd Floor Fl 94607 St Street W New York NY USA City of County';
  const pieces = fc.constantFrom(
    ...words.split(' '),
    '&',
    ',',
    ', ',
    ' ',
    '-',
    '#',
    '.',
    '’s',
    '-1234',
    'é',
    'e\u0301',
    'ß',
    '½',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.array(pieces, { maxLength: 12 }).map((list) => list.join(' ')),
    fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
  );

  it('keep their whole text in the segments, and something is marked exactly where they differ', () => {
    fc.assert(
      fc.property(texts, texts, kinds, (left, right, kind) => {
        const { verdict, submitted, found } = compareTexts(left, right, kind);
        for (const side of [submitted, found]) {
          expect(side.segments.map((segment) => segment.text).join('')).toBe(side.text ?? '');
        }
        const anyMark = [...submitted.segments, ...found.segments].some((segment) => segment.differs);
        expect(anyMark).toBe(verdict === 'differs');
      }),
      { numRuns: 3000 },
    );
  });

  it('are the same as themselves', () => {
    fc.assert(
      fc.property(texts, kinds, (text, kind) => {
        expect(compareTexts(text, text, kind).verdict).toBe(text.trim() === '' ? 'neither' : 'same');
      }),
      { numRuns: 1000 },
    );
  });

  it('get the same verdict from either side', () => {
    fc.assert(
      fc.property(texts, texts, kinds, (left, right, kind) => {
        const differs = (a: string, b: string) => compareTexts(a, b, kind).verdict === 'differs';
        expect(differs(left, right)).toBe(differs(right, left));
      }),
      { numRuns: 3000 },
    );
  });

  it('of enormous length are compared without holding up the app', () => {
    const words = (seed: number) =>
      Array.from({ length: 20_000 }, (_, index) => `w${(index * seed) % 7919}`).join(' ');
    const started = performance.now();
    expect(compareTexts(words(3), words(5), 'plain').verdict).toBe('differs');
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
