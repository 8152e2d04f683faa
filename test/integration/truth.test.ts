import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { driverRuns } from '#test/driver-run.ts';
import { demandBuild } from '#test/boot/booted-app.ts';

const report = z.object({
  events: z.number(),
  samples: z.number(),
  read: z.object({ rows: z.number(), gone: z.number() }),
  items: z.number(),
  kills: z.number(),
  false: z.record(z.string(), z.object({ count: z.number(), maxMs: z.number() })),
});

const run = driverRuns({ main: 'truth/main.ts', brokenBuilds: 'truth/broken-builds' }, report);
const truth = (events: number, brokenBuild?: string) =>
  run(['--events', String(events), '--seed', '4', '--pace', '900'], brokenBuild);

beforeAll(demandBuild);
describe('a day with the screen', () => {
  it('has nothing on it that is false for longer than a second', async () => {
    const { exitCode, found, printed } = await truth(7);
    expect(found.false, printed).toEqual({});
    expect(exitCode).toBe(0);
    // Otherwise the day was none.
    expect(found.samples).toBeGreaterThan(15);
    expect(found.read.rows).toBeGreaterThan(10);
    expect(found.read.gone).toBeGreaterThan(0);
    expect(found.items).toBeGreaterThan(2);
    expect(found.kills).toBeGreaterThan(0);
  });

  it(
    'finds the progress card of a build in which a run of sending never ends',
    { tags: ['nightly'] },
    async () => {
      const { exitCode, found, printed } = await truth(4, 'a-run-never-ends');
      expect(found.false['card']?.count ?? 0, printed).toBeGreaterThan(0);
      expect(exitCode).toBe(1);
    },
  );
});
