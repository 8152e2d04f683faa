import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { z } from 'zod';
import type { AddressChange, OpenWorkspace, WorkspaceSummary } from '#shared/ipc/app.ts';
import { interfaceMember, type workspaceSettingsChange } from '#shared/settings/settings.ts';
import { createQueueFlags } from '../outbox/queue-flags.ts';
import { noteLeft } from '../store/check-note.ts';
import type { SoundDatabase } from '../store/database.ts';
import type { MovedWorkspace } from '../store/moved-file.ts';
import { copyForMove } from '../store/moving-copy.ts';
import { maxWatchWaitMs } from '../watcher/schedule.ts';
import { addressChanges, noteAddress } from './address-history.ts';
import { createBase, type WorkspaceDeps } from './base.ts';
import { createLookUpRunner } from './look-up-runner.ts';
import { createOnboarding } from './onboarding.ts';
import { createPictureCache } from './picture-cache.ts';
import { createRecovery } from './recovery.ts';
import { createResults } from './results.ts';
import { createSending } from './sending.ts';
import { connectToService } from './service-connection.ts';
import { noSharedRequirements } from './shared-requirements.ts';
import { createTokenHolder } from './token-holder.ts';
import { startUpkeep } from './upkeep.ts';

/** A company's workspace while it is open: its database, its connection to the service, its outbox and its watcher. */
export type Workspace = ReturnType<typeof createWorkspace>['workspace'];

type Ending = () => Promise<void> | void;

const settleWithinMs = 5000;

/**
 * Builds everything that a workspace consists of, each part from those above it: what reports to a part above does so by the events of `base`. Nothing is under way before `start`.
 */
export function createWorkspace(
  summary: WorkspaceSummary,
  deps: WorkspaceDeps,
  database: SoundDatabase,
  lock: { release(): void },
) {
  const base = createBase(summary, deps, database);
  const { db, clock, log, stores, settings, openSettings, policy, events, emit, faults, fault } = base;
  const flags = createQueueFlags(stores.stored);
  const onToken = () => {
    events.emit('tokenCame');
  };
  const token = createTokenHolder(
    summary.id,
    deps.keychain,
    stores.stored,
    clock,
    onToken,
    deps.sessionTokens,
  );
  const connection = connectToService(base, summary.baseUrl, deps);
  const { client, answers, transport } = connection;
  const { entries, dispatcher, imports, queueEmptied } = createSending(base, flags, token, connection);
  const recovery = createRecovery(base, {
    summary,
    markFile: deps.markFile,
    restored: database.restored,
    keychain: deps.keychain,
    pausedUnread: flags.pausedUnread,
    entries,
    dispatcher,
  });
  const results = createResults(base, client, token, dispatcher);
  const onboarding = createOnboarding(base, deps.sharedRequirements?.() ?? noSharedRequirements);
  const lookUpRunner = createLookUpRunner(base, client, token, dispatcher);
  const filesFolder = join(deps.folder, 'files');
  const pictures = createPictureCache(base, filesFolder);
  const upkeep = startUpkeep(base, deps.dataCheck, dispatcher);
  let current = summary;
  const endings: Ending[] = [];
  let changesOfAddress: AddressChange[] = [];
  let observed = stores.observations.current();
  events.on('observed', (now) => {
    observed = now;
  });

  /** Ends what a dead process left half done, and begins to send and to watch. */
  async function start(): Promise<void> {
    await recovery.judge(() => token.load());
    stores.watches.clamp(clock.wall() + maxWatchWaitMs);
    stores.lookUps.clamp(clock.wall() + maxWatchWaitMs);
    openSettings.notePolicy();
    const atAnother =
      !summary.practice &&
      db.transaction(() => noteAddress(stores.stored, summary.baseUrl, clock.wall())).immediate();
    // The address of an open workspace does not change, and what is described may have been closed.
    changesOfAddress = addressChanges(stores.stored);
    if (database.unread) upkeep.checkData();
    imports.start();
    dispatcher.start();
    queueEmptied.begin(dispatcher.status());
    // What the service was in at the old address says nothing of the new one.
    if (atAnother) dispatcher.syncNow();
    recovery.start();
    results.watcher.start();
    results.sorting.start();
    results.verdictDays.start();
    onboarding.start();
    lookUpRunner.start();
    stores.indexer.wake();
    // A copy of what may be damaged would take the place of a sound one.
    if (!database.unread) upkeep.backUp();
    log.write('workspace_opened', { practice: summary.practice });
  }

  function stopBeside(): void {
    upkeep.stop();
    stores.indexer.stop();
    results.sorting.stop();
    results.verdictDays.stop();
    onboarding.stop();
    imports.stop();
    dispatcher.slots.close();
  }

  /** Fulfilled once nothing is asked of the service any more, and no thread reads the data. */
  async function stopWatching(): Promise<void> {
    await Promise.all([results.watcher.stop(), lookUpRunner.stop(), upkeep.checkStopped()]);
  }

  /** Ends what has begun, where the rest could not be opened. */
  async function abandon(): Promise<void> {
    token.close();
    stopBeside();
    await stopWatching();
    await dispatcher.stop(0, connection.hangUp);
    await upkeep.backedUp();
    await recovery.stop();
    recovery.close();
  }

  async function end(one: Ending): Promise<void> {
    try {
      await one();
    } catch (error) {
      fault('not_ended_in_order', error);
    }
  }

  async function close(graceMs: number): Promise<void> {
    // Whoever asks from now on is told that nothing is begun any more, instead of trying the next thing at once.
    dispatcher.standStill('quitting', true);
    token.close();
    const ended = Promise.all(endings.map(end));
    stopBeside();
    const watchedOut = stopWatching();
    await dispatcher.stop(graceMs, connection.hangUp);
    await watchedOut;
    await ended;
    try {
      transport.save();
    } catch (error) {
      fault('exchanges_not_saved', error);
    }
    // A copy that is being made reads from the database that is about to be closed.
    await upkeep.backedUp();
    await pictures.close();
    recovery.settle();
    const kept = recovery.stop();
    try {
      upkeep.tidyUp();
    } finally {
      db.close();
      noteLeft(base.file);
      recovery.close();
      lock.release();
    }
    await kept;
  }

  const workspace = {
    ...stores,
    describe: (): OpenWorkspace => ({
      ...current,
      token: token.status(),
      settings: settings(),
      addressChanges: changesOfAddress,
      observed,
      interfacePolicy: {
        members: interfaceMember.array().parse(Object.keys(policy.settings)),
        problem: policy.problem,
      },
      notice: recovery.notice(),
    }),
    settings,
    /** What an administrator settled stays as it is, whatever the change says of it. */
    updateSettings(change: z.infer<typeof workspaceSettingsChange>): void {
      openSettings.update(change);
    },
    observedExchanges: () => transport.observed(),
    rules: results.rules,
    rename(name: string): void {
      current = { ...current, name };
    },
    baseUrl: summary.baseUrl,
    filesFolder,
    pictures,
    clock,
    client,
    answers,
    network: deps.network,
    slots: dispatcher.slots,
    token,
    dispatcher,
    watcher: results.watcher,
    entries,
    imports,
    lookUpRunner,
    onboarding,
    /** Commits what several stores write in `work` at once, or nothing of it where `work` throws. */
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    /** Copies the database for another computer; rejects where the disk does not take it, and where it was `stopped`. */
    copyForMove: (file: string, facts: Omit<MovedWorkspace, 'unsent'>, stopped: AbortSignal): Promise<void> =>
      copyForMove(db, file, facts, stopped),
    /** For the stores and the outbox alone, see docs/decisions/layers.md. */
    get db(): Database {
      return db;
    },
    emit,
    /** Takes an error that says that the stored data is damaged; false where it says something else. */
    damageMet: faults.damageMet,
    /** Has something end when the workspace begins to close. The database is closed only after it has. */
    onClosing(ending: Ending): void {
      endings.push(ending);
    },
    /** Settles what is under way within `graceMs`, 5 s where none is said; brings the log file into the database and closes it. */
    async close(graceMs = settleWithinMs): Promise<void> {
      await close(graceMs);
      log.write('workspace_closed');
    },
  };
  return { workspace, start, abandon };
}
