import type { Clock, Timer } from '../clock.ts';

interface Parts {
  clock: Clock;
  /** Whether the service may be read now: reachable, signed in, not held back. */
  canRead(): boolean;
  concurrency(): number;
  onFault: (error: unknown) => void;
}

/** What is read from the service when its stored time has come: results, or the profiles of a look-up. */
export interface DueReads<One, Outcome> {
  toKey(one: One): string;
  /** What is due, up to `limit`, the most urgent first. `isFree`: it is not under way. */
  due(now: number, limit: number, isFree: (one: One) => boolean): readonly One[];
  /** When something is due after `now`; null where nothing is planned. */
  nextDue(now: number): number | null;
  /** Reads one and stores what came, and when it is due next. `asked`: a person waits for it. */
  read(one: One, asked: boolean): Promise<Outcome>;
  /** A person now waits for one that is under way. */
  expedite?(one: One): void;
  /** Stores a later time for one that failed with an error. */
  putOff(one: One, until: number): void;
}

const maxSleepMs = 30_000;
/** The pause of one after an error, and of all where not even that can be stored. */
const faultPauseMs = 15_000;

/** Reads what is due, a few at a time. What is left is in the database, so a restart loses nothing. */
export function createDueReads<One, Outcome>(parts: Parts, reads: DueReads<One, Outcome>) {
  const { clock } = parts;
  const underWay = new Map<string, Promise<Outcome>>();
  let running = false;
  let timer: Timer | null = null;
  let pausedUntil = -Infinity;

  const isFree = (one: One) => !underWay.has(reads.toKey(one));

  function pause(error: unknown): void {
    parts.onFault(error);
    pausedUntil = clock.steady() + faultPauseMs;
  }

  function findDue(now: number): readonly One[] {
    const room = parts.concurrency() - underWay.size;
    if (room <= 0 || !parts.canRead() || clock.steady() < pausedUntil) return [];
    const limit = underWay.size + room;
    return reads.due(now, limit, isFree).filter(isFree).slice(0, room);
  }

  function untilNextLook(): number {
    const now = clock.wall();
    try {
      if (findDue(now).length > 0) return 0;
      return Math.min((reads.nextDue(now) ?? Infinity) - now, maxSleepMs);
    } catch (error) {
      pause(error);
      return faultPauseMs;
    }
  }

  function plan(): void {
    timer?.cancel();
    if (running) timer = clock.after(untilNextLook(), look);
  }

  function look(): void {
    if (!running) return;
    try {
      for (const one of findDue(clock.wall())) {
        readOne(one, false).catch((error: unknown) => fault(one, error));
      }
    } catch (error) {
      pause(error);
    }
    plan();
  }

  function fault(one: One, error: unknown): void {
    parts.onFault(error);
    try {
      reads.putOff(one, clock.wall() + faultPauseMs);
    } catch (storeError) {
      pause(storeError);
    }
    plan();
  }

  function readOne(one: One, asked: boolean): Promise<Outcome> {
    const key = reads.toKey(one);
    const known = underWay.get(key);
    if (known !== undefined) {
      if (asked) reads.expedite?.(one);
      return known;
    }
    const work = reads.read(one, asked).finally(() => {
      underWay.delete(key);
      plan();
    });
    underWay.set(key, work);
    return work;
  }

  return {
    start(): void {
      running = true;
      plan();
    },
    wake: plan,
    /** Reads one now, or joins the reading that is under way. */
    readNow: readOne,
    /** Begins nothing more, and waits until what came is stored. */
    async stop(): Promise<void> {
      running = false;
      timer?.cancel();
      await Promise.allSettled(underWay.values());
    },
  };
}
