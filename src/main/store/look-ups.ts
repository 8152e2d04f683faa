import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { lookUpOutcome, type LookUpJob, type LookUpOutcome, type LookUpRow } from '#shared/ipc/look-ups.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { cutPage, readKeyset } from './keyset.ts';
import { selectColumns } from './shown-row.ts';

/** An id whose turn it is. */
export type OpenLookUp = z.infer<typeof openLookUp>;
const openLookUp = z.object({
  job: z.number(),
  position: z.number(),
  vendorId: z.string(),
  /** `unknown`: the service did not know it before. */
  outcome: z.enum(['waiting', 'unknown']),
  /** Where it waits: how often the service had a problem with it. Where it is unknown: how often that was said. */
  tries: z.number(),
  /** Since when it is in trouble or unknown; null where it is neither. */
  since: z.number().nullable(),
});

/** What is noted of an id that is retried later. */
export interface LaterLookUp {
  outcome: OpenLookUp['outcome'];
  detail: string | null;
  tries: number;
  since: number | null;
  at: number;
  /** Null: not by itself any more. */
  nextAt: number | null;
}

export interface StoredJob extends Omit<LookUpJob, 'waitsFor' | 'askedAgain'> {
  /** How many unknown ids are retried, and since when the last of them is unknown; null for none. */
  askedAgain: { count: number; unknownSince: number } | null;
}

export type LookUpStore = ReturnType<typeof createLookUpStore>;

const jobRow = z.object({
  id: z.number(),
  kind: z.enum(['ids', 'refresh']),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  cancelled: z.number(),
});
const idRow = z.object({
  position: z.number(),
  vendorId: z.string(),
  outcome: lookUpOutcome,
  detail: z.string().nullable(),
  at: z.number().nullable(),
  nextAt: z.number().nullable(),
  tries: z.number(),
});
const slice = 2000;

/** Look-ups of many vendors: the ids, and what became of each. */
export function createLookUpStore(db: Database) {
  const insertJob = db.prepare('INSERT INTO look_up (kind, started_at) VALUES (?, ?)');
  const insertId = db.prepare(
    'INSERT INTO look_up_id (look_up, position, vendor_id, outcome, detail, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const complete = db.prepare('UPDATE look_up SET complete = 1 WHERE id = ?');
  const selectJob = db.prepare('SELECT * FROM look_up WHERE id = ? AND complete = 1');
  const selectLatest = db.prepare('SELECT * FROM look_up WHERE complete = 1 ORDER BY id DESC LIMIT 1');
  const selectRunning = db.prepare('SELECT id FROM look_up WHERE complete = 1 AND ended_at IS NULL LIMIT 1');
  const openColumns = 'look_up AS job, position, vendor_id AS vendorId, outcome, tries, since';
  const selectOpen = db.prepare(
    `SELECT ${openColumns} FROM look_up_id
     WHERE look_up = ? AND outcome = 'waiting' AND (next_at IS NULL OR next_at <= ?)
     ORDER BY tries, position LIMIT ?`,
  );
  const selectUnknownDue = db.prepare(
    `SELECT ${openColumns} FROM look_up_id WHERE next_at <= ? AND outcome = 'unknown' ORDER BY next_at LIMIT ?`,
  );
  const selectNextAt = db.prepare('SELECT MIN(next_at) AS at FROM look_up_id WHERE next_at IS NOT NULL');
  // What was canceled while the service was asked stays as it is.
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
  const stopAsking = db.prepare(
    "UPDATE look_up_id SET next_at = NULL WHERE look_up = ? AND outcome = 'unknown' AND next_at IS NOT NULL",
  );
  const askedAgain = db.prepare(
    `SELECT COUNT(*) AS count, MAX(since) AS unknownSince FROM look_up_id
     WHERE look_up = ? AND outcome = 'unknown' AND next_at IS NOT NULL`,
  );
  const againRow = z.object({ count: z.number(), unknownSince: z.number().nullable() });
  const end = db.prepare(
    `UPDATE look_up SET ended_at = @at WHERE id = @job AND ended_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM look_up_id WHERE look_up = @job AND outcome = 'waiting')`,
  );
  const counted = db.prepare(
    'SELECT outcome, COUNT(*) AS number FROM look_up_id WHERE look_up = ? GROUP BY outcome',
  );
  const stale = db.prepare(
    `SELECT vendor_id, fetched_at FROM vendor WHERE fetched_at < @before AND (fetched_at, vendor_id) > (@at, @id)
     ORDER BY fetched_at, vendor_id LIMIT ${slice}`,
  );
  const open = z.array(openLookUp);

  function toJob(raw: unknown): StoredJob | null {
    if (raw === undefined) return null;
    const row = jobRow.parse(raw);
    const rows = z.array(z.object({ outcome: lookUpOutcome, number: z.number() })).parse(counted.all(row.id));
    const number = (outcome: LookUpOutcome) => rows.find((one) => one.outcome === outcome)?.number ?? 0;
    const { count, unknownSince } = againRow.parse(askedAgain.get(row.id));
    return {
      id: row.id,
      kind: row.kind,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      cancelled: row.cancelled === 1,
      total: rows.reduce((all, one) => all + one.number, 0),
      counts: {
        waiting: number('waiting'),
        found: number('found'),
        unknown: number('unknown'),
        not_an_id: number('not_an_id'),
        refused: number('refused'),
        unreadable: number('unreadable'),
        gave_up: number('gave_up'),
        cancelled: number('cancelled'),
      },
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

  // What was cut short by the end of the app was never said to have begun.
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
      const stored = toJob(selectJob.get(job));
      if (stored === null) throw new Error('A look-up that was just stored can be read.');
      return stored;
    },
    *fetchedBefore(before: number): Generator<string[]> {
      let place = { at: -1, id: '' };
      for (;;) {
        const rows = z
          .array(z.object({ vendor_id: z.string(), fetched_at: z.number() }))
          .parse(stale.all({ before, ...place }));
        const last = rows.at(-1);
        if (last === undefined) return;
        place = { at: last.fetched_at, id: last.vendor_id };
        yield rows.map((row) => row.vendor_id);
      }
    },
    latest: (): StoredJob | null => toJob(selectLatest.get()),
    get: (id: number): StoredJob | null => toJob(selectJob.get(id)),
    /** The job that is not ended; at most one is. */
    running: (): number | null => {
      const row = z.object({ id: z.number() }).safeParse(selectRunning.get());
      return row.success ? row.data.id : null;
    },
    open: (job: number, now: number, limit: number): OpenLookUp[] =>
      open.parse(selectOpen.all(job, now, limit)),
    /** Ids of any job that were unknown to the service and are due for a retry. */
    unknownDue: (now: number, limit: number): OpenLookUp[] => open.parse(selectUnknownDue.all(now, limit)),
    /** The earliest time planned for an id; null where none is. */
    nextAt: (): number | null => z.object({ at: z.number().nullable() }).parse(selectNextAt.get()).at,
    settle(one: OpenLookUp, outcome: LookUpOutcome, detail: string | null, at: number): void {
      settle.run(outcome, detail, at, one.job, one.position);
    },
    /** Notes an answer after which the id is retried. */
    later({ job, position }: OpenLookUp, note: LaterLookUp): void {
      later.run({ job, position, ...note });
    },
    /** Returns failed ids of a job to waiting: those at `positions`, or all. Returns how many there were. */
    tryAgain: (job: number, positions: readonly number[] | null): number =>
      db
        .transaction(() => {
          const changed =
            positions === null
              ? againAll.run(job).changes
              : positions.reduce((sum, position) => sum + againOne.run(job, position).changes, 0);
          if (changed > 0) reopen.run(job);
          return changed;
        })
        .immediate(),
    /** Ends the job where nothing of it waits any more; whether it did. */
    endIfDone: (job: number, at: number): boolean => end.run({ job, at }).changes === 1,
    /** Waiting ids are not requested, and unknown ones not retried. */
    cancel(job: number, at: number): void {
      db.transaction(() => {
        db.prepare(
          `UPDATE look_up_id SET outcome = 'cancelled', at = ?, next_at = NULL
           WHERE look_up = ? AND outcome = 'waiting'`,
        ).run(at, job);
        stopAsking.run(job);
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
    page({
      id,
      outcome,
      after,
      limit,
    }: {
      id: number;
      outcome: LookUpOutcome | null;
      after: string | null;
      limit: number;
    }): {
      rows: LookUpRow[];
      next: string | null;
      total: number;
    } {
      const where = `look_up = @id ${outcome === null ? '' : 'AND outcome = @outcome'}`;
      const place = readKeyset(z.tuple([z.number()]), after)?.[0] ?? -1;
      const rows = db
        .prepare(
          `SELECT ${selectColumns('look_up_id', idRow)} FROM look_up_id WHERE ${where} AND position > @place
           ORDER BY position LIMIT @limit`,
        )
        .all({ id, outcome, place, limit: limit + 1 })
        .map((raw) => idRow.parse(raw));
      const page = cutPage(rows, limit, (row) => [row.position]);
      const total = z
        .object({ total: z.number() })
        .parse(db.prepare(`SELECT COUNT(*) AS total FROM look_up_id WHERE ${where}`).get({ id, outcome }));
      return {
        rows: page.rows.map(({ position, ...row }) => ({ id: `${id}:${position}`, ...row })),
        next: page.next,
        total: total.total,
      };
    },
  };
}
