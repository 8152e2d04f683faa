import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demandBuild } from '#test/boot/booted-app.ts';

const truthFolder = join(import.meta.dirname, '..', 'truth');
const report = z.object({
  events: z.number(),
  samples: z.number(),
  read: z.object({ rows: z.number(), gone: z.number() }),
  items: z.number(),
  kills: z.number(),
  false: z.record(z.string(), z.object({ count: z.number(), longestMs: z.number() })),
});

const folder = mkdtempSync(join(tmpdir(), 'gangway-truth-test-'));

/** Runs the day as `npm run truth` does, with a build that was broken on purpose where one is named. */
async function truth(events: number, brokenBuild?: string) {
  const broken =
    brokenBuild === undefined
      ? []
      : ['--import', pathToFileURL(join(truthFolder, 'broken-builds', `${brokenBuild}.ts`)).href];
  const day = ['--events', String(events), '--seed', '4', '--pace', '900'];
  const env = { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const ended = await new Promise<{ exitCode: number; stdout: string }>((resolve, reject) => {
    const args = [...broken, join(truthFolder, 'main.ts'), ...day];
    const child = execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      if (child.exitCode === null) reject(error ?? new Error(stderr));
      else resolve({ exitCode: child.exitCode, stdout: `${stdout}${stderr}` });
    });
  });
  const line = ended.stdout.split('\n').findLast((one) => one.startsWith('{"events"'));
  if (line === undefined) throw new Error(ended.stdout);
  return { exitCode: ended.exitCode, found: report.parse(JSON.parse(line)), printed: ended.stdout };
}

beforeAll(demandBuild);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

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

  it('finds the progress card of a build in which a run of sending never ends', async () => {
    const { exitCode, found, printed } = await truth(4, 'a-run-never-ends');
    expect(found.false['card']?.count ?? 0, printed).toBeGreaterThan(0);
    expect(exitCode).toBe(1);
  });
});
