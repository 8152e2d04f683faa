import type { Session } from 'electron';
import { readPacAnswer, type ProxyResolver } from '../network/proxy-candidate.ts';

/** The system's proxies, PAC scripts included, as Chromium reads and follows them. */
export function systemProxies(session: Pick<Session, 'resolveProxy'>): ProxyResolver {
  return {
    source: 'system',
    find: async (url) => readPacAnswer(await session.resolveProxy(url)),
    // The system's settings hold none that an app may read.
    givenSignIn: () => null,
  };
}
