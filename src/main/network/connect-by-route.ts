import type { LookupFunction, Socket } from 'node:net';
import { codeOf, RouteFailure } from './route-failure.ts';
import { openHttpTunnel } from './http-tunnel.ts';
import type { ProxySignIns } from './proxy-sign-ins.ts';
import { proxyName, signInName, type ProxyRoute, type ProxySignIn, type Route } from './route.ts';
import { openTcp, openTls, type SocketDeps } from './sockets.ts';
import { openSocksTunnel } from './socks-tunnel.ts';
import type { Trust } from './trust.ts';

/** The service at the end of the way. */
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
  resting: RestingProxies;
  /** How the service's name is resolved where it is reached straight; the system's way where null. */
  lookup: LookupFunction | null;
}

/** Remembers for a while which proxies nobody answers at, so that each new connection need not find it out again. */
export interface RestingProxies {
  rests(proxy: string): boolean;
  missed(proxy: string): void;
  answered(proxy: string): void;
}

const restMs = 60_000;

export function createRestingProxies(now: () => number): RestingProxies {
  const until = new Map<string, number>();
  return {
    rests: (proxy) => (until.get(proxy) ?? 0) > now(),
    missed: (proxy) => {
      until.set(proxy, now() + restMs);
    },
    answered: (proxy) => {
      until.delete(proxy);
    },
  };
}

/**
 * Opens a connection to a server by the first way that leads there. The next one is tried only where nobody was there; what
 * a proxy or the service itself answered stands. Nothing of a request is written here, so whatever fails with the
 * {@link RouteFailure} of this function was not sent.
 */
export async function connectByRoute(
  target: Target,
  routes: readonly Route[],
  deps: ConnectDeps,
): Promise<Socket> {
  // Read before anything is opened: a connection that is reset while nobody listens to it would end the app.
  if (target.tls || routes.some(({ kind }) => kind === 'https')) await deps.trust();
  const resting = (route: Route) => 'host' in route && deps.resting.rests(proxyName(route));
  const ordered = [...routes.filter((route) => !resting(route)), ...routes.filter(resting)];
  let last: RouteFailure | null = null;
  for (const route of ordered) {
    try {
      return await connectBy(route, target, deps);
    } catch (error) {
      const failure = error instanceof RouteFailure ? error : new RouteFailure(codeOf(error), true, error);
      if (!failure.passable) throw failure;
      // What the first of them met says more than what the last resort met.
      last ??= failure;
    }
  }
  throw last ?? new RouteFailure('NO_ROUTE', false);
}

async function connectBy(route: Route, target: Target, deps: ConnectDeps): Promise<Socket> {
  switch (route.kind) {
    case 'direct':
      return secured(
        await openTcp(target.host, target.port, { connectMs: deps.connectMs, lookup: deps.lookup }),
        target,
        deps,
      );
    case 'unsupported':
      throw new RouteFailure(`PROXY_KIND_UNSUPPORTED ${route.word}`, true);
    case 'http':
    case 'https':
    case 'socks5':
      return secured(await throughProxy(route, target, deps), target, deps);
  }
}

async function secured(socket: Socket, target: Target, deps: ConnectDeps): Promise<Socket> {
  if (!target.tls) return socket;
  const { context } = await deps.trust();
  try {
    return await openTls(socket, target.host, context, { connectMs: deps.connectMs, lookup: null });
  } catch (error) {
    throw new RouteFailure(codeOf(error), false, error);
  }
}

async function throughProxy(route: ProxyRoute, target: Target, deps: ConnectDeps): Promise<Socket> {
  const proxy = proxyName(route);
  const name = signInName(route.kind, proxy);
  const tunnel = async (signIn: ProxySignIn | null) => {
    try {
      const opened = await openTunnel(route, target, signIn, deps);
      if (signIn !== null) deps.signIns.accepted(name, signIn);
      return opened;
    } catch (error) {
      if (signIn !== null && codeOf(error) === 'PROXY_SIGN_IN_REFUSED') deps.signIns.refused(name, signIn);
      throw error;
    }
  };
  try {
    const opened = await deps.signIns.proving(name, tunnel);
    deps.resting.answered(proxy);
    return opened;
  } catch (error) {
    if (error instanceof RouteFailure && error.passable) deps.resting.missed(proxy);
    if (codeOf(error) !== 'PROXY_SIGN_IN') throw error;
    // Asked without the sign-in that was refused before, the proxy asks for one: it is still that one which is wrong.
    const known = await deps.signIns.status(name);
    throw known?.refused === true ? new RouteFailure('PROXY_SIGN_IN_REFUSED', false, error) : error;
  }
}

async function openTunnel(
  route: ProxyRoute,
  target: Target,
  signIn: ProxySignIn | null,
  deps: ConnectDeps,
): Promise<Socket> {
  const socket = await openProxy(route, deps);
  return route.kind === 'socks5'
    ? openSocksTunnel(socket, target, signIn, deps.connectMs)
    : openHttpTunnel(socket, target, signIn, deps.connectMs);
}

async function openProxy(route: ProxyRoute, deps: ConnectDeps): Promise<Socket> {
  const socketParts: SocketDeps = { connectMs: deps.connectMs, lookup: null };
  let socket: Socket;
  try {
    socket = await openTcp(route.host, route.port, socketParts);
  } catch (error) {
    throw new RouteFailure(`PROXY_UNREACHABLE ${codeOf(error)}`, true, error);
  }
  if (route.kind !== 'https') return socket;
  const { context } = await deps.trust();
  try {
    return await openTls(socket, route.host, context, socketParts);
  } catch (error) {
    throw new RouteFailure(`PROXY_CERTIFICATE ${codeOf(error)}`, false, error);
  }
}
