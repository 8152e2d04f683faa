-- What records about notes, documents and decisions need, and those about a vendor that had no ID yet when they were written.
CREATE INDEX team_record_by_subject ON team_record (subject);

-- Whose the acts about an address are: fixed once it was learned, so that a vendor who gets the address later never takes over
-- what was another's.
CREATE TABLE subject_alias (
  address TEXT PRIMARY KEY, -- With the @ before it.
  subject TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX subject_alias_of ON subject_alias (subject);
CREATE TRIGGER subject_alias_ends AFTER INSERT ON invite WHEN NEW.email_key IS NOT NULL BEGIN
  DELETE FROM subject_alias WHERE address = '@' || NEW.email_key AND (subject LIKE '@%' OR EXISTS (
    SELECT 1 FROM vendor v WHERE v.vendor_id = subject_alias.subject AND v.email_key IS NOT NEW.email_key));
END;

-- Vendors and documents about which acts are to be brought into effect again: the vendor got its ID, or the document became
-- known after acts about it.
CREATE TABLE team_due (subject TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TRIGGER team_document_known AFTER INSERT ON document
    WHEN EXISTS (SELECT 1 FROM team_record WHERE subject = NEW.job_id AND kind <> 'document') BEGIN
  INSERT INTO team_due VALUES (NEW.job_id) ON CONFLICT DO NOTHING;
END;

-- A decision's row is numbered by its place among those of its document, which changes where an earlier one arrives later.
ALTER TABLE decision ADD COLUMN uuid TEXT; -- NULL for verifications, whose decisions are not shared.
UPDATE decision SET uuid = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
  || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))) WHERE kind = 'document';
CREATE UNIQUE INDEX decision_by_uuid ON decision (uuid) WHERE uuid IS NOT NULL;

-- As in 042-standing-changes.sql, with records: an address that something was kept under is known from now on as the vendor's.
DROP VIEW moving_subject;
CREATE VIEW moving_subject AS
  SELECT vendor_id AS subject FROM verification UNION ALL SELECT vendor_id FROM document
  UNION ALL SELECT subject FROM filed_document WHERE subject IS NOT NULL
  UNION ALL SELECT subject FROM waiver UNION ALL SELECT subject FROM attestation UNION ALL SELECT subject FROM vendor_note
  UNION ALL SELECT subject FROM vendor_language UNION ALL SELECT subject FROM standing_change
  UNION ALL SELECT vendor_id FROM vendor_tag UNION ALL SELECT subject FROM team_record
  UNION ALL SELECT subject FROM subject_alias;
DROP TRIGGER subject_moves;
CREATE TRIGGER subject_moves INSTEAD OF INSERT ON subject_move WHEN NEW.old <> NEW.new BEGIN
  DELETE FROM subject_alias WHERE address = NEW.new AND subject = NEW.old;
  INSERT INTO subject_alias SELECT NEW.old, COALESCE((SELECT subject FROM subject_alias WHERE address = NEW.new), NEW.new)
    WHERE EXISTS (SELECT 1 FROM moving_subject WHERE subject = NEW.old)
    ON CONFLICT DO NOTHING;
  UPDATE subject_alias SET subject = NEW.new WHERE subject = NEW.old;
  INSERT INTO team_due SELECT NEW.new WHERE EXISTS (SELECT 1 FROM subject_alias WHERE address = NEW.old)
    ON CONFLICT DO NOTHING;
  UPDATE verification SET vendor_id = NEW.new WHERE vendor_id = NEW.old;
  UPDATE document SET vendor_id = NEW.new WHERE vendor_id = NEW.old;
  UPDATE filed_document SET subject = NEW.new WHERE subject = NEW.old;
  UPDATE waiver SET subject = NEW.new WHERE subject = NEW.old;
  UPDATE attestation SET subject = NEW.new WHERE subject = NEW.old;
  UPDATE vendor_note SET awaits = (
      SELECT json_group_array(value) FROM (SELECT DISTINCT j.value FROM vendor_note n,
        json_each(CASE WHEN json_valid(n.awaits) THEN n.awaits ELSE '[]' END) j
        WHERE n.subject IN (NEW.old, NEW.new) AND n.follow_up IS NOT NULL AND n.ended_at IS NULL))
    WHERE subject IN (NEW.old, NEW.new) AND follow_up IS NOT NULL AND ended_at IS NULL;
  UPDATE vendor_note SET ended = 'moved', ended_at = at
    WHERE subject IN (NEW.old, NEW.new) AND follow_up IS NOT NULL AND ended_at IS NULL AND EXISTS (
      SELECT 1 FROM vendor_note n WHERE n.subject IN (NEW.old, NEW.new) AND n.follow_up IS NOT NULL AND n.ended_at IS NULL
        AND (n.at, n.rowid) > (vendor_note.at, vendor_note.rowid));
  UPDATE vendor_note SET subject = NEW.new WHERE subject = NEW.old;
  UPDATE standing_change SET subject = NEW.new WHERE subject = NEW.old;
  INSERT INTO vendor_language SELECT NEW.new, language FROM vendor_language WHERE subject = NEW.old ON CONFLICT DO NOTHING;
  DELETE FROM vendor_language WHERE subject = NEW.old;
  INSERT INTO vendor_tag SELECT NEW.new, tag FROM vendor_tag WHERE vendor_id = NEW.old ON CONFLICT DO NOTHING;
  DELETE FROM vendor_tag WHERE vendor_id = NEW.old;
  INSERT INTO onboarding_due SELECT subject FROM onboarding WHERE subject = NEW.old ON CONFLICT DO NOTHING;
END;
