import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';

/** Opens a TCP connection, trying both address families side by side (RFC 8305). */
export function openTcp(
  host: string,
  port: number,
  { connectMs, lookup }: { connectMs: number; lookup: LookupFunction | null },
): Promise<Socket> {
  const socket = connectTcp({
    host,
    port,
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    ...(lookup !== null && { lookup }),
  });
  return whenOpen(socket, 'connect', connectMs);
}

/** Starts TLS and verifies `host`. Nothing disables that, NODE_TLS_REJECT_UNAUTHORIZED included. */
export function openTls(under: Socket, host: string, trust: SecureContext, connectMs: number) {
  const socket = connectTls({
    socket: under,
    host,
    secureContext: trust,
    rejectUnauthorized: true,
    // A name is sent along, an address is not (RFC 6066, 3).
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
  });
  return whenOpen(socket, 'secureConnect', connectMs);
}

const whenOpen = (socket: Socket, event: 'connect' | 'secureConnect', ms: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(withCode('CONNECT_TIME_OUT')), ms);
    const closed = () => fail(withCode('ECONNRESET'));
    function fail(error: Error): void {
      stop();
      abandon(socket);
      reject(error);
    }
    function stop(): void {
      clearTimeout(timer);
      socket.off('error', fail).off('close', closed);
    }
    socket.once('error', fail).once('close', closed);
    socket.once(event, () => {
      stop();
      resolve(socket);
    });
  });

export const withCode = (code: string): Error => Object.assign(new Error(code), { code });

/** Closes a socket that nobody uses any more; its late errors end nothing. */
export function abandon(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.destroy();
}

/** Why no connection was made; nothing was sent. `code` holds no secret (src/shared/words/network-messages.ts). */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  readonly code: string;
  /** Whether the next candidate may be tried: nobody was there. A proxy that answered has the last word. */
  readonly passable: boolean;

  constructor(code: string, passable: boolean, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.passable = passable;
  }
}

/** The code of an error of Node; of several addresses that all failed, the first one's. */
export function getErrorCode(error: unknown): string {
  if (error instanceof ConnectFailure) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return getErrorCode(error.errors[0]);
  return error.cause === undefined ? error.name : getErrorCode(error.cause);
}
