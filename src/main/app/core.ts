import { mkdirSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { AppStart, WorkspaceSummary } from '#shared/ipc/app.ts';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { CallName } from '#shared/ipc/contract.ts';
import type { PagePoint } from '#shared/ipc/desktop.ts';
import { momentText } from '#shared/dates.ts';
import type { AppPlace } from '#shared/place.ts';
import type { QueueNews } from '#shared/queue-news.ts';
import { showsResult, type ResultNews } from '#shared/result-news.ts';
import { createTokenUnsealer, type TokenUnsealer } from '#shared/sealed-token.ts';
import {
  type appSettingsChange,
  changedSettings,
  defaultAppSettings,
  keptAppSettings,
  type AppSettings,
} from '#shared/settings.ts';
import type { Clock } from '../clock.ts';
import type { LoginItem } from '../desktop/login-item.ts';
import { createNewsGathering } from '../watcher/news-gathering.ts';
import { createWindowRequests, type WindowRequests } from '../desktop/window-requests.ts';
import { closeDataFolder } from '../data-folder.ts';
import type { Assets } from './assets.ts';
import { createAnswerReader, type AnswerReader } from '../answers/answer-reader.ts';
import { appHandlers } from '../features/app.ts';
import type { MoveInDeps } from '../features/move-in.ts';
import { desktopHandlers } from '../features/desktop.ts';
import { checkHandlers } from '../features/checks.ts';
import { documentHandlers } from '../features/documents.ts';
import { draftHandlers } from '../features/drafts.ts';
import { expiryHandlers } from '../features/expiry.ts';
import { answerHandlers } from '../features/answers.ts';
import { exportHandlers } from '../features/exports.ts';
import { refuse, type Handlers } from '../ipc/handlers.ts';
import { importHandlers } from '../features/imports.ts';
import { inviteHandlers } from '../features/invites.ts';
import { listHandlers } from '../features/lists.ts';
import { lookUpHandlers } from '../features/look-ups.ts';
import { networkHandlers } from '../features/network.ts';
import { fillPracticeOnce } from '../features/practice-fill.ts';
import { outboxHandlers } from '../features/outbox.ts';
import { orStorageProblem, storageProblem } from '../ipc/storage-problem.ts';
import { templateHandlers } from '../features/templates.ts';
import { todayHandlers } from '../features/today.ts';
import { updateHandlers } from '../features/updates.ts';
import { vendorHandlers } from '../features/vendors.ts';
import { verificationHandlers } from '../features/verifications.ts';
import type { Emit } from '../ipc/emit.ts';
import { createRouter, type Route } from '../ipc/router.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { environmentRoutes } from '../network/environment-routes.ts';
import { createNetwork, type Network } from '../network/network.ts';
import type { RouteFinder } from '../network/route.ts';
import { createFileLog, type Log, type LogLine } from '../log/log.ts';
import type { StandstillReason } from '../outbox/dispatcher.ts';
import { serviceLimits, type TransportLimits } from '../service-client/transport.ts';
import { backUpDaily, backUpNow, type Backup } from '../store/backup.ts';
import { openDatabase, problemOf } from '../store/database.ts';
import { readMigrations } from '../store/migrations.ts';
import { copySetting } from '../store/progress-mark.ts';
import { newestSoundBackup, restoreNoted } from '../store/restored-copy.ts';
import { createSettingStore, type SettingStore } from '../store/settings.ts';
import { createSeenVersion, type SeenVersion } from '../updates/seen-version.ts';
import { openUpdates, type UpdateHost } from '../updates/open-updates.ts';
import type { PracticeService } from '#practice/service.ts';
import { openPracticeService } from '../workspace/practice.ts';
import { readInterfacePolicy } from '../workspace/interface-policy.ts';
import { markAccount } from '../workspace/mark-elsewhere.ts';
import {
  addressesAreSound,
  createWorkspaceRegistry,
  practiceId,
  practiceName,
  type WorkspaceRegistry,
} from '../workspace/registry.ts';
import type { TokenHolder } from '../workspace/token-holder.ts';
import { openWorkspace } from '../workspace/opening.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface CoreDeps {
  dataDir: string;
  facts: Pick<AppStart, 'version' | 'host' | 'platform'>;
  clock: Clock;
  keychain: Keychain;
  emit: Emit;
  /** Tells the person that results arrived, in the host's own way. Where it is not given, nobody is told. */
  notify?: (news: ResultNews) => void;
  /** Tells the person in the system's own way that a queue which had to wait has run empty; absent where the page does. */
  notifyOfQueue?: (news: QueueNews) => void;
  /** Opens a https or mailto address outside; false where the host leaves that to the screen. */
  openOutside: (url: string) => Promise<boolean>;
  /** The system's switch for opening the app at sign-in; null or absent where this host has none. */
  openAtLogin?: LoginItem | null;
  /** Shows a folder of this computer; tells whether it could. */
  showFolder?: (folder: string) => Promise<boolean>;
  /** Opens the app's menus at a place of the page; null or absent where the system shows them, or there are none. */
  showMenu?: ((at: PagePoint) => void) | null;
  /** Which ways lead to a server; what the environment names where the host knows nothing better. */
  routes?: RouteFinder;
  /** Where an administrator may lay down settings of a service's interface; absent where that counts for nothing. */
  interfacePolicyFile?: string;
  /** How the app itself is brought up to date; absent where the host has no part in that. */
  updates?: UpdateHost;
  random: () => number;
  /** What is opened at once: the workspace that was open last where nothing else is said, or nothing at all. */
  begin?: 'last' | 'practice' | 'nothing';
  /** Opens the practice workspace where `begin` is `last` and there is no workspace yet. */
  practiceWhereNew?: boolean;
  /** How long the service is waited for; the usual limits where none are given. */
  limits?: TransportLimits;
  /** The lists that the build wrote of the works of others in it. */
  thirdPartyNoticeLists?: readonly string[];
  /** Folders that come with the app. */
  assets: Assets;
}

/** The app without its host: everything that Electron and the browser host have in common. */
export interface Core {
  readonly facts: CoreDeps['facts'];
  readonly clock: Clock;
  readonly keychain: Keychain;
  readonly network: Network;
  /** Reads what comes from an address before it has a workspace. */
  readonly answers: AnswerReader;
  readonly unsealer: TokenUnsealer;
  readonly registry: WorkspaceRegistry;
  readonly log: Log;
  /** Where files from another computer come in. */
  readonly moveIn: MoveInDeps;
  readonly emit: Emit;
  readonly openOutside: CoreDeps['openOutside'];
  /** Small values of the app on this computer, such as where its window was. */
  readonly stored: SettingStore;
  readonly seenVersion: SeenVersion;
  /** What is asked of the window from outside of it. */
  readonly requests: WindowRequests;
  /** Notes what the person has before their eyes; null where that is nothing of Gangway. */
  setInSight(place: AppPlace | null): void;
  readonly logFolder: string;
  /** The log's latest lines since the start. */
  recentLog(): readonly LogLine[];
  showFolder(folder: string): Promise<boolean>;
  readonly showMenu: ((at: PagePoint) => void) | null;
  readonly openAtLogin: LoginItem | null;
  /** Begins nothing new for as long as any reason stands; what is under way goes on. */
  standStill(reason: StandstillReason, on: boolean): void;
  /** How many requests of the outbox are under way. */
  underWay(): number;
  /** Waits up to `withinMs` until nothing is under way; tells whether it is so. */
  quiet(withinMs: number): Promise<boolean>;
  /** Takes an error that says that the open workspace's data is damaged; false where it says something else. */
  damageMet(error: unknown): boolean;
  /** Answers one call of a screen. */
  readonly route: Route;
  appSettings(): AppSettings;
  updateAppSettings(change: z.infer<typeof appSettingsChange>): AppSettings;
  workspace(): Workspace | null;
  /** Which workspace is being opened while none is open. */
  opening(): AppStart['opening'];
  /** Fulfilled once what the start opens is open, or cannot be: the window does not wait for it. */
  readonly begun: Promise<void>;
  /** Why nothing could be opened at the start; null once a workspace is open. */
  startProblem(): CallError | null;
  /**
   * Closes the open workspace and opens another; the practice workspace has {@link practiceId}. One change is made at a
   * time. Where the other one cannot be opened, the one that was open is opened again.
   */
  open(id: string): Promise<CallResult<Workspace>>;
  /** Makes a company's workspace, opens it and gives it its token. Where that fails, nothing of it is left. */
  connect(company: { name: string; baseUrl: string }, token: string): Promise<CallResult<Workspace>>;
  /** Makes a workspace of a file that was looked at, opens it and gives it its token. Where that fails, nothing of it is left. */
  adopt(
    company: { name: string; baseUrl: string },
    file: string,
    token: string,
  ): Promise<CallResult<Workspace>>;
  /**
   * Opens the open workspace again with its service at another address, where its queue and its token go from then on.
   * A process that dies meanwhile leaves it at the old address or at the new one.
   */
  moveService(baseUrl: string): Promise<CallResult<Workspace>>;
  workspaceChanged(): void;
  /** The kept copy of a document's picture, for the host to serve; null where there is none. */
  documentFile(jobId: string): { file: string; contentType: string } | null;
  /** Settles what is under way within `graceMs`, 5 s where none is said, and closes everything. */
  stop(graceMs?: number): Promise<void>;
}

export type StartedCore = { ok: true; core: Core } | { ok: false; error: CallError };

const lostList: CallError = {
  code: 'storage',
  message:
    'The list of workspaces was damaged, and there was no copy of it. The damaged file is kept, and what each workspace holds is untouched in Gangway’s folder.',
};

/** What is under way when damage is met can hardly be written down any more. */
const damagedGraceMs = 1000;

function damagedWorkspace(copy: Backup | null): CallError {
  const then =
    copy === null
      ? 'There is no copy that could take its place. Open it again to have the damaged file set aside and kept.'
      : `Open it again to have the damaged file set aside and the copy of ${momentText(copy.at)} restored.`;
  return {
    code: 'damaged',
    message: `Gangway closed this workspace, because a part of its data on the disk can no longer be read. Nothing more was sent. ${then}`,
  };
}

const unknownWorkspace = refuse('not_found', 'This workspace is not on this computer.');
const cannotOpen = refuse(
  'internal',
  'Something in Gangway went wrong while this workspace was opened. Nothing already queued is lost. Try again, or open another workspace.',
);
const closing = refuse('no_workspace', 'Gangway is closing. Nothing already queued is lost.');

function firstToOpen(deps: CoreDeps, registry: WorkspaceRegistry): string | null {
  const begin = deps.begin ?? 'last';
  if (begin === 'nothing') return null;
  if (begin === 'practice') return practiceId;
  if (deps.practiceWhereNew === true && registry.list().length === 0) return practiceId;
  return registry.lastOpened()?.id ?? null;
}

const databaseName = 'gangway.db';

function dataFolderProblem(dataDir: string): CallError | null {
  try {
    const message = closeDataFolder(dataDir, databaseName);
    return message === null ? null : { code: 'storage', message };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return storageProblem(problem);
  }
}

/** Opens the app's own database, and begins to open the workspace that was open last. */
export async function startCore(deps: CoreDeps): Promise<StartedCore> {
  const { dataDir, clock, emit, interfacePolicyFile: policyFile } = deps;
  const file = join(dataDir, databaseName);
  const folderProblem = dataFolderProblem(dataDir);
  if (folderProblem !== null) return { ok: false, error: folderProblem };
  const appMigrations = readMigrations(join(deps.assets.migrations, 'app'));
  const opened = openDatabase(file, appMigrations, clock, { isSound: addressesAreSound });
  if (!opened.ok) return { ok: false, error: storageProblem(opened.problem) };
  const { db, restored } = opened;
  const logFolder = join(dataDir, 'logs');
  const log = createFileLog(logFolder, () => clock.wall());
  const registry = createWorkspaceRegistry(db, () => clock.wall());
  const stored = createSettingStore(db, (name) => {
    log.write('setting_unreadable', { name });
  });
  const workspaceMigrations = readMigrations(join(deps.assets.migrations, 'workspace'));
  const unsealer = await createTokenUnsealer();
  const answers = createAnswerReader(deps.assets.workers.answer, (error) => {
    log.write('answer_not_judged', { error: error instanceof Error ? error.name : 'unknown' });
  });
  const network = createNetwork(deps.routes ?? environmentRoutes(process.env), deps.keychain);

  const seenVersion = createSeenVersion(stored, deps.facts.version, (error) => {
    const problem = problemOf(error);
    if (problem === null) throw error;
    log.write('version_not_noted', { problem: problem.kind });
  });
  let settings = changedSettings(defaultAppSettings, stored.read('app.settings', keptAppSettings) ?? {});
  let current: {
    workspace: Workspace;
    handlers: Omit<
      Handlers,
      | keyof ReturnType<typeof appHandlers>
      | keyof ReturnType<typeof desktopHandlers>
      | keyof ReturnType<typeof updateHandlers>
      | keyof ReturnType<typeof networkHandlers>
    >;
  } | null = null;
  let practice: PracticeService | null = null;
  let startProblem: CallError | null = null;
  let opening: AppStart['opening'] = null;
  const ending = new AbortController();
  let inSight: AppPlace | null = null;
  const news = createNewsGathering({
    clock,
    wanted: () => settings.notifyResults,
    inSight: ({ kind, id }) => inSight !== null && showsResult(inSight, kind, id),
    tell: (gathered) => deps.notify?.(gathered),
  });
  let turns: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const standstill = new Set<StandstillReason>();

  if (restored !== null) {
    restoreNoted(file);
    stored.remove(copySetting);
    log.write('workspace_list_restored', { from_copy: restored.backupAt !== null });
    if (restored.backupAt === null) startProblem = lostList;
  }
  const backingUp = backUpDaily(db, file, clock.wall()).catch((error: unknown) => {
    log.write('backup_not_made', { error: error instanceof Error ? error.name : 'unknown' });
  });

  function markFileOf(id: string): string {
    return join(dataDir, 'progress', id);
  }

  /** Leaves nothing of a workspace that could not be opened for the first time. */
  async function forgetNew(id: string): Promise<void> {
    await deps.keychain.remove(id);
    await deps.keychain.remove(markAccount(id));
    registry.remove(id);
    rmSync(markFileOf(id), { force: true });
  }

  /** The workspace is open by then: where this cannot be written, only the next start does not know of it. */
  function noteOpened(summary: WorkspaceSummary): void {
    try {
      registry.opened(summary.id);
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      log.write('opening_not_noted', { problem: problem.kind });
    }
    if (summary.lastOpenedAt === null) backUpList();
  }

  /** A workspace and its address are found again only through this list, so a copy of the list knows of them at once. */
  function backUpList(): void {
    try {
      backUpNow(db, file, clock.wall());
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      log.write('workspace_list_not_backed_up', { problem: problem.kind });
    }
  }

  async function closeCurrent(graceMs?: number): Promise<void> {
    news.forget();
    const closing = current;
    current = null;
    await closing?.workspace.close(graceMs);
    const service = practice;
    practice = null;
    await service?.close();
  }

  /** @param prepare done before the workspace is shown */
  async function openStored(
    summary: WorkspaceSummary,
    giveToken: (token: TokenHolder) => Promise<void> | void,
    prepare: (workspace: Workspace) => Promise<void> = () => Promise.resolve(),
  ): Promise<CallResult<Workspace>> {
    const result = await openWorkspace(summary, {
      folder: join(dataDir, 'workspaces', summary.id),
      markFile: markFileOf(summary.id),
      migrations: workspaceMigrations,
      clock,
      keychain: deps.keychain,
      network,
      answerWorker: deps.assets.workers.answer,
      dataCheck: {
        script: deps.assets.workers.soundness,
        migrations: join(deps.assets.migrations, 'workspace'),
      },
      log,
      emit,
      ending: ending.signal,
      onReading: () => {
        if (opening === null) return;
        opening = { ...opening, reading: true };
        core.workspaceChanged();
      },
      onArrived: (result) => {
        news.arrived(result);
      },
      onQueueEmptied: (emptied) => {
        emit('queue.emptied', emptied);
        if (settings.notifyResults && inSight === null) deps.notifyOfQueue?.(emptied);
      },
      onDamaged: () => {
        void inTurn(() => closeDamaged(summary.id));
      },
      onToken: () => {
        if (current?.workspace.describe().id === summary.id) core.workspaceChanged();
      },
      random: deps.random,
      limits: deps.limits ?? serviceLimits,
      ...(policyFile === undefined
        ? {}
        : { interfacePolicy: (baseUrl: string) => readInterfacePolicy(policyFile, baseUrl) }),
    });
    if (!result.ok) return { ok: false, error: storageProblem(result.problem) };
    const { workspace } = result;
    try {
      await giveToken(workspace.token);
    } catch (error) {
      await workspace.close();
      throw error;
    }
    for (const reason of standstill) workspace.dispatcher.standStill(reason, true);
    if (inSight !== null) workspace.dispatcher.attend(true);
    workspace.dispatcher.tokenChanged();
    noteOpened(summary);
    try {
      await prepare(workspace);
    } catch (error) {
      await workspace.close();
      throw error;
    }
    opening = null;
    current = {
      workspace,
      handlers: {
        ...vendorHandlers(workspace),
        ...listHandlers(workspace),
        ...lookUpHandlers(workspace),
        ...answerHandlers(workspace),
        ...exportHandlers(workspace, deps.assets.report),
        ...inviteHandlers(workspace),
        ...draftHandlers(workspace),
        ...templateHandlers(workspace),
        ...importHandlers(workspace, log, deps.assets.workers.list),
        ...verificationHandlers(workspace),
        ...expiryHandlers(workspace),
        ...checkHandlers(workspace, log),
        ...documentHandlers(workspace),
        ...outboxHandlers(workspace),
        ...todayHandlers(workspace),
      },
    };
    startProblem = null;
    core.workspaceChanged();
    return { ok: true, value: workspace };
  }

  /** Closes a workspace whose data turned out to be damaged; opening it again restores a copy. */
  async function closeDamaged(id: string): Promise<void> {
    if (stopped || current?.workspace.describe().id !== id) return;
    try {
      await closeCurrent(damagedGraceMs);
    } catch (error) {
      log.write('not_closed_in_order', { error: error instanceof Error ? error.name : 'unknown' });
    }
    startProblem = damagedWorkspace(
      newestSoundBackup(join(dataDir, 'workspaces', id, 'workspace.db'), { migrations: workspaceMigrations }),
    );
    core.workspaceChanged();
  }

  async function openKnown(id: string): Promise<CallResult<Workspace>> {
    if (id === practiceId) return openPractice();
    const summary = registry.get(id);
    return summary === null ? unknownWorkspace : openStored(summary, () => undefined);
  }

  async function openPractice(): Promise<CallResult<Workspace>> {
    const started = await openPracticeService(join(dataDir, 'practice'), deps.assets.samples, stored);
    if (!started.ok) return refuse('storage', started.sentence);
    const { service } = started;
    practice = service;
    return openStored(
      registry.putPractice(service.baseUrl),
      (token) => {
        token.holdForSession(service.token);
      },
      (workspace) => fillPracticeOnce(workspace, service),
    );
  }

  /** Makes a change of workspaces after those that were asked for before, so that two never hold parts of each other. */
  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const next = turns.then(change, change);
    turns = next;
    return next;
  }

  /** Whatever keeps one workspace from being opened must not keep the app, or the others, from it. */
  async function orOpeningProblem(
    opening: () => Promise<CallResult<Workspace>>,
  ): Promise<CallResult<Workspace>> {
    try {
      return await orStorageProblem(opening);
    } catch (error) {
      log.write('workspace_not_opened', { error: error instanceof Error ? error.name : 'unknown' });
      return cannotOpen;
    }
  }

  async function change(opening: () => Promise<CallResult<Workspace>>): Promise<CallResult<Workspace>> {
    const before = current?.workspace.describe().id ?? null;
    await closeCurrent();
    const result = await orOpeningProblem(opening);
    if (result.ok) return result;
    await closeCurrent();
    if (before !== null) await orOpeningProblem(() => openKnown(before));
    if (current === null) core.workspaceChanged();
    return result;
  }

  const core: Core = {
    facts: deps.facts,
    clock,
    keychain: deps.keychain,
    network,
    answers,
    unsealer,
    registry,
    log,
    moveIn: {
      folder: join(dataDir, 'incoming'),
      worker: deps.assets.workers.movedFile,
      migrations: join(deps.assets.migrations, 'workspace'),
    },
    emit,
    openOutside: deps.openOutside,
    stored,
    seenVersion,
    requests: createWindowRequests(
      () => current !== null,
      () => {
        emit('desktop.asked', null);
      },
    ),
    setInSight(place) {
      inSight = place;
      current?.workspace.dispatcher.attend(place !== null);
    },
    logFolder,
    recentLog: () => log.recent(),
    openAtLogin: deps.openAtLogin ?? null,
    showFolder: deps.showFolder ?? (() => Promise.resolve(false)),
    showMenu: deps.showMenu ?? null,
    standStill(reason, on) {
      if (on) standstill.add(reason);
      else standstill.delete(reason);
      current?.workspace.dispatcher.standStill(reason, on);
    },
    underWay: () => current?.workspace.dispatcher.status().counts.sending ?? 0,
    quiet: (withinMs) => current?.workspace.dispatcher.quiet(withinMs) ?? Promise.resolve(true),
    route: createRouter(handlersFor, log, (name, error) => {
      // Only what a workspace's own call met says something of its data.
      if (current !== null && Object.hasOwn(current.handlers, name)) current.workspace.damageMet(error);
    }),
    damageMet: (error) => current?.workspace.damageMet(error) ?? false,
    // The system's own list of what opens at sign-in can be changed without Gangway.
    appSettings: () => ({ ...settings, openAtLogin: deps.openAtLogin?.isOn() ?? false }),
    updateAppSettings(change) {
      settings = changedSettings(settings, change);
      stored.write('app.settings', settings);
      return core.appSettings();
    },
    workspace: () => current?.workspace ?? null,
    opening: () => (current === null ? opening : null),
    get begun() {
      return begun;
    },
    startProblem: () => startProblem,
    open: (id) =>
      inTurn(async () => {
        if (stopped) return closing;
        const name = registry.get(id)?.name ?? (id === practiceId ? practiceName : null);
        if (name === null) return unknownWorkspace;
        opening = { name, reading: false };
        const result = await change(() => openKnown(id));
        opening = null;
        if (!result.ok && current === null) {
          startProblem = result.error;
          core.workspaceChanged();
        }
        return result;
      }),
    connect: (company, token) =>
      inTurn(async () => {
        if (stopped) return closing;
        const summary = registry.add(company);
        const result = await change(() => openStored(summary, (holder) => holder.replace(token)));
        if (!result.ok) {
          await forgetNew(summary.id);
        }
        return result;
      }),
    adopt: (company, movedFile, token) =>
      inTurn(async () => {
        if (stopped) return closing;
        const summary = registry.add(company);
        const folder = join(dataDir, 'workspaces', summary.id);
        const result = await change(async () => {
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          // A copy, so that the file is still there where it cannot be opened and the person tries again.
          await copyFile(movedFile, join(folder, 'workspace.db'));
          return openStored(summary, (holder) => holder.replace(token));
        });
        if (!result.ok) {
          await forgetNew(summary.id);
          rmSync(folder, { recursive: true, force: true });
        }
        return result;
      }),
    moveService: (baseUrl) =>
      inTurn(async () => {
        const id = current?.workspace.describe().id ?? null;
        if (stopped) return closing;
        if (id === null || id === practiceId) return unknownWorkspace;
        // Where this cannot be written nothing has changed yet, and all goes on at the old address.
        registry.moveService(id, baseUrl);
        backUpList();
        return change(() => openKnown(id));
      }),
    workspaceChanged() {
      emit('workspace.changed', current?.workspace.describe() ?? null);
    },
    documentFile(jobId) {
      return current?.workspace.pictures.use(jobId) ?? null;
    },
    stop(graceMs) {
      ending.abort();
      return inTurn(async () => {
        if (stopped) return;
        stopped = true;
        updates.stop();
        stopFollowing();
        await closeCurrent(graceMs);
        await backingUp;
        db.close();
      });
    },
  };

  const updates = openUpdates(deps.updates, {
    settings: stored,
    clock,
    random: deps.random,
    emit,
    log,
    mayLook: () => current?.workspace.dispatcher.status().condition.kind !== 'working_offline',
  });
  const stopFollowing = deps.keychain.onChange(() => {
    log.write('keychain_changed', { keychain: deps.keychain.status.kind });
    emit('keychain.changed', deps.keychain.status);
  });
  const always = {
    ...appHandlers(core),
    ...networkHandlers(core),
    ...desktopHandlers(core, deps.thirdPartyNoticeLists ?? []),
    ...updateHandlers(updates, () => deps.updates?.install()),
  };
  function handlersFor<N extends CallName>(name: N): Handlers[N] | null {
    const handlers: Partial<Handlers> = { ...always, ...current?.handlers };
    return handlers[name] ?? null;
  }

  const first = firstToOpen(deps, registry);
  const begun = first === null ? Promise.resolve() : core.open(first).then(() => undefined);
  updates.start();
  log.write('started', { host: deps.facts.host, keychain: deps.keychain.status.kind });
  return { ok: true, core };
}
