import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { DocumentFacets, DocumentFilter } from '#shared/ipc/documents.ts';
import { scoreLimits } from '#shared/service/score.ts';
import { numbersAsJson, type IntegerSet } from './integer-set.ts';
import { dayMs } from '#shared/base/dates.ts';
import { createQueries } from './query.ts';

export interface DocumentNarrowing {
  search: string;
  /** Only those to review that are under this score or have none; null for all. */
  under?: number | null;
  /** The filter, the threshold that gives scores their words, and from when ages are counted. */
  filter?: DocumentFilter & { threshold: number; now: number };
}

/** SQL that a document `o` fits which is to be reviewed and under `@under`, or without a score. */
export const isUnder = "o.review_group = 'to_review' AND o.rank < @under";

type Condition = [sql: string, values?: Record<string, string | number>];

/** By the stored rank, which is -1 where there is no score. */
function byScore(score: NonNullable<DocumentFilter['score']>, threshold: number): Condition {
  if (score === 'none') return ['o.rank < 0'];
  const { from, below } = scoreLimits(score, threshold);
  return below === null
    ? ['o.rank >= @from', { from }]
    : ['o.rank >= @from AND o.rank < @below', { from, below }];
}

function byFilter(filter: NonNullable<DocumentNarrowing['filter']>): (Condition | false)[] {
  const { status, score, olderThanDays, withinDays, decision, threshold, now } = filter;
  return [
    status !== null && ["lower(COALESCE(o.status, '')) = lower(@status)", { status }],
    score !== null && byScore(score, threshold),
    olderThanDays !== null && ['o.added_at < @before', { before: now - olderThanDays * dayMs }],
    withinDays !== null && ['o.added_at >= @since', { since: now - withinDays * dayMs }],
    decision !== null && ['o.decided_as = @decision', { decision: decision === 'none' ? '' : decision }],
  ];
}

const found = `o.job_id IN (SELECT job_id FROM document_number WHERE number IN (SELECT value FROM json_each(@hits)))`;

/** SQL and values for the documents `o` of a list. @param hits numbers found by a search; null without one */
export function narrowDocuments(
  { under = null, filter }: DocumentNarrowing,
  hits: IntegerSet | null,
): { where: string; values: Record<string, string | number> } {
  const all: (Condition | false)[] = [
    under !== null && [isUnder, { under }],
    hits !== null && [found, { hits: numbersAsJson(hits) }],
    ...(filter === undefined ? [] : byFilter(filter)),
  ];
  const conditions = all.filter((one) => one !== false);
  return {
    where: conditions.length === 0 ? '1' : conditions.map(([sql]) => sql).join(' AND '),
    values: Object.fromEntries(conditions.flatMap(([, values = {}]) => Object.entries(values))),
  };
}

/** More than can be chosen from in a list are reached by the search. */
const most = 200;

const grouped = z.object({ value: z.string(), count: z.number(), one: z.string() });

/** @returns the function that counts what the documents can be narrowed by */
export function createDocumentFacets(db: Database): () => DocumentFacets {
  const { prepareQuery, prepareValue } = createQueries(db);
  const countAll = prepareValue('SELECT COUNT(*) FROM document', z.number());
  const countStatuses = prepareQuery(
    `SELECT lower(COALESCE(status, '')) AS value, COUNT(*) AS count, MIN(job_id) AS one FROM document
     GROUP BY value ORDER BY count DESC, value LIMIT ?`,
    grouped,
  );
  // A folded word is shown as one of its documents has it.
  const label = prepareValue('SELECT status FROM document WHERE job_id = ?', z.string().nullable());
  return () => ({
    all: countAll.one(),
    statuses: countStatuses
      .all(most)
      .map(({ value, count, one }) => ({ value, label: label.get(one) ?? '', count })),
  });
}
