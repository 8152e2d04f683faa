import { parseArgs } from 'node:util';
import { isClean, runChaos } from './run.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
const rounds = Number(values.rounds ?? '50');
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  console.error('Usage: npm run chaos -- --rounds N --seed S');
  process.exit(2);
}
console.log(`seed ${seed}`);
const report = await runChaos(rounds, seed, (line) => {
  console.log(line);
});
console.log(JSON.stringify(report));
// Said outright: after many reset sockets Node may never finish cleaning up by itself.
process.exit(isClean(report) ? 0 : 1);
