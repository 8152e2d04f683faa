import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { z } from 'zod';
import { entryKinds } from '#shared/entry-kinds.ts';
import type { ExchangeObservations } from '#shared/exchange-observations.ts';
import type { OpenWorkspace, WorkspaceSummary } from '#shared/ipc/app.ts';
import type { QueueNews } from '#shared/queue-news.ts';
import { scoreScales } from '#shared/score.ts';
import { dateRule } from '#shared/service-dates.ts';
import {
  changedSettings,
  defaultWorkspaceSettings,
  interfaceMember,
  serviceInterfaceChange,
  workspaceSettingsChange,
  type WorkspaceSettings,
} from '#shared/settings.ts';
import { handlingFaults, noticingJumps, type Clock, type Timer } from '../clock.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Log } from '../log/log.ts';
import type { Network } from '../network/network.ts';
import { createDispatcher, type Dispatcher } from '../outbox/dispatcher.ts';
import { verificationOf } from '../outbox/entry-detail.ts';
import { createEntryStore, type AcceptedHook, type EntryStore } from '../outbox/entry-store.ts';
import { createImportQueue, type ImportQueue } from '../imports/import-queue.ts';
import { createQueueEmptied } from '../outbox/queue-emptied.ts';
import { createQueueFlags } from '../outbox/queue-flags.ts';
import { quickMs } from '../outbox/reachability.ts';
import type { ArrivedResult } from '../watcher/news-gathering.ts';
import { createAnswerReader, type AnswerReader } from '../answers/answer-reader.ts';
import { createServiceClient, type ServiceClient } from '../service-client/client.ts';
import { createQuickProbe, createServiceProbe } from '../service-client/service-probe.ts';
import { createTransport, type TransportLimits } from '../service-client/transport.ts';
import { backUpDaily } from '../store/backup.ts';
import { noteChecked, noteLeft } from '../store/check-note.ts';
import { startCheckpointer } from '../store/checkpointer.ts';
import {
  openDatabase,
  problemOf,
  type DatabaseProblem,
  type OpenedDatabase,
  type SoundDatabase,
} from '../store/database.ts';
import { accountName } from '../account-name.ts';
import { createDecisionStore, type DecisionStore } from '../store/decisions.ts';
import { createDocumentStore, type DocumentStore } from '../store/documents.ts';
import { createDraftStore, type DraftStore } from '../store/drafts.ts';
import { createImportRowStore, moveAllStaged } from '../store/import-rows.ts';
import { createEntryCounts } from '../store/entry-counts.ts';
import { createInviteStore, type InviteStore } from '../store/invites.ts';
import { createKeptFileStore } from '../store/kept-files.ts';
import { createLookUpStore, type LookUpStore } from '../store/look-ups.ts';
import { movedSetting, movedWorkspace } from '../store/moved-file.ts';
import type { Migration } from '../store/migrations.ts';
import { takeProcessLock } from '../store/process-lock.ts';
import { createProgressMark, type Mark, type OlderCopy } from '../store/progress-mark.ts';
import { createReadAnswerStore, type ReadAnswerStore } from '../store/read-answers.ts';
import { createObservationStore } from '../store/observations.ts';
import { restoreNoted } from '../store/restored-copy.ts';
import { isUnreadable } from '../store/damage.ts';
import { isLongToMend, noteSuspect } from '../store/soundness.ts';
import { createReadingStore, type ReadingStore } from '../store/readings.ts';
import { createSearchIndex, type SearchIndex } from '../store/search-index.ts';
import { createSearchIndexer } from '../store/search-indexer.ts';
import { createSettingStore, type SettingStore } from '../store/settings.ts';
import { createVendorStore, type VendorStore } from '../store/vendors.ts';
import { createVerificationStore, type VerificationStore } from '../store/verifications.ts';
import { createWatchStore, type WatchStore } from '../store/watches.ts';
import { firstCheckAt, maxWatchWaitMs } from '../watcher/schedule.ts';
import { createWatcher, type Watcher } from '../watcher/watcher.ts';
import { noInterfacePolicy, type InterfacePolicy } from './interface-policy.ts';
import { addressChanges, noteAddress } from './address-history.ts';
import { observeTransport } from './observed-exchanges.ts';
import { mendBeside, startDataCheck, type DataCheckAssets } from './data-check.ts';
import { createPictureCache, type PictureCache } from './picture-cache.ts';
import { createMarkElsewhere } from './mark-elsewhere.ts';
import { movedSentence, olderCopySentence, pausedSentence } from './notice-messages.ts';
import { createRequestPlaces, type RequestPlaces } from './request-places.ts';
import { createLookUpRunner, type LookUpRunner } from './look-up-runner.ts';
import { createResultNoting, type ResultRules } from './result-noting.ts';
import { createResultSorting } from './result-sorting.ts';
import { createVerdictDays } from './verdict-days.ts';
import { createResultChecks, type ResultChecks } from './result-checks.ts';
import { createTokenHolder, type TokenHolder } from './token-holder.ts';

export interface WorkspaceDeps {
  folder: string;
  /** Where it is noted how far the workspace has come; outside its folder, so that an older folder shows. */
  markFile: string;
  migrations: readonly Migration[];
  clock: Clock;
  keychain: Keychain;
  network: Network;
  log: Log;
  emit: Emit;
  /** A result came that was not there before, and that nobody asked for just now. */
  onArrived?: (result: ArrivedResult) => void;
  /** A queue that had to wait has run empty. */
  onQueueEmptied?: (news: QueueNews) => void;
  /** A part of the stored data is damaged. Nothing is sent any more, and the workspace has to be closed. Told once. */
  onDamaged?: () => void;
  /** Told when the keychain has brought about another status of the token, which {@link Workspace.describe} tells. */
  onToken?: () => void;
  random: () => number;
  limits: TransportLimits;
  /** The script of the thread in which large answers are read. */
  answerWorker: string;
  /** What reads a database through that was not closed in order. */
  dataCheck: DataCheckAssets;
  /** All of the data has to be read before it is used, which may take minutes. */
  onReading?: () => void;
  /** Gangway ends: what is not open by then is not opened any more. */
  ending?: AbortSignal;
  /** What an administrator settled of the service's interface; absent where there is no place for that. */
  interfacePolicy?: (baseUrl: string) => InterfacePolicy;
}

/** A company's workspace while it is open: its database, its connection to the service, its outbox and its watcher. */
export interface Workspace {
  describe(): OpenWorkspace;
  settings(): WorkspaceSettings;
  /** How scores and dates of the service are read now. */
  rules(): ResultRules;
  /** What an administrator settled stays as it is, whatever the change says of it. */
  updateSettings(change: z.infer<typeof workspaceSettingsChange>): void;
  /** What the exchanges with the service have shown so far. */
  observedExchanges(): ExchangeObservations;
  rename(name: string): void;
  readonly baseUrl: string;
  /** Where copies of document pictures are kept. */
  readonly filesFolder: string;
  readonly pictures: PictureCache;
  readonly clock: Clock;
  readonly client: ServiceClient;
  readonly answers: AnswerReader;
  readonly network: Network;
  /** Whatever is read from the service takes a place here first. */
  readonly places: RequestPlaces;
  readonly token: TokenHolder;
  readonly dispatcher: Dispatcher;
  readonly watcher: Watcher;
  readonly checks: ResultChecks;
  readonly entries: EntryStore;
  /** Imported lists on their way into the outbox. */
  readonly imports: ImportQueue;
  readonly invites: InviteStore;
  readonly verifications: VerificationStore;
  readonly documents: DocumentStore;
  readonly vendors: VendorStore;
  readonly lookUps: LookUpStore;
  readonly lookUpRunner: LookUpRunner;
  readonly watches: WatchStore;
  readonly readings: ReadingStore;
  readonly readAnswers: ReadAnswerStore;
  readonly decisions: DecisionStore;
  readonly drafts: DraftStore;
  readonly search: SearchIndex;
  readonly stored: SettingStore;
  /** For lists that join several stores. */
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

/** Room for the outbox, the reading of results and single questions at once, each with as many as the settings allow. */
const connections = 40;
const settleWithinMs = 5000;
/** For a keychain that is slow, or waits for somebody, a workspace opens without what is in it and takes that when it comes. */
const keychainPatienceMs = 1000;
const backupCheckMs = 60 * 60 * 1000;
const policySetting = 'workspace.interface_policy';

type Ending = () => Promise<void> | void;

/**
 * Opens a workspace once, ends what a dead process left half done, and begins to send and to watch. Whatever goes wrong, the
 * file is closed and the lock is free; what only damage or a bug explains is told as damage of this workspace.
 */
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
    const fault = error instanceof Error ? error.name : 'unknown';
    const problem = problemOf(error) ?? { kind: 'damaged', detail: fault };
    log.write('workspace_not_opened', { problem: problem.kind, error: fault });
    if (problem.kind === 'damaged') noteSuspect(file);
    for (const end of begun.toReversed()) {
      try {
        await end();
      } catch (endError) {
        log.write('not_ended_in_order', { error: endError instanceof Error ? endError.name : 'unknown' });
      }
    }
    return { ok: false, problem };
  }
}

/** A file that is noted as suspect is mended in a thread where that takes long: nothing else waits for it. */
async function openMended(file: string, deps: WorkspaceDeps): Promise<OpenedDatabase> {
  const { migrations, clock, log } = deps;
  if (!isLongToMend(file)) return openDatabase(file, migrations, clock);
  deps.onReading?.();
  const beside = await mendBeside(deps.dataCheck, file, clock.wall(), deps.ending);
  if (beside.kind === 'problem') return { ok: false, problem: beside.problem };
  if (beside.kind === 'not_done') log.write('data_not_read_beside', { error: beside.error });
  return openDatabase(file, migrations, clock, { mended: beside.kind === 'mended' ? beside.mended : null });
}

/** @param begun takes how to end what has begun, for where the rest cannot be opened */
async function begin(
  summary: WorkspaceSummary,
  deps: WorkspaceDeps,
  { db, restored, rebuilt, unread }: SoundDatabase,
  lock: { release(): void },
  begun: Ending[],
): Promise<Workspace> {
  const { folder, emit, log } = deps;
  const file = join(folder, 'workspace.db');
  begun.push(() => {
    db.close();
  });
  if (rebuilt) log.write('derived_data_rebuilt');
  let damaged = false;
  /** Takes an error that says that the file is damaged; false where it says something else. */
  function damageMet(error: unknown): boolean {
    return problemOf(error)?.kind === 'damaged' && closeForDamage();
  }
  /** The same where nobody else would take it: there, a row that is not what was written ends in this too. */
  function faultMet(error: unknown): boolean {
    return damageMet(error) || (isUnreadable(error) && closeForDamage());
  }
  function closeForDamage(): true {
    if (damaged) return true;
    damaged = true;
    dispatcher.standStill('damaged', true);
    log.write('damage_met');
    try {
      noteSuspect(file);
    } catch (noteError) {
      // What is damaged is met again.
      log.write('damage_not_noted', { error: noteError instanceof Error ? noteError.name : 'unknown' });
    }
    deps.onDamaged?.();
    return true;
  }
  function fault(event: string, error: unknown): void {
    log.write(event, { error: error instanceof Error ? error.name : 'unknown' });
    damageMet(error);
  }
  const clock = noticingJumps(handlingFaults(deps.clock, faultMet), (byMs) => {
    dispatcher.clockSet(byMs);
  });

  const stored = createSettingStore(db, (name) => {
    log.write('setting_unreadable', { name });
  });
  const indexer = createSearchIndexer(
    () => search,
    clock,
    (error) => {
      fault('search_not_updated', error);
    },
    () => {
      emit('search.changed', { ids: [] });
    },
  );
  const search: SearchIndex = createSearchIndex(db, indexer.wake);
  const counts = createEntryCounts(db);
  const invites = createInviteStore(db, search, counts);
  const verifications = createVerificationStore(db, search, counts);
  const documents = createDocumentStore(db, search);
  const vendors = createVendorStore(db, search, () => settings.envelope);
  const lookUps = createLookUpStore(db);
  const watches = createWatchStore(db);
  const readings = createReadingStore(db);
  const readAnswers = createReadAnswerStore(db);
  const observations = createObservationStore(db);
  const decisions = createDecisionStore(db, accountName());
  const drafts = createDraftStore(db);

  let current = summary;
  let own = changedSettings(
    defaultWorkspaceSettings,
    stored.read('workspace.settings', workspaceSettingsChange) ?? {},
  );
  // The practice service is none of the administrator's.
  const policy =
    (summary.practice ? undefined : deps.interfacePolicy?.(summary.baseUrl)) ?? noInterfacePolicy;
  if (policy.problem !== null) log.write('interface_policy_not_used');
  let settings: WorkspaceSettings = changedSettings(own, policy.settings);
  let observed = observations.current();
  const moved = stored.read(movedSetting, movedWorkspace);
  const flags = createQueueFlags(stored);
  let notice = movedSentence(moved) ?? pausedSentence(flags.pausedUnread);
  const mark = createProgressMark(db, deps.markFile, (error) => {
    fault('progress_not_noted', error);
  });
  // What the practice workspace sends reaches nobody, so the keychain is not asked for it.
  const markElsewhere = summary.practice
    ? null
    : createMarkElsewhere(summary.id, deps.keychain, clock, (outcome) => {
        log.write('progress_not_in_keychain', { outcome });
      });

  /** Verifications that the accepted ones took the place of; told with them. */
  const alsoChanged = new Set<string>();
  const noteAccepted: AcceptedHook = (entry, words, at) => {
    switch (words.kind) {
      case 'invite':
        invites.noteAnswer(entry.seq, words);
        break;
      case 'verification':
        for (const replaced of verifications.noteRequestId(entry.id, words.requestId))
          alsoChanged.add(replaced);
        watches.begin('verification', entry.id, at, firstCheckAt(at, deps.random()));
        break;
    }
  };
  const onAccepted: AcceptedHook = (entry, words, at) => {
    try {
      noteAccepted(entry, words, at);
    } catch (error) {
      if (problemOf(error) !== null) throw error;
      // A fault in reading one answer must not hold up the outbox: the answer is kept whole and can be looked at.
      fault('answer_not_read', error);
    }
  };
  const entries = createEntryStore(db, counts, entryKinds, randomUUID(), onAccepted, deps.random);
  const token = createTokenHolder(summary.id, deps.keychain, stored, clock, () => {
    // Not a new token: where the service had refused the one that comes out of the keychain, it still has.
    dispatcher.tokenCame();
    deps.onToken?.();
  });
  const answers = createAnswerReader(deps.answerWorker, (error) => {
    fault('answer_not_judged', error);
  });
  const transport = observeTransport(
    createTransport(summary.baseUrl, connections, deps.limits, deps.network, answers),
    stored,
    clock,
    () => settings.envelope,
    (error) => {
      fault('exchange_not_noted', error);
    },
  );
  const client = createServiceClient(transport, clock, () => settings, answers, readAnswers.keep);
  const serviceProbe = createServiceProbe(summary.baseUrl, client, deps.network);
  // What is open may be dead without anybody knowing, so whether the service is back is asked over connections of its own.
  const quickTransport = createTransport(
    summary.baseUrl,
    1,
    { ...deps.limits, connectMs: Math.min(deps.limits.connectMs, quickMs) },
    deps.network,
    answers,
  );
  const quickClient = createServiceClient(
    quickTransport,
    clock,
    () => ({ ...settings, readTimeoutS: quickMs / 1000 }),
    answers,
  );

  const queueEmptied = createQueueEmptied({
    db,
    now: () => clock.wall(),
    tell: (news) => deps.onQueueEmptied?.(news),
  });
  const dispatcher = createDispatcher({
    store: entries,
    flags,
    clock,
    random: deps.random,
    kinds: entryKinds,
    send: ({ kind, pathParameters, body, idempotencyKey }, value) =>
      client.send(entryKinds[kind].route(pathParameters), body, idempotencyKey, value),
    judge: (...of) => answers.outcome(...of),
    probe: serviceProbe,
    quickProbe: createQuickProbe(quickClient),
    heartbeat: (value) => client.heartbeat(value),
    token: () => token.current(),
    tokenAway: () => token.status().away,
    settings: () => settings,
    onEntries: (ids) => {
      emit('entries.changed', { ids: [...ids, ...alsoChanged] });
      alsoChanged.clear();
      watcher.wake();
    },
    onStatus: (status) => {
      emit('sync.changed', status);
      try {
        queueEmptied.look(status);
      } catch (error) {
        fault('queue_not_looked_at', error);
      }
      watcher.wake();
      lookUpRunner.wake();
    },
    onTokenAccepted: (at) => {
      if (token.accepted(at)) deps.onToken?.();
    },
    placesForSending: () => places.forSending(),
    onDamaged: faultMet,
    onCommitted: () => {
      mark.note();
    },
    onRound: () => {
      places.wake();
    },
  });
  const places = createRequestPlaces({
    limit: () => settings.concurrency,
    sending: () => dispatcher.share(),
    mayRead: () => dispatcher.mayRead(),
    onFree: () => {
      dispatcher.wake();
    },
  });
  const imports = createImportQueue({
    rows: createImportRowStore(db, () => settings.dateForm),
    clock,
    notBefore: () => (settings.sendDelayS === 0 ? 0 : clock.wall() + settings.sendDelayS * 1000),
    onUndoing: (undoing) => {
      dispatcher.standStill('undoing', undoing);
    },
    onCommitted: () => {
      mark.note();
    },
    cancelAll: (ids, at) =>
      db
        .transaction(() => ids.filter((id) => typeof entries.decide(id, 'cancelled', at) !== 'string').length)
        .immediate(),
    onEntries: (ids) => {
      emit('entries.changed', { ids });
    },
    onQueue: (all) => {
      dispatcher.enqueued();
      if (all) indexer.wake();
    },
    onFault: (error) => {
      fault('import_not_taken_in', error);
    },
  });
  const submitted = (entryId: string) => {
    const { data, dateForm } = verificationOf(db, entryId);
    return { submitted: data, dateForm };
  };
  const rules = (): ResultRules => {
    const seen = observations.current();
    return { scales: scoreScales(settings, seen), dates: dateRule(settings.dateForm, seen.dates) };
  };
  const noting = createResultNoting({
    db,
    clock,
    observations,
    verifications,
    documents,
    settings: () => settings,
    rules,
    onOtherRules: () => {
      sorting.noteOtherRules();
    },
    onObserved: (now) => {
      observed = now;
      emit('observations.changed', now);
    },
  });
  const sorting = createResultSorting({
    stored,
    clock,
    watches,
    readings,
    verifications,
    noting,
    rules,
    submitted,
    settings: () => settings,
    onSorted: (kind, ids) => {
      emit(kind === 'verification' ? 'entries.changed' : 'documents.changed', { ids });
      watcher.wake();
    },
    onFault: (error) => {
      fault('results_not_sorted', error);
    },
  });
  const verdictDays = createVerdictDays({
    stored,
    clock,
    verifications,
    noting,
    onEarlierDay: () => {
      sorting.note();
    },
    onJudged: (ids) => {
      emit('entries.changed', { ids });
    },
    onFault: (error) => {
      fault('verdicts_not_renewed', error);
    },
  });
  const checks = createResultChecks({
    client,
    token,
    clock,
    verifications,
    documents,
    readings,
    noting,
    submitted,
    settings: () => settings,
    observe: (sign, generation, subject) => dispatcher.observe(sign, generation, subject),
    places,
  });
  const watcher = createWatcher({
    watches,
    clock,
    random: deps.random,
    mayRead: () => dispatcher.mayRead(),
    concurrency: () => settings.concurrency,
    check: (kind, subject, asked) => checks.check(kind, subject, asked),
    hurry: (kind, subject) => {
      checks.hurry(kind, subject);
    },
    onChecked: (kind, subject, outcome, asked) => {
      const arrived = outcome.kind === 'final' || outcome.kind === 'open' ? outcome.arrived : undefined;
      if (arrived !== undefined && !asked) deps.onArrived?.({ kind, id: subject, ...arrived });
      emit(kind === 'verification' ? 'entries.changed' : 'documents.changed', { ids: [subject] });
    },
    onFault: (error) => {
      fault('result_not_stored', error);
    },
  });

  const lookUpRunner = createLookUpRunner({
    lookUps,
    vendors,
    client,
    token,
    clock,
    random: deps.random,
    mayRead: () => dispatcher.mayRead(),
    concurrency: () => settings.concurrency,
    inPlace: places.read,
    observe: (sign, generation, subject) => dispatcher.observe(sign, generation, subject),
    onChanged: (rows, vendorIds) => {
      emit('lookups.changed', { ids: rows });
      if (vendorIds.length === 0) return;
      emit('vendors.changed', { ids: vendorIds });
      const settled = invites.sentTo(vendorIds);
      if (settled.length > 0) emit('entries.changed', { ids: settled });
    },
    onFault: (error) => {
      fault('profile_not_stored', error);
    },
  });

  const filesFolder = join(folder, 'files');
  const keptFiles = createKeptFileStore(db);
  const pictures = createPictureCache({
    folder: filesFolder,
    store: keptFiles,
    clock,
    limit: () => settings.pictureCacheMb * 1024 * 1024,
    onRemoved: (ids) => {
      emit('documents.changed', { ids });
    },
    onFault: (error) => {
      fault('pictures_not_tidied', error);
    },
  });

  let dataCheck: { stop(): Promise<void> } | null = null;
  /** Reads what was not left in order through. Until that is over, nothing is sent. */
  function checkData(): void {
    dispatcher.holdUnchecked(true);
    dataCheck = startDataCheck({
      ...deps.dataCheck,
      file,
      onSound: () => {
        noteChecked(file, clock.wall());
        log.write('data_checked');
        dispatcher.holdUnchecked(false);
        backUp();
      },
      onDamage: () => {
        closeForDamage();
      },
      // What was altered in an entry is noticed where it is sent, and the next start reads all of it again.
      onUnknown: (error) => {
        log.write('data_not_checked', { error });
        dispatcher.holdUnchecked(false);
        backUp();
      },
    });
  }

  const checkpointer = startCheckpointer(db, file, clock, (error) => {
    fault('log_not_brought_in', error);
  });
  let backupTimer: Timer | null = null;
  let backingUp = Promise.resolve();
  function backUp(): void {
    backingUp = backUpDaily(db, file, clock.wall()).catch((error: unknown) => {
      fault('backup_not_made', error);
    });
    backupTimer = clock.after(backupCheckMs, backUp);
  }

  /** Where an administrator settled something else than at the last start, stored results may mean something else. */
  function notePolicy(): void {
    const before = stored.read(policySetting, serviceInterfaceChange) ?? {};
    if (JSON.stringify(before) === JSON.stringify(policy.settings)) return;
    db.transaction(() => {
      stored.write(policySetting, policy.settings);
      sorting.note();
    }).immediate();
  }

  const endings: (() => Promise<void> | void)[] = [];
  async function end(one: () => Promise<void> | void): Promise<void> {
    try {
      await one();
    } catch (error) {
      fault('not_ended_in_order', error);
    }
  }

  /** Brings the log file into the database; what does not fit on the disk stays in the log file and is read from there. */
  function tidyUp(): void {
    try {
      db.pragma('optimize');
      db.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      log.write('not_tidied_up', { problem: problem.kind });
    }
  }

  /** Holds what is unsent in an older copy, which may have been sent since it was made. */
  function holdOlder(older: OlderCopy | null): string[] {
    moveAllStaged(db);
    const copyAt = restored?.backupAt ?? older?.copyAt ?? null;
    const doubted = db.transaction(() => {
      const ids = entries.doubtUnsent(clock.wall(), copyAt);
      mark.beginLine();
      return ids;
    })();
    restoreNoted(file);
    notice = olderCopySentence(restored, older, doubted.length);
    log.write(restored === null ? 'older_copy_opened' : 'restored_from_backup', {
      doubted: doubted.length,
      missing: older?.missing ?? null,
    });
    return doubted;
  }

  /** Judges the data by a mark that the keychain told only now. What could not be held must not be sent. */
  function judgeLate(kept: Mark | null): void {
    const older = kept === null ? null : mark.olderCopyByLate(kept);
    if (older === null) return;
    try {
      const ids = holdOlder(older);
      mark.take();
      emit('entries.changed', { ids });
      deps.onToken?.();
    } catch (error) {
      dispatcher.standStill('damaged', true);
      fault('older_copy_not_held', error);
    }
  }

  /** Stops what goes on beside sending and watching. */
  function stopBeside(): void {
    backupTimer?.cancel();
    checkpointer.stop();
    indexer.stop();
    sorting.stop();
    verdictDays.stop();
    imports.stop();
    places.close();
  }

  async function hangUp(): Promise<void> {
    await Promise.all([transport.close(), quickTransport.close(), answers.close()]);
  }

  begun.push(async () => {
    token.close();
    stopBeside();
    await Promise.all([watcher.stop(), lookUpRunner.stop(), dataCheck?.stop()]);
    await dispatcher.stop(0, hangUp);
    await backingUp;
    await markElsewhere?.stop();
    mark.close();
  });

  const reading = Promise.all([markElsewhere?.read() ?? null, token.load()]).then(([found]) => found);
  const markKept = await Promise.race([reading, afterPatience(keychainPatienceMs)]);
  let judged = markElsewhere === null || markKept !== 'unknown';
  if (moved !== null) {
    // The computer it comes from holds the same queue and goes on sending.
    moveAllStaged(db);
    const held = db.transaction(() => {
      const ids = entries.holdMoved(clock.wall());
      // No picture came along, and what the file says of files here is not to be believed.
      keptFiles.forgetAll();
      stored.remove(movedSetting);
      mark.beginLine();
      return ids;
    })();
    log.write('moved_in', { held: held.length });
  }
  const older = moved === null ? mark.olderCopy(markKept === 'unknown' ? null : markKept) : null;
  if (restored !== null || older !== null) holdOlder(older);
  if (moved !== null || restored !== null || older !== null) judged = true;
  mark.take();
  watches.clamp(clock.wall() + maxWatchWaitMs);
  lookUps.clamp(clock.wall() + maxWatchWaitMs);
  notePolicy();
  const atAnother =
    !summary.practice && db.transaction(() => noteAddress(stored, summary.baseUrl, clock.wall())).immediate();
  if (unread) checkData();
  imports.start();
  dispatcher.start();
  queueEmptied.begin(dispatcher.status());
  // What the service was in at the old address says nothing of the new one.
  if (atAnother) dispatcher.syncNow();
  markElsewhere?.start(mark, judged ? null : judgeLate);
  watcher.start();
  sorting.start();
  verdictDays.start();
  lookUpRunner.start();
  indexer.wake();
  // A copy of what may be damaged would take the place of a sound one.
  if (!unread) backUp();
  log.write('workspace_opened', { practice: summary.practice });

  // The address of an open workspace does not change, and what is described may have been closed.
  const changesOfAddress = addressChanges(stored);

  return {
    describe: () => ({
      ...current,
      token: token.status(),
      settings,
      addressChanges: changesOfAddress,
      observed,
      interfacePolicy: {
        members: interfaceMember.array().parse(Object.keys(policy.settings)),
        problem: policy.problem,
      },
      notice,
    }),
    settings: () => settings,
    observedExchanges: () => transport.observed(),
    rules,
    updateSettings(change) {
      const next = changedSettings(own, change);
      const sortAnew =
        change.statusWords !== undefined ||
        change.envelope !== undefined ||
        change.scoreScale !== undefined ||
        change.dateForm !== undefined;
      db.transaction(() => {
        stored.write('workspace.settings', next);
        if (sortAnew) sorting.note();
      }).immediate();
      own = next;
      settings = changedSettings(own, policy.settings);
      if (change.pictureCacheMb !== undefined) {
        void pictures.holdToLimit().catch((error: unknown) => {
          fault('pictures_not_tidied', error);
        });
      }
      dispatcher.wake();
      watcher.wake();
    },
    rename(name) {
      current = { ...current, name };
    },
    baseUrl: summary.baseUrl,
    filesFolder,
    pictures,
    clock,
    client,
    answers,
    network: deps.network,
    places,
    token,
    dispatcher,
    watcher,
    checks,
    entries,
    imports,
    invites,
    verifications,
    documents,
    vendors,
    lookUps,
    lookUpRunner,
    watches,
    readings,
    readAnswers,
    decisions,
    drafts,
    search,
    stored,
    db,
    emit,
    damageMet,
    onClosing(ending) {
      endings.push(ending);
    },
    async close(graceMs = settleWithinMs) {
      // Whoever asks from now on is told that nothing is begun any more, instead of trying the next thing at once.
      dispatcher.standStill('quitting', true);
      token.close();
      const ended = Promise.all(endings.map(end));
      stopBeside();
      const watchedOut = Promise.all([watcher.stop(), lookUpRunner.stop(), dataCheck?.stop()]);
      await dispatcher.stop(graceMs, hangUp);
      await watchedOut;
      await ended;
      try {
        transport.save();
      } catch (error) {
        fault('exchanges_not_saved', error);
      }
      // A copy that is being made reads from the database that is about to be closed.
      await backingUp;
      await pictures.close();
      mark.settle();
      const kept = markElsewhere?.stop();
      try {
        tidyUp();
      } finally {
        db.close();
        noteLeft(file);
        mark.close();
        lock.release();
      }
      await kept;
      log.write('workspace_closed');
    },
  };
}

function afterPatience(ms: number): Promise<'unknown'> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, 'unknown').unref();
  });
}

function lockOrProblem(file: string): { release(): void } | { problem: DatabaseProblem } {
  try {
    return takeProcessLock(file) ?? { problem: { kind: 'in_use', detail: 'another process' } };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { problem };
  }
}
