import {
  unsentStates,
  type EntryState,
  type QueueCondition,
  type SyncStatus,
} from '#shared/outbox/outbox.ts';
import type { Clock, Timer } from '../clock.ts';
import type { EntryStore } from './entry-store.ts';
import type { InFlight } from './in-flight.ts';
import type { LastContact } from './service-contact.ts';

export interface SyncStatusDeps {
  store: Pick<EntryStore, 'counts' | 'delayed' | 'delayedEntries' | 'hasQueued' | 'lastSent' | 'nextDue'>;
  clock: Clock;
  settings(): { concurrency: number };
  /** Called soon after the status may have changed, and not more often than it can be read. */
  onStatus(status: SyncStatus): void;
}

export interface SyncFacts {
  condition(): QueueCondition;
  readonly lastContact: Readonly<LastContact>;
  readonly inFlight: Pick<InFlight, 'size' | 'oldestLaunch'>;
}

const statusEveryMs = 120;

/** The status of sending, as screens get it. */
export function createSyncStatus(deps: SyncStatusDeps, facts: SyncFacts) {
  const { store, clock } = deps;
  const { lastContact, inFlight } = facts;
  let running = false;
  let timer: Timer | null = null;
  /** Reports the status when the next undo wait ends, even if nothing can be sent. */
  let release: Timer | null = null;
  let toldCondition: QueueCondition['kind'] | null = null;
  let lastSent: { at: number; to: string } | null = null;
  /** The run of sending that is under way or ended last. */
  let run: Omit<NonNullable<SyncStatus['run']>, 'enqueued'> | null = null;

  /** A run ends with the last one that was queued, whoever took that out. */
  function endRun(): void {
    if (run?.endedAt === null && inFlight.size() === 0 && !store.hasQueued(clock.wall()))
      run.endedAt = clock.wall();
  }

  /** Since when requests wait that have no answer: since the oldest of them, or the last answer where that came later. */
  function unansweredSince(): number | null {
    const oldest = Math.min(inFlight.oldestLaunch(), lastContact.heartbeatSince ?? Infinity);
    return oldest === Infinity ? null : Math.max(oldest, lastContact.lastAnswerAt ?? 0);
  }

  function current(): SyncStatus {
    const { lastAnswerAt, wellAt, finding } = facts.lastContact;
    const counts = store.counts();
    const now = clock.wall();
    const delayed = store.delayed(now);
    const delayedEntries = store.delayedEntries(now);
    const unsent = counts.queued + counts.waiting + counts.sending - delayedEntries;
    endRun();
    return {
      condition: facts.condition(),
      counts,
      run: run === null ? null : { ...run, enqueued: run.settled + (run.endedAt === null ? unsent : 0) },
      concurrency: deps.settings().concurrency,
      lastAnswerAt,
      wellAt,
      finding,
      unansweredSince: unansweredSince(),
      lastSentAt: lastSent?.at ?? null,
      lastSentTo: lastSent?.to ?? null,
      nextAt: store.nextDue(),
      delayed,
      delayedEntries,
    };
  }

  function tell(): void {
    if (timer !== null || !running) return;
    timer = clock.after(statusEveryMs, () => {
      timer = null;
      const now = current();
      deps.onStatus(now);
      release?.cancel();
      const until = now.delayed[0]?.until;
      release = until === undefined ? null : clock.after(until - clock.wall(), tell);
    });
  }

  return {
    current,
    tell,
    tellCondition(condition: QueueCondition['kind']): void {
      if (condition === toldCondition) return;
      toldCondition = condition;
      tell();
    },
    /** Reads the last sent entry and begins reporting. */
    start(): void {
      running = true;
      lastSent = store.lastSent();
    },
    /** Notes a round: attempts settled, their states, and how many entries it claimed. */
    noteRound(
      settled: readonly { entry: { title: string }; at: number }[],
      states: readonly (EntryState | null)[],
      claims: number,
    ): void {
      if (claims > 0 && run?.endedAt !== null)
        run = { startedAt: clock.wall(), endedAt: null, settled: 0, sent: 0 };
      for (const [index, { entry, at }] of settled.entries()) {
        const state = states[index];
        if (state === 'accepted') lastSent = { at, to: entry.title };
        if (run !== null && state != null && !unsentStates.includes(state)) {
          run.settled += 1;
          if (state === 'accepted') run.sent += 1;
        }
      }
      endRun();
    },
    stop(): void {
      running = false;
      timer?.cancel();
      release?.cancel();
    },
  };
}
