import type { Clock } from '../clock.ts';
import type { LogDetail } from '../log/log.ts';

export interface UncaughtExceptionDeps {
  clock: Clock;
  /** Takes an error that says that stored data is damaged, which has a way of its own; false where it says something else. */
  damageMet(error: unknown): boolean;
  write(event: string, detail: LogDetail): void;
  stop(graceMs: number): Promise<void>;
  tell(): void;
  leave(): void;
}

const graceMs = 1000;
/** What does not close in this time is left to the next start, which finds all that was committed. */
const closingLimitMs = 10_000;

export const uncaughtExceptionMessage = {
  title: 'Gangway has to close',
  detail:
    'Gangway ran into a problem it can’t recover from. Nothing already queued is lost. Start it again. If it happens again, copy the diagnostics for your administrator.',
} as const;

/**
 * For an error that nobody took: a bug. Nothing may be built on what is in memory then, so what is under way is settled, the
 * data closed, and the app ended; what was committed is there at the next start. A second error on the way out changes nothing.
 */
export function createUncaughtExceptionHandler(deps: UncaughtExceptionDeps): (error: unknown) => void {
  let ending = false;

  async function end(): Promise<void> {
    const late = new Promise<void>((resolve) => {
      deps.clock.after(graceMs + closingLimitMs, resolve);
    });
    try {
      await Promise.race([deps.stop(graceMs), late]);
    } catch (error) {
      deps.write('not_settled', toLogDetail(error));
    }
    deps.tell();
    deps.leave();
  }

  return (error) => {
    if (!ending && deps.damageMet(error)) return;
    deps.write('not_caught', toLogDetail(error));
    if (ending) return;
    ending = true;
    void end();
  };
}

/** The error's kind and code. Its message may hold what a person or a server wrote. */
function toLogDetail(error: unknown): LogDetail {
  if (!(error instanceof Error)) return { error: 'unknown' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { error: error.name, code: /^[A-Z][A-Z\d_]{1,60}$/.test(code) ? code : null };
}
