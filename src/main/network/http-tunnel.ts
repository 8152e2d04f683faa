import { request } from 'node:http';
import type { Socket } from 'node:net';
import type { ProxySignIn } from './proxy-candidate.ts';
import { getErrorCode, ConnectFailure } from './connect-failure.ts';

/** Opens a CONNECT tunnel (RFC 9110, 9.3.6), which tells the proxy only name and port. Fails with {@link ConnectFailure}. */
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
      proxy.on('error', () => undefined);
      proxy.destroy();
      reject(failure);
    }
    const timer = setTimeout(() => {
      fail(new ConnectFailure('PROXY_UNREACHABLE CONNECT_TIME_OUT', true));
    }, limitMs);
    const asking = request({
      createConnection: () => proxy,
      method: 'CONNECT',
      path: authority,
      setHost: false,
      headers: {
        host: authority,
        ...(signIn === null ? {} : { 'proxy-authorization': `Basic ${basic(signIn)}` }),
      },
    });
    asking.on('connect', (answer, socket, head) => {
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
      void socket;
    });
    asking.on('error', (error) => {
      fail(new ConnectFailure(`PROXY_UNREACHABLE ${getErrorCode(error)}`, true, error));
    });
    asking.end();
  });
}

function basic({ user, password }: ProxySignIn): string {
  return Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
}

/** Which sign-in a 407 asks for. Gangway knows Basic (RFC 7617) alone. */
function signInCode(challenge: string | string[] | undefined, tried: boolean): string {
  const text = (Array.isArray(challenge) ? challenge.join(', ') : (challenge ?? '')).toLowerCase();
  const known = ['basic', 'digest', 'ntlm', 'negotiate', 'kerberos'];
  const schemes = known.filter((scheme) => new RegExp(`(^|[,\\s])${scheme}(\\s|,|$)`).test(text));
  if (schemes.length > 0 && !schemes.includes('basic'))
    return `PROXY_SIGN_IN_UNSUPPORTED ${schemes.join(' ')}`;
  return tried ? 'PROXY_SIGN_IN_REFUSED' : 'PROXY_SIGN_IN';
}
