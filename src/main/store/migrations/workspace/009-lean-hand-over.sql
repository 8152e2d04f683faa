-- A hand-over waits for its commit, and a commit for each page it touched. What can be told from the entry itself is not
-- written a second time: that it was handed over, and how many there are in each state. Entries are never deleted, so the
-- next number is the highest one plus one without a table that remembers it.
DELETE FROM history WHERE event = 'handed_over';

DROP TRIGGER entry_counted_in;
DROP TRIGGER entry_counted_on;
DROP TRIGGER entry_counted_out;
DROP TABLE entry_count;

CREATE TABLE entry_lean (
  seq              INTEGER PRIMARY KEY,
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
INSERT INTO entry_lean SELECT * FROM entry;
DROP TABLE entry;
ALTER TABLE entry_lean RENAME TO entry;
CREATE INDEX entry_by_state ON entry (state, kind, seq);
CREATE INDEX entry_due ON entry (next_at) WHERE state = 'waiting';
CREATE INDEX entry_replaced ON entry (replaces) WHERE replaces IS NOT NULL;
