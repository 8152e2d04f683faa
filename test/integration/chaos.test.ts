import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';

const run = promisify(execFile);
const report = z.object({
  rounds: z.number(),
  handedOver: z.number(),
  applied: z.number(),
  lost: z.number(),
  invitesSentTwiceUnasked: z.number(),
  stuck: z.number(),
  wrongState: z.number(),
  tokenLeaks: z.number(),
});

it(
  'loses nothing and sends no invite twice while it is killed, paused, cut off and lied to',
  { timeout: 120_000 },
  async () => {
    const main = join(import.meta.dirname, '..', 'chaos', 'main.ts');
    const { stdout } = await run(process.execPath, [main, '--rounds', '10', '--seed', '2026']);
    const found = report.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    expect(found).toMatchObject({
      rounds: 10,
      lost: 0,
      invitesSentTwiceUnasked: 0,
      stuck: 0,
      wrongState: 0,
      tokenLeaks: 0,
    });
    // Otherwise the attack was none.
    expect(found.handedOver).toBeGreaterThan(20);
    expect(found.applied).toBeGreaterThan(5);
  },
);
