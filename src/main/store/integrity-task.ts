import { z } from 'zod';
import { databaseProblem, type RepairResult } from './database.ts';
import { firstFinding, integrityFinding } from './integrity.ts';

/** A task for the integrity thread: to check a database in use, or to repair one that is not. */
export const integrityTask = z.object({
  file: z.string(),
  /** The folder of the migrations that made it. */
  migrations: z.string(),
  work: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('check') }),
    z.object({ kind: z.literal('repair'), now: z.number() }),
  ]),
});
export type IntegrityTask = z.infer<typeof integrityTask>;

const repaired = z.object({
  finding: firstFinding,
  rebuilt: z.boolean(),
}) satisfies z.ZodType<RepairResult>;

export const integrityAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checked'), finding: integrityFinding }),
  z.object({ kind: z.literal('repaired'), repaired }),
  z.object({ kind: z.literal('problem'), problem: databaseProblem }),
]);
export type IntegrityAnswer = z.infer<typeof integrityAnswer>;
