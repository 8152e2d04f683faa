import type { Timer } from '../clock.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import { toServiceSign, type NotFound, type ReadAnswer } from '../service-client/answer.ts';
import { answerBrief, answerProblem } from '../service-client/answer-problem.ts';
import type { ServiceClient } from '../service-client/client.ts';
import type { OpenLookUp } from '../store/look-ups.ts';
import { createDueReads } from '../watcher/due-reads.ts';
import { nextCheckAt } from '../watcher/schedule.ts';
import { maxLookUpTries } from '#shared/ipc/look-ups.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import type { Ask } from './service-connection.ts';
import type { WorkspaceBase } from './base.ts';

/** How long an ID waits that could not be asked for. */
const pauseMs = 1000;
/** An ID with a problem waits as long as the problem has lasted, within these bounds. */
const firstBackoffMs = 15_000;
const maxBackoffMs = 5 * 60_000;
/** One unknown ID is tried again in this time, however many there are. */
const unknownEveryMs = 1000;
const reportAfterMs = 100;

/** Looks up the open job's vendors, a few at a time, and unknown ones again (docs/decisions/looking-up-again.md). */
export function createLookUpRunner(
  { stores, clock, random, settings, events, emit, reportAs }: WorkspaceBase,
  client: ServiceClient,
  ask: Ask,
  dispatcher: Dispatcher,
) {
  const { lookUps, vendors, invites } = stores;
  let reporting: Timer | null = null;
  let stopped = false;
  let unknownFrom = -Infinity;
  let changedRows: string[] = [];
  let changedVendors: string[] = [];

  const toKey = (one: OpenLookUp) => `${one.job}:${one.position}`;

  const reads = createDueReads<OpenLookUp, void>(
    {
      clock,
      canRead: () => dispatcher.canRead(),
      concurrency: () => settings().concurrency,
      onFault: reportAs('profile_not_stored'),
    },
    {
      toKey,
      due: (now, limit, isFree) => [...findUnknown(now, limit, isFree), ...findOpen(now, limit)],
      nextDue: (now) => {
        const at = lookUps.nextAt();
        return at === null ? null : Math.max(at, now + unknownEveryMs);
      },
      read: lookUp,
      putOff: hold,
    },
  );

  /** The next of the running job; ends it where nothing waits any more. */
  function findOpen(now: number, limit: number): OpenLookUp[] {
    const job = lookUps.running();
    if (job === null) return [];
    const open = lookUps.open(job, now, limit);
    if (open.length === 0 && lookUps.endIfDone(job, now)) report([`${job}:`], []);
    return open;
  }

  const findUnknown = (now: number, limit: number, isFree: (one: OpenLookUp) => boolean): OpenLookUp[] =>
    clock.steady() < unknownFrom ? [] : lookUps.unknownDue(now, limit).filter(isFree).slice(0, 1);

  async function lookUp(one: OpenLookUp): Promise<void> {
    const { vendorId } = one;
    if (one.outcome === 'unknown') unknownFrom = clock.steady() + unknownEveryMs;
    const asked = await ask(`vendor ${vendorId}`, false, (token) => client.getVendorProfile(vendorId, token));
    // Hanging up at the end says nothing about this vendor.
    if (stopped && asked?.answer.kind !== 'found') return;
    if (asked === null) hold(one, clock.wall() + pauseMs);
    else settle(one, asked.answer, asked.own);
  }

  function settle(one: OpenLookUp, answer: ReadAnswer<VendorProfile>, own: boolean): void {
    const at = clock.wall();
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
        else hold(one, at + pauseMs);
        break;
      case 'token_refused':
        hold(one, at + pauseMs);
    }
    report([toKey(one)], answer.kind === 'found' ? [one.vendorId] : []);
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
  function hold(one: OpenLookUp, nextAt: number): void {
    lookUps.later(one, { ...one, detail: null, at: clock.wall(), nextAt });
  }

  /** Tries again on the schedule of results, for a day. */
  function notKnown(one: OpenLookUp, at: number): void {
    const before = one.outcome === 'unknown' ? one : { tries: 0, since: null };
    const since = before.since ?? at;
    const tries = before.tries + 1;
    const nextAt = nextCheckAt(since, tries, at, random(), { unknownId: true });
    const detail = answerProblem({ kind: 'unknown_id' }, 'vendor').message;
    lookUps.later(one, { outcome: 'unknown', detail, tries, since, at, nextAt });
  }

  /** `counted`: the trouble is with this ID, which is given up after some tries. */
  function problem(one: OpenLookUp, answer: NotFound, at: number, counted: boolean): void {
    const notBefore = at + (answer.kind === 'busy' ? (answer.waitMs ?? 0) : 0);
    if (one.outcome === 'unknown') {
      // It stays unknown: this answer is about the service.
      const planned = nextCheckAt(one.since ?? at, one.tries, at, random(), { unknownId: true });
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

  function report(rows: string[], vendorIds: string[]): void {
    changedRows.push(...rows);
    changedVendors.push(...vendorIds);
    reporting ??= clock.after(reportAfterMs, () => {
      reporting = null;
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

  events.on('status', reads.wake);
  return {
    ...reads,
    async stop(): Promise<void> {
      stopped = true;
      await reads.stop();
      reporting?.cancel();
    },
  };
}
