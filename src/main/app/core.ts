import { join } from 'node:path';
import { getErrorName } from '#shared/base/error-name.ts';
import type { AppStart } from '#shared/ipc/app.ts';
import type { CallError } from '#shared/ipc/call.ts';
import type { CallName } from '#shared/ipc/contract.ts';
import type { PagePoint } from '#shared/ipc/desktop.ts';
import { createTokenUnsealer } from '#shared/base/sealed-token.ts';
import { defaultAppSettings, keptAppSettings } from '#shared/settings/app-settings.ts';
import { changedSettings } from '#shared/settings/settings.ts';
import { createAnswerReader } from '../answers/answer-reader.ts';
import type { AppContext } from '../app-context.ts';
import { closeDataFolder } from '../data-folder.ts';
import type { LoginItem } from '../desktop/login-item.ts';
import { createWindowRequests } from '../desktop/window-requests.ts';
import type { Handlers } from '../ipc/handlers.ts';
import { createCallHandler } from '../ipc/call-handler.ts';
import { storageProblem } from '../ipc/storage-problem.ts';
import { createFileLog } from '../log/log.ts';
import { environmentProxies } from '../network/environment-proxies.ts';
import { createNetwork, type Network } from '../network/network.ts';
import type { ProxyResolver } from '../network/proxy-candidate.ts';
import { serviceLimits, type TransportLimits } from '../service-client/transport.ts';
import { backUpDaily, backUpNow } from '../store/backup.ts';
import { openDatabase, toProblem } from '../store/database.ts';
import { readMigrations } from '../store/migrations.ts';
import { copySetting } from '../store/progress-mark.ts';
import { restoreNoted } from '../store/restored-copy.ts';
import { createSettingStore } from '../store/settings.ts';
import { createUpdates, type UpdateHost } from '../updates/updates.ts';
import { createSeenVersion } from '../updates/seen-version.ts';
import {
  addressesAreSound,
  createWorkspaceRegistry,
  practiceId,
  type WorkspaceRegistry,
} from '../workspace/registry.ts';
import { appFeatures, workspaceFeatures } from './features.ts';
import { createWorkspaceManager, type WorkspaceHost } from './workspace-manager.ts';

export interface CoreDeps extends WorkspaceHost {
  facts: Pick<AppStart, 'version' | 'host' | 'platform'>;
  openOutside: (url: string) => Promise<boolean>;
  openAtLogin?: LoginItem | null;
  showFolder?: (folder: string) => Promise<boolean>;
  showMenu?: ((at: PagePoint) => void) | null;
  /** The environment's proxies where absent. */
  proxies?: ProxyResolver;
  /** Made of `proxies` where absent. */
  network?: Network;
  /** Absent where the host does not update the app. */
  updates?: UpdateHost;
  /** What the start opens: by default the workspace that was open last. */
  begin?: 'last' | 'practice' | 'nothing';
  /** Opens the practice workspace where `begin` is `last` and there is no workspace yet. */
  practiceWhereNew?: boolean;
  limits?: TransportLimits;
  thirdPartyNoticeLists?: readonly string[];
}

export type StartedCore = Awaited<ReturnType<typeof startCore>>;
export type Core = Extract<StartedCore, { ok: true }>['core'];

const lostList: CallError = {
  code: 'storage',
  message:
    'The list of workspaces was damaged, and there was no copy. The damaged file is kept, and each workspace’s data is unchanged in Gangway’s folder. Tell your administrator.',
};

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
    const problem = toProblem(error);
    if (problem === null) throw error;
    return storageProblem(problem);
  }
}

export async function startCore(deps: CoreDeps) {
  const { dataDir, clock, emit } = deps;
  const file = join(dataDir, databaseName);
  const folderProblem = dataFolderProblem(dataDir);
  if (folderProblem !== null) return { ok: false as const, error: folderProblem };
  const appMigrations = readMigrations(join(deps.assets.migrations, 'app'));
  const opened = openDatabase(file, appMigrations, clock, { isSound: addressesAreSound });
  if (!opened.ok) return { ok: false as const, error: storageProblem(opened.problem) };
  const { db, restored } = opened;
  const logFolder = join(dataDir, 'logs');
  const log = createFileLog(logFolder, () => clock.wall());
  const registry = createWorkspaceRegistry(db, () => clock.wall());
  const stored = createSettingStore(db, (name) => log.write('setting_unreadable', { name }));
  const unsealer = await createTokenUnsealer();
  const answers = createAnswerReader(deps.assets.workers.answer, (error) => {
    log.write('answer_not_judged', { error: getErrorName(error) });
  });
  const network =
    deps.network ?? createNetwork(deps.proxies ?? environmentProxies(process.env), deps.keychain);

  const seenVersion = createSeenVersion(stored, deps.facts.version, (error) =>
    noteProblem('version_not_noted', error),
  );
  let settings = changedSettings(defaultAppSettings, stored.read('app.settings', keptAppSettings) ?? {});
  let startProblem: CallError | null = null;
  if (restored !== null) {
    restoreNoted(file);
    stored.remove(copySetting);
    log.write('workspace_list_restored', { from_copy: restored.backupAt !== null });
    if (restored.backupAt === null) startProblem = lostList;
  }
  const backingUp = backUpDaily(db, file, clock.wall()).catch((error: unknown) => {
    log.write('backup_not_made', { error: getErrorName(error) });
  });

  function noteProblem(event: string, error: unknown): void {
    const problem = toProblem(error);
    if (problem === null) throw error;
    log.write(event, { problem: problem.kind });
  }

  /** Workspaces are found only through this list, so it is copied at once. */
  function backUpRegistry(): void {
    try {
      backUpNow(db, file, clock.wall());
    } catch (error) {
      noteProblem('workspace_list_not_backed_up', error);
    }
  }

  let features: ReturnType<typeof workspaceFeatures> | null = null;
  const workspaces = createWorkspaceManager({
    ...deps,
    network,
    log,
    registry,
    backUpRegistry,
    stored,
    settings: () => settings,
    limits: deps.limits ?? serviceLimits,
    problem: startProblem,
    onOpen: (workspace, practice) => {
      features = workspaceFeatures(workspace, practice, log, deps.assets, unsealer);
    },
  });
  const updates = createUpdates(deps.updates, {
    settings: stored,
    clock,
    random: deps.random,
    emit,
    log,
    mayLook: () => workspaces.workspace()?.dispatcher.status().condition.kind !== 'working_offline',
  });
  const stopFollowing = deps.keychain.onChange(() => {
    log.write('keychain_changed', { keychain: deps.keychain.status.kind });
    emit('keychain.changed', deps.keychain.status);
  });
  const context: AppContext = {
    ...deps,
    ...workspaces,
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
    seenVersion,
    requests: createWindowRequests(
      () => workspaces.workspace() !== null,
      () => emit('desktop.asked', null),
    ),
    logFolder,
    openAtLogin: deps.openAtLogin ?? null,
    showFolder: deps.showFolder ?? (() => Promise.resolve(false)),
    showMenu: deps.showMenu ?? null,
    thirdPartyNoticeLists: deps.thirdPartyNoticeLists ?? [],
    updates,
    installUpdate: () => deps.updates?.install(),
    // The person can change what opens at sign-in without Gangway.
    appSettings: () => ({ ...settings, openAtLogin: deps.openAtLogin?.isOn() ?? false }),
    updateAppSettings(change) {
      settings = changedSettings(settings, change);
      stored.write('app.settings', settings);
      return context.appSettings();
    },
  };
  const always = appFeatures(context);
  function handlersFor<N extends CallName>(name: N): Handlers[N] | null {
    const handlers: Partial<Handlers> = { ...always, ...(workspaces.workspace() === null ? {} : features) };
    return handlers[name] ?? null;
  }
  const call = createCallHandler(handlersFor, log, (name, error) => {
    // Only errors of a workspace's own calls say something about its data.
    if (!Object.hasOwn(always, name)) workspaces.workspace()?.handleCorruption(error);
  });

  let stopping: Promise<void> | null = null;
  async function stop(graceMs?: number): Promise<void> {
    updates.stop();
    stopFollowing();
    await workspaces.stop(graceMs);
    await backingUp;
    db.close();
  }

  const first = firstToOpen(deps, registry);
  const begun = first === null ? Promise.resolve() : workspaces.open(first).then(() => undefined);
  updates.start();
  log.write('started', { host: deps.facts.host, keychain: deps.keychain.status.kind });
  const core = {
    ...context,
    ...workspaces,
    stored,
    underWay: (): number => workspaces.workspace()?.dispatcher.status().counts.sending ?? 0,
    /** Waits up to `withinMs` for running requests; returns whether none is left. */
    whenIdle: (withinMs: number) =>
      workspaces.workspace()?.dispatcher.whenIdle(withinMs) ?? Promise.resolve(true),
    handleCorruption: (error: unknown) => workspaces.workspace()?.handleCorruption(error) ?? false,
    call,
    /** Fulfilled once the first workspace is open, or failed to open: the window does not wait for it. */
    begun,
    /** @param key the job ID of a document, or the hash of a filed one */
    documentFile(key: string): { file: string; contentType: string } | null {
      const open = workspaces.workspace();
      return open?.pictures.use(key) ?? open?.filedFiles.find(key) ?? null;
    },
    stop: (graceMs?: number) => (stopping ??= stop(graceMs)),
  };
  return { ok: true as const, core };
}
