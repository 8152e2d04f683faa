import { z } from 'zod';

/** A member of an answer that should support a conclusion and does not. */
export const doubt = z.object({
  member: z.string(),
  words: z.string(),
  /** Whether it contradicts the conclusion; otherwise it is not understood. */
  bad: z.boolean(),
});
export type Doubt = z.infer<typeof doubt>;

/** The evidence for a license besides the service's words and our comparison. */
export const verdictEvidence = z.object({
  doubts: z.array(doubt),
  /** What the service repeats as submitted, if that is another license. */
  otherLicense: z.string().nullable(),
  /** Whether the service says it does not expire, in a word that the workspace names. */
  neverExpires: z.boolean(),
  /** The first day on which it may have expired, where the service gave only a month or a year. */
  expiresFrom: z.string().nullable(),
  /** What the service said after a final result instead of one, in a sentence. */
  lost: z.string().nullable(),
});
export type VerdictEvidence = z.infer<typeof verdictEvidence>;

export const clearEvidence: VerdictEvidence = {
  doubts: [],
  otherLicense: null,
  neverExpires: false,
  expiresFrom: null,
  lost: null,
};

export const documentEvidence = z.object({
  doubts: z.array(doubt),
  /** Whether a name was read, without which nobody knows whose it is. */
  named: z.boolean(),
});
export type DocumentEvidence = z.infer<typeof documentEvidence>;
