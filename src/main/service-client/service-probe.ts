import { findObstacle } from '#shared/words/network-messages.ts';
import type { Network } from '../network/network.ts';
import { bodyKind } from './body-kind.ts';
import type { ServiceClient } from './client.ts';
import type { AnsweredExchange, Exchange } from './exchange.ts';
import { networkAsksForSignIn } from './network-sign-in.ts';
import { foreignPage, networkSignIn, unexpectedResponderDetail } from './unexpected-responder.ts';

/**
 * Asks whether the service is there. `itself`: something else has answered in its place before, so an answer counts only
 * where the service can have given it. Some services answer every question but HEAD, so one that reads follows where that
 * brings nothing. Where nothing answers, the network is asked whether it wants the person to sign in.
 */
export function createServiceProbe(
  baseUrl: string,
  client: ServiceClient,
  network: Network,
): (itself: boolean, token: string | null) => Promise<Exchange> {
  /** The service answers questions that read, but not HEAD: then it is not waited for again. */
  let headIsSilent = false;

  async function anyAnswer(): Promise<Exchange> {
    if (!headIsSilent) {
      const head = await client.probe();
      if (head.kind !== 'no_answer') return head;
    }
    // Any answer will do, so the token stays here.
    const read = await client.probeService(null);
    headIsSilent = read.kind === 'answered';
    return read;
  }

  return async (itself, token) => {
    const exchange = itself ? await client.probeService(token) : await anyAnswer();
    if (exchange.kind === 'answered') {
      if (exchange.status === 511) return { kind: 'not_sent', detail: networkSignIn };
      const responder = itself ? findUnexpectedResponder(exchange) : null;
      return responder === null ? exchange : { kind: 'not_sent', detail: responder };
    }
    const obstacle = findObstacle(exchange.detail)?.kind;
    const foreign = obstacle === 'certificate_unknown' || obstacle === 'certificate_name';
    const asked = await networkAsksForSignIn(baseUrl, network, foreign);
    return asked ? { kind: 'not_sent', detail: networkSignIn } : exchange;
  };
}

/** Probes once, for somebody who waits to see the service back; no answer shows nothing. */
export function createQuickProbe(client: ServiceClient): (itself: boolean) => Promise<Exchange> {
  return async (itself) => {
    const exchange = await client.probeService(null);
    if (exchange.kind !== 'answered') return exchange;
    const responder =
      exchange.status === 511 ? networkSignIn : itself ? findUnexpectedResponder(exchange) : null;
    return responder === null ? exchange : { kind: 'not_sent', detail: responder };
  };
}

/** Why something else than the service gave this answer to a question that only reads; null where the service can have. */
function findUnexpectedResponder(exchange: AnsweredExchange): string | null {
  if (exchange.status >= 300 && exchange.status < 400) return foreignPage;
  return exchange.status < 300 ? unexpectedResponderDetail(bodyKind(exchange)) : null;
}
