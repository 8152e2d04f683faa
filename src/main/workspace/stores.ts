import type { Database } from 'better-sqlite3';
import type { Clock } from '../clock.ts';
import { createOutboxList, type OutboxList } from '../outbox/outbox-list.ts';
import { createActivityStore, type ActivityStore } from '../store/activity.ts';
import { createAttemptAnswers, type AttemptAnswers } from '../store/attempt-answers.ts';
import { createDecisionStore, type DecisionStore } from '../store/decisions.ts';
import { createDocumentStore, type DocumentStore } from '../store/documents.ts';
import { createDraftStore, type DraftStore } from '../store/drafts.ts';
import { createEntryCounts, type EntryCounts } from '../store/entry-counts.ts';
import { createEntryDetailStore, type EntryDetailStore } from '../store/entry-details.ts';
import { createEntryHistoryStore, type EntryHistoryStore } from '../store/entry-histories.ts';
import { createExpiryStore, type ExpiryStore } from '../store/expiry.ts';
import { createFollowUps, type FollowUps } from '../store/follow-ups.ts';
import { createInviteStore, type InviteStore } from '../store/invites.ts';
import { createKeptFileStore, type KeptFileStore } from '../store/kept-files.ts';
import { createKnownLicenses, type KnownLicenses } from '../store/known-licenses.ts';
import { createKnownRecipients, type KnownRecipients } from '../store/known-recipients.ts';
import { createListFilters, type ListFilters } from '../store/list-filters.ts';
import { createLookUpStore, type LookUpStore } from '../store/look-ups.ts';
import { createMessageTemplateStore, type MessageTemplateStore } from '../store/message-templates.ts';
import { createFigureStore, type FigureStore } from '../store/figures.ts';
import { createOnboardingFacts, type OnboardingFacts } from '../store/onboarding-facts.ts';
import { createOnboardingRecords, type OnboardingRecords } from '../store/onboarding-records.ts';
import { createOnboardingStore, type OnboardingStore } from '../store/onboarding.ts';
import { createObservationStore, type ObservationStore } from '../store/observations.ts';
import { createReadAnswerStore, type ReadAnswerStore } from '../store/read-answers.ts';
import { createReadingStore, type ReadingStore } from '../store/readings.ts';
import { createSearchIndex, type SearchIndex } from '../store/search-index.ts';
import { createSearchIndexer, type SearchIndexer } from '../store/search-indexer.ts';
import { createSettingStore, type SettingStore } from '../store/settings.ts';
import { createVendorStore, type VendorStore } from '../store/vendors.ts';
import { createVerificationStore, type VerificationStore } from '../store/verifications.ts';
import { createWatchStore, type WatchStore } from '../store/watches.ts';

export interface StoresDeps {
  clock: Clock;
  /** What the person who works here is called; null where that is not known. */
  person: () => string | null;
  /** The member that the service wraps its answers in, as it is set now. */
  envelope: () => string | null;
  onSearchChanged: () => void;
  onSearchFault: (error: unknown) => void;
  onUnreadableSetting: (name: string) => void;
}

export interface WorkspaceStores {
  readonly stored: SettingStore;
  readonly search: SearchIndex;
  readonly indexer: SearchIndexer;
  readonly counts: EntryCounts;
  readonly invites: InviteStore;
  readonly verifications: VerificationStore;
  readonly documents: DocumentStore;
  readonly vendors: VendorStore;
  readonly lookUps: LookUpStore;
  readonly watches: WatchStore;
  readonly readings: ReadingStore;
  readonly readAnswers: ReadAnswerStore;
  readonly observations: ObservationStore;
  readonly decisions: DecisionStore;
  readonly standings: OnboardingStore;
  readonly onboardingRecords: OnboardingRecords;
  readonly figures: FigureStore;
  readonly onboardingFacts: OnboardingFacts;
  readonly drafts: DraftStore;
  readonly keptFiles: KeptFileStore;
  readonly entryDetails: EntryDetailStore;
  readonly entryHistories: EntryHistoryStore;
  readonly attemptAnswers: AttemptAnswers;
  readonly outboxList: OutboxList;
  readonly activity: ActivityStore;
  readonly expiry: ExpiryStore;
  readonly followUps: FollowUps;
  readonly knownLicenses: KnownLicenses;
  readonly knownRecipients: KnownRecipients;
  readonly listFilters: ListFilters;
  readonly templates: MessageTemplateStore;
}

export function createStores(db: Database, deps: StoresDeps): WorkspaceStores {
  const indexer = createSearchIndexer(() => search, deps.clock, deps.onSearchFault, deps.onSearchChanged);
  const search: SearchIndex = createSearchIndex(db, indexer.wake);
  const counts = createEntryCounts(db);
  const attemptAnswers = createAttemptAnswers(db);
  const vendors = createVendorStore(db, search, deps.envelope);
  const readings = createReadingStore(db);
  return {
    stored: createSettingStore(db, deps.onUnreadableSetting),
    search,
    indexer,
    counts,
    invites: createInviteStore(db, search, counts),
    verifications: createVerificationStore(db, search, counts),
    documents: createDocumentStore(db, search),
    vendors,
    lookUps: createLookUpStore(db),
    watches: createWatchStore(db),
    readings,
    standings: createOnboardingStore(db, search),
    onboardingRecords: createOnboardingRecords(db, deps.person),
    onboardingFacts: createOnboardingFacts(db, { vendors, readings, envelope: deps.envelope }),
    readAnswers: createReadAnswerStore(db),
    observations: createObservationStore(db),
    decisions: createDecisionStore(db, deps.person),
    drafts: createDraftStore(db),
    keptFiles: createKeptFileStore(db),
    entryDetails: createEntryDetailStore(db, attemptAnswers),
    entryHistories: createEntryHistoryStore(db),
    attemptAnswers,
    outboxList: createOutboxList(db, search, () => counts.all()),
    activity: createActivityStore(db),
    expiry: createExpiryStore(db),
    followUps: createFollowUps(db),
    figures: createFigureStore(db),
    knownLicenses: createKnownLicenses(db),
    knownRecipients: createKnownRecipients(db),
    listFilters: createListFilters(db),
    templates: createMessageTemplateStore(db),
  };
}
