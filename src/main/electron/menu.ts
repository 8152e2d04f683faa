import { Menu, type BrowserWindow, type MenuItemConstructorOptions, app } from 'electron';
import type { PagePoint } from '#shared/ipc/desktop.ts';
import {
  toAccelerator,
  appMenu,
  type MenuCommand,
  type MenuEntry,
  type MenuSituation,
} from '../desktop/app-menu.ts';
import type { AppStart } from '#shared/ipc/app.ts';
import { jumpListTasks, taskWord } from '../desktop/launch-args.ts';
import type { AppPlace } from '#shared/settings/place.ts';

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
          click: () => act(entry.command),
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

export function offerJumpList(platform: AppStart['platform'], show: (place: AppPlace) => void): void {
  if (platform === 'mac') {
    const items = jumpListTasks.map(({ label, place }) => ({ label, click: () => show(place) }));
    app.dock?.setMenu(Menu.buildFromTemplate(items));
  }
  if (platform === 'windows') {
    const own = { program: process.execPath, iconPath: process.execPath, iconIndex: 0 };
    const toTask = ({ id, label }: (typeof jumpListTasks)[number]) => {
      return { ...own, arguments: taskWord(id), title: label, description: label };
    };
    app.setUserTasks(jumpListTasks.map(toTask));
  }
}
