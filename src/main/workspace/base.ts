import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { TeamFile } from '#shared/team/connection.ts';
import type { Database } from 'better-sqlite3';
import type { EventName } from '#shared/ipc/contract.ts';
import type { WorkspaceSummary } from '#shared/ipc/app.ts';
import { accountName } from '../platform.ts';
import { createSendingPace } from '../background-slices.ts';
import { type Clock, handlingFaults, noticingJumps } from '../clock.ts';
import type { Emit } from '../ipc/handlers.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Log } from '../log/log.ts';
import type { Network } from '../network/network.ts';
import type { TransportLimits } from '../service-client/transport.ts';
import { type SoundDatabase, toProblem } from '../store/database.ts';
import type { Migration } from '../store/migrations.ts';
import { createSettingStore, type SettingStore } from '../store/settings.ts';
import { noInterfacePolicy, type InterfacePolicy, type SharedRequirements } from './administrator-files.ts';
import { createStores } from './stores.ts';
import type { SessionTokens } from './token-holder.ts';
import type { QueueNews } from '#shared/outbox/news.ts';
import type { ServiceObservations } from '#shared/settings/observations.ts';
import type { SyncStatus } from '#shared/outbox/outbox.ts';
import type { ArrivedResult } from '../watcher/news-gathering.ts';
import { getErrorName } from '#shared/base/error-name.ts';
import { isUnreadable } from '../store/damage.ts';
import { markSuspect } from '../store/integrity.ts';
import type { z } from 'zod';
import { ownMember } from '#shared/base/own-member.ts';
import { findSettings } from '#shared/settings/setting.ts';
import {
  changedSettings,
  defaultWorkspaceSettings,
  serviceInterfaceChange,
  workspaceSettings,
  workspaceSettingsChange,
  type WorkspaceSettings,
} from '#shared/settings/settings.ts';

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
  /** The worker that checks a database, and the folder of its migrations. */
  dataCheck: { script: string; migrations: string };
  /** All data has to be read before it is used, which may take minutes. */
  onReading?: () => void;
  /** Gangway ends: a workspace that is not open yet stays closed. */
  ending?: AbortSignal;
  interfacePolicy?: (baseUrl: string) => InterfacePolicy;
  sharedRequirements?: () => SharedRequirements;
  givenTeam?: () => TeamFile | null;
}

export type WorkspaceBase = ReturnType<typeof createBase>;

/** Events of the screens after which a vendor's status may change. */
const ofVendors: ReadonlySet<EventName> = new Set([
  'entries.changed',
  'vendors.changed',
  'documents.changed',
]);

/** Events of the screens that follow what a person did. */
const ofActs: ReadonlySet<EventName> = new Set([
  'entries.changed',
  'templates.changed',
  'onboarding.changed',
  'documents.changed',
  'vendors.changed',
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
    if (ofActs.has(name)) events.emit('acted');
  };
  const faults = createFaults(file, deps.clock, log, events);
  const { clock, fault, reportAs } = faults;
  const stored = createSettingStore(db, (name) => log.write('setting_unreadable', { name }));
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
    onSearchChanged: () => emit('search.changed', { ids: [] }),
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

/**
 * Events between the parts of an open workspace. Listeners run at once, inside the reporting part's transaction if there is
 * one. Screens get theirs through `emit`.
 */
interface PartEvents {
  /** The outbox committed something that an older copy of the database would lack. */
  committed: [];
  /** Results may be due at other times than before. */
  watches: [];
  status: [status: SyncStatus];
  /** A token became usable, or the reason why it is unavailable changed. */
  tokenAvailable: [];
  /** The description of the workspace changed without a call from a screen. */
  described: [];
  /** Entries, vendors or documents changed, so a vendor's status may change. */
  vendorFacts: [];
  /** Somebody may have done something that the team shares. */
  acted: [];
  /** The service answers again after it did not, or the computer woke. */
  serviceBack: [];
  /** The team knows more of what is queued here, or is away. */
  teamHeard: [];
  settings: [];
  /** A colleague changed requirement sets or templates. */
  sharedRules: [];
  /** Because of settings or the calendar, stored results may mean something else. */
  resultRules: [];
  /** Results showed that scores or dates have to be read by other rules. */
  observedRules: [];
  observed: [observations: ServiceObservations];
  /** A new result came in that nobody requested just now. */
  arrived: [result: ArrivedResult];
  queueEmptied: [news: QueueNews];
  /** The wall clock was set. */
  clockSet: [byMs: number];
  /** Stored data is damaged; nothing may be sent any more. */
  corrupted: [];
  /** The damaged file is marked as suspect: the workspace has to be closed. */
  damaged: [];
}

type WorkspaceEvents = EventEmitter<PartEvents>;

/** Handles errors of an open workspace: damage of its data closes it. */
function createFaults(file: string, machineClock: Clock, log: Log, events: WorkspaceEvents) {
  let damaged = false;
  function closeForDamage(): true {
    if (damaged) return true;
    damaged = true;
    events.emit('corrupted');
    log.write('damage_met');
    try {
      markSuspect(file);
    } catch (noteError) {
      // The damage will be found again.
      log.write('damage_not_noted', { error: getErrorName(noteError) });
    }
    events.emit('damaged');
    return true;
  }
  /** Handles an error that says that the file is damaged; false for any other. */
  const handleCorruption = (error: unknown): boolean =>
    toProblem(error)?.kind === 'damaged' && closeForDamage();
  /** Handles also a row that is not what was written. */
  const reportError = (error: unknown): boolean =>
    handleCorruption(error) || (isUnreadable(error) && closeForDamage());
  /** Logs an error, and handles damage. */
  function fault(event: string, error: unknown): void {
    log.write(event, { error: getErrorName(error) });
    handleCorruption(error);
  }
  return {
    clock: noticingJumps(handlingFaults(machineClock, reportError), (byMs) => events.emit('clockSet', byMs)),
    handleCorruption,
    reportError,
    closeForDamage,
    fault,
    /** A handler that logs errors as this event. */
    reportAs:
      (event: string) =>
      (error: unknown): void =>
        fault(event, error),
  };
}

const policySetting = 'workspace.interface_policy';
const sortedBy = findSettings(workspaceSettings.shape, ({ sortsResults }) => sortsResults === true);

/** The settings of an open workspace; the administrator's policy wins. */
function createOpenSettings(
  db: Database,
  stored: SettingStore,
  policy: InterfacePolicy,
  events: WorkspaceEvents,
) {
  let own = changedSettings(
    defaultWorkspaceSettings,
    stored.read('workspace.settings', workspaceSettingsChange) ?? {},
  );
  let settings = changedSettings(own, policy.settings);
  return {
    current: (): WorkspaceSettings => settings,
    /** Settings that the administrator made stay as they are. */
    update: (change: z.infer<typeof workspaceSettingsChange>): void => {
      const next = changedSettings(own, change);
      const meansOther = sortedBy.some(({ name }) => ownMember<unknown>(change, name) !== undefined);
      db.transaction(() => {
        stored.write('workspace.settings', next);
        if (meansOther) events.emit('resultRules');
      }).immediate();
      own = next;
      settings = changedSettings(own, policy.settings);
      events.emit('settings');
    },
    /** With another policy than at the last start, stored results may mean something else. */
    notePolicy(): void {
      const before = stored.read(policySetting, serviceInterfaceChange) ?? {};
      if (JSON.stringify(before) === JSON.stringify(policy.settings)) return;
      db.transaction(() => {
        stored.write(policySetting, policy.settings);
        events.emit('resultRules');
      }).immediate();
    },
  };
}
