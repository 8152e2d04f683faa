import type { ServiceSign } from '../outbox/outcome.ts';
import type { Clock, Timer } from '../clock.ts';
import { signOf, type ReadAnswer } from '../service-client/answer.ts';
import { answerProblem } from '../service-client/answer-problem.ts';
import type { ServiceClient } from '../service-client/client.ts';
import type { LookUpStore, OpenLookUp } from '../store/look-ups.ts';
import type { VendorStore } from '../store/vendors.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import type { RequestPlaces } from './request-places.ts';
import type { TokenHolder } from './token-holder.ts';

interface Parts {
  lookUps: LookUpStore;
  vendors: VendorStore;
  client: ServiceClient;
  token: TokenHolder;
  clock: Clock;
  /** Whether reading makes sense now: reachable, signed in, not held back by the service or the person. */
  mayRead(): boolean;
  concurrency(): number;
  /** Asks once there is a place among the requests under way; null where it was not asked after all. */
  inPlace: RequestPlaces['read'];
  /** Tells whether the trouble that was met is this one's own. */
  observe(sign: ServiceSign, tokenGeneration: number, subject: string): boolean;
  /** Told a moment after ids were settled: which jobs' rows, and which vendors were fetched. */
  onChanged(rows: string[], vendorIds: string[]): void;
  /** What was answered could not be stored. It is asked for again later. */
  onFault(error: unknown): void;
}

/** Looks up the vendors of the job that is open, a few at a time, whenever the service may be asked. */
export interface LookUpRunner {
  start(): void;
  /** There may be work, or it may go on. */
  wake(): void;
  /** Lets what is under way end; nothing is written after that. */
  stop(): Promise<void>;
}

/** So often the server may have a problem with one id before it is given up. */
const mostTries = 5;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
const napMs = 30_000;
const tellAfterMs = 100;

export function createLookUpRunner(parts: Parts): LookUpRunner {
  const { lookUps, vendors, clock } = parts;
  const underWay = new Map<string, Promise<void>>();
  let running = false;
  let timer: Timer | null = null;
  let telling: Timer | null = null;
  let pauseMs = 0;
  let pausedUntil = -Infinity;
  let changedRows: string[] = [];
  let changedVendors: string[] = [];

  const keyOf = (one: OpenLookUp) => `${one.job}:${one.position}`;

  function plan(inMs: number): void {
    timer?.cancel();
    if (running) timer = clock.after(Math.max(inMs, 0), pump);
  }

  function pump(): void {
    if (!running) return;
    try {
      goOn();
    } catch (error) {
      parts.onFault(error);
      pause();
      plan(pauseMs);
    }
  }

  function goOn(): void {
    const job = lookUps.running();
    if (job === null) return;
    const wait = pausedUntil - clock.steady();
    if (!parts.mayRead() || wait > 0) {
      plan(wait > 0 ? wait : napMs);
      return;
    }
    const room = parts.concurrency() - underWay.size;
    const open = room <= 0 ? [] : lookUps.open(job, underWay.size + room);
    const free = open.filter((one) => !underWay.has(keyOf(one))).slice(0, room);
    for (const one of free) launch(one);
    if (open.length === 0 && underWay.size === 0 && room > 0 && lookUps.endIfDone(job, clock.wall())) {
      tell([`${job}:`], []);
    }
  }

  function launch(one: OpenLookUp): void {
    const key = keyOf(one);
    const work = ask(one)
      .catch((error: unknown) => {
        parts.onFault(error);
        pause();
      })
      .finally(() => {
        underWay.delete(key);
        plan(0);
      });
    underWay.set(key, work);
  }

  async function ask(one: OpenLookUp): Promise<void> {
    let own = false;
    const answer = await parts.inPlace(async () => {
      const token = parts.token.current();
      if (token === null) return null;
      const said = await parts.client.getVendorProfile(one.vendorId, token.value);
      if (running) own = parts.observe(signOf(said), token.generation, `vendor ${one.vendorId}`);
      return said;
    }, false);
    if (!running) return;
    if (answer === null) pause();
    else settle(one, answer, own);
  }

  function settle(one: OpenLookUp, answer: ReadAnswer<VendorProfile>, own: boolean): void {
    const at = clock.wall();
    switch (answer.kind) {
      case 'found':
        pauseMs = 0;
        // The profile first: an id that is settled has its profile here, whatever comes in between.
        vendors.put(one.vendorId, answer.reading, answer.body, at);
        lookUps.settle(one, 'found', null, at);
        tell([keyOf(one)], [one.vendorId]);
        return;
      case 'unknown_id':
      case 'refused':
      case 'unreadable':
        pauseMs = 0;
        lookUps.settle(
          one,
          answer.kind === 'unknown_id' ? 'unknown' : answer.kind,
          answerProblem(answer, 'vendor').message,
          at,
        );
        tell([keyOf(one)], []);
        return;
      case 'trouble':
      case 'redirected':
        triedInVain(one, answer);
        return;
      case 'busy':
        // Where the others are answered well, the silence that it asks for is about this vendor alone.
        if (own) triedInVain(one, answer);
        else pause();
        return;
      case 'token_refused':
      case 'unreachable':
        // Says nothing about this vendor: it stays as it is until the service can be asked again.
        pause();
    }
  }

  function triedInVain(one: OpenLookUp, answer: Exclude<ReadAnswer<VendorProfile>, { kind: 'found' }>): void {
    if (one.tries + 1 >= mostTries) {
      lookUps.settle(one, 'gave_up', answerProblem(answer, 'vendor').message, clock.wall());
      tell([keyOf(one)], []);
    } else lookUps.triedInVain(one);
    pause();
  }

  function pause(): void {
    pauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), longestPauseMs);
    pausedUntil = clock.steady() + pauseMs;
  }

  function tell(rows: string[], vendorIds: string[]): void {
    changedRows.push(...rows);
    changedVendors.push(...vendorIds);
    telling ??= clock.after(tellAfterMs, () => {
      telling = null;
      const told = { rows: changedRows, vendors: changedVendors };
      changedRows = [];
      changedVendors = [];
      parts.onChanged(told.rows, told.vendors);
    });
  }

  return {
    start() {
      running = true;
      plan(0);
    },
    wake() {
      plan(0);
    },
    async stop() {
      running = false;
      timer?.cancel();
      telling?.cancel();
      await Promise.allSettled(underWay.values());
    },
  };
}
