import { createAnswerReader } from '../answers/answer-reader.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import { quickMs } from '../outbox/reachability.ts';
import { toServiceSign, type ReadAnswer } from '../service-client/answer.ts';
import { createServiceClient } from '../service-client/client.ts';
import { createQuickProbe, createServiceProbe } from '../service-client/service-probe.ts';
import { createTransport, type Transport, type TransportRequest } from '../service-client/transport.ts';
import type { WorkspaceBase, WorkspaceDeps } from './base.ts';
import type { TokenHolder } from './token-holder.ts';
import {
  exchangeObservations,
  maxSeenWords,
  noExchanges,
  type ExchangeObservations,
} from '#shared/settings/observations.ts';
import { matchingForm } from '#shared/settings/status.ts';
import { ownMember } from '#shared/base/own-member.ts';
import type { Clock } from '../clock.ts';
import { answerTraits } from '../service-client/answer-traits.ts';
import type { AnsweredExchange, Exchange } from '../service-client/exchange.ts';
import { saysInvalidToken } from '../service-client/service-sign.ts';
import type { SettingStore } from '../store/settings.ts';

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

const setting = 'service.exchanges';
/** A crash loses what came since; answers show it again soon. */
const writtenEveryMs = 60_000;

/**
 * A transport that notes what answers show of the service, for the person who sets how it is read.
 * @param onFault called with an error in noting; the exchange is returned anyway
 */
function observeTransport(
  transport: Transport,
  stored: SettingStore,
  clock: Clock,
  envelope: () => string | null,
  onFault: (error: unknown) => void,
) {
  let observed = stored.read(setting, exchangeObservations) ?? noExchanges;
  let written = observed;
  let writtenAt = clock.steady();

  /** Stores what came since the last time. Throws where it cannot be written. */
  function save(): void {
    if (written === observed) return;
    stored.write(setting, observed);
    written = observed;
    writtenAt = clock.steady();
  }

  function note(request: TransportRequest, exchange: AnsweredExchange, tookMs: number): void {
    observed = withTime(observed, request.method === 'POST', tookMs);
    if (saysInvalidToken(exchange)) {
      const status = String(exchange.status);
      const times = (ownMember(observed.invalidToken, status) ?? 0) + 1;
      observed = { ...observed, invalidToken: { ...observed.invalidToken, [status]: times } };
    }
    if (exchange.status >= 200 && exchange.status < 300 && exchange.cut === null) {
      observed = withTraits(observed, answerTraits(request.path, exchange.body, envelope()));
    }
    if (clock.steady() - writtenAt >= writtenEveryMs) save();
  }

  return {
    observed: () => observed,
    save,
    async exchange(request: TransportRequest): Promise<Exchange> {
      const begunAt = clock.steady();
      const exchange = await transport.exchange(request);
      // A probe shows nothing of the operations.
      if (exchange.kind === 'answered' && request.method !== 'HEAD') {
        try {
          note(request, exchange, clock.steady() - begunAt);
        } catch (error) {
          onFault(error);
        }
      }
      return exchange;
    },
    close: () => transport.close(),
  };
}

function withTime(before: ExchangeObservations, sends: boolean, tookMs: number): ExchangeObservations {
  const name = sends ? 'slowestSendMs' : 'slowestReadMs';
  return tookMs > (before[name] ?? -1) ? { ...before, [name]: Math.round(tookMs) } : before;
}

function withTraits(
  before: ExchangeObservations,
  traits: ReturnType<typeof answerTraits>,
): ExchangeObservations {
  if (traits === null) return before;
  const { wrappedIn, hasRelativeAddress } = traits;
  const after = { ...before };
  if (wrappedIn !== null)
    after.wrapped = { ...before.wrapped, [wrappedIn]: (before.wrapped[wrappedIn] ?? 0) + 1 };
  if (hasRelativeAddress) after.relativeAddresses += 1;
  for (const word of traits.statusWords) {
    const known = after.statusWords.some((one) => matchingForm(one) === matchingForm(word));
    if (!known && after.statusWords.length < maxSeenWords) after.statusWords = [...after.statusWords, word];
  }
  return after;
}
