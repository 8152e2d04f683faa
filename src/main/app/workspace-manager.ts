import { mkdirSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { getErrorName } from '#shared/base/error-name.ts';
import type { AppStart, WorkspaceSummary } from '#shared/ipc/app.ts';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import { momentText } from '#shared/base/dates.ts';
import type { AppPlace } from '#shared/settings/place.ts';
import { type QueueNews, showsResult, type ResultNews } from '#shared/outbox/news.ts';
import type { AppSettings } from '#shared/settings/app-settings.ts';
import type { PracticeService } from '#practice/service.ts';
import { accountName } from '../platform.ts';
import type { Clock } from '../clock.ts';
import { fillPracticeOnce } from '../features/practice.ts';
import { type Emit, refuse } from '../ipc/handlers.ts';
import { orStorageProblem, storageProblem } from '../ipc/storage-problem.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Log } from '../log/log.ts';
import type { Network } from '../network/network.ts';
import type { SuspensionReason } from '../outbox/dispatcher.ts';
import type { TransportLimits } from '../service-client/transport.ts';
import type { Backup } from '../store/backup.ts';
import { toProblem } from '../store/database.ts';
import { readMigrations } from '../store/migrations.ts';
import { newestSoundBackup } from '../store/restored-copy.ts';
import type { SettingStore } from '../store/settings.ts';
import { createNewsGathering } from '../watcher/news-gathering.ts';
import {
  readGivenTeam,
  readInterfacePolicy,
  readSharedRequirements,
} from '../workspace/administrator-files.ts';
import { markAccount } from '../workspace/mark-elsewhere.ts';
import { openWorkspace } from '../workspace/opening.ts';
import { openPracticeService } from '../workspace/practice.ts';
import { practiceId, practiceName, type WorkspaceRegistry } from '../workspace/registry.ts';
import type { SessionTokens, TokenHolder } from '../workspace/token-holder.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Assets } from './assets.ts';

export interface WorkspaceHost {
  dataDir: string;
  clock: Clock;
  keychain: Keychain;
  emit: Emit;
  /** Notifies the person of arrived results; absent where the host cannot. */
  notify?: (news: ResultNews) => void;
  /** Notifies the person that a waiting queue is sent; absent where the page does. */
  notifyOfQueue?: (news: QueueNews) => void;
  /** The administrator's files, see administrator-files.ts; absent where there is no place for them. */
  interfacePolicyFile?: string;
  requirementsFile?: string;
  teamFile?: string;
  random: () => number;
  assets: Assets;
}

interface WorkspaceManagerDeps extends WorkspaceHost {
  network: Network;
  log: Log;
  registry: WorkspaceRegistry;
  backUpRegistry(): void;
  stored: SettingStore;
  settings(): AppSettings;
  limits: TransportLimits;
  problem: CallError | null;
  /** Called with each workspace before the screens see it, and with the practice workspace's service. */
  onOpen(workspace: Workspace, practice: PracticeService | null): void;
}

type Opening = () => Promise<CallResult<Workspace>>;

export interface Company {
  name: string;
  baseUrl: string;
}

/** Short, since running work can hardly be saved in damaged data. */
const damagedGraceMs = 1000;

function damagedWorkspace(copy: Backup | null): CallError {
  const then =
    copy === null
      ? 'There is no copy to restore. Open it again: Gangway keeps the damaged file and starts a new one.'
      : `Open it again: Gangway keeps the damaged file and restores the copy of ${momentText(copy.at)}.`;
  return {
    code: 'damaged',
    message: `Gangway closed this workspace because part of its data on disk can’t be read. Nothing more was sent. ${then}`,
  };
}

const unknownWorkspace = refuse('not_found', 'This workspace is not on this computer.');
const cannotOpen = refuse(
  'internal',
  'Something went wrong in Gangway while opening this workspace. Nothing already queued is lost. Try again, or open another workspace.',
);
const addressChanged = refuse('too_late', 'The address has changed. Review it, then decide.');
const closing = refuse('no_workspace', 'Gangway is closing. Nothing already queued is lost.');

/** Which workspace is open. Changes run one after the other, so that two never mix (docs/decisions/libraries.md). */
export function createWorkspaceManager(deps: WorkspaceManagerDeps) {
  const { dataDir, clock, emit, log, registry, network, assets } = deps;
  const { interfacePolicyFile: policyFile, requirementsFile, teamFile } = deps;
  const migrationsFolder = join(assets.migrations, 'workspace');
  const migrations = readMigrations(migrationsFolder);
  let current: Workspace | null = null;
  let practice: PracticeService | null = null;
  let startProblem = deps.problem;
  let opening: AppStart['opening'] = null;
  const ending = new AbortController();
  let inSight: AppPlace | null = null;
  const news = createNewsGathering({
    clock,
    wanted: () => deps.settings().notifyResults,
    inSight: ({ kind, id }) => inSight !== null && showsResult(inSight, kind, id),
    notify: (gathered) => deps.notify?.(gathered),
  });
  const mutex = pLimit(1);
  let stopped = false;
  const standstill = new Set<SuspensionReason>();
  const sessionTokens: SessionTokens = new Map();

  function workspaceChanged(): void {
    emit('workspace.changed', current?.describe() ?? null);
  }

  const getMarkFile = (id: string) => join(dataDir, 'progress', id);
  const getFolder = (id: string) => join(dataDir, 'workspaces', id);

  /** Removes all of a workspace that could not be opened for the first time. */
  async function forgetNew(id: string): Promise<void> {
    sessionTokens.delete(id);
    await deps.keychain.remove(id);
    await deps.keychain.remove(markAccount(id));
    registry.remove(id);
    rmSync(getMarkFile(id), { force: true });
  }

  /** If this fails, the workspace is open all the same, and only the next start does not know. */
  function noteOpened(summary: WorkspaceSummary): void {
    try {
      registry.opened(summary.id);
    } catch (error) {
      const problem = toProblem(error);
      if (problem === null) throw error;
      log.write('opening_not_noted', { problem: problem.kind });
    }
    if (summary.lastOpenedAt === null) deps.backUpRegistry();
  }

  async function closeCurrent(graceMs?: number): Promise<void> {
    news.forget();
    const closing = current;
    current = null;
    await closing?.close(graceMs);
    const service = practice;
    practice = null;
    await service?.close();
  }

  /** @param prepare runs before the workspace is shown */
  async function openStored(
    summary: WorkspaceSummary,
    giveToken: (token: TokenHolder) => Promise<void> | void,
    prepare: (workspace: Workspace) => Promise<void> = () => Promise.resolve(),
  ): Promise<CallResult<Workspace>> {
    const result = await openWorkspace(summary, {
      folder: getFolder(summary.id),
      markFile: getMarkFile(summary.id),
      migrations,
      clock,
      keychain: deps.keychain,
      sessionTokens,
      network,
      answerWorker: assets.workers.answer,
      dataCheck: { script: assets.workers.integrity, migrations: migrationsFolder },
      log,
      emit,
      ending: ending.signal,
      onReading: () => {
        if (opening === null) return;
        opening = { ...opening, reading: true };
        workspaceChanged();
      },
      listen: (events) => {
        events.on('arrived', (result) => news.arrived(result));
        events.on('queueEmptied', (emptied) => {
          emit('queue.emptied', emptied);
          if (deps.settings().notifyResults && inSight === null) deps.notifyOfQueue?.(emptied);
        });
        events.on('damaged', () => void mutex(() => closeDamaged(summary.id)));
        events.on('described', () => {
          if (current?.describe().id === summary.id) workspaceChanged();
        });
      },
      person: () => deps.settings().personName || accountName(),
      random: deps.random,
      limits: deps.limits,
      ...(policyFile !== undefined && {
        interfacePolicy: (baseUrl: string) => readInterfacePolicy(policyFile, baseUrl),
      }),
      ...(requirementsFile !== undefined && {
        sharedRequirements: () => readSharedRequirements(requirementsFile),
      }),
      ...(teamFile !== undefined && { givenTeam: () => readGivenTeam(teamFile) }),
    });
    if (!result.ok) return { ok: false, error: storageProblem(result.problem) };
    const { workspace } = result;
    try {
      await giveToken(workspace.token);
      for (const reason of standstill) workspace.dispatcher.setSuspended(reason, true);
      if (inSight !== null) workspace.dispatcher.attend(true);
      workspace.dispatcher.tokenChanged();
      noteOpened(summary);
      await prepare(workspace);
      deps.onOpen(workspace, practice);
    } catch (error) {
      await workspace.close();
      throw error;
    }
    opening = null;
    current = workspace;
    startProblem = null;
    workspaceChanged();
    return { ok: true, value: workspace };
  }

  async function closeDamaged(id: string): Promise<void> {
    if (stopped || current?.describe().id !== id) return;
    try {
      await closeCurrent(damagedGraceMs);
    } catch (error) {
      log.write('not_closed_in_order', { error: getErrorName(error) });
    }
    startProblem = damagedWorkspace(newestSoundBackup(join(getFolder(id), 'workspace.db'), { migrations }));
    workspaceChanged();
  }

  async function openKnown(id: string): Promise<CallResult<Workspace>> {
    if (id === practiceId) return openPractice();
    const summary = registry.get(id);
    return summary === null ? unknownWorkspace : openStored(summary, () => undefined);
  }

  async function openPractice(): Promise<CallResult<Workspace>> {
    const started = await openPracticeService(join(dataDir, 'practice'), assets.samples, deps.stored);
    if (!started.ok) return refuse('storage', started.sentence);
    const { service } = started;
    practice = service;
    return openStored(
      registry.putPractice(service.baseUrl),
      (token) => token.holdForSession(service.token),
      (workspace) => fillPracticeOnce(workspace, service),
    );
  }

  /** A workspace that cannot be opened does not keep others, or the app, from opening. */
  async function orOpeningProblem(opening: Opening): Promise<CallResult<Workspace>> {
    try {
      return await orStorageProblem(opening);
    } catch (error) {
      log.write('workspace_not_opened', { error: getErrorName(error) });
      return cannotOpen;
    }
  }

  async function change(opening: Opening): Promise<CallResult<Workspace>> {
    const before = current?.describe().id ?? null;
    await closeCurrent();
    const result = await orOpeningProblem(opening);
    if (result.ok) return result;
    await closeCurrent();
    if (before !== null) await orOpeningProblem(() => openKnown(before));
    if (current === null) workspaceChanged();
    return result;
  }

  const inTurn = (work: Opening): Promise<CallResult<Workspace>> => mutex(() => (stopped ? closing : work()));

  function openNew(company: Company, token: string, movedFile: string | null) {
    return inTurn(async () => {
      const summary = registry.add(company);
      const folder = getFolder(summary.id);
      const result = await change(async () => {
        if (movedFile !== null) {
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          // A copy, so that the person can try again with the file.
          await copyFile(movedFile, join(folder, 'workspace.db'));
        }
        return openStored(summary, (holder) => holder.replace(token));
      });
      if (!result.ok) {
        await forgetNew(summary.id);
        if (movedFile !== null) rmSync(folder, { recursive: true, force: true });
      }
      return result;
    });
  }

  return {
    workspace: (): Workspace | null => current,
    opening: (): AppStart['opening'] => (current === null ? opening : null),
    startProblem: (): CallError | null => startProblem,
    /** Closes the open workspace and opens another (practice: {@link practiceId}), or the former again if that fails. */
    open: (id: string) =>
      inTurn(async () => {
        const name = registry.get(id)?.name ?? (id === practiceId ? practiceName : null);
        if (name === null) return unknownWorkspace;
        opening = { name, reading: false };
        const result = await change(() => openKnown(id));
        opening = null;
        if (!result.ok && current === null) {
          startProblem = result.error;
          workspaceChanged();
        }
        return result;
      }),
    /** Creates a company's workspace and opens it with its token. On failure nothing of it is left. */
    connect: (company: Company, token: string) => openNew(company, token, null),
    /** The same from an inspected file. */
    adopt: (company: Company, movedFile: string, token: string) => openNew(company, token, movedFile),
    /** Reopens the workspace with its service at `to`; refused if it is no longer at `from`. A crash leaves it at one of the two. */
    moveService: (from: string, to: string) =>
      inTurn(async () => {
        const id = current?.describe().id ?? null;
        if (id === null || id === practiceId) return unknownWorkspace;
        if (current?.baseUrl !== from) return addressChanged;
        // If this fails, all goes on at the old address.
        registry.moveService(id, to);
        deps.backUpRegistry();
        return change(() => openKnown(id));
      }),
    workspaceChanged,
    setInSight(place: AppPlace | null): void {
      inSight = place;
      current?.dispatcher.attend(place !== null);
    },
    /** Starts nothing new while any reason remains; running requests go on. */
    setSuspended(reason: SuspensionReason, on: boolean): void {
      if (on) standstill.add(reason);
      else standstill.delete(reason);
      current?.dispatcher.setSuspended(reason, on);
    },
    /** Closes the workspace, see its `close`, and opens no other. */
    stop(graceMs?: number): Promise<void> {
      ending.abort();
      return mutex(async () => {
        if (stopped) return;
        stopped = true;
        await closeCurrent(graceMs);
      });
    },
  };
}
