import { BlockList, isIP } from 'node:net';
import { isBareIpv6 } from '#shared/base/base-url.ts';
import {
  proxyName,
  readProxyAddress,
  signInName,
  type ProxySignIn,
  type ProxyCandidate,
  type ProxyResolver,
} from './proxy-candidate.ts';

/** HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY as curl reads them: under CGI (REQUEST_METHOD) not HTTP_PROXY. */
export function environmentProxies(env: NodeJS.ProcessEnv): ProxyResolver {
  const signIns = new Map<string, ProxySignIn>();
  const read = <Name extends string>(...names: Name[]) =>
    names.map((name) => env[name]?.trim() ?? '').find((value) => value !== '') ?? null;
  const https = read('https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY');
  const upperHttp = env['REQUEST_METHOD'] === undefined ? ['HTTP_PROXY'] : [];
  const http = read('http_proxy', ...upperHttp, 'all_proxy', 'ALL_PROXY');
  const straight = readNoProxy(read('no_proxy', 'NO_PROXY') ?? '');

  function toCandidate(value: string | null): ProxyCandidate {
    const reading = value === null ? null : readProxyAddress(value);
    if (reading === null) return { kind: 'direct' };
    const { candidate, signIn } = reading;
    if (signIn !== null && 'host' in candidate)
      signIns.set(signInName(candidate.kind, proxyName(candidate)), signIn);
    return candidate;
  }
  const [overTls, inClear] = [toCandidate(https), toCandidate(http)];

  return {
    source: 'environment',
    find(address) {
      const url = new URL(address);
      if (straight(url)) return Promise.resolve([{ kind: 'direct' }]);
      return Promise.resolve([url.protocol === 'http:' ? inClear : overTls]);
    },
    givenSignIn: (name) => signIns.get(name) ?? null,
  };
}

/** Reads NO_PROXY: names and all names below them, addresses, networks (10.0.0.0/8), `*` for everything; each may have a port. */
export function readNoProxy(text: string): (url: URL) => boolean {
  const tests = text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(readEntry);
  return (url) => tests.some((test) => test(url));
}

function readEntry(entry: string): (url: URL) => boolean {
  if (entry === '*') return () => true;
  const network = readNetwork(entry);
  if (network !== null) return (url) => network(bareHost(url));
  const match = isBareIpv6(entry) ? null : /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry);
  const [, name = '', port] = match ?? [null, entry];
  const host = canonical(name.replace(/^\*?\./, ''));
  return (url) => {
    if (host === '' || (port !== undefined && getPort(url) !== port)) return false;
    const asked = bareHost(url);
    return asked === host || (isIP(host) === 0 && asked.endsWith(`.${host}`));
  };
}

function readNetwork(entry: string): ((host: string) => boolean) | null {
  const found = /^([0-9a-f:.]+)\/(\d{1,3})$/i.exec(entry);
  if (found === null) return null;
  const [, address = '', prefix = ''] = found;
  const family = isIP(address);
  if (family === 0 || Number(prefix) > (family === 4 ? 32 : 128)) return () => false;
  const list = new BlockList();
  list.addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
  return (host) => {
    const asked = isIP(host);
    return asked !== 0 && list.check(host, asked === 4 ? 'ipv4' : 'ipv6');
  };
}

/** A name as addresses hold it: small letters, an IPv6 address in its shortest form and without brackets. */
function canonical(name: string): string {
  const bare = name.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const url = URL.parse(isIP(bare) === 6 ? `http://[${bare}]` : `http://${bare}`);
  return url === null ? '' : bareHost(url);
}

const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function getPort(url: URL): string {
  if (url.port !== '') return url.port;
  return url.protocol === 'http:' ? '80' : '443';
}
