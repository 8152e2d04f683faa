import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ListPage, PageRequest } from '#shared/ipc/call.ts';
import {
  lookUpJob,
  lookUpOutcome,
  lookUpRow,
  type LookUpJob,
  type LookUpOutcome,
  type LookUpRow,
} from '#shared/ipc/look-ups.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { createQueries, cutPage, readKeyset, inTransaction, selectColumns, yesNo } from './query.ts';

/** An id that is due. */
export type OpenLookUp = z.infer<typeof openLookUp>;
const openLookUp = z.object({
  job: z.number(),
  position: z.number(),
  vendorId: z.string(),
  /** `unknown`: the service did not know it before. */
  outcome: z.enum(['waiting', 'unknown']),
  /** How often the service had a problem with it, or said that it is unknown. */
  tries: z.number(),
  /** Since when it is in trouble or unknown; null where it is neither. */
  since: z.number().nullable(),
});

/** The note on an id that is retried later. */
export interface LaterLookUp extends Pick<OpenLookUp, 'outcome' | 'tries' | 'since'> {
  detail: string | null;
  at: number;
  /** Null: no longer automatically. */
  nextAt: number | null;
}

export interface LookUpPageRequest extends PageRequest {
  id: number;
  outcome: LookUpOutcome | null;
}

/** `askedAgain`: how many unknown ids are retried, and since when the last of them is unknown; null for none. */
export type StoredJob = Omit<LookUpJob, 'waitsFor' | 'askedAgain'> & {
  askedAgain: { count: number; unknownSince: number } | null;
};

const jobRow = lookUpJob
  .pick({ id: true, kind: true, startedAt: true, endedAt: true })
  .extend({ cancelled: yesNo });
const idRow = lookUpRow.omit({ id: true }).extend({ position: z.number() });
const slice = 2000;

/** Look-ups of many vendors: the ids, and what became of each. */
export function createLookUpStore(db: Database) {
  const { prepareQuery, prepareValue, prepareNumber } = createQueries(db);
  const insertJob = db.prepare('INSERT INTO look_up (kind, started_at) VALUES (?, ?)');
  const insertId = db.prepare(
    'INSERT INTO look_up_id (look_up, position, vendor_id, outcome, detail, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const complete = db.prepare('UPDATE look_up SET complete = 1 WHERE id = ?');
  const jobs = `SELECT ${selectColumns('look_up', jobRow)} FROM look_up WHERE complete = 1`;
  const selectJob = prepareQuery(`${jobs} AND id = ?`, toJob);
  const selectLatest = prepareQuery(`${jobs} ORDER BY id DESC LIMIT 1`, toJob);
  const selectRunning = prepareNumber(
    'SELECT id FROM look_up WHERE complete = 1 AND ended_at IS NULL LIMIT 1',
  );
  const openColumns = 'look_up AS job, position, vendor_id AS vendorId, outcome, tries, since';
  const selectOpen = prepareQuery(
    `SELECT ${openColumns} FROM look_up_id
     WHERE look_up = ? AND outcome = 'waiting' AND (next_at IS NULL OR next_at <= ?)
     ORDER BY tries, position LIMIT ? + 0`,
    openLookUp,
  );
  const selectUnknownDue = prepareQuery(
    `SELECT ${openColumns} FROM look_up_id WHERE next_at <= ? AND outcome = 'unknown' ORDER BY next_at LIMIT ? + 0`,
    openLookUp,
  );
  const nextAt = prepareValue(
    'SELECT MIN(next_at) FROM look_up_id WHERE next_at IS NOT NULL',
    z.number().nullable(),
  );
  // An id that was canceled during its request stays canceled.
  const isOpen = "(outcome = 'waiting' OR next_at IS NOT NULL)";
  const settle = db.prepare(
    `UPDATE look_up_id SET outcome = ?, detail = ?, at = ?, next_at = NULL
     WHERE look_up = ? AND position = ? AND ${isOpen}`,
  );
  const later = db.prepare(
    `UPDATE look_up_id SET outcome = @outcome, detail = @detail, tries = @tries, since = @since, at = @at, next_at = @nextAt
     WHERE look_up = @job AND position = @position AND ${isOpen}`,
  );
  const waitAgain = `UPDATE look_up_id SET outcome = 'waiting', detail = NULL, at = NULL, tries = 0, since = NULL, next_at = NULL
     WHERE look_up = ? AND (outcome IN ('unknown', 'refused', 'unreadable', 'gave_up') OR next_at IS NOT NULL)`;
  const againAll = db.prepare(waitAgain);
  const againOne = db.prepare(`${waitAgain} AND position = ?`);
  const reopen = db.prepare('UPDATE look_up SET ended_at = NULL, cancelled = 0 WHERE id = ?');
  // An id is requested for the newest job only.
  const leaveToNewer = db.prepare(
    `UPDATE look_up_id SET next_at = NULL WHERE next_at IS NOT NULL AND look_up <> @job
     AND vendor_id IN (SELECT vendor_id FROM look_up_id WHERE look_up = @job)`,
  );
  const askedAgain = prepareQuery(
    `SELECT COUNT(*) AS count, MAX(since) AS unknownSince FROM look_up_id
     WHERE look_up = ? AND outcome = 'unknown' AND next_at IS NOT NULL`,
    z.object({ count: z.number(), unknownSince: z.number().nullable() }),
  );
  const end = db.prepare(
    `UPDATE look_up SET ended_at = @at WHERE id = @job AND ended_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM look_up_id WHERE look_up = @job AND outcome = 'waiting')`,
  );
  const countOutcomes = prepareQuery(
    'SELECT outcome, COUNT(*) AS number FROM look_up_id WHERE look_up = ? GROUP BY outcome',
    z.object({ outcome: lookUpOutcome, number: z.number() }),
  );
  const stale = prepareQuery(
    `SELECT vendor_id, fetched_at FROM vendor WHERE fetched_at < @before AND (fetched_at, vendor_id) > (@at, @id)
     ORDER BY fetched_at, vendor_id LIMIT ${slice}`,
    z.object({ vendor_id: z.string(), fetched_at: z.number() }),
  );

  function toJob(raw: unknown): StoredJob {
    const row = jobRow.parse(raw);
    const rows = countOutcomes.all(row.id);
    const number = (outcome: LookUpOutcome) => rows.find((one) => one.outcome === outcome)?.number ?? 0;
    const { count, unknownSince } = askedAgain.one(row.id);
    return {
      ...row,
      total: rows.reduce((all, one) => all + one.number, 0),
      counts: lookUpJob.shape.counts.parse(
        Object.fromEntries(lookUpOutcome.options.map((outcome) => [outcome, number(outcome)])),
      ),
      askedAgain: unknownSince === null ? null : { count, unknownSince },
    };
  }

  function insertSlice(job: number | bigint, ids: readonly string[], from: number, at: number): void {
    db.transaction(() => {
      for (const [index, typed] of ids.entries()) {
        const vendorId = typed.trim();
        const problem = vendorIdProblem(vendorId);
        if (problem === null) insertId.run(job, from + index, vendorId, 'waiting', null, null);
        else insertId.run(job, from + index, typed, 'not_an_id', problem, at);
      }
    }).immediate();
  }

  // A job that was only partly written was never reported as begun.
  db.transaction(() => {
    db.prepare('DELETE FROM look_up_id WHERE look_up IN (SELECT id FROM look_up WHERE complete = 0)').run();
    db.prepare('DELETE FROM look_up WHERE complete = 0').run();
  }).immediate();

  return {
    /** Writes a job in slices, so that nothing else waits for it, and begins it once it is whole. */
    async begin(
      kind: StoredJob['kind'],
      slices: Iterable<readonly string[]>,
      at: number,
    ): Promise<StoredJob> {
      const job = insertJob.run(kind, at).lastInsertRowid;
      let position = 0;
      for (const ids of slices) {
        for (let from = 0; from < ids.length; from += slice) {
          const part = ids.slice(from, from + slice);
          insertSlice(job, part, position, at);
          position += part.length;
          await nextTurn();
        }
      }
      db.transaction(() => {
        complete.run(job);
        leaveToNewer.run({ job });
        end.run({ at, job });
      }).immediate();
      return selectJob.one(job);
    },
    *fetchedBefore(before: number): Generator<string[]> {
      let place = { at: -1, id: '' };
      for (;;) {
        const rows = stale.all({ before, ...place });
        const last = rows.at(-1);
        if (last === undefined) return;
        place = { at: last.fetched_at, id: last.vendor_id };
        yield rows.map((row) => row.vendor_id);
      }
    },
    latest: (): StoredJob | null => selectLatest.get(),
    get: (id: number): StoredJob | null => selectJob.get(id),
    /** The job that is not ended; at most one is. */
    running: (): number | null => selectRunning.get(),
    open: (job: number, now: number, limit: number): OpenLookUp[] => selectOpen.all(job, now, limit),
    /** Ids of any job that were unknown to the service and are due for a retry. */
    unknownDue: (now: number, limit: number): OpenLookUp[] => selectUnknownDue.all(now, limit),
    /** The earliest time planned for an id; null where none is. */
    nextAt: (): number | null => nextAt.one(),
    settle(one: OpenLookUp, outcome: LookUpOutcome, detail: string | null, at: number): void {
      settle.run(outcome, detail, at, one.job, one.position);
    },
    /** Notes an answer after which the id is retried. */
    later({ job, position }: OpenLookUp, note: LaterLookUp): void {
      later.run({ job, position, ...note });
    },
    /** Returns failed ids of a job to waiting: those at `positions`, or all. Returns how many there were. */
    tryAgain: (job: number, positions: readonly number[] | null): number =>
      inTransaction(db, () => {
        const changed =
          positions === null
            ? againAll.run(job).changes
            : positions.reduce((sum, position) => sum + againOne.run(job, position).changes, 0);
        if (changed > 0) reopen.run(job);
        return changed;
      }),
    /** Ends the job if nothing in it is waiting; returns whether it did. */
    endIfDone: (job: number, at: number): boolean => end.run({ job, at }).changes === 1,
    /** Waiting ids are not requested, and unknown ones not retried. */
    cancel(job: number, at: number): void {
      db.transaction(() => {
        db.prepare(
          `UPDATE look_up_id SET outcome = 'cancelled', at = ?, next_at = NULL
           WHERE look_up = ? AND outcome = 'waiting'`,
        ).run(at, job);
        db.prepare(
          "UPDATE look_up_id SET next_at = NULL WHERE look_up = ? AND outcome = 'unknown' AND next_at IS NOT NULL",
        ).run(job);
        db.prepare('UPDATE look_up SET cancelled = 1, ended_at = ? WHERE id = ? AND ended_at IS NULL').run(
          at,
          job,
        );
      }).immediate();
    },
    /** Pulls in times that a wrong clock planned too late. */
    clamp(latest: number): void {
      db.prepare('UPDATE look_up_id SET next_at = @latest WHERE next_at > @latest').run({ latest });
    },
    page({ id, outcome, after, limit }: LookUpPageRequest): ListPage<LookUpRow> {
      const where = `look_up = @id ${outcome === null ? '' : 'AND outcome = @outcome'}`;
      const place = readKeyset(z.tuple([z.number()]), after)?.[0] ?? -1;
      const select = prepareQuery(
        `SELECT ${selectColumns('look_up_id', idRow)} FROM look_up_id WHERE ${where} AND position > @place
         ORDER BY position LIMIT @limit + 0`,
        idRow,
      );
      const found = select.all({ id, outcome, place, limit: limit + 1 });
      const { rows, next } = cutPage(found, limit, (row) => [row.position]);
      const count = prepareNumber(`SELECT COUNT(*) FROM look_up_id WHERE ${where}`);
      return {
        rows: rows.map(({ position, ...row }) => ({ id: `${id}:${position}`, ...row })),
        next,
        total: count.one({ id, outcome }),
      };
    },
  };
}
