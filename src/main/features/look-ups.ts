import type { LookUpJob } from '#shared/ipc/look-ups.ts';
import type { StoredJob } from '../store/look-ups.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, gone, refuse, type CallsOf, type Handlers } from './handlers.ts';

const dayMs = 24 * 60 * 60 * 1000;
const oneAtATime = refuse(
  'too_late',
  'A look-up is running still. Wait until it has ended, or cancel it first.',
);

/** Why nothing can be asked just now, in a sentence; null where it can. */
function waitsFor(workspace: Workspace): string | null {
  const { condition } = workspace.dispatcher.status();
  switch (condition.kind) {
    case 'connecting':
    case 'online':
      return null;
    case 'offline':
      return 'No network. This goes on when the server can be reached.';
    case 'working_offline':
      return 'You work offline. This goes on when you switch that off.';
    case 'signed_out':
      return 'Signed out. This goes on when you have signed in.';
    case 'busy':
      return 'The server is busy. This goes on when it has time again.';
    case 'server_trouble':
      return 'The server has a problem. This goes on by itself.';
    case 'redirected':
      // Where nothing is held back, it goes on meanwhile.
      return condition.until === null
        ? null
        : 'The server points to another address. This goes on when the server itself answers.';
    case 'paused':
      return 'The outbox is paused. This goes on when you resume it.';
    case 'cannot_save':
      return 'Gangway cannot save now. This goes on when it can.';
  }
}

export function lookUpHandlers(workspace: Workspace): Handlers<CallsOf<'lookups'>> {
  const { lookUps, lookUpRunner, clock } = workspace;
  let beginning = false;

  function shown(job: StoredJob): LookUpJob {
    return { ...job, waitsFor: job.endedAt === null ? waitsFor(workspace) : null };
  }

  async function begin(kind: StoredJob['kind'], slices: Iterable<readonly string[]>) {
    if (beginning || lookUps.running() !== null) return oneAtATime;
    beginning = true;
    try {
      const job = await lookUps.begin(kind, slices, clock.wall());
      lookUpRunner.wake();
      return done(shown(job));
    } finally {
      beginning = false;
    }
  }

  return {
    'lookups.begin': ({ ids }) => begin('ids', [[...new Set(ids)]]),
    'lookups.refresh': async ({ olderThanDays }) => {
      const before = clock.wall() - olderThanDays * dayMs;
      const first = lookUps.fetchedBefore(before).next();
      if (first.done === true) return done(null);
      return begin('refresh', lookUps.fetchedBefore(before));
    },
    'lookups.latest': () => {
      const job = lookUps.latest();
      return done(job === null ? null : shown(job));
    },
    'lookups.page': (request) => done(lookUps.page(request)),
    'lookups.cancel': ({ id }) => {
      if (lookUps.get(id) === null) return gone;
      lookUps.cancel(id, clock.wall());
      workspace.emit('lookups.changed', { ids: [`${id}:`] });
      const job = lookUps.get(id);
      return job === null ? gone : done(shown(job));
    },
  };
}
