import type { Clock } from '../clock.ts';

export type QuitChoice = 'wait' | 'now' | 'stay';

interface GracefulShutdownDeps {
  clock: Clock;
  underWay(): number;
  setSuspended(on: boolean): void;
  whenIdle(withinMs: number): Promise<boolean>;
  ask(underWay: number, signal: AbortSignal): Promise<QuitChoice>;
  stop(graceMs: number): Promise<void>;
  leave(): void;
  /** Called with an error that does not keep the person from quitting. */
  onFault(error: unknown): void;
}

export type GracefulShutdown = ReturnType<typeof createGracefulShutdown>;

/** How long running requests are waited for without asking the person. */
const patienceMs = 2000;
/** Longer than the longest wait for one whole answer (60 s). */
const maxWaitMs = 65_000;
const defaultGraceMs = 5000;
const sessionEndGraceMs = 1000;
/** The limit for closing, beyond its grace; the next start finds all that was committed. */
const closingLimitMs = 10_000;

/** Stops everything, but no longer than the limit. */
export async function stopInTime(
  deps: { clock: Clock; stop(graceMs: number): Promise<void> },
  graceMs: number,
  onFault: (error: unknown) => void,
): Promise<void> {
  const late = new Promise<void>((resolve) => deps.clock.after(graceMs + closingLimitMs, resolve));
  try {
    await Promise.race([deps.stop(graceMs), late]);
  } catch (error) {
    onFault(error);
  }
}

/** Quits in order: starts nothing new, lets running work end, and asks the person if that takes long. */
export function createGracefulShutdown(deps: GracefulShutdownDeps) {
  let state: 'running' | 'asking' | 'closing' | 'closed' = 'running';
  let question: AbortController | null = null;

  async function close(graceMs: number): Promise<void> {
    if (state === 'closing' || state === 'closed') return;
    state = 'closing';
    question?.abort();
    await stopInTime(deps, graceMs, (error) => deps.onFault(error));
    state = 'closed';
    deps.leave();
  }

  async function answer(): Promise<QuitChoice> {
    const asking = new AbortController();
    question = asking;
    const idle = deps.whenIdle(maxWaitMs).then((is): QuitChoice => (is ? 'wait' : 'now'));
    try {
      return await Promise.race([deps.ask(deps.underWay(), asking.signal), idle]);
    } finally {
      question = null;
      asking.abort();
    }
  }

  async function quit(): Promise<void> {
    deps.setSuspended(true);
    if (await deps.whenIdle(patienceMs)) return close(defaultGraceMs);
    if (state !== 'asking') return undefined;
    const choice = await answer();
    if (state !== 'asking') return undefined;
    switch (choice) {
      case 'stay':
        state = 'running';
        deps.setSuspended(false);
        return undefined;
      case 'wait':
        await deps.whenIdle(maxWaitMs);
        return close(defaultGraceMs);
      case 'now':
        return close(0);
    }
  }

  return {
    mayLeave: (): boolean => state === 'closed',
    asked(): void {
      if (state !== 'running') return;
      state = 'asking';
      quit().catch((error: unknown) => {
        // The question failed; the person wants to quit all the same.
        deps.onFault(error);
        void close(0);
      });
    },
    sessionEnds(): void {
      deps.setSuspended(true);
      void close(sessionEndGraceMs);
    },
  };
}

export const quitMessage = (underWay: number): { message: string; detail: string } => ({
  message: underWay === 1 ? '1 item is being sent.' : `${underWay} items are being sent.`,
  detail:
    'The service has not answered yet. If you quit now, items being sent wait for you under “May have been sent”. Nothing is lost.',
});
