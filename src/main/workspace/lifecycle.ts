import { join } from 'node:path';
import { getErrorName } from '#shared/error-name.ts';
import type { WorkspaceSummary } from '#shared/ipc/app.ts';
import { interfaceMember } from '#shared/settings.ts';
import { noteLeft } from '../store/check-note.ts';
import {
  openDatabase,
  toProblem,
  type DatabaseProblem,
  type OpenedDatabase,
  type SoundDatabase,
} from '../store/database.ts';
import { copyForMove } from '../store/moving-copy.ts';
import { takeProcessLock } from '../store/process-lock.ts';
import { isLongToRepair, markSuspect } from '../store/integrity.ts';
import { maxWatchWaitMs } from '../watcher/schedule.ts';
import { addressChanges, noteAddress } from './address-history.ts';
import { repairInThread } from './data-check.ts';
import { createParts, type WorkspaceParts } from './workspace-parts.ts';
import type { OpenedWorkspace, Workspace, WorkspaceDeps } from './workspace.ts';

const settleWithinMs = 5000;

type Ending = () => Promise<void> | void;

/** Opens a workspace, recovers what a dead process left, and starts. On failure the file is closed and the lock free. */
export async function openOnce(summary: WorkspaceSummary, deps: WorkspaceDeps): Promise<OpenedWorkspace> {
  const { folder, log } = deps;
  const file = join(folder, 'workspace.db');
  const lock = lockOrProblem(join(folder, 'workspace.lock'));
  if ('problem' in lock) return { ok: false, problem: lock.problem };
  const begun: Ending[] = [
    () => {
      lock.release();
    },
  ];
  try {
    const opened = await openMended(file, deps);
    if (opened.ok) return { ok: true, workspace: await begin(summary, deps, opened, lock, begun) };
    lock.release();
    log.write('workspace_not_opened', { problem: opened.problem.kind });
    return opened;
  } catch (error) {
    const fault = getErrorName(error);
    const problem = toProblem(error) ?? { kind: 'damaged', detail: fault };
    log.write('workspace_not_opened', { problem: problem.kind, error: fault });
    if (problem.kind === 'damaged') markSuspect(file);
    for (const end of begun.toReversed()) {
      try {
        await end();
      } catch (endError) {
        log.write('not_ended_in_order', { error: getErrorName(endError) });
      }
    }
    return { ok: false, problem };
  }
}

/** A file that is noted as suspect is mended in a thread where that takes long: nothing else waits for it. */
async function openMended(file: string, deps: WorkspaceDeps): Promise<OpenedDatabase> {
  const { migrations, clock, log } = deps;
  if (!isLongToRepair(file)) return openDatabase(file, migrations, clock);
  deps.onReading?.();
  const beside = await repairInThread(deps.dataCheck, file, clock.wall(), deps.ending);
  if (beside.kind === 'problem') return { ok: false, problem: beside.problem };
  if (beside.kind === 'not_done') log.write('data_not_read_beside', { error: beside.error });
  return openDatabase(file, migrations, clock, {
    repaired: beside.kind === 'repaired' ? beside.repaired : null,
  });
}

/** @param begun takes how to end what has begun, for where the rest cannot be opened */
async function begin(
  summary: WorkspaceSummary,
  deps: WorkspaceDeps,
  database: SoundDatabase,
  lock: { release(): void },
  begun: Ending[],
): Promise<Workspace> {
  begun.push(() => {
    database.db.close();
  });
  if (database.rebuilt) deps.log.write('derived_data_rebuilt');
  const parts = createParts(summary, deps, database);
  begun.push(() => abandon(parts));
  await start(parts, summary, deps, database);
  return opened(parts, summary, deps, lock);
}

/** Ends what a dead process left half done, and begins to send and to watch. */
async function start(
  {
    db,
    clock,
    stores,
    settings,
    recovery,
    token,
    sending,
    results,
    onboarding,
    lookUpRunner,
    upkeep,
  }: WorkspaceParts,
  summary: WorkspaceSummary,
  { log }: WorkspaceDeps,
  { unread }: SoundDatabase,
): Promise<void> {
  const { dispatcher, imports, queueEmptied } = sending;
  await recovery.judge(() => token.load());
  stores.watches.clamp(clock.wall() + maxWatchWaitMs);
  stores.lookUps.clamp(clock.wall() + maxWatchWaitMs);
  settings.notePolicy();
  const atAnother =
    !summary.practice &&
    db.transaction(() => noteAddress(stores.stored, summary.baseUrl, clock.wall())).immediate();
  if (unread) upkeep.checkData();
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
  if (!unread) upkeep.backUp();
  log.write('workspace_opened', { practice: summary.practice });
}

function stopBeside({ upkeep, stores, results, onboarding, sending }: WorkspaceParts): void {
  upkeep.stop();
  stores.indexer.stop();
  results.sorting.stop();
  results.verdictDays.stop();
  onboarding.stop();
  sending.imports.stop();
  sending.slots.close();
}

/** Fulfilled once nothing is asked of the service any more, and no thread reads the data. */
async function stopWatching({ results, lookUpRunner, upkeep }: WorkspaceParts): Promise<void> {
  await Promise.all([results.watcher.stop(), lookUpRunner.stop(), upkeep.checkStopped()]);
}

/** Ends what has begun, where the rest could not be opened. */
async function abandon(parts: WorkspaceParts): Promise<void> {
  parts.token.close();
  stopBeside(parts);
  await stopWatching(parts);
  await parts.sending.dispatcher.stop(0, parts.connection.hangUp);
  await parts.upkeep.backedUp();
  await parts.recovery.stop();
  parts.recovery.close();
}

/** What the rest of the app has of a workspace that is open. */
function opened(
  parts: WorkspaceParts,
  summary: WorkspaceSummary,
  { network, log }: WorkspaceDeps,
  lock: { release(): void },
): Workspace {
  const { db, clock, faults, policy, settings, token, connection, sending, results } = parts;
  // The address of an open workspace does not change, and what is described may have been closed.
  const changesOfAddress = addressChanges(parts.stores.stored);
  let current = summary;
  const endings: Ending[] = [];
  return {
    ...parts.stores,
    describe: () => ({
      ...current,
      token: token.status(),
      settings: settings.current(),
      addressChanges: changesOfAddress,
      observed: parts.observed(),
      interfacePolicy: {
        members: interfaceMember.array().parse(Object.keys(policy.settings)),
        problem: policy.problem,
      },
      notice: parts.recovery.notice(),
    }),
    settings: settings.current,
    observedExchanges: () => connection.transport.observed(),
    rules: results.rules,
    updateSettings(change) {
      settings.update(change);
      if (change.pictureCacheMb !== undefined) {
        void parts.pictures.holdToLimit().catch((error: unknown) => {
          faults.fault('pictures_not_tidied', error);
        });
      }
      sending.dispatcher.wake();
      results.watcher.wake();
      parts.onboarding.noteRules();
    },
    rename(name) {
      current = { ...current, name };
    },
    baseUrl: summary.baseUrl,
    filesFolder: parts.filesFolder,
    pictures: parts.pictures,
    clock,
    client: connection.client,
    answers: connection.answers,
    network,
    slots: sending.slots,
    token,
    dispatcher: sending.dispatcher,
    watcher: results.watcher,
    entries: sending.entries,
    imports: sending.imports,
    lookUpRunner: parts.lookUpRunner,
    transaction: (work) => db.transaction(work).immediate(),
    copyForMove: (file, facts, stopped) => copyForMove(db, file, facts, stopped),
    db,
    emit: parts.emit,
    onboarding: parts.onboarding,
    damageMet: faults.damageMet,
    onClosing(ending) {
      endings.push(ending);
    },
    close: async (graceMs = settleWithinMs) => {
      await close(parts, endings, graceMs);
      log.write('workspace_closed');
    },
  };

  async function close(parts: WorkspaceParts, endings: readonly Ending[], graceMs: number): Promise<void> {
    const { pictures, recovery, upkeep } = parts;
    // Whoever asks from now on is told that nothing is begun any more, instead of trying the next thing at once.
    sending.dispatcher.standStill('quitting', true);
    token.close();
    const ended = Promise.all(endings.map(end));
    stopBeside(parts);
    const watchedOut = stopWatching(parts);
    await sending.dispatcher.stop(graceMs, connection.hangUp);
    await watchedOut;
    await ended;
    try {
      connection.transport.save();
    } catch (error) {
      faults.fault('exchanges_not_saved', error);
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
      noteLeft(parts.file);
      recovery.close();
      lock.release();
    }
    await kept;
  }

  async function end(one: Ending): Promise<void> {
    try {
      await one();
    } catch (error) {
      faults.fault('not_ended_in_order', error);
    }
  }
}

function lockOrProblem(file: string): { release(): void } | { problem: DatabaseProblem } {
  try {
    return takeProcessLock(file) ?? { problem: { kind: 'in_use', detail: 'another process' } };
  } catch (error) {
    const problem = toProblem(error);
    if (problem === null) throw error;
    return { problem };
  }
}
