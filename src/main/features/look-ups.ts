import type { LookUpJob } from '#shared/ipc/look-ups.ts';
import type { StoredJob } from '../store/look-ups.ts';
import { closeWatchMs } from '../watcher/schedule.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { dayMs } from '#shared/base/dates.ts';
import { done, gone, orGone, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';

const oneAtATime = refuse('too_late', 'A lookup is still running. Wait until it ends, or cancel it first.');

/** The position in a row's ID, which also names its job. */
const positionIn = (rowId: string): number => Number(rowId.slice(rowId.indexOf(':') + 1));

export function lookUpHandlers(workspace: Workspace): Handlers<CallsOf<'lookups'>> {
  const { lookUps, lookUpRunner, dispatcher, clock } = workspace;
  let beginning = false;

  function shown({ askedAgain, ...job }: StoredJob): LookUpJob {
    return {
      ...job,
      waitsFor: job.endedAt !== null || dispatcher.canRead() ? null : dispatcher.status().condition,
      askedAgain: askedAgain && { count: askedAgain.count, until: askedAgain.unknownSince + closeWatchMs },
    };
  }

  function shownOrGone(id: number) {
    const job = lookUps.get(id);
    return orGone(job && shown(job));
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
    'lookups.tryAgain': ({ id, rows }) => {
      if (lookUps.get(id) === null) return gone;
      const running = lookUps.running();
      if (beginning || (running !== null && running !== id)) return oneAtATime;
      if (lookUps.tryAgain(id, rows?.map(positionIn) ?? null) === 0) return done(null);
      lookUpRunner.wake();
      workspace.emit('lookups.changed', { ids: [`${id}:`, ...(rows ?? [])] });
      return shownOrGone(id);
    },
    'lookups.page': (request) => done(lookUps.page(request)),
    'lookups.cancel': ({ id }) => {
      if (lookUps.get(id) === null) return gone;
      lookUps.cancel(id, clock.wall());
      workspace.emit('lookups.changed', { ids: [`${id}:`] });
      return shownOrGone(id);
    },
  };
}
