import type { WorkspaceSettings } from '#shared/settings.ts';
import { createAnswerReader, type AnswerReader } from '../answers/answer-reader.ts';
import type { Clock } from '../clock.ts';
import type { Network } from '../network/network.ts';
import { quickMs } from '../outbox/reachability.ts';
import { createServiceClient, type KeepAnswer, type ServiceClient } from '../service-client/client.ts';
import { createQuickProbe, createServiceProbe } from '../service-client/service-probe.ts';
import { createTransport, type TransportLimits } from '../service-client/transport.ts';
import type { SettingStore } from '../store/settings.ts';
import { observeTransport } from './observed-exchanges.ts';

export interface ServiceConnectionDeps {
  baseUrl: string;
  clock: Clock;
  network: Network;
  limits: TransportLimits;
  answerWorker: string;
  stored: SettingStore;
  settings: () => WorkspaceSettings;
  keep: KeepAnswer;
  fault(event: string, error: unknown): void;
}

/** The way from an open workspace to its service. */
export interface ServiceConnection {
  readonly client: ServiceClient;
  readonly answers: AnswerReader;
  readonly transport: ReturnType<typeof observeTransport>;
  readonly probe: ReturnType<typeof createServiceProbe>;
  readonly quickProbe: ReturnType<typeof createQuickProbe>;
  readonly hangUp: () => Promise<void>;
}

/** Room for the outbox, the reading of results and single questions at once, each with as many as the settings allow. */
const connections = 40;

export function connectToService(deps: ServiceConnectionDeps): ServiceConnection {
  const { baseUrl, clock, settings } = deps;
  const answers = createAnswerReader(deps.answerWorker, (error) => {
    deps.fault('answer_not_judged', error);
  });
  const transport = observeTransport(
    createTransport(baseUrl, connections, deps.limits, deps.network, answers),
    deps.stored,
    clock,
    () => settings().envelope,
    (error) => {
      deps.fault('exchange_not_noted', error);
    },
  );
  const client = createServiceClient(transport, clock, settings, answers, deps.keep);
  // What is open may be dead without anybody knowing, so whether the service is back is asked over connections of its own.
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
    async hangUp() {
      await Promise.all([transport.close(), quickTransport.close(), answers.close()]);
    },
  };
}
