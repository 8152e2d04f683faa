import type { LookupFunction, Socket } from 'node:net';
import { getErrorCode, ConnectFailure, openTcp, openTls, type SocketDeps } from './sockets.ts';
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

export interface Target {
  host: string;
  port: number;
  tls: boolean;
}

export interface ConnectDeps {
  connectMs: number;
  trust: () => Promise<Trust>;
  signIns: ProxySignIns;
  /** Proxies that did not answer lately; they are tried after the others. */
  cooldowns: ProxyCooldowns;
  /** How the service's name is resolved where it is reached straight; the system's way where null. */
  lookup: LookupFunction | null;
}

export type ProxyCooldowns = ReturnType<typeof createProxyCooldowns>;

const cooldownMs = 60_000;

/** Remembers for a while which proxies nobody answers at, so that each new connection need not find it out again. */
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

/**
 * Opens a connection to the service through the first candidate that leads there. The next one is tried only where nobody was there; what
 * a proxy or the service itself answered stands. Nothing of a request is written here, so whatever fails with the
 * {@link ConnectFailure} of this function was not sent.
 */
export async function connectThrough(
  target: Target,
  candidates: readonly ProxyCandidate[],
  deps: ConnectDeps,
): Promise<Socket> {
  // Read before anything is opened: a connection that is reset while nobody listens to it would end the app.
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
      // What the first of them met says more than what the last one met.
      last ??= failure;
    }
  }
  throw last ?? new ConnectFailure('NO_ROUTE', false);
}

async function connectBy(candidate: ProxyCandidate, target: Target, deps: ConnectDeps): Promise<Socket> {
  switch (candidate.kind) {
    case 'direct':
      return secured(
        await openTcp(target.host, target.port, { connectMs: deps.connectMs, lookup: deps.lookup }),
        target,
        deps,
      );
    case 'unsupported':
      throw new ConnectFailure(`PROXY_KIND_UNSUPPORTED ${candidate.word}`, true);
    case 'http':
    case 'https':
    case 'socks5':
      return secured(await throughProxy(candidate, target, deps), target, deps);
  }
}

async function secured(socket: Socket, target: Target, deps: ConnectDeps): Promise<Socket> {
  if (!target.tls) return socket;
  const { context } = await deps.trust();
  try {
    return await openTls(socket, target.host, context, { connectMs: deps.connectMs, lookup: null });
  } catch (error) {
    throw new ConnectFailure(getErrorCode(error), false, error);
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
    // Asked without the sign-in that was refused before, the proxy asks for one: it is still that one which is wrong.
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
  const socket = await openProxy(candidate, deps);
  return candidate.kind === 'socks5'
    ? openSocksTunnel(socket, target, signIn, deps.connectMs)
    : openHttpTunnel(socket, target, signIn, deps.connectMs);
}

async function openProxy(candidate: ProxyServer, deps: ConnectDeps): Promise<Socket> {
  const socketParts: SocketDeps = { connectMs: deps.connectMs, lookup: null };
  let socket: Socket;
  try {
    socket = await openTcp(candidate.host, candidate.port, socketParts);
  } catch (error) {
    throw new ConnectFailure(`PROXY_UNREACHABLE ${getErrorCode(error)}`, true, error);
  }
  if (candidate.kind !== 'https') return socket;
  const { context } = await deps.trust();
  try {
    return await openTls(socket, candidate.host, context, socketParts);
  } catch (error) {
    throw new ConnectFailure(`PROXY_CERTIFICATE ${getErrorCode(error)}`, false, error);
  }
}
