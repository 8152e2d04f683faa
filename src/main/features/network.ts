import type { NetworkCandidate } from '#shared/ipc/network.ts';
import { readBaseUrl } from '#shared/base/base-url.ts';
import type { AppContext } from '../app-context.ts';
import { proxyName, signInName, type ProxyCandidate } from '../network/proxy-candidate.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';

const unusablePassword = refuse(
  'bad_input',
  'This user name or password cannot be used. A user name can’t have a colon, and neither can have a line break. Type them again.',
);
const stillInKeychain = refuse(
  'storage',
  'Gangway no longer uses this sign-in, but could not remove it from the keychain. Try again, or remove the entry “Gangway” in the keychain.',
);

export function networkHandlers(app: AppContext): Handlers<CallsOf<'network'>> {
  const { network } = app;

  async function shown(candidate: ProxyCandidate): Promise<NetworkCandidate> {
    if (!('host' in candidate)) return candidate;
    const { kind } = candidate;
    const proxy = proxyName(candidate);
    return { kind, proxy, signIn: await network.signIns.status(signInName(kind, proxy)) };
  }

  return {
    'network.status': async ({ address }) => {
      const reading = address === null ? null : readBaseUrl(address);
      const baseUrl = reading?.ok === true ? reading.baseUrl : (app.workspace()?.baseUrl ?? null);
      if (baseUrl === null) return refuse('no_workspace', 'Enter the service’s address first.');
      const candidates = await Promise.all((await network.candidates(baseUrl)).map(shown));
      const { fromSystem } = await network.trust();
      return done({ candidates, source: network.source, systemAuthorities: fromSystem });
    },
    'network.signIn': async ({ kind, proxy, user, password: sealed }) => {
      // Rejected where it was sealed for an earlier run of the app, or altered on the way.
      const password = await app.unsealer.unseal(sealed).catch(() => '');
      // A colon ends the user name, and neither may hold a control character (RFC 7617, 2).
      if (password === '' || user.includes(':') || /\p{Cc}/u.test(user + password)) {
        return unusablePassword;
      }
      await network.signIns.replace(signInName(kind, proxy), { user, password });
      app.workspace()?.dispatcher.checkNetwork();
      return done(null);
    },
    'network.forgetSignIn': async ({ kind, proxy }) =>
      (await network.signIns.forget(signInName(kind, proxy))) ? done(null) : stillInKeychain,
  };
}
