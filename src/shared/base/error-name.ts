/** The class of what was thrown, for the log, which takes no message: that may hold what a person or a server wrote. */
export function getErrorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
