import { Agent, type Dispatcher } from 'undici';
import type { LookupFunction } from 'node:net';
import { isLoopbackHost } from '#shared/base/base-url.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { connectThrough, createProxyCooldowns } from './connect-through.ts';
import { passOverContinue } from './interim-answers.ts';
import { createProxySignIns } from './proxy-sign-ins.ts';
import type { ProxyCandidate, ProxyResolver } from './proxy-candidate.ts';
import { getErrorCode, ConnectFailure } from './sockets.ts';
import { loadTrust, type Trust } from './trust.ts';

export interface AgentLimits {
  connections: number | null;
  connectMs: number;
  /** The wait for headers, and after them for each byte; null where the caller watches the time itself. */
  headersMs: number | null;
  /** Resolves the service's name on a direct connection; the system's way where null. */
  lookup: LookupFunction | null;
}

export type Network = ReturnType<typeof createNetwork>;

/** A change of the system's settings takes effect within this time. */
const knownForMs = 5000;

const straight: readonly ProxyCandidate[] = [{ kind: 'direct' }];

export function createNetwork(
  finder: ProxyResolver,
  keychain: Keychain,
  load: () => Promise<Trust> = loadTrust,
) {
  const signIns = createProxySignIns(keychain, (name) => finder.givenSignIn(name));
  const cooldowns = createProxyCooldowns(() => performance.now());
  const known = new Map<string, { candidates: Promise<readonly ProxyCandidate[]>; until: number }>();
  let trusted: Promise<Trust> | null = null;
  const trust = () => (trusted ??= load());

  return {
    source: finder.source,
    signIns,
    trust,
    /** What to connect through to an address, best first; a direct connection to this computer itself. */
    candidates(address: string): Promise<readonly ProxyCandidate[]> {
      const url = new URL(address);
      if (isLoopbackHost(url.hostname)) return Promise.resolve(straight);
      const found = known.get(url.origin);
      if (found !== undefined && found.until > performance.now()) return found.candidates;
      // Where the candidates are unknown, a direct connection is tried, as browsers do.
      const candidates = finder.find(`${url.origin}/`).catch(() => straight);
      known.set(url.origin, { candidates, until: performance.now() + knownForMs });
      return candidates;
    },
    /** Asks for the candidates again the next time: a connection failed. */
    candidatesMayHaveChanged: (): void => known.clear(),
    /** This computer is on another network: candidates may differ, and another proxy may be at the same address. */
    networkChanged(): void {
      known.clear();
      signIns.networkChanged();
    },
    /** An agent that connects only through these candidates. It never sends anything twice. */
    agent(candidates: readonly ProxyCandidate[], limits: AgentLimits): Dispatcher {
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
          connectThrough(target, candidates, { connectMs, trust, signIns, cooldowns, lookup }).then(
            (socket) => settle(null, passOverContinue(socket)),
            (error: unknown) =>
              settle(error instanceof Error ? error : new ConnectFailure(getErrorCode(error), false), null),
          );
        },
      });
    },
  };
}
