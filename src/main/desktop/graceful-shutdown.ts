import type { Clock } from '../clock.ts';

/** What a person says to being asked whether to quit while something is being sent. */
export type QuitChoice = 'wait' | 'now' | 'stay';

export interface GracefulShutdownDeps {
  clock: Clock;
  /** How many requests are under way. */
  underWay(): number;
  /** Begins nothing new, or goes on. */
  standStill(on: boolean): void;
  /** Waits until nothing is under way, and no longer than that; tells whether it is so. */
  whenIdle(withinMs: number): Promise<boolean>;
  /** Asks the person. The question is taken back by the signal. */
  ask(underWay: number, signal: AbortSignal): Promise<QuitChoice>;
  /** Settles within the grace, hangs up what is left, and closes the data. */
  stop(graceMs: number): Promise<void>;
  /** Ends the app, now that it may. */
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

/**
 * Quits in order and always: nothing new is begun, what is under way may end, and where that takes longer the person
 * decides. An invite whose answer is not waited for is unclear at the next start and not sent again by itself.
 */
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

  /** The person's answer, or that there is nothing to wait for any more, whichever is first. */
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
    /** Whether the app may end now. */
    mayLeave: (): boolean => state === 'closed',
    /** The person quits. */
    asked(): void {
      if (state !== 'running') return;
      state = 'asking';
      quit().catch((error: unknown) => {
        // Not even the question could be put; the person wants to quit all the same.
        deps.onFault(error);
        void close(0);
      });
    },
    /** The system ends the session: nobody can be asked and little time is left. */
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
