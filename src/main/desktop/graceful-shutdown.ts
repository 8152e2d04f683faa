import type { Clock } from '../clock.ts';

export type QuitChoice = 'wait' | 'now' | 'stay';

export interface GracefulShutdownDeps {
  clock: Clock;
  underWay(): number;
  standStill(on: boolean): void;
  whenIdle(withinMs: number): Promise<boolean>;
  ask(underWay: number, signal: AbortSignal): Promise<QuitChoice>;
  stop(graceMs: number): Promise<void>;
  leave(): void;
  /** Something went wrong on the way out that does not keep the person from quitting. */
  onFault(error: unknown): void;
}

export type GracefulShutdown = ReturnType<typeof createGracefulShutdown>;

/** What is under way is waited for this long without a word. */
const patienceMs = 2000;
/** Longer than the longest wait for one whole answer (60 s). */
const maxWaitMs = 65_000;
const defaultGraceMs = 5000;
const sessionEndGraceMs = 1000;
/** Whatever does not close in this time, beyond its grace, is left to the next start, which finds all that was committed. */
const closingLimitMs = 10_000;

/** Quits in order: begins nothing new, lets running work end, and asks the person if that takes long. */
export function createGracefulShutdown(deps: GracefulShutdownDeps) {
  let state: 'running' | 'asking' | 'closing' | 'closed' = 'running';
  let question: AbortController | null = null;

  async function close(graceMs: number): Promise<void> {
    if (state === 'closing' || state === 'closed') return;
    state = 'closing';
    question?.abort();
    const late = new Promise<void>((resolve) => {
      deps.clock.after(graceMs + closingLimitMs, resolve);
    });
    try {
      await Promise.race([deps.stop(graceMs), late]);
    } catch (error) {
      deps.onFault(error);
    }
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
    deps.standStill(true);
    if (await deps.whenIdle(patienceMs)) return close(defaultGraceMs);
    if (state !== 'asking') return undefined;
    const choice = await answer();
    if (state !== 'asking') return undefined;
    switch (choice) {
      case 'stay':
        state = 'running';
        deps.standStill(false);
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
        // Not even the question could be put; the person wants to quit all the same.
        deps.onFault(error);
        void close(0);
      });
    },
    sessionEnds(): void {
      deps.standStill(true);
      void close(sessionEndGraceMs);
    },
  };
}

/** What the question says: what is under way, and what becomes of it. */
export function quitMessage(underWay: number): { message: string; detail: string } {
  return {
    message: underWay === 1 ? '1 item is being sent.' : `${underWay} items are being sent.`,
    detail:
      'The service has not answered yet. If you quit now, items being sent wait for you under “May have been sent”. Nothing is lost.',
  };
}
