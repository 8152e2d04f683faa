import type { AppStart } from '#shared/ipc/app.ts';

/** The system's family, as far as screens and menus differ by it. */
export function toPlatform(platform: NodeJS.Platform): AppStart['platform'] {
  if (platform === 'darwin') return 'mac';
  return platform === 'win32' ? 'windows' : 'linux';
}
