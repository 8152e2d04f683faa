import { z } from 'zod';

/** What a refusal says: `path` as the service wrote it, in steps where it came in steps. */
export const refusalSaid = z.object({
  message: z.string().nullable(),
  fields: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), words: z.string() })),
});
export type RefusalSaid = z.infer<typeof refusalSaid>;
