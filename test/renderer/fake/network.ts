import type { NetworkCandidate } from '#shared/ipc/network.ts';
import { ok, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

/** How the service is reached; keeps who signs in to the proxy, for as long as the page is open. */
export function fakeNetwork(situation: Situation): Handlers {
  let user: string | null = null;
  const proxy = 'proxy.harborlane.example:8080';
  const candidates = (address: string | null): NetworkCandidate[] =>
    situation === 'behind_proxy' || address?.includes('proxied') === true
      ? [
          {
            kind: 'http',
            proxy,
            signIn: user === null ? null : { user, kept: 'keychain', refused: false },
          },
          { kind: 'direct' },
        ]
      : [{ kind: 'direct' }];
  return {
    'network.status': ({ address }) =>
      ok({ candidates: candidates(address), source: 'system', systemAuthorities: 3 }),
    'network.signIn': (input) => {
      user = input.user;
      return ok(null);
    },
    'network.forgetSignIn': () => {
      user = null;
      return ok(null);
    },
  };
}
