import { z } from 'zod';
import type { SettingStore } from '../store/settings.ts';

export type SeenVersion = ReturnType<typeof createSeenVersion>;

const setting = 'app.seen_version';

/** @param onNotKept called when the first start could not be stored; then the next update is not announced */
export function createSeenVersion(
  stored: SettingStore,
  version: string,
  onNotKept: (error: unknown) => void,
) {
  const known = stored.read(setting, z.string());
  let seen = known ?? version;
  if (known === null) {
    try {
      stored.write(setting, version);
    } catch (error) {
      onNotKept(error);
    }
  }
  return {
    /** The version before an update, until the person has seen what is new; null without news. */
    updatedFrom: (): string | null => (seen === version ? null : seen),
    noteSeen(): void {
      stored.write(setting, version);
      seen = version;
    },
  };
}
