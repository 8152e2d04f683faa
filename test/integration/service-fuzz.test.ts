import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { driverRuns } from '#test/driver-run.ts';

const counts = z.record(z.string(), z.number());
const report = z.object({
  cases: z.number(),
  seed: z.number(),
  ways: counts,
  appliedTwiceUnasked: counts,
  repeatedInDoubt: counts,
  bytesLost: z.number(),
  contradictions: counts,
  wrongState: z.number(),
  tokenLeaks: z.number(),
  faults: z.number(),
});

const run = driverRuns({ main: 'fuzz/main.ts', brokenBuilds: 'fuzz/service/broken-builds' }, report);
const fuzz = (cases: number, brokenBuild?: string) =>
  run(['service', '--cases', String(cases), '--seed', '2026'], brokenBuild);

describe('a service that answers in generated ways', () => {
  it('finds nothing applied twice, nothing lost of an answer, and no headline that contradicts the facts', async () => {
    const { exitCode, found, printed } = await fuzz(100);
    expect(found, printed).toMatchObject({
      appliedTwiceUnasked: { invite: 0, verification: 0 },
      repeatedInDoubt: { invite: 0, verification: 0 },
      bytesLost: 0,
      wrongState: 0,
      tokenLeaks: 0,
      faults: 0,
    });
    expect(found.contradictions, printed).toEqual({});
    expect(exitCode).toBe(0);
    // Otherwise nothing was tried.
    expect(found.cases).toBeGreaterThanOrEqual(100);
    expect(Object.values(found.ways).every((ways) => ways > 5)).toBe(true);
  });

  it('counts submissions that are repeated unasked where what may have arrived is queued again', async () => {
    const { exitCode, found, printed } = await fuzz(150, 'doubt-is-queued-again');
    const { appliedTwiceUnasked: twice } = found;
    expect(
      Object.values(twice).reduce((sum, count) => sum + count, 0),
      printed,
    ).toBeGreaterThan(0);
    expect(exitCode).toBe(1);
  });

  it('counts answers that are lost where bytes that are no text are dropped', async () => {
    const { exitCode, found, printed } = await fuzz(100, 'bytes-are-dropped');
    expect(found.bytesLost, printed).toBeGreaterThan(0);
    expect(found).toMatchObject({ appliedTwiceUnasked: { invite: 0, verification: 0 }, tokenLeaks: 0 });
    expect(exitCode).toBe(1);
  });

  it('finds the contradiction where a failure is taken for a success because of its code', async () => {
    const { exitCode, found, printed } = await fuzz(150, 'failure-is-accepted');
    expect(found.contradictions, printed).toHaveProperty('accepted although the body says that it failed');
    expect(found.wrongState).toBeGreaterThan(0);
    expect(exitCode).toBe(1);
  });

  it('finds the token where an answer that repeats it is kept with it', async () => {
    const { exitCode, found, printed } = await fuzz(150, 'echoed-token-is-kept');
    expect(found.tokenLeaks, printed).toBeGreaterThan(0);
    expect(exitCode).toBe(1);
  });
});
