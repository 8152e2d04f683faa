import { parseArgs } from 'node:util';
import { runTarget } from './target.ts';
import { fuzzTargets } from './targets.ts';

// `npm run fuzz -- --cases N --seed S --only NAME`: one JSON object a line for each target; exit 1 where one failed.

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string' },
  },
});
const cases = Number.parseInt(values.cases, 10);
const seed = Number.parseInt(values.seed, 10);
const chosen = fuzzTargets.filter(({ name }) => values.only === undefined || name === values.only);
if (!(cases > 0) || Number.isNaN(seed) || chosen.length === 0) {
  console.error(
    `Give --cases and --seed as numbers, and --only as one of: ${fuzzTargets.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
for (const target of chosen) {
  const { failure, ...result } = await runTarget(target, cases, seed);
  console.log(JSON.stringify({ ...result, failed: failure !== null }));
  if (failure === null) continue;
  console.error(failure);
  process.exitCode = 1;
}
// What never answered may still be waited for.
if (process.exitCode === 1) process.exit();
