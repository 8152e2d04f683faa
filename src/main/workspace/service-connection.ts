import { createAnswerReader } from '../answers/answer-reader.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import { quickMs } from '../outbox/reachability.ts';
import { toServiceSign, type ReadAnswer } from '../service-client/answer.ts';
import { createServiceClient } from '../service-client/client.ts';
import { createQuickProbe, createServiceProbe } from '../service-client/service-probe.ts';
import { createTransport } from '../service-client/transport.ts';
import type { WorkspaceBase, WorkspaceDeps } from './base.ts';
import type { TokenHolder } from './token-holder.ts';

export type ServiceConnection = ReturnType<typeof connectToService>;

/** Enough for the outbox, results and single questions at once, each with as many as the settings allow. */
const connections = 40;

export type Ask = ReturnType<typeof createAsk>;

/** Reads from the service with the current token once a slot is free; null where there is no token by then. */
export function createAsk(token: TokenHolder, dispatcher: Dispatcher) {
  /** `own` in the result: a problem with this answer says nothing about other subjects. */
  return <T>(name: string, asked: boolean, read: (token: string) => Promise<ReadAnswer<T>>) => {
    const askNow = async () => {
      const held = token.current();
      if (held === null) return null;
      const answer = await read(held.value);
      return { answer, own: dispatcher.observe(toServiceSign(answer), held.generation, name) };
    };
    return dispatcher.slots.read(askNow, asked, name);
  };
}

/** The connection of an open workspace to its service. */
export function connectToService(
  { clock, settings, stores, reportAs }: WorkspaceBase,
  baseUrl: string,
  deps: WorkspaceDeps,
) {
  const answers = createAnswerReader(deps.answerWorker, reportAs('answer_not_judged'));
  const transport = createTransport(baseUrl, connections, deps.limits, deps.network, answers);
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
    probe: createServiceProbe(baseUrl, client, deps.network),
    quickProbe: createQuickProbe(quickClient),
    hangUp: async (): Promise<void> => {
      await Promise.all([transport.close(), quickTransport.close(), answers.close()]);
    },
  };
}
