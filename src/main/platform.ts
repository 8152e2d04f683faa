import type { AppStart } from '#shared/ipc/app.ts';
import { recordLimits } from '#shared/team/record.ts';
import { userInfo } from 'node:os';

export function toPlatform(platform: NodeJS.Platform): AppStart['platform'] {
  if (platform === 'darwin') return 'mac';
  return platform === 'win32' ? 'windows' : 'linux';
}

/** The name of the account that runs Gangway; null where it has none, as in some containers. */
export function accountName(): string | null {
  try {
    const { username } = userInfo();
    return username === '' ? null : username.slice(0, recordLimits.memberLength);
  } catch {
    // The account's number has no entry among the users.
    return null;
  }
}
