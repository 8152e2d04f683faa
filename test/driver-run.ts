import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import type { z } from 'zod';

/**
 * Lets a test file run a driver (its main file, within `test`) as its command does, in a process of its own. What it answers is
 * read from the last line that holds a report; a driver that ended without one is an error that says what it printed.
 * `brokenBuild` names a file in the folder `brokenBuilds`, which breaks the app on purpose.
 */
export function driverRuns<Report>(files: { main: string; brokenBuilds: string }, report: z.ZodType<Report>) {
  /** Runs keep what Node compiled for each other here, and their own folders if they find something. */
  const folder = mkdtempSync(join(tmpdir(), 'gangway-driver-test-'));
  const compiled = process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  return async (driverArguments: readonly string[], brokenBuild?: string) => {
    const broken =
      brokenBuild === undefined
        ? []
        : [
            '--import',
            pathToFileURL(join(import.meta.dirname, files.brokenBuilds, `${brokenBuild}.ts`)).href,
          ];
    const env = { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: compiled };
    const ended = await new Promise<{ exitCode: number; stdout: string; printed: string }>(
      (resolve, reject) => {
        const args = [...broken, join(import.meta.dirname, files.main), ...driverArguments];
        const child = execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
          if (child.exitCode === null) reject(error ?? new Error(stderr));
          else resolve({ exitCode: child.exitCode, stdout, printed: `${stdout}${stderr}` });
        });
      },
    );
    const line = ended.stdout.split('\n').findLast((one) => one.startsWith('{'));
    if (line === undefined) throw new Error(ended.printed);
    return { exitCode: ended.exitCode, found: report.parse(JSON.parse(line)), printed: ended.printed };
  };
}

/**
 * Runs what is told its seed, from 2026 on, until a run found what was looked for, and gives that run, or the last of twenty. A
 * driver draws by its seed and by what the machine is quick enough for, so one short run may miss what a build breaks.
 */
export async function firstFinding<Run>(
  run: (seed: number) => Promise<Run>,
  isFound: (run: Run) => boolean,
): Promise<Run> {
  for (let seed = 2026; ; seed += 1) {
    const last = await run(seed);
    if (isFound(last) || seed === 2045) return last;
  }
}
