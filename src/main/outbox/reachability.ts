import { getErrorName } from '#shared/base/error-name.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Exchange } from '../service-client/exchange.ts';
import { fullJitter, type BackoffPolicy } from './backoff.ts';

export type Reachability = ReturnType<typeof createReachability>;

export interface ReachabilityParts {
  clock: Clock;
  random: () => number;
  /** `itself`: only what the service can have said counts. */
  probe(itself: boolean): Promise<Exchange>;
  /** The same question over a new connection, with {@link quickMs} for it: no answer to it says nothing. */
  quickProbe(itself: boolean): Promise<Exchange>;
  /**
   * Asks the service, which is there by all that is known, whether all is still well, or whether it is still there where nobody
   * looks. Resolves with what takes the answer in, which may ask again. Never rejects.
   */
  heartbeat(seen: boolean): Promise<() => void>;
  /** False while the service has asked for silence too, or nothing new is to be begun. */
  mayBeat(): boolean;
  /** False while the person works offline by choice: then nothing at all is asked. */
  mayAsk(): boolean;
  /** The service answers again, or for the first time. */
  onBack(): void;
  onChange(): void;
  /** Connections work but no answers come: one entry shows whether the service answers. */
  onSilence(): void;
}

/** Quick at first, since a network often comes back at once; never rarer than every quarter of a minute. */
const probing: BackoffPolicy = { firstMs: 1000, maxMs: 15_000 };
/** Someone who is waiting for the network sees at once that it is back. */
export const quickMs = 2000;
/**
 * While nothing else is asked of the service, it is asked this often whether all is well. Often only while somebody uses the
 * window, since each question costs the service something too.
 */
const quietHeartbeatMs = 60_000;
const heartbeatInUseMs = 4000;
/** After this long without input nobody is using the window. */
const inUseForMs = 60_000;

/** After this long without an answer one entry is tried unasked, unless one went unanswered already. */
const silenceMs = 2 * 60_000;

/**
 * While the service cannot be reached, one small question without a token is asked of it now and then, so that
 * entries need not be tried (and counted) just to find out.
 */
export function createReachability(parts: ReachabilityParts) {
  let lost: { since: number; detail: string } | null = null;
  let timer: Timer | null = null;
  let tries = 0;
  let asking = false;
  let stopped = false;
  let itself = false;
  let personAsked = false;
  let triedUnasked = false;
  let inFront = false;
  let inUseUntil = -Infinity;
  /** When the service was last heard, or asked for a heartbeat, by the steady clock. */
  let heardAt = parts.clock.steady();
  let quickTimer: Timer | null = null;
  let askingQuickly = false;
  let beating = false;

  function planNext(): void {
    timer?.cancel();
    if (stopped) return;
    if (lost === null) timer = parts.clock.after(untilHeartbeat(), beat);
    else timer = parts.clock.after(Math.max(250, fullJitter(probing, tries, parts.random())), ask);
  }

  function untilHeartbeat(): number {
    const now = parts.clock.steady();
    return heardAt + (isInUse() ? heartbeatInUseMs : quietHeartbeatMs) - now;
  }

  const isInUse = (): boolean => inFront && parts.clock.steady() < inUseUntil;

  function beat(): void {
    if (beating) return;
    if (untilHeartbeat() > 0) {
      planNext();
      return;
    }
    if (!parts.mayBeat()) {
      timer = parts.clock.after(quietHeartbeatMs, beat);
      return;
    }
    beating = true;
    void parts.heartbeat(inFront).then((applyAnswer) => {
      beating = false;
      if (stopped) return;
      heardAt = parts.clock.steady();
      applyAnswer();
      if (!asking) planNext();
    });
  }

  /** Asks again and again, beside the patient questions, for as long as somebody waits to see that the service is back. */
  function askQuickly(): void {
    quickTimer?.cancel();
    const waited = lost !== null && inFront && !stopped;
    if (!waited || askingQuickly || !parts.mayAsk()) return;
    askingQuickly = true;
    const begun = parts.clock.steady();
    const askedItself = itself;
    void parts.quickProbe(askedItself).then((exchange) => {
      askingQuickly = false;
      if (exchange.kind === 'answered' && lost !== null && !stopped && (askedItself || !itself)) {
        found();
        if (!asking) planNext();
        return;
      }
      const took = parts.clock.steady() - begun;
      quickTimer = parts.clock.after(quickMs - took, askQuickly);
    });
  }

  function ask(): void {
    if (asking || stopped) return;
    if (!parts.mayAsk()) {
      personAsked = false;
      planNext();
      return;
    }
    asking = true;
    timer?.cancel();
    tries += 1;
    const askedItself = itself;
    parts.probe(askedItself).then(
      (exchange) => {
        asking = false;
        if (stopped) return;
        if (exchange.kind !== 'answered') missed(exchange);
        else if (askedItself || !itself) found();
        // Something else has shown itself in the service's place meanwhile, and may have given this answer too.
        planNext();
      },
      (error: unknown) => {
        asking = false;
        if (stopped) return;
        miss(getErrorName(error));
        planNext();
      },
    );
  }

  function missed({ kind, detail }: Exclude<Exchange, { kind: 'answered' }>): void {
    miss(detail);
    const wanted = personAsked;
    personAsked = false;
    // Without a connection, an entry would show no more.
    if (kind === 'not_sent' || lost === null) return;
    if (!wanted && (itself || triedUnasked || parts.clock.wall() - lost.since < silenceMs)) return;
    triedUnasked ||= !wanted;
    parts.onSilence();
  }

  function found(): void {
    tries = 0;
    personAsked = false;
    triedUnasked = false;
    lost = null;
    itself = false;
    // Anything may have answered. Who uses the window learns at once whether it was the service.
    if (!isInUse()) heardAt = parts.clock.steady();
    parts.onBack();
  }

  function miss(detail: string): void {
    const first = lost === null;
    lost = { since: lost?.since ?? parts.clock.wall(), detail };
    parts.onChange();
    if (first) quickTimer = parts.clock.after(quickMs, askQuickly);
  }

  function noteMiss(detail: string): void {
    const first = lost === null;
    miss(detail);
    if (first) {
      tries = 1;
      if (!asking) planNext();
    }
  }

  return {
    /** Since when, and why, the service cannot be reached; null while it can or nothing is known. */
    lost: (): { since: number; detail: string } | null => lost,
    /** Something answered; `surely`: only the service can have said that. */
    answered(surely: boolean): void {
      if (itself && !surely) return;
      heardAt = parts.clock.steady();
      const wasLost = lost !== null;
      if (wasLost) found();
      tries = 0;
      // A heartbeat that is planned looks itself when the service was heard last.
      if (!asking && (wasLost || timer === null)) planNext();
    },
    /** An entry was sent and nothing came back: whether anything does is asked now. */
    sentInVain(): void {
      triedUnasked = true;
      ask();
    },
    /** A connection could not be made. */
    missed: noteMiss,
    /** Something else answered in the service's place. Until the service itself answers, no other answer counts. */
    answeredByUnexpectedResponder(detail: string): void {
      itself = true;
      noteMiss(detail);
    },
    /** Any answer counts again. */
    takeAnyAnswer(): void {
      itself = false;
    },
    /** Asks now. `asked`: a person wants to know, so that one entry is tried where questions are not answered. */
    check(asked: boolean = false): void {
      personAsked ||= asked;
      ask();
    },
    /** Whether somebody is using the window; repeated while they do. */
    attend(now: boolean): void {
      inFront = now;
      inUseUntil = parts.clock.steady() + inUseForMs;
      if (lost !== null) askQuickly();
      else if (!asking) planNext();
    },
    stop(): void {
      stopped = true;
      timer?.cancel();
      quickTimer?.cancel();
    },
  };
}
