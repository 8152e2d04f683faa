/** Answers of this size or more are read in a thread (docs/decisions/plausible-answers.md). */
export const largeAnswer = 32 * 1024;
