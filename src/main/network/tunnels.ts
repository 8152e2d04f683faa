import { request } from 'node:http';
import { type Socket, isIPv4, isIPv6 } from 'node:net';
import type { ProxySignIn } from './proxy-candidate.ts';
import { abandon, ConnectFailure, getErrorCode, withCode } from './sockets.ts';

/** Opens a CONNECT tunnel (RFC 9110, 9.3.6), which shows the proxy only name and port. Fails with {@link ConnectFailure}. */
export function openHttpTunnel(
  proxy: Socket,
  target: { host: string; port: number },
  signIn: ProxySignIn | null,
  limitMs: number,
): Promise<Socket> {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const authority = `${host}:${target.port}`;
  return new Promise((resolve, reject) => {
    function fail(failure: ConnectFailure): void {
      clearTimeout(timer);
      abandon(proxy);
      reject(failure);
    }
    const timer = setTimeout(
      () => fail(new ConnectFailure('PROXY_UNREACHABLE CONNECT_TIME_OUT', true)),
      limitMs,
    );
    const asking = request({
      createConnection: () => proxy,
      method: 'CONNECT',
      path: authority,
      setHost: false,
      headers: {
        host: authority,
        ...(signIn !== null && { 'proxy-authorization': `Basic ${basic(signIn)}` }),
      },
    });
    asking.on('connect', (answer, _socket, head) => {
      const status = answer.statusCode ?? 0;
      if (status === 407) {
        fail(new ConnectFailure(signInCode(answer.headers['proxy-authenticate'], signIn !== null), false));
      } else if (status < 200 || status >= 300) {
        fail(new ConnectFailure(`PROXY_REFUSED ${status}`, false));
      } else if (head.length > 0) {
        // In a tunnel to a server that speaks TLS, the service never speaks first.
        fail(new ConnectFailure('PROXY_REFUSED early data', false));
      } else {
        clearTimeout(timer);
        resolve(proxy);
      }
    });
    asking.on('error', (error) => {
      fail(new ConnectFailure(`PROXY_UNREACHABLE ${getErrorCode(error)}`, true, error));
    });
    asking.end();
  });
}

const basic = ({ user, password }: ProxySignIn): string =>
  Buffer.from(`${user}:${password}`, 'utf8').toString('base64');

/** The failure code of a 407. Gangway supports only Basic (RFC 7617). */
function signInCode(challenge: string | string[] | undefined, tried: boolean): string {
  const text = [challenge ?? []].flat().join(', ').toLowerCase();
  const known = ['basic', 'digest', 'ntlm', 'negotiate', 'kerberos'];
  const schemes = known.filter((scheme) => new RegExp(`(^|[,\\s])${scheme}(\\s|,|$)`).test(text));
  if (schemes.length > 0 && !schemes.includes('basic'))
    return `PROXY_SIGN_IN_UNSUPPORTED ${schemes.join(' ')}`;
  return tried ? 'PROXY_SIGN_IN_REFUSED' : 'PROXY_SIGN_IN';
}

const version = 5;

/** Opens a SOCKS 5 tunnel (RFC 1928, RFC 1929); the proxy resolves the name. Fails with {@link ConnectFailure}. */
export async function openSocksTunnel(
  proxy: Socket,
  target: { host: string; port: number },
  signIn: ProxySignIn | null,
  limitMs: number,
): Promise<Socket> {
  const reader = makeReader(proxy, limitMs);
  try {
    const methods = signIn === null ? [0] : [0, 2];
    proxy.write(Buffer.from([version, methods.length, ...methods]));
    const [answeredVersion, method] = await reader.take(2);
    if (answeredVersion !== version) throw new ConnectFailure('PROXY_REFUSED not SOCKS 5', false);
    if (method === 2 && signIn !== null) {
      proxy.write(signInBytes(signIn));
      const [, status] = await reader.take(2);
      if (status !== 0) throw new ConnectFailure('PROXY_SIGN_IN_REFUSED', false);
    } else if (method !== 0) {
      throw new ConnectFailure(signIn === null ? 'PROXY_SIGN_IN' : 'PROXY_SIGN_IN_REFUSED', false);
    }
    proxy.write(
      Buffer.from([version, 1, 0, ...addressBytes(target.host), target.port >> 8, target.port & 255]),
    );
    const [, reply, , boundKind] = await reader.take(4);
    if (reply !== 0) throw new ConnectFailure(`PROXY_REFUSED SOCKS ${reply ?? ''}`, false);
    const boundLength = boundKind === 1 ? 4 : boundKind === 4 ? 16 : ((await reader.take(1))[0] ?? 0);
    await reader.take(boundLength + 2);
    reader.stop();
    return proxy;
  } catch (error) {
    reader.stop();
    abandon(proxy);
    throw error instanceof ConnectFailure
      ? error
      : new ConnectFailure(`PROXY_UNREACHABLE ${getErrorCode(error)}`, true, error);
  }
}

function signInBytes({ user, password }: ProxySignIn): Buffer {
  const name = Buffer.from(user, 'utf8').subarray(0, 255);
  const secret = Buffer.from(password, 'utf8').subarray(0, 255);
  return Buffer.from([1, name.length, ...name, secret.length, ...secret]);
}

function addressBytes(host: string): number[] {
  if (isIPv4(host)) return [1, ...host.split('.').map(Number)];
  if (isIPv6(host)) return [4, ...ipv6Bytes(host)];
  const name = Buffer.from(host, 'ascii').subarray(0, 255);
  return [3, name.length, ...name];
}

function ipv6Bytes(host: string): number[] {
  const [before = '', after] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const words = (text: string) => (text === '' ? [] : text.split(':').map((word) => parseInt(word, 16)));
  const head = words(before);
  const tail = after === undefined ? [] : words(after);
  const all = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  return all.flatMap((word) => [word >> 8, word & 255]);
}

/** Reads a socket in portions; fails when the socket does, or when the time is up. */
function makeReader(socket: Socket, limitMs: number) {
  let pending = Buffer.alloc(0);
  let failure: Error | null = null;
  let wake: () => void = () => undefined;
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  const onData = (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    wake();
  };
  const onClose = () => fail(withCode('ECONNRESET'));
  const timer = setTimeout(() => fail(withCode('CONNECT_TIME_OUT')), limitMs);
  socket.on('data', onData).on('error', fail).on('close', onClose);
  return {
    async take(count: number): Promise<Buffer> {
      while (pending.length < count) {
        if (failure !== null) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const taken = pending.subarray(0, count);
      pending = pending.subarray(count);
      return taken;
    },
    stop() {
      clearTimeout(timer);
      socket.pause();
      socket.off('data', onData).off('error', fail).off('close', onClose);
    },
  };
}
