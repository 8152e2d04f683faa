import { isIPv4, isIPv6, type Socket } from 'node:net';
import type { ProxySignIn } from './proxy-candidate.ts';
import { getErrorCode, ConnectFailure } from './connect-failure.ts';

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
    proxy.on('error', () => undefined);
    proxy.destroy();
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

/** Takes bytes off a socket in portions; fails when the socket does, or when the time is up. */
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
  const onClose = () => {
    fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  };
  const timer = setTimeout(() => {
    fail(Object.assign(new Error('time'), { code: 'CONNECT_TIME_OUT' }));
  }, limitMs);
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
