import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { namedTests } from '../../scripts/bootstrap/named-tests.ts';
import { readMutants, type Mutant } from './list.ts';
import { applyMutation, findMutations, parses } from './operators.ts';
import type { Random } from '#test/chaos/random.ts';

/** Where a fault sends twice, loses, or calls somebody fit for work; with words in the names of the tests that know of it. */
const areas = [
  {
    sources: ['src/main/outbox/*.ts', 'src/main/features/{correction,undo-entries}.ts'],
    tests:
      /outbox|entry|one-bad|queue|undo|send-delay|unanswered|refus|outcome|correct|bulk-work|last-queued|shared-limit|seen-version|asking-now|scheduler|sync|service-contact|in-flight|waiting|news/,
  },
  {
    sources: ['src/main/service-client/*.ts'],
    tests:
      /transport|answer|service|network|refus|outcome|exact|file-fetch|token|prob|proxy|idempotency|misbehaviour/,
  },
  {
    sources: ['src/shared/onboarding/*.ts', 'src/shared/verdict/license-verdict.ts'],
    tests: /onboarding|judge|verdict|license|requirement|calendar|expiry|today|vendor-report|sets/,
  },
];

/**
 * Mutants at random places of the areas, whatever their operator. The same seed draws the same from the same sources.
 * The tests of each are those that import the file or stand in its list, and then those of its area that load it.
 * @param count how many, or all that there are
 * @param only a text in the paths of the sources
 */
export function drawMutants(root: string, count: number, random: Random, only: string): Mutant[] {
  const listed = readMutants(root);
  const tests = namedTests(root, [''])
    .filter(({ step, needsBuild }) => (step === 'unit' || step === 'integration') && !needsBuild)
    .map(({ file }) => file);
  const loads = createImports(root);
  const loaded = new Map(tests.map((test) => [test, loads(test)]));
  const all = areas.flatMap((area) =>
    globSync(area.sources, { cwd: root })
      .toSorted()
      .filter((file) => file.includes(only))
      .flatMap((file) => {
        const source = readFileSync(join(root, file), 'utf8');
        return findMutations(file, source).map((mutation) => ({ file, source, mutation, area }));
      }),
  );
  const inOrder = all
    .map((each) => ({ each, order: random.next() }))
    .toSorted((one, other) => one.order - other.order);
  const drawn: typeof all = [];
  for (const { each } of inOrder) {
    if (drawn.length >= count) break;
    if (parses(each.file, applyMutation(each.source, each.mutation))) drawn.push(each);
  }
  return drawn.map(({ file, source, mutation, area }) => {
    const inList = listed.filter((one) => one.file === file).flatMap((one) => one.tests);
    const loading = tests.filter((test) => loaded.get(test)?.has(file) === true);
    const near = loading.filter((test) => inList.includes(test) || loaded.get(test)?.get(file) === 1);
    return {
      file,
      line: source.slice(0, mutation.at).split('\n').length,
      at: mutation.at,
      from: mutation.from,
      to: mutation.to,
      why: mutation.kind,
      tests: near,
      further: loading.filter((test) => area.tests.test(test) && !near.includes(test)),
    };
  });
}

/** Gives a function that tells which files of ours a file loads, with how many steps lie between. */
function createImports(root: string): (file: string) => Map<string, number> {
  const direct = new Map<string, string[]>();
  const listImports = (file: string): string[] => {
    const known = direct.get(file);
    if (known !== undefined) return known;
    const source = readFileSync(join(root, file), 'utf8');
    const found = [...source.matchAll(/'((?:#|\.\.?\/)[^'\n]+\.tsx?)'/g)]
      .map(([, path = '']) =>
        path.startsWith('#') ? inProject(path) : posix.join(posix.dirname(file), path),
      )
      .filter((path) => existsSync(join(root, path)));
    direct.set(file, found);
    return found;
  };
  return (file) => {
    const steps = new Map([[file, 0]]);
    for (const [each, step] of steps) {
      for (const next of listImports(each)) if (!steps.has(next)) steps.set(next, step + 1);
    }
    return steps;
  };
}

/** `#test/x.ts` is in test, all others are in src. */
function inProject(path: string): string {
  return path.startsWith('#test/') ? path.slice(1) : `src/${path.slice(1)}`;
}
