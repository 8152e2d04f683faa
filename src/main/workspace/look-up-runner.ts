import type { Timer } from '../clock.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import { toServiceSign, type NotFound, type ReadAnswer } from '../service-client/answer.ts';
import { answerBrief, answerProblem } from '../service-client/answer-problem.ts';
import type { ServiceClient } from '../service-client/client.ts';
import type { OpenLookUp } from '../store/look-ups.ts';
import { nextCheckAt } from '../watcher/schedule.ts';
import { maxLookUpTries } from '#shared/ipc/look-ups.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import type { Ask } from './service-connection.ts';
import type { WorkspaceBase } from './base.ts';

/** The pause after a fault here, doubling up to the second. */
const firstPauseMs = 1000;
const maxPauseMs = 60_000;
/** An ID with a problem waits as long as the problem has lasted, within these bounds. */
const firstBackoffMs = 15_000;
const maxBackoffMs = 5 * 60_000;
/** One unknown ID is tried again in this time, however many there are. */
const unknownEveryMs = 1000;
const sleepMs = 30_000;
const tellAfterMs = 100;

/** Looks up the open job's vendors, a few at a time, and unknown ones again (docs/decisions/looking-up-again.md). */
export function createLookUpRunner(
  { stores, clock, random, settings, events, emit, fault }: WorkspaceBase,
  client: ServiceClient,
  ask: Ask,
  dispatcher: Dispatcher,
) {
  const { lookUps, vendors, invites } = stores;
  const underWay = new Map<string, Promise<void>>();
  let running = false;
  let timer: Timer | null = null;
  let telling: Timer | null = null;
  let pauseMs = 0;
  let pausedUntil = -Infinity;
  let unknownFrom = -Infinity;
  let changedRows: string[] = [];
  let changedVendors: string[] = [];

  const toKey = (one: OpenLookUp) => `${one.job}:${one.position}`;

  function plan(inMs: number): void {
    timer?.cancel();
    if (running) timer = clock.after(Math.max(inMs, 0), tick);
  }

  function tick(): void {
    if (!running) return;
    try {
      goOn();
    } catch (error) {
      fault('profile_not_stored', error);
      pause();
      plan(pauseMs);
    }
  }

  function goOn(): void {
    const job = lookUps.running();
    const nextAt = lookUps.nextAt();
    if (job === null && nextAt === null) return;
    const wait = pausedUntil - clock.steady();
    if (!dispatcher.canRead() || wait > 0) {
      plan(wait > 0 ? wait : sleepMs);
      return;
    }
    const now = clock.wall();
    askUnknownAgain(now);
    if (job !== null) goOnWith(job, now);
    // Each running question plans the next tick when it ends.
    if (nextAt !== null) plan(Math.min(Math.max(nextAt - now, unknownEveryMs), sleepMs));
  }

  function goOnWith(job: number, now: number): void {
    const room = settings().concurrency - underWay.size;
    if (room <= 0) return;
    const open = lookUps.open(job, now, underWay.size + room);
    const free = open.filter((one) => !underWay.has(toKey(one))).slice(0, room);
    for (const one of free) launch(one);
    if (open.length === 0 && lookUps.endIfDone(job, now)) tell([`${job}:`], []);
  }

  function askUnknownAgain(now: number): void {
    if (clock.steady() < unknownFrom || underWay.size >= settings().concurrency) return;
    const due = lookUps.unknownDue(now, underWay.size + 1).find((one) => !underWay.has(toKey(one)));
    if (due === undefined) return;
    unknownFrom = clock.steady() + unknownEveryMs;
    launch(due);
  }

  function launch(one: OpenLookUp): void {
    const key = toKey(one);
    const work = lookUp(one)
      .catch((error: unknown) => {
        fault('profile_not_stored', error);
        pause();
      })
      .finally(() => {
        underWay.delete(key);
        plan(0);
      });
    underWay.set(key, work);
  }

  async function lookUp(one: OpenLookUp): Promise<void> {
    const { vendorId } = one;
    const asked = await ask(`vendor ${vendorId}`, false, (token) => client.getVendorProfile(vendorId, token));
    if (!running) return;
    if (asked === null) pause();
    else settle(one, asked.answer, asked.own);
  }

  function settle(one: OpenLookUp, answer: ReadAnswer<VendorProfile>, own: boolean): void {
    const at = clock.wall();
    pauseMs = 0;
    switch (answer.kind) {
      case 'found':
        // The profile first: a settled ID always has its profile here.
        vendors.put(one.vendorId, answer.reading, answer.body, at);
        lookUps.settle(one, 'found', null, at);
        break;
      case 'unknown_id':
      case 'not_ready':
        notKnown(one, at);
        break;
      case 'unreadable':
        // A page of the network says nothing about this vendor, unless it comes each time.
        if (toServiceSign(answer).kind === 'unexpected_responder') problem(one, answer, at, true);
        else end(one, 'unreadable', answer, at);
        break;
      case 'refused':
        end(one, 'refused', answer, at);
        break;
      case 'trouble':
      case 'redirected':
        problem(one, answer, at, true);
        break;
      case 'busy':
        // Where others are answered well, the problem is this vendor's alone.
        problem(one, answer, at, own);
        break;
      case 'unreachable':
        if (answer.sent) problem(one, answer, at, own);
        else hold(one, at);
        break;
      case 'token_refused':
        hold(one, at);
    }
    tell([toKey(one)], answer.kind === 'found' ? [one.vendorId] : []);
  }

  function end(
    one: OpenLookUp,
    outcome: 'refused' | 'unreadable' | 'gave_up',
    answer: NotFound,
    at: number,
  ): void {
    lookUps.settle(one, outcome, answerProblem(answer, 'vendor').message, at);
  }

  /** Says nothing about this vendor: it goes on when the service can be asked again. */
  function hold(one: OpenLookUp, at: number): void {
    lookUps.later(one, { ...one, detail: null, at, nextAt: at + firstPauseMs });
  }

  /** Tries again on the schedule of results, for a day. */
  function notKnown(one: OpenLookUp, at: number): void {
    const before = one.outcome === 'unknown' ? one : { tries: 0, since: null };
    const since = before.since ?? at;
    const tries = before.tries + 1;
    const nextAt = nextCheckAt(since, tries, at, random(), true);
    const detail = answerProblem({ kind: 'unknown_id' }, 'vendor').message;
    lookUps.later(one, { outcome: 'unknown', detail, tries, since, at, nextAt });
  }

  /** `counted`: the trouble is with this ID, which is given up after some tries. */
  function problem(one: OpenLookUp, answer: NotFound, at: number, counted: boolean): void {
    const notBefore = at + (answer.kind === 'busy' ? (answer.waitMs ?? 0) : 0);
    if (one.outcome === 'unknown') {
      // It stays unknown: this answer is about the service.
      const planned = nextCheckAt(one.since ?? at, one.tries, at, random(), true);
      const detail = answerProblem({ kind: 'unknown_id' }, 'vendor').message;
      const nextAt = planned === null ? null : Math.max(planned, notBefore);
      lookUps.later(one, { ...one, detail, at, nextAt });
      return;
    }
    const tries = counted ? one.tries + 1 : one.tries;
    if (tries >= maxLookUpTries) {
      end(one, answer.kind === 'unreadable' ? 'unreadable' : 'gave_up', answer, at);
      return;
    }
    const since = one.since ?? at;
    const backoff = Math.min(Math.max(at - since, firstBackoffMs), maxBackoffMs);
    const nextAt = Math.max(at + Math.round(backoff * (0.85 + 0.3 * random())), notBefore);
    lookUps.later(one, { outcome: 'waiting', detail: answerBrief(answer), tries, since, at, nextAt });
  }

  function pause(): void {
    pauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), maxPauseMs);
    pausedUntil = clock.steady() + pauseMs;
  }

  function tell(rows: string[], vendorIds: string[]): void {
    changedRows.push(...rows);
    changedVendors.push(...vendorIds);
    telling ??= clock.after(tellAfterMs, () => {
      telling = null;
      const [rowIds, ids] = [changedRows, changedVendors];
      changedRows = [];
      changedVendors = [];
      emit('lookups.changed', { ids: rowIds });
      if (ids.length === 0) return;
      emit('vendors.changed', { ids });
      const settled = invites.sentTo(ids);
      if (settled.length > 0) emit('entries.changed', { ids: settled });
    });
  }

  function wake(): void {
    plan(0);
  }

  events.on('status', wake);
  return {
    start(): void {
      running = true;
      wake();
    },
    wake,
    async stop(): Promise<void> {
      running = false;
      timer?.cancel();
      telling?.cancel();
      await Promise.allSettled(underWay.values());
    },
  };
}
