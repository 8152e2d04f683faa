import { join } from 'node:path';
import type { App } from 'electron';
import type { AppStart } from '#shared/ipc/app.ts';
import { createLoginItem } from '../desktop/login-item.ts';

/** The switch for opening the app at sign-in; null for an app that is not installed. */
export function loginSwitch(app: App, platform: AppStart['platform']) {
  if (!app.isPackaged) return null;
  return createLoginItem({
    platform,
    program: process.env['APPIMAGE'] ?? process.execPath,
    configFolder: process.env['XDG_CONFIG_HOME'] ?? join(app.getPath('home'), '.config'),
    system: {
      isOn: () => app.getLoginItemSettings().openAtLogin,
      set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin }),
    },
  });
}
