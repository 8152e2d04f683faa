import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { TestCertificate } from './certificates.ts';

/** What a proxy does when it is asked for a tunnel. */
export type ProxyManner =
  | { kind: 'open' }
  | { kind: 'wants'; user: string; password: string; schemes?: string[] }
  | { kind: 'answers'; status: number }
  | { kind: 'hangs_up' }
  | { kind: 'silent' };

export interface TestProxy {
  readonly port: number;
  /** What was asked of it, in order. */
  readonly asked: { target: string; signIn: string | null; head: string }[];
  behave(manner: ProxyManner): void;
  /** Breaks every tunnel that stands. */
  cutTunnels(): void;
}

/** A proxy that leads every name to the same port of this computer, as a company's own names are known to its proxy alone. */
export async function startProxy(
  leadsTo: number,
  manner: ProxyManner = { kind: 'open' },
  certificate: TestCertificate | null = null,
): Promise<TestProxy> {
  const asked: TestProxy['asked'] = [];
  const tunnels = new Set<Duplex>();
  let now = manner;
  const server = certificate === null ? createHttpServer() : createHttpsServer(certificate);
  server.on('connect', (message: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined);
    const header = message.headers['proxy-authorization'] ?? null;
    const signIn =
      header === null ? null : Buffer.from(header.replace(/^Basic /, ''), 'base64').toString('utf8');
    asked.push({ target: message.url ?? '', signIn, head: message.rawHeaders.join('\n') });
    const answer = getAnswer(now, signIn);
    if (answer === null) {
      if (now.kind === 'hangs_up') socket.destroy();
      return;
    }
    if (answer !== '') {
      socket.end(answer);
      return;
    }
    const onward = connect(leadsTo, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    tunnels.add(socket);
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  return {
    port: await listening(server),
    asked,
    behave(next) {
      now = next;
    },
    cutTunnels() {
      for (const tunnel of tunnels) tunnel.destroy();
    },
  };
}

/** The bytes of a refusal, nothing for a tunnel that is opened, null where there is no answer. */
function getAnswer(manner: ProxyManner, signIn: string | null): string | null {
  switch (manner.kind) {
    case 'open':
      return '';
    case 'wants': {
      if (signIn === `${manner.user}:${manner.password}`) return '';
      const challenges = (manner.schemes ?? ['Basic realm="Harbor Lane"'])
        .map((scheme) => `Proxy-Authenticate: ${scheme}\r\n`)
        .join('');
      return `HTTP/1.1 407 Proxy Authentication Required\r\n${challenges}Content-Length: 5\r\n\r\nno go`;
    }
    case 'answers':
      return `HTTP/1.1 ${manner.status} Said\r\nContent-Length: 5\r\n\r\nno go`;
    case 'hangs_up':
    case 'silent':
      return null;
  }
}

/** A SOCKS 5 proxy (RFC 1928) that leads every name to the same port; `wants` a user name and password (RFC 1929). */
export async function startSocksProxy(
  leadsTo: number,
  wants: { user: string; password: string } | null,
): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    let step: 'methods' | 'sign_in' | 'target' = 'methods';
    socket.on('data', function read(chunk: Buffer) {
      switch (step) {
        case 'methods': {
          const offered = [...chunk.subarray(2)];
          const method = wants === null ? 0 : 2;
          if (!offered.includes(method)) {
            socket.end(Buffer.from([5, 0xff]));
            return;
          }
          socket.write(Buffer.from([5, method]));
          step = method === 0 ? 'target' : 'sign_in';
          return;
        }
        case 'sign_in': {
          const userLength = chunk[1] ?? 0;
          const user = chunk.subarray(2, 2 + userLength).toString('utf8');
          const password = chunk.subarray(3 + userLength).toString('utf8');
          const right = user === wants?.user && password === wants.password;
          // In two portions, as a slow network may deliver it.
          socket.write(Buffer.from([1]));
          setImmediate(() => socket.write(Buffer.from([right ? 0 : 1])));
          step = 'target';
          return;
        }
        case 'target': {
          const nameLength = chunk[4] ?? 0;
          const name = chunk.subarray(5, 5 + nameLength).toString('ascii');
          asked.push(`${name}:${chunk.readUInt16BE(5 + nameLength)}`);
          socket.off('data', read);
          const onward = connect(leadsTo, '127.0.0.1', () => {
            socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
            onward.pipe(socket).pipe(onward);
          });
          onward.on('error', () => socket.destroy());
        }
      }
    });
  });
  return { port: await listening(server), asked };
}

export interface TestService {
  readonly port: number;
  /** Method and path of every request that came in. */
  readonly requests: { line: string; authorization: string | null }[];
  behave(answer: (message: IncomingMessage, response: ServerResponse) => void): void;
}

/** A service that speaks TLS with the given certificate and accepts everything. */
export async function startSecureService(certificate: TestCertificate): Promise<TestService> {
  const requests: TestService['requests'] = [];
  let answer = (_message: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}');
  };
  const server = createHttpsServer(certificate, (message, response) => {
    message.resume().on('end', () => {
      requests.push({
        line: `${message.method ?? ''} ${message.url ?? ''}`,
        authorization: message.headers.authorization ?? null,
      });
      answer(message, response);
    });
  });
  return {
    port: await listening(server),
    requests,
    behave(next) {
      answer = next;
    },
  };
}

/** Listens on loopback until the test has finished, and ends every connection then. */
async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // A client that does not like the certificate goes away in the middle; that is what is tried.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return address.port;
}

/** A port at which nothing listens: it was free a moment ago. */
export async function deadPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The service had no port.');
  return address.port;
}
