-- The language of a vendor's letters; English where there is no row. The subject is that of the table onboarding.
CREATE TABLE vendor_language (
  subject  TEXT PRIMARY KEY,
  language TEXT NOT NULL CHECK (language IN ('en', 'es'))
) STRICT, WITHOUT ROWID;

-- The IDs of the requirements that the follow-up waits for, as JSON: those it asked for, and those of the follow-up it replaced.
ALTER TABLE vendor_note ADD COLUMN awaits TEXT NOT NULL DEFAULT '[]';
UPDATE vendor_note SET awaits = asked;
CREATE INDEX vendor_note_letters ON vendor_note (subject, at) WHERE kind = 'letter';

-- The licenses and documents that count, and the last day of each, as JSON.
ALTER TABLE onboarding ADD COLUMN renewals TEXT NOT NULL DEFAULT '[]';
CREATE INDEX onboarding_by_next_end ON onboarding (next_end) WHERE renewals <> '[]';

-- As in 040-filed-documents.sql, with languages. The follow-up that stays waits for what the other one waited for, too.
DROP TRIGGER subject_moves;
CREATE TRIGGER subject_moves INSTEAD OF INSERT ON subject_move WHEN NEW.old <> NEW.new BEGIN
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
  INSERT INTO vendor_language SELECT NEW.new, language FROM vendor_language WHERE subject = NEW.old ON CONFLICT DO NOTHING;
  DELETE FROM vendor_language WHERE subject = NEW.old;
  INSERT INTO vendor_tag SELECT NEW.new, tag FROM vendor_tag WHERE vendor_id = NEW.old ON CONFLICT DO NOTHING;
  DELETE FROM vendor_tag WHERE vendor_id = NEW.old;
  INSERT INTO onboarding_due SELECT subject FROM onboarding WHERE subject = NEW.old ON CONFLICT DO NOTHING;
END;
DROP VIEW moving_subject;
CREATE VIEW moving_subject AS
  SELECT vendor_id AS subject FROM verification UNION ALL SELECT vendor_id FROM document
  UNION ALL SELECT subject FROM filed_document WHERE subject IS NOT NULL
  UNION ALL SELECT subject FROM waiver UNION ALL SELECT subject FROM attestation UNION ALL SELECT subject FROM vendor_note
  UNION ALL SELECT subject FROM vendor_language UNION ALL SELECT vendor_id FROM vendor_tag;
