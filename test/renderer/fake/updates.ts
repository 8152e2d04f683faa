import type { UpdateStatus } from '#shared/updates.ts';
import { fail, ok, at, type Emit, type Handlers } from './core.ts';

const feed = { address: 'https://updates.harborlane.example.com/gangway/', from: 'settings' as const };

/** Updates of the app: an address is set, and Gangway is up to date. */
export function fakeUpdates(emit: Emit): Handlers {
  let status: UpdateStatus = {
    state: { kind: 'up_to_date', at: at('14:02') },
    feed,
    nextCheckAt: at('20:02'),
  };
  function become(next: UpdateStatus) {
    status = next;
    emit('updates.changed', next);
    return ok(next);
  }
  return {
    'updates.status': () => ok(status),
    'updates.check': () => become({ ...status, state: { kind: 'up_to_date', at: at('14:28') } }),
    'updates.download': () =>
      become({ ...status, state: { kind: 'downloading', version: '1.1.0', percent: 42 } }),
    'updates.install': () => fail('too_late', 'There is nothing to install yet. Download the update first.'),
    'updates.setFeed': ({ address }) =>
      become(
        address === null
          ? { state: { kind: 'off', reason: 'not_set' }, feed: null, nextCheckAt: null }
          : { state: { kind: 'not_checked' }, feed: { address, from: 'settings' }, nextCheckAt: at('14:29') },
      ),
  };
}
