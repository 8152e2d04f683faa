import { z } from 'zod';

/** A member of an answer that bears on a conclusion in somebody's favor and does not support it. */
export const doubt = z.object({
  member: z.string(),
  words: z.string(),
  /** Whether it contradicts the conclusion; otherwise it is not understood. */
  bad: z.boolean(),
});
export type Doubt = z.infer<typeof doubt>;

/** What a verdict on a license rests on besides the service's own words and our comparison. */
export const verdictEvidence = z.object({
  doubts: z.array(doubt),
  /** What the service repeats as submitted where it is another license; null where it repeats this one, or nothing. */
  otherLicense: z.string().nullable(),
  /** Whether the service says that the license does not expire, in a word that the workspace names. */
  neverExpires: z.boolean(),
  /** The first day on which it may have expired, as 2027-03-01, where the service gave a month or a year alone. */
  expiresFrom: z.string().nullable(),
  /** What the service said after a final result instead of one, in a sentence. */
  lost: z.string().nullable(),
});
export type VerdictEvidence = z.infer<typeof verdictEvidence>;

/** Everything is understood, and nothing contradicts the license. */
export const clearEvidence: VerdictEvidence = {
  doubts: [],
  otherLicense: null,
  neverExpires: false,
  expiresFrom: null,
  lost: null,
};

/** What a judgement of a document rests on besides its score and the comparison with the profile. */
export const documentEvidence = z.object({
  doubts: z.array(doubt),
  /** Whether a name was read from it, without which nothing says whose it is. */
  named: z.boolean(),
});
export type DocumentEvidence = z.infer<typeof documentEvidence>;
