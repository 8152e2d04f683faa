import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { getChannel } from '#shared/ipc/channel.ts';
import type { EventName, EventPayload, GangwayBridge } from '#shared/ipc/contract.ts';

// The one door between a window and the main process. Names are put behind the app's own prefix, so nothing but the
// contract's channels can be reached; main refuses names that are not in it, and validates every input.
const bridge: GangwayBridge = {
  call: (name, input) => ipcRenderer.invoke(getChannel(name), input),
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void) {
    // The event object leads back to Electron, so only the payload is handed on.
    const heard = (_event: IpcRendererEvent, payload: EventPayload<N>) => listener(payload);
    ipcRenderer.on(getChannel(name), heard);
    return () => ipcRenderer.off(getChannel(name), heard);
  },
};

contextBridge.exposeInMainWorld('gangway', bridge);
