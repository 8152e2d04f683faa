/**
 * Why no connection was made; nothing was sent. `code` is for administrators and holds no secret
 * (src/shared/words/network-messages.ts).
 */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  readonly code: string;
  /** Whether the next candidate may be tried: nobody was there. A proxy that answered has the last word. */
  readonly passable: boolean;

  constructor(code: string, passable: boolean, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.passable = passable;
  }
}

/** The code of an error of Node; of several addresses that all failed, the one that they have in common. */
export function getErrorCode(error: unknown): string {
  if (error instanceof ConnectFailure) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return getErrorCode(error.errors[0]);
  return error.cause === undefined ? error.name : getErrorCode(error.cause);
}
