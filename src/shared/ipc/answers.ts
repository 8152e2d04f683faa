import { z } from 'zod';
import { call, instant, entryId } from './call.ts';

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

/** Which kept answer: that to an attempt of an entry, or one to a question that read. */
export const answerRef = z.union([
  z.object({ entryId, attempt: z.number().int().min(1) }),
  z.object({ readAnswer: z.number().int().min(1) }),
]);
export type AnswerRef = z.infer<typeof answerRef>;

/** A kept answer to a question that read. The same answer again is the same line. */
export const readAnswerLine = keptAnswerFacts.extend({
  id: z.number(),
  firstAt: instant,
  lastAt: instant,
});
export type ReadAnswerLine = z.infer<typeof readAnswerLine>;

/** A question that only reads: for a vendor's profile, or for the result of a verification or of a document. */
const readQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vendor'), vendorId: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('verification'), entryId }),
  z.object({ kind: z.literal('document'), jobId: z.uuid() }),
]);
export type ReadQuestion = z.infer<typeof readQuestion>;

export const answerCalls = {
  /** Fails with `not_found` where no such answer is kept. */
  'answers.get': call(z.object({ answer: answerRef }), shownAnswer),
  /** Answers to a question that brought no result, or that are no text; the one that came last is first. */
  'answers.ofReading': call(z.object({ question: readQuestion }), z.array(readAnswerLine)),
};
