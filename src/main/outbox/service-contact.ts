import type { SyncStatus } from '#shared/outbox/outbox.ts';
import type { ServiceInterface } from '#shared/settings/settings.ts';
import type { Clock } from '../clock.ts';
import { type ReadAnswer, toServiceSign } from '../service-client/answer.ts';
import type { Exchange } from '../service-client/exchange.ts';
import { type ServiceSign, refusesToken } from '../service-client/service-sign.ts';
import { isPassable } from './queue-condition.ts';
import type { QueueFlags } from './queue-flags.ts';
import { createReachability, type Reachability, type ReachabilityParts } from './reachability.ts';
import { createServiceTrouble } from './service-trouble.ts';

/** The token as it is when a request goes out. A new token has a new generation. */
export interface HeldToken {
  value: string;
  generation: number;
}

export interface ServiceContactDeps {
  flags: QueueFlags;
  clock: Clock;
  random: () => number;
  /** Probes the service. `itself`: only its own answers count; `token` (null if refused) goes along then. */
  probe(itself: boolean, token: string | null): Promise<Exchange>;
  /** See {@link createQuickProbe}. */
  quickProbe: (itself: boolean) => Promise<Exchange>;
  /** See {@link ServiceClient.heartbeat}. */
  heartbeat(token: string): Promise<ReadAnswer<unknown>>;
  token(): HeldToken | null;
  settings(): ServiceInterface;
  onTokenAccepted(at: number): void;
}

export interface ServiceContactHooks extends Pick<ReachabilityParts, 'onBack' | 'onChange' | 'onSilence'> {
  /** Runs a write; where it fails, that is shown and the write is tried again. */
  save: (write: () => void) => void;
  isClosed(): boolean;
  /** Whether nothing new is begun for the moment. */
  standsStill(): boolean;
}

export interface LastContact extends Pick<SyncStatus, 'lastAnswerAt' | 'wellAt' | 'finding'> {
  heartbeatSince: number | null;
  /** Something went out and nothing came back; until it is known whether anything does, no more is put at risk. */
  inSuspense: boolean;
}

export type ServiceContact = ReturnType<typeof createServiceContact>;

/** Whether the service can be reached and is well, by everything that it answers. */
export function createServiceContact(deps: ServiceContactDeps, hooks: ServiceContactHooks) {
  const { flags, clock } = deps;
  const lastContact: LastContact = {
    lastAnswerAt: null,
    wellAt: null,
    finding: null,
    heartbeatSince: null,
    inSuspense: false,
  };
  let heartbeatNotBefore = 0;

  const trouble = createServiceTrouble(flags, () => clock.wall(), hooks.save);
  const mayAsk = () => !flags.workOffline() && !flags.paused();
  const reachability: Reachability = createReachability({
    clock,
    random: deps.random,
    probe,
    quickProbe: deps.quickProbe,
    heartbeat,
    mayBeat: () => {
      const held = trouble.condition();
      const silent = clock.wall() < heartbeatNotBefore || (held !== null && !isPassable(held));
      return !hooks.standsStill() && mayAsk() && !silent;
    },
    mayAsk,
    onBack: () => {
      lastContact.inSuspense = false;
      lastContact.finding = null;
      lastContact.lastAnswerAt = lastContact.wellAt = clock.wall();
      hooks.onBack();
    },
    onChange: () => {
      lastContact.inSuspense = false;
      hooks.onChange();
    },
    onSilence: hooks.onSilence,
  });

  /** Asks whether the service is there; what it says to the token, where that went along, counts as ever. */
  async function probe(itself: boolean): Promise<Exchange> {
    // Answers that came in together with the one that led here are heard first: one may refuse the token.
    if (itself) await new Promise((resolve) => setImmediate(resolve));
    const token = itself && !flags.tokenRefused() ? deps.token() : null;
    const exchange = await deps.probe(itself, token?.value ?? null);
    if (token !== null && exchange.kind === 'answered' && refusesToken(exchange, deps.settings()))
      noteRefused(token.generation);
    return exchange;
  }

  async function heartbeat(seen: boolean): Promise<() => void> {
    const token = seen && !flags.tokenRefused() ? deps.token() : null;
    lastContact.heartbeatSince = clock.wall();
    const beat = token === null ? await signOfLife() : toHeartbeat(await deps.heartbeat(token.value));
    lastContact.heartbeatSince = null;
    return () => {
      if (hooks.isClosed()) return;
      takeHeartbeat(beat);
      if (beat.kind === 'token_refused' && token !== null) noteRefused(token.generation);
      hooks.onChange();
    };
  }

  /** Without a token only a sign of life is possible. */
  async function signOfLife(): Promise<Heartbeat> {
    const exchange = await deps.probe(false, null);
    return exchange.kind === 'answered' ? { kind: 'well' } : { kind: 'unreachable', detail: exchange.detail };
  }

  /** A heartbeat's finding holds back further heartbeats only: entries find out themselves. */
  function takeHeartbeat(beat: Heartbeat): void {
    switch (beat.kind) {
      case 'unanswered':
        reachability.check();
        return;
      case 'unreachable':
        reachability.missed(beat.detail);
        return;
      case 'unexpected_responder':
        reachability.answeredByUnexpectedResponder(beat.detail);
        return;
      case 'trouble':
        heartbeatNotBefore = clock.wall() + beat.waitMs;
        lastContact.finding = { kind: 'trouble', status: beat.status, at: clock.wall() };
        break;
      case 'redirected':
        lastContact.finding = { ...beat, at: clock.wall() };
        break;
      case 'token_refused':
        break;
      case 'well':
        lastContact.finding = null;
        lastContact.wellAt = clock.wall();
        break;
    }
    reachability.answered(beat.kind === 'well' || beat.kind === 'token_refused');
    lastContact.lastAnswerAt = clock.wall();
  }

  /** A refusal of an older token says nothing about the one that replaced it. */
  function noteRefused(generation: number): void {
    if (hooks.isClosed() || deps.token()?.generation !== generation) return;
    hooks.save(() => flags.setTokenRefused(true));
  }

  function observe(sign: ServiceSign, generation: number, subject: string): boolean {
    if (hooks.isClosed()) return false;
    const now = clock.wall();
    const own = trouble.note(sign, subject);
    if (sign.kind !== 'unreachable' && sign.kind !== 'no_answer' && sign.kind !== 'unexpected_responder') {
      reachability.answered(sign.kind !== 'trouble' && sign.kind !== 'redirected');
      lastContact.inSuspense = false;
      lastContact.lastAnswerAt = now;
    }
    switch (sign.kind) {
      case 'unreachable':
        reachability.missed(sign.detail);
        break;
      case 'unexpected_responder':
        reachability.answeredByUnexpectedResponder(sign.detail);
        break;
      case 'healthy':
        lastContact.finding = null;
        if (sign.ofPage !== true) lastContact.wellAt = now;
        // An answer to an older token says nothing about the one that replaced it.
        if (sign.ofPage !== true && deps.token()?.generation === generation)
          hooks.save(() => deps.onTokenAccepted(now));
        break;
      case 'no_answer':
        // A question that cannot do harm shows whether anything comes back at all.
        lastContact.inSuspense = true;
        reachability.sentInVain();
        break;
      case 'trouble':
      case 'redirected':
      case 'busy':
        break;
      case 'token_refused':
        noteRefused(generation);
        break;
    }
    hooks.onChange();
    return own;
  }

  return {
    lastContact,
    reachability,
    trouble,
    /** Takes what a request met; returns whether the trouble is this subject's own, since others are answered. */
    observe,
    /** Forgets all that is known of the service's trouble. */
    forget(): void {
      trouble.forget();
      heartbeatNotBefore = 0;
    },
  };
}

/** The finding of a request that only checks whether the service is well. */
export type Heartbeat =
  | { kind: 'well' }
  /** `waitMs`: for how long it wants to be asked nothing; 0 where it does not say. */
  | { kind: 'trouble'; status: number; waitMs: number }
  | { kind: 'unanswered' }
  | Extract<ServiceSign, { kind: 'unreachable' | 'unexpected_responder' | 'redirected' | 'token_refused' }>;

/** 500 and 501 are the service's own; other errors are its gateway's, or ask for patience. */
export function toHeartbeat(answer: ReadAnswer<unknown>): Heartbeat {
  if (answer.kind === 'busy') return { ...answer, kind: 'trouble', waitMs: answer.waitMs ?? 0 };
  if (answer.kind === 'trouble' && answer.status > 501) return { ...answer, waitMs: 0 };
  const sign = toServiceSign(answer);
  switch (sign.kind) {
    case 'healthy':
    case 'trouble':
    case 'busy':
      return { kind: 'well' };
    case 'no_answer':
      return { kind: 'unanswered' };
    case 'unreachable':
    case 'unexpected_responder':
    case 'redirected':
    case 'token_refused':
      return sign;
  }
}
