import type { Session } from 'electron';
import { readPacAnswer, type ProxyResolver } from '../network/proxy-candidate.ts';

/**
 * The proxies that the system's own settings name, a script for proxy configuration included. Chromium reads them and
 * follows their changes.
 */
export function systemProxies(session: Pick<Session, 'resolveProxy'>): ProxyResolver {
  return {
    source: 'system',
    find: async (url) => readPacAnswer(await session.resolveProxy(url)),
    // The system's settings hold none that an app may read.
    givenSignIn: () => null,
  };
}
