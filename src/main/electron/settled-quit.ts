import type { App } from 'electron';

/**
 * Holds quitting back until `settle` is through, however often the person asks meanwhile. Electron does not wait for
 * promises in before-quit, so the app is made to `leave` at the end: by quitting once more, or by a restart.
 */
export function quitWhenSettled(app: App, settle: () => Promise<void>, leave: () => void): void {
  let state: 'running' | 'settling' | 'settled' = 'running';
  app.on('before-quit', (event) => {
    if (state === 'settled') return;
    event.preventDefault();
    if (state === 'settling') return;
    state = 'settling';
    void settle().finally(() => {
      state = 'settled';
      leave();
    });
  });
}
