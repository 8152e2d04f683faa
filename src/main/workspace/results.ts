import { resultKinds, type ResultKind } from '#shared/service/result-kinds.ts';
import { scoreScales } from '#shared/service/score.ts';
import { dateRule } from '#shared/service/service-dates.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import type { ServiceClient } from '../service-client/client.ts';
import { createWatcher } from '../watcher/watcher.ts';
import type { Ask } from './service-connection.ts';
import type { WorkspaceBase } from './base.ts';
import { createResultChecks } from './result-checks.ts';
import { createResultNoting, firstRules, type ResultNoting } from './result-noting.ts';
import { type ResultRules, isFinalWord } from './result-summary.ts';
import type { TokenHolder } from './token-holder.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readKept } from '#shared/service/envelope.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { verificationResult } from '#shared/service/verification.ts';
import type { WatchedSubject } from '../store/watches.ts';
import { isoDay, localDay } from '#shared/base/dates.ts';
import type { Timer } from '../clock.ts';

export type Results = ReturnType<typeof createResults>;

/** Results of the service: read when due, judged, stored, and rechecked when the rules change. */
export function createResults(
  base: WorkspaceBase,
  client: ServiceClient,
  token: TokenHolder,
  ask: Ask,
  dispatcher: Dispatcher,
) {
  const { clock, random, stores, settings, events, emit, reportAs } = base;
  const rules = (): ResultRules => {
    const seen = stores.observations.current();
    return { scales: scoreScales(settings(), seen), dates: dateRule(settings().dateForm, seen.dates) };
  };
  const noting = createResultNoting(base, rules);
  const sorting = createResultSorting(base, noting, rules);
  const verdictDays = createVerdictDays(base, noting);
  const checks = createResultChecks(base, client, token, ask, dispatcher, noting);
  const watcher = createWatcher({
    watches: stores.watches,
    clock,
    random,
    canRead: () => dispatcher.canRead(),
    concurrency: () => settings().concurrency,
    recheckDays: (kind) => (kind === 'verification' ? settings().recheckDays : 0),
    ...checks,
    onChecked: (kind, subject, outcome, asked) => {
      const arrived = outcome.kind === 'final' || outcome.kind === 'open' ? outcome.arrived : undefined;
      if (arrived !== undefined && !asked) events.emit('arrived', { kind, id: subject, ...arrived });
      emit(resultKinds[kind].changed, { ids: [subject] });
    },
    onFault: reportAs('result_not_stored'),
  });
  for (const name of ['watches', 'status', 'settings'] as const) events.on(name, watcher.wake);
  return { rules, checks, watcher, sorting, verdictDays };
}

/** How many results are sorted in one commit. */
const slice = 25;
/** Set until every result is sorted by the current rules. A migration sets it where this version judges differently. */
const toSort = 'results.to_sort';
const sortedBy = 'results.sorted_by';

/** Sorts stored results again after the meaning of words or the reading of scores and dates changed. */
function createResultSorting(
  { clock, stores, settings, events, emit, fault }: WorkspaceBase,
  noting: ResultNoting,
  rules: () => ResultRules,
) {
  const { stored, watches, readings, verifications, entryDetails } = stores;
  let round = 0;
  let running = false;
  let stopped = false;

  type Summarise = (subject: string, latest: { at: number; body: string }) => string | null;
  /** Stores a result by the current rules; returns its status, null where it cannot be read. */
  const summarise: Record<ResultKind, Summarise> = {
    verification(subject, { at, body }) {
      const reading = readKept(verificationResult, body, settings().envelope);
      if (reading === null) return null;
      const row = verifications.get(subject);
      const { data, dateForm } = entryDetails.verification(subject);
      const asked = { submitted: data, dateForm, requestId: row?.requestId ?? null };
      return noting.verification(subject, reading, asked, at, row?.evidence.lost ?? null).status;
    },
    document(subject, { at, body }) {
      const reading = readKept(documentResult, body, settings().envelope);
      return reading === null ? null : noting.document(subject, reading, at).status;
    },
  };

  function sortOne({ kind, subject, state }: WatchedSubject): void {
    const latest = readings.latestBody(kind, subject);
    const word = latest === null ? null : summarise[kind](subject, latest);
    if (state !== 'settled' || word === null || isFinalWord(word, settings())) return;
    watches.begin(kind, subject, clock.wall(), clock.wall());
  }

  /** Sorts all results once; false where it was stopped, or a later change began again from the first. */
  async function sortAll(mine: number): Promise<boolean> {
    let after: WatchedSubject | null = null;
    for (;;) {
      await nextTurn();
      if (stopped || mine !== round) return false;
      const subjects: WatchedSubject[] = watches.subjects(after, slice);
      after = subjects.at(-1) ?? null;
      if (after === null) return true;
      noting.transaction(() => subjects.forEach(sortOne));
      for (const [kind, sorted] of Map.groupBy(subjects, (one) => one.kind)) {
        emit(resultKinds[kind].changed, { ids: sorted.map(({ subject }) => subject) });
        events.emit('watches');
      }
    }
  }

  async function run(): Promise<void> {
    round += 1;
    running = true;
    const mine = round;
    for (;;) {
      // Settings changed in the caller's transaction apply from the next turn on.
      await nextTurn();
      const before = rules();
      if (!(await sortAll(mine))) return;
      // Observations on the way may have changed the rules for results sorted first.
      if (isDeepStrictEqual(before, rules())) break;
    }
    running = false;
    stored.write(sortedBy, rules());
    stored.remove(toSort);
  }

  function begin(): void {
    run().catch((error: unknown) => {
      running = false;
      fault('results_not_sorted', error);
    });
  }

  function note(): void {
    stored.write(toSort, true);
    begin();
  }

  // Noted inside the transaction of the change.
  events.on('resultRules', note);
  events.on('observedRules', () => {
    if (!running) note();
  });
  return {
    /** Continues an unfinished earlier run, or sorts again by other rules. */
    start(): void {
      // The administrator may have set another scale or date form.
      const sameRules = isDeepStrictEqual(stored.read(sortedBy, z.unknown()) ?? firstRules, rules());
      if (!sameRules || stored.read(toSort, z.literal(true)) === true) begin();
    },
    stop(): void {
      stopped = true;
    },
  };
}

const verdictSlice = 100;
/** A computer that slept through midnight, or a changed clock, is noticed within this time. */
const lookAgainMs = 10 * 60_000;
const judgedOn = 'verdicts.judged_on';

/** Judges verifications again when a day passes that changes their verdict: an expiration, or the age of an answer. */
function createVerdictDays({ clock, stores, events, emit, reportAs }: WorkspaceBase, noting: ResultNoting) {
  const { stored, verifications } = stores;
  let timer: Timer | null = null;
  let stopped = false;

  async function judgeOutlived(today: string): Promise<void> {
    for (;;) {
      if (stopped) return;
      const rows = verifications.outlived(today, verdictSlice);
      if (rows.length === 0) return;
      noting.transaction(() => rows.forEach(noting.judgeAnew));
      emit('entries.changed', { ids: rows.map(({ entryId }) => entryId) });
      await nextTurn();
    }
  }

  function look(): void {
    const today = isoDay(localDay(new Date(clock.wall())));
    const before = stored.read(judgedOn, z.string());
    if (before !== today) {
      stored.write(judgedOn, today);
      // The calendar was set back, so every verdict is due again.
      if (before !== null && before > today) events.emit('resultRules');
    }
    judgeOutlived(today).catch(reportAs('verdicts_not_renewed'));
    if (stopped) return;
    const now = clock.wall();
    const { year, month, day } = localDay(new Date(now));
    const midnight = new Date(year, month - 1, day + 1).getTime();
    timer = clock.after(Math.min(midnight - now, lookAgainMs), look);
  }

  return {
    start: look,
    stop(): void {
      stopped = true;
      timer?.cancel();
    },
  };
}
