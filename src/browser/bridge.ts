import '#shared/base/zod-in-page.ts';
import { z } from 'zod';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { CallName, EventName, EventPayload } from '#shared/ipc/contract.ts';
import {
  askOtherPages,
  followOtherPages,
  signInByAddress,
  storedSession,
  storeSession,
  tellOtherPages,
} from './page-session.ts';
import {
  hostGreeting,
  offeredProtocols,
  pageHeader,
  sessionPath,
  type SessionSecrets,
} from './session-exchange.ts';

// Runs in the page before the renderer and does what the preload script does in Electron, over a WebSocket to the
// browser host. Values are taken as they come once the host has proved itself: it made them by the contract.

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
/** So long another page may take to answer; frames of a page that is not seen come late. */
const otherPagesMs = 1000;

const waiting = new Map<number, (result: CallResult<never>) => void>();
const listeners = new Map<EventName, Set<(payload: never) => void>>();
/** Calls made before there is a connection, as text. */
const unsent: string[] = [];
let lastId = 0;
let host: EventPayload<'host.changed'> = 'here';
let session = storedSession();
/** The connection that is there or on its way; `proved` once the host has shown what it alone can show. */
let connection: { socket: WebSocket; proved: boolean } | null = null;
/** Calls made before the first connection wait for it; later ones, made while there is none, fail. */
let everConnected = false;
let again: ReturnType<typeof setTimeout> | undefined;

function connect(by: SessionSecrets): void {
  clearTimeout(again);
  session = by;
  const socket = new WebSocket(`ws://${location.host}/bridge`, offeredProtocols(by.page));
  const opened = { socket, proved: false };
  let isImpostor = false;
  connection = opened;
  socket.addEventListener('message', (message: MessageEvent<string>) => {
    if (connection !== opened) return;
    const data: unknown = JSON.parse(message.data);
    if (!opened.proved) {
      const greeting = hostGreeting.safeParse(data);
      opened.proved = greeting.success && greeting.data.host === by.host;
      if (opened.proved) begin(socket, by);
      else {
        // Another program has taken the host's port: nothing is asked of it.
        isImpostor = true;
        socket.close();
      }
      return;
    }
    const heard = told.parse(data);
    if ('event' in heard) {
      tell(heard);
      return;
    }
    waiting.get(heard.id)?.(heard.result);
    waiting.delete(heard.id);
  });
  socket.addEventListener('close', () => {
    if (connection !== opened) return;
    connection = null;
    if (everConnected) failCalls();
    if (isImpostor) noteUnknown();
    else void lookForHost(by);
    again = setTimeout(() => connect(session ?? by), againMs);
  });
}

function begin(socket: WebSocket, by: SessionSecrets): void {
  everConnected = true;
  storeSession(by);
  noteHost('here');
  for (const text of unsent.splice(0)) socket.send(text);
}

function failCalls(): void {
  unsent.length = 0;
  for (const answer of waiting.values()) answer({ ok: false, error: lost });
  waiting.clear();
}

function tell({ event, payload }: Extract<z.infer<typeof told>, { event: EventName }>): void {
  for (const listener of listeners.get(event) ?? []) listener(payload);
}

/** Why the connection ended: nobody is there, or somebody who does not know this page. */
async function lookForHost(by: SessionSecrets): Promise<void> {
  const status = await fetch(sessionPath, { headers: { [pageHeader]: by.page }, cache: 'no-store' }).then(
    (answer) => answer.status,
    () => null,
  );
  if (connection?.proved === true) return;
  if (status === null) noteHost('gone');
  else if (status !== 204) noteUnknown();
}

function noteUnknown(): void {
  noteHost('unknown_here');
  askOtherPages();
}

function noteHost(now: typeof host): void {
  if (now === host) return;
  host = now;
  tellHost();
}

function tellHost(): void {
  const heard = told.parse({ event: 'host.changed', payload: host });
  if ('event' in heard) tell(heard);
}

window.gangway = {
  call<N extends CallName>(name: N, input: unknown) {
    return new Promise((resolve) => {
      if (everConnected && connection === null) {
        resolve({ ok: false, error: lost });
        return;
      }
      lastId += 1;
      waiting.set(lastId, resolve);
      const text = JSON.stringify({ id: lastId, name, input });
      if (connection?.proved === true) connection.socket.send(text);
      else unsent.push(text);
    });
  },
  on(name: EventName, listener: (payload: never) => void) {
    const known = listeners.get(name) ?? new Set();
    known.add(listener);
    listeners.set(name, known);
    // What was found out before the page listened.
    if (name === 'host.changed' && host !== 'here') tellHost();
    return () => known.delete(listener);
  },
  fileHeaders: () => (session === null ? {} : { [pageHeader]: session.page }),
};

followOtherPages(
  () => (connection?.proved === true ? session : null),
  (theirs) => {
    if (theirs.page !== session?.page) connect(theirs);
  },
);
const opened = await signInByAddress();
if (opened !== null) {
  storeSession(opened);
  tellOtherPages(opened);
}
const known = opened ?? session;
if (known !== null) connect(known);
else {
  askOtherPages();
  setTimeout(() => {
    if (session === null) noteHost('not_signed_in');
  }, otherPagesMs);
}
