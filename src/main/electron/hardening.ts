import { shell, type App, type Session, type WebContents } from 'electron';
import { isAppUrl } from './app-origin.ts';

/** Allows no window or frame to leave the app, to open another window, or to have a webview. */
export function hardenWebContents(app: App): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const stayInApp = (event: { url: string; preventDefault: () => void }) => {
      if (!isAppUrl(event.url)) event.preventDefault();
    };
    const prevent = (event: { preventDefault: () => void }) => event.preventDefault();
    contents.on('will-navigate', stayInApp);
    contents.on('will-redirect', prevent);
    contents.on('will-frame-navigate', stayInApp);
    contents.on('will-attach-webview', prevent);
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Pages may copy to the clipboard; every other permission is denied. */
export function denyPermissions(session: Session): void {
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((contents, permission, decide) =>
    decide(allowed(permission) && isAppUrl(contents.getURL())),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => allowed(permission) && isAppUrl(origin),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Opens an address in the system: only https and mailto, and only as parsed. */
export async function openOutside(address: string): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'mailto:') return false;
  await shell.openExternal(url.href);
  return true;
}

/** Shows one of Gangway's folders in the file manager; the path never comes from a screen. */
export const showFolder = async (folder: string): Promise<boolean> => (await shell.openPath(folder)) === '';
