-- Which kinds of entries there are stands in the code alone (src/shared/entry-kinds.ts), so that a new one needs no table built
-- anew; and an entry holds what of its path is its own. A table that is built anew loses its triggers and indexes: all of them
-- are made again here, those of migrations 009, 011, 016, 020, 021, 022 and 024. What other tables say of it by name holds for
-- the new one, which legacy_alter_table leaves as it is written.
PRAGMA legacy_alter_table = ON;
CREATE TABLE entry_of_any_kind (
  seq              INTEGER PRIMARY KEY,
  id               TEXT NOT NULL UNIQUE,
  kind             TEXT NOT NULL,
  state            TEXT NOT NULL CHECK (state IN
                     ('queued', 'sending', 'waiting', 'in_doubt', 'accepted', 'rejected', 'dead', 'cancelled')),
  idempotency_key  TEXT NOT NULL,
  body             TEXT NOT NULL,
  -- A JSON array of texts, in the order of the path.
  path_parameters  TEXT NOT NULL DEFAULT '[]',
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
  date_form        TEXT,
  not_before       INTEGER NOT NULL DEFAULT 0,
  request_sum      BLOB,
  CHECK ((state = 'sending') = (claim IS NOT NULL)),
  CHECK ((state = 'waiting') = (next_at IS NOT NULL))
) STRICT;
INSERT INTO entry_of_any_kind
    (seq, id, kind, state, idempotency_key, body, title, subtitle, reason, attempts, counted_attempts, first_counted_at, claim,
     queued_at, changed_at, next_at, sent_at, marked_by_person, replaces, date_form, not_before, request_sum)
  SELECT seq, id, kind, state, idempotency_key, body, title, subtitle, reason, attempts, counted_attempts, first_counted_at, claim,
     queued_at, changed_at, next_at, sent_at, marked_by_person, replaces, date_form, not_before, request_sum
  FROM entry;
DROP TABLE entry;
ALTER TABLE entry_of_any_kind RENAME TO entry;
PRAGMA legacy_alter_table = OFF;

CREATE INDEX entry_due ON entry (next_at) WHERE state = 'waiting';
CREATE INDEX entry_replaced ON entry (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX entry_by_state ON entry (state, kind, seq, queued_at);
CREATE INDEX entry_to_send ON entry (kind, not_before, seq) WHERE state = 'queued';

CREATE TRIGGER invite_sent AFTER UPDATE OF state ON entry WHEN NEW.state = 'accepted' AND NEW.kind = 'invite' BEGIN
  UPDATE invite SET invited = archived_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = invite.vendor_id)
    WHERE entry = NEW.seq;
END;
CREATE TRIGGER verification_corrected AFTER INSERT ON entry
    WHEN NEW.kind = 'verification' AND NEW.replaces IS NOT NULL BEGIN
  UPDATE verification SET replaced = (SELECT s.replaced FROM verification_standing s WHERE s.entry = verification.entry)
    WHERE entry IN (SELECT seq FROM entry WHERE id = NEW.replaces
      UNION ALL SELECT seq FROM entry WHERE id = (SELECT replaces FROM entry WHERE id = NEW.replaces));
END;
CREATE TRIGGER verification_settled AFTER UPDATE OF state ON entry
    WHEN NEW.kind = 'verification' AND NEW.state <> OLD.state
      AND (NEW.state IN ('accepted', 'cancelled') OR OLD.state IN ('accepted', 'cancelled')) BEGIN
  UPDATE verification SET replaced = (SELECT s.replaced FROM verification_standing s WHERE s.entry = verification.entry)
    WHERE entry IN (SELECT NEW.seq
      UNION ALL SELECT seq FROM entry WHERE id = NEW.replaces
      UNION ALL SELECT seq FROM entry WHERE id = (SELECT replaces FROM entry WHERE id = NEW.replaces)
      UNION ALL SELECT o.entry FROM verification v JOIN verification o ON o.license_key = v.license_key
        WHERE v.entry = NEW.seq);
END;
CREATE TRIGGER vendor_compliance_by_state AFTER UPDATE OF state ON entry
    WHEN NEW.kind = 'invite' AND NEW.state <> OLD.state AND 'accepted' IN (NEW.state, OLD.state) BEGIN
  UPDATE vendor SET compliance_status = (
      SELECT i.compliance_status FROM invite i JOIN entry e ON e.seq = i.entry
      WHERE i.vendor_id = vendor.vendor_id AND e.state = 'accepted' ORDER BY i.entry DESC LIMIT 1)
    WHERE vendor_id = (SELECT vendor_id FROM invite WHERE entry = NEW.seq);
END;
CREATE TRIGGER entry_key_tries AFTER UPDATE OF attempts ON entry WHEN NEW.attempts <> OLD.attempts BEGIN
  UPDATE entry_key SET tries = NEW.attempts WHERE entry = NEW.seq;
END;
CREATE TRIGGER invite_key_sent AFTER UPDATE OF sent_at ON entry
    WHEN NEW.kind = 'invite' AND NEW.sent_at IS NOT OLD.sent_at BEGIN
  UPDATE invite_key SET sent = COALESCE(NEW.sent_at, 9007199254740991) WHERE entry = NEW.seq;
END;
CREATE TRIGGER verification_state_sent AFTER UPDATE OF state, marked_by_person ON entry
    WHEN NEW.kind = 'verification' AND (NEW.state, NEW.marked_by_person) <> (OLD.state, OLD.marked_by_person) BEGIN
  UPDATE verification_key SET state = (SELECT s.state FROM verification_state s WHERE s.entry = NEW.seq)
    WHERE entry = NEW.seq;
END;
