-- Vendors that colleagues looked up and this computer did not: what is read here about a vendor counts instead.
CREATE TABLE colleague_vendor (
  vendor_id TEXT PRIMARY KEY,
  name      TEXT,
  email_key TEXT -- Of its profile, as in vendor.
) STRICT, WITHOUT ROWID;
CREATE INDEX colleague_vendor_by_email ON colleague_vendor (email_key) WHERE email_key IS NOT NULL;
CREATE TRIGGER colleague_vendor_known AFTER INSERT ON colleague_vendor BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
  INSERT INTO subject_move SELECT '@' || NEW.email_key, NEW.vendor_id WHERE NEW.email_key IS NOT NULL;
END;
CREATE TRIGGER colleague_vendor_changed AFTER UPDATE ON colleague_vendor BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
  INSERT INTO onboarding_due SELECT '@' || OLD.email_key WHERE OLD.email_key IS NOT NULL AND OLD.email_key IS NOT NEW.email_key
    ON CONFLICT DO NOTHING;
  INSERT INTO subject_move SELECT '@' || NEW.email_key, NEW.vendor_id
    WHERE NEW.email_key IS NOT NULL AND NEW.email_key IS NOT OLD.email_key;
END;
CREATE TRIGGER colleague_vendor_looked_up AFTER INSERT ON vendor BEGIN
  DELETE FROM colleague_vendor WHERE vendor_id = NEW.vendor_id;
END;

-- As in 038-schema.sql, with the vendors whose address a colleague's profile has.
DROP VIEW invite_subject;
CREATE VIEW invite_subject AS
  SELECT i.entry, COALESCE(i.vendor_id, v.vendor_id, c.vendor_id, '@' || i.email_key) AS subject
    FROM invite i LEFT JOIN vendor v ON i.vendor_id IS NULL AND v.email_key = i.email_key
      LEFT JOIN colleague_vendor c ON i.vendor_id IS NULL AND v.vendor_id IS NULL AND c.email_key = i.email_key
    WHERE i.vendor_id IS NOT NULL OR i.email_key IS NOT NULL;

-- As in 040-filed-documents.sql, with vendors that colleagues looked up.
DROP VIEW known_subject;
CREATE VIEW known_subject AS
  SELECT vendor_id AS subject FROM vendor
  UNION SELECT vendor_id FROM colleague_vendor
  UNION SELECT subject FROM invite_subject
  UNION SELECT vendor_id FROM verification WHERE vendor_id IS NOT NULL
  UNION SELECT vendor_id FROM document WHERE vendor_id IS NOT NULL
  UNION SELECT subject FROM waiver UNION SELECT subject FROM attestation
  UNION SELECT subject FROM filed_document WHERE subject IS NOT NULL
  UNION SELECT vendor_id FROM vendor_tag
  UNION SELECT subject FROM onboarding;

-- As in 045-team-acts.sql, for decisions on verifications, which are shared by now.
UPDATE decision SET uuid = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
  || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))) WHERE uuid IS NULL;

-- How far colleagues' invites have come is asked with each invite.
CREATE INDEX colleague_invite_by_arrival ON colleague_invite (arrival);

-- The first of this computer's invites that the team's server does not have yet is asked with each invite.
DROP INDEX team_record_told;
CREATE INDEX team_record_told ON team_record (seat, seq) WHERE kind = 'invite' AND arrival IS NULL;
