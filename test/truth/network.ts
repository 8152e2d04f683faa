import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What the network, or what stands in the service's place, does with every request from now on. */
export type NetworkState =
  | 'open'
  | 'refuse'
  | 'black_hole'
  | 'reset'
  /** The service applies the request and its answer is lost. */
  | 'drop_answer'
  | 'unauthorized'
  | 'too_many'
  | 'unavailable'
  | 'portal'
  | 'slow';

/** What stands between the app and the service, on a port of its own. */
export interface Network {
  port: number;
  become(state: NetworkState): Promise<void>;
  close(): Promise<void>;
}

const slowMs = 400;
const portalPage =
  '<!doctype html><html><title>Guest network</title><body>Sign in to continueline</body></html>';

/** Starts a proxy before the service; it is open at first. */
export async function startNetwork(servicePort: number): Promise<Network> {
  const sockets = new Set<Socket>();
  let state: NetworkState = 'open';
  const server = createServer(handle);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  function handle(message: IncomingMessage, response: ServerResponse): void {
    const now = state;
    switch (now) {
      case 'black_hole':
        message.resume();
        return;
      case 'refuse':
      case 'reset':
        message.socket.resetAndDestroy();
        return;
      case 'unauthorized':
        answer(message, response, 401, { 'content-type': 'application/json' }, '{"message":"no"}');
        return;
      case 'too_many':
        answer(message, response, 429, { 'retry-after': '3' }, '');
        return;
      case 'unavailable':
        answer(message, response, 503, { 'retry-after': '2' }, '');
        return;
      case 'portal':
        answer(message, response, 200, { 'content-type': 'text/html' }, portalPage);
        return;
      case 'open':
      case 'drop_answer':
        pass(message, response, now === 'drop_answer');
        return;
      case 'slow':
        setTimeout(() => pass(message, response, false), slowMs);
    }
  }

  function answer(
    message: IncomingMessage,
    response: ServerResponse,
    status: number,
    headers: Record<string, string>,
    body: string,
  ): void {
    message.resume();
    message.on('end', () => response.writeHead(status, headers).end(body));
  }

  function pass(message: IncomingMessage, response: ServerResponse, dropped: boolean): void {
    const { method, url, headers } = message;
    const onward = request({ host: '127.0.0.1', port: servicePort, method, path: url, headers }, (came) => {
      if (dropped) {
        came.resume();
        came.on('end', () => message.socket.resetAndDestroy());
        return;
      }
      response.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(response);
    });
    // Either end may go away in the middle; that is what is tried here.
    onward.on('error', () => message.socket.destroy());
    response.on('close', () => onward.destroy());
    message.pipe(onward);
  }

  function listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        const address = server.address();
        if (address === null || typeof address === 'string') reject(new Error('A TCP server has a port.'));
        else resolve(address.port);
      });
    });
  }

  async function stopListening(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  }

  const port = await listen(0);
  return {
    port,
    async become(next) {
      if (next === state) return;
      if (state === 'refuse') await listen(port);
      state = next;
      if (next === 'refuse') await stopListening();
      // What was under way on the old network ends with it, save where it only becomes slow or open again.
      else if (next === 'black_hole' || next === 'reset')
        for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      if (state !== 'refuse') await stopListening();
    },
  };
}
