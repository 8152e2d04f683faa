import { Agent, type Dispatcher } from 'undici';
import type { LookupFunction } from 'node:net';
import { isLoopbackHost } from '#shared/base/base-url.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { connectThrough, createProxyCooldowns } from './connect-through.ts';
import { passOverContinue } from './interim-answers.ts';
import { createProxySignIns, type ProxySignIns } from './proxy-sign-ins.ts';
import type { ProxyCandidate, ProxyResolver } from './proxy-candidate.ts';
import { getErrorCode, ConnectFailure } from './sockets.ts';
import { loadTrust, type Trust } from './trust.ts';

/** How an agent of one caller behaves, whatever it connects through. */
export interface AgentLimits {
  connections: number | null;
  connectMs: number;
  /** How long headers, and after them each byte, are waited for; null where the caller watches the time itself. */
  headersMs: number | null;
  /** How the service's name is resolved where it is reached straight; the system's way where null. */
  lookup: LookupFunction | null;
}

export interface Network {
  readonly source: ProxyResolver['source'];
  readonly signIns: ProxySignIns;
  trust(): Promise<Trust>;
  /** What to connect through to an address, best first. Never through a proxy to this computer itself. Asked anew every few seconds. */
  candidates(url: string): Promise<readonly ProxyCandidate[]>;
  /** Asks for the candidates again the next time: a connection failed. */
  candidatesMayHaveChanged(): void;
  /** This computer is on another network: candidates may differ, and another proxy may be at the same address. */
  networkChanged(): void;
  /** An agent whose connections go through these candidates alone. It never sends anything a second time. */
  agent(candidates: readonly ProxyCandidate[], limits: AgentLimits): Dispatcher;
}

/** A change of the system's settings takes effect after this at the latest. */
const knownForMs = 5000;

const straight: readonly ProxyCandidate[] = [{ kind: 'direct' }];

export function createNetwork(
  finder: ProxyResolver,
  keychain: Keychain,
  load: () => Promise<Trust> = loadTrust,
): Network {
  const signIns = createProxySignIns(keychain, (name) => finder.givenSignIn(name));
  const cooldowns = createProxyCooldowns(() => performance.now());
  const known = new Map<string, { candidates: Promise<readonly ProxyCandidate[]>; until: number }>();
  let trusted: Promise<Trust> | null = null;
  const trust = () => (trusted ??= load());

  return {
    source: finder.source,
    signIns,
    trust,
    candidates(address) {
      const url = new URL(address);
      if (isLoopbackHost(url.hostname)) return Promise.resolve(straight);
      const found = known.get(url.origin);
      if (found !== undefined && found.until > performance.now()) return found.candidates;
      // Where the candidates cannot be told, a direct connection is tried, as browsers do.
      const candidates = finder.find(`${url.origin}/`).catch(() => straight);
      known.set(url.origin, { candidates, until: performance.now() + knownForMs });
      return candidates;
    },
    candidatesMayHaveChanged() {
      known.clear();
    },
    networkChanged() {
      known.clear();
      signIns.networkChanged();
    },
    agent(candidates, limits) {
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
            (socket) => {
              settle(null, passOverContinue(socket));
            },
            (error: unknown) => {
              settle(error instanceof Error ? error : new ConnectFailure(getErrorCode(error), false), null);
            },
          );
        },
      });
    },
  };
}
