import type { EntryKind } from '#shared/outbox/outbox.ts';
import { getErrorName } from '#shared/base/error-name.ts';
import type { ServiceInterface } from '#shared/settings/settings.ts';
import type { Clock } from '../clock.ts';
import type { Exchange } from '../service-client/exchange.ts';
import type { SettledAttempt } from './attempt-outcomes.ts';
import type { ClaimedEntry } from './entry-claims.ts';
import type { Outcome } from './outcome.ts';
import type { HeldToken, ServiceContact } from './service-contact.ts';

export interface InFlightDeps {
  clock: Clock;
  /** Sends one entry's request; resolves with what happened on the wire, never rejects for a network failure. */
  send(entry: ClaimedEntry, token: string): Promise<Exchange>;
  /** The outcome of an exchange, see {@link toOutcome}; never rejects. */
  judge(kind: EntryKind, exchange: Exchange, promises: ServiceInterface, now: number): Promise<Outcome>;
  token(): HeldToken | null;
  settings(): ServiceInterface;
}

export type InFlight = ReturnType<typeof createInFlight>;

/**
 * Entries that were claimed, until their outcomes are written down.
 * @param observe takes what each request met @param onFinished called when outcomes are ready or somebody waits for them
 */
export function createInFlight(
  deps: InFlightDeps,
  observe: ServiceContact['observe'],
  onFinished: () => void,
) {
  const { clock } = deps;
  /** When each was launched; null once its answer is there. */
  const launched = new Map<string, number | null>();
  const finished: SettledAttempt[] = [];
  const waiting = new Set<() => void>();

  async function settle(entry: ClaimedEntry, exchange: Exchange, generation: number): Promise<void> {
    const at = clock.wall();
    launched.set(entry.id, null);
    const { verdict, sign, words } = await deps.judge(entry.kind, exchange, deps.settings(), at);
    finished.push({ entry, verdict, answer: exchange.kind === 'answered' ? exchange : null, words, at });
    observe(sign, generation, entry.id);
    onFinished();
  }

  const isIdle = () => launched.size === 0 && finished.length === 0;
  return {
    size: () => launched.size,
    launch(entry: ClaimedEntry): void {
      launched.set(entry.id, clock.wall());
      const held = deps.token();
      if (held === null) {
        // Taken away between the claim and now: nothing left, and the entry waits for the next token.
        const verdict = { event: 'unauthorised' as const, reason: { code: 'token_refused' as const } };
        launched.set(entry.id, null);
        finished.push({ entry, verdict, answer: null, words: null, at: clock.wall() });
        onFinished();
        return;
      }
      deps.send(entry, held.value).then(
        (exchange) => void settle(entry, exchange, held.generation),
        (error: unknown) => {
          // A bug in the transport: whether anything left is not known, so it counts as if it had.
          const detail = getErrorName(error);
          void settle(entry, { kind: 'no_answer', detail }, held.generation);
        },
      );
    },
    finished: (): readonly SettledAttempt[] => finished.slice(),
    noteSettled(batch: readonly SettledAttempt[]): void {
      finished.splice(0, batch.length);
      for (const { entry } of batch) launched.delete(entry.id);
    },
    /** Since when the oldest request without an answer waits; Infinity where none does. */
    oldestLaunch: (): number => Math.min(...[...launched.values()].map((at) => at ?? Infinity)),
    /** Tells those who wait for it, if nothing is under way. */
    tellIdle(): void {
      if (isIdle()) for (const tell of waiting) tell();
    },
    /** Waits until nothing is under way and every outcome is written, up to `withinMs`; returns whether it is so. */
    whenIdle: (withinMs: number): Promise<boolean> => {
      if (isIdle()) return Promise.resolve(true);
      return new Promise((resolve) => {
        const end = (idle: boolean) => {
          waiting.delete(tell);
          limit.cancel();
          resolve(idle);
        };
        const tell = () => end(true);
        const limit = clock.after(withinMs, () => end(false));
        waiting.add(tell);
        onFinished();
      });
    },
  };
}
