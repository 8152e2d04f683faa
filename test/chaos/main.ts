import { parseArgs } from 'node:util';
import { isClean, runChaos } from './run.ts';
import { isTeamClean, runTeamChaos } from './team/run.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    team: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds ?? '50');
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  console.error('Usage: npm run chaos -- [--team] --rounds N --seed S');
  process.exit(2);
}
console.log(`seed ${seed}`);
const attack = async <Report>(
  run: (rounds: number, seed: number, note: (line: string) => void) => Promise<Report>,
  isGood: (report: Report) => boolean,
): Promise<boolean> => {
  const report = await run(rounds, seed, (line) => {
    console.log(line);
  });
  console.log(JSON.stringify(report));
  return isGood(report);
};
const isGood = values.team ? await attack(runTeamChaos, isTeamClean) : await attack(runChaos, isClean);
// Said outright: after many reset sockets Node may never finish cleaning up by itself.
process.exit(isGood ? 0 : 1);
