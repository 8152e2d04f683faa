-- How the standing of vendors changed, at each job site and at '' for all of them; kept. Ranks as in onboarding_standing.
CREATE TABLE standing_change (
  id        INTEGER PRIMARY KEY,
  subject   TEXT NOT NULL,
  site      TEXT NOT NULL,
  from_rank INTEGER NOT NULL,
  to_rank   INTEGER NOT NULL,
  at        INTEGER NOT NULL
) STRICT;
CREATE INDEX standing_change_by_time ON standing_change (at);
CREATE INDEX standing_change_by_subject ON standing_change (subject, at);

-- Whoever stores a standing notes its change in the same commit. The first judgement of a vendor is an insertion, and no change.
CREATE TRIGGER standing_changed AFTER UPDATE OF rank ON onboarding_standing WHEN NEW.rank <> OLD.rank BEGIN
  INSERT INTO standing_change (subject, site, from_rank, to_rank, at)
    SELECT subject, NEW.site, OLD.rank, NEW.rank, NEW.since FROM onboarding WHERE number = NEW.number;
END;

-- As in 041-letters.sql, with changes of standing.
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
  UPDATE standing_change SET subject = NEW.new WHERE subject = NEW.old;
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
  UNION ALL SELECT subject FROM vendor_language UNION ALL SELECT subject FROM standing_change
  UNION ALL SELECT vendor_id FROM vendor_tag;
