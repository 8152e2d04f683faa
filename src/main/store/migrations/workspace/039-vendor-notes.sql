-- Notes on a vendor, each with an optional follow-up date. The subject is that of the table onboarding.
CREATE TABLE vendor_note (
  id        TEXT PRIMARY KEY,
  subject   TEXT NOT NULL,
  kind      TEXT NOT NULL CHECK (kind IN ('note', 'letter', 'call')),
  text      TEXT NOT NULL,
  asked     TEXT NOT NULL, -- IDs of the requirements that the letter asks for, as JSON.
  given_by  TEXT, at INTEGER NOT NULL,
  follow_up TEXT,
  ended_at  INTEGER,
  -- done: by a person. answered: automatically, once the vendor sent everything. moved: replaced by a newer follow-up.
  ended     TEXT CHECK (ended IN ('done', 'answered', 'moved')),
  CHECK ((ended IS NULL) = (ended_at IS NULL))
) STRICT;
CREATE INDEX vendor_note_by_subject ON vendor_note (subject, at);
CREATE UNIQUE INDEX vendor_note_open ON vendor_note (subject) WHERE follow_up IS NOT NULL AND ended_at IS NULL;
CREATE INDEX vendor_note_due ON vendor_note (follow_up, at) WHERE follow_up IS NOT NULL AND ended_at IS NULL;

CREATE TRIGGER onboarding_asked AFTER INSERT ON vendor_note WHEN NEW.follow_up IS NOT NULL BEGIN
  INSERT INTO onboarding_due VALUES (NEW.subject) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER onboarding_asked_again AFTER UPDATE OF ended_at ON vendor_note
    WHEN NEW.follow_up IS NOT NULL AND NEW.ended_at IS NULL BEGIN
  INSERT INTO onboarding_due VALUES (NEW.subject) ON CONFLICT DO NOTHING;
END;

-- As in 038-schema.sql, with notes. Where both subjects have an open follow-up, the newer one stays open.
DROP TRIGGER subject_moves;
CREATE TRIGGER subject_moves INSTEAD OF INSERT ON subject_move WHEN NEW.old <> NEW.new BEGIN
  UPDATE verification SET vendor_id = NEW.new WHERE vendor_id = NEW.old;
  UPDATE document SET vendor_id = NEW.new WHERE vendor_id = NEW.old;
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
  UNION ALL SELECT subject FROM waiver UNION ALL SELECT subject FROM attestation UNION ALL SELECT subject FROM vendor_note
  UNION ALL SELECT vendor_id FROM vendor_tag;
