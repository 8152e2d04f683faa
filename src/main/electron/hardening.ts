import { shell, type App, type Session, type WebContents } from 'electron';
import { isAppUrl } from './app-origin.ts';

/** Holds for every window and frame, also for those that nobody thought of: no navigation away, no new windows, no webviews. */
export function hardenWebContents(app: App): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event) => {
      if (!isAppUrl(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => {
      event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!isAppUrl(event.url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => {
      event.preventDefault();
    });
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Pages may copy to the clipboard; every other permission is denied. */
export function denyPermissions(session: Session): void {
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((contents, permission, decide) => {
    decide(allowed(permission) && isAppUrl(contents.getURL()));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => allowed(permission) && isAppUrl(origin),
  );
  session.setDevicePermissionHandler(() => false);
}

/** The one place that hands an address to the system: https and mailto only, written again from its parsed parts. */
export async function openOutside(address: string): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'mailto:') return false;
  await shell.openExternal(url.href);
  return true;
}

/** Shows one of Gangway's own folders in the system's file manager; the address never comes from a screen. */
export async function showFolder(folder: string): Promise<boolean> {
  return (await shell.openPath(folder)) === '';
}
