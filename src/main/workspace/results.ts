import type { Database } from 'better-sqlite3';
import type { ServiceObservations } from '#shared/observations.ts';
import { resultKinds } from '#shared/result-kinds.ts';
import { scoreScales } from '#shared/score.ts';
import { dateRule } from '#shared/service-dates.ts';
import type { WorkspaceSettings } from '#shared/settings.ts';
import type { Clock } from '../clock.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import type { ServiceClient } from '../service-client/client.ts';
import type { ArrivedResult } from '../watcher/news-gathering.ts';
import { createWatcher } from '../watcher/watcher.ts';
import type { RequestSlots } from './request-slots.ts';
import { createResultChecks } from './result-checks.ts';
import { createResultNoting } from './result-noting.ts';
import type { ResultRules } from './result-summary.ts';
import { createResultSorting } from './result-sorting.ts';
import type { WorkspaceStores } from './stores.ts';
import type { TokenHolder } from './token-holder.ts';
import { createVerdictDays } from './verdict-days.ts';

export interface ResultsDeps {
  db: Database;
  stores: WorkspaceStores;
  clock: Clock;
  random: () => number;
  client: ServiceClient;
  token: TokenHolder;
  slots: RequestSlots;
  settings: () => WorkspaceSettings;
  mayRead(): boolean;
  /** Tells the dispatcher what an answer says of the service. */
  observe: Dispatcher['observe'];
  emit: Emit;
  /** A result came that was not there before, and that nobody asked for just now. */
  onArrived(result: ArrivedResult): void;
  onObserved: (now: ServiceObservations) => void;
  fault(event: string, error: unknown): void;
}

export type Results = ReturnType<typeof createResults>;

/** Results of the service: asked for when they are due, judged, stored, and rechecked where the rules change. */
export function createResults(deps: ResultsDeps) {
  const { db, clock, random, client, token, slots, settings, emit } = deps;
  const { stored, observations, verifications, documents, watches, readings, entryDetails } = deps.stores;
  const submitted = (entryId: string) => {
    const { data, dateForm } = entryDetails.verification(entryId);
    return { submitted: data, dateForm };
  };
  const rules = (): ResultRules => {
    const seen = observations.current();
    return { scales: scoreScales(settings(), seen), dates: dateRule(settings().dateForm, seen.dates) };
  };
  const noting = createResultNoting({
    db,
    clock,
    observations,
    verifications,
    documents,
    settings,
    rules,
    onOtherRules: () => {
      sorting.noteOtherRules();
    },
    onObserved: deps.onObserved,
  });
  const sorting = createResultSorting({
    stored,
    clock,
    watches,
    readings,
    verifications,
    noting,
    rules,
    submitted,
    settings,
    onSorted: (kind, ids) => {
      emit(resultKinds[kind].changed, { ids });
      watcher.wake();
    },
    onFault: (error) => {
      deps.fault('results_not_sorted', error);
    },
  });
  const verdictDays = createVerdictDays({
    stored,
    clock,
    verifications,
    noting,
    onEarlierDay: () => {
      sorting.note();
    },
    onJudged: (ids) => {
      emit('entries.changed', { ids });
    },
    onFault: (error) => {
      deps.fault('verdicts_not_renewed', error);
    },
  });
  const checks = createResultChecks({
    client,
    token,
    clock,
    verifications,
    documents,
    readings,
    noting,
    submitted,
    settings,
    observe: (sign, generation, subject) => deps.observe(sign, generation, subject),
    slots,
  });
  const watcher = createWatcher({
    watches,
    clock,
    random: random,
    mayRead: () => deps.mayRead(),
    concurrency: () => settings().concurrency,
    recheckDays: (kind) => (kind === 'verification' ? settings().recheckDays : 0),
    check: (kind, subject, asked) => checks.check(kind, subject, asked),
    expedite: (kind, subject) => {
      checks.expedite(kind, subject);
    },
    onChecked: (kind, subject, outcome, asked) => {
      const arrived = outcome.kind === 'final' || outcome.kind === 'open' ? outcome.arrived : undefined;
      if (arrived !== undefined && !asked) deps.onArrived({ kind, id: subject, ...arrived });
      emit(resultKinds[kind].changed, { ids: [subject] });
    },
    onFault: (error) => {
      deps.fault('result_not_stored', error);
    },
  });
  return { rules, checks, watcher, sorting, verdictDays };
}
