import { z } from 'zod';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { CallName, EventName } from '#shared/ipc/contract.ts';

// Runs in the page before the renderer and does what the preload script does in Electron, over a WebSocket to the
// browser host. Values are taken as they come: the host made them by the contract.

const told = z.union([
  z.object({ id: z.number(), result: z.custom<CallResult<never>>() }),
  z.object({ event: z.custom<EventName>(), payload: z.custom<never>() }),
]);

const lost: CallError = {
  code: 'unreachable',
  message:
    'This page has lost the connection to Gangway. Start Gangway again and open the address it prints. Nothing already queued is lost.',
};

const waiting = new Map<number, (result: CallResult<never>) => void>();
const listeners = new Map<EventName, Set<(payload: never) => void>>();
let lastId = 0;
let socket = connect();

function connect(): WebSocket {
  const opened = new WebSocket(`ws://${location.host}/bridge`);
  opened.addEventListener('message', (message: MessageEvent<string>) => {
    const heard = told.parse(JSON.parse(message.data));
    if ('event' in heard) {
      for (const listener of listeners.get(heard.event) ?? []) listener(heard.payload);
      return;
    }
    waiting.get(heard.id)?.(heard.result);
    waiting.delete(heard.id);
  });
  opened.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ ok: false, error: lost });
    waiting.clear();
    setTimeout(() => {
      socket = connect();
    }, 1000);
  });
  return opened;
}

function send(text: string): boolean {
  if (socket.readyState === WebSocket.OPEN) socket.send(text);
  else if (socket.readyState === WebSocket.CONNECTING) {
    socket.addEventListener(
      'open',
      () => {
        socket.send(text);
      },
      { once: true },
    );
  } else return false;
  return true;
}

window.gangway = {
  call<N extends CallName>(name: N, input: unknown) {
    return new Promise((resolve) => {
      lastId += 1;
      const id = lastId;
      waiting.set(id, resolve);
      if (!send(JSON.stringify({ id, name, input }))) {
        waiting.delete(id);
        resolve({ ok: false, error: lost });
      }
    });
  },
  on(name: EventName, listener: (payload: never) => void) {
    const known = listeners.get(name) ?? new Set();
    known.add(listener);
    listeners.set(name, known);
    return () => {
      known.delete(listener);
    };
  },
};
