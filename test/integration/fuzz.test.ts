import { expect, it } from 'vitest';
import { runTarget } from '#test/fuzz/target.ts';
import { fuzzTargets } from '#test/fuzz/targets.ts';

// The same cases every time; `npm run fuzz` lives through many others.
const cases = 400;
const seed = 20_261_120;

it.each(fuzzTargets)(
  '$name: whatever comes is taken or refused in words',
  { timeout: 120_000 },
  async (target) => {
    const { failure, cases: lived } = await runTarget(target, cases, seed);
    expect(failure).toBeNull();
    expect(lived).toBe(cases);
  },
);
