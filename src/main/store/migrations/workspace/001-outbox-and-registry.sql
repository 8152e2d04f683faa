CREATE TABLE setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The outbox. One row for each thing a person handed over; never deleted.
CREATE TABLE entry (
  seq              INTEGER PRIMARY KEY AUTOINCREMENT,
  id               TEXT NOT NULL UNIQUE,
  kind             TEXT NOT NULL CHECK (kind IN ('invite', 'verification')),
  state            TEXT NOT NULL CHECK (state IN
                     ('queued', 'sending', 'waiting', 'in_doubt', 'accepted', 'rejected', 'dead', 'cancelled')),
  idempotency_key  TEXT NOT NULL,
  body             TEXT NOT NULL,
  title            TEXT NOT NULL,
  subtitle         TEXT NOT NULL,
  reason           TEXT,
  attempts         INTEGER NOT NULL DEFAULT 0,
  -- Attempts that reached the service count against the limit; those that never left this computer do not.
  counted_attempts INTEGER NOT NULL DEFAULT 0,
  first_counted_at INTEGER,
  claim            TEXT,
  queued_at        INTEGER NOT NULL,
  changed_at       INTEGER NOT NULL,
  next_at          INTEGER,
  sent_at          INTEGER,
  marked_by_person INTEGER NOT NULL DEFAULT 0 CHECK (marked_by_person IN (0, 1)),
  replaces         TEXT REFERENCES entry (id),
  CHECK ((state = 'sending') = (claim IS NOT NULL)),
  CHECK ((state = 'waiting') = (next_at IS NOT NULL))
) STRICT;
CREATE INDEX entry_by_state ON entry (state, kind, seq);
CREATE INDEX entry_due ON entry (next_at) WHERE state = 'waiting';
CREATE INDEX entry_replaced ON entry (replaces) WHERE replaces IS NOT NULL;

-- What belongs to an entry refers to its number, so that rows written together lie together.
CREATE TABLE attempt (
  entry       INTEGER NOT NULL REFERENCES entry (seq),
  number      INTEGER NOT NULL,
  claim       TEXT NOT NULL,
  boot_id     TEXT NOT NULL,
  started_at  INTEGER NOT NULL,
  finished_at INTEGER,
  PRIMARY KEY (entry, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE history (
  id       INTEGER PRIMARY KEY,
  entry    INTEGER NOT NULL REFERENCES entry (seq),
  at       INTEGER NOT NULL,
  event    TEXT NOT NULL,
  attempt  INTEGER,
  reason   TEXT
) STRICT;
CREATE INDEX history_of_entry ON history (entry, id);

-- What the service answered to an accepted entry, as it came.
CREATE TABLE answer (
  entry        INTEGER PRIMARY KEY REFERENCES entry (seq),
  at           INTEGER NOT NULL,
  status       INTEGER NOT NULL,
  content_type TEXT,
  body         TEXT NOT NULL
) STRICT;

CREATE TABLE invite (
  entry             INTEGER PRIMARY KEY REFERENCES entry (seq),
  email             TEXT,
  email_key         TEXT,
  contact_name      TEXT,
  company_name      TEXT,
  phone_number      TEXT,
  vendor_id         TEXT,
  compliance_status TEXT,
  vendor_status     TEXT
) STRICT;
CREATE INDEX invite_by_email ON invite (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX invite_by_vendor ON invite (vendor_id) WHERE vendor_id IS NOT NULL;

CREATE TABLE verification (
  entry              INTEGER PRIMARY KEY REFERENCES entry (seq),
  type               TEXT NOT NULL,
  license_number     TEXT,
  license_trade_type TEXT,
  licensee_name      TEXT,
  vendor_id          TEXT,
  request_id         TEXT,
  status             TEXT,
  is_verified        INTEGER,
  is_match           INTEGER,
  differing          INTEGER,
  expiry_date        TEXT,
  -- The day of expiry_date as 2027-03-31; null where it cannot be read as a date.
  expires_on         TEXT,
  -- Whether the result asks for a person: it differs, or the service says that it does not stand.
  attention          INTEGER NOT NULL DEFAULT 0 CHECK (attention IN (0, 1))
) STRICT;
CREATE INDEX verification_to_look_at ON verification (entry) WHERE attention = 1;
CREATE INDEX verification_by_expiry ON verification (expires_on) WHERE expires_on IS NOT NULL;
CREATE INDEX verification_by_vendor ON verification (vendor_id) WHERE vendor_id IS NOT NULL;

CREATE TABLE document (
  job_id          TEXT PRIMARY KEY,
  added_at        INTEGER NOT NULL,
  vendor_id       TEXT,
  title           TEXT,
  document_type   TEXT,
  status          TEXT,
  processing_step TEXT,
  overall_score   REAL,
  score           REAL,
  -- Whether there is something to judge: scores are in, or processing ended.
  ready           INTEGER NOT NULL DEFAULT 0 CHECK (ready IN (0, 1)),
  -- Decided where a decision stands that is more than a skip.
  review_group    TEXT NOT NULL DEFAULT 'not_ready' CHECK (review_group IN ('to_review', 'not_ready', 'decided')),
  -- The score, or -1 where there is none: worst first, those without a score before all others.
  rank            REAL NOT NULL DEFAULT -1,
  fetched_at      INTEGER,
  file_type       TEXT,
  file_bytes      INTEGER,
  file_kept_at    INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX document_by_group ON document (review_group, rank, job_id);
CREATE INDEX document_by_rank ON document (rank, job_id);
CREATE INDEX document_by_vendor ON document (vendor_id) WHERE vendor_id IS NOT NULL;

-- The schedule on which results are read. `subject` is an entry's id or a document job's id.
CREATE TABLE watch (
  kind       TEXT NOT NULL CHECK (kind IN ('verification', 'document')),
  subject    TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('watching', 'settled', 'by_hand')),
  started_at INTEGER NOT NULL,
  checks     INTEGER NOT NULL DEFAULT 0,
  next_at    INTEGER,
  last_at    INTEGER,
  problem    TEXT,
  PRIMARY KEY (kind, subject),
  CHECK ((state = 'watching') = (next_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX watch_due ON watch (next_at) WHERE state = 'watching';
CREATE INDEX watch_open ON watch (kind) WHERE state = 'watching';

-- Every reading of a result. `body` is null where it is the same as the reading before.
CREATE TABLE reading (
  id        INTEGER PRIMARY KEY,
  kind      TEXT NOT NULL,
  subject   TEXT NOT NULL,
  number    INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  status    TEXT,
  differing INTEGER,
  problem   TEXT,
  body      TEXT
) STRICT;
CREATE INDEX reading_of_subject ON reading (kind, subject, id);
CREATE INDEX reading_by_time ON reading (at);

CREATE TABLE decision (
  id        INTEGER PRIMARY KEY,
  kind      TEXT NOT NULL CHECK (kind IN ('verification', 'document')),
  subject   TEXT NOT NULL,
  choice    TEXT NOT NULL,
  note      TEXT NOT NULL,
  at        INTEGER NOT NULL,
  undone_at INTEGER
) STRICT;
CREATE INDEX decision_of_subject ON decision (kind, subject, id);

CREATE TABLE vendor (
  vendor_id    TEXT PRIMARY KEY,
  body         TEXT NOT NULL,
  fetched_at   INTEGER NOT NULL,
  company_name TEXT,
  contact_name TEXT,
  sort_name    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX vendor_by_name ON vendor (sort_name, vendor_id);
CREATE INDEX vendor_by_age ON vendor (fetched_at, vendor_id);

-- Earlier fetches, kept where something had changed.
CREATE TABLE vendor_fetch (
  id        INTEGER PRIMARY KEY,
  vendor_id TEXT NOT NULL,
  at        INTEGER NOT NULL,
  body      TEXT
) STRICT;
CREATE INDEX vendor_fetch_of_vendor ON vendor_fetch (vendor_id, id);
CREATE INDEX vendor_fetch_by_time ON vendor_fetch (at);

CREATE VIRTUAL TABLE search USING fts5 (
  kind UNINDEXED,
  subject UNINDEXED,
  title,
  subtitle,
  words,
  tokenize = 'unicode61 remove_diacritics 2',
  prefix = '2 3'
);
CREATE TABLE search_row (
  kind    TEXT NOT NULL,
  subject TEXT NOT NULL,
  row     INTEGER NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
-- Texts that are to be taken into the index.
CREATE TABLE search_due (
  id       INTEGER PRIMARY KEY,
  kind     TEXT NOT NULL,
  subject  TEXT NOT NULL,
  title    TEXT NOT NULL,
  subtitle TEXT NOT NULL,
  words    TEXT NOT NULL
) STRICT;
