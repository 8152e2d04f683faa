import { z } from 'zod';
import { PracticeStartError } from '#practice/errors.ts';
import { startPracticeService, type PracticeService } from '#practice/service.ts';
import type { SettingStore } from '../store/settings.ts';

type StartedPractice = { ok: true; service: PracticeService } | { ok: false; sentence: string };

/** Starts the practice service, on its former port if free, so that links in stored answers work. */
export async function openPracticeService(
  dataDir: string,
  samplesDir: string,
  stored: SettingStore,
): Promise<StartedPractice> {
  const lastPort = stored.read('practice.port', z.number().int().min(1).max(65_535));
  try {
    const service = await startOn(lastPort, dataDir, samplesDir);
    if (service.port !== lastPort) stored.write('practice.port', service.port);
    return { ok: true, service };
  } catch (error) {
    if (error instanceof PracticeStartError) return { ok: false, sentence: error.message };
    throw error;
  }
}

async function startOn(port: number | null, dataDir: string, samplesDir: string): Promise<PracticeService> {
  if (port !== null) {
    try {
      return await startPracticeService({ dataDir, samplesDir, port });
    } catch (error) {
      if (!(error instanceof PracticeStartError)) throw error;
      // Another program has the port.
    }
  }
  return startPracticeService({ dataDir, samplesDir });
}
