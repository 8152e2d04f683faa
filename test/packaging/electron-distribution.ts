import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';

/** What @electron/fuses looks for in Electron's program. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** How many fuses that tool knows. */
export const fuseCount = Object.keys(FuseV1Options).filter((name) => !Number.isNaN(Number(name))).length;

/** A program that is nothing but a fuse wire, with each fuse as one that nobody has set. */
export function fuseWire(count: number): Buffer {
  return Buffer.concat([Buffer.from(fuseSentinel), Buffer.from([1, count]), Buffer.from('1'.repeat(count))]);
}

/**
 * Lays out a folder as Electron's Linux distribution is, without Electron: a program that is nothing but a fuse wire, and its
 * locales. electron-builder packs an app around it as around the real one.
 */
export function layOutElectron(folder: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  writeFileSync(join(folder, 'electron'), fuseWire(fuseCount), { mode: 0o755 });
  for (const language of ['en-US', 'de', 'fr']) writeFileSync(join(folder, 'locales', `${language}.pak`), '');
}
