import { parseArgs } from 'node:util';
import { runTruth } from './run.ts';

const { values } = parseArgs({
  options: { events: { type: 'string' }, seed: { type: 'string' }, pace: { type: 'string' } },
});
const events = Number(values.events ?? '200');
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
/** How long an event lasts at most, in milliseconds. */
const pace = Number(values.pace ?? '2200');
if (![events, seed, pace].every(Number.isInteger) || events < 1 || pace < 1) {
  console.error('Usage: npm run truth -- --events N --seed S [--pace MS]');
  process.exit(2);
}
// Ended from outside, it takes what it started along.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(1));
console.log(`seed ${seed}`);
const report = await runTruth({ events, seed, pace }, (line) => {
  console.log(line);
});
console.log(JSON.stringify(report));
// Said outright: after many reset sockets Node may never finish cleaning up by itself.
process.exit(Object.keys(report.false).length === 0 ? 0 : 1);
