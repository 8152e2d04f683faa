-- Papers that people dropped: in the pile while filed_at is NULL, then documents on file. Their files are beside the database,
-- named by their hash. The subject is that of the table onboarding.
CREATE TABLE filed_document (
  id           TEXT PRIMARY KEY,
  subject      TEXT,
  kind         TEXT, -- A document type, such as W-9.
  file_name    TEXT NOT NULL,
  content_type TEXT NOT NULL,
  sha256       TEXT NOT NULL,
  bytes        INTEGER NOT NULL,
  first_page   INTEGER NOT NULL,
  last_page    INTEGER, -- NULL until the file was read.
  signed_on    TEXT,
  valid_until  TEXT,
  number       TEXT, -- The license number, or the employer ID of a W-9.
  reading      TEXT, -- What was read of each page, as JSON; NULL until then.
  problem      TEXT, -- Why it could not be read, in a sentence.
  chosen       TEXT NOT NULL, -- What a person chose in the pile, as JSON.
  added_at     INTEGER NOT NULL,
  filed_by     TEXT,
  filed_at     INTEGER,
  replaced_by  TEXT,
  removed_at   INTEGER,
  CHECK ((filed_at IS NULL) = (subject IS NULL) AND (filed_at IS NULL) = (kind IS NULL))
) STRICT;
CREATE INDEX filed_document_by_subject ON filed_document (subject, filed_at) WHERE subject IS NOT NULL;
CREATE INDEX filed_document_pile ON filed_document (added_at) WHERE filed_at IS NULL AND removed_at IS NULL;
CREATE INDEX filed_document_by_file ON filed_document (sha256, first_page);
CREATE INDEX filed_document_by_number ON filed_document (number) WHERE number IS NOT NULL;
CREATE INDEX filed_document_replaced ON filed_document (replaced_by) WHERE replaced_by IS NOT NULL;
CREATE INDEX filed_document_removed ON filed_document (removed_at) WHERE removed_at IS NOT NULL;

CREATE TRIGGER onboarding_filed AFTER UPDATE OF subject, kind, signed_on, valid_until, replaced_by, removed_at
    ON filed_document BEGIN
  INSERT INTO onboarding_due SELECT value FROM json_each(json_array(NEW.subject, OLD.subject))
    WHERE value IS NOT NULL ON CONFLICT DO NOTHING;
END;

-- As before, with documents on file.
DROP VIEW known_subject;
CREATE VIEW known_subject AS
  SELECT vendor_id AS subject FROM vendor
  UNION SELECT subject FROM invite_subject
  UNION SELECT vendor_id FROM verification WHERE vendor_id IS NOT NULL
  UNION SELECT vendor_id FROM document WHERE vendor_id IS NOT NULL
  UNION SELECT subject FROM waiver UNION SELECT subject FROM attestation
  UNION SELECT subject FROM filed_document WHERE subject IS NOT NULL
  UNION SELECT vendor_id FROM vendor_tag
  UNION SELECT subject FROM onboarding;
DROP TRIGGER subject_moves;
CREATE TRIGGER subject_moves INSTEAD OF INSERT ON subject_move WHEN NEW.old <> NEW.new BEGIN
  UPDATE verification SET vendor_id = NEW.new WHERE vendor_id = NEW.old;
  UPDATE document SET vendor_id = NEW.new WHERE vendor_id = NEW.old;
  UPDATE filed_document SET subject = NEW.new WHERE subject = NEW.old;
  UPDATE waiver SET subject = NEW.new WHERE subject = NEW.old;
  UPDATE attestation SET subject = NEW.new WHERE subject = NEW.old;
  UPDATE vendor_note SET ended = 'moved', ended_at = at
    WHERE subject IN (NEW.old, NEW.new) AND follow_up IS NOT NULL AND ended_at IS NULL AND EXISTS (
      SELECT 1 FROM vendor_note n WHERE n.subject IN (NEW.old, NEW.new) AND n.follow_up IS NOT NULL AND n.ended_at IS NULL
        AND (n.at, n.rowid) > (vendor_note.at, vendor_note.rowid));
  UPDATE vendor_note SET subject = NEW.new WHERE subject = NEW.old;
  INSERT INTO vendor_tag SELECT NEW.new, tag FROM vendor_tag WHERE vendor_id = NEW.old ON CONFLICT DO NOTHING;
  DELETE FROM vendor_tag WHERE vendor_id = NEW.old;
  INSERT INTO onboarding_due SELECT subject FROM onboarding WHERE subject = NEW.old ON CONFLICT DO NOTHING;
END;
DROP VIEW moving_subject;
CREATE VIEW moving_subject AS
  SELECT vendor_id AS subject FROM verification UNION ALL SELECT vendor_id FROM document
  UNION ALL SELECT subject FROM filed_document WHERE subject IS NOT NULL
  UNION ALL SELECT subject FROM waiver UNION ALL SELECT subject FROM attestation UNION ALL SELECT subject FROM vendor_note
  UNION ALL SELECT vendor_id FROM vendor_tag;
