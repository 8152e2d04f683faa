/** The class of what was thrown, for the log, which takes no message: that may hold what a person or a server wrote. */
export const getErrorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
