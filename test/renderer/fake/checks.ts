import type { CheckRun } from '#shared/ipc/checks.ts';
import { ok, type Emit, type Handlers } from './core.ts';

/** Looking at many results as the fake plays it: it has come half of the way and stands there until it is stopped. */
export function fakeChecks(emit: Emit): Handlers {
  let run: CheckRun | null = null;
  return {
    'checks.begin': (request) => {
      const list =
        request.what === 'documents' || request.what === 'document_group' ? 'documents' : 'verifications';
      const total =
        'entryIds' in request ? request.entryIds.length : 'jobIds' in request ? request.jobIds.length : 6;
      run = {
        list,
        total,
        done: Math.floor(total / 2),
        final: 1,
        problems: 0,
        notAsked: 0,
        reason: null,
        ended: false,
      };
      emit('checks.changed', run);
      return ok(run);
    },
    'checks.latest': () => ok(run),
    'checks.stop': () => {
      if (run !== null) {
        run = { ...run, notAsked: run.total - run.done, reason: 'You stopped it.', ended: true };
        emit('checks.changed', run);
      }
      return ok(run);
    },
  };
}
