import type { EntryKinds } from '#shared/outbox/entry-kinds.ts';
import type { TokenUnavailableReason } from '#shared/ipc/app.ts';
import type { EntryDecision, EntryKind } from '#shared/outbox/outbox.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { WorkspaceSettings } from '#shared/settings/settings.ts';
import { toProblem } from '../store/database.ts';
import type { SettledAttempt } from './attempt-outcomes.ts';
import type { DecisionProblem } from './entry-decisions.ts';
import type { EntryStore } from './entry-store.ts';
import { createInFlight, type InFlightDeps } from './in-flight.ts';
import { mayRepeat, outcomeOfInterruptedAttempt } from './outcome.ts';
import { isReadable, roomForClaims, toQueueCondition, type QueueFacts } from './queue-condition.ts';
import { createRequestSlots, type SendingShare } from './request-slots.ts';
import { createScheduler } from './scheduler.ts';
import { createServiceContact, type ServiceContactDeps } from './service-contact.ts';
import { createSyncStatus, type SyncStatusDeps } from './sync-status.ts';

export interface DispatcherDeps extends InFlightDeps, ServiceContactDeps, SyncStatusDeps {
  kinds: EntryKinds;
  store: EntryStore;
  /** Why a stored token is unavailable; null if the keychain holds none. */
  tokenUnavailableReason(): TokenUnavailableReason | null;
  settings(): WorkspaceSettings;
  /** Takes an error that means damaged storage; false for any other. May be called more than once. */
  onDamaged(error: unknown): boolean;
  /** Called after each round's commit, before anything of it is sent. */
  onCommitted(): void;
  onEntries(ids: string[]): void;
  /** The service answers again. */
  onBack(): void;
}

/** Why nothing new is begun for the moment, whatever the queue's own condition is. */
export type SuspensionReason = 'asleep' | 'quitting' | 'damaged' | 'undoing';

export type Dispatcher = ReturnType<typeof createDispatcher>;

const maxPlannedWaitMs = 60 * 60 * 1000;
const saveRetryMs = 5000;

export function createDispatcher(deps: DispatcherDeps) {
  const { kinds, store, flags, clock } = deps;
  let phase: 'new' | 'running' | 'stopping' | 'closed' = 'new';
  /** By how much the clock was set while the planned times could not be written. */
  let unshiftedMs = 0;
  let cannotSave: string | null = null;
  let isDataUnchecked = false;
  /** One entry may go although nothing is known to answer: its outcome shows whether anything does. */
  let trial = false;
  const suspended = new Set<SuspensionReason>();
  const isRunning = () => phase === 'running';
  const isClosed = () => phase === 'closed';

  const { plan, sleepUntil, cancel } = createScheduler({
    clock,
    isRunning,
    isFew: () => {
      const finished = inFlight.finished().length;
      return finished > 0 && finished * 2 < inFlight.size();
    },
    round,
  });
  const contact = createServiceContact(deps, {
    save,
    isClosed,
    standsStill: () => suspended.size > 0,
    onBack: () => {
      deps.onBack();
      tellChanged(save(() => store.makeDue(clock.wall(), ['unreachable'])) ?? []);
      scheduleRound();
    },
    onSilence: () => {
      trial = true;
      plan();
    },
    onChange: tellStatus,
  });
  const { trouble, reachability } = contact;
  const inFlight = createInFlight(deps, contact.observe, plan);
  const condition = () => toQueueCondition(getFacts());
  const status = createSyncStatus(deps, { condition, lastContact: contact.lastContact, inFlight });
  const slots = createRequestSlots({
    limit: () => deps.settings().concurrency,
    sending: share,
    canRead,
    onFree: plan,
  });

  function getFacts(): QueueFacts {
    return {
      workOffline: flags.workOffline(),
      paused: flags.paused(),
      hasToken: deps.token() !== null,
      tokenUnavailableReason: deps.tokenUnavailableReason(),
      tokenRefused: flags.tokenRefused(),
      lost: reachability.lost(),
      trouble: trouble.condition(),
      hasAnswered: contact.lastContact.lastAnswerAt !== null,
      inSuspense: contact.lastContact.inSuspense,
      isDataUnchecked,
      cannotSave,
    };
  }

  /** How many entries may be claimed, once `settling` of those under way are written down. */
  function getRoom(settling: number, places = slots.forSending()): number {
    if (!isRunning() || suspended.size > 0) return 0;
    const allowed = () => trouble.allowed(places);
    const finished = inFlight.finished().length;
    return roomForClaims(getFacts(), { allowed, trial, inFlight: inFlight.size(), finished, settling });
  }

  /** Runs a write; a full disk or a read-only folder becomes a condition that is shown and tried again. */
  function save<T>(write: () => T): T | null {
    try {
      const value = write();
      cannotSave = null;
      return value;
    } catch (error) {
      noteTrouble(error);
      return null;
    }
  }

  /** A storage problem becomes a condition; anything else is a bug and rethrown. */
  function noteTrouble(error: unknown): void {
    const problem = toProblem(error);
    const damaged = deps.onDamaged(error);
    if (problem !== null && 'detail' in problem) cannotSave = problem.detail;
    else if (!damaged) throw error;
    tellStatus();
  }

  function tellStatus(): void {
    status.tell();
  }

  function tellChanged(ids: string[]): void {
    if (ids.length > 0) deps.onEntries(ids);
  }

  function scheduleRound(): void {
    plan();
    tellStatus();
  }

  function shiftPlannedTimes(): void {
    const byMs = unshiftedMs;
    if (byMs === 0) return;
    save(() => {
      store.shiftPlannedTimes(byMs);
      unshiftedMs = 0;
      trouble.shift(byMs);
    });
  }

  function round(): void {
    try {
      tick();
    } catch (error) {
      // What is due could not even be read.
      noteTrouble(error);
    }
  }

  function tick(): void {
    if (isClosed()) return;
    const batch = inFlight.finished();
    if (!isRunning() && batch.length === 0) {
      inFlight.tellIdle();
      return;
    }
    shiftPlannedTimes();
    const room = getRoom(batch.length);
    // While nothing may be sent anyway, a flag is written again to see whether writing works by now.
    if (cannotSave !== null && batch.length === 0 && room <= 0) save(() => trouble.write());
    if (batch.length === 0 && room <= 0) deps.onCommitted();
    else if (!settleAndClaim(batch, room)) {
      sleepUntil(clock.wall() + saveRetryMs);
      return;
    }
    trial = false;
    inFlight.tellIdle();
    slots.wake();
    if (isRunning()) sleepUntilNextWork();
  }

  /** Writes outcomes down, claims what is due, and sends that; returns whether it could be written. */
  function settleAndClaim(batch: readonly SettledAttempt[], room: number): boolean {
    const promises = deps.settings();
    const order = trouble.claimOrder(trial);
    const repeatable = (kind: EntryKind) => mayRepeat(kinds[kind], promises);
    const work = save(() => store.settleAndClaim(batch, room, clock.wall(), repeatable, order));
    if (work === null) return false;
    deps.onCommitted();
    const { states, claimed, doubted } = work;
    inFlight.noteSettled(batch);
    if (room > 0) trouble.noteClaims(order, claimed);
    for (const entry of claimed) inFlight.launch(entry);
    status.noteRound(batch, states, claimed.length);
    const ids = [...batch.map(({ entry }) => entry.id), ...claimed.map(({ id }) => id), ...doubted];
    tellChanged(ids);
    if (ids.length > 0) tellStatus();
    return true;
  }

  function hasWork(): boolean {
    return store.hasDue(clock.wall());
  }

  function canRead(): boolean {
    return suspended.size === 0 && isReadable(getFacts());
  }

  function share(): SendingShare {
    const finished = inFlight.finished().length;
    const could = getRoom(finished, Infinity) > 0;
    return { underWay: inFlight.size() - finished, wantsMore: could && hasWork() };
  }

  function sleepUntilNextWork(): void {
    const current = condition();
    const room = getRoom(0) > 0;
    status.tellCondition(current.kind);
    if (room && hasWork()) {
      plan();
      return;
    }
    const now = clock.wall();
    // What is due but not shared with colleagues yet wakes the queue once it is.
    const getDue = () =>
      Math.min(
        ...[store.nextDue(), store.nextRelease(now)].map((at) => (at === null || at <= now ? Infinity : at)),
      );
    const until = 'until' in current ? current.until : null;
    sleepUntil(until ?? (room ? getDue() : Infinity));
  }

  function expedite(ids: readonly string[]): void {
    trouble.want(ids);
    probeNow();
    scheduleRound();
  }

  /** A person wants to know now, so an unreachable service is probed at once. */
  function probeNow(): void {
    if (reachability.lost() !== null) reachability.check(true);
  }

  return {
    start(): void {
      const now = clock.wall();
      const recovered = store.recoverInterrupted(
        (kind) => outcomeOfInterruptedAttempt(kinds[kind], deps.settings()),
        now,
      );
      store.clampPlannedTimes(now + maxPlannedWaitMs);
      // Who closed the app in the wait has not seen the end of it.
      const delayMs = deps.settings().sendDelayS * 1000;
      store.renewDelays(delayMs === 0 ? 0 : now + delayMs);
      flags.clamp(now);
      trouble.load(store.troubles());
      status.start();
      phase = 'running';
      tellChanged(recovered);
      reachability.check();
      plan();
    },
    enqueued: scheduleRound,
    /** The stored token became available, or it became known why it is not. */
    tokenAvailable: scheduleRound,
    wake: plan,
    status: status.current,
    tokenChanged(): void {
      save(() => flags.setTokenRefused(false));
      scheduleRound();
    },
    setPaused(paused: boolean): void {
      flags.setPaused(paused);
      if (!paused) reachability.check();
      scheduleRound();
    },
    setWorkOffline(on: boolean): void {
      flags.setWorkOffline(on);
      if (!on) reachability.check();
      scheduleRound();
    },
    syncNow(): void {
      contact.forget();
      tellChanged(save(() => store.makeDue(clock.wall(), null)) ?? []);
      // The person knows the network better than Gangway does.
      reachability.takeAnyAnswer();
      reachability.check(true);
      plan();
    },
    /** `notBefore`: see {@link createEntryDecisions}. */
    decide(id: string, event: EntryDecision, notBefore = 0): EntryProgress | DecisionProblem {
      const result = store.decide(id, event, clock.wall(), notBefore);
      if (typeof result !== 'string') {
        deps.onEntries([id]);
        if (notBefore === 0 && (event === 'retried_now' || event === 'sent_again')) expedite([id]);
        else scheduleRound();
      }
      return result;
    },
    retryAllNow(): number {
      const ids = store.makeDue(clock.wall(), null);
      tellChanged(ids);
      trouble.endWait();
      probeNow();
      scheduleRound();
      return ids.length;
    },
    /** A person wants these to go now, whatever the service said before; they are queued already. */
    expedite,
    observe: contact.observe,
    /** Sends nothing until stored data is known to be sound. Reading from the service goes on. */
    holdUnchecked(on: boolean): void {
      isDataUnchecked = on;
      scheduleRound();
    },
    /** See {@link Reachability.attend}. */
    attend: (inFront: boolean): void => reachability.attend(inFront),
    /** Whatever is read from the service takes a place here first. */
    slots,
    /** How many requests are on the wire, and whether more would go out if there were places for them. */
    share,
    canRead,
    /** The wall clock was set: planned times move along with it. */
    clockSet(byMs: number): void {
      unshiftedMs += byMs;
      shiftPlannedTimes();
      plan();
    },
    /** Something hints that the network came or went: the service is asked whether it answers. */
    checkNetwork: (): void => reachability.check(),
    /** Begins nothing new while any reason remains. When the last one falls, the clock and the network are checked. */
    setSuspended(reason: SuspensionReason, on: boolean): void {
      if (on) suspended.add(reason);
      else suspended.delete(reason);
      if (on || suspended.size > 0) return;
      // Asking the clock is what notices that it was set meanwhile.
      clock.wall();
      reachability.check();
      if (reason === 'asleep') deps.onBack();
      scheduleRound();
    },
    whenIdle: inFlight.whenIdle,
    /** Waits up to `graceMs`, then lets `hangUp` end the rest, and commits every outcome. Nothing is written after that. */
    async stop(graceMs: number, hangUp: () => Promise<void>): Promise<void> {
      phase = 'stopping';
      cancel();
      status.stop();
      reachability.stop();
      await inFlight.whenIdle(graceMs);
      await hangUp();
      const left = inFlight.finished();
      if (left.length > 0) save(() => store.settleAndClaim(left, 0, clock.wall(), () => false));
      phase = 'closed';
      cancel();
    },
  };
}
