import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { driverRuns, firstFinding } from '#test/driver-run.ts';

const counts = z.record(z.string(), z.number());
const report = z.object({
  cases: z.number(),
  seed: z.number(),
  ways: counts,
  appliedTwiceUnasked: counts,
  repeatedInDoubt: counts,
  bytesLost: z.number(),
  contradictions: counts,
  falseYes: z.number(),
  wrongState: z.number(),
  tokenLeaks: z.number(),
  faults: z.number(),
});

const run = driverRuns({ main: 'fuzz/main.ts', brokenBuilds: 'fuzz/service/broken-builds' }, report);
const fuzz = (cases: number, seed: number, brokenBuild?: string) =>
  run(['service', '--cases', String(cases), '--seed', String(seed)], brokenBuild);

/** A short run of a broken build, repeated until it found what was looked for. */
const searched = (brokenBuild: string, isFound: (found: z.infer<typeof report>) => boolean) =>
  firstFinding(
    (seed) => fuzz(10, seed, brokenBuild),
    ({ found }) => isFound(found),
  );

const nightly = { tags: ['nightly'] };

/** Without a fault a day is short in every run, and longer in the nights. */
const days = [
  { cases: 30, options: {} },
  { cases: 100, options: nightly },
];

describe('a service that answers in generated ways', () => {
  for (const { cases, options } of days)
    it(
      `finds nothing applied twice, nothing lost of an answer, and no headline that contradicts the facts, in ${cases} answers`,
      options,
      async () => {
        const { exitCode, found, printed } = await fuzz(cases, 2026);
        expect(found, printed).toMatchObject({
          appliedTwiceUnasked: { invite: 0, verification: 0 },
          repeatedInDoubt: { invite: 0, verification: 0 },
          bytesLost: 0,
          falseYes: 0,
          wrongState: 0,
          tokenLeaks: 0,
          faults: 0,
        });
        expect(found.contradictions, printed).toEqual({});
        expect(exitCode).toBe(0);
        // Otherwise nothing was tried.
        expect(found.cases).toBeGreaterThanOrEqual(cases);
        expect(Object.values(found.ways).every((ways) => ways > 0)).toBe(true);
      },
    );

  it(
    'counts submissions that are repeated unasked where what may have arrived is queued again',
    nightly,
    async () => {
      const appliedTwice = ({ appliedTwiceUnasked: twice }: z.infer<typeof report>) =>
        Object.values(twice).reduce((sum, count) => sum + count, 0);
      const { exitCode, found, printed } = await searched(
        'doubt-is-queued-again',
        (run) => appliedTwice(run) > 0,
      );
      expect(appliedTwice(found), printed).toBeGreaterThan(0);
      expect(exitCode).toBe(1);
    },
  );

  it('counts answers that are lost where bytes that are no text are dropped', async () => {
    const { exitCode, found, printed } = await searched('bytes-are-dropped', (run) => run.bytesLost > 0);
    expect(found.bytesLost, printed).toBeGreaterThan(0);
    expect(found).toMatchObject({ appliedTwiceUnasked: { invite: 0, verification: 0 }, tokenLeaks: 0 });
    expect(exitCode).toBe(1);
  });

  it(
    'finds the contradiction where a failure is taken for a success because of its code',
    nightly,
    async () => {
      const accepted = 'accepted although the body says that it failed';
      const { exitCode, found, printed } = await searched(
        'failure-is-accepted',
        ({ contradictions, wrongState }) => accepted in contradictions && wrongState > 0,
      );
      expect(found.contradictions, printed).toHaveProperty(accepted);
      expect(found.wrongState).toBeGreaterThan(0);
      expect(exitCode).toBe(1);
    },
  );

  it('counts a false yes where a member that is not understood is passed over', nightly, async () => {
    const { exitCode, found, printed } = await searched('doubts-are-dropped', (run) => run.falseYes > 0);
    expect(found.falseYes, printed).toBeGreaterThan(0);
    expect(exitCode).toBe(1);
  });

  it('finds the token where an answer that repeats it is kept with it', nightly, async () => {
    const { exitCode, found, printed } = await searched('echoed-token-is-kept', (run) => run.tokenLeaks > 0);
    expect(found.tokenLeaks, printed).toBeGreaterThan(0);
    expect(exitCode).toBe(1);
  });
});
