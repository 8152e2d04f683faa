import { parseArgs } from 'node:util';
import { fuzzFlips } from './flips/main.ts';
import { fuzzLists } from './lists/main.ts';
import { fuzzService } from './service/main.ts';
import { runTarget, strictLimits } from './target.ts';
import { fuzzTargets } from './targets.ts';

// `npm run fuzz -- --cases N --seed S --only NAME`: one JSON object a line for each target; exit 1 where one failed.
// A name may stand alone as well. `lists`, `service` and `flips` are runs of their own: lists
// written from what they mean, whole days against the real app, and starts of the real app on altered data.

/** So many times fewer cases are lived through of a target whose cases take long. */
const slowShare = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string' },
  },
});
const [named] = positionals;
const only = values.only ?? named;
const service = only === 'service';
const flips = only === 'flips';
const lists = only === 'lists';
const cases = Number.parseInt(values.cases ?? (service || flips || lists ? '2000' : '100000'), 10);
const seed = Number.parseInt(values.seed, 10);
const chosen = fuzzTargets.filter(({ name }) => only === undefined || name === only);
if (
  !(cases > 0) ||
  Number.isNaN(seed) ||
  positionals.length > 1 ||
  (chosen.length === 0 && !service && !flips && !lists)
) {
  const names = [...fuzzTargets.map(({ name }) => name), 'lists', 'service', 'flips'].join(', ');
  console.error(`Give --cases and --seed as numbers, and as --only or alone one of: ${names}.`);
  process.exit(2);
}
// Said outright: what never answered may still be waited for.
if (lists) process.exit(await fuzzLists(cases, seed));
if (flips) process.exit(await fuzzFlips(cases, seed));
if (service) process.exit(await fuzzService(cases, seed));
for (const target of chosen) {
  const { failure, ...result } = await runTarget(
    target,
    target.slow ? Math.ceil(cases / slowShare) : cases,
    seed,
    strictLimits,
  );
  console.log(JSON.stringify({ ...result, failed: failure !== null }));
  if (failure === null) continue;
  console.error(failure);
  process.exitCode = 1;
}
// What never answered may still be waited for.
if (process.exitCode === 1) process.exit();
