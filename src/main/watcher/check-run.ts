import type { CheckRun } from '#shared/ipc/checks.ts';
import { resultKinds, type ResultKind } from '#shared/service/result-kinds.ts';
import type { CheckOutcome } from './watcher.ts';

interface Parts {
  /** Checks one within the limit on requests at once, and plans its next check. */
  check(kind: ResultKind, subject: string): Promise<CheckOutcome>;
  concurrency(): number;
  canRead(): boolean;
  /** A sentence for while Gangway may not read. */
  blockedReason(): string;
  onProgress(run: CheckRun): void;
  onFault(error: unknown): void;
}

/** Checks many results now for a person: one run at a time, a few checks at once. */
export function createCheckRuns(parts: Parts) {
  let run: CheckRun | null = null;
  let named = new Set<string>();
  let waiting: string[] = [];
  let underWay = 0;
  let closed = false;

  function change(by: Partial<CheckRun>): void {
    if (run === null) return;
    run = { ...run, ...by };
    parts.onProgress(run);
  }

  /** An earlier reason goes first: it is the service's own. */
  const obstacle = (): string | null =>
    run?.reason ?? (closed || parts.canRead() ? null : parts.blockedReason());

  /** Drops the rest of the run; the schedule goes on. */
  function giveUp(reason: string | null): void {
    const left = waiting.length;
    waiting = [];
    change({ notAsked: (run?.notAsked ?? 0) + left, ...(reason === null ? {} : { reason }) });
  }

  function note(outcome: CheckOutcome): void {
    if (run === null) return;
    switch (outcome.kind) {
      case 'final':
        change({ done: run.done + 1, final: run.final + 1 });
        return;
      case 'open':
        change({ done: run.done + 1 });
        return;
      case 'unknown_id':
      case 'problem':
        change({ done: run.done + 1, problems: run.problems + 1 });
        return;
      case 'not_made':
        change({ notAsked: run.notAsked + 1, reason: outcome.error?.message ?? obstacle() });
    }
  }

  /** An error counts as a check that was not made. */
  async function look(kind: ResultKind, subject: string): Promise<CheckOutcome> {
    try {
      return await parts.check(kind, subject);
    } catch (error) {
      parts.onFault(error);
      return { kind: 'not_made', error: null };
    }
  }

  function goOn(kind: ResultKind): void {
    if (waiting.length > 0 && !parts.canRead()) giveUp(obstacle());
    while (underWay < Math.max(parts.concurrency(), 1)) {
      const subject = waiting.shift();
      if (subject === undefined) break;
      underWay += 1;
      look(kind, subject)
        .then((outcome) => {
          underWay -= 1;
          note(outcome);
          goOn(kind);
        })
        .catch((error: unknown) => parts.onFault(error));
    }
    if (underWay === 0 && waiting.length === 0 && run?.ended === false) change({ ended: true });
  }

  return {
    /** Starts a run, or adds to the running one; null while another list is checked. */
    begin(kind: ResultKind, subjects: readonly string[]): CheckRun | null {
      if (closed) return run;
      const running = run !== null && !run.ended;
      if (running && run?.list !== resultKinds[kind].screen) return null;
      if (!running || run === null) {
        named = new Set();
        const none = { total: 0, done: 0, final: 0, problems: 0, notAsked: 0 };
        run = { list: resultKinds[kind].screen, ...none, reason: null, ended: false };
      }
      const more = [...new Set(subjects)].filter((subject) => !named.has(subject));
      for (const subject of more) named.add(subject);
      waiting.push(...more);
      change({ total: run.total + more.length });
      goOn(kind);
      return run;
    },
    latest: (): CheckRun | null => run,
    /** Running checks still end. */
    stop(): CheckRun | null {
      if (run !== null && !run.ended) {
        giveUp('You stopped it.');
        if (underWay === 0) change({ ended: true });
      }
      return run;
    },
    close(): void {
      closed = true;
      if (run?.ended === false) giveUp(null);
    },
  };
}
