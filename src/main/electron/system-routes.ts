import type { Session } from 'electron';
import { readPacAnswer, type RouteFinder } from '../network/route.ts';

/**
 * The ways that the system's own proxy settings name, a script for proxy configuration included. Chromium reads them and
 * follows their changes.
 */
export function systemRoutes(session: Pick<Session, 'resolveProxy'>): RouteFinder {
  return {
    source: 'system',
    find: async (url) => readPacAnswer(await session.resolveProxy(url)),
    // The system's settings hold none that an app may read.
    givenSignIn: () => null,
  };
}
