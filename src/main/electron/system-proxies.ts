import type { Session } from 'electron';
import { readPacAnswer, type ProxyResolver } from '../network/proxy-candidate.ts';

/** The system's proxies as Chromium resolves them, PAC scripts included. */
export function systemProxies(session: Pick<Session, 'resolveProxy'>): ProxyResolver {
  return {
    source: 'system',
    find: async (url) => readPacAnswer(await session.resolveProxy(url)),
    // An app may not read the system's.
    givenSignIn: () => null,
  };
}
