import type { Clock, Timer } from './clock.ts';

/** How long slices go on before everything else has its turn, in milliseconds. */
const turnMs = 6;
const betweenMs = 2;
/** While entries are sent as fast as the process can, a turn comes this seldom, in milliseconds. */
const betweenWhileSendingMs = 200;
/** Rounds of sending that follow each other within this time, in milliseconds, are one stretch. */
const roundGapMs = 50;
/** From this share of its time on, the process has no time to spare. */
const saturated = 0.9;
const afterFaultMs = 30_000;

/** Whether the outbox sends as fast as the process can: derived rows then wait, so that they do not hold up what is sent. */
export interface SendingPace {
  /** An entry was claimed or settled just now. */
  noteRound(): void;
  isSending(): boolean;
}

export function createSendingPace(): SendingPace {
  let roundAt = -Infinity;
  return {
    noteRound(): void {
      roundAt = performance.now();
    },
    isSending: () => performance.now() - roundAt < roundGapMs,
  };
}

export interface SlicedWork {
  firstAfterMs: number;
  /** Does one slice; returns whether there may be more. */
  slice(): boolean;
  /** Called after each turn. */
  onTurn(more: boolean): void;
  /** Called when a slice failed; it is tried again later. */
  onFault(error: unknown): void;
}

/** Runs work that can wait in short turns of slices. What is left to do is in the database, so nothing is lost by a restart. */
export function createBackgroundSlices(clock: Clock, pace: SendingPace, work: SlicedWork) {
  let timer: Timer | null = null;
  let stopped = false;
  let endedAt = -Infinity;
  let atEnd = performance.eventLoopUtilization();

  function plan(ms: number): void {
    if (stopped || timer !== null) return;
    timer = clock.after(ms, runTurn);
  }

  function waitsForSending(): boolean {
    return (
      pace.isSending() &&
      performance.now() - endedAt < betweenWhileSendingMs &&
      performance.eventLoopUtilization(atEnd).utilization > saturated
    );
  }

  function runTurn(): void {
    timer = null;
    if (waitsForSending()) {
      plan(betweenWhileSendingMs);
      return;
    }
    try {
      const from = performance.now();
      let more = true;
      while (more && performance.now() - from < turnMs) more = work.slice();
      work.onTurn(more);
      if (more) plan(betweenMs);
    } catch (error) {
      work.onFault(error);
      plan(afterFaultMs);
    }
    endedAt = performance.now();
    atEnd = performance.eventLoopUtilization();
  }

  return {
    /** There is something to do. */
    wake: (ms = work.firstAfterMs): void => {
      plan(ms);
    },
    stop(): void {
      stopped = true;
      timer?.cancel();
    },
  };
}
