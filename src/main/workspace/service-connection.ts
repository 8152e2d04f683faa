import { createAnswerReader } from '../answers/answer-reader.ts';
import { quickMs } from '../outbox/reachability.ts';
import { createServiceClient } from '../service-client/client.ts';
import { createQuickProbe, createServiceProbe } from '../service-client/service-probe.ts';
import { createTransport } from '../service-client/transport.ts';
import type { WorkspaceBase, WorkspaceDeps } from './base.ts';
import { observeTransport } from './observed-exchanges.ts';

export type ServiceConnection = ReturnType<typeof connectToService>;

/** Enough for the outbox, results and single questions at once, each with as many as the settings allow. */
const connections = 40;

/** The connection of an open workspace to its service. */
export function connectToService(
  { clock, settings, stores, reportAs }: WorkspaceBase,
  baseUrl: string,
  deps: WorkspaceDeps,
) {
  const answers = createAnswerReader(deps.answerWorker, reportAs('answer_not_judged'));
  const transport = observeTransport(
    createTransport(baseUrl, connections, deps.limits, deps.network, answers),
    stores.stored,
    clock,
    () => settings().envelope,
    reportAs('exchange_not_noted'),
  );
  const client = createServiceClient(transport, clock, settings, answers, stores.readAnswers.keep);
  // Open connections may be dead unnoticed, so quick probes have their own.
  const quickTransport = createTransport(
    baseUrl,
    1,
    { ...deps.limits, connectMs: Math.min(deps.limits.connectMs, quickMs) },
    deps.network,
    answers,
  );
  const quickClient = createServiceClient(
    quickTransport,
    clock,
    () => ({ ...settings(), readTimeoutS: quickMs / 1000 }),
    answers,
  );
  return {
    client,
    answers,
    transport,
    probe: createServiceProbe(baseUrl, client, deps.network),
    quickProbe: createQuickProbe(quickClient),
    hangUp: async (): Promise<void> => {
      await Promise.all([transport.close(), quickTransport.close(), answers.close()]);
    },
  };
}
