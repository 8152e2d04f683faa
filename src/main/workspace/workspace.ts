import type { Database } from 'better-sqlite3';
import type { z } from 'zod';
import type { ExchangeObservations } from '#shared/exchange-observations.ts';
import type { OpenWorkspace } from '#shared/ipc/app.ts';
import type { QueueNews } from '#shared/queue-news.ts';
import type { WorkspaceSettings, workspaceSettingsChange } from '#shared/settings.ts';
import type { AnswerReader } from '../answers/answer-reader.ts';
import type { Clock } from '../clock.ts';
import type { ImportQueue } from '../outbox/import-queue.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Log } from '../log/log.ts';
import type { Network } from '../network/network.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import type { EntryStore } from '../outbox/entry-store.ts';
import type { ServiceClient } from '../service-client/client.ts';
import type { TransportLimits } from '../service-client/transport.ts';
import type { DatabaseProblem } from '../store/database.ts';
import type { Migration } from '../store/migrations.ts';
import type { MovedWorkspace } from '../store/moved-file.ts';
import type { ArrivedResult } from '../watcher/news-gathering.ts';
import type { Watcher } from '../watcher/watcher.ts';
import type { DataCheckAssets } from './data-check.ts';
import type { InterfacePolicy } from './interface-policy.ts';
import type { LookUpRunner } from './look-up-runner.ts';
import type { Onboarding } from './onboarding.ts';
import type { PictureCache } from './picture-cache.ts';
import type { RequestSlots } from './request-slots.ts';
import type { ResultRules } from './result-summary.ts';
import type { SharedRequirements } from './shared-requirements.ts';
import type { WorkspaceStores } from './stores.ts';
import type { SessionTokens, TokenHolder } from './token-holder.ts';

export interface WorkspaceDeps {
  folder: string;
  /** Where it is noted how far the workspace has come; outside its folder, so that an older folder shows. */
  markFile: string;
  migrations: readonly Migration[];
  clock: Clock;
  keychain: Keychain;
  sessionTokens?: SessionTokens;
  network: Network;
  log: Log;
  emit: Emit;
  onArrived?: (result: ArrivedResult) => void;
  onQueueEmptied?: (news: QueueNews) => void;
  /** A part of the stored data is damaged. Nothing is sent any more, and the workspace has to be closed. Called once. */
  onDamaged?: () => void;
  /** Called when the keychain has brought about another status of the token, which {@link Workspace.describe} tells. */
  onToken?: () => void;
  /** What the person who works here is called; the account's name where it is absent. */
  person?: () => string | null;
  random: () => number;
  limits: TransportLimits;
  answerWorker: string;
  /** What reads a database through that was not closed in order. */
  dataCheck: DataCheckAssets;
  /** All of the data has to be read before it is used, which may take minutes. */
  onReading?: () => void;
  /** Gangway ends: what is not open by then is not opened any more. */
  ending?: AbortSignal;
  /** What an administrator settled of the service's interface; absent where there is no place for that. */
  interfacePolicy?: (baseUrl: string) => InterfacePolicy;
  /** The requirement sets that an administrator laid down; absent where there is no place for that. */
  sharedRequirements?: () => SharedRequirements;
}

/** A company's workspace while it is open: its database, its connection to the service, its outbox and its watcher. */
export interface Workspace extends Omit<
  WorkspaceStores,
  'counts' | 'indexer' | 'keptFiles' | 'observations' | 'onboardingFacts'
> {
  describe(): OpenWorkspace;
  readonly settings: () => WorkspaceSettings;
  readonly rules: () => ResultRules;
  /** What an administrator settled stays as it is, whatever the change says of it. */
  updateSettings(change: z.infer<typeof workspaceSettingsChange>): void;
  observedExchanges(): ExchangeObservations;
  rename(name: string): void;
  readonly baseUrl: string;
  readonly filesFolder: string;
  readonly pictures: PictureCache;
  readonly clock: Clock;
  readonly client: ServiceClient;
  readonly answers: AnswerReader;
  readonly network: Network;
  readonly slots: RequestSlots;
  readonly token: TokenHolder;
  readonly dispatcher: Dispatcher;
  readonly watcher: Watcher;
  readonly entries: EntryStore;
  readonly imports: ImportQueue;
  readonly lookUpRunner: LookUpRunner;
  readonly onboarding: Onboarding;
  /** Commits what several stores write in `work` at once, or nothing of it where `work` throws. */
  transaction<T>(work: () => T): T;
  /** Copies the database for another computer; rejects where the disk does not take it, and where it was `stopped`. */
  copyForMove(file: string, facts: Omit<MovedWorkspace, 'unsent'>, stopped: AbortSignal): Promise<void>;
  /** For the stores and the outbox alone, see docs/decisions/features-take-the-workspace.md. */
  readonly db: Database;
  emit: Emit;
  /** Takes an error that says that the stored data is damaged; false where it says something else. */
  damageMet(error: unknown): boolean;
  /** Has something end when the workspace begins to close. The database is closed only after it has. */
  onClosing(end: () => Promise<void> | void): void;
  /** Settles what is under way within `graceMs`, 5 s where none is said; brings the log file into the database and closes it. */
  close(graceMs?: number): Promise<void>;
}

export type OpenedWorkspace = { ok: true; workspace: Workspace } | { ok: false; problem: DatabaseProblem };
