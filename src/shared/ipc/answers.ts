import { z } from 'zod';
import { call, instant, entryId } from './call.ts';

export const keptAnswerFacts = z.object({
  status: z.number(),
  contentType: z.string().nullable(),
  size: z.number(),
});
export type KeptAnswerFacts = z.infer<typeof keptAnswerFacts>;

export const keptAnswer = z.object({
  at: instant,
  status: z.number(),
  contentType: z.string().nullable(),
  cut: z.enum(['connection_closed', 'too_large', 'time_out']).nullable(),
  body: z.string(),
  /** Bytes kept that the text does not show; null where it shows all. */
  bytesKept: z.number().nullable(),
});
export type KeptAnswer = z.infer<typeof keptAnswer>;

export const shownAnswer = keptAnswer.extend({
  /** How many more characters the whole text has. */
  left: z.number(),
});

export const answerRef = z.union([
  z.object({ entryId, attempt: z.number().int().min(1) }),
  z.object({ readAnswer: z.number().int().min(1) }),
]);
export type AnswerRef = z.infer<typeof answerRef>;

export const readAnswerLine = keptAnswerFacts.extend({ id: z.number(), firstAt: instant, lastAt: instant });
export type ReadAnswerLine = z.infer<typeof readAnswerLine>;

const readQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vendor'), vendorId: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('verification'), entryId }),
  z.object({ kind: z.literal('document'), jobId: z.uuid() }),
]);
export type ReadQuestion = z.infer<typeof readQuestion>;

export const answerCalls = {
  /** Fails with `not_found` where no such answer is kept. */
  'answers.get': call(z.object({ answer: answerRef }), shownAnswer),
  /** Answers that brought no result or are no text, newest first. */
  'answers.ofReading': call(z.object({ question: readQuestion }), z.array(readAnswerLine)),
};
