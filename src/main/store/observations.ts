import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  dateObservation,
  nothingObserved,
  scoreKinds,
  scoreObservation,
  type ServiceObservations,
} from '#shared/settings/observations.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import { readJson } from '#shared/base/read-json.ts';

const getParts = ({ scores, dates }: ServiceObservations): [string, Record<string, number>][] => [
  ...scoreKinds.map((kind): [string, Record<string, number>] => [kind, scores[kind]]),
  ['dates', dates],
];

const getCounts = (seen: ServiceObservations): [name: string, count: number][] =>
  getParts(seen)
    .flatMap(([part, all]) =>
      Object.entries(all).map(([name, number]): [string, number] => [`${part}.${name}`, number]),
    )
    .filter(([, number]) => number > 0);

const counts = z.record(z.string(), z.number());
const stored = z.array(z.object({ name: z.string(), value: z.number() }));

/** How a workspace's service writes scores and dates, as observed. */
export function createObservationStore(db: Database) {
  const all = db.prepare('SELECT name, value FROM observation');
  const add = db.prepare(
    `INSERT INTO observation (name, value) VALUES (@name, @by) ON CONFLICT (name) DO UPDATE SET value = value + @by`,
  );
  const before = db.prepare('SELECT counts FROM observed_result WHERE kind = ? AND subject = ?').pluck();
  const keep = db.prepare(
    `INSERT INTO observed_result (kind, subject, counts) VALUES (?, ?, ?)
     ON CONFLICT (kind, subject) DO UPDATE SET counts = excluded.counts`,
  );

  function readAll(): ServiceObservations {
    const numbers = new Map(stored.parse(all.all()).map(({ name, value }) => [name, value]));
    const filled = getParts(nothingObserved).map(([part, empty]): [string, unknown] => [
      part,
      Object.fromEntries(
        Object.entries(empty).map(([name, none]) => [name, numbers.get(`${part}.${name}`) ?? none]),
      ),
    ]);
    const read = z
      .object({
        overall: scoreObservation,
        parts: scoreObservation,
        confidence: scoreObservation,
        dates: dateObservation,
      })
      .safeParse(Object.fromEntries(filled));
    // Observations are only a help: an altered number is no reason to keep a workspace closed.
    if (!read.success) return nothingObserved;
    const { dates, ...scores } = read.data;
    return { scores, dates };
  }

  let known: ServiceObservations | null = null;

  return {
    current: (): ServiceObservations => (known ??= readAll()),
    /** Forgets the notes of a transaction that was rolled back. */
    forget(): void {
      known = null;
    },
    /** Replaces the observations of the result's earlier answer; returns whether anything changed. Runs in the caller's transaction. */
    note(kind: ResultKind, subject: string, seen: ServiceObservations): boolean {
      const counted = getCounts(seen);
      const now = JSON.stringify(Object.fromEntries(counted));
      const earlier = z.string().nullish().parse(before.get(kind, subject)) ?? '{}';
      if (now === earlier) return false;
      known = null;
      for (const [name, number] of Object.entries(readJson(earlier, counts)?.value ?? {}))
        add.run({ name, by: -number });
      for (const [name, number] of counted) add.run({ name, by: number });
      keep.run(kind, subject, now);
      return true;
    },
  };
}
