import type { AppContext } from '../app-context.ts';
import { diagnosticsText } from './diagnostics.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { readThirdPartyNotices } from './third-party-notices.ts';

/** The app on this computer and the system around it. Works without an open workspace. */
export function desktopHandlers(app: AppContext): Handlers<CallsOf<'desktop'>> {
  return {
    'desktop.takeRequest': () => done(app.requests.take()),
    'desktop.networkChanged': () => {
      app.network.networkChanged();
      app.workspace()?.dispatcher.checkNetwork();
      return done(null);
    },
    'desktop.diagnostics': () =>
      done({ text: diagnosticsText({ facts: app.facts, keychain: app.keychain.status }, app) }),
    'desktop.inSight': ({ place }) => {
      app.setInSight(place);
      return done(null);
    },
    'desktop.thirdPartyNotices': () => done(readThirdPartyNotices(app.thirdPartyNoticeLists)),
    'desktop.showMenu': (at) => {
      if (app.showMenu === null) return refuse('not_allowed', 'Gangway has no menus here.');
      app.showMenu(at);
      return done(null);
    },
    'desktop.showLogs': async () =>
      done({ shown: await app.showFolder(app.logFolder), folder: app.logFolder }),
  };
}
