import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import type { PagePoint } from '#shared/ipc/desktop.ts';
import {
  toAccelerator,
  appMenu,
  type MenuCommand,
  type MenuEntry,
  type MenuSituation,
} from '../desktop/app-menu.ts';

/** Sets the menus, and again whenever they change. */
export function createMenus(act: (command: MenuCommand) => void): (situation: MenuSituation) => void {
  let shown = '';

  function item(entry: MenuEntry): MenuItemConstructorOptions {
    switch (entry.kind) {
      case 'line':
        return { type: 'separator' };
      case 'system':
        return { role: entry.role };
      case 'menu':
        return {
          label: entry.label,
          submenu: entry.entries.map(item),
          ...(entry.help && { role: 'help' as const }),
        };
      case 'command':
        return {
          label: entry.label,
          enabled: entry.enabled,
          click: () => {
            act(entry.command);
          },
          ...(entry.keys === null ? {} : { accelerator: toAccelerator(entry.keys) }),
          ...(entry.on === null ? {} : { type: 'checkbox', checked: entry.on }),
        };
    }
  }

  return (situation) => {
    const next = JSON.stringify(situation);
    if (next === shown) return;
    shown = next;
    Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(situation).map(item)));
  };
}

/** Opens all menus in one at a point of the page: Windows and Linux show no menu bar without a frame. */
export function popUpMenus(window: BrowserWindow | null, { x, y }: PagePoint): void {
  if (window === null || window.isDestroyed()) return;
  const zoom = window.webContents.getZoomFactor();
  Menu.getApplicationMenu()?.popup({ window, x: Math.round(x * zoom), y: Math.round(y * zoom) });
}
