import { z } from 'zod';
import type { DatabaseProblem, MendedLook } from './database.ts';
import type { Look } from './soundness.ts';

/** What the thread is asked that reads a database through: of one in use what it is, of another to mend it as well. */
export const soundnessTask = z.object({
  file: z.string(),
  /** The folder of the migrations that made it. */
  migrations: z.string(),
  work: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('look') }),
    z.object({ kind: z.literal('mend'), now: z.number() }),
  ]),
});
export type SoundnessTask = z.infer<typeof soundnessTask>;

const look = z.enum(['sound', 'derived', 'damaged', 'newer']) satisfies z.ZodType<Look>;
const mended = z.object({
  look: z.enum([...look.options, 'unread']),
  rebuilt: z.boolean(),
}) satisfies z.ZodType<MendedLook>;
const problem = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['newer_version', 'no_sound_copy', 'ended']) }),
  z.object({ kind: z.enum(['cannot_write', 'in_use', 'not_durable', 'damaged']), detail: z.string() }),
]) satisfies z.ZodType<DatabaseProblem>;

/** What it hands back. */
export const soundnessAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('looked'), look }),
  z.object({ kind: z.literal('mended'), mended }),
  z.object({ kind: z.literal('problem'), problem }),
]);
export type SoundnessAnswer = z.infer<typeof soundnessAnswer>;
