import type { Clock, Timer } from './clock.ts';

const turnMs = 8;
const betweenMs = 1;
/** The time between turns while entries are sent as fast as the process can. */
const betweenWhileSendingMs = 200;
/** Sending rounds within this time of each other are one stretch. */
const roundGapMs = 50;
/** The share of its time from which on the process is busy. */
const saturated = 0.9;
const afterFaultMs = 30_000;

export type SendingPace = ReturnType<typeof createSendingPace>;

/** Whether the outbox sends as fast as the process can: derived rows then wait. */
export function createSendingPace() {
  let roundAt = -Infinity;
  return {
    /** An entry was claimed or settled just now. */
    noteRound(): void {
      roundAt = performance.now();
    },
    isSending: (): boolean => performance.now() - roundAt < roundGapMs,
  };
}

interface SlicedWork {
  firstAfterMs: number;
  /** Does one slice; returns whether there may be more. */
  slice(): boolean;
  onTurn(more: boolean): void;
  /** Called when a slice failed; it is tried again later. */
  onFault(error: unknown): void;
}

/** Runs work that can wait in short turns. What is left to do is in the database, so a restart loses nothing. */
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
    wake: (ms = work.firstAfterMs): void => plan(ms),
    stop(): void {
      stopped = true;
      timer?.cancel();
    },
  };
}
