import { feedAddressProblem } from '#shared/settings/updates.ts';
import type { AppContext } from '../app-context.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';

const nothingToFetch = refuse(
  'too_late',
  'There is no longer an update to download. Check for updates first.',
);
const nothingToInstall = refuse('too_late', 'There is nothing to install yet. Download the update first.');
const notChangeable = refuse(
  'not_allowed',
  'The update address cannot be changed now: your administrator set it, or an update is being downloaded or is ready.',
);

export function updateHandlers({
  updates,
  installUpdate,
}: Pick<AppContext, 'updates' | 'installUpdate'>): Handlers<CallsOf<'updates'>> {
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
