import type { LookupFunction, Socket } from 'node:net';
import { getErrorCode, ConnectFailure, openTcp, openTls } from './sockets.ts';
import { openHttpTunnel, openSocksTunnel } from './tunnels.ts';
import type { ProxySignIns } from './proxy-sign-ins.ts';
import {
  proxyName,
  signInName,
  type ProxyServer,
  type ProxySignIn,
  type ProxyCandidate,
} from './proxy-candidate.ts';
import type { Trust } from './trust.ts';

export interface ConnectDeps {
  connectMs: number;
  trust: () => Promise<Trust>;
  signIns: ProxySignIns;
  cooldowns: ReturnType<typeof createProxyCooldowns>;
  lookup: LookupFunction | null;
}

interface Target {
  host: string;
  port: number;
  tls: boolean;
}

const cooldownMs = 60_000;

/** Proxies that did not answer lately; they are tried after the others. */
export function createProxyCooldowns(now: () => number) {
  const until = new Map<string, number>();
  return {
    isCoolingDown: (proxy: string): boolean => (until.get(proxy) ?? 0) > now(),
    missed: (proxy: string): void => {
      until.set(proxy, now() + cooldownMs);
    },
    answered: (proxy: string): void => {
      until.delete(proxy);
    },
  };
}

/** Connects through the first candidate that answers. Writes no request, so after a {@link ConnectFailure} nothing was sent. */
export async function connectThrough(
  target: Target,
  candidates: readonly ProxyCandidate[],
  deps: ConnectDeps,
): Promise<Socket> {
  // Read before anything is opened: a reset without a listener on the socket would end the app.
  if (target.tls || candidates.some(({ kind }) => kind === 'https')) await deps.trust();
  const cooldowns = (candidate: ProxyCandidate) =>
    'host' in candidate && deps.cooldowns.isCoolingDown(proxyName(candidate));
  const ordered = [
    ...candidates.filter((candidate) => !cooldowns(candidate)),
    ...candidates.filter(cooldowns),
  ];
  let last: ConnectFailure | null = null;
  for (const candidate of ordered) {
    try {
      return await connectBy(candidate, target, deps);
    } catch (error) {
      const failure =
        error instanceof ConnectFailure ? error : new ConnectFailure(getErrorCode(error), true, error);
      if (!failure.passable) throw failure;
      // The first failure says more than the last.
      last ??= failure;
    }
  }
  throw last ?? new ConnectFailure('NO_ROUTE', false);
}

async function connectBy(candidate: ProxyCandidate, target: Target, deps: ConnectDeps): Promise<Socket> {
  if (candidate.kind === 'unsupported')
    throw new ConnectFailure(`PROXY_KIND_UNSUPPORTED ${candidate.word}`, true);
  const socket =
    candidate.kind === 'direct'
      ? await openTcp(target.host, target.port, deps)
      : await throughProxy(candidate, target, deps);
  return target.tls ? secured(socket, target.host, '', deps) : socket;
}

/** Starts TLS; `prefix` begins the code of its failure. */
async function secured(
  socket: Socket,
  host: string,
  prefix: '' | 'PROXY_CERTIFICATE ',
  { trust, connectMs }: ConnectDeps,
): Promise<Socket> {
  const { context } = await trust();
  try {
    return await openTls(socket, host, context, connectMs);
  } catch (error) {
    throw new ConnectFailure(`${prefix}${getErrorCode(error)}`, false, error);
  }
}

async function throughProxy(candidate: ProxyServer, target: Target, deps: ConnectDeps): Promise<Socket> {
  const proxy = proxyName(candidate);
  const name = signInName(candidate.kind, proxy);
  const tunnel = async (signIn: ProxySignIn | null) => {
    try {
      const opened = await openTunnel(candidate, target, signIn, deps);
      if (signIn !== null) deps.signIns.accepted(name, signIn);
      return opened;
    } catch (error) {
      if (signIn !== null && getErrorCode(error) === 'PROXY_SIGN_IN_REFUSED')
        deps.signIns.refused(name, signIn);
      throw error;
    }
  };
  try {
    const opened = await deps.signIns.proving(name, tunnel);
    deps.cooldowns.answered(proxy);
    return opened;
  } catch (error) {
    if (error instanceof ConnectFailure && error.passable) deps.cooldowns.missed(proxy);
    if (getErrorCode(error) !== 'PROXY_SIGN_IN') throw error;
    // A sign-in that the proxy refused before is not shown again, so the proxy asks for one: the known one is still wrong.
    const known = await deps.signIns.status(name);
    throw known?.refused === true ? new ConnectFailure('PROXY_SIGN_IN_REFUSED', false, error) : error;
  }
}

async function openTunnel(
  candidate: ProxyServer,
  target: Target,
  signIn: ProxySignIn | null,
  deps: ConnectDeps,
): Promise<Socket> {
  const { connectMs } = deps;
  let socket: Socket;
  try {
    socket = await openTcp(candidate.host, candidate.port, { connectMs, lookup: null });
  } catch (error) {
    throw new ConnectFailure(`PROXY_UNREACHABLE ${getErrorCode(error)}`, true, error);
  }
  if (candidate.kind === 'https') socket = await secured(socket, candidate.host, 'PROXY_CERTIFICATE ', deps);
  const openThrough = candidate.kind === 'socks5' ? openSocksTunnel : openHttpTunnel;
  return openThrough(socket, target, signIn, connectMs);
}
