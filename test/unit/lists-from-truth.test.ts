import { expect, it } from 'vitest';
import { createRandom } from '#test/chaos/random.ts';
import { liveList } from '#test/fuzz/lists/one-list.ts';

// The same lists every time; `npm run fuzz -- lists` writes many others.

it('lists of all formats, encodings and layouts come to what their rows mean, or to a problem', async () => {
  const wrong: string[] = [];
  let rows = 0;
  let needless = 0;
  for (let seed = 1; seed <= 120; seed += 1) {
    const list = await liveList(createRandom(seed));
    rows += list.rows;
    needless += list.refused === null ? list.needless.length : list.rows;
    wrong.push(...list.wrong.map((what) => `seed ${seed}, ${list.form}: ${what}`));
  }
  expect(wrong).toEqual([]);
  expect(rows).toBeGreaterThan(1000);
  expect(needless / rows).toBeLessThan(0.02);
});
