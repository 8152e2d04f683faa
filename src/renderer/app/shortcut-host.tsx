import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { listenForShortcuts, shortcutKeys, useShortcut } from '../shortcuts.ts';
import { closeHelp, openHelp, openShortcuts, topicOfPlace, useHelp } from '../stores/help.ts';
import { useNavigation } from '../stores/navigation.ts';
import { useSession } from '../stores/session.ts';
import { shortcutChangesNow } from '../stores/shown-keys.ts';

const HelpDialog = lazy(async () => ({
  default: (await import('../features/help/help-dialog.tsx')).HelpDialog,
}));

export function openHelpHere(): void {
  const { session } = useSession.getState();
  const workspaceOpen = session.kind === 'ready' && session.start.workspace !== null;
  openHelp(topicOfPlace(useNavigation.getState().route, workspaceOpen));
}

export function ShortcutHost({ children }: { children: ReactNode }) {
  const open = useHelp((store) => store.open);
  // Navigating closes the help.
  const here = useNavigation(({ route }) => route === open?.at);
  useEffect(
    () =>
      listenForShortcuts(() => {
        const { session } = useSession.getState();
        return session.kind !== 'ready' || session.start.settings.singleKeys;
      }, shortcutChangesNow),
    [],
  );
  useEffect(() => closeHelp, []);
  const shown = open !== null && here;
  // The key that opened the page of a screen leads on to all shortcuts, also where it comes before the help was loaded.
  useShortcut(shortcutKeys.help, shown ? openShortcuts : openHelpHere, { inOverlay: shown });
  return (
    <>
      {children}
      {shown ? (
        <Suspense>
          <HelpDialog topic={open.topic} />
        </Suspense>
      ) : null}
    </>
  );
}
