import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '#test/chaos/random.ts';
import { drawMutants } from './draw.ts';
import { readMutants, sampleMutants, type Mutant } from './list.ts';
import { runMutants } from './run.ts';
import { endRuns } from './tree.ts';

// `npm run mutants -- --sample N --seed S --only TEXT`, or with --random N in place of the lists:
// exit 1 where a mutant survived or could not be tried; of random ones, where fewer were killed than have to be.

/** Of random mutants some change nothing that can be seen. */
const minRandomScore = 0.85;

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
});
const isDrawn = values.random !== undefined;
const count = Number(values.random ?? values.sample ?? 'Infinity');
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const only = values.only ?? '';
const root = join(import.meta.dirname, '..', '..');
const random = createRandom(seed);
const chosen = isDrawn ? drawMutants(root, count, random, only) : chooseListed();
if (!(count >= 1) || !Number.isInteger(seed) || chosen.length === 0) {
  console.error(
    'Usage: npm run mutants -- [--sample N | --random N] [--seed S] [--only TEXT OF A FILE, LINE OR REASON]',
  );
  process.exit(2);
}
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    endRuns();
    process.exit(1);
  });
}
if (Number.isFinite(count)) console.log(`seed ${seed}`);
const report = await runMutants(chosen, (line) => {
  console.log(line);
});
const score = report.killed / (report.mutants - report.broken);
console.log(JSON.stringify({ ...report, score: Math.round(score * 1000) / 1000 }));
process.exitCode = score >= (isDrawn ? minRandomScore : 1) && report.broken === 0 ? 0 : 1;

function chooseListed(): Mutant[] {
  const fitting = readMutants(root).filter(({ file, from, why }) =>
    [file, from, why].some((text) => text.includes(only)),
  );
  return count >= fitting.length ? fitting : sampleMutants(fitting, count, random);
}
