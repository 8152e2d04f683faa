import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { stages, type Stage } from '#shared/onboarding/judge-vendor.ts';
import { dayMs } from '#shared/base/dates.ts';
import { createQueries, readSlices } from './query.ts';

const slice = 2000;
/** Counts for the figures of a workspace, read in slices, so that nothing else waits. */
export function createFigureStore(db: Database) {
  const { prepareQuery } = createQueries(db);
  const vendorsAfter = prepareQuery(
    `SELECT number, stage, substr(next_end, 1, 7) AS month FROM onboarding WHERE number > ? ORDER BY number LIMIT ${slice}`,
    z.object({ number: z.number(), stage: z.number(), month: z.string().nullable() }),
  );
  const reachedBetween = prepareQuery(
    'SELECT number, stage, at FROM onboarding_stage WHERE number > ? AND number <= ? ORDER BY number, stage',
    z.object({ number: z.number(), stage: z.number(), at: z.number() }),
  );
  const documentsAfter = prepareQuery(
    `SELECT job_id AS jobId, document_type AS documentType, CAST(score AS INTEGER) AS score FROM document
     WHERE job_id > ? ORDER BY job_id LIMIT ${slice}`,
    z.object({ jobId: z.string(), documentType: z.string().nullable(), score: z.number().nullable() }),
  );
  const statesAfter = prepareQuery(
    `SELECT entry, state AS code FROM verification_state WHERE entry > ? ORDER BY entry LIMIT ${slice}`,
    z.object({ entry: z.number(), code: z.string() }),
  );

  return {
    /** Vendors per stage, the days that stages took, and the months (2027-03) in which the first thing ends. */
    async vendors(): Promise<{
      at: Map<Stage, number>;
      took: Map<Stage, Map<number, number>>;
      endings: Map<string, number>;
    }> {
      const at = new Map<Stage, number>();
      const took = new Map<Stage, Map<number, number>>();
      const endings = new Map<string, number>();
      const slices = readSlices(0, vendorsAfter.all, ({ number }) => number);
      for await (const { rows, after } of slices) {
        for (const { stage, month } of rows) {
          add(at, toStage(stage));
          if (month !== null) add(endings, month);
        }
        let before: { number: number; at: number } | null = null;
        for (const one of reachedBetween.all(after, rows.at(-1)?.number ?? after)) {
          if (before?.number === one.number) {
            const days = took.get(toStage(one.stage)) ?? new Map<number, number>();
            took.set(toStage(one.stage), days);
            // Where the clock was set back, a later stage has an earlier moment.
            add(days, Math.max(0, Math.floor((one.at - before.at) / dayMs)));
          }
          before = one;
        }
      }
      return { at, took, endings };
    },
    /** How many documents of a type have which score, in whole points; null where there is none. */
    async documents(): Promise<{ documentType: string | null; score: number | null; count: number }[]> {
      const counts = new Map<string, { documentType: string | null; score: number | null; count: number }>();
      for await (const { rows } of readSlices('', documentsAfter.all, ({ jobId }) => jobId)) {
        for (const { documentType, score } of rows) {
          const key = JSON.stringify([documentType, score]);
          const known = counts.get(key) ?? { documentType, score, count: 0 };
          counts.set(key, { ...known, count: known.count + 1 });
        }
      }
      return [...counts.values()];
    },
    /** How many verifications are in each state, by the codes of the view verification_state. */
    async verifications(): Promise<{ code: string; count: number }[]> {
      const counts = new Map<string, number>();
      for await (const { rows } of readSlices(0, statesAfter.all, ({ entry }) => entry))
        for (const { code } of rows) add(counts, code);
      return [...counts].map(([code, count]) => ({ code, count }));
    },
  };
}

function toStage(number: number): Stage {
  const stage = stages[number];
  if (stage === undefined) throw new Error(`There is no stage ${number}.`);
  return stage;
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
