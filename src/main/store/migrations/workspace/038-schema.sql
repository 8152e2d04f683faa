-- The database of a workspace. Times are milliseconds since 1970, days are texts such as 2027-03-31, and 1 is yes. Only the code
-- knows the kinds of entries, lists and drafts (src/shared/outbox/entry-kinds.ts), so a new kind needs no new table. The search
-- and onboarding are derived from other rows and can be rebuilt (store/derived-tables.ts), as are the sort keys of lists, whose
-- tables store/list-keys.ts creates.

-- Settings, texts and drafts ---------------------------------------------------------------------------------------------------

CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Texts for the message of an invite. Two names with the same name_key are the same name.
CREATE TABLE message_template (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE,
  text       TEXT NOT NULL, changed_at INTEGER NOT NULL
) STRICT;
-- It says only what is true for every company: what the service writes around it is not known.
INSERT INTO message_template (id, name, name_key, text, changed_at) VALUES (
  'e2b1f1a4-5f0c-4d57-9a53-0f3f6c1d2b10', 'Standard invite', 'standard invite',
  'Hello {first name},

We would like to work with {company} and invite you to sign up as one of our vendors. Please have your license and insurance papers at hand.

Thank you.',
  0
);

-- The fields of forms that are not queued yet, exactly as typed. The key names the form within its kind.
CREATE TABLE draft (
  kind     TEXT NOT NULL, key TEXT NOT NULL,
  title    TEXT NOT NULL, fields TEXT NOT NULL, saved_at INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

-- The outbox -------------------------------------------------------------------------------------------------------------------

-- One row for each request that a person queued; never deleted, so the next number is the highest plus one. Enqueueing waits for
-- its commit, which takes longer with each page it touches: nothing that can be derived later is written then.
-- Every change of state but the claim writes the reason, so what follows the state is a trigger on the reason. The claim, which a
-- request waits for, then fires none (docs/decisions/benchmarks.md).
CREATE TABLE entry (
  seq              INTEGER PRIMARY KEY,
  id               TEXT NOT NULL UNIQUE,
  kind             TEXT NOT NULL,
  state            TEXT NOT NULL,
  idempotency_key  TEXT NOT NULL,
  body             TEXT NOT NULL,
  path_parameters  TEXT NOT NULL DEFAULT '[]', -- A JSON array of texts, in the order of the path.
  title            TEXT NOT NULL, subtitle TEXT NOT NULL,
  reason           TEXT,
  attempts         INTEGER NOT NULL DEFAULT 0,
  -- Attempts that reached the service count against the limit; those that never left this computer do not.
  counted_attempts INTEGER NOT NULL DEFAULT 0,
  first_counted_at INTEGER,
  claim            TEXT, -- The run of the app that sends it, and the number of the attempt.
  queued_at        INTEGER NOT NULL, changed_at INTEGER NOT NULL,
  next_at          INTEGER, sent_at INTEGER,
  marked_by_person INTEGER NOT NULL DEFAULT 0 CHECK (marked_by_person IN (0, 1)),
  replaces         TEXT REFERENCES entry (id),
  date_form        TEXT, -- The form in which the body's dates are written; null for ISO 8601.
  -- Entries that are queued together are not sent before this time, so that all of them can be undone; 0 for no wait.
  not_before       INTEGER NOT NULL DEFAULT 0,
  -- A checksum over what is sent (store/checksum.ts). An entry that differs was altered on the disk and is never sent.
  request_sum      BLOB,
  -- Not IN: SQLite builds that list again for every row it writes.
  CHECK (state = 'queued' OR state = 'sending' OR state = 'waiting' OR state = 'accepted' OR state = 'in_doubt'
      OR state = 'rejected' OR state = 'dead' OR state = 'cancelled'),
  CHECK ((state = 'sending') = (claim IS NOT NULL)),
  CHECK ((state = 'waiting') = (next_at IS NOT NULL))
) STRICT;
CREATE INDEX entry_due ON entry (next_at) WHERE state = 'waiting';
CREATE INDEX entry_replaced ON entry (replaces) WHERE replaces IS NOT NULL;
-- With queued_at, so that entries since a day are counted from the index.
CREATE INDEX entry_by_state ON entry (state, kind, seq, queued_at);
CREATE INDEX entry_to_send ON entry (kind, not_before, seq) WHERE state = 'queued';

-- What happened to an entry: one row for each attempt, written when it ends, with the answer to it, and one for each other event.
-- The start of an attempt that is under way is in the entry, as is when it was enqueued; entry_event has everything.
-- Rows refer to the entry's number, so that rows that are written together share pages.
CREATE TABLE history (
  id           INTEGER PRIMARY KEY,
  entry        INTEGER NOT NULL REFERENCES entry (seq),
  at           INTEGER NOT NULL, event TEXT NOT NULL,
  attempt      INTEGER, began_at INTEGER, -- Null where no attempt ended.
  reason       TEXT,
  before       TEXT, -- The entry before a person's decision, as JSON, so that the decision can be undone.
  -- The answer; a later attempt never replaces an earlier one's. The bytes are kept where the text does not hold them exactly.
  status       INTEGER, content_type TEXT,
  cut          TEXT, -- Why the body ends early; null where it is whole.
  body         TEXT,
  bytes        BLOB
) STRICT;
CREATE INDEX history_of_entry ON history (entry, id);

CREATE VIEW entry_event (entry, place, at, event, attempt, reason, status, content_type, cut, body, bytes) AS
  SELECT seq, 0, queued_at, 'enqueued', NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM entry
  UNION ALL SELECT entry, 2 * id, began_at, 'claimed', attempt, NULL, NULL, NULL, NULL, NULL, NULL FROM history
    WHERE began_at IS NOT NULL
  UNION ALL SELECT entry, 2 * id + 1, at, event, attempt, reason, status, content_type, cut, body, bytes FROM history
  UNION ALL SELECT seq, 9007199254740991, changed_at, 'claimed', attempts, NULL, NULL, NULL, NULL, NULL, NULL FROM entry
    WHERE state = 'sending';

-- Imported lists ---------------------------------------------------------------------------------------------------------------

-- The rows of a list are written in slices while it is staging; the commit that makes it queued queues all of them. After that
-- they become entries in slices, also after a restart.
CREATE TABLE import_batch (
  number     INTEGER PRIMARY KEY AUTOINCREMENT,
  file_name  TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('staging', 'queued', 'moved', 'undoing', 'undone')),
  queued_at  INTEGER,
  row_count  INTEGER NOT NULL DEFAULT 0, taken_back INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0, -- As in entry, for the rows that are no entries yet.
  -- How many rows are entries by now, so that queued rows can be counted without counting entries.
  moved      INTEGER NOT NULL DEFAULT 0,
  kind       TEXT NOT NULL DEFAULT 'invite'
) STRICT;

-- Everything that the entry, its invite or verification and the search need of a row.
CREATE TABLE import_row (
  position           INTEGER PRIMARY KEY,
  batch              INTEGER NOT NULL REFERENCES import_batch (number),
  id                 TEXT NOT NULL, idempotency_key TEXT NOT NULL, body TEXT NOT NULL,
  email              TEXT, email_key TEXT, contact_name TEXT, company_name TEXT, phone_number TEXT,
  vendor_id          TEXT,
  title              TEXT, subtitle TEXT,
  type               TEXT, license_number TEXT, license_trade_type TEXT, licensee_name TEXT,
  expiry_date        TEXT, expires_on TEXT, lookup_key TEXT,
  search_title       TEXT, search_subtitle TEXT, search_words TEXT,
  date_form          TEXT, license_key TEXT, request_sum BLOB,
  tags               TEXT -- Tags for the vendor that the row invites, as a JSON list.
) STRICT;
CREATE INDEX import_row_by_batch ON import_row (batch);

-- Invites ----------------------------------------------------------------------------------------------------------------------

CREATE TABLE invite (
  entry             INTEGER PRIMARY KEY REFERENCES entry (seq),
  email             TEXT, email_key TEXT, contact_name TEXT, company_name TEXT, phone_number TEXT,
  vendor_id         TEXT, compliance_status TEXT, vendor_status TEXT,
  archived_at       INTEGER,
  import_batch      INTEGER REFERENCES import_batch (number),
  -- Whether it is listed under Invited: it was sent, nobody archived it, and the vendor's profile is not kept here.
  invited           INTEGER NOT NULL DEFAULT 0 CHECK (invited IN (0, 1))
) STRICT;
CREATE INDEX invite_by_email ON invite (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX invite_by_vendor ON invite (vendor_id) WHERE vendor_id IS NOT NULL;
CREATE INDEX invite_archived ON invite (entry) WHERE archived_at IS NOT NULL;
CREATE INDEX invite_by_import ON invite (import_batch) WHERE import_batch IS NOT NULL;
CREATE INDEX invite_invited ON invite (entry) WHERE invited = 1;

CREATE TRIGGER invite_sent AFTER UPDATE OF reason ON entry
    WHEN NEW.kind = 'invite' AND NEW.state = 'accepted' AND OLD.state <> 'accepted' BEGIN
  UPDATE invite SET invited = archived_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = invite.vendor_id)
    WHERE entry = NEW.seq;
END;

-- Verifications ----------------------------------------------------------------------------------------------------------------

CREATE TABLE verification (
  entry              INTEGER PRIMARY KEY REFERENCES entry (seq),
  type               TEXT NOT NULL,
  license_number     TEXT, license_trade_type TEXT, licensee_name TEXT,
  vendor_id          TEXT, request_id TEXT,
  status             TEXT, is_verified INTEGER, is_match INTEGER, differing INTEGER,
  expiry_date        TEXT,
  expires_on         TEXT, -- The day of expiry_date; null where it cannot be read as a date.
  attention          INTEGER NOT NULL DEFAULT 0 CHECK (attention IN (0, 1)), -- Whether the result needs a person.
  import_batch       INTEGER REFERENCES import_batch (number),
  -- The license number, or else the licensee's name, folded (licenseLookupKey): finds other checks of the same license.
  lookup_key         TEXT,
  -- The ID of another verification that the latest answer carries; null where it carries none or this one's.
  answered_id        TEXT,
  -- Whether the expiration that was found can be read in two ways, so that no day counts.
  expiry_unclear     INTEGER NOT NULL DEFAULT 0 CHECK (expiry_unclear IN (0, 1)),
  compared           INTEGER, -- How many details of the latest result could be compared; null where none were found.
  answered_at        INTEGER, -- When the latest result was read.
  license_key        TEXT, -- The same for all verifications of one license (sameLicenseKey); null without a license number.
  asks_for           TEXT, -- What the verdict needs a person for (asksFor), and since when; null until a result is judged.
  asks_since         INTEGER NOT NULL DEFAULT 0,
  holds_until        TEXT, -- The last day on which the verdict is the same without another answer; null where no day changes it.
  -- Whether a correction, or a newer verification of the same license, counts instead. Kept by the triggers below.
  replaced           INTEGER NOT NULL DEFAULT 0 CHECK (replaced IN (0, 1)),
  -- The verdict on the latest result, and the one after the last planned check (verdictCode); null until a result is judged.
  verdict            TEXT, verdict_by_hand TEXT,
  evidence           TEXT -- As JSON: verdictEvidence in src/shared/evidence.ts.
) STRICT;
CREATE INDEX verification_to_look_at ON verification (entry) WHERE attention = 1;
CREATE INDEX verification_by_expiry ON verification (expires_on) WHERE expires_on IS NOT NULL;
CREATE INDEX verification_by_vendor ON verification (vendor_id) WHERE vendor_id IS NOT NULL;
CREATE INDEX verification_by_import ON verification (import_batch) WHERE import_batch IS NOT NULL;
CREATE INDEX verification_by_lookup_key ON verification (lookup_key) WHERE lookup_key IS NOT NULL;
CREATE INDEX verification_expiry_unclear ON verification (entry) WHERE expiry_unclear = 1;
CREATE INDEX verification_by_license ON verification (license_key) WHERE license_key IS NOT NULL;
CREATE INDEX verification_holds_until ON verification (holds_until) WHERE holds_until IS NOT NULL;
CREATE INDEX verification_replaced ON verification (entry) WHERE replaced = 1;

-- A verification that has the service's ID counts before one that a person marked as sent; otherwise the newest counts.
CREATE VIEW verification_standing AS
SELECT v.entry AS entry,
  (e.state IN ('accepted', 'cancelled') AND EXISTS (
    SELECT 1 FROM entry c WHERE c.replaces = e.id AND (c.state <> 'cancelled'
      OR EXISTS (SELECT 1 FROM entry d WHERE d.replaces = c.id AND d.state <> 'cancelled'))))
  OR (e.state = 'accepted' AND EXISTS (
    SELECT 1 FROM verification o JOIN entry f ON f.seq = o.entry
    WHERE o.license_key = v.license_key AND +f.state = 'accepted'
      AND (o.request_id IS NOT NULL, o.entry) > (v.request_id IS NOT NULL, v.entry))) AS replaced
FROM verification v JOIN entry e ON e.seq = v.entry;

CREATE TRIGGER verification_corrected AFTER INSERT ON entry WHEN NEW.kind = 'verification' AND NEW.replaces IS NOT NULL BEGIN
  UPDATE verification SET replaced = (SELECT s.replaced FROM verification_standing s WHERE s.entry = verification.entry)
    WHERE entry IN (SELECT seq FROM entry WHERE id = NEW.replaces
      UNION ALL SELECT seq FROM entry WHERE id = (SELECT replaces FROM entry WHERE id = NEW.replaces));
END;
CREATE TRIGGER verification_settled AFTER UPDATE OF reason ON entry
    WHEN NEW.kind = 'verification' AND NEW.state <> OLD.state
      AND (NEW.state IN ('accepted', 'cancelled') OR OLD.state IN ('accepted', 'cancelled')) BEGIN
  UPDATE verification SET replaced = (SELECT s.replaced FROM verification_standing s WHERE s.entry = verification.entry)
    WHERE entry IN (SELECT NEW.seq
      UNION ALL SELECT seq FROM entry WHERE id = NEW.replaces
      UNION ALL SELECT seq FROM entry WHERE id = (SELECT replaces FROM entry WHERE id = NEW.replaces)
      UNION ALL SELECT o.entry FROM verification v JOIN verification o ON o.license_key = v.license_key
        WHERE v.entry = NEW.seq);
END;
CREATE TRIGGER verification_identified AFTER UPDATE OF request_id, license_key ON verification
    WHEN NEW.license_key IS NOT NULL BEGIN
  UPDATE verification SET replaced = (SELECT s.replaced FROM verification_standing s WHERE s.entry = verification.entry)
    WHERE license_key = NEW.license_key;
END;

-- Documents --------------------------------------------------------------------------------------------------------------------

CREATE TABLE document (
  job_id          TEXT PRIMARY KEY,
  added_at        INTEGER NOT NULL,
  vendor_id       TEXT, title TEXT, document_type TEXT,
  status          TEXT, processing_step TEXT,
  overall_score   REAL, score REAL,
  -- Whether it can be reviewed: scores are in, or processing ended.
  ready           INTEGER NOT NULL DEFAULT 0 CHECK (ready IN (0, 1)),
  -- Decided where the latest decision is more than a skip.
  review_group    TEXT NOT NULL DEFAULT 'not_ready' CHECK (review_group IN ('to_review', 'not_ready', 'decided')),
  -- The score, or -1 where there is none: worst first, those without a score before all others.
  rank            REAL NOT NULL DEFAULT -1,
  fetched_at      INTEGER,
  file_type       TEXT, file_bytes INTEGER, file_kept_at INTEGER,
  -- The choice of the decision that counts, for the order of the list; empty where there is none.
  decided_as      TEXT NOT NULL DEFAULT '',
  file_used_at    INTEGER, -- When the fetched picture was last shown; the picture not shown for longest is removed first.
  valid_until     TEXT, -- The last day on which the document is valid, as a person read it.
  valid_until_by  TEXT,
  created_at      INTEGER, -- When the service created the document, where it says so.
  evidence        TEXT -- As JSON: documentEvidence in src/shared/evidence.ts.
) STRICT, WITHOUT ROWID;
CREATE INDEX document_by_group ON document (review_group, rank, job_id);
CREATE INDEX document_by_rank ON document (rank, job_id);
CREATE INDEX document_by_vendor ON document (vendor_id) WHERE vendor_id IS NOT NULL;
CREATE INDEX document_by_age ON document (review_group, added_at, job_id);
CREATE INDEX document_by_status ON document (review_group, lower(COALESCE(status, '')), job_id);
CREATE INDEX document_by_decision ON document (review_group, decided_as, job_id);
CREATE INDEX document_with_file ON document (file_used_at, job_id) WHERE file_kept_at IS NOT NULL;

-- The search finds a text by its subject's number, which entries and vendors have already.
CREATE TABLE document_number (number INTEGER PRIMARY KEY, job_id TEXT NOT NULL UNIQUE) STRICT;

-- A file of this computer in place of the service's picture. It is kept until a person removes it.
CREATE TABLE local_copy (
  job_id       TEXT PRIMARY KEY REFERENCES document (job_id),
  name         TEXT NOT NULL, content_type TEXT NOT NULL,
  bytes        INTEGER NOT NULL, kept_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Results and answers ----------------------------------------------------------------------------------------------------------

-- When results are checked. The subject, here and below, is an entry's id or a document's job id.
CREATE TABLE watch (
  kind       TEXT NOT NULL CHECK (kind IN ('verification', 'document')),
  subject    TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('watching', 'settled', 'by_hand')),
  started_at INTEGER NOT NULL, checks INTEGER NOT NULL DEFAULT 0,
  next_at    INTEGER, last_at INTEGER, problem TEXT,
  recheck_at INTEGER, -- When a result is checked again although its status word is final; null for never.
  PRIMARY KEY (kind, subject),
  CHECK ((state = 'watching') = (next_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX watch_due ON watch (next_at) WHERE state = 'watching';
CREATE INDEX watch_open ON watch (kind) WHERE state = 'watching';
CREATE INDEX watch_recheck ON watch (recheck_at) WHERE state = 'settled' AND recheck_at IS NOT NULL;

-- Every check of a result. The body is null where it is the same as in the reading before.
CREATE TABLE reading (
  id        INTEGER PRIMARY KEY,
  kind      TEXT NOT NULL, subject TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,
  status    TEXT, differing INTEGER, problem TEXT, body TEXT
) STRICT;
CREATE INDEX reading_of_subject ON reading (kind, subject, id);
CREATE INDEX reading_by_time ON reading (at);

CREATE TABLE decision (
  id         INTEGER PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('verification', 'document')),
  subject    TEXT NOT NULL, choice TEXT NOT NULL, note TEXT NOT NULL,
  at         INTEGER NOT NULL, undone_at INTEGER,
  decided_by TEXT -- The name of the account on the computer where it was decided; null where it is not known.
) STRICT;
CREATE INDEX decision_of_subject ON decision (kind, subject, id);
CREATE INDEX decision_undone ON decision (undone_at) WHERE undone_at IS NOT NULL;

-- Answers to requests for results and profiles that neither the reading nor the profile holds: refusals, errors, pages, bytes
-- that are no text. Each different answer is kept once for each id that was requested.
CREATE TABLE read_answer (
  id           INTEGER PRIMARY KEY,
  kind         TEXT NOT NULL CHECK (kind IN ('vendor', 'verification', 'document')),
  asked_id     TEXT NOT NULL,
  turn         INTEGER NOT NULL, -- Counts the answers to this question; the highest one came last.
  first_at     INTEGER NOT NULL, last_at INTEGER NOT NULL,
  status       INTEGER NOT NULL, content_type TEXT, cut TEXT,
  body         TEXT NOT NULL, bytes BLOB
) STRICT;
CREATE INDEX read_answer_of ON read_answer (kind, asked_id, turn);

-- How the service writes scores and dates: how many results showed what.
CREATE TABLE observation (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
-- What the latest answer of each result adds to them, as JSON, so that the next answer can replace it.
CREATE TABLE observed_result (
  kind    TEXT NOT NULL CHECK (kind IN ('verification', 'document')),
  subject TEXT NOT NULL, counts TEXT NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

-- Vendors ----------------------------------------------------------------------------------------------------------------------

-- Every fetch of a profile. The body is null where nothing changed.
CREATE TABLE vendor_fetch (id INTEGER PRIMARY KEY, vendor_id TEXT NOT NULL, at INTEGER NOT NULL, body TEXT) STRICT;
CREATE INDEX vendor_fetch_of_vendor ON vendor_fetch (vendor_id, id);
CREATE INDEX vendor_fetch_by_time ON vendor_fetch (at);

-- Only what lists show, sort and filter by, so that a page of vendors is a page of short rows. Texts to sort by are folded; one
-- that is not provided sorts last, as char(65535).
CREATE TABLE vendor (
  number            INTEGER PRIMARY KEY,
  vendor_id         TEXT NOT NULL UNIQUE,
  profile           INTEGER NOT NULL REFERENCES vendor_fetch (id), -- The fetch that brought the profile.
  fetched_at        INTEGER NOT NULL,
  company_name      TEXT, contact_name TEXT,
  email             TEXT, phone_number TEXT,
  city_name         TEXT, state_code TEXT,
  services          TEXT NOT NULL, -- The titles of the services, as a JSON list.
  licensed          INTEGER,
  invited           INTEGER NOT NULL CHECK (invited IN (0, 1)), -- Whether there is an invite to the vendor or its email address.
  email_key         TEXT,
  compliance_status TEXT -- The word of the vendor's latest accepted invite. Kept by the triggers below.
) STRICT;
CREATE INDEX vendor_by_email ON vendor (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX vendor_by_age ON vendor (fetched_at, number);

CREATE TABLE vendor_service (
  title  TEXT NOT NULL,
  vendor INTEGER NOT NULL REFERENCES vendor (number),
  PRIMARY KEY (title, vendor)
) STRICT, WITHOUT ROWID;
CREATE INDEX service_of_vendor ON vendor_service (vendor);

-- A + keeps SQLite from using an index in which very many rows share a value, here and in other triggers.
CREATE TRIGGER invite_settled_by_profile AFTER INSERT ON vendor BEGIN
  UPDATE invite SET invited = 0 WHERE vendor_id = NEW.vendor_id AND +invited = 1;
END;
CREATE TRIGGER vendor_invited AFTER INSERT ON invite BEGIN
  UPDATE vendor SET invited = 1 WHERE vendor_id = NEW.vendor_id AND +invited = 0;
  UPDATE vendor SET invited = 1 WHERE email_key = NEW.email_key AND +invited = 0;
END;
-- A condition that a look into an index decides is cheaper than a statement that finds nothing.
CREATE TRIGGER vendor_answered AFTER UPDATE OF vendor_id, compliance_status ON invite
    WHEN EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = NEW.vendor_id) BEGIN
  UPDATE invite SET invited = 0 WHERE entry = NEW.entry AND NEW.vendor_id IS NOT OLD.vendor_id;
  UPDATE vendor SET invited = 1, compliance_status = (
      SELECT i.compliance_status FROM invite i JOIN entry e ON e.seq = i.entry
      WHERE i.vendor_id = NEW.vendor_id AND e.state = 'accepted' ORDER BY i.entry DESC LIMIT 1)
    WHERE vendor_id = NEW.vendor_id;
END;
CREATE TRIGGER vendor_compliance_by_state AFTER UPDATE OF reason ON entry
    WHEN NEW.kind = 'invite' AND NEW.state <> OLD.state AND 'accepted' IN (NEW.state, OLD.state)
      AND EXISTS (SELECT 1 FROM invite i JOIN vendor v ON v.vendor_id = i.vendor_id WHERE i.entry = NEW.seq) BEGIN
  UPDATE vendor SET compliance_status = (
      SELECT i.compliance_status FROM invite i JOIN entry e ON e.seq = i.entry
      WHERE i.vendor_id = vendor.vendor_id AND e.state = 'accepted' ORDER BY i.entry DESC LIMIT 1)
    WHERE vendor_id = (SELECT vendor_id FROM invite WHERE entry = NEW.seq);
END;
CREATE TRIGGER vendor_compliance_by_profile AFTER INSERT ON vendor BEGIN
  UPDATE vendor SET compliance_status = (
      SELECT i.compliance_status FROM invite i JOIN entry e ON e.seq = i.entry
      WHERE i.vendor_id = NEW.vendor_id AND e.state = 'accepted' ORDER BY i.entry DESC LIMIT 1)
    WHERE number = NEW.number;
END;

-- Many vendors looked up at once.
CREATE TABLE look_up (
  id         INTEGER PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('ids', 'refresh')),
  started_at INTEGER NOT NULL,
  -- Whether all of its ids are written; one that was cut short is not begun.
  complete   INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1)),
  cancelled  INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)),
  ended_at   INTEGER
) STRICT;
CREATE TABLE look_up_id (
  look_up   INTEGER NOT NULL REFERENCES look_up (id),
  position  INTEGER NOT NULL, vendor_id TEXT NOT NULL,
  outcome   TEXT NOT NULL CHECK (outcome IN
              ('waiting', 'found', 'unknown', 'not_an_id', 'refused', 'unreadable', 'gave_up', 'cancelled')),
  detail    TEXT, -- A sentence where the outcome alone does not say enough.
  tries     INTEGER NOT NULL DEFAULT 0, at INTEGER,
  -- When it is looked up again automatically, after a problem or where the service did not know it; null for in turn, or never.
  next_at   INTEGER,
  since     INTEGER, -- Since when the service has had a problem with it, or has not known it.
  PRIMARY KEY (look_up, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX look_up_open ON look_up_id (look_up, tries, position) WHERE outcome = 'waiting';
CREATE INDEX look_up_outcome ON look_up_id (look_up, outcome, position);
CREATE INDEX look_up_next ON look_up_id (next_at) WHERE next_at IS NOT NULL;

-- The search -------------------------------------------------------------------------------------------------------------------

-- The number of a row comes from the kind and number of its subject, so that the rows of a kind are together, newest last.
CREATE VIRTUAL TABLE search USING fts5 (
  subject UNINDEXED, title, subtitle, words,
  tokenize = 'unicode61 remove_diacritics 2',
  prefix = '1 2 3'
);
-- Texts that are not indexed yet.
CREATE TABLE search_due (
  id       INTEGER PRIMARY KEY,
  kind     TEXT NOT NULL, subject TEXT NOT NULL,
  title    TEXT NOT NULL, subtitle TEXT NOT NULL, words TEXT NOT NULL
) STRICT;

-- The state that a verification's row shows as its chip (resultChip): the list is sorted, filtered and searched by it.
CREATE VIEW verification_state AS
SELECT v.entry AS entry, CASE
  WHEN v.replaced = 1 THEN 'replaced'
  WHEN e.state <> 'accepted' THEN e.state
  WHEN e.marked_by_person = 1 THEN 'marked'
  WHEN v.attention = 1 AND d.choice IS NOT NULL THEN CASE d.choice WHEN 'ask_vendor' THEN 'vendor_asked' ELSE 'decided' END
  WHEN w.state = 'by_hand' THEN COALESCE(v.verdict_by_hand, 'by_hand')
  ELSE COALESCE(v.verdict, 'checking')
END AS state
FROM verification v CROSS JOIN entry e ON e.seq = v.entry
  LEFT JOIN watch w ON w.kind = 'verification' AND w.subject = e.id
  LEFT JOIN decision d ON d.id = (SELECT MAX(id) FROM decision
    WHERE kind = 'verification' AND subject = e.id AND undone_at IS NULL AND at >= v.asks_since);

-- Onboarding -------------------------------------------------------------------------------------------------------------------

-- A vendor's ID need not be one of a profile that was fetched.
CREATE TABLE vendor_tag (vendor_id TEXT NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (vendor_id, tag)) STRICT, WITHOUT ROWID;

-- The subject is that of the table onboarding.
CREATE TABLE waiver (
  id             TEXT PRIMARY KEY,
  subject        TEXT NOT NULL,
  requirement_id TEXT NOT NULL,
  requirement    TEXT NOT NULL, -- Its name at the time: the requirement may be gone.
  reason         TEXT NOT NULL, until TEXT NOT NULL,
  given_by       TEXT, at INTEGER NOT NULL,
  ended_at       INTEGER, -- Ended by a person; not set where it ended automatically.
  ended_by       TEXT
) STRICT;
CREATE INDEX waiver_by_subject ON waiver (subject);

CREATE TABLE attestation (
  id             TEXT PRIMARY KEY,
  subject        TEXT NOT NULL,
  requirement_id TEXT NOT NULL, requirement TEXT NOT NULL,
  day            TEXT NOT NULL, until TEXT, note TEXT NOT NULL,
  given_by       TEXT, at INTEGER NOT NULL,
  ended_at       INTEGER, ended_by TEXT
) STRICT;
CREATE INDEX attestation_by_subject ON attestation (subject);

-- The latest judgement of each vendor. Derived, as onboarding_standing and onboarding_stage.
CREATE TABLE onboarding (
  number      INTEGER PRIMARY KEY,
  -- The vendor's ID, or @ and the normalized address (email_key) of a vendor that was invited and has no ID yet.
  subject     TEXT NOT NULL UNIQUE,
  vendor      INTEGER, -- The number of its profile's row; null without one.
  name        TEXT NOT NULL, sort_name TEXT NOT NULL,
  states      TEXT NOT NULL, -- A letter for each requirement of all sets, in their order.
  next_end    TEXT, -- The first day on which something ends; null where nothing does.
  holds_until TEXT, -- The last day on which the judgement is the same without other news; null where no day changes it.
  stage       INTEGER NOT NULL -- 0 known, 1 invited, 2 profile readable, 3 licenses verified, 4 documents accepted, 5 ready.
) STRICT;
CREATE INDEX onboarding_by_name ON onboarding (sort_name);
CREATE INDEX onboarding_of_vendor ON onboarding (vendor) WHERE vendor IS NOT NULL;
CREATE INDEX onboarding_by_end ON onboarding (holds_until) WHERE holds_until IS NOT NULL;

-- The judgement in a word at each job site of the vendor's profile, and at the site '' for all of them.
CREATE TABLE onboarding_standing (
  site      TEXT NOT NULL,
  number    INTEGER NOT NULL REFERENCES onboarding (number) ON DELETE CASCADE,
  written   TEXT NOT NULL, -- The site as the profile writes it.
  rank      INTEGER NOT NULL, -- 0 blocked, 1 expiring, 2 in progress, 3 ready, 4 where no requirement applies.
  urgency   TEXT NOT NULL, -- The rank, the day of next_end and the name, so that the most urgent comes first.
  since     INTEGER NOT NULL, -- Since when it has this rank.
  -- The rank with which the vendor could last work, where it has or had another since; null where it never could.
  able_rank INTEGER,
  PRIMARY KEY (number, site)
) STRICT, WITHOUT ROWID;
-- Keys in this order are spread over all of an index, so changing them is what judging costs most: a single site's are sorted.
CREATE INDEX onboarding_by_urgency ON onboarding_standing (urgency, number) WHERE site = '';
CREATE INDEX onboarding_standing_rank ON onboarding_standing (site, rank, number);
CREATE INDEX onboarding_changed ON onboarding_standing (site, since) WHERE able_rank IS NOT NULL;

-- When a vendor first reached each stage; kept where it falls back.
CREATE TABLE onboarding_stage (
  number INTEGER NOT NULL REFERENCES onboarding (number) ON DELETE CASCADE,
  stage  INTEGER NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (number, stage)
) STRICT, WITHOUT ROWID;

-- Vendors that a person has seen on Today as newly blocked, and when; what came later is news again.
CREATE TABLE onboarding_seen (subject TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- Vendors that changed since they were judged.
CREATE TABLE onboarding_due (subject TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- The vendor of an invite: the one that it names, else the one whose profile has its address, else its address.
CREATE VIEW invite_subject AS
  SELECT i.entry, COALESCE(i.vendor_id, v.vendor_id, '@' || i.email_key) AS subject
    FROM invite i LEFT JOIN vendor v ON i.vendor_id IS NULL AND v.email_key = i.email_key
    WHERE i.vendor_id IS NOT NULL OR i.email_key IS NOT NULL;

CREATE VIEW known_subject AS
  SELECT vendor_id AS subject FROM vendor
  UNION SELECT subject FROM invite_subject
  UNION SELECT vendor_id FROM verification WHERE vendor_id IS NOT NULL
  UNION SELECT vendor_id FROM document WHERE vendor_id IS NOT NULL
  UNION SELECT subject FROM waiver UNION SELECT subject FROM attestation
  UNION SELECT vendor_id FROM vendor_tag
  UNION SELECT subject FROM onboarding;

-- The commit that changes something about a vendor also notes it as due. ON CONFLICT DO NOTHING applies whatever the statement
-- says that fires the trigger; OR IGNORE would not. Sending and waiting change nothing.
CREATE TRIGGER onboarding_vendor_fetched AFTER INSERT ON vendor BEGIN
  UPDATE onboarding SET vendor = NEW.number WHERE subject = NEW.vendor_id;
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
  INSERT INTO onboarding_due SELECT subject FROM onboarding WHERE subject = '@' || NEW.email_key ON CONFLICT DO NOTHING;
  UPDATE waiver SET subject = NEW.vendor_id WHERE subject = '@' || NEW.email_key;
  UPDATE attestation SET subject = NEW.vendor_id WHERE subject = '@' || NEW.email_key;
END;
CREATE TRIGGER onboarding_vendor_fetched_again AFTER UPDATE OF profile, fetched_at ON vendor BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
  INSERT INTO onboarding_due SELECT subject FROM onboarding
    WHERE NEW.email_key IS NOT OLD.email_key AND subject IN ('@' || NEW.email_key, '@' || OLD.email_key) ON CONFLICT DO NOTHING;
  UPDATE waiver SET subject = NEW.vendor_id WHERE NEW.email_key IS NOT OLD.email_key AND subject = '@' || NEW.email_key;
  UPDATE attestation SET subject = NEW.vendor_id WHERE NEW.email_key IS NOT OLD.email_key AND subject = '@' || NEW.email_key;
END;
CREATE TRIGGER onboarding_invited AFTER INSERT ON invite BEGIN
  INSERT INTO onboarding_due SELECT subject FROM invite_subject WHERE entry = NEW.entry ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_invite_answered AFTER UPDATE OF vendor_id, compliance_status ON invite BEGIN
  INSERT INTO onboarding_due SELECT subject FROM invite_subject WHERE entry = NEW.entry ON CONFLICT DO NOTHING;
  INSERT INTO onboarding_due SELECT subject FROM onboarding
    WHERE (NEW.vendor_id, NEW.email_key) IS NOT (OLD.vendor_id, OLD.email_key) AND subject = '@' || OLD.email_key
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_invite_moved AFTER UPDATE OF reason ON entry
    WHEN NEW.kind = 'invite' AND (NEW.state, NEW.marked_by_person) <> (OLD.state, OLD.marked_by_person)
      AND NOT (NEW.state IN ('queued', 'sending', 'waiting') AND OLD.state IN ('queued', 'sending', 'waiting')) BEGIN
  INSERT INTO onboarding_due SELECT subject FROM invite_subject WHERE entry = NEW.seq ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_verification_moved AFTER UPDATE OF reason ON entry
    WHEN NEW.kind = 'verification' AND (NEW.state, NEW.marked_by_person) <> (OLD.state, OLD.marked_by_person)
      AND NOT (NEW.state IN ('queued', 'sending', 'waiting') AND OLD.state IN ('queued', 'sending', 'waiting')) BEGIN
  INSERT INTO onboarding_due SELECT vendor_id FROM verification WHERE entry = NEW.seq AND vendor_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_verification_submitted AFTER INSERT ON verification WHEN NEW.vendor_id IS NOT NULL BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_verification_answered AFTER UPDATE OF status, is_verified, is_match, differing, expires_on,
    expiry_unclear, compared, answered_at, answered_id, evidence, replaced, vendor_id ON verification
    WHEN NEW.vendor_id IS NOT NULL BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_watch_moved AFTER UPDATE OF state ON watch WHEN NEW.kind = 'verification' AND NEW.state <> OLD.state BEGIN
  INSERT INTO onboarding_due SELECT v.vendor_id FROM entry e JOIN verification v ON v.entry = e.seq
    WHERE e.id = NEW.subject AND v.vendor_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_document_added AFTER INSERT ON document WHEN NEW.vendor_id IS NOT NULL BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_document_changed AFTER UPDATE OF vendor_id, document_type, score, ready, fetched_at, valid_until,
    decided_as ON document BEGIN
  INSERT INTO onboarding_due SELECT value FROM json_each(json_array(NEW.vendor_id, OLD.vendor_id))
    WHERE value IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_decided AFTER INSERT ON decision WHEN NEW.kind = 'verification' BEGIN
  INSERT INTO onboarding_due SELECT v.vendor_id FROM entry e JOIN verification v ON v.entry = e.seq
    WHERE e.id = NEW.subject AND v.vendor_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_decision_undone AFTER UPDATE OF undone_at ON decision WHEN NEW.kind = 'verification' BEGIN
  INSERT INTO onboarding_due SELECT v.vendor_id FROM entry e JOIN verification v ON v.entry = e.seq
    WHERE e.id = NEW.subject AND v.vendor_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_waived AFTER INSERT ON waiver BEGIN
  INSERT INTO onboarding_due VALUES (NEW.subject) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_waiver_changed AFTER UPDATE ON waiver BEGIN
  INSERT INTO onboarding_due VALUES (NEW.subject) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_attested AFTER INSERT ON attestation BEGIN
  INSERT INTO onboarding_due VALUES (NEW.subject) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_attestation_changed AFTER UPDATE ON attestation BEGIN
  INSERT INTO onboarding_due VALUES (NEW.subject) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_tagged AFTER INSERT ON vendor_tag BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_untagged AFTER DELETE ON vendor_tag BEGIN
  INSERT INTO onboarding_due VALUES (OLD.vendor_id) ON CONFLICT DO NOTHING;
END;

-- Vendors that get an ID -------------------------------------------------------------------------------------------------------

-- What belongs to a vendor without an ID is kept under @ and its address. All of it moves to the ID once that is known, or to the
-- new address where the invite's was corrected.
CREATE VIEW subject_move (old, new) AS SELECT NULL, NULL WHERE 0;
CREATE TRIGGER subject_moves INSTEAD OF INSERT ON subject_move WHEN NEW.old <> NEW.new BEGIN
  UPDATE verification SET vendor_id = NEW.new WHERE vendor_id = NEW.old;
  UPDATE document SET vendor_id = NEW.new WHERE vendor_id = NEW.old;
  UPDATE waiver SET subject = NEW.new WHERE subject = NEW.old;
  UPDATE attestation SET subject = NEW.new WHERE subject = NEW.old;
  INSERT INTO vendor_tag SELECT NEW.new, tag FROM vendor_tag WHERE vendor_id = NEW.old ON CONFLICT DO NOTHING;
  DELETE FROM vendor_tag WHERE vendor_id = NEW.old;
  INSERT INTO onboarding_due SELECT subject FROM onboarding WHERE subject = NEW.old ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER subject_moves_by_profile AFTER INSERT ON vendor WHEN NEW.email_key IS NOT NULL BEGIN
  INSERT INTO subject_move VALUES ('@' || NEW.email_key, NEW.vendor_id);
END;
CREATE TRIGGER subject_moves_by_new_address AFTER UPDATE OF email_key ON vendor
    WHEN NEW.email_key IS NOT NULL AND NEW.email_key IS NOT OLD.email_key BEGIN
  INSERT INTO subject_move VALUES ('@' || NEW.email_key, NEW.vendor_id);
END;
-- Subjects of what moves to a vendor's ID once that is known.
CREATE VIEW moving_subject AS
  SELECT vendor_id AS subject FROM verification UNION ALL SELECT vendor_id FROM document
  UNION ALL SELECT subject FROM waiver UNION ALL SELECT subject FROM attestation UNION ALL SELECT vendor_id FROM vendor_tag;
CREATE TRIGGER subject_moves_by_answer AFTER UPDATE OF vendor_id, email_key ON invite
    WHEN OLD.vendor_id IS NULL AND COALESCE(NEW.vendor_id, NEW.email_key) IS NOT NULL
      AND EXISTS (SELECT 1 FROM moving_subject WHERE subject = '@' || OLD.email_key) BEGIN
  INSERT INTO subject_move VALUES ('@' || OLD.email_key, COALESCE(NEW.vendor_id, '@' || NEW.email_key));
END;
-- An address that another invite names as well may be another vendor's.
CREATE TRIGGER subject_moves_by_correction AFTER INSERT ON invite
    WHEN (SELECT replaces FROM entry WHERE seq = NEW.entry) IS NOT NULL AND COALESCE(NEW.vendor_id, NEW.email_key) IS NOT NULL BEGIN
  INSERT INTO subject_move
    SELECT '@' || i.email_key, COALESCE(NEW.vendor_id, '@' || NEW.email_key)
      FROM entry e JOIN entry b ON b.id IN (e.replaces, (SELECT replaces FROM entry WHERE id = e.replaces))
        JOIN invite i ON i.entry = b.seq
      WHERE e.seq = NEW.entry AND i.vendor_id IS NULL AND i.email_key IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM invite o JOIN entry c ON c.seq = o.entry
        WHERE o.email_key = i.email_key AND o.entry NOT IN (i.entry, NEW.entry) AND c.state <> 'cancelled');
END;
CREATE TRIGGER subject_moves_back AFTER UPDATE OF reason ON entry
    WHEN NEW.state = 'cancelled' AND OLD.state <> 'cancelled' AND NEW.kind = 'invite' AND NEW.replaces IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM entry WHERE replaces = NEW.id) BEGIN
  INSERT INTO subject_move
    SELECT '@' || n.email_key, '@' || i.email_key FROM invite n JOIN entry b ON b.id = NEW.replaces JOIN invite i ON i.entry = b.seq
      WHERE n.entry = NEW.seq AND n.vendor_id IS NULL AND n.email_key IS NOT NULL AND i.email_key IS NOT NULL;
END;
