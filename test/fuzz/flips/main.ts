import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '#test/chaos/random.ts';
import { makeKilledData } from './killed-data.ts';
import { startRecordingService } from './recording-service.ts';
import { runTrial } from './trial.ts';

/**
 * `npm run fuzz -- flips --cases N --seed S`: alters one bit in the database, the log or the list of workspaces of a killed app,
 * N times, and starts the app on it. The last line is one JSON object with all counts; gives the exit code.
 */
export async function fuzzFlips(flips: number, seed: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-flips-'));
  const service = await startRecordingService();
  const crashed: string[] = [];
  const note = (error: unknown) => {
    crashed.push(`crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
  const counts = { flips, seed, opened: 0, rebuilt: 0, restored: 0, held: 0, lost: 0, lostRows: 0, wrong: 0 };
  const kinds: Record<string, number> = {};
  try {
    const data = await makeKilledData(folder, service.baseUrl);
    for (let number = 0; number < flips; number += 1) {
      const random = createRandom(seed + number);
      const { flipped, wrong, ...result } = await runTrial(data, join(folder, 'trial'), service, random, () =>
        crashed.splice(0),
      );
      counts.opened += result.opened ? 1 : 0;
      counts.rebuilt += result.rebuilt ? 1 : 0;
      counts.restored += result.restored ? 1 : 0;
      counts.held += result.held;
      counts.lost += result.lost;
      counts.lostRows += result.lostRows;
      counts.wrong += wrong.length > 0 ? 1 : 0;
      for (const what of wrong) {
        const kind = what.replace(/^\d+ |:.*$/gs, '');
        kinds[kind] = (kinds[kind] ?? 0) + 1;
        console.log(`seed ${seed + number}, ${flipped}: ${what}`);
      }
    }
  } finally {
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(JSON.stringify({ ...counts, kinds }));
  return counts.wrong === 0 ? 0 : 1;
}
