import type { LookUpJob, LookUpOutcome, LookUpRow } from '#shared/ipc/look-ups.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { at, fail, ok, pageFrom, type Emit, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

function toJob(
  rows: readonly LookUpRow[],
  part: Pick<LookUpJob, 'endedAt' | 'cancelled' | 'waitsFor'>,
): LookUpJob {
  const count = (outcome: LookUpOutcome) => rows.filter((row) => row.outcome === outcome).length;
  const again = rows.filter((row) => row.outcome === 'unknown' && row.nextAt !== null).length;
  return {
    id: 1,
    kind: 'ids',
    askedAgain: again === 0 ? null : { count: again, until: at('14:21') + 24 * 60 * 60 * 1000 },
    startedAt: at('14:20'),
    total: rows.length,
    counts: {
      waiting: count('waiting'),
      found: count('found'),
      unknown: count('unknown'),
      not_an_id: count('not_an_id'),
      refused: count('refused'),
      unreadable: count('unreadable'),
      gave_up: count('gave_up'),
      cancelled: count('cancelled'),
    },
    ...part,
  };
}

/** Looking up many vendors: nothing comes of it by itself, so that tests can look at each state. */
export function fakeLookUps(situation: Situation, emit: Emit): Handlers {
  let rows: LookUpRow[] = [];
  let ended: number | null = null;
  let cancelled = false;
  const job = () =>
    toJob(rows, {
      endedAt: ended,
      cancelled,
      waitsFor:
        ended === null && situation === 'offline'
          ? { kind: 'offline', since: at('14:18'), detail: 'ENOTFOUND' }
          : null,
    });
  return {
    'lookups.latest': () => ok(rows.length === 0 ? null : job()),
    'lookups.begin': ({ ids }) => {
      if (rows.length > 0 && ended === null) {
        return fail('too_late', 'A look-up is still running. Wait until it has ended, or cancel it first.');
      }
      rows = ids.map((vendorId, index): LookUpRow => {
        const problem = vendorIdProblem(vendorId);
        if (problem !== null) {
          return {
            id: `1:${index}`,
            vendorId,
            outcome: 'not_an_id',
            detail: problem,
            at: at('14:20'),
            nextAt: null,
            tries: 0,
          };
        }
        const known = vendorId.startsWith('48');
        const outcome = situation === 'offline' || index % 4 === 3 ? 'waiting' : known ? 'found' : 'unknown';
        const detail = outcome === 'unknown' ? 'The service has no vendor with this ID.' : null;
        return {
          id: `1:${index}`,
          vendorId,
          outcome,
          detail,
          at: outcome === 'waiting' ? null : at('14:21'),
          nextAt: outcome === 'unknown' ? at('14:34') : null,
          tries: 0,
        };
      });
      ended = null;
      cancelled = false;
      return ok(job());
    },
    'lookups.refresh': ({ olderThanDays }) => (olderThanDays > 90 ? ok(null) : ok(job())),
    'lookups.tryAgain': ({ rows: named }) => {
      rows = rows.map((row) =>
        row.outcome === 'unknown' && named?.includes(row.id) !== false
          ? { ...row, outcome: 'waiting', detail: null, at: null, nextAt: null }
          : row,
      );
      emit('lookups.changed', { ids: ['1:', ...rows.map(({ id }) => id)] });
      return ok(job());
    },
    'lookups.page': (request) => {
      const outcome = request.outcome ?? null;
      return pageFrom(
        rows.filter((row) => outcome === null || row.outcome === outcome),
        request,
      );
    },
    'lookups.cancel': () => {
      rows = rows.map((row) => (row.outcome === 'waiting' ? { ...row, outcome: 'cancelled' } : row));
      ended = at('14:22');
      cancelled = true;
      emit('lookups.changed', { ids: ['1:'] });
      return ok(job());
    },
  };
}
