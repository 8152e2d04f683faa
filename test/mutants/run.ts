import type { Mutant } from './list.ts';
import { createTree, type TestRun, type Tree } from './tree.ts';

export interface MutantsReport {
  mutants: number;
  killed: number;
  survived: number;
  /** Of these it is not known: their tests could not be run. */
  broken: number;
}

/** Each tree runs the tests of one mutant at a time. */
const trees = 2;

/** A broken test may wait this much longer than all of its file took unbroken, in milliseconds and as often. */
const patience = { ms: 15_000, times: 5 };

/**
 * Runs the tests of each mutant with it, after all of them have passed without any. A mutant is killed where a test fails.
 * Throws where the tests fail without one.
 */
export async function runMutants(
  mutants: readonly Mutant[],
  note: (line: string) => void,
): Promise<MutantsReport> {
  const counts: MutantsReport = { mutants: mutants.length, killed: 0, survived: 0, broken: 0 };
  const left = [...mutants];
  const copies = Array.from({ length: Math.min(trees, mutants.length) }, createTree);
  try {
    const [first] = copies;
    if (first === undefined) return counts;
    if (mutants.some(({ built }) => built !== undefined))
      for (const copy of copies) await copy.build('with_page');
    note(`${mutants.length} mutants; first their tests without any of them …`);
    const took = new Map<string, number>();
    for (const named of [true, false]) {
      const some = mutants.filter((one) => (one.named !== undefined) === named);
      for (const [test, ms] of await soundTests(some, first))
        took.set(test, Math.max(took.get(test) ?? 0, ms));
    }
    await Promise.all(
      copies.map(async (copy) => {
        for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
          const fate = await judgeFate(mutant, copy, took);
          counts[fate.kind] += 1;
          note(sentence(mutant, fate));
        }
      }),
    );
    return counts;
  } finally {
    for (const copy of copies) copy.remove();
  }
}

/** How long each test file of these mutants takes without them. Throws where one fails so. */
async function soundTests(mutants: readonly Mutant[], tree: Tree): Promise<TestRun['took']> {
  if (mutants.length === 0) return new Map();
  const tests = new Set(mutants.flatMap((one) => one.tests));
  const names = new Set(mutants.flatMap(({ named }) => named ?? []));
  const run = await tree.runTests([...tests], [...names], null);
  if (!run.passed) throw new Error(`These fail without a mutant: ${run.failed.join('; ')}\n${run.printed}`);
  return run.took;
}

type Fate = { kind: 'killed'; by: string } | { kind: 'survived' } | { kind: 'broken'; printed: string };

function judgeFate(mutant: Mutant, tree: Tree, took: TestRun['took']): Promise<Fate> {
  const longest = Math.max(...mutant.tests.map((test) => took.get(test) ?? 0));
  const names = mutant.named === undefined ? [] : [mutant.named];
  return tree.withMutant(mutant, async () => {
    if (mutant.built === 'anew') await tree.build('without_page');
    const run = await tree.runTests(mutant.tests, names, Math.round(patience.ms + patience.times * longest));
    const [by] = run.failed;
    if (by !== undefined) return { kind: 'killed', by };
    return run.passed ? { kind: 'survived' } : { kind: 'broken', printed: run.printed };
  });
}

function sentence({ file, line, from, to, why }: Mutant, fate: Fate): string {
  const place = `${file}:${line}`;
  const change = `  - ${from.trim()}\n  + ${to.trim()}\n  ${why}`;
  switch (fate.kind) {
    case 'killed':
      return `killed    ${place} by “${fate.by}”`;
    case 'survived':
      return `SURVIVED  ${place}\n${change}`;
    case 'broken':
      return `NOT RUN   ${place}\n${change}\n${fate.printed}`;
  }
}
