import { describe, expect, it } from 'vitest';
import { elementsFor } from '#renderer/components/lines-in-sight.ts';

const drawn = (
  ids: string[],
  before: ReadonlyMap<string, number> = new Map(),
  keeper: string | null = null,
) => elementsFor(before, ids, keeper);

describe('elements of rows', () => {
  it('stay with the rows that stay, wherever those stand now', () => {
    const before = drawn(['a', 'b', 'c']);
    const now = drawn(['b', 'c', 'd'], before);
    expect(now.get('b')).toBe(before.get('b'));
    expect(now.get('c')).toBe(before.get('c'));
  });

  it('are taken over by rows that come, in the order in which they stood', () => {
    const before = drawn(['a', 'b', 'c']);
    const now = drawn(['x', 'y', 'z'], before);
    expect([...now.values()]).toEqual([...before.values()]);
  });

  it('stay as they are where the same rows are drawn again', () => {
    const before = drawn(['a', 'b']);
    expect(drawn(['b', 'a'], before)).toBe(before);
  });

  it('are made where more rows come than left', () => {
    const now = drawn(['x', 'y', 'z'], drawn(['a']));
    expect(new Set(now.values()).size).toBe(3);
  });

  it('go with a row that may have the focus, so that no other row is met where it was', () => {
    const before = drawn(['a', 'b']);
    const now = drawn(['x', 'y'], before, 'a');
    expect([...now.values()]).not.toContain(before.get('a'));
    expect([...now.values()]).toContain(before.get('b'));
  });

  it('are one for each row, however often rows come and go', () => {
    let now = drawn([]);
    for (let first = 0; first < 200; first += 7) {
      now = drawn(
        Array.from({ length: 20 }, (_unused, index) => `row ${first + index}`),
        now,
        `row ${first - 3}`,
      );
      expect(new Set(now.values()).size).toBe(20);
    }
  });
});
