import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { z } from 'zod';
import type { AddressChange, OpenWorkspace, WorkspaceSummary } from '#shared/ipc/app.ts';
import { interfaceMember } from '#shared/settings/settings.ts';
import { createQueueFlags } from '../outbox/queue-flags.ts';
import { noteLeft } from '../store/check-note.ts';
import type { SoundDatabase } from '../store/database.ts';
import type { MovedWorkspace } from '../store/moved-file.ts';
import { copyForMove } from '../store/moving-copy.ts';
import { maxWatchWaitMs } from '../watcher/schedule.ts';
import { addressChanges, noteAddress } from './address-history.ts';
import { createBase, type WorkspaceDeps } from './base.ts';
import { createFiledFiles } from './filed-files.ts';
import { createLookUpRunner } from './look-up-runner.ts';
import { createOnboarding } from './onboarding.ts';
import { createPictureCache } from './picture-cache.ts';
import { createRecovery } from './recovery.ts';
import { createResults } from './results.ts';
import { createSending } from './sending.ts';
import { connectToService, createAsk } from './service-connection.ts';
import { noSharedRequirements } from './administrator-files.ts';
import { createTeamSharing } from './team-sharing.ts';
import { createTokenHolder } from './token-holder.ts';
import { startUpkeep } from './upkeep.ts';

/** A company's workspace while it is open: its database, its connection to the service, its outbox and its watcher. */
export type Workspace = ReturnType<typeof createWorkspace>['workspace'];

type Ending = () => Promise<void> | void;

const settleWithinMs = 5000;

/** Builds the parts of a workspace, each from those above it; reports to a part above go through the events of `base`. */
export function createWorkspace(
  summary: WorkspaceSummary,
  deps: WorkspaceDeps,
  database: SoundDatabase,
  lock: { release(): void },
) {
  const base = createBase(summary, deps, database);
  const { db, clock, log, stores, settings, openSettings, policy, events, emit, faults, fault } = base;
  const { stored } = stores;
  const flags = createQueueFlags(stored);
  const onToken = () => events.emit('tokenAvailable');
  const token = createTokenHolder(summary.id, deps.keychain, stored, clock, onToken, deps.sessionTokens);
  const connection = connectToService(base, summary.baseUrl, deps);
  const { client, answers } = connection;
  const team = createTeamSharing(base, deps, summary.id);
  const sending = createSending(base, flags, token, connection, team);
  const { entries, dispatcher, imports, queueEmptied } = sending;
  const recovery = createRecovery(base, summary, deps, database.restored, flags, sending);
  const ask = createAsk(token, dispatcher);
  const results = createResults(base, client, token, ask, dispatcher);
  const onboarding = createOnboarding(base, deps.sharedRequirements?.() ?? noSharedRequirements);
  const lookUpRunner = createLookUpRunner(base, client, ask, dispatcher);
  const filesFolder = join(deps.folder, 'files');
  const pictures = createPictureCache(base, filesFolder);
  const filedFiles = createFiledFiles(base, join(deps.folder, 'filed'));
  const upkeep = startUpkeep(base, deps.dataCheck, dispatcher);
  let current = summary;
  const endings: Ending[] = [];
  let changesOfAddress: AddressChange[] = [];
  let observed = stores.observations.current();
  events.on('observed', (now) => {
    observed = now;
  });

  async function start(): Promise<void> {
    await recovery.judge(() => token.load());
    stores.watches.clamp(clock.wall() + maxWatchWaitMs);
    stores.lookUps.clamp(clock.wall() + maxWatchWaitMs);
    openSettings.notePolicy();
    const atAnother =
      !summary.practice &&
      db.transaction(() => noteAddress(stored, summary.baseUrl, clock.wall())).immediate();
    changesOfAddress = addressChanges(stored);
    if (database.unread) upkeep.checkData();
    imports.start();
    // Before anything is sent: colleagues may have sent the same.
    team.start();
    dispatcher.start();
    queueEmptied.begin(dispatcher.status());
    // Trouble at the old address says nothing of the new one.
    if (atAnother) dispatcher.syncNow();
    recovery.start();
    results.watcher.start();
    results.sorting.start();
    results.verdictDays.start();
    onboarding.start();
    lookUpRunner.start();
    stores.indexer.wake();
    // A copy of damaged data would replace a sound one.
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

  async function stopWatching(): Promise<void> {
    await Promise.all([results.watcher.stop(), lookUpRunner.stop(), team.stop(), upkeep.checkStopped()]);
  }

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
    // Later requests are refused at once.
    dispatcher.setSuspended('quitting', true);
    token.close();
    const ended = Promise.all(endings.map(end));
    stopBeside();
    const watchedOut = stopWatching();
    await dispatcher.stop(graceMs, connection.hangUp);
    await watchedOut;
    await ended;
    // A running backup reads from the database.
    await upkeep.backedUp();
    await pictures.close();
    await filedFiles.close();
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
    updateSettings: openSettings.update,
    rules: results.rules,
    rename(name: string): void {
      current = { ...current, name };
    },
    baseUrl: summary.baseUrl,
    /** Reads a stored answer; null where there is none. */
    readAnswer: async <T extends z.ZodObject>(
      kind: Parameters<typeof answers.kept>[0],
      resource: T,
      answer: { body: string } | null,
    ) => (answer === null ? null : answers.kept(kind, resource, answer.body, settings().envelope)),
    filesFolder,
    pictures,
    filedFiles,
    clock,
    client,
    answers,
    network: deps.network,
    ask,
    slots: dispatcher.slots,
    token,
    dispatcher,
    watcher: results.watcher,
    entries,
    imports,
    lookUpRunner,
    onboarding,
    team,
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    /** Copies the database for another computer; rejects on a full disk, and where `stopped`. */
    copyForMove: (file: string, facts: Omit<MovedWorkspace, 'unsent'>, stopped: AbortSignal): Promise<void> =>
      copyForMove(db, file, facts, stopped),
    /** Only for stores and the outbox, see docs/decisions/layers.md. */
    get db(): Database {
      return db;
    },
    emit,
    handleCorruption: faults.handleCorruption,
    /** Adds an ending that runs when closing begins, and ends before the database is closed. */
    onClosing(ending: Ending): void {
      endings.push(ending);
    },
    /** Gives running requests `graceMs` to end, and closes the database. */
    async close(graceMs = settleWithinMs): Promise<void> {
      await close(graceMs);
      log.write('workspace_closed');
    },
  };
  return { workspace, start, abandon };
}
