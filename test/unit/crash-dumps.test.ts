import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// A dump holds the memory of a process, and the main process holds the token in it.
it('makes no crash dumps: nothing in all sources starts Electron’s crash reporter', () => {
  const sources = join(import.meta.dirname, '../../src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => /crashReporter/.test(readFileSync(join(sources, name), 'utf8')))).toEqual([]);
});
