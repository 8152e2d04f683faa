import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '#test/chaos/random.ts';
import { readMutants } from './list.ts';
import { runMutants } from './run.ts';
import { endRuns } from './tree.ts';

// `npm run mutants -- --sample N --seed S --only TEXT`: exit 1 where a mutant survived or could not be tried.

const { values } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const sample = Number(values.sample ?? 'Infinity');
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const only = values.only ?? '';
const fitting = readMutants(join(import.meta.dirname, '..', '..')).filter(({ file, from, why }) =>
  [file, from, why].some((text) => text.includes(only)),
);
const random = createRandom(seed);
const chosen =
  sample < fitting.length
    ? fitting
        .map((mutant) => ({ mutant, place: random.next() }))
        .toSorted((one, other) => one.place - other.place)
        .slice(0, sample)
        .map(({ mutant }) => mutant)
    : fitting;
if (!(sample >= 1) || !Number.isInteger(seed) || chosen.length === 0) {
  console.error('Usage: npm run mutants -- [--sample N] [--seed S] [--only TEXT OF A FILE, LINE OR REASON]');
  process.exit(2);
}
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    endRuns();
    process.exit(1);
  });
}
if (sample < fitting.length) console.log(`seed ${seed}`);
const report = await runMutants(chosen, (line) => {
  console.log(line);
});
console.log(JSON.stringify(report));
process.exitCode = report.killed === report.mutants ? 0 : 1;
