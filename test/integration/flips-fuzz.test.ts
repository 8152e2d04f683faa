import { expect, it } from 'vitest';
import { z } from 'zod';
import { driverRuns } from '#test/driver-run.ts';

const report = z.object({
  flips: z.number(),
  opened: z.number(),
  held: z.number(),
  wrong: z.number(),
  kinds: z.record(z.string(), z.number()),
});

const run = driverRuns({ main: 'fuzz/main.ts', brokenBuilds: 'fuzz/flips/broken-builds' }, report);
/** The first flips of this seed hit requests that are to be sent. */
const fuzz = (cases: number, brokenBuild?: string) =>
  run(['flips', '--cases', String(cases), '--seed', '12'], brokenBuild);

it('one flipped bit never stops the app, and nothing that was altered is sent', async () => {
  const { exitCode, found, printed } = await fuzz(6);
  expect(found, printed).toMatchObject({ flips: 6, opened: 6, wrong: 0, kinds: {} });
  expect(found.held, printed).toBeGreaterThan(0);
  expect(exitCode).toBe(0);
});

it('what is sent altered is found where the checksums are not compared', { tags: ['nightly'] }, async () => {
  const { exitCode, found, printed } = await fuzz(6, 'altered-is-sent');
  expect(found.kinds, printed).toHaveProperty('sent altered');
  expect(exitCode).toBe(1);
});
