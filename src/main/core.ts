import { join } from 'node:path';
import type { z } from 'zod';
import type { AppStart, WorkspaceSummary } from '#shared/ipc/app.ts';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { CallName } from '#shared/ipc/contract.ts';
import { createTokenUnsealer, type TokenUnsealer } from '#shared/sealed-token.ts';
import {
  appSettingsChange,
  changedSettings,
  defaultAppSettings,
  type AppSettings,
} from '#shared/settings.ts';
import type { Clock } from './clock.ts';
import { appHandlers } from './features/app.ts';
import { documentHandlers } from './features/documents.ts';
import { refuse, type Handlers } from './features/handlers.ts';
import { inviteHandlers } from './features/invites.ts';
import { fillPracticeOnce } from './features/practice-fill.ts';
import { outboxHandlers } from './features/outbox.ts';
import { storageProblem } from './features/storage-problem.ts';
import { todayHandlers } from './features/today.ts';
import { vendorHandlers } from './features/vendors.ts';
import { verificationHandlers } from './features/verifications.ts';
import { createRouter, type Route } from './ipc/router.ts';
import type { Keychain } from './keychain/keychain.ts';
import { createFileLog, type Log } from './log/log.ts';
import { serviceLimits, type TransportLimits } from './service-client/transport.ts';
import { backUpDaily, backUpNow } from './store/backup.ts';
import { openDatabase, problemOf, restoreNoted } from './store/database.ts';
import { readMigrations } from './store/migrations.ts';
import { createSettingStore } from './store/settings.ts';
import type { PracticeService } from '#practice/service.ts';
import { openPracticeService } from './workspace/practice.ts';
import { createWorkspaceRegistry, practiceId, type WorkspaceRegistry } from './workspace/registry.ts';
import { openWorkspace, type Emit, type Workspace } from './workspace/workspace.ts';

export interface CoreParts {
  dataDir: string;
  facts: Pick<AppStart, 'version' | 'host' | 'platform'>;
  clock: Clock;
  keychain: Keychain;
  emit: Emit;
  /** Opens a https or mailto address outside; false where the host leaves that to the screen. */
  openOutside: (url: string) => Promise<boolean>;
  random: () => number;
  /** Whether the workspace that was open last is opened at once; it is unless this says no. */
  openLast?: boolean;
  /** How long the service is waited for; the usual limits where none are given. */
  limits?: TransportLimits;
  /** Folders that come with the app. */
  assets: { migrations: string; samples: string };
}

/** The app without its host: everything that Electron and the browser host have in common. */
export interface Core {
  readonly facts: CoreParts['facts'];
  readonly clock: Clock;
  readonly keychain: Keychain;
  readonly unsealer: TokenUnsealer;
  readonly registry: WorkspaceRegistry;
  readonly log: Log;
  readonly emit: Emit;
  readonly openOutside: CoreParts['openOutside'];
  /** Answers one call of a screen. */
  readonly route: Route;
  appSettings(): AppSettings;
  updateAppSettings(change: z.infer<typeof appSettingsChange>): AppSettings;
  workspace(): Workspace | null;
  startProblem(): CallError | null;
  /** Closes the open workspace and opens another. */
  open(id: string): Promise<CallResult<Workspace>>;
  openPractice(): Promise<CallResult<Workspace>>;
  workspaceChanged(): void;
  /** The kept copy of a document's picture, for the host to serve; null where there is none. */
  documentFile(jobId: string): { file: string; contentType: string } | null;
  /** Settles what is under way and closes everything. */
  stop(): Promise<void>;
}

export type StartedCore = { ok: true; core: Core } | { ok: false; error: CallError };

const lostList: CallError = {
  code: 'storage',
  message:
    'The list of workspaces was damaged, and there was no copy of it. The damaged file is kept, and what each workspace holds is untouched in Gangway’s folder.',
};

/** Opens the app's own database and the workspace that was open last. */
export async function startCore(parts: CoreParts): Promise<StartedCore> {
  const { dataDir, clock, emit } = parts;
  const file = join(dataDir, 'gangway.db');
  const opened = openDatabase(file, readMigrations(join(parts.assets.migrations, 'app')), clock);
  if (!opened.ok) return { ok: false, error: storageProblem(opened.problem) };
  const { db, restored } = opened;
  const log = createFileLog(join(dataDir, 'logs'), () => clock.wall());
  const registry = createWorkspaceRegistry(db, () => clock.wall());
  const stored = createSettingStore(db);
  const workspaceMigrations = readMigrations(join(parts.assets.migrations, 'workspace'));
  const unsealer = await createTokenUnsealer();

  let settings = changedSettings(defaultAppSettings, stored.read('app.settings', appSettingsChange) ?? {});
  let current: {
    workspace: Workspace;
    handlers: Omit<Handlers, keyof ReturnType<typeof appHandlers>>;
  } | null = null;
  let practice: PracticeService | null = null;
  let startProblem: CallError | null = null;

  if (restored !== null) {
    restoreNoted(file);
    log.write('workspace_list_restored', { from_copy: restored.backupAt !== null });
    if (restored.backupAt === null) startProblem = lostList;
  }
  backUpDaily(db, file, clock.wall()).catch((error: unknown) => {
    log.write('backup_not_made', { error: error instanceof Error ? error.name : 'unknown' });
  });

  /** The workspace is open by then: where this cannot be written, only the next start does not know of it. */
  function noteOpened(summary: WorkspaceSummary): void {
    try {
      registry.opened(summary.id);
      // A workspace is found again only through this list, so a copy of the list knows of it from the beginning.
      if (summary.lastOpenedAt === null) backUpNow(db, file, clock.wall());
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      log.write('opening_not_noted', { problem: problem.kind });
    }
  }

  async function closeCurrent(): Promise<void> {
    const closing = current;
    current = null;
    await closing?.workspace.close();
    const service = practice;
    practice = null;
    await service?.close();
  }

  async function openStored(id: string, token: string | null): Promise<CallResult<Workspace>> {
    const summary = registry.get(id);
    if (summary === null) return refuse('not_found', 'This workspace is not on this computer.');
    const result = await openWorkspace(summary, {
      folder: join(dataDir, 'workspaces', id),
      migrations: workspaceMigrations,
      clock,
      keychain: parts.keychain,
      log,
      emit,
      random: parts.random,
      limits: parts.limits ?? serviceLimits,
    });
    if (!result.ok) return { ok: false, error: storageProblem(result.problem) };
    const { workspace } = result;
    if (token !== null) {
      workspace.token.holdForSession(token);
      workspace.dispatcher.tokenChanged();
    }
    noteOpened(summary);
    current = {
      workspace,
      handlers: {
        ...vendorHandlers(workspace),
        ...inviteHandlers(workspace),
        ...verificationHandlers(workspace),
        ...documentHandlers(workspace),
        ...outboxHandlers(workspace),
        ...todayHandlers(workspace),
      },
    };
    core.workspaceChanged();
    return { ok: true, value: workspace };
  }

  const core: Core = {
    facts: parts.facts,
    clock,
    keychain: parts.keychain,
    unsealer,
    registry,
    log,
    emit,
    openOutside: parts.openOutside,
    route: createRouter(handlersFor, log),
    appSettings: () => settings,
    updateAppSettings(change) {
      settings = changedSettings(settings, change);
      stored.write('app.settings', settings);
      return settings;
    },
    workspace: () => current?.workspace ?? null,
    startProblem: () => startProblem,
    async open(id) {
      if (id === practiceId) return core.openPractice();
      await closeCurrent();
      return openStored(id, null);
    },
    async openPractice() {
      await closeCurrent();
      const started = await openPracticeService(join(dataDir, 'practice'), parts.assets.samples, stored);
      if (!started.ok) return refuse('storage', started.sentence);
      practice = started.service;
      const summary = registry.putPractice(practice.baseUrl);
      const result = await openStored(summary.id, practice.token);
      if (result.ok) await fillPracticeOnce(result.value, practice);
      return result;
    },
    workspaceChanged() {
      emit('workspace.changed', current?.workspace.describe() ?? null);
    },
    documentFile(jobId) {
      const kept = current?.workspace.documents.file(jobId) ?? null;
      if (kept === null || current === null) return null;
      return { file: join(current.workspace.filesFolder, jobId), contentType: kept.contentType };
    },
    async stop() {
      await closeCurrent();
      db.close();
    },
  };

  const always = appHandlers(core);
  function handlersFor<N extends CallName>(name: N): Handlers[N] | null {
    const handlers: Partial<Handlers> = { ...always, ...current?.handlers };
    return handlers[name] ?? null;
  }

  const last = parts.openLast === false ? null : registry.lastOpened();
  if (last !== null) {
    const result = await core.open(last.id);
    if (!result.ok) startProblem = result.error;
  }
  log.write('started', { host: parts.facts.host, keychain: parts.keychain.status.kind });
  return { ok: true, core };
}
