import { dialog, type BrowserWindow } from 'electron';
import { crashMessages, type CrashPolicy } from '../desktop/crash-policy.ts';
import type { Log } from '../log/log.ts';

/** Looks after a window whose page crashed or does not answer. Reloading brings the same place back. */
export function lookAfterWindow(
  window: BrowserWindow,
  policy: CrashPolicy,
  log: () => Log | null,
  quit: () => void,
): void {
  let waiting: AbortController | null = null;

  async function askAfterCrash(): Promise<void> {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      ...crashMessages.gone,
      buttons: ['Reload', 'Quit'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response === 1) quit();
    else if (!window.isDestroyed()) window.webContents.reload();
  }

  async function askInSilence(asked: AbortController): Promise<void> {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      ...crashMessages.silent,
      buttons: ['Wait', 'Reload'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: asked.signal,
    });
    if (waiting === asked) waiting = null;
    if (response !== 1 || asked.signal.aborted || window.isDestroyed()) return;
    // A page that hangs does not let go of its process by itself.
    window.webContents.forcefullyCrashRenderer();
  }

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    waiting?.abort();
    waiting = null;
    const done = policy.gone(reason);
    log()?.write('page_gone', { reason, exit_code: exitCode, done });
    switch (done) {
      case 'nothing':
        return;
      case 'reload':
        window.webContents.reload();
        return;
      case 'ask':
        void askAfterCrash();
    }
  });
  window.on('unresponsive', () => {
    if (waiting !== null) return;
    log()?.write('page_silent');
    const asked = new AbortController();
    waiting = asked;
    void askInSilence(asked);
  });
  window.on('responsive', () => {
    waiting?.abort();
    waiting = null;
  });
}
