import { z } from 'zod';
import { instant } from './call.ts';

/** The facts of a kept answer, without its body. */
export const keptAnswerFacts = z.object({
  status: z.number(),
  contentType: z.string().nullable(),
  size: z.number(),
});
export type KeptAnswerFacts = z.infer<typeof keptAnswerFacts>;

/** An answer of the service as it was kept. */
export const keptAnswer = z.object({
  at: instant,
  status: z.number(),
  contentType: z.string().nullable(),
  /** Why the body ends early; null where it is whole. */
  cut: z.enum(['connection_closed', 'too_large', 'time_out']).nullable(),
  body: z.string(),
  /** How many bytes are kept that the text does not say; null where it says all. */
  bytesKept: z.number().nullable(),
});
export type KeptAnswer = z.infer<typeof keptAnswer>;

/** A kept answer as it is handed to the screen: of a long text only the first part. */
export const shownAnswer = keptAnswer.extend({
  /** How many characters of the text come after that; a file that is saved has them all. */
  left: z.number(),
});
