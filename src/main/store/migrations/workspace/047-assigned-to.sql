-- Who takes care of a vendor.
CREATE TABLE vendor_assignee (
  subject     TEXT PRIMARY KEY,
  member      TEXT NOT NULL,
  assigned_by TEXT, -- None where the computer's account had no name.
  at          INTEGER NOT NULL
) STRICT;
CREATE INDEX vendor_assignee_by_member ON vendor_assignee (member);

-- As in 045-team-acts.sql, with who takes care of a vendor.
DROP VIEW moving_subject;
CREATE VIEW moving_subject AS
  SELECT vendor_id AS subject FROM verification UNION ALL SELECT vendor_id FROM document
  UNION ALL SELECT subject FROM filed_document WHERE subject IS NOT NULL
  UNION ALL SELECT subject FROM waiver UNION ALL SELECT subject FROM attestation UNION ALL SELECT subject FROM vendor_note
  UNION ALL SELECT subject FROM vendor_language UNION ALL SELECT subject FROM vendor_assignee
  UNION ALL SELECT subject FROM standing_change
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
  INSERT INTO vendor_assignee SELECT NEW.new, member, assigned_by, at FROM vendor_assignee WHERE subject = NEW.old
    ON CONFLICT DO NOTHING;
  DELETE FROM vendor_assignee WHERE subject = NEW.old;
  INSERT INTO vendor_tag SELECT NEW.new, tag FROM vendor_tag WHERE vendor_id = NEW.old ON CONFLICT DO NOTHING;
  DELETE FROM vendor_tag WHERE vendor_id = NEW.old;
  INSERT INTO onboarding_due SELECT subject FROM onboarding WHERE subject = NEW.old ON CONFLICT DO NOTHING;
END;
