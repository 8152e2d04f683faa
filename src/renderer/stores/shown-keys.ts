import { getKeys, type ShortcutChanges } from '#shared/settings/shortcut-keys.ts';
import { useSession } from './session.ts';

const none: ShortcutChanges = {};

/** The keys that the person changed, as they are now. */
export function shortcutChangesNow(): ShortcutChanges {
  const { session } = useSession.getState();
  return session.kind === 'ready' ? session.start.settings.shortcuts : none;
}

/** Tells the keys of a shortcut by its name, with the person's changes; other keys stand for themselves. */
export function useShortcutLabel(): (nameOrKeys: string) => string {
  const changes = useSession(({ session }) =>
    session.kind === 'ready' ? session.start.settings.shortcuts : none,
  );
  return (nameOrKeys) => getKeys(nameOrKeys, changes);
}
