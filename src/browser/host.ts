import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import { readJson } from '#shared/base/read-json.ts';
import type { EventName, EventPayload } from '#shared/ipc/contract.ts';
import type { Core } from '#main/app/core.ts';
import { parseKeptFile, pageFile, pageHeaders } from '#main/page-files.ts';
import { bridgeProtocol, keyHeader, pageHeader, pageSecretIn, sessionPath } from './session-exchange.ts';
import { createSession } from './session.ts';

export type BrowserHost = Awaited<ReturnType<typeof startBrowserHost>>;

const request = z.object({ id: z.number(), name: z.string().max(100), input: z.unknown() });
const largestMessage = 16 * 1024 * 1024;
/** Above this nothing more is read from a page until it has read what was sent to it. */
const pausedAboveBytes = 1024 * 1024;
/** A page that leaves more than this unread is let go of; it connects again and asks for what it shows. */
const maxUnreadBytes = 64 * 1024 * 1024;

/** How long a browser may keep what it is served. The build puts what an asset holds into its name. */
const cacheControl = {
  page: 'no-store',
  askedAgain: 'no-cache',
  unchanging: 'max-age=31536000, immutable',
} as const;

type Served =
  | { status: number; body?: string; contentType?: string }
  | { file: string; contentType: string; path: string; size: number };

const notOpenedHere = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gangway</title>
<p>Gangway does not open from a link on another page.
Copy the address that Gangway printed and paste it into the address bar.
An address works once. Press Enter in the terminal where Gangway runs; it prints a new address.</p></html>`;

const bridgeTag = '<script type="module" src="/browser-bridge.js"></script>';

/** Whether a request is from this host's page, or typed (`none`). Other ports are same-site but not same-origin. */
const isOwnRequest = (message: IncomingMessage): boolean =>
  ['same-origin', 'none', undefined].includes(message.headers['sec-fetch-site']?.toString());

/**
 * Serves the renderer and its bridge on 127.0.0.1. It answers only to its own Host and Origin, so that no other site can
 * reach it through a name of its own. The page itself is for everybody; the bridge and files are for pages that show the secret
 * which the key in the printed address was exchanged for.
 */
export async function startBrowserHost(core: () => Core, rendererFolder: string, port: number) {
  const session = createSession();
  const server = createServer();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    handleProtocols: (offered) => offered.has(bridgeProtocol) && bridgeProtocol,
  });
  const clients = new Set<WebSocket>();
  let authorities = new Set<string>();

  const hostIsOurs = (message: IncomingMessage): boolean => authorities.has(message.headers.host ?? '');

  const originIsOurs = (message: IncomingMessage): boolean =>
    [...authorities].some((one) => message.headers.origin === `http://${one}`);

  const isSignedIn = (message: IncomingMessage): boolean =>
    session.holds(message.headers[pageHeader]?.toString() ?? null);

  function signIn(message: IncomingMessage): Served {
    const key = message.headers[keyHeader]?.toString() ?? '';
    const secrets = originIsOurs(message) ? session.exchange(key) : null;
    if (secrets === null) return { status: 403 };
    return { status: 200, body: JSON.stringify(secrets), contentType: 'application/json' };
  }

  async function serve(message: IncomingMessage): Promise<Served> {
    if (!hostIsOurs(message)) return { status: 421, body: notOpenedHere };
    if (!isOwnRequest(message)) return { status: 403, body: notOpenedHere };
    const pathname = URL.parse(`http://${message.headers.host ?? ''}${message.url ?? '/'}`)?.pathname ?? '';
    if (pathname === sessionPath && message.method === 'POST') return signIn(message);
    if (message.method !== 'GET' && message.method !== 'HEAD') return { status: 405 };
    const jobId = parseKeptFile(pathname);
    if ((jobId !== null || pathname === sessionPath) && !isSignedIn(message)) return { status: 403 };
    if (pathname === sessionPath) return { status: 204 };
    const found = jobId === null ? pageFile(rendererFolder, pathname) : core().documentFile(jobId);
    if (found === null) return { status: 404 };
    const known = await stat(found.file).catch(() => null);
    return known?.isFile() === true ? { ...found, path: pathname, size: known.size } : { status: 404 };
  }

  async function reply(response: ServerResponse, served: Served): Promise<void> {
    if ('status' in served) {
      response.writeHead(served.status, {
        ...pageHeaders('', "'none'"),
        'content-type': served.contentType ?? 'text/html; charset=utf-8',
        'cache-control': cacheControl.page,
      });
      response.end(served.body ?? '');
      return;
    }
    const { file, contentType, path, size } = served;
    const isPage = path === '/';
    const kept = path.startsWith('/assets/') ? cacheControl.unchanging : cacheControl.askedAgain;
    const headers = {
      ...pageHeaders(path, `'self' ${[...authorities].map((one) => `ws://${one}`).join(' ')}`),
      'content-type': contentType,
      'cache-control': isPage ? cacheControl.page : kept,
    };
    if (isPage) {
      const html = await readFile(file, 'utf8');
      response.writeHead(200, headers);
      response.end(html.replace('</title>', `</title>\n    ${bridgeTag}`));
      return;
    }
    response.writeHead(200, { ...headers, 'content-length': size });
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  }

  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    serve(message)
      .then((served) => reply(response, served))
      .catch(async () => {
        if (response.headersSent) response.destroy();
        else await reply(response, { status: 500 });
      });
  });

  server.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    const pageSecret = pageSecretIn(message.headers['sec-websocket-protocol'] ?? '');
    const mayTalk = hostIsOurs(message) && originIsOurs(message) && isOwnRequest(message);
    if (message.url !== '/bridge' || !mayTalk || !session.holds(pageSecret)) {
      refuseUpgrade(socket);
      return;
    }
    sockets.handleUpgrade(message, socket, head, (client) => {
      clients.add(client);
      send(client, JSON.stringify({ host: session.hostSecret }));
      tellWhereThingsStand(client, core().workspace());
      client.on('close', () => clients.delete(client));
      // A broken client ends with a close event of its own.
      client.on('error', () => client.terminate());
      client.on('message', (data: Buffer) => {
        const parsed = readJson(data.toString('utf8'), request);
        if (parsed === null) {
          client.close(1008, 'not a call');
          return;
        }
        const { id, name, input } = parsed.value;
        void core()
          .call(name, input)
          .then((result) => send(client, JSON.stringify({ id, result })))
          // An answer that cannot be put into a message: the page hears that, and nobody else does.
          .catch(() => client.close(1011, 'no answer'));
      });
    });
  });

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  authorities = new Set([`127.0.0.1:${address.port}`, `localhost:${address.port}`]);

  return {
    /** An address to open, with a key that works once; the one before, if it was not opened, works no more. */
    newUrl: (): string => `http://127.0.0.1:${address.port}/?key=${session.newKey()}`,
    emit<N extends EventName>(event: N, payload: EventPayload<N>): void {
      const text = eventText(event, payload);
      for (const client of clients) send(client, text);
    },
    async close(): Promise<void> {
      for (const client of clients) client.terminate();
      sockets.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const eventText = <N extends EventName>(event: N, payload: EventPayload<N>): string =>
  JSON.stringify({ event, payload });

/** Sends a text, and holds a page back that does not read what it asks for: its calls, and in the end itself. */
function send(client: WebSocket, text: string): void {
  if (client.bufferedAmount > maxUnreadBytes) {
    client.terminate();
    return;
  }
  client.send(text, () => {
    if (client.bufferedAmount <= pausedAboveBytes) client.resume();
  });
  if (client.bufferedAmount > pausedAboveBytes) client.pause();
}

/** A page that lost its connection for a while did not hear what changed meanwhile. */
function tellWhereThingsStand(client: WebSocket, workspace: ReturnType<Core['workspace']>): void {
  send(client, eventText('workspace.changed', workspace?.describe() ?? null));
  if (workspace !== null) send(client, eventText('sync.changed', workspace.dispatcher.status()));
}

/** Node hands an upgraded connection over for good: nobody else hears its errors or ends it. */
function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n', () => socket.destroy());
}
