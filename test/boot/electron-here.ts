import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './booted-app.ts';

/** Electron's own program where a window can be opened with it, or the reason why not. */
export type ElectronHere = { program: string } | { missing: string };

/** Looks for what a window takes: the program that the electron package downloads, a display, and its sandbox. */
export function electronHere(): ElectronHere {
  if (process.platform === 'linux') {
    if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
      return { missing: 'a display: neither DISPLAY nor WAYLAND_DISPLAY is set' };
    }
    if (process.getuid?.() === 0) {
      return { missing: 'a user other than root, whom Electron’s sandbox refuses' };
    }
  }
  const packaged = join(projectFolder, 'node_modules', 'electron');
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(packaged, 'dist');
  const pathFile = join(packaged, 'path.txt');
  const program = existsSync(pathFile) ? join(folder, readFileSync(pathFile, 'utf8').trim()) : null;
  if (program === null || !existsSync(program)) {
    return { missing: 'Electron’s program in node_modules/electron; "npx install-electron" downloads it' };
  }
  return { program };
}
