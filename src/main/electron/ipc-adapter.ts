import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron';
import { getChannel } from '#shared/ipc/channel.ts';
import { callNames, type EventName, type EventPayload } from '#shared/ipc/contract.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { CallHandler } from '../ipc/call-handler.ts';
import { isAppUrl } from './app-origin.ts';

const notOurs: CallResult<never> = {
  ok: false,
  error: { code: 'not_allowed', message: 'This page may not use Gangway.' },
};

function isOurs(event: IpcMainInvokeEvent, window: BrowserWindow | null): boolean {
  const frame = event.senderFrame;
  if (frame === null || window === null || window.isDestroyed()) return false;
  return frame === window.webContents.mainFrame && frame.parent === null && isAppUrl(frame.url);
}

export function handleCalls(ipcMain: IpcMain, window: () => BrowserWindow | null, call: CallHandler): void {
  for (const name of callNames) {
    ipcMain.handle(getChannel(name), (event, input: unknown) =>
      isOurs(event, window()) ? call(name, input) : Promise.resolve(notOurs),
    );
  }
}

export function sendToWindow<N extends EventName>(
  window: BrowserWindow | null,
  name: N,
  payload: EventPayload<N>,
): void {
  if (window !== null && !window.isDestroyed()) window.webContents.send(getChannel(name), payload);
}
