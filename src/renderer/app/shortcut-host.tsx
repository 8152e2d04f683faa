import { useEffect, type ReactNode } from 'react';
import { listenForShortcuts, shortcutKeys, useShortcut } from '../shortcuts.ts';
import { closeHelp, openHelp, openShortcuts, topicOfPlace, useHelp } from '../stores/help.ts';
import { useNavigation } from '../stores/navigation.ts';
import { startNow, shortcutChangesNow } from '../stores/session.ts';
import { lazyPart } from '../lazy-part.ts';

const HelpDialog = lazyPart(async () => (await import('../features/help/help-dialog.tsx')).HelpDialog);

export function openHelpHere(): void {
  openHelp(topicOfPlace(useNavigation.getState().route, startNow()?.workspace != null));
}

export function ShortcutHost({ children }: { children: ReactNode }) {
  const open = useHelp((store) => store.open);
  // Navigating closes the help.
  const here = useNavigation(({ route }) => route === open?.at);
  useEffect(() => listenForShortcuts(() => startNow()?.settings.singleKeys ?? true, shortcutChangesNow), []);
  useEffect(() => closeHelp, []);
  const shown = open !== null && here;
  // The key that opened the page of a screen leads on to all shortcuts, also where it comes before the help was loaded.
  useShortcut(shortcutKeys.help, shown ? openShortcuts : openHelpHere, { inOverlay: shown });
  return (
    <>
      {children}
      {shown ? <HelpDialog topic={open.topic} /> : null}
    </>
  );
}
