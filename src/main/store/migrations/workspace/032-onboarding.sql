-- What a person says of a vendor for its requirements, and how every vendor stands by them.

-- A vendor's ID need not be one of a profile that was fetched.
CREATE TABLE vendor_tag (
  vendor_id TEXT NOT NULL,
  tag       TEXT NOT NULL,
  PRIMARY KEY (vendor_id, tag)
) STRICT, WITHOUT ROWID;

-- `subject` as in the table onboarding. Days are those of the calendar, as 2027-03-31.
CREATE TABLE waiver (
  id             TEXT PRIMARY KEY,
  subject        TEXT NOT NULL,
  requirement_id TEXT NOT NULL,
  -- As it was called then: the requirement may be gone.
  requirement    TEXT NOT NULL,
  reason         TEXT NOT NULL,
  until          TEXT NOT NULL,
  given_by       TEXT,
  at             INTEGER NOT NULL,
  -- Taken back by a person; one that ended by itself is not.
  ended_at       INTEGER,
  ended_by       TEXT
) STRICT;
CREATE INDEX waiver_by_subject ON waiver (subject);

CREATE TABLE attestation (
  id             TEXT PRIMARY KEY,
  subject        TEXT NOT NULL,
  requirement_id TEXT NOT NULL,
  requirement    TEXT NOT NULL,
  day            TEXT NOT NULL,
  until          TEXT,
  note           TEXT NOT NULL,
  given_by       TEXT,
  at             INTEGER NOT NULL,
  ended_at       INTEGER,
  ended_by       TEXT
) STRICT;
CREATE INDEX attestation_by_subject ON attestation (subject);

-- The last day on which a document is valid, as a person read it.
ALTER TABLE document ADD COLUMN valid_until TEXT;
ALTER TABLE document ADD COLUMN valid_until_by TEXT;
-- When the service says that it created the document; null where it does not say.
ALTER TABLE document ADD COLUMN created_at INTEGER;

-- How a vendor stood when it was judged last. Derived, as the two tables below: all can be made anew from the others.
CREATE TABLE onboarding (
  number      INTEGER PRIMARY KEY,
  -- The vendor's ID, or for one that was invited and has none yet, @ and the address in the form that tells addresses apart.
  subject     TEXT NOT NULL UNIQUE,
  name        TEXT NOT NULL,
  sort_name   TEXT NOT NULL,
  -- A letter for each requirement of all sets, in their order.
  states      TEXT NOT NULL,
  -- The first day on which something ends; null where nothing does.
  next_end    TEXT,
  -- The last day on which it is the same if nothing else comes; null where no day changes it.
  holds_until TEXT,
  -- How far it has come: 0 known, 1 invited, 2 profile readable, 3 licenses verified, 4 documents accepted, 5 ready.
  stage       INTEGER NOT NULL
) STRICT;
CREATE INDEX onboarding_by_name ON onboarding (sort_name);
CREATE INDEX onboarding_by_end ON onboarding (holds_until) WHERE holds_until IS NOT NULL;

-- The same in a word, at each job site that the vendor's profile names, and at the site '' for all of them.
CREATE TABLE onboarding_standing (
  site    TEXT NOT NULL,
  number  INTEGER NOT NULL REFERENCES onboarding (number) ON DELETE CASCADE,
  -- The site as the profile writes it.
  written TEXT NOT NULL,
  -- 0 blocked, 1 expiring, 2 in progress, 3 ready, 4 where no requirement applies.
  rank    INTEGER NOT NULL,
  -- The rank, the day of next_end and the name, so that what is most urgent comes first.
  urgency TEXT NOT NULL,
  -- Since when it has this rank.
  since   INTEGER NOT NULL,
  PRIMARY KEY (site, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX onboarding_by_urgency ON onboarding_standing (site, urgency, number);
CREATE INDEX onboarding_standing_rank ON onboarding_standing (site, rank, number);
CREATE INDEX onboarding_standing_of ON onboarding_standing (number);

-- Vendors that something was committed of since they were judged.
CREATE TABLE onboarding_due (subject TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- Whose invite an invite is: the vendor's that it names, else those whose profile has its address, else that address'.
CREATE VIEW invite_subject AS
  SELECT i.entry, COALESCE(i.vendor_id, v.vendor_id, '@' || i.email_key) AS subject
    FROM invite i LEFT JOIN vendor v ON i.vendor_id IS NULL AND v.email_key = i.email_key
    WHERE i.vendor_id IS NOT NULL OR i.email_key IS NOT NULL;

-- Every vendor of which something is known.
CREATE VIEW known_subject AS
  SELECT vendor_id AS subject FROM vendor
  UNION SELECT subject FROM invite_subject
  UNION SELECT vendor_id FROM verification WHERE vendor_id IS NOT NULL
  UNION SELECT vendor_id FROM document WHERE vendor_id IS NOT NULL
  UNION SELECT subject FROM waiver UNION SELECT subject FROM attestation
  UNION SELECT vendor_id FROM vendor_tag
  UNION SELECT subject FROM onboarding;
INSERT INTO onboarding_due SELECT subject FROM known_subject;

-- What a commit changes of a vendor notes it as due, in the same commit. ON CONFLICT DO NOTHING holds whatever the statement says
-- that fires the trigger; OR IGNORE would not. That something is being sent, or waits, changes nothing.
CREATE TRIGGER onboarding_vendor_fetched AFTER INSERT ON vendor BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
  INSERT INTO onboarding_due SELECT subject FROM onboarding WHERE subject = '@' || NEW.email_key ON CONFLICT DO NOTHING;
  UPDATE waiver SET subject = NEW.vendor_id WHERE subject = '@' || NEW.email_key;
  UPDATE attestation SET subject = NEW.vendor_id WHERE subject = '@' || NEW.email_key;
END;
CREATE TRIGGER onboarding_vendor_fetched_again AFTER UPDATE OF profile, fetched_at ON vendor BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
  INSERT INTO onboarding_due SELECT subject FROM onboarding
    WHERE NEW.email_key IS NOT OLD.email_key AND subject IN ('@' || NEW.email_key, '@' || OLD.email_key) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_invited AFTER INSERT ON invite BEGIN
  INSERT INTO onboarding_due SELECT subject FROM invite_subject WHERE entry = NEW.entry ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_invite_answered AFTER UPDATE OF vendor_id, compliance_status ON invite BEGIN
  INSERT INTO onboarding_due SELECT subject FROM invite_subject WHERE entry = NEW.entry ON CONFLICT DO NOTHING;
  INSERT INTO onboarding_due SELECT subject FROM onboarding
    WHERE NEW.vendor_id IS NOT OLD.vendor_id AND subject = '@' || NEW.email_key ON CONFLICT DO NOTHING;
  UPDATE waiver SET subject = NEW.vendor_id
    WHERE OLD.vendor_id IS NULL AND NEW.vendor_id IS NOT NULL AND subject = '@' || NEW.email_key;
  UPDATE attestation SET subject = NEW.vendor_id
    WHERE OLD.vendor_id IS NULL AND NEW.vendor_id IS NOT NULL AND subject = '@' || NEW.email_key;
END;
CREATE TRIGGER onboarding_entry_moved AFTER UPDATE OF state, marked_by_person ON entry
    WHEN (NEW.state IS NOT OLD.state OR NEW.marked_by_person <> OLD.marked_by_person)
      AND NOT (NEW.state IN ('queued', 'sending', 'waiting') AND OLD.state IN ('queued', 'sending', 'waiting')) BEGIN
  INSERT INTO onboarding_due SELECT subject FROM invite_subject WHERE entry = NEW.seq ON CONFLICT DO NOTHING;
  INSERT INTO onboarding_due SELECT vendor_id FROM verification WHERE entry = NEW.seq AND vendor_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_verification_submitted AFTER INSERT ON verification WHEN NEW.vendor_id IS NOT NULL BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_verification_answered AFTER UPDATE OF status, is_verified, is_match, differing, expires_on,
    expiry_unclear, compared, answered_at, answered_id, replaced, vendor_id ON verification
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
