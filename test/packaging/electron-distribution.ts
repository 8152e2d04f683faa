import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What @electron/fuses looks for in Electron's program, and how many fuses its first wire has. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseCount = 8;

/**
 * Lays out a folder as Electron's Linux distribution is, without Electron: a program that is nothing but a fuse wire, and its
 * locales. electron-builder packs an app around it as around the real one.
 */
export function layOutElectron(folder: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  const wire = Buffer.concat([
    Buffer.from(fuseSentinel),
    Buffer.from([1, fuseCount]),
    Buffer.from('1'.repeat(fuseCount)),
  ]);
  writeFileSync(join(folder, 'electron'), wire, { mode: 0o755 });
  for (const language of ['en-US', 'de', 'fr']) writeFileSync(join(folder, 'locales', `${language}.pak`), '');
}
