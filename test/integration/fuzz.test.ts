import { expect, it } from 'vitest';
import { runTarget } from '#test/fuzz/target.ts';
import { fuzzTargets } from '#test/fuzz/targets.ts';

// The long run is `npm run fuzz`.
const cases = 400;

it.each(fuzzTargets)(
  '$name: whatever comes is taken or refused in words',
  { timeout: 120_000 },
  async (target) => {
    const { failure, cases: lived } = await runTarget(target, cases, Math.floor(Math.random() * 2 ** 31));
    expect(failure).toBeNull();
    expect(lived).toBe(cases);
  },
);
