import { Menu } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AppStart } from '#shared/ipc/app.ts';
import { call } from '../bridge.ts';
import { IconButton } from './button.tsx';
import { shortcutKeys } from '../shortcuts.ts';
import { useStart } from '../stores/session.ts';

/** Whether the page offers the app's menus: a frameless window has no menu bar, and a browser needs none. */
export const offersMenus = ({ host, platform }: AppStart): boolean =>
  host === 'electron' && platform !== 'mac';

/** Opens the app's menus below itself, also by F10 or by Alt alone. */
export function AppMenuButton() {
  return offersMenus(useStart()) ? <MenuButton /> : null;
}

function MenuButton() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => listenForMenuKeys(() => openBelow(button.current)), []);
  return (
    <IconButton
      ref={button}
      icon={Menu}
      label="Menu"
      keys={shortcutKeys.menu}
      onPress={() => openBelow(button.current)}
    />
  );
}

function openBelow(button: HTMLButtonElement | null): void {
  const place = button?.getBoundingClientRect();
  if (place !== undefined) void call('desktop.showMenu', { x: place.left, y: place.bottom });
}

/** Listens for F10 and for Alt pressed alone, as in other windows, also while typing; returns the stop function. */
function listenForMenuKeys(open: () => void): () => void {
  let altAlone = false;

  function onKeyDown(event: KeyboardEvent): void {
    const others = event.ctrlKey || event.metaKey || event.shiftKey;
    if (event.key === 'Alt') {
      altAlone = !others && (altAlone || !event.repeat);
      return;
    }
    altAlone = false;
    if (event.key !== 'F10' || others || event.altKey || event.repeat) return;
    event.preventDefault();
    open();
  }
  function onKeyUp(event: KeyboardEvent): void {
    if (event.key === 'Alt' && altAlone) {
      event.preventDefault();
      open();
    }
    altAlone = false;
  }
  function forget(): void {
    altAlone = false;
  }

  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('keydown', onKeyDown, { capture: true, signal });
  window.addEventListener('keyup', onKeyUp, { capture: true, signal });
  window.addEventListener('pointerdown', forget, { capture: true, signal });
  window.addEventListener('blur', forget, { signal });
  return () => listening.abort();
}
