import { getErrorName } from '#shared/base/error-name.ts';
import type { AppStart } from '#shared/ipc/app.ts';
import { accountName } from '../platform.ts';
import type { AppContext } from '../app-context.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';

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

/** Sets opening at sign-in; a sentence where the system does not allow it. */
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
