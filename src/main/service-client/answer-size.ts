/**
 * From so many characters or bytes on, an answer is read in a thread of its own: on slow computers a smaller one takes no longer
 * than starting a thread does. docs/decisions/plausible-answers.md has what was measured.
 */
export const largeAnswer = 32 * 1024;
