import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { driverRuns, firstFinding } from '#test/driver-run.ts';
import { hasPostgres } from '#test/team/postgres.ts';

const report = z.object({
  rounds: z.number(),
  lost: z.number(),
  appliedTwice: z.number(),
  invitesSentTwiceUnasked: z.number(),
  diverged: z.number(),
  endedUnasked: z.number(),
  faults: z.number(),
  stuck: z.number(),
  acts: z.number(),
  mails: z.number(),
});

const run = driverRuns({ main: 'chaos/main.ts', brokenBuilds: 'chaos/broken-builds' }, report);
const chaos = (rounds: number, seed: number, brokenBuild?: string) =>
  run(['--team', '--rounds', String(rounds), '--seed', String(seed)], brokenBuild);

const tests = () => {
  it('finds that three seats show the same after it, and that no invite went out twice', async () => {
    const { exitCode, found, printed } = await chaos(4, 2026);
    expect(found, printed).toMatchObject({
      rounds: 4,
      lost: 0,
      appliedTwice: 0,
      invitesSentTwiceUnasked: 0,
      diverged: 0,
      endedUnasked: 0,
      faults: 0,
      stuck: 0,
    });
    expect(exitCode).toBe(0);
    // Otherwise the attack was none.
    expect(found.acts).toBeGreaterThan(8);
    expect(found.mails).toBeGreaterThan(0);
  });

  it.each([
    ['holds no invite for a colleague’s', 'team-holds-nothing', 'invitesSentTwiceUnasked'],
    ['pushes nothing again to a restored copy', 'team-forgets-restored-copy', 'lost'],
  ] as const)(
    'counts what goes wrong where the app %s',
    { tags: ['nightly'] },
    async (_what, build, wrong) => {
      const { exitCode, found, printed } = await firstFinding(
        (seed) => chaos(6, seed, build),
        (one) => one.found[wrong] > 0,
      );
      expect(found[wrong], printed).toBeGreaterThan(0);
      expect(exitCode).toBe(1);
    },
  );
};

const name = 'the attack on a team';
if (hasPostgres) describe(name, tests);
else it.skip(`${name}: PostgreSQL is not installed here`);
