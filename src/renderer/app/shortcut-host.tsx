import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { DialogFrame } from '../components/dialog.tsx';
import { KeyCap } from '../components/key-cap.tsx';
import { classesOf } from '../class-names.ts';
import { listenForShortcuts, shortcutKeys, shortcutSheet, useShortcut } from '../shortcuts.ts';
import { useNavigation, type Route } from '../stores/navigation.ts';
import { useSession, useStart } from '../stores/session.ts';
import { shortcutChangesNow, useKeysOf } from '../stores/shown-keys.ts';
import { offersMenus } from './app-menu-button.tsx';
import styles from './shortcut-host.module.css';

const cls = classesOf(styles);
const OpenSheet = createContext<() => void>(() => undefined);

/** Opens the sheet of all shortcuts. */
export function useShortcutSheet(): () => void {
  return useContext(OpenSheet);
}

/** Listens for the keys of the window and shows the sheet of them. */
export function ShortcutHost({ children }: { children: ReactNode }) {
  // A sheet belongs to the place it was opened on: going on closes it.
  const [openAt, setOpenAt] = useState<Route | null>(null);
  const open = useNavigation(({ route }) => route === openAt);
  useEffect(
    () =>
      listenForShortcuts(() => {
        const { session } = useSession.getState();
        return session.kind !== 'ready' || session.start.settings.singleKeys;
      }, shortcutChangesNow),
    [],
  );
  const show = useMemo(() => () => setOpenAt(useNavigation.getState().route), []);
  useShortcut(shortcutKeys.help, show);
  return (
    <OpenSheet value={show}>
      {children}
      {open ? <ShortcutSheet onClose={() => setOpenAt(null)} /> : null}
    </OpenSheet>
  );
}

function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const menus = offersMenus(useStart());
  const keysOf = useKeysOf();
  return (
    <DialogFrame
      title="Keyboard shortcuts"
      subtitle="Single keys are off while you type. Settings can change them, or turn them off."
      width={760}
      closesOutside
      onClose={onClose}
    >
      <div className={cls('sheet')}>
        {shortcutSheet.map((group) => (
          <section key={group.where} className={cls('group')}>
            <h3 className={cls('where')}>{group.where}</h3>
            <dl>
              {group.items
                .filter(({ withMenus }) => menus || withMenus !== true)
                .map((item) => (
                  <div key={item.what} className={cls('item')}>
                    <dt>{item.what}</dt>
                    <dd className={cls('keys')}>
                      {item.keys.map((keys) => (
                        <KeyCap key={keys} keys={keys} />
                      ))}
                      <span className="visually-hidden">{item.keys.map(keysOf).join(', ')}</span>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </DialogFrame>
  );
}
