import { ownMember } from '#shared/base/own-member.ts';

/** What to connect to the service through: nothing (direct), or a proxy. IPv6 hosts have no brackets. */
export type ProxyCandidate =
  | { kind: 'direct' }
  /** `http` and `https` say how the proxy itself is spoken to; through both a tunnel is opened with CONNECT. */
  | { kind: 'http' | 'https' | 'socks5'; host: string; port: number }
  /** A kind of proxy that Gangway does not speak; `word` as it was named. */
  | { kind: 'unsupported'; word: string };

export type ProxyServer = Extract<ProxyCandidate, { host: string }>;

/** A user name and a password for a proxy. Never in a file, a log or a message. */
export interface ProxySignIn {
  user: string;
  password: string;
}

/** Says what to connect through, best first. What the host offers: the system's settings, or the environment. */
export interface ProxyResolver {
  readonly source: 'system' | 'environment';
  find(url: string): Promise<ProxyCandidate[]>;
  /** The sign-in that the settings themselves hold, as in `http://user:password@proxy:8080`; by its {@link signInName}. */
  givenSignIn(name: string): ProxySignIn | null;
}

const defaultPorts = { http: 80, https: 443, socks5: 1080 } as const;

const pacKinds: Record<string, ProxyServer['kind']> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
};

/** Reads a PAC result such as `PROXY proxy.example:8080; DIRECT`. `SOCKS` means version 4; nonsense means DIRECT. */
export function readPacAnswer(text: string): ProxyCandidate[] {
  const candidates: ProxyCandidate[] = [];
  for (const part of text.split(';')) {
    const [word = '', address] = part.trim().split(/\s+/);
    const name = word.toUpperCase();
    if (name === 'DIRECT') candidates.push({ kind: 'direct' });
    else if (name === 'SOCKS' || name === 'SOCKS4' || name === 'QUIC')
      candidates.push({ kind: 'unsupported', word: name });
    const kind = ownMember(pacKinds, name);
    const at = kind === undefined || address === undefined ? null : readHostAndPort(address, kind);
    if (kind !== undefined && at !== null) candidates.push({ kind, ...at });
  }
  return candidates.length === 0 ? [{ kind: 'direct' }] : candidates;
}

function readHostAndPort(address: string, kind: ProxyServer['kind']): { host: string; port: number } | null {
  const url = URL.parse(`http://${address}`);
  if (url === null || url.hostname === '') return null;
  // The scheme of the reading hides its own usual port.
  const port = url.port !== '' ? Number(url.port) : address.endsWith(':80') ? 80 : defaultPorts[kind];
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port };
}

/** Reads the address of a proxy as an environment variable holds it; `http` where no scheme is given. */
export function readProxyAddress(
  text: string,
): { candidate: ProxyCandidate; signIn: ProxySignIn | null } | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.parse(address);
  if (url === null || url.hostname === '') return null;
  const scheme = url.protocol.slice(0, -1);
  const signIn =
    url.username === ''
      ? null
      : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  const kind = scheme === 'socks5h' ? 'socks5' : scheme;
  if (kind !== 'http' && kind !== 'https' && kind !== 'socks5') {
    return { candidate: { kind: 'unsupported', word: scheme }, signIn: null };
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? defaultPorts[kind] : Number(url.port);
  return { candidate: { kind, host, port }, signIn };
}

export const proxyName = (candidate: ProxyServer): string =>
  `${candidate.host.includes(':') ? `[${candidate.host}]` : candidate.host}:${candidate.port}`;

/** The name of a proxy's sign-in. The protocol is part of it, so that a password given over TLS is never sent in clear. */
export const signInName = (kind: ProxyServer['kind'], proxy: string): string => `${kind} ${proxy}`;

/** One text for a list of candidates; two lists with the same text are the same. */
export function candidatesKey(candidates: readonly ProxyCandidate[]): string {
  const names = candidates.map((candidate) => {
    if ('host' in candidate) return signInName(candidate.kind, proxyName(candidate));
    return candidate.kind === 'unsupported' ? `unsupported ${candidate.word}` : candidate.kind;
  });
  return names.join('; ');
}
