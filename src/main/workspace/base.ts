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
import { noInterfacePolicy, type InterfacePolicy, type SharedRequirements } from './administrator-files.ts';
import { createOpenSettings } from './open-settings.ts';
import { createStores } from './stores.ts';
import type { SessionTokens } from './token-holder.ts';

export interface WorkspaceDeps {
  folder: string;
  /** The progress mark; outside the folder, so that an older copy of the folder shows. */
  markFile: string;
  migrations: readonly Migration[];
  clock: Clock;
  keychain: Keychain;
  sessionTokens?: SessionTokens;
  network: Network;
  log: Log;
  emit: Emit;
  /** Called with the workspace's events before anything starts. */
  listen?: (events: WorkspaceEvents) => void;
  /** The person's name; the account's name where absent. */
  person?: () => string | null;
  random: () => number;
  limits: TransportLimits;
  answerWorker: string;
  dataCheck: DataCheckAssets;
  /** All data has to be read before it is used, which may take minutes. */
  onReading?: () => void;
  /** Gangway ends: a workspace that is not open yet stays closed. */
  ending?: AbortSignal;
  interfacePolicy?: (baseUrl: string) => InterfacePolicy;
  sharedRequirements?: () => SharedRequirements;
}

export type WorkspaceBase = ReturnType<typeof createBase>;

/** Events of the screens after which a vendor's status may change. */
const ofVendors: ReadonlySet<EventName> = new Set([
  'entries.changed',
  'vendors.changed',
  'documents.changed',
]);

/** What every part of a workspace works with: database, stores, settings, clock and events. */
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
  const { clock, fault, reportAs } = faults;
  const stored = createSettingStore(db, (name) => {
    log.write('setting_unreadable', { name });
  });
  // The administrator has no say over the practice service.
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
    reportAs,
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
    reportAs,
    policy,
    openSettings,
    settings,
    pace,
    stores,
  };
}
