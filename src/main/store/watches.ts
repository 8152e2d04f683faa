import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { dayMs } from '#shared/base/dates.ts';
import type { WatchState } from '#shared/ipc/verifications.ts';
import { resultKind, type ResultKind } from '#shared/service/result-kinds.ts';
import type { Act } from '#shared/team/acts.ts';
import { createQueries, inTransaction, selectColumns, yesNo } from './query.ts';
import type { TeamLog } from './team-log.ts';

/** Columns that {@link toWatch} reads from a row that joins `watch w`. */
export const watchColumns =
  'w.state AS watch_state, w.checks AS watch_checks, w.next_at AS watch_next_at, w.last_at AS watch_last_at, w.problem AS watch_problem';

const joined = z.object({
  watch_state: z.enum(['watching', 'settled', 'by_hand']).nullable(),
  watch_checks: z.number().nullable(),
  watch_next_at: z.number().nullable(),
  watch_last_at: z.number().nullable(),
  watch_problem: z.string().nullable(),
});

/** The schedule's state in a joined row; null where nothing is watched yet. */
export function toWatch(raw: unknown): WatchState | null {
  const row = joined.parse(raw);
  if (row.watch_state === null) return null;
  return {
    kind: row.watch_state,
    checks: row.watch_checks ?? 0,
    nextAt: row.watch_next_at,
    lastAt: row.watch_last_at,
    problem: row.watch_problem,
  };
}

const watchState = joined.shape.watch_state.unwrap();
const subjectRow = z.object({ kind: resultKind, subject: z.string(), state: watchState });
/** Something whose result is read, or was until its word was a final one. */
export type WatchedSubject = z.infer<typeof subjectRow>;

const dueWatch = subjectRow.extend({ startedAt: z.number(), checks: z.number(), isColleagues: yesNo });
export type DueWatch = z.infer<typeof dueWatch>;

/** No setting plans a further check of a final result later than this. */
const maxRecheckMs = 366 * 24 * 60 * 60 * 1000;

export type WatchStore = ReturnType<typeof createWatchStore>;

/** The stored schedule on which results are read. */
export function createWatchStore(db: Database, log: TeamLog, wall: () => number) {
  const { prepareQuery, prepareValue } = createQueries(db);
  const begin = db.prepare(
    `INSERT INTO watch (kind, subject, state, started_at, next_at, is_colleagues)
     VALUES (@kind, @subject, 'watching', @now, @firstAt, @isColleagues)
     ON CONFLICT (kind, subject) DO UPDATE SET state = 'watching', started_at = @now, checks = 0, next_at = @firstAt,
       recheck_at = NULL`,
  );
  // A replaced verification's result counts nowhere: only a person checks it, until it counts again.
  const due = prepareQuery(
    `SELECT ${selectColumns('w', dueWatch)} FROM (
       SELECT *, next_at AS due_at FROM watch WHERE state = 'watching' AND next_at <= @now
       UNION ALL SELECT *, recheck_at FROM watch WHERE state = 'settled' AND recheck_at IS NOT NULL AND recheck_at <= @now) w
     WHERE NOT (w.kind = 'verification' AND EXISTS (SELECT 1 FROM entry e JOIN verification v ON v.entry = e.seq
         WHERE e.id = w.subject AND v.replaced = 1))
     ORDER BY w.due_at LIMIT @limit + 0`,
    dueWatch,
  );
  const nextDue = prepareValue(
    `SELECT MIN(due) FROM (SELECT MIN(next_at) AS due FROM watch WHERE state = 'watching' AND next_at > @now
       UNION ALL SELECT MIN(recheck_at) FROM watch
         WHERE state = 'settled' AND recheck_at IS NOT NULL AND recheck_at > @now)`,
    z.number().nullable(),
  );
  const get = prepareQuery(
    `SELECT ${selectColumns('watch', dueWatch)} FROM watch WHERE kind = ? AND subject = ?`,
    dueWatch,
  );
  const subjects = prepareQuery(
    'SELECT kind, subject, state FROM watch WHERE (kind, subject) > (?, ?) ORDER BY kind, subject LIMIT ? + 0',
    subjectRow,
  );
  const checked = db.prepare(
    `UPDATE watch SET state = @state, checks = checks + 1, next_at = @nextAt, recheck_at = @recheckAt, last_at = @at,
       problem = @problem
     WHERE kind = @kind AND subject = @subject`,
  );
  const putOff = db.prepare(
    `UPDATE watch SET next_at = CASE state WHEN 'watching' THEN @nextAt END,
       recheck_at = CASE state WHEN 'settled' THEN @nextAt END
     WHERE kind = @kind AND subject = @subject AND (state = 'watching' OR recheck_at IS NOT NULL)`,
  );
  const status = `CASE @kind WHEN 'document' THEN (SELECT status FROM document WHERE job_id = @subject)
    ELSE (SELECT v.status FROM entry e JOIN verification v ON v.entry = e.seq WHERE e.id = @subject) END`;
  const statusOf = prepareValue(`SELECT ${status}`, z.string().nullable());
  const makeDue = db.prepare(
    `UPDATE watch SET state = CASE state WHEN 'settled' THEN state ELSE 'watching' END,
       next_at = CASE state WHEN 'settled' THEN NULL ELSE @now END,
       recheck_at = CASE state WHEN 'settled' THEN @now ELSE recheck_at END
     WHERE kind = @kind AND subject = @subject AND ${status} IS NOT @word`,
  );

  /** The word that whoever read the result last found another one than before. */
  const lastWord = (about: Act): string | null =>
    log.acts(about).findLast((act) => act.kind === 'result')?.body.status ?? null;

  return {
    /** `isColleagues`: somebody else added it, whose computer checks it often and tells this one of news. */
    begin(kind: ResultKind, subject: string, now: number, firstAt: number, isColleagues = false): void {
      begin.run({ kind, subject, now, firstAt, isColleagues: isColleagues ? 1 : 0 });
    },
    /** Makes a check due where a colleague's computer read another status word than this one. */
    settle(about: Act): void {
      if (about.kind !== 'result') return;
      const { subject, body } = about;
      makeDue.run({ kind: body.of, subject, word: lastWord(about), now: wall() });
    },
    /** Writes into the log that the status word of a result changed, unless a colleague's computer did. */
    share(kind: ResultKind, subject: string): void {
      inTransaction(db, () => {
        const act: Act = {
          kind: 'result',
          subject,
          body: { of: kind, status: statusOf.one({ kind, subject }) },
        };
        if (lastWord(act) !== act.body.status) log.append(act);
      });
    },
    due: (now: number, limit: number): DueWatch[] => due.all({ now, limit }),
    nextDue: (now: number): number | null => nextDue.one({ now }),
    get: (kind: ResultKind, subject: string): DueWatch | null => get.get(kind, subject),
    /** Everything watched now or before, in a fixed order, after `after`. */
    subjects: (after: Pick<WatchedSubject, 'kind' | 'subject'> | null, limit: number): WatchedSubject[] =>
      subjects.all(after?.kind ?? '', after?.subject ?? '', limit),
    /** Notes a check: when the next one is due, or why none is. */
    checked(
      kind: ResultKind,
      subject: string,
      note: {
        at: number;
        /** `recheckAt`: when a final result is checked again; null for never automatically. */
        next: number | { recheckAt: number | null } | 'by_hand';
        problem: string | null;
      },
    ): void {
      const { at, next, problem } = note;
      checked.run({
        kind,
        subject,
        at,
        problem,
        state: typeof next === 'number' ? 'watching' : next === 'by_hand' ? next : 'settled',
        nextAt: typeof next === 'number' ? next : null,
        recheckAt: typeof next === 'object' ? next.recheckAt : null,
      });
    },
    /** Puts off a check that could not be made; it does not count. */
    putOff(kind: ResultKind, subject: string, nextAt: number): void {
      putOff.run({ nextAt, kind, subject });
    },
    clamp(latest: number): void {
      db.prepare(
        `UPDATE watch SET next_at = @latest
         WHERE state = 'watching' AND next_at > @latest + is_colleagues * @rarely`,
      ).run({ latest, rarely: 2 * dayMs });
      const recheck = latest + maxRecheckMs;
      db.prepare('UPDATE watch SET recheck_at = @recheck WHERE recheck_at > @recheck').run({ recheck });
    },
  };
}
