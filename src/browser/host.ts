import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import type { EventName, EventPayload } from '#shared/ipc/contract.ts';
import type { Core } from '#main/core.ts';
import { documentJobOf, pageFile } from '#main/page-files.ts';
import { pageHeaders } from '#main/page-headers.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { createSession, sessionCookie } from './session.ts';

/** The host while it listens. */
export interface BrowserHost {
  /** An address to open, with a key that works once; the one before, if it was not opened, works no more. */
  newUrl(): string;
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void;
  close(): Promise<void>;
}

const request = z.object({ id: z.number(), name: z.string().max(100), input: z.unknown() });
const largestMessage = 16 * 1024 * 1024;

const notOpenedHere = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gangway</title>
<p>This page belongs to a Gangway that was started elsewhere or started again.
An address that Gangway printed works once. Press Enter in the terminal where Gangway runs; it prints a new address.
Nothing queued is lost.</p></html>`;

const bridgeTag = '<script type="module" src="/browser-bridge.js"></script>';

/**
 * Serves the renderer and its bridge on 127.0.0.1. It answers only to its own Host and Origin, so that no other site can
 * reach it through a name of its own, and only to the browser that opened the address with the key.
 */
export async function startBrowserHost(
  core: () => Core,
  rendererFolder: string,
  port: number,
): Promise<BrowserHost> {
  const session = createSession();
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessage });
  const clients = new Set<WebSocket>();
  let authorities = new Set<string>();
  let cookieName = '';

  function hostIsOurs(message: IncomingMessage): boolean {
    return authorities.has(message.headers.host ?? '');
  }

  function mayTalk(message: IncomingMessage): boolean {
    return hostIsOurs(message) && session.holds(message.headers.cookie ?? null, cookieName);
  }

  function answer(
    response: ServerResponse,
    status: number,
    body: string,
    headers: Record<string, string> = {},
  ): void {
    response.writeHead(status, {
      ...pageHeaders("'none'"),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    });
    response.end(body);
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!hostIsOurs(message)) {
      answer(response, 421, notOpenedHere);
      return;
    }
    const url = URL.parse(`http://${message.headers.host ?? ''}${message.url ?? '/'}`);
    const key = url?.searchParams.get('key') ?? null;
    if (key !== null && url?.pathname === '/' && message.method === 'GET') {
      const secret = session.exchange(key);
      if (secret !== null) {
        const cookie = `${cookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/`;
        answer(response, 303, '', { location: '/', 'set-cookie': cookie });
        return;
      }
    }
    if (!mayTalk(message)) {
      answer(response, 403, notOpenedHere);
      return;
    }
    if (message.method !== 'GET' && message.method !== 'HEAD') {
      answer(response, 405, '');
      return;
    }
    if (key !== null) {
      answer(response, 303, '', { location: '/' });
      return;
    }
    const pathname = url?.pathname ?? '';
    const jobId = documentJobOf(pathname);
    const found = jobId === null ? pageFile(rendererFolder, pathname) : core().documentFile(jobId);
    if (found === null) {
      answer(response, 404, '');
      return;
    }
    await sendFile(response, found.file, found.contentType, pathname === '/');
  }

  async function sendFile(
    response: ServerResponse,
    file: string,
    contentType: string,
    page: boolean,
  ): Promise<void> {
    const known = await stat(file).catch(() => null);
    if (known === null || !known.isFile()) {
      answer(response, 404, '');
      return;
    }
    const headers = {
      ...pageHeaders(`'self' ${[...authorities].map((one) => `ws://${one}`).join(' ')}`),
      'content-type': contentType,
      'cache-control': page ? 'no-store' : 'no-cache',
    };
    if (page) {
      const html = await readFile(file, 'utf8');
      response.writeHead(200, headers);
      response.end(html.replace('</title>', `</title>\n    ${bridgeTag}`));
      return;
    }
    response.writeHead(200, { ...headers, 'content-length': known.size });
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  }

  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    serve(message, response).catch(() => {
      if (response.headersSent) response.destroy();
      else answer(response, 500, '');
    });
  });

  server.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    const origin = message.headers.origin ?? '';
    const ours = [...authorities].some((one) => origin === `http://${one}`);
    if (message.url !== '/bridge' || !ours || !mayTalk(message)) {
      refuseUpgrade(socket);
      return;
    }
    sockets.handleUpgrade(message, socket, head, (client) => {
      clients.add(client);
      tellWhereThingsStand(client, core().workspace());
      client.on('close', () => clients.delete(client));
      // A broken client ends with a close event of its own.
      client.on('error', () => client.terminate());
      client.on('message', (data: Buffer) => {
        const parsed = request.safeParse(parse(data));
        if (!parsed.success) {
          client.close(1008, 'not a call');
          return;
        }
        const { id, name, input } = parsed.data;
        void core()
          .route(name, input)
          .then((result) => {
            client.send(JSON.stringify({ id, result }));
          })
          // An answer that cannot be put into a message: the page hears that, and nobody else does.
          .catch(() => client.close(1011, 'no answer'));
      });
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  cookieName = sessionCookie(address.port);
  authorities = new Set([`127.0.0.1:${address.port}`, `localhost:${address.port}`]);

  return {
    newUrl: () => `http://127.0.0.1:${address.port}/?key=${session.newKey()}`,
    emit(event, payload) {
      const text = eventText(event, payload);
      for (const client of clients) client.send(text);
    },
    async close() {
      for (const client of clients) client.terminate();
      sockets.close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

function eventText<N extends EventName>(event: N, payload: EventPayload<N>): string {
  return JSON.stringify({ event, payload });
}

/** A page that lost its connection for a while did not hear what changed meanwhile. */
function tellWhereThingsStand(client: WebSocket, workspace: Workspace | null): void {
  client.send(eventText('workspace.changed', workspace?.describe() ?? null));
  if (workspace !== null) client.send(eventText('sync.changed', workspace.dispatcher.status()));
}

/** Node hands an upgraded connection over for good: nobody else hears its errors or ends it. */
function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n', () => socket.destroy());
}

function parse(data: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'));
    return value;
  } catch {
    // Whatever it was, it is not a call; the caller closes the connection.
    return undefined;
  }
}
