import { Agent, type Dispatcher } from 'undici';
import type { LookupFunction } from 'node:net';
import { isLoopbackHost } from '#shared/service/base-url.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { connectByRoute, createRestingProxies } from './connect-by-route.ts';
import { passOverContinue } from './interim-answers.ts';
import { createProxySignIns, type ProxySignIns } from './proxy-sign-ins.ts';
import type { Route, RouteFinder } from './route.ts';
import { codeOf, RouteFailure } from './route-failure.ts';
import { loadTrust, type Trust } from './trust.ts';

/** How an agent of one caller behaves, whatever way it takes. */
export interface AgentLimits {
  connections: number | null;
  connectMs: number;
  /** How long headers, and after them each byte, are waited for; null where the caller watches the time itself. */
  headersMs: number | null;
  /** How the service's name is resolved where it is reached straight; the system's way where null. */
  lookup: LookupFunction | null;
}

/** The network of this computer as the host sees it: ways to servers, sign-ins for proxies, trusted certificates. */
export interface Network {
  readonly source: RouteFinder['source'];
  readonly signIns: ProxySignIns;
  trust(): Promise<Trust>;
  /** The ways to an address, best first. Never through a proxy to this computer itself. Asked anew every few seconds. */
  routes(url: string): Promise<readonly Route[]>;
  /** Asks for the ways anew the next time: a connection failed. */
  routesMayHaveChanged(): void;
  /** This computer is on another network: the ways may differ, and what stands at a proxy's address may be another proxy. */
  networkChanged(): void;
  /** An agent whose connections go by these ways and no other. It never sends anything a second time. */
  agent(routes: readonly Route[], limits: AgentLimits): Dispatcher;
}

/** A change of the system's settings takes effect after this at the latest. */
const knownForMs = 5000;

const straight: readonly Route[] = [{ kind: 'direct' }];

export function createNetwork(
  finder: RouteFinder,
  keychain: Keychain,
  load: () => Promise<Trust> = loadTrust,
): Network {
  const signIns = createProxySignIns(keychain, (name) => finder.givenSignIn(name));
  const resting = createRestingProxies(() => performance.now());
  const known = new Map<string, { routes: Promise<readonly Route[]>; until: number }>();
  let trusted: Promise<Trust> | null = null;
  const trust = () => (trusted ??= load());

  return {
    source: finder.source,
    signIns,
    trust,
    routes(address) {
      const url = new URL(address);
      if (isLoopbackHost(url.hostname)) return Promise.resolve(straight);
      const found = known.get(url.origin);
      if (found !== undefined && found.until > performance.now()) return found.routes;
      // Where the ways cannot be told, the straight one is tried, as browsers do.
      const routes = finder.find(`${url.origin}/`).catch(() => straight);
      known.set(url.origin, { routes, until: performance.now() + knownForMs });
      return routes;
    },
    routesMayHaveChanged() {
      known.clear();
    },
    networkChanged() {
      known.clear();
      signIns.networkChanged();
    },
    agent(routes, limits) {
      return new Agent({
        allowH2: false,
        pipelining: 1,
        connections: limits.connections,
        headersTimeout: limits.headersMs ?? 0,
        bodyTimeout: limits.headersMs ?? 0,
        connect: ({ hostname, port, protocol }, settle) => {
          const tls = protocol === 'https:';
          const target = { host: hostname, port: Number(port) || (tls ? 443 : 80), tls };
          const { connectMs, lookup } = limits;
          connectByRoute(target, routes, { connectMs, trust, signIns, resting, lookup }).then(
            (socket) => {
              settle(null, passOverContinue(socket));
            },
            (error: unknown) => {
              settle(error instanceof Error ? error : new RouteFailure(codeOf(error), false), null);
            },
          );
        },
      });
    },
  };
}
