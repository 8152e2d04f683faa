import type { Database } from 'better-sqlite3';
import { createBackgroundSlices, type SendingPace } from '../background-slices.ts';
import type { Clock } from '../clock.ts';
import { createOutboxList } from '../outbox/outbox-list.ts';
import { createActSettler } from '../store/settle-acts.ts';
import { createActivityStore } from '../store/activity.ts';
import { createColleaguesEntries } from '../store/colleagues-entries.ts';
import { createDecisionStore } from '../store/decisions.ts';
import { createDocumentStore } from '../store/documents.ts';
import { createDraftStore, createMessageTemplateStore } from '../store/drafts.ts';
import { createEarlierActs } from '../store/earlier-acts.ts';
import { createEntryCounts } from '../store/entry-counts.ts';
import { createEntryDetailStore } from '../store/entry-details.ts';
import { createEntryHistoryStore } from '../store/entry-histories.ts';
import { createExpiryStore } from '../store/expiry.ts';
import { createFollowUps } from '../store/follow-ups.ts';
import { createFiledDocuments } from '../store/filed-documents.ts';
import { createInviteStore } from '../store/invites.ts';
import { createKeptFileStore } from '../store/kept-files.ts';
import { createKnownLicenses } from '../store/known-licenses.ts';
import { createKnownVendors } from '../store/known-vendors.ts';
import { createKnownRecipients } from '../store/known-recipients.ts';
import { createListFilters } from '../store/list-filters.ts';
import { createLookUpStore } from '../store/look-ups.ts';
import { createFigureStore } from '../store/figures.ts';
import { createNoteStore } from '../store/notes.ts';
import { createOnboardingFacts } from '../store/onboarding-facts.ts';
import { createOnboardingRecords } from '../store/onboarding-records.ts';
import { createOnboardingStore } from '../store/onboarding.ts';
import { createObservationStore } from '../store/observations.ts';
import { createPossibleVendors } from '../store/possible-vendors.ts';
import { createReadAnswerStore } from '../store/read-answers.ts';
import { createReadingStore } from '../store/readings.ts';
import { createSeenAnswers } from '../store/seen-answers.ts';
import { createSearchIndex, type SearchIndex } from '../store/search-index.ts';
import { createSharedRules } from '../store/shared-rules.ts';
import { createSharedEntries } from '../store/shared-entries.ts';
import type { SettingStore } from '../store/settings.ts';
import { createTeamLog } from '../store/team-log.ts';
import { createVendorHistory } from '../store/vendor-history.ts';
import { createVendorStore } from '../store/vendors.ts';
import { createVerificationStore } from '../store/verifications.ts';
import { createWeekStore } from '../store/weeks.ts';
import { createWatchStore } from '../store/watches.ts';

interface StoresDeps {
  clock: Clock;
  person: () => string | null;
  envelope: () => string | null;
  pace: SendingPace;
  onSearchChanged: () => void;
  reportAs(event: string): (error: unknown) => void;
}

/** How many texts one commit indexes; few, so that the index's own upkeep in it is short. */
const indexSlice = 50;
/** With more than this, a search does not index new texts itself. */
const indexBacklog = 200;

/** The stores of a workspace's database, except the outbox. */
export function createStores(db: Database, stored: SettingStore, deps: StoresDeps) {
  let indexed = 0;
  const indexer = createBackgroundSlices(deps.clock, deps.pace, {
    firstAfterMs: 50,
    slice(): boolean {
      const taken = search.flush(indexSlice);
      indexed += taken;
      return taken === indexSlice;
    },
    onTurn(more) {
      if (more) return;
      if (indexed >= indexBacklog) deps.onSearchChanged();
      indexed = 0;
    },
    onFault: deps.reportAs('search_not_updated'),
  });
  const search: SearchIndex = createSearchIndex(db, () => indexer.wake());
  const counts = createEntryCounts(db);
  const teamLog = createTeamLog(db, stored, { wall: () => deps.clock.wall(), person: deps.person });
  const vendors = createVendorStore(db, search, deps.envelope);
  const readings = createReadingStore(db);
  const wall = () => deps.clock.wall();
  const watches = createWatchStore(db, teamLog, wall);
  const documents = createDocumentStore(db, { search, log: teamLog, watches, wall });
  const notes = createNoteStore(db, teamLog);
  const decisions = createDecisionStore(db, teamLog, deps.person);
  const onboardingRecords = createOnboardingRecords(db, teamLog);
  const invites = createInviteStore(db, search, counts);
  const verifications = createVerificationStore(db, search, counts);
  const colleaguesEntries = createColleaguesEntries(db, {
    log: teamLog,
    invites,
    verifications,
    watches,
    wall,
  });
  const templates = createMessageTemplateStore(db);
  const rules = createSharedRules(db, teamLog, stored, templates);
  const knownVendors = createKnownVendors(db, teamLog, stored);
  const sharedEntries = createSharedEntries(db, teamLog, stored);
  const settlers = {
    rules,
    documents,
    notes,
    decisions,
    onboardingRecords,
    colleaguesEntries,
    knownVendors,
    sharedEntries,
    watches,
  };
  return {
    stored,
    search,
    indexer,
    counts,
    invites,
    verifications,
    documents,
    vendors,
    lookUps: createLookUpStore(db),
    watches,
    readings,
    standings: createOnboardingStore(db, search),
    notes,
    vendorHistory: createVendorHistory(db),
    weeks: createWeekStore(db),
    filed: createFiledDocuments(db, deps.person),
    possibleVendors: createPossibleVendors(db, { readings, envelope: deps.envelope }),
    teamLog,
    onboardingRecords,
    teamActs: createActSettler(db, teamLog, settlers),
    colleaguesEntries,
    knownVendors,
    earlierActs: createEarlierActs(db, teamLog, stored),
    sharedEntries,
    onboardingFacts: createOnboardingFacts(db, { vendors, readings, envelope: deps.envelope }),
    readAnswers: createReadAnswerStore(db),
    observations: createObservationStore(db),
    seenAnswers: createSeenAnswers(db, deps.envelope),
    decisions,
    drafts: createDraftStore(db),
    keptFiles: createKeptFileStore(db),
    entryDetails: createEntryDetailStore(db),
    entryHistories: createEntryHistoryStore(db),
    outboxList: createOutboxList(db, search, () => counts.all()),
    activity: createActivityStore(db),
    expiry: createExpiryStore(db),
    followUps: createFollowUps(db),
    figures: createFigureStore(db),
    knownLicenses: createKnownLicenses(db),
    knownRecipients: createKnownRecipients(db),
    listFilters: createListFilters(db, search),
    templates,
    sharedRules: rules,
  };
}
