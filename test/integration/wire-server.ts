import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as its bytes came in. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Request line and headers, word for word. */
  head: string;
  /** Which connection it came by, counted from 1. */
  connection: number;
}

/** What the service does with a request whose last byte is in. */
export type Behaviour = (request: SeenRequest, socket: Socket) => void;

export interface WireServer {
  readonly baseUrl: string;
  readonly port: number;
  /** Every request that came in whole, in order; questions of reachability (HEAD) are kept apart. */
  readonly requests: SeenRequest[];
  readonly probes: SeenRequest[];
  posts(): SeenRequest[];
  /** How many connections were made, and how many are open now. */
  connections(): number;
  openConnections(): number;
  /** What to do from now on with requests that are no HEAD. */
  behave(behaviour: Behaviour): void;
  /** What to do from now on with HEAD. */
  behaveToProbes(behaviour: Behaviour): void;
  /** Ends every open connection; `reset` without a farewell. */
  hangUp(how: 'end' | 'reset'): void;
  close(): Promise<void>;
}

/** The bytes of an answer. `content-length` is added where nothing else says how long the body is. */
export function answerBytes(status: number, headers: Record<string, string> = {}, body = ''): string {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const lengthKnown = Object.keys(headers).some((name) => /^(content-length|transfer-encoding)$/i.test(name));
  const length = lengthKnown ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `HTTP/1.1 ${status} Said\r\n${named.join('')}${length}\r\n${body}`;
}

/** Answers every request alike. */
export function answering(status: number, headers: Record<string, string> = {}, body = ''): Behaviour {
  return (_request, socket) => {
    socket.write(answerBytes(status, headers, body));
  };
}

/** Answers every request with 200 and JSON. */
export function answeringJson(value: unknown, status = 200): Behaviour {
  return answering(status, { 'content-type': 'application/json' }, JSON.stringify(value));
}

/** Takes requests and says nothing. */
export const silence: Behaviour = () => undefined;

/** Reads the request whole and hangs up without a word. */
export const hangingUp: Behaviour = (_request, socket) => {
  socket.destroy();
};

function readRequest(bytes: Buffer, connection: number): { request: SeenRequest; rest: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.subarray(0, end).toString('latin1');
  const [requestLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers['content-length'] ?? 0);
  const bodyAt = end + 4;
  if (bytes.length < bodyAt + length) return null;
  const [method = '', path = ''] = requestLine.split(' ');
  const body = bytes.subarray(bodyAt, bodyAt + length).toString('utf8');
  return {
    request: { method, path, headers, body, head, connection },
    rest: bytes.subarray(bodyAt + length),
  };
}

/** An HTTP server made of nothing but sockets, so that a test decides about every byte. Gone when the test ends. */
export async function startWireServer(behaviour: Behaviour, port = 0): Promise<WireServer> {
  const requests: SeenRequest[] = [];
  const probes: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let behave = behaviour;
  let behaveToProbes = answering(200);

  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    // A client that goes away in the middle is part of what is tried here.
    socket.on('error', () => undefined);
    let pending: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      for (;;) {
        const found = readRequest(pending, connection);
        if (found === null) return;
        pending = found.rest;
        if (found.request.method === 'HEAD') {
          probes.push(found.request);
          behaveToProbes(found.request, socket);
        } else {
          requests.push(found.request);
          behave(found.request, socket);
        }
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');

  async function close(): Promise<void> {
    if (!server.listening) return;
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      for (const socket of sockets) socket.destroy();
    });
  }
  onTestFinished(close);

  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    probes,
    posts: () => requests.filter((request) => request.method === 'POST'),
    connections: () => connections,
    openConnections: () => sockets.size,
    behave: (next) => {
      behave = next;
    },
    behaveToProbes: (next) => {
      behaveToProbes = next;
    },
    hangUp: (how) => {
      for (const socket of sockets) {
        if (how === 'reset') socket.resetAndDestroy();
        else socket.end();
      }
    },
    close,
  };
}
