import type { AppStart } from '#shared/ipc/app.ts';

export function toPlatform(platform: NodeJS.Platform): AppStart['platform'] {
  if (platform === 'darwin') return 'mac';
  return platform === 'win32' ? 'windows' : 'linux';
}
