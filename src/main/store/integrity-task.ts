import { z } from 'zod';
import type { DatabaseProblem, RepairResult } from './database.ts';
import type { IntegrityFinding } from './integrity.ts';

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

const finding = z.enum([
  'sound',
  'derived',
  'damaged',
  'newer',
  'older',
]) satisfies z.ZodType<IntegrityFinding>;
const repaired = z.object({
  finding: z.enum([...finding.options, 'unread']),
  rebuilt: z.boolean(),
}) satisfies z.ZodType<RepairResult>;
const problem = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['newer_version', 'older_version', 'no_sound_copy', 'ended']) }),
  z.object({ kind: z.enum(['cannot_write', 'in_use', 'not_durable', 'damaged']), detail: z.string() }),
]) satisfies z.ZodType<DatabaseProblem>;

export const integrityAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checked'), finding }),
  z.object({ kind: z.literal('repaired'), repaired }),
  z.object({ kind: z.literal('problem'), problem }),
]);
export type IntegrityAnswer = z.infer<typeof integrityAnswer>;
