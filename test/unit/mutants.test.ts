import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readMutants } from '#test/mutants/list.ts';

const change = {
  from: 'return false',
  to: 'return true',
  tests: ['test/unit/door.test.ts'],
  why: 'It stays shut.',
};

/** A tree with one source, one test and one list. */
function treeWith(source: string, list: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-mutants-list-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  for (const path of ['src', 'test/unit', 'test/mutants']) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'src/door.ts'), source);
  writeFileSync(join(folder, 'test/unit/door.test.ts'), '');
  writeFileSync(join(folder, 'test/mutants/door.mutants.json'), JSON.stringify(list));
  return folder;
}

describe('the list of mutants', () => {
  it('fits the sources: each change exactly once, each with tests that are there', () => {
    const mutants = readMutants(join(import.meta.dirname, '..', '..'));
    expect(mutants.length).toBeGreaterThanOrEqual(100);
    const changes = mutants.map(({ file, from, to }) => `${file}: ${from} -> ${to}`);
    expect(changes.filter((one, at) => changes.indexOf(one) !== at)).toEqual([]);
  });

  it('says where each change is', () => {
    const tree = treeWith('const a = 1;\nif (a > 2) return false;\n', [change]);
    expect(readMutants(tree)).toEqual([{ ...change, file: 'src/door.ts', line: 2 }]);
  });

  it.each([
    ['the text is gone', 'return true;', change, /not in src\/door\.ts exactly once: return false/],
    ['it stands there twice', 'return false; return false;', change, /not in src\/door\.ts exactly once/],
    ['nothing is changed', 'return false;', { ...change, to: change.from }, /changes nothing/],
    [
      'a test is gone',
      'return false;',
      { ...change, tests: ['test/unit/no.test.ts'] },
      /no test\/unit\/no\.test\.ts/,
    ],
    ['no test is named so', 'return false;', { ...change, named: 'opens' }, /no test is named opens/],
    ['nobody has to notice', 'return false;', { ...change, tests: [] }, /too_small/],
    ['it is more than a line', 'return false;', { ...change, from: 'return\nfalse' }, /invalid_format/],
  ])('is refused where %s', (_what, source, one, message) => {
    expect(() => readMutants(treeWith(source, [one]))).toThrow(message);
  });
});
