import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// See createQueries: such a statement is prepared again at each call.
it('no statement has a bound LIMIT by itself', () => {
  const files = globSync('src/main/**/*.{ts,sql}');
  const bare = files.filter((file) => /LIMIT (\?|@\w+\b)(?! \+ 0)/.test(readFileSync(file, 'utf8')));
  expect(files.length).toBeGreaterThan(100);
  expect(bare).toEqual([]);
});
