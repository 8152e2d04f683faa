import type { EventEmitter } from 'node:events';
import { dialog, powerMonitor, type App } from 'electron';
import { quitMessage, type QuitChoice, type GracefulShutdown } from '../desktop/graceful-shutdown.ts';

/** Asks whether to quit while something is being sent; the signal closes the question. */
export async function askAboutQuitting(underWay: number, signal: AbortSignal): Promise<QuitChoice> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    ...quitMessage(underWay),
    buttons: ['Wait for the answer', 'Quit now', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
    signal,
  });
  return (['wait', 'now', 'stay'] as const)[response] ?? 'stay';
}

/** Lets the app end only in order; Electron does not wait for promises in before-quit. */
export function quitInOrder(app: App, order: GracefulShutdown): void {
  app.on('before-quit', (event) => {
    if (order.mayLeave()) return;
    event.preventDefault();
    order.asked();
  });
}

/** Settles everything at once when the system ends the session; Electron delays macOS and Linux (`shutdown`). */
export function endWithSession(order: GracefulShutdown): void {
  // Electron's types lack the documented event.
  const system: EventEmitter = powerMonitor;
  system.on('shutdown', (event: Event) => {
    event.preventDefault();
    order.sessionEnds();
  });
}
