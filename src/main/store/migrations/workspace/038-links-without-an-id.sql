-- Licenses and documents of a vendor without an ID are kept under @ and its address, as what is said of it. All of it moves to the
-- ID when that is known, or to the other address where the invite's was corrected.
CREATE VIEW subject_move (old, new) AS SELECT NULL, NULL WHERE 0;
CREATE TRIGGER subject_moves INSTEAD OF INSERT ON subject_move WHEN NEW.old <> NEW.new BEGIN
  UPDATE verification SET vendor_id = NEW.new WHERE vendor_id = NEW.old;
  UPDATE document SET vendor_id = NEW.new WHERE vendor_id = NEW.old;
  UPDATE waiver SET subject = NEW.new WHERE subject = NEW.old;
  UPDATE attestation SET subject = NEW.new WHERE subject = NEW.old;
  INSERT INTO vendor_tag SELECT NEW.new, tag FROM vendor_tag WHERE vendor_id = NEW.old ON CONFLICT DO NOTHING;
  DELETE FROM vendor_tag WHERE vendor_id = NEW.old;
  INSERT INTO onboarding_due SELECT subject FROM onboarding WHERE subject = NEW.old ON CONFLICT DO NOTHING;
END;

DROP TRIGGER vendor_tag_by_profile;
DROP TRIGGER vendor_tag_by_answer;
CREATE TRIGGER subject_moves_by_profile AFTER INSERT ON vendor WHEN NEW.email_key IS NOT NULL BEGIN
  INSERT INTO subject_move VALUES ('@' || NEW.email_key, NEW.vendor_id);
END;
CREATE TRIGGER subject_moves_by_new_address AFTER UPDATE OF email_key ON vendor
    WHEN NEW.email_key IS NOT NULL AND NEW.email_key IS NOT OLD.email_key BEGIN
  INSERT INTO subject_move VALUES ('@' || NEW.email_key, NEW.vendor_id);
END;
CREATE TRIGGER subject_moves_by_answer AFTER UPDATE OF vendor_id, email_key ON invite
    WHEN OLD.vendor_id IS NULL AND OLD.email_key IS NOT NULL AND COALESCE(NEW.vendor_id, NEW.email_key) IS NOT NULL BEGIN
  INSERT INTO subject_move VALUES ('@' || OLD.email_key, COALESCE(NEW.vendor_id, '@' || NEW.email_key));
END;
-- An address that another invite names as well may be another vendor's.
CREATE TRIGGER subject_moves_by_correction AFTER INSERT ON invite
    WHEN (SELECT replaces FROM entry WHERE seq = NEW.entry) IS NOT NULL AND COALESCE(NEW.vendor_id, NEW.email_key) IS NOT NULL BEGIN
  INSERT INTO subject_move
    SELECT '@' || i.email_key, COALESCE(NEW.vendor_id, '@' || NEW.email_key)
      FROM entry e JOIN entry b ON b.id IN (e.replaces, (SELECT replaces FROM entry WHERE id = e.replaces))
        JOIN invite i ON i.entry = b.seq
      WHERE e.seq = NEW.entry AND i.vendor_id IS NULL AND i.email_key IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM invite o JOIN entry c ON c.seq = o.entry
        WHERE o.email_key = i.email_key AND o.entry NOT IN (i.entry, NEW.entry) AND c.state <> 'cancelled');
END;
CREATE TRIGGER subject_moves_back AFTER UPDATE OF state ON entry
    WHEN NEW.state = 'cancelled' AND OLD.state <> 'cancelled' AND NEW.kind = 'invite' AND NEW.replaces IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM entry WHERE replaces = NEW.id) BEGIN
  INSERT INTO subject_move
    SELECT '@' || n.email_key, '@' || i.email_key FROM invite n JOIN entry b ON b.id = NEW.replaces JOIN invite i ON i.entry = b.seq
      WHERE n.entry = NEW.seq AND n.vendor_id IS NULL AND n.email_key IS NOT NULL AND i.email_key IS NOT NULL;
END;
