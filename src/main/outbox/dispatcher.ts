import type { AcceptedAnswer, EntryKinds } from '#shared/entry-kinds.ts';
import type { TokenAway } from '#shared/ipc/app.ts';
import {
  unsentStates,
  type EntryDecision,
  type EntryState,
  type QueueCondition,
  type SyncStatus,
} from '#shared/outbox.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { Clock, Timer } from '../clock.ts';
import type { ReadAnswer } from '../service-client/answer.ts';
import type { Exchange } from '../service-client/exchange.ts';
import type { ServiceSign } from '../service-client/service-sign.ts';
import { refusesToken } from '../service-client/token-refusal.ts';
import { toProblem } from '../store/database.ts';
import type { SettledAttempt } from './attempt-outcomes.ts';
import type { ClaimedEntry } from './entry-claims.ts';
import type { DecisionProblem } from './entry-decisions.ts';
import type { EntryStore } from './entry-store.ts';
import { mayRepeat, outcomeOfInterruptedAttempt, type Outcome, type ServicePromises } from './outcome.ts';
import type { QueueFlags } from './queue-flags.ts';
import { createReachability, type Reachability } from './reachability.ts';
import { toHeartbeat, type Heartbeat } from './heartbeat.ts';
import { createServiceTrouble } from './service-trouble.ts';

/** The token as it is when a request goes out. A new token has a new generation. */
export interface HeldToken {
  value: string;
  generation: number;
}

export interface DispatcherDeps<A extends { kind: string } = AcceptedAnswer> {
  kinds: EntryKinds<A>;
  store: EntryStore<A>;
  flags: QueueFlags;
  clock: Clock;
  /** Sends one entry's request; resolves with what happened on the wire, never rejects for a network failure. */
  send(entry: ClaimedEntry<A>, token: string): Promise<Exchange>;
  /** What an exchange comes to, see {@link toOutcome}; never rejects. */
  judge(kind: A['kind'], exchange: Exchange, promises: ServicePromises, now: number): Promise<Outcome<A>>;
  /**
   * Asks whether the service is there. `itself`: only what the service can have said counts, since something else has
   * answered in its place; `token` goes along with that question alone, and is null where the service has refused it.
   */
  probe(itself: boolean, token: string | null): Promise<Exchange>;
  /** See {@link createQuickProbe}. */
  quickProbe(itself: boolean): Promise<Exchange>;
  /** See {@link ServiceClient.heartbeat}. */
  heartbeat(token: string): Promise<ReadAnswer<unknown>>;
  token(): HeldToken | null;
  /** Why a token that the keychain holds is not at hand; null where it holds none. */
  tokenAway(): TokenAway | null;
  settings(): ServicePromises & { concurrency: number; sendDelayS: number };
  /** How many entries may be under way at once now; never more than the setting. */
  slotsForSending(): number;
  /**
   * Takes an error that says that what is stored is damaged, so that nothing can be settled or claimed any more; false where it
   * says something else. May be told more than once.
   */
  onDamaged(error: unknown): boolean;
  /** Told after each round's commit, before anything of it is sent. */
  onCommitted(): void;
  /** A round is over: outcomes are written down, and what could be claimed is claimed. */
  onRound(): void;
  /** Told after every commit that changed entries, and whenever the status may have changed. */
  onEntries(ids: string[]): void;
  onStatus(status: SyncStatus): void;
  onTokenAccepted(at: number): void;
  random: () => number;
}

/** Why nothing new is begun for the moment, whatever the queue's own condition is. */
export type StandstillReason = 'asleep' | 'quitting' | 'damaged' | 'undoing';

/** Sends what was enqueued. One for each open workspace. */
export interface Dispatcher {
  start(): void;
  /** Something was enqueued. */
  enqueued(): void;
  /** Looks for work, after a setting changed. */
  wake(): void;
  status(): SyncStatus;
  /** A new token was given, or the old one was taken away. */
  tokenChanged(): void;
  /** The token that was given before is at hand now, or it is known why it is not. */
  tokenCame(): void;
  setPaused(paused: boolean): void;
  setWorkOffline(on: boolean): void;
  /** Tries the network and everything that waits, now. */
  syncNow(): void;
  /** `notBefore`: see {@link EntryDecisions.decide}. */
  decide(id: string, event: EntryDecision, notBefore?: number): EntryProgress | DecisionProblem;
  retryAllNow(): number;
  /** A person wants these to go now, whatever the service said before; they are queued already. */
  expedite(ids: readonly string[]): void;
  /**
   * What other requests of this workspace met; they too show whether the service can be reached. `subject` names what was
   * asked for. Tells whether the trouble is this one's own, since others are answered well.
   */
  observe(sign: ServiceSign, tokenGeneration: number, subject: string): boolean;
  /** How many requests are on the wire, and whether more would go out if there were slots for them. */
  share(): { underWay: number; wantsMore: boolean };
  /** Whether reading from the service makes sense now. */
  mayRead(): boolean;
  /** The wall clock was set: planned times move along with it. */
  clockSet(byMs: number): void;
  /** Sends nothing for as long as it is not known whether the stored data is sound. Reading from the service goes on. */
  holdUnchecked(on: boolean): void;
  /** See {@link Reachability.attend}. */
  attend(inFront: boolean): void;
  /** Something hints that the network came or went: the service is asked whether it answers. */
  checkNetwork(): void;
  /**
   * Begins nothing new for as long as any reason stands; what is under way goes on. When the last reason falls, the
   * clock and the network are looked at, and work goes on.
   */
  standStill(reason: StandstillReason, on: boolean): void;
  /** Waits up to `withinMs` until nothing is under way and every outcome is written; tells whether it is so. */
  quiet(withinMs: number): Promise<boolean>;
  /**
   * Stops claiming and waits up to `graceMs` for what is under way, then lets `hangUp` end the rest, and commits every
   * outcome. Nothing is written after that.
   */
  stop(graceMs: number, hangUp: () => Promise<void>): Promise<void>;
}

/** However far away the next planned time is, it is looked at again after this long; a sleep may have passed. */
const maxSleep = 30_000;
const maxPlannedWaitMs = 60 * 60 * 1000;
const saveRetryMs = 5000;
const statusEveryMs = 120;
/** How long the first outcome of several waits for the others. */
const gatheringMs = 1;

/** Whether work goes on although the service points elsewhere: it may do so for one thing alone. */
function isPassable(condition: QueueCondition): boolean {
  return condition.kind === 'redirected' && condition.until === null;
}

/** The earlier of two times; null for none. */
function earliest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** What was removed, or lies in another keychain, does not come back by itself. */
function getReason(away: TokenAway | null): 'no_token' | 'keychain' {
  return away === null || away === 'changed' || away === 'removed' ? 'no_token' : 'keychain';
}

export function createDispatcher<A extends { kind: string }>(deps: DispatcherDeps<A>): Dispatcher {
  const { kinds, store, flags, clock } = deps;
  const inFlight = new Map<string, ClaimedEntry<A>>();
  const finished: SettledAttempt<A>[] = [];
  let cannotSave: string | null = null;
  let running = false;
  let tickPlanned = false;
  let gathering: NodeJS.Timeout | undefined;
  let timer: Timer | null = null;
  let statusTimer: Timer | null = null;
  let lastAnswerAt: number | null = null;
  /** When the service itself last answered as it should. */
  let wellAt: number | null = null;
  /** What it said instead, when it was last asked whether all is well. */
  let finding: SyncStatus['finding'] = null;
  let heartbeatSince: number | null = null;
  let heartbeatNotBefore = 0;
  const launchedAt = new Map<string, number>();
  let lastSent: { at: number; to: string } | null = null;
  /** The run of sending that is under way or ended last. */
  let run: { startedAt: number; endedAt: number | null; settled: number; sent: number } | null = null;
  let toldCondition: QueueCondition['kind'] | null = null;
  /** By how much the clock was set while the planned times could not be written. */
  let unshiftedMs = 0;
  let closed = false;
  /** Something went out and nothing came back; until it is known whether anything does, no more is put at risk. */
  let inSuspense = false;
  let isDataUnchecked = false;
  /** One entry may go although nothing is known to answer: its outcome shows whether anything does. */
  let trial = false;
  const whenIdle = new Set<() => void>();
  const standstill = new Set<StandstillReason>();

  const trouble = createServiceTrouble({ flags, now: () => clock.wall(), saving });
  const reachability: Reachability = createReachability({
    clock,
    random: () => deps.random(),
    probe,
    quickProbe: (itself) => deps.quickProbe(itself),
    heartbeat,
    mayBeat: () => {
      const held = trouble.condition();
      const silent = clock.wall() < heartbeatNotBefore || (held !== null && !isPassable(held));
      return standstill.size === 0 && !flags.workOffline() && !flags.paused() && !silent;
    },
    mayAsk: () => !flags.workOffline() && !flags.paused(),
    onBack: () => {
      inSuspense = false;
      finding = null;
      lastAnswerAt = wellAt = clock.wall();
      const ids = saving(() => store.makeDue(clock.wall(), ['unreachable'])) ?? [];
      if (ids.length > 0) deps.onEntries(ids);
      plan();
      tellStatus();
    },
    onChange: () => {
      inSuspense = false;
      tellStatus();
    },
    onSilence: () => {
      trial = true;
      plan();
    },
  });

  /** Asks whether the service is there; what it says to the token, where that went along, counts as ever. */
  async function probe(itself: boolean): Promise<Exchange> {
    // Answers that came in together with the one that led here are heard first: one may refuse the token.
    if (itself) await new Promise((resolve) => setImmediate(resolve));
    const token = itself && !flags.tokenRefused() ? deps.token() : null;
    const exchange = await deps.probe(itself, token?.value ?? null);
    if (token !== null && exchange.kind === 'answered' && refusesToken(exchange, deps.settings()))
      noteRefused(token.generation);
    return exchange;
  }

  async function heartbeat(seen: boolean): Promise<() => void> {
    const token = seen && !flags.tokenRefused() ? deps.token() : null;
    heartbeatSince = clock.wall();
    const beat = token === null ? await signOfLife() : toHeartbeat(await deps.heartbeat(token.value));
    heartbeatSince = null;
    return () => {
      if (closed) return;
      takeHeartbeat(beat);
      if (beat.kind === 'token_refused' && token !== null) noteRefused(token.generation);
      tellStatus();
    };
  }

  /** Without a token the service cannot but refuse, and nobody else wants more, so only whether anything is there is asked then. */
  async function signOfLife(): Promise<Heartbeat> {
    const exchange = await deps.probe(false, null);
    return exchange.kind === 'answered' ? { kind: 'well' } : { kind: 'unreachable', detail: exchange.detail };
  }

  /** What is found so holds nothing back but further questions: what is sent meets it by itself, where it is still so. */
  function takeHeartbeat(beat: Heartbeat): void {
    switch (beat.kind) {
      case 'unanswered':
        reachability.check();
        return;
      case 'unreachable':
        reachability.missed(beat.detail);
        return;
      case 'unexpected_responder':
        reachability.answeredByUnexpectedResponder(beat.detail);
        return;
      case 'trouble':
        heartbeatNotBefore = clock.wall() + beat.waitMs;
        finding = { kind: 'trouble', status: beat.status, at: clock.wall() };
        break;
      case 'redirected':
        finding = { ...beat, at: clock.wall() };
        break;
      case 'token_refused':
        break;
      case 'well':
        finding = null;
        wellAt = clock.wall();
        break;
    }
    reachability.answered(beat.kind === 'well' || beat.kind === 'token_refused');
    lastAnswerAt = clock.wall();
  }

  /** A refusal of an older token says nothing about the one that replaced it. */
  function noteRefused(generation: number): void {
    if (closed || deps.token()?.generation !== generation) return;
    saving(() => {
      flags.setTokenRefused(true);
    });
  }

  /** Runs a write; a full disk or a read-only folder becomes a condition that is shown and tried again. */
  function saving<T>(write: () => T): T | null {
    try {
      const value = write();
      cannotSave = null;
      return value;
    } catch (error) {
      noteTrouble(error);
      return null;
    }
  }

  /** What stands in the way of storing becomes a condition; anything else is a bug and thrown on. */
  function noteTrouble(error: unknown): void {
    const problem = toProblem(error);
    const damaged = deps.onDamaged(error);
    if (problem !== null && 'detail' in problem) cannotSave = problem.detail;
    else if (!damaged) throw error;
    tellStatus();
  }

  function condition(): QueueCondition {
    if (cannotSave !== null) return { kind: 'cannot_save', detail: cannotSave };
    const current = sendingCondition();
    const free = current.kind === 'online' || current.kind === 'connecting';
    return free && isDataUnchecked ? { kind: 'checking_data' } : current;
  }

  /** What holds for sending, apart from whether it could be written down. */
  function sendingCondition(): QueueCondition {
    if (flags.workOffline()) return { kind: 'working_offline' };
    if (flags.paused()) return { kind: 'paused' };
    if (deps.token() === null) return { kind: 'signed_out', reason: getReason(deps.tokenAway()) };
    if (flags.tokenRefused()) return { kind: 'signed_out', reason: 'refused' };
    const lost = reachability.lost();
    if (lost !== null) return { kind: 'offline', since: lost.since, detail: lost.detail };
    const held = trouble.condition();
    if (held !== null) return held;
    return lastAnswerAt === null || inSuspense ? { kind: 'connecting' } : { kind: 'online' };
  }

  /** How many requests may be under way at once. */
  function allowedNow(slots: number): number {
    const { kind } = sendingCondition();
    switch (kind) {
      case 'online':
      case 'connecting':
      case 'redirected':
      case 'busy':
      case 'server_trouble':
        return trouble.allowed(slots);
      case 'offline':
        return trial ? Math.min(trouble.allowed(slots), 1) : 0;
      case 'cannot_save':
      case 'checking_data':
      case 'signed_out':
      case 'paused':
      case 'working_offline':
        return 0;
    }
  }

  /** How many entries may be claimed, once `settling` of those under way are written down. */
  function roomForClaims(settling: number, slots = deps.slotsForSending()): number {
    if (!running || inSuspense || isDataUnchecked || standstill.size > 0) return 0;
    const allowed = allowedNow(slots);
    if (allowed <= 0) return 0;
    const room = allowed - inFlight.size + settling;
    if (cannotSave === null) return room;
    // Settling first shows whether saving works again; a claim, which is sent only once it is committed, shows it too.
    return finished.length > 0 ? 0 : Math.min(room, 1);
  }

  function plan(): void {
    if (tickPlanned || closed) return;
    // Where few of many are back, the next ones are waited for: outcomes that come together share a commit.
    const few = running && finished.length > 0 && finished.length * 2 < inFlight.size;
    if (few) {
      gathering ??= setTimeout(tickNext, gatheringMs);
      return;
    }
    tickNext();
  }

  /** Plans a round for the next turn of the event loop. */
  function tickNext(): void {
    clearTimeout(gathering);
    gathering = undefined;
    if (tickPlanned) return;
    tickPlanned = true;
    setImmediate(() => {
      tickPlanned = false;
      // Should a round end in a fault, the queue does not stand still for it.
      if (running) sleepUntil(clock.wall() + maxSleep);
      try {
        tick();
      } catch (error) {
        // What is due could not even be read.
        noteTrouble(error);
      }
    });
  }

  function shiftPlannedTimes(): void {
    const byMs = unshiftedMs;
    if (byMs === 0) return;
    saving(() => {
      store.shiftPlannedTimes(byMs);
      unshiftedMs = 0;
      trouble.shift(byMs);
    });
  }

  /** While nothing may be sent anyway, a flag is written again to see whether writing works by now. */
  function trySaving(): void {
    saving(() => {
      trouble.write();
    });
  }

  function tick(): void {
    if (closed) return;
    if (!running && finished.length === 0) {
      tellIdle();
      return;
    }
    shiftPlannedTimes();
    const batch = finished.slice();
    const room = roomForClaims(batch.length);
    if (cannotSave !== null && batch.length === 0 && room <= 0) trySaving();
    if (batch.length > 0 || room > 0) {
      const promises = deps.settings();
      const order = trouble.claimOrder(trial);
      const repeatable = (kind: A['kind']) => mayRepeat(kinds[kind], promises);
      const work = saving(() => store.settleAndClaim(batch, room, clock.wall(), repeatable, order));
      if (work === null) {
        sleepUntil(clock.wall() + saveRetryMs);
        return;
      }
      deps.onCommitted();
      const { states, claimed, doubted } = work;
      finished.splice(0, batch.length);
      if (room > 0) trouble.noteClaims(order, claimed);
      if (claimed.length > 0 && run?.endedAt !== null)
        run = { startedAt: clock.wall(), endedAt: null, settled: 0, sent: 0 };
      for (const attempt of batch) inFlight.delete(attempt.entry.id);
      for (const entry of claimed) launch(entry);
      noteProgress(batch, states);
      const moved = [...batch.map((attempt) => attempt.entry.id), ...claimed.map((entry) => entry.id)];
      const ids = [...moved, ...doubted];
      if (ids.length > 0) deps.onEntries(ids);
      if (ids.length > 0 || batch.length > 0) tellStatus();
    } else deps.onCommitted();
    trial = false;
    tellIdle();
    deps.onRound();
    if (running) sleepUntilNextWork();
  }

  function tellIdle(): void {
    if (inFlight.size > 0 || finished.length > 0) return;
    for (const told of whenIdle) told();
  }

  /** Waits until nothing is under way, and no longer than that. */
  function untilIdle(withinMs: number): Promise<boolean> {
    if (inFlight.size === 0 && finished.length === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (idle: boolean) => {
        whenIdle.delete(told);
        limit.cancel();
        resolve(idle);
      };
      const told = () => {
        end(true);
      };
      const limit = clock.after(withinMs, () => {
        end(false);
      });
      whenIdle.add(told);
      plan();
    });
  }

  function noteProgress(batch: readonly SettledAttempt<A>[], states: readonly (EntryState | null)[]): void {
    for (const [index, { entry, at }] of batch.entries()) {
      const state = states[index];
      if (state === 'accepted') lastSent = { at, to: entry.title };
      if (run !== null && state != null && !unsentStates.includes(state)) {
        run.settled += 1;
        if (state === 'accepted') run.sent += 1;
      }
    }
    endRun();
  }

  /** A run ends with the last one that was queued, whoever took that out. */
  function endRun(): void {
    if (run?.endedAt === null && inFlight.size === 0 && !store.hasQueued(clock.wall()))
      run.endedAt = clock.wall();
  }

  function launch(entry: ClaimedEntry<A>): void {
    inFlight.set(entry.id, entry);
    launchedAt.set(entry.id, clock.wall());
    const token = deps.token();
    if (token === null) {
      // Taken away between the claim and now: nothing left, and the entry waits for the next token.
      const verdict = { event: 'unauthorised' as const, reason: { code: 'token_refused' as const } };
      launchedAt.delete(entry.id);
      finished.push({ entry, verdict, answer: null, words: null, at: clock.wall() });
      plan();
      return;
    }
    deps.send(entry, token.value).then(
      (exchange) => {
        void settle(entry, exchange, token.generation);
      },
      (error: unknown) => {
        // A bug in the transport: whether anything left is not known, so it counts as if it had.
        void settle(
          entry,
          { kind: 'no_answer', detail: error instanceof Error ? error.name : 'unknown' },
          token.generation,
        );
      },
    );
  }

  async function settle(entry: ClaimedEntry<A>, exchange: Exchange, generation: number): Promise<void> {
    const now = clock.wall();
    launchedAt.delete(entry.id);
    const { verdict, sign, words } = await deps.judge(entry.kind, exchange, deps.settings(), now);
    // Too late to be written: on the disk it is still being sent, which the next start takes for what it is.
    if (closed) return;
    finished.push({ entry, verdict, answer: exchange.kind === 'answered' ? exchange : null, words, at: now });
    observe(sign, generation, entry.id);
    plan();
  }

  function observe(sign: ServiceSign, generation: number, subject: string): boolean {
    if (closed) return false;
    const now = clock.wall();
    const own = trouble.note(sign, subject);
    if (sign.kind !== 'unreachable' && sign.kind !== 'no_answer' && sign.kind !== 'unexpected_responder') {
      reachability.answered(sign.kind !== 'trouble' && sign.kind !== 'redirected');
      inSuspense = false;
      lastAnswerAt = now;
    }
    switch (sign.kind) {
      case 'unreachable':
        reachability.missed(sign.detail);
        break;
      case 'unexpected_responder':
        inSuspense = false;
        reachability.answeredByUnexpectedResponder(sign.detail);
        break;
      case 'healthy':
        finding = null;
        if (sign.ofPage !== true) wellAt = now;
        // An answer to an older token says nothing about the one that replaced it.
        if (sign.ofPage !== true && deps.token()?.generation === generation)
          saving(() => {
            deps.onTokenAccepted(now);
          });
        break;
      case 'no_answer':
        // A question that cannot do harm shows whether anything comes back at all.
        inSuspense = true;
        reachability.sentInVain();
        break;
      case 'trouble':
      case 'redirected':
      case 'busy':
        break;
      case 'token_refused':
        noteRefused(generation);
        break;
    }
    tellStatus();
    return own;
  }

  function expedite(ids: readonly string[]): void {
    trouble.want(ids);
    lookAgain();
  }

  /** A person wants to know now, so a service that could not be reached is looked for at once. */
  function lookAgain(): void {
    if (reachability.lost() !== null) reachability.check(true);
  }

  function hasWork(): boolean {
    const now = clock.wall();
    const due = store.nextDue();
    return (due !== null && due <= now) || store.hasQueued(now);
  }

  function sleepUntilNextWork(): void {
    const now = clock.wall();
    const due = earliest(store.nextDue(), store.nextRelease(now));
    const current = condition();
    const until = 'until' in current ? current.until : null;
    const room = roomForClaims(0) > 0;
    if (current.kind !== toldCondition) {
      toldCondition = current.kind;
      tellStatus();
    }
    if (room && ((due !== null && due <= now) || store.hasQueued(now))) {
      plan();
      return;
    }
    sleepUntil(Math.min(until ?? (room ? (due ?? Infinity) : Infinity), now + maxSleep));
  }

  function sleepUntil(wall: number): void {
    timer?.cancel();
    timer = clock.after(Math.max(wall - clock.wall(), 0), plan);
  }

  function tellStatus(): void {
    if (statusTimer !== null || !running) return;
    statusTimer = clock.after(statusEveryMs, () => {
      statusTimer = null;
      if (running) deps.onStatus(status());
    });
  }

  /** Since when requests wait that have no answer: since the oldest of them, or the last answer where that came later. */
  function unansweredSince(): number | null {
    const oldest = [...launchedAt.values(), heartbeatSince ?? []].flat().reduce(earliest, null);
    return oldest === null ? null : Math.max(oldest, lastAnswerAt ?? 0);
  }

  function status(): SyncStatus {
    const counts = store.counts();
    const now = clock.wall();
    const delayed = store.delayed(now);
    const unsent = counts.queued + counts.waiting + counts.sending - store.delayedEntries(now);
    endRun();
    return {
      condition: condition(),
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
    };
  }

  return {
    start() {
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
      lastSent = store.lastSent();
      running = true;
      if (recovered.length > 0) deps.onEntries(recovered);
      reachability.check();
      plan();
    },
    enqueued() {
      plan();
      tellStatus();
    },
    tokenCame() {
      plan();
      tellStatus();
    },
    wake: plan,
    status,
    tokenChanged() {
      saving(() => {
        flags.setTokenRefused(false);
      });
      plan();
      tellStatus();
    },
    setPaused(paused) {
      flags.setPaused(paused);
      if (!paused) reachability.check();
      plan();
      tellStatus();
    },
    setWorkOffline(on) {
      flags.setWorkOffline(on);
      if (!on) reachability.check();
      plan();
      tellStatus();
    },
    syncNow() {
      trouble.forget();
      heartbeatNotBefore = 0;
      const ids = saving(() => store.makeDue(clock.wall(), null)) ?? [];
      if (ids.length > 0) deps.onEntries(ids);
      // The person knows the network better than Gangway does.
      reachability.takeAnyAnswer();
      reachability.check(true);
      plan();
    },
    decide(id, event, notBefore = 0) {
      const result = store.decide(id, event, clock.wall(), notBefore);
      if (typeof result !== 'string') {
        deps.onEntries([id]);
        if (notBefore === 0 && (event === 'retried_now' || event === 'sent_again')) expedite([id]);
        plan();
        tellStatus();
      }
      return result;
    },
    retryAllNow() {
      const ids = store.makeDue(clock.wall(), null);
      if (ids.length > 0) deps.onEntries(ids);
      trouble.endWait();
      lookAgain();
      plan();
      tellStatus();
      return ids.length;
    },
    expedite(ids) {
      expedite(ids);
      plan();
      tellStatus();
    },
    observe,
    holdUnchecked(on) {
      isDataUnchecked = on;
      plan();
      tellStatus();
    },
    attend(inFront) {
      reachability.attend(inFront);
    },
    share() {
      const could = roomForClaims(finished.length, Infinity) > 0;
      return { underWay: inFlight.size - finished.length, wantsMore: could && hasWork() };
    },
    mayRead() {
      if (standstill.size > 0) return false;
      const current = cannotSave === null ? sendingCondition() : condition();
      return current.kind === 'online' || current.kind === 'connecting' || isPassable(current);
    },
    clockSet(byMs) {
      unshiftedMs += byMs;
      shiftPlannedTimes();
      plan();
    },
    checkNetwork() {
      reachability.check();
    },
    standStill(reason, on) {
      if (on) standstill.add(reason);
      else standstill.delete(reason);
      if (on || standstill.size > 0) return;
      // Asking the clock is what notices that it was set meanwhile.
      clock.wall();
      reachability.check();
      plan();
      tellStatus();
    },
    quiet: untilIdle,
    async stop(graceMs, hangUp) {
      running = false;
      timer?.cancel();
      statusTimer?.cancel();
      reachability.stop();
      await untilIdle(graceMs);
      await hangUp();
      if (finished.length > 0) saving(() => store.settleAndClaim(finished, 0, clock.wall(), () => false));
      closed = true;
      timer?.cancel();
    },
  };
}
