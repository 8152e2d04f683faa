import { resultKinds } from '#shared/service/result-kinds.ts';
import { scoreScales } from '#shared/service/score.ts';
import { dateRule } from '#shared/service/service-dates.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import type { ServiceClient } from '../service-client/client.ts';
import { createWatcher } from '../watcher/watcher.ts';
import type { WorkspaceBase } from './base.ts';
import { createResultChecks } from './result-checks.ts';
import { createResultNoting } from './result-noting.ts';
import type { ResultRules } from './result-summary.ts';
import { createResultSorting } from './result-sorting.ts';
import type { TokenHolder } from './token-holder.ts';
import { createVerdictDays } from './verdict-days.ts';

export type Results = ReturnType<typeof createResults>;

/** Results of the service: read when due, judged, stored, and rechecked when the rules change. */
export function createResults(
  base: WorkspaceBase,
  client: ServiceClient,
  token: TokenHolder,
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
  const checks = createResultChecks(base, { client, token, dispatcher, noting });
  const watcher = createWatcher({
    watches: stores.watches,
    clock,
    random,
    mayRead: () => dispatcher.mayRead(),
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
