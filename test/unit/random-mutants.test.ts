import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#test/chaos/random.ts';
import { drawMutants } from '#test/mutants/draw.ts';
import { applyMutation, findMutations } from '#test/mutants/operators.ts';

const root = join(import.meta.dirname, '..', '..');
const mutated = (source: string) => findMutations('a.ts', source).map((one) => applyMutation(source, one));

describe('the mutations of a source', () => {
  it.each([
    ['a condition', 'if (a) b(); else c();', ['if (!(a)) b(); else c();']],
    ['a guard', 'if (a) throw b;', [';', 'if (!(a)) throw b;']],
    ['clauses', 'const x = a && b && c;', ['const x = a && b;', 'const x = c;', 'const x = (a || b) && c;']],
    ['a bound', 'const x = a < b;', ['const x = (a <= b);']],
    ['an equality', 'const x = a === b;', ['const x = (a !== b);']],
    ['a number', 'const x = 5;', ['const x = (5 + 1);', 'const x = (5 - 1);']],
    ['a large number', 'const x = 900_000;', ['const x = (900_000 * 2);']],
    ['a statement', 'run(a);', [';']],
    ['what is true or false', 'const f = () => !a;', ['const f = () => true;', 'const f = () => false;']],
    ['what is returned', 'function f() { if (a) return null; return b; }', ['return null; return null;']],
    ['a name', "run('sent', 'failed');", ["run('failed', 'failed');", "run('sent', 'sent');"]],
  ])('change %s', (_what, source, some) => {
    const all = mutated(source);
    for (const each of some) expect(all).toContainEqual(expect.stringContaining(each));
    expect(all).not.toContain(source);
  });

  it('leave types, imports, names of properties and messages alone', () => {
    const source = `import a from 'some-package';
      export type Kind = 'sent' | 'failed' | 1 | true;
      export const b: Record<Kind, string> = { 'sent': a, failed: 'It failed.' };`;
    expect(findMutations('a.ts', source)).toEqual([]);
  });

  it('fit at their place where the same text stands twice', () => {
    expect(mutated('if (a) b(); if (a) b();')).toContain('if (a) b(); if (!(a)) b();');
  });
});

describe('mutants that are drawn', () => {
  const drawn = (seed: number) => drawMutants(root, 30, createRandom(seed), '');

  it('are the same with the same seed, and others with another', () => {
    const first = drawn(7);
    expect(drawn(7)).toEqual(first);
    expect(drawn(8)).not.toEqual(first);
  });

  it('each have tests that load the file and need no build', () => {
    for (const { file, tests, further } of drawn(7)) {
      expect([...tests, ...(further ?? [])], file).not.toEqual([]);
      expect(tests).not.toContain('test/integration/boot-start.test.ts');
    }
  });

  it('are of the named files alone where a text is given', () => {
    const files = drawMutants(root, 5, createRandom(7), 'outbox/breaker').map(({ file }) => file);
    expect(new Set(files)).toEqual(new Set(['src/main/outbox/breaker.ts']));
  });
});
