import type { Core } from '../app/core.ts';
import { diagnosticsText } from './diagnostics.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { readThirdPartyNotices } from './third-party-notices.ts';

/** Calls about the app on this computer and the system around it. They work without an open workspace. */
export function desktopHandlers(
  core: Core,
  thirdPartyNoticeLists: readonly string[],
): Handlers<CallsOf<'desktop'>> {
  return {
    'desktop.takeRequest': () => done(core.requests.take()),
    'desktop.networkChanged': () => {
      core.network.networkChanged();
      core.workspace()?.dispatcher.checkNetwork();
      return done(null);
    },
    'desktop.diagnostics': () =>
      done({ text: diagnosticsText({ facts: core.facts, keychain: core.keychain.status }, core) }),
    'desktop.inSight': ({ place }) => {
      core.setInSight(place);
      return done(null);
    },
    'desktop.thirdPartyNotices': () => done(readThirdPartyNotices(thirdPartyNoticeLists)),
    'desktop.showMenu': (at) => {
      if (core.showMenu === null) return refuse('not_allowed', 'Gangway has no menus of its own here.');
      core.showMenu(at);
      return done(null);
    },
    'desktop.showLogs': async () =>
      done({ shown: await core.showFolder(core.logFolder), folder: core.logFolder }),
  };
}
