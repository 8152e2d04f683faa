import type { AppContext } from '../app-context.ts';
import { diagnosticsText } from './diagnostics.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { thirdPartyNotice, type ThirdPartyNotice } from '#shared/ipc/desktop.ts';

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

/** Third-party notices of all parts of the build, each version once, by name. Unbuilt parts have no list. */
export function readThirdPartyNotices(files: readonly string[]): ThirdPartyNotice[] {
  const works = files
    .filter((file) => existsSync(file))
    .flatMap((file) =>
      z.array(thirdPartyNotice).parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))),
    );
  const byVersion = new Map(works.map((work) => [`${work.name} ${work.version}`, work]));
  return [...byVersion.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
