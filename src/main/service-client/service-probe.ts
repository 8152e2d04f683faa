import { obstacleOf } from '#shared/network-words.ts';
import type { Network } from '../network/network.ts';
import type { ServiceClient } from './client.ts';
import type { Exchange } from './exchange.ts';
import { networkAsksForSignIn } from './network-sign-in.ts';
import { foreignPage, networkSignIn } from './stranger.ts';
import { isWebPage } from './web-page.ts';

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
    const read = await client.askItself(null);
    headIsSilent = read.kind === 'answered';
    return read;
  }

  return async (itself, token) => {
    const exchange = itself ? await client.askItself(token) : await anyAnswer();
    if (exchange.kind === 'answered') {
      if (exchange.status === 511) return { kind: 'not_sent', detail: networkSignIn };
      return itself && isOfStranger(exchange) ? { kind: 'not_sent', detail: foreignPage } : exchange;
    }
    const obstacle = obstacleOf(exchange.detail)?.kind;
    const foreign = obstacle === 'certificate_unknown' || obstacle === 'certificate_name';
    const asked = await networkAsksForSignIn(baseUrl, network, foreign);
    return asked ? { kind: 'not_sent', detail: networkSignIn } : exchange;
  };
}

function isOfStranger({ status, contentType, body }: Extract<Exchange, { kind: 'answered' }>): boolean {
  if (status >= 300 && status < 400) return true;
  return status < 300 && isWebPage(contentType, body);
}
