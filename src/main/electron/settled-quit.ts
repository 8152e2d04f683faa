import type { App } from 'electron';

/**
 * Holds quitting back until `settle` is through, however often the person asks meanwhile. Electron does not wait for
 * promises in before-quit, so the app is asked to quit once more at the end.
 */
export function quitWhenSettled(app: App, settle: () => Promise<void>): void {
  let state: 'running' | 'settling' | 'settled' = 'running';
  app.on('before-quit', (event) => {
    if (state === 'settled') return;
    event.preventDefault();
    if (state === 'settling') return;
    state = 'settling';
    void settle().finally(() => {
      state = 'settled';
      app.quit();
    });
  });
}
