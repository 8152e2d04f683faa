import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowOffsets } from '#renderer/components/lines-in-sight.ts';

describe('the places of lines', () => {
  it('counts a row for each line that is not here, before and behind those that are', () => {
    const places = rowOffsets([38, 20, 38], 100, 1000, 38);
    expect(places.getTop(0)).toBe(0);
    expect(places.getTop(99)).toBe(99 * 38);
    expect(places.getTop(101)).toBe(100 * 38 + 38);
    expect(places.getTop(102)).toBe(100 * 38 + 58);
    expect(places.getTop(103)).toBe(100 * 38 + 96);
    expect(places.getTop(203)).toBe(200 * 38 + 96);
    expect(places.height).toBe(999 * 38 + 20);
  });

  it('finds the line at every place within it, and the last one below all', () => {
    const some = fc.record({
      heights: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 }),
      first: fc.nat({ max: 50 }),
      behind: fc.nat({ max: 50 }),
    });
    fc.assert(
      fc.property(some, ({ heights, first, behind }) => {
        const count = first + heights.length + behind;
        const places = rowOffsets(heights, first, count, 36);
        for (let index = 0; index < count; index += 1) {
          expect(places.at(places.getTop(index))).toBe(index);
          expect(places.at(places.getTop(index + 1) - 0.5)).toBe(index);
        }
        expect(places.at(places.height + 1000)).toBe(count - 1);
      }),
      { seed: 1 },
    );
  });

  it('has no line where there are none', () => {
    const places = rowOffsets([], 0, 0, 36);
    expect(places.height).toBe(0);
    expect(places.at(0)).toBe(0);
  });
});
