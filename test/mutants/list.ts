import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Random } from '#test/chaos/random.ts';
import { applyMutation } from './operators.ts';

/** One line of the app broken on purpose, and the test files that have to notice. */
const mutant = z.strictObject({
  /** Stands in the file exactly once, within one line. */
  from: z.string().regex(/^[^\n]+$/),
  to: z.string().regex(/^[^\n]*$/),
  /** Paths from the project's root. */
  tests: z.array(z.string().regex(/^test\/(unit|integration|renderer)\/.+\.test\.tsx?$/)).min(1),
  /** A part of the names of the tests that have to notice, which alone are run; all tests of the files where it is left out. */
  named: z.string().min(1).optional(),
  /** What the line is for: what would go wrong without it. */
  why: z.string().min(1),
  /** The tests need what was built: as it is without the change, or built anew with it. */
  built: z.enum(['once', 'anew']).optional(),
});

/** A mutant with the file that it breaks, from the project's root, and the number of the line. */
export type Mutant = z.infer<typeof mutant> & {
  file: string;
  line: number;
  /** Where the text begins, of a mutant that was drawn: it may stand in the file more than once. */
  at?: number;
  /** Test files that are run too where the first ones do not notice. */
  further?: string[];
};

const listEnd = '.mutants.json';
const lists = 'test/mutants';

/**
 * All mutants of a tree, in the order of their files. A list has the path of the file that it breaks, in test/mutants
 * where that is in src.
 * Throws where one does not fit any more.
 */
export function readMutants(root: string): Mutant[] {
  return globSync(`${lists}/**/*${listEnd}`, { cwd: root })
    .toSorted()
    .flatMap((list) => {
      const file = `src${list.slice(lists.length, -listEnd.length)}.ts`;
      const source = readFileSync(join(root, file), 'utf8');
      const mutants = z.array(mutant).parse(JSON.parse(readFileSync(join(root, list), 'utf8')));
      return mutants.map((one) => {
        changed(source, one, file);
        for (const test of one.tests) {
          if (!existsSync(join(root, test))) throw new Error(`${list}: there is no ${test}.`);
        }
        const { named } = one;
        const texts = one.tests.map((test) => readFileSync(join(root, test), 'utf8'));
        if (named !== undefined && !texts.some((text) => text.includes(named))) {
          throw new Error(`${list}: no test is named ${named}.`);
        }
        return { ...one, file, line: source.slice(0, source.indexOf(one.from)).split('\n').length };
      });
    });
}

/** The source with the change. Throws where it changes nothing, or does not fit exactly once and says no place. */
export function changed(
  source: string,
  { from, to, at }: Pick<Mutant, 'from' | 'to' | 'at'>,
  file: string,
): string {
  if (at !== undefined) return applyMutation(source, { at, from, to });
  const [before, after, ...more] = source.split(from);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`This is not in ${file} exactly once: ${from}`);
  }
  if (from === to) throw new Error(`This changes nothing in ${file}: ${from}`);
  return before + to + after;
}

/** So many of the mutants, each as likely as any other. */
export function sampleMutants(mutants: readonly Mutant[], count: number, random: Random): Mutant[] {
  return mutants
    .map((mutant) => ({ mutant, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}
