import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { unsentStates, type CorrectionProblem } from '#shared/outbox/outbox.ts';
import { createQueries, yesNo } from '../store/query.ts';

const chainFacts = z.object({
  isUnsent: yesNo,
  /** A later entry of its chain is not canceled. */
  isCorrected: yesNo,
  /** Another entry of its chain was tried after the last event of this one. */
  isOtherTriedSince: yesNo,
  /** It is canceled, and another entry of its chain that is not was tried since. */
  isSuperseded: yesNo,
});
export type ChainFacts = z.infer<typeof chainFacts>;

/** Reads the facts of an entry's chain of corrections, of which one at most is pending. Runs in the caller's transaction. */
export function createCorrectionChain(db: Database): (entryId: string) => ChainFacts {
  // UNION rather than UNION ALL: a file from another computer may hold entries that replace each other in a circle.
  const chain = createQueries(db).prepareQuery(
    `WITH RECURSIVE chain (seq, id, replaces, state) AS (
       SELECT seq, id, replaces, state FROM entry WHERE id = @entryId
       UNION SELECT e.seq, e.id, e.replaces, e.state FROM chain c JOIN entry e ON e.id = c.replaces
       UNION SELECT e.seq, e.id, e.replaces, e.state FROM chain c JOIN entry e ON e.replaces = c.id)
     SELECT MAX(c.state IN (${unsentStates.map((state) => `'${state}'`).join(', ')})) AS isUnsent,
       MAX(c.seq > own.seq AND c.state <> 'cancelled') AS isCorrected,
       MAX(c.seq <> own.seq AND c.tried) AS isOtherTriedSince,
       MAX(own.state = 'cancelled' AND c.state <> 'cancelled' AND c.tried) AS isSuperseded
     FROM entry own JOIN (SELECT seq, state, state = 'sending' OR EXISTS (SELECT 1 FROM history h WHERE h.entry = c.seq AND h.attempt IS NOT NULL
         AND h.id > (SELECT COALESCE(MAX(id), 0) FROM history
           WHERE entry = (SELECT seq FROM entry WHERE id = @entryId))) AS tried
       FROM chain c) c
     WHERE own.id = @entryId`,
    chainFacts,
  );
  return (entryId) => chain.one({ entryId });
}

/** Why an entry that is not unsent cannot be queued, or corrected, by what its chain holds; null where it can. */
export function findCorrectionProblem(facts: ChainFacts): CorrectionProblem | null {
  if (facts.isCorrected) return 'corrected';
  return facts.isUnsent ? 'on_its_way' : null;
}
