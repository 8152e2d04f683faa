import { z } from 'zod';
import { startLimited } from '../limited-worker.ts';

/** The script that reads a database through, and the folder of the migrations that made it. */
export interface DataCheckAssets {
  script: string;
  migrations: string;
}

export interface DataCheckParts extends DataCheckAssets {
  file: string;
  onSound(): void;
  onDamage(): void;
  /** It cannot be told: reading took more than it may, or failed. */
  onUnknown(error: string): void;
}

/** The memory of its JavaScript is small, since SQLite keeps its own. */
const heapMb = 128;
const longestMs = 30 * 60_000;

const look = z.enum(['sound', 'derived', 'damaged', 'newer']);

/** Reads a database through in a thread of its own while it is in use, and tells once what was found, unless it is stopped before. */
export function startDataCheck(parts: DataCheckParts): { stop(): Promise<void> } {
  const { file, migrations } = parts;
  const thread = startLimited(parts.script, { file, migrations }, heapMb);
  let stopped = false;

  async function follow(): Promise<void> {
    try {
      const work = await thread.answer(longestMs);
      if (stopped) return;
      if (work.kind !== 'done') parts.onUnknown(work.kind);
      else if (look.parse(work.value) === 'sound') parts.onSound();
      else parts.onDamage();
    } catch (error) {
      if (!stopped) parts.onUnknown(error instanceof Error ? error.name : 'unknown');
    } finally {
      await thread.end();
    }
  }
  const ended = follow();

  return {
    async stop() {
      stopped = true;
      await thread.end();
      await ended;
    },
  };
}
