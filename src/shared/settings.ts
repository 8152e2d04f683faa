import { z } from 'zod';
import { statusWords } from './status.ts';

/** Settings of the app on this computer. */
export const appSettings = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Whether keys without Ctrl or Cmd act as shortcuts. */
  singleKeys: z.boolean().default(true),
});
export type AppSettings = z.infer<typeof appSettings>;

/** How scores are read: recognised per answer, or fixed. */
export const scoreScale = z.enum(['recognise', 'zero_to_one', 'zero_to_hundred']);
export type ScoreScale = z.infer<typeof scoreScale>;

/** Settings of one workspace. */
export const workspaceSettings = z.object({
  /** Requests under way at once. */
  concurrency: z.number().int().min(1).max(16).default(4),
  /** Whether the service is known to apply a request with the same Idempotency-Key once only. */
  honoursIdempotencyKey: z.boolean().default(false),
  scoreScale: scoreScale.default('recognise'),
  /** From this score on (0 to 100) a document counts as fair. */
  scoreThreshold: z.number().int().min(1).max(99).default(70),
  /** The person's own sorting of status words, by their matching form. */
  statusWords: statusWords.default({}),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;
