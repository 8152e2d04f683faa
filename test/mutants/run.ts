import type { Mutant } from './list.ts';
import { createTree, type Limits, type TestRun, type Tree } from './tree.ts';

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

/** The run of all test files of a mutant, which may have made a loop endless, so much longer than they took unbroken. */
const patienceWithAll = { ms: 60_000, times: 3 };

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
  const tests = new Set(mutants.flatMap((one) => [...one.tests, ...(one.further ?? [])]));
  const nightly = mutants.some((one) => !isDrawn(one));
  const parts = new Set(mutants.flatMap(({ named }) => named ?? []));
  const run = await tree.runTests([...tests], { named: [...parts], nightly }, null);
  if (!run.passed) {
    const names = [...run.failed, ...run.unloaded].join('; ');
    const cause =
      names === ''
        ? 'No test fails without a mutant, but the run does'
        : `These fail without a mutant: ${names}`;
    throw new Error(`${cause}.\n${run.printed}`);
  }
  return run.took;
}

type Fate = { kind: 'killed'; by: string } | { kind: 'survived' } | { kind: 'broken'; printed: string };

function judgeFate(mutant: Mutant, tree: Tree, took: TestRun['took']): Promise<Fate> {
  const part = { named: mutant.named === undefined ? [] : [mutant.named], nightly: !isDrawn(mutant) };
  return tree.withMutant(mutant, async () => {
    if (mutant.built === 'anew') await tree.build('without_page');
    let fate: Fate = { kind: 'survived' };
    for (const files of [mutant.tests, mutant.further ?? []]) {
      // Of some files every test is of the second tier.
      const tests = isDrawn(mutant) ? files.filter((file) => took.has(file)) : files;
      if (tests.length === 0 || fate.kind !== 'survived') continue;
      fate = toFate(mutant, await tree.runTests(tests, part, limitsFor(tests, took)));
    }
    return fate;
  });
}

/** Which tests know of a mutant that was drawn nobody has said, so the first tier of them is enough. */
function isDrawn(mutant: Mutant): boolean {
  return mutant.at !== undefined;
}

function limitsFor(tests: readonly string[], took: TestRun['took']): Limits {
  const each = tests.map((test) => took.get(test) ?? 0);
  return {
    testMs: Math.round(patience.ms + patience.times * Math.max(...each)),
    allMs: Math.round(patienceWithAll.ms + patienceWithAll.times * each.reduce((sum, ms) => sum + ms, 0)),
  };
}

function toFate(mutant: Mutant, { failed: [by], passed, unloaded, printed }: TestRun): Fate {
  if (by !== undefined) return { kind: 'killed', by };
  if (passed) return { kind: 'survived' };
  // One that was drawn still parses: what it breaks while it is loaded is noticed by whoever starts the app.
  const [file] = isDrawn(mutant) ? unloaded : [];
  return file === undefined ? { kind: 'broken', printed } : { kind: 'killed', by: `${file} does not load` };
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
