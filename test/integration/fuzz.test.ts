import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getCases, runTarget, defaultLimits, type FuzzTarget } from '#test/fuzz/target.ts';
import { fuzzTargets } from '#test/fuzz/targets.ts';

// The same cases every time; `npm run fuzz` lives through many others.
const seed = 20_261_120;

const sizes = [
  { cases: 60, options: {} },
  { cases: 400, options: { tags: ['nightly'] } },
];

describe.each(sizes)('$cases cases', ({ cases, options }) =>
  it.each(fuzzTargets)('$name: whatever comes is taken or refused in words', options, async (target) => {
    const wanted = target.slow ? cases / 10 : cases;
    const { failure, cases: lived } = await runTarget(target, wanted, seed);
    expect(failure).toBeNull();
    expect(lived).toBe(wanted);
  }),
);

/** A target of one kind of case. */
function made(live: () => void | Promise<void>, takesLong = false): FuzzTarget {
  return {
    name: 'made up',
    open: () =>
      Promise.resolve({
        cases: getCases(fc.nat(), live, () => takesLong),
        close: () => Promise.resolve(),
      }),
  };
}

it('a call that never answers is found, also where work takes long', async () => {
  const never = () => new Promise<void>(() => undefined);
  const limits = { ...defaultLimits, wallMs: 20 };
  expect((await runTarget(made(never), 5, seed, limits)).failure).toContain('had not answered after 20 ms');
  expect((await runTarget(made(never, true), 5, seed, limits)).failure).toContain('after 200 ms');
});

it('a call that keeps the thread is found', async () => {
  const limits = { ...defaultLimits, threadMs: 1 };
  const busy = () => {
    const before = process.threadCpuUsage();
    while (process.threadCpuUsage(before).user < 5000);
  };
  expect((await runTarget(made(busy), 5, seed, limits)).failure).toMatch(/It took \d+ ms/);
  expect((await runTarget(made(busy, true), 5, seed, limits)).failure).toBeNull();
});
