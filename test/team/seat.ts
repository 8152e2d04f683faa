import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { createEntryDecisions } from '#main/outbox/entry-decisions.ts';
import { createEnqueue } from '#main/outbox/enqueue.ts';
import { createColleaguesEntries } from '#main/store/colleagues-entries.ts';
import { createDecisionStore } from '#main/store/decisions.ts';
import { createMessageTemplateStore } from '#main/store/drafts.ts';
import { createDocumentStore } from '#main/store/documents.ts';
import { createEarlierActs } from '#main/store/earlier-acts.ts';
import { createEntryCounts } from '#main/store/entry-counts.ts';
import { createKnownVendors } from '#main/store/known-vendors.ts';
import { createInviteStore, describeInvite, inviteTitles } from '#main/store/invites.ts';
import { migrate, readMigrations } from '#main/store/migrations.ts';
import { createNoteStore } from '#main/store/notes.ts';
import { createOnboardingRecords } from '#main/store/onboarding-records.ts';
import { createSearchIndex } from '#main/store/search-index.ts';
import { createActSettler } from '#main/store/settle-acts.ts';
import { createSharedEntries } from '#main/store/shared-entries.ts';
import { createSharedRules } from '#main/store/shared-rules.ts';
import { createSettingStore } from '#main/store/settings.ts';
import { createTeamLog } from '#main/store/team-log.ts';
import { createVendorStore } from '#main/store/vendors.ts';
import { createVerificationStore } from '#main/store/verifications.ts';
import { createWatchStore } from '#main/store/watches.ts';
import { isAddress, showSubject } from '#shared/onboarding/vendor-facts.ts';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import type { EntryDecision } from '#shared/outbox/outbox.ts';
import type { TeamRecord } from '#shared/team/record.ts';

const migrations = readMigrations(join(import.meta.dirname, '../../src/main/store/migrations/workspace'));
const empty = new SqliteDatabase(':memory:');
migrate(empty, migrations);
/** Seats of a model test are many, and begin with a copy. */
const emptyFile = empty.serialize();

export const base = Date.parse('2026-11-27T12:00:00Z');
export const minute = 60_000;

/** A workspace of a member: its log, what people did, and its clock, which may be wrong. */
export function openSeat(person: string | null, file = emptyFile) {
  const db = new SqliteDatabase(file);
  let now = base;
  const wall = () => now;
  const stored = createSettingStore(db);
  const log = createTeamLog(db, stored, { wall, person: () => person });
  const search = createSearchIndex(db, () => undefined);
  const watches = createWatchStore(db, log, wall);
  const records = createOnboardingRecords(db, log);
  const notes = createNoteStore(db, log);
  const decisions = createDecisionStore(db, log, () => person);
  const documents = createDocumentStore(db, { search, log, watches, wall });
  const counts = createEntryCounts(db);
  const [invites, verifications] = [
    createInviteStore(db, search, counts),
    createVerificationStore(db, search, counts),
  ];
  const colleaguesEntries = createColleaguesEntries(db, { log, invites, verifications, watches, wall });
  const rules = createSharedRules(db, log, stored, createMessageTemplateStore(db));
  const knownVendors = createKnownVendors(db, log, stored);
  const sharedEntries = createSharedEntries(db, log, stored);
  const enqueue = createEnqueue(db, entryKinds);
  const entryDecisions = createEntryDecisions(db);
  const settlers = {
    rules,
    documents,
    notes,
    decisions,
    onboardingRecords: records,
    colleaguesEntries,
    knownVendors,
    sharedEntries,
    watches,
  };
  const acts = createActSettler(db, log, settlers);
  const earlierActs = createEarlierActs(db, log, stored);
  const vendors = createVendorStore(db, search, () => null);
  const list = (sql: string) => db.prepare(sql).all();
  return {
    rules,
    log,
    records,
    notes,
    decisions,
    documents,
    acts,
    /** Writes what was done before there was a log into it. */
    recordEarlier(): void {
      while (earlierActs.record(7));
    },
    exec: (sql: string): void => void db.exec(sql),
    close: (): void => void db.close(),
    /** The workspace's file, of which another computer may have a copy. */
    toFile: (): Buffer => db.serialize(),
    now: wall,
    move(by: number): void {
      now += by;
    },
    /** Fetches a vendor's profile, by which its address is known. */
    fetch(vendorId: string, email: string, companyName?: string): void {
      const body = JSON.stringify({ id: vendorId, email, companyName });
      const reading = readResource(vendorProfile, JSON.parse(body));
      if (reading === null) throw new Error('It is an object.');
      vendors.put(vendorId, reading, body, now);
      acts.settleDue();
    },
    /**
     * Queues an invite to @ and an address, or to a vendor's ID; with `corrects`, in the place of one that was sent or (where it can still be edited) of an unsent one.
     * Returns its entry's ID, or why not.
     */
    invite(subject: string, corrects: string | null = null, edits = false) {
      const id = randomUUID();
      const invitation = isAddress(subject)
        ? { vendor: { email: showSubject(subject) } }
        : { vendorId: subject };
      const entry = {
        id,
        kind: 'invite',
        body: JSON.stringify(invitation),
        replaces: corrects,
        edits,
      } as const;
      return enqueue({ ...entry, ...inviteTitles(describeInvite(invitation)) }, now, () => {
        invites.insert(id, invitation);
        return { id };
      });
    },
    decide: (id: string, decision: EntryDecision) => entryDecisions.decide(id, decision, now),
    undo: (id: string, decision: EntryDecision) => entryDecisions.undo(id, decision, now),
    /** What reading a document's result from the service does to its status word. */
    readResult(jobId: string, status: string): void {
      if (db.prepare('UPDATE document SET status = ? WHERE job_id = ?').run(status, jobId).changes > 0)
        watches.share('document', jobId);
    },
    own: () => {
      while (earlierActs.record(100) || knownVendors.record(100) || sharedEntries.record(100));
      acts.settleDue();
      return log.own(0, 10_000);
    },
    pull: (records: readonly TeamRecord[], receivedAt = base + 60 * minute) =>
      acts.settleTaken(records.flatMap((record) => log.take(record, receivedAt))),
    /** Everything that people did, as screens would show it. */
    show: () => ({
      waivers: list('SELECT * FROM waiver ORDER BY id'),
      attestations: list('SELECT * FROM attestation ORDER BY id'),
      tags: list('SELECT * FROM vendor_tag ORDER BY 1, 2'),
      languages: list('SELECT * FROM vendor_language ORDER BY 1'),
      assignees: list('SELECT * FROM vendor_assignee ORDER BY 1'),
      notes: list('SELECT * FROM vendor_note ORDER BY id'),
      order: list('SELECT id FROM vendor_note ORDER BY subject, at, rowid'),
      // Each seat reads the status for itself.
      documents: list('SELECT *, NULL AS status FROM document ORDER BY job_id'),
      decisions: list(
        `SELECT kind, uuid, subject, choice, note, at, undone_at, decided_by FROM decision ORDER BY kind, subject, id`,
      ),
      sets: rules.sets(),
      letters: [...rules.letters()],
      messages: list('SELECT * FROM message_template ORDER BY id'),
      known: list('SELECT vendor_id FROM colleague_vendor UNION SELECT vendor_id FROM vendor ORDER BY 1'),
      verifications: list(
        'SELECT e.id, v.vendor_id FROM verification v JOIN entry e ON e.seq = v.entry ORDER BY 1',
      ),
      watched: list('SELECT kind, subject FROM watch ORDER BY 1, 2'),
    }),
    colleaguesVendors: () => list('SELECT * FROM colleague_vendor ORDER BY vendor_id'),
    count: () => db.prepare('SELECT COUNT(*) FROM team_record').pluck().get(),
  };
}

export type Seat = ReturnType<typeof openSeat>;
