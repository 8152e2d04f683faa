import { z } from 'zod';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { CallName, EventName, EventPayload } from '#shared/ipc/contract.ts';

// Runs in the page before the renderer and does what the preload script does in Electron, over a WebSocket to the
// browser host. Values are taken as they come: the host made them by the contract.

const told = z.union([
  z.object({ id: z.number(), result: z.custom<CallResult<never>>() }),
  z.object({ event: z.custom<EventName>(), payload: z.custom<never>() }),
]);

const lost: CallError = {
  code: 'unreachable',
  message:
    'Gangway stopped. Start Gangway again and open the address that it prints. Nothing queued is lost.',
};
const againMs = 1000;

const waiting = new Map<number, (result: CallResult<never>) => void>();
const listeners = new Map<EventName, Set<(payload: never) => void>>();
let lastId = 0;
let host: EventPayload<'host.changed'> = 'here';
let socket = connect();

function connect(): WebSocket {
  const opened = new WebSocket(`ws://${location.host}/bridge`);
  opened.addEventListener('message', (message: MessageEvent<string>) => {
    const heard = told.parse(JSON.parse(message.data));
    if ('event' in heard) {
      tell(heard);
      return;
    }
    waiting.get(heard.id)?.(heard.result);
    waiting.delete(heard.id);
  });
  opened.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ ok: false, error: lost });
    waiting.clear();
    void lookForHost();
    setTimeout(() => {
      socket = connect();
    }, againMs);
  });
  opened.addEventListener('open', () => {
    noteHost('here');
  });
  return opened;
}

function tell({ event, payload }: Extract<z.infer<typeof told>, { event: EventName }>): void {
  for (const listener of listeners.get(event) ?? []) listener(payload);
}

/** Why the connection ended: nobody is there, or somebody who was started since and does not know this page. */
async function lookForHost(): Promise<void> {
  const status = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    (answer) => answer.status,
    () => null,
  );
  if (socket.readyState === WebSocket.OPEN) return;
  if (status === null) noteHost('gone');
  else if (status === 403) noteHost('unknown_here');
}

function noteHost(now: typeof host): void {
  if (now === host) return;
  host = now;
  const heard = told.parse({ event: 'host.changed', payload: now });
  if ('event' in heard) tell(heard);
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
