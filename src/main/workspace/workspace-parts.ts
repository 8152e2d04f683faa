import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { ServiceObservations } from '#shared/observations.ts';
import { accountName } from '../account-name.ts';
import type { Clock } from '../clock.ts';
import type { WorkspaceSummary } from '#shared/ipc/app.ts';
import type { EventName } from '#shared/ipc/contract.ts';
import type { Emit } from '../ipc/emit.ts';
import { createQueueFlags } from '../outbox/queue-flags.ts';
import type { SoundDatabase } from '../store/database.ts';
import { createFaults, type Faults } from './faults.ts';
import { noInterfacePolicy, type InterfacePolicy } from './interface-policy.ts';
import { createLookUpRunner, type LookUpRunner } from './look-up-runner.ts';
import { createOnboarding, type Onboarding } from './onboarding.ts';
import { createOpenSettings, type OpenSettings } from './open-settings.ts';
import { createPictureCache, type PictureCache } from './picture-cache.ts';
import { createRecovery, type Recovery } from './recovery.ts';
import { createResults, type Results } from './results.ts';
import { createSending, type Sending } from './sending.ts';
import { noSharedRequirements } from './shared-requirements.ts';
import { connectToService, type ServiceConnection } from './service-connection.ts';
import { createStores, type WorkspaceStores } from './stores.ts';
import { createTokenHolder, type TokenHolder } from './token-holder.ts';
import { startUpkeep, type Upkeep } from './upkeep.ts';
import type { WorkspaceDeps } from './workspace.ts';

export interface WorkspaceParts {
  readonly db: Database;
  readonly file: string;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly stores: WorkspaceStores;
  readonly policy: InterfacePolicy;
  readonly settings: OpenSettings;
  observed(): ServiceObservations;
  readonly recovery: Recovery;
  readonly token: TokenHolder;
  readonly connection: ServiceConnection;
  readonly sending: Sending;
  readonly results: Results;
  readonly onboarding: Onboarding;
  /** Tells the screens, and the parts of the workspace that go by what was committed. */
  readonly emit: Emit;
  readonly lookUpRunner: LookUpRunner;
  readonly filesFolder: string;
  readonly pictures: PictureCache;
  readonly upkeep: Upkeep;
}

/** What tells of a commit after which a vendor may stand otherwise. */
const ofVendors: ReadonlySet<EventName> = new Set([
  'entries.changed',
  'vendors.changed',
  'documents.changed',
]);

/** Everything that a workspace consists of, tied together; nothing of it is under way yet. */
export function createParts(
  summary: WorkspaceSummary,
  deps: WorkspaceDeps,
  { db, restored }: SoundDatabase,
): WorkspaceParts {
  const { folder, log } = deps;
  const emit: Emit = (name, payload) => {
    deps.emit(name, payload);
    if (ofVendors.has(name)) onboarding.wake();
  };
  const file = join(folder, 'workspace.db');
  const faults = createFaults({
    file,
    clock: deps.clock,
    log,
    onDamage: () => {
      sending.dispatcher.standStill('damaged', true);
    },
    onDamaged: () => deps.onDamaged?.(),
    onClockSet: (byMs) => {
      sending.dispatcher.clockSet(byMs);
    },
  });
  const { clock } = faults;
  const stores = createStores(db, {
    clock,
    person: deps.person ?? accountName,
    envelope: () => settings.current().envelope,
    onSearchChanged: () => {
      emit('search.changed', { ids: [] });
    },
    onSearchFault: (error) => {
      faults.fault('search_not_updated', error);
    },
    onUnreadableSetting: (name) => {
      log.write('setting_unreadable', { name });
    },
  });
  // The practice service is none of the administrator's.
  const policy =
    (summary.practice ? undefined : deps.interfacePolicy?.(summary.baseUrl)) ?? noInterfacePolicy;
  if (policy.problem !== null) log.write('interface_policy_not_used');
  const settings = createOpenSettings(db, stores.stored, policy, () => {
    results.sorting.note();
  });
  let observed = stores.observations.current();
  const flags = createQueueFlags(stores.stored);
  const recovery = createRecovery({
    summary,
    db,
    file,
    markFile: deps.markFile,
    restored,
    stored: stores.stored,
    keptFiles: stores.keptFiles,
    keychain: deps.keychain,
    clock,
    log,
    pausedUnread: flags.pausedUnread,
    entries: () => sending.entries,
    onHeld: (ids) => {
      emit('entries.changed', { ids });
    },
    onNotice: () => deps.onToken?.(),
    onNotHeld: (error) => {
      sending.dispatcher.standStill('damaged', true);
      faults.fault('older_copy_not_held', error);
    },
    fault: faults.fault,
  });
  const onToken = () => {
    // Not a new token: where the service had refused the one that comes out of the keychain, it still has.
    sending.dispatcher.tokenCame();
    deps.onToken?.();
  };
  const token = createTokenHolder(
    summary.id,
    deps.keychain,
    stores.stored,
    clock,
    onToken,
    deps.sessionTokens,
  );
  const connection = connectToService({
    baseUrl: summary.baseUrl,
    clock,
    network: deps.network,
    limits: deps.limits,
    answerWorker: deps.answerWorker,
    stored: stores.stored,
    settings: settings.current,
    keep: stores.readAnswers.keep,
    fault: faults.fault,
  });
  const sending = createSending({
    db,
    stores,
    flags,
    clock,
    random: deps.random,
    connection,
    token,
    settings: settings.current,
    emit,
    onCommitted: recovery.note,
    onEntries: () => {
      results.watcher.wake();
    },
    onStatus: () => {
      results.watcher.wake();
      lookUpRunner.wake();
    },
    onToken: () => deps.onToken?.(),
    onQueueEmptied: (news) => deps.onQueueEmptied?.(news),
    faultMet: faults.faultMet,
    fault: faults.fault,
  });
  const results = createResults({
    db,
    stores,
    clock,
    random: deps.random,
    client: connection.client,
    token,
    slots: sending.slots,
    settings: settings.current,
    mayRead: () => sending.dispatcher.mayRead(),
    observe: (sign, generation, subject) => sending.dispatcher.observe(sign, generation, subject),
    emit,
    onArrived: (result) => deps.onArrived?.(result),
    onObserved: (now) => {
      observed = now;
      emit('observations.changed', now);
    },
    fault: faults.fault,
  });
  const onboarding = createOnboarding({
    db,
    clock,
    stored: stores.stored,
    store: stores.standings,
    facts: stores.onboardingFacts,
    shared: deps.sharedRequirements?.() ?? noSharedRequirements,
    settings: settings.current,
    onJudged: (ids) => {
      deps.emit('onboarding.changed', { ids });
    },
    onFault: faults.fault,
  });
  const lookUpRunner = createLookUpRunner({
    lookUps: stores.lookUps,
    vendors: stores.vendors,
    client: connection.client,
    token,
    clock,
    random: deps.random,
    mayRead: () => sending.dispatcher.mayRead(),
    concurrency: () => settings.current().concurrency,
    inPlace: sending.slots.read,
    observe: (sign, generation, subject) => sending.dispatcher.observe(sign, generation, subject),
    onChanged: (rows, vendorIds) => {
      emit('lookups.changed', { ids: rows });
      if (vendorIds.length === 0) return;
      emit('vendors.changed', { ids: vendorIds });
      const settled = stores.invites.sentTo(vendorIds);
      if (settled.length > 0) emit('entries.changed', { ids: settled });
    },
    onFault: (error) => {
      faults.fault('profile_not_stored', error);
    },
  });
  const filesFolder = join(folder, 'files');
  const pictures = createPictureCache({
    folder: filesFolder,
    store: stores.keptFiles,
    clock,
    limit: () => settings.current().pictureCacheMb * 1024 * 1024,
    onRemoved: (ids) => {
      emit('documents.changed', { ids });
    },
    onFault: (error) => {
      faults.fault('pictures_not_tidied', error);
    },
  });
  const upkeep = startUpkeep({
    db,
    file,
    clock,
    log,
    dataCheck: deps.dataCheck,
    holdUnchecked: (on) => {
      sending.dispatcher.holdUnchecked(on);
    },
    closeForDamage: faults.closeForDamage,
    fault: faults.fault,
  });
  return {
    db,
    file,
    clock,
    faults,
    stores,
    policy,
    settings,
    observed: () => observed,
    recovery,
    token,
    connection,
    sending,
    results,
    onboarding,
    emit,
    lookUpRunner,
    filesFolder,
    pictures,
    upkeep,
  };
}
