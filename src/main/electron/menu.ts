import { Menu, type MenuItemConstructorOptions } from 'electron';
import {
  acceleratorOf,
  appMenu,
  type MenuCommand,
  type MenuEntry,
  type MenuSituation,
} from '../desktop/app-menu.ts';

/** Puts the menus up, and anew whenever something that they show has changed. */
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
          ...(entry.help === true ? { role: 'help' } : {}),
        };
      case 'command':
        return {
          label: entry.label,
          enabled: entry.enabled,
          click: () => {
            act(entry.command);
          },
          ...(entry.keys === null ? {} : { accelerator: acceleratorOf(entry.keys) }),
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
