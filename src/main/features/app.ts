import { getErrorName } from '#shared/base/error-name.ts';
import type { AppStart } from '#shared/ipc/app.ts';
import { accountName } from '../platform.ts';
import type { AppContext } from '../app-context.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { diagnosticsText } from './diagnostics.ts';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { thirdPartyNotice, type ThirdPartyNotice } from '#shared/ipc/desktop.ts';
import { feedAddressProblem } from '#shared/settings/updates.ts';

export function appHandlers(app: AppContext): Handlers<CallsOf<'app'>> {
  return {
    'app.start': () =>
      done<AppStart>({
        ...app.facts,
        account: accountName(),
        updatedFrom: app.seenVersion.updatedFrom(),
        keychain: app.keychain.status,
        sealingKey: app.unsealer.publicKey,
        settings: app.appSettings(),
        workspaces: app.registry.list(),
        workspace: app.workspace()?.describe() ?? null,
        opening: app.opening(),
        problem: app.startProblem(),
      }),
    'app.noteNewsSeen': () => {
      app.seenVersion.noteSeen();
      return done(null);
    },
    'app.updateSettings': (change) => {
      const problem = openingProblem(app, change.openAtLogin);
      if (problem !== null) return refuse('storage', problem);
      const settings = app.updateAppSettings(change);
      app.emit('settings.changed', settings);
      return done(settings);
    },
    'app.tryKeychain': async () => {
      await app.keychain.tryAgain();
      // A token may have come into a keychain that worked all the while.
      await app.workspace()?.token.load();
      return done(app.keychain.status);
    },
    'app.lookAtKeychain': async () => {
      await app.keychain.look();
      return done(null);
    },
    'app.openOutside': async ({ url }) => {
      const scheme = URL.canParse(url) ? new URL(url).protocol : null;
      if (scheme !== 'https:' && scheme !== 'mailto:') {
        return refuse('not_allowed', 'Gangway opens only secure web links and email drafts.');
      }
      return done({ opened: await app.openOutside(url) });
    },
  };
}

function openingProblem({ openAtLogin, log }: AppContext, on: boolean | undefined): string | null {
  if (on === undefined || on === (openAtLogin?.isOn() ?? false)) return null;
  if (openAtLogin === null) return 'Only an installed copy of Gangway can open at sign-in.';
  try {
    openAtLogin.set(on);
    return null;
  } catch (error) {
    log.write('sign_in_switch_not_set', { error: getErrorName(error) });
    return 'This computer did not let Gangway change what opens at sign-in.';
  }
}

export const desktopHandlers = (app: AppContext): Handlers<CallsOf<'desktop'>> => ({
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
  'desktop.showLogs': async () => done({ shown: await app.showFolder(app.logFolder), folder: app.logFolder }),
});

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

const nothingToFetch = refuse(
  'too_late',
  'There is no longer an update to download. Check for updates first.',
);
const nothingToInstall = refuse('too_late', 'There is nothing to install yet. Download the update first.');
const notChangeable = refuse(
  'not_allowed',
  'The update address cannot be changed now: your administrator set it, or an update is being downloaded or is ready.',
);

type UpdateContext = Pick<AppContext, 'updates' | 'installUpdate'>;
export function updateHandlers({ updates, installUpdate }: UpdateContext): Handlers<CallsOf<'updates'>> {
  return {
    'updates.status': () => done(updates.status()),
    'updates.check': async () => done(await updates.check()),
    'updates.download': () => (updates.download() ? done(updates.status()) : nothingToFetch),
    'updates.install': () => {
      if (updates.status().state.kind !== 'ready') return nothingToInstall;
      installUpdate();
      return done(null);
    },
    'updates.setFeed': ({ address }) => {
      const text = address?.trim() ?? '';
      const problem = text === '' ? null : feedAddressProblem(text);
      if (problem !== null) return refuse('bad_input', problem);
      return updates.setFeed(text === '' ? null : text) ? done(updates.status()) : notChangeable;
    },
  };
}
