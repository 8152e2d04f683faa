import type { Clock } from '../clock.ts';
import type { LogDetail } from '../log/log.ts';
import { stopInTime } from './graceful-shutdown.ts';

interface UncaughtExceptionDeps {
  clock: Clock;
  /** Handles an error that says that stored data is damaged; false for any other. */
  handleCorruption(error: unknown): boolean;
  write(event: string, detail: LogDetail): void;
  stop(graceMs: number): Promise<void>;
  showError(): void;
  leave(): void;
}

const graceMs = 1000;

export const uncaughtExceptionMessage = {
  title: 'Gangway has to close',
  detail:
    'Gangway ran into a problem it can’t recover from. Nothing already queued is lost. Start it again. If it happens again, copy the diagnostics for your administrator.',
} as const;

/**
 * Handles an uncaught error, a bug: memory can no longer be trusted, so the data is closed and the app ended. A second error
 * on the way out changes nothing.
 */
export function createUncaughtExceptionHandler(deps: UncaughtExceptionDeps): (error: unknown) => void {
  let ending = false;

  async function end(): Promise<void> {
    await stopInTime(deps, graceMs, (error) => deps.write('not_settled', toLogDetail(error)));
    deps.showError();
    deps.leave();
  }

  return (error) => {
    if (!ending && deps.handleCorruption(error)) return;
    deps.write('not_caught', toLogDetail(error));
    if (ending) return;
    ending = true;
    void end();
  };
}

/** The error's kind and code, without its message, which may hold text of a person or a server. */
function toLogDetail(error: unknown): LogDetail {
  if (!(error instanceof Error)) return { error: 'unknown' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { error: error.name, code: /^[A-Z][A-Z\d_]{1,60}$/.test(code) ? code : null };
}
