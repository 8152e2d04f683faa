import type { UpdateState, UpdateStatus, UpdateFailure } from '#shared/settings/updates.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { chooseFeed, type Policy } from './policy.ts';
import { z } from 'zod';
import type { Emit } from '../ipc/handlers.ts';
import type { SettingStore } from '../store/settings.ts';

const minuteMs = 60_000;
/** Spread, so that a company's machines do not all check at nine. */
const firstCheckMs = { least: 10_000, spread: 50_000 };
const defaultPauseMs = 360 * minuteMs;
const retryPauseMs = 60 * minuteMs;
/** The random part of a pause. */
const jitter = 0.1;
/** Timers stop while the machine sleeps, so the steady clock is read this often. */
const lookMs = 15 * minuteMs;

const feedSetting = 'updates.feed';

export interface UpdateHost {
  updater: Updater | null;
  policy: Policy;
  environment: string | undefined;
  install: () => void;
}

interface UpdatesDeps {
  settings: SettingStore;
  clock: Clock;
  random: () => number;
  emit: Emit;
  log: Pick<Log, 'write'>;
  /** Whether Gangway may use the network automatically now. */
  mayLook: () => boolean;
}

export type Updates = ReturnType<typeof createUpdates>;

/** Checks for updates; downloads and installs one only when the person says so. @param host absent where it updates nothing */
export function createUpdates(host: UpdateHost | undefined, deps: UpdatesDeps) {
  const { clock, settings } = deps;
  const updater = host?.updater ?? null;
  const choose = (setting: string | null) =>
    chooseFeed(host?.policy ?? { kind: 'read', feed: undefined }, host?.environment, setting);
  let choice = choose(settings.read(feedSetting, z.string().nullable()));
  let state: UpdateState = atRest();
  let running: Promise<void> | null = null;
  let due: { steady: number; wall: number } | null = null;
  let timer: Timer | null = null;
  let stopped = true;

  function atRest(): UpdateState {
    if (updater === null) return { kind: 'off', reason: 'not_here' };
    return choice.kind === 'off' ? { kind: 'off', reason: choice.reason } : { kind: 'not_checked' };
  }

  function status(): UpdateStatus {
    const feed = choice.kind === 'feed' ? { address: choice.address, from: choice.from } : null;
    return { state, feed, nextCheckAt: due?.wall ?? null };
  }

  function enter(next: UpdateState): void {
    state = next;
    deps.emit('updates.changed', status());
  }

  function plan(ms: number): void {
    timer?.cancel();
    timer = null;
    due = null;
    if (stopped || state.kind === 'off') return;
    due = { steady: clock.steady() + ms, wall: clock.wall() + ms };
    wait();
  }

  function wait(): void {
    if (due === null) return;
    timer = clock.after(Math.min(due.steady - clock.steady(), lookMs), () => {
      if (due !== null && clock.steady() < due.steady) wait();
      else if (settled() && deps.mayLook()) void look(true);
      else plan(jittered(retryPauseMs));
    });
  }

  const jittered = (ms: number): number => Math.round(ms * (1 + jitter * (2 * deps.random() - 1)));

  const settled = (): boolean => state.kind !== 'downloading' && state.kind !== 'ready';

  /** One check at a time; after a change of the address another one follows. */
  function look(byItself: boolean): Promise<void> {
    running ??= lookOnce(byItself).finally(() => {
      running = null;
    });
    return running;
  }

  async function lookOnce(byItself: boolean): Promise<void> {
    const asked = choice;
    if (updater === null || asked.kind === 'off') return;
    const before = state;
    enter({ kind: 'checking' });
    const outcome = await updater.check(asked.address);
    if (stopped) return;
    if (choice !== asked) return lookOnce(byItself);
    plan(jittered(outcome.kind === 'failed' ? retryPauseMs : defaultPauseMs));
    deps.log.write('update_checked', { outcome: outcome.kind === 'failed' ? outcome.failure : outcome.kind });
    switch (outcome.kind) {
      case 'newest':
        return enter({ kind: 'up_to_date', at: clock.wall() });
      case 'newer':
        return enter({ kind: 'available', version: outcome.version });
      case 'failed':
        // A failed later check leaves the found update available.
        if (byItself && before.kind === 'available') return enter(before);
        return enter({ kind: 'check_failed', failure: outcome.failure, at: clock.wall() });
    }
  }

  async function fetch(by: Updater, version: string): Promise<void> {
    enter({ kind: 'downloading', version, percent: 0 });
    const outcome = await by.download((percent) => {
      const whole = Math.min(100, Math.max(0, Math.floor(percent)));
      if (stopped || state.kind !== 'downloading' || state.percent === whole) return;
      enter({ kind: 'downloading', version, percent: whole });
    });
    if (stopped) return;
    deps.log.write('update_fetched', { outcome: outcome.kind === 'failed' ? outcome.failure : outcome.kind });
    if (outcome.kind === 'fetched') enter({ kind: 'ready', version });
    else enter({ kind: 'download_failed', version, failure: outcome.failure, at: clock.wall() });
  }

  return {
    status,
    /** Checks now, or waits for a running check; not while an update is downloading or ready. */
    async check(): Promise<UpdateStatus> {
      if (settled()) await look(false);
      return status();
    },
    /** Starts downloading the found update; false where there is none. */
    download(): boolean {
      if (updater === null || (state.kind !== 'available' && state.kind !== 'download_failed')) return false;
      void fetch(updater, state.version);
      return true;
    },
    /** Stores the person's address; false where the administrator chose, or an update is downloading or ready. */
    setFeed(address: string | null): boolean {
      const byAdministrator = choice.from === 'policy' || choice.from === 'environment';
      if (updater === null || byAdministrator || !settled()) return false;
      settings.write(feedSetting, address);
      choice = choose(address);
      state = atRest();
      plan(0);
      deps.emit('updates.changed', status());
      return true;
    },
    start(): void {
      stopped = false;
      plan(firstCheckMs.least + Math.round(deps.random() * firstCheckMs.spread));
    },
    stop(): void {
      stopped = true;
      timer?.cancel();
    },
  };
}

export type CheckOutcome =
  | { kind: 'newest' }
  | { kind: 'newer'; version: string }
  | { kind: 'failed'; failure: UpdateFailure };

export type DownloadOutcome = { kind: 'fetched' } | { kind: 'failed'; failure: UpdateFailure };

/** Updates the installed app. A downloaded update is installed after the app has quit. */
export interface Updater {
  check(feed: string): Promise<CheckOutcome>;
  download(onProgress: (percent: number) => void): Promise<DownloadOutcome>;
  /** Installs the downloaded update and restarts the app, which has to be settled before. */
  installAndRestart(): void;
}
