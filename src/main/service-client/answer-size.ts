/** Answers of this size or more are read in a thread (docs/decisions/answers.md). */
export const largeAnswer = 32 * 1024;
