import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './booted-app.ts';

/** A program that opens the app's window, with what it has to be told first; or the reason why there is none. */
export type ElectronHere = { program: string; args: string[] } | { missing: string };

/** What a window takes besides a program; null where all of it is here. */
function missingForWindow(): string | null {
  if (process.platform !== 'linux') return null;
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    return 'a display: neither DISPLAY nor WAYLAND_DISPLAY is set';
  }
  return process.getuid?.() === 0 ? 'a user other than root, whom Electron’s sandbox refuses' : null;
}

/**
 * Looks for what a window takes: a display, its sandbox, and the packed app that GANGWAY_PACKED_APP names, or else the program
 * that the electron package downloads, with the project's own build. Where a packed app is named and cannot be tried, that is
 * a fault and no reason to skip.
 */
export function electronHere(): ElectronHere {
  const missing = missingForWindow();
  const packed = process.env['GANGWAY_PACKED_APP'];
  if (packed !== undefined) {
    if (missing !== null) throw new Error(`The packed app cannot be tried here. Missing: ${missing}.`);
    if (!existsSync(packed)) throw new Error(`There is no packed app at ${packed}.`);
    return { program: packed, args: [] };
  }
  if (missing !== null) return { missing };
  const packaged = join(projectFolder, 'node_modules', 'electron');
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(packaged, 'dist');
  const pathFile = join(packaged, 'path.txt');
  const program = existsSync(pathFile) ? join(folder, readFileSync(pathFile, 'utf8').trim()) : null;
  if (program === null || !existsSync(program)) {
    return { missing: 'Electron’s program in node_modules/electron; "npx install-electron" downloads it' };
  }
  return { program, args: [projectFolder] };
}
