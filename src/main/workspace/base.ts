import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { EventName } from '#shared/ipc/contract.ts';
import type { WorkspaceSummary } from '#shared/ipc/app.ts';
import { accountName } from '../account-name.ts';
import { createSendingPace } from '../background-slices.ts';
import type { Clock } from '../clock.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Log } from '../log/log.ts';
import type { Network } from '../network/network.ts';
import type { TransportLimits } from '../service-client/transport.ts';
import type { SoundDatabase } from '../store/database.ts';
import type { Migration } from '../store/migrations.ts';
import { createSettingStore } from '../store/settings.ts';
import type { DataCheckAssets } from './data-check.ts';
import type { PartEvents, WorkspaceEvents } from './events.ts';
import { createFaults } from './faults.ts';
import { noInterfacePolicy, type InterfacePolicy } from './interface-policy.ts';
import { createOpenSettings } from './open-settings.ts';
import type { SharedRequirements } from './shared-requirements.ts';
import { createStores } from './stores.ts';
import type { SessionTokens } from './token-holder.ts';

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
  /** Takes what the workspace reports to the app, before anything is under way. */
  listen?: (events: WorkspaceEvents) => void;
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

export type WorkspaceBase = ReturnType<typeof createBase>;

/** Events of the screens after which a vendor may be judged otherwise. */
const ofVendors: ReadonlySet<EventName> = new Set([
  'entries.changed',
  'vendors.changed',
  'documents.changed',
]);

/** What every part of a workspace works with: its database and stores, its settings, its clock, and who is told of what. */
export function createBase(summary: WorkspaceSummary, deps: WorkspaceDeps, { db }: SoundDatabase) {
  const { folder, log, random } = deps;
  const file = join(folder, 'workspace.db');
  const events: WorkspaceEvents = new EventEmitter<PartEvents>();
  deps.listen?.(events);
  const emit: Emit = (name, payload) => {
    deps.emit(name, payload);
    if (ofVendors.has(name)) events.emit('vendorFacts');
  };
  const faults = createFaults(file, deps.clock, log, events);
  const { clock, fault } = faults;
  const stored = createSettingStore(db, (name) => {
    log.write('setting_unreadable', { name });
  });
  // The practice service is none of the administrator's.
  const policy =
    (summary.practice ? undefined : deps.interfacePolicy?.(summary.baseUrl)) ?? noInterfacePolicy;
  if (policy.problem !== null) log.write('interface_policy_not_used');
  const openSettings = createOpenSettings(db, stored, policy, events);
  const settings = openSettings.current;
  const pace = createSendingPace();
  const stores = createStores(db, stored, {
    clock,
    pace,
    person: deps.person ?? accountName,
    envelope: () => settings().envelope,
    onSearchChanged: () => {
      emit('search.changed', { ids: [] });
    },
    fault,
  });
  return {
    get db(): Database {
      return db;
    },
    file,
    folder,
    clock,
    random,
    log,
    events,
    emit,
    faults,
    fault,
    policy,
    openSettings,
    settings,
    pace,
    stores,
  };
}
