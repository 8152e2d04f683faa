import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import { crashMessages, type CrashPolicy } from '../desktop/crash-policy.ts';
import type { Log } from '../log/log.ts';

/** Asks with the first button as the default; returns the chosen one's index. */
async function ask(options: MessageBoxOptions): Promise<number> {
  const { response } = await dialog.showMessageBox({ ...options, defaultId: 0, cancelId: 0, noLink: true });
  return response;
}

/** Handles a page that crashed or does not answer. Reloading restores the same place. */
export function lookAfterWindow(
  window: BrowserWindow,
  policy: CrashPolicy,
  log: () => Log | null,
  quit: () => void,
): void {
  let waiting: AbortController | null = null;

  async function askAfterCrash(): Promise<void> {
    const response = await ask({ type: 'error', ...crashMessages.gone, buttons: ['Reload', 'Quit'] });
    if (response === 1) quit();
    else if (!window.isDestroyed()) window.webContents.reload();
  }

  async function askInSilence(asked: AbortController): Promise<void> {
    const { signal } = asked;
    const response = await ask({
      type: 'warning',
      ...crashMessages.silent,
      buttons: ['Wait', 'Reload'],
      signal,
    });
    if (waiting === asked) waiting = null;
    if (response !== 1 || asked.signal.aborted || window.isDestroyed()) return;
    // A page that hangs does not end its process.
    window.webContents.forcefullyCrashRenderer();
  }

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    waiting?.abort();
    waiting = null;
    const done = policy.gone(reason);
    log()?.write('page_gone', { reason, exit_code: exitCode, done });
    if (done === 'reload') window.webContents.reload();
    if (done === 'ask') void askAfterCrash();
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
