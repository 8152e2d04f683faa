-- The vendor that an act about an address is about; NULL where it is the subject. Its item names that vendor, too.
ALTER TABLE team_record ADD COLUMN owner TEXT;

-- Others have it with this clock, or it is of an earlier time: no later correction of the computer's clock changes it.
ALTER TABLE team_record ADD COLUMN is_dated INTEGER NOT NULL DEFAULT 0 CHECK (is_dated IN (0, 1));
UPDATE team_record SET is_dated = 1 WHERE arrival IS NOT NULL;

-- What is about an address and has an ID, and what is done to such a thing.
CREATE INDEX team_record_made ON team_record (body ->> 'id')
  WHERE subject LIKE '@%' AND kind IN ('note', 'waiver', 'attestation');
CREATE INDEX team_record_done ON team_record (body ->> 'id') WHERE kind IN ('note_removed', 'follow_up', 'exception_ended');

-- Whose profile has an address, and what was added for a vendor that had only an address.
CREATE INDEX team_record_of_address ON team_record (body ->> 'address') WHERE kind = 'vendor';
CREATE INDEX team_record_for_address ON team_record (body ->> 'vendor') WHERE body ->> 'vendor' LIKE '@%';

-- Of this address, with the @ before it, the owner may be another one now.
CREATE VIEW address_due (address) AS SELECT NULL WHERE 0;
CREATE TRIGGER address_is_due INSTEAD OF INSERT ON address_due BEGIN
  INSERT INTO team_due
    SELECT a.address FROM (SELECT NEW.address AS address UNION SELECT address FROM subject_alias WHERE subject = NEW.address) a
      WHERE EXISTS (SELECT 1 FROM team_record WHERE subject = a.address)
        OR EXISTS (SELECT 1 FROM team_record WHERE body ->> 'vendor' LIKE '@%' AND body ->> 'vendor' = +a.address)
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER team_vendor_known AFTER INSERT ON team_record WHEN NEW.kind = 'vendor' AND NEW.item IS NOT NULL BEGIN
  INSERT INTO address_due
    SELECT '@' || (body ->> 'address') FROM team_record WHERE item = NEW.item AND body ->> 'address' IS NOT NULL
    UNION SELECT '@' || email_key FROM invite WHERE vendor_id = NEW.subject AND email_key IS NOT NULL;
END;
CREATE TRIGGER team_vendor_read AFTER UPDATE OF wall, counter, item ON team_record
    WHEN NEW.kind = 'vendor' AND NEW.item IS NOT NULL BEGIN
  INSERT INTO address_due
    SELECT '@' || (body ->> 'address') FROM team_record WHERE item = NEW.item AND body ->> 'address' IS NOT NULL
    UNION SELECT '@' || email_key FROM invite WHERE vendor_id = NEW.subject AND email_key IS NOT NULL;
END;
CREATE TRIGGER team_address_dated AFTER UPDATE OF wall, counter ON team_record WHEN NEW.subject LIKE '@%' BEGIN
  INSERT INTO address_due VALUES (NEW.subject);
END;
CREATE TRIGGER invite_answered AFTER UPDATE OF vendor_id ON invite WHEN NEW.vendor_id IS NOT NULL AND NEW.email_key IS NOT NULL BEGIN
  INSERT INTO address_due VALUES ('@' || NEW.email_key);
END;
CREATE TRIGGER team_answer_known AFTER INSERT ON team_record
    WHEN NEW.kind = 'entry_state' AND NEW.body ->> '$.words.vendorId' IS NOT NULL BEGIN
  INSERT INTO address_due SELECT '@' || i.email_key FROM entry e JOIN invite i ON i.entry = e.seq
    WHERE e.id = NEW.subject AND i.email_key IS NOT NULL;
END;
CREATE TRIGGER team_answer_dated AFTER UPDATE OF wall, counter ON team_record
    WHEN NEW.kind = 'entry_state' AND NEW.body ->> '$.words.vendorId' IS NOT NULL BEGIN
  INSERT INTO address_due SELECT '@' || i.email_key FROM entry e JOIN invite i ON i.entry = e.seq
    WHERE e.id = NEW.subject AND i.email_key IS NOT NULL;
END;

-- What one record made moves from one of the vendors that had an address to another.
CREATE VIEW record_move (id, old, new) AS SELECT NULL, NULL, NULL WHERE 0;
CREATE TRIGGER record_moves INSTEAD OF INSERT ON record_move WHEN NEW.old <> NEW.new BEGIN
  UPDATE waiver SET subject = NEW.new WHERE id = NEW.id AND subject = NEW.old;
  UPDATE attestation SET subject = NEW.new WHERE id = NEW.id AND subject = NEW.old;
  -- At most one of a vendor's follow-ups is open; which one, is settled after that.
  UPDATE vendor_note SET ended = 'moved', ended_at = at
    WHERE id = NEW.id AND subject = NEW.old AND follow_up IS NOT NULL AND ended_at IS NULL;
  UPDATE vendor_note SET subject = NEW.new WHERE id = NEW.id AND subject = NEW.old;
END;

-- As in 047-assigned-to.sql, but an alias of a corrected address stays with that address, also where nothing was done to it yet, and
-- acts about addresses are settled again, since who owns an address follows from the log (store/address-owners.ts).
DROP TRIGGER subject_moves;
CREATE TRIGGER subject_moves INSTEAD OF INSERT ON subject_move WHEN NEW.old <> NEW.new BEGIN
  DELETE FROM subject_alias WHERE address = NEW.new AND subject = NEW.old;
  INSERT INTO subject_alias
    SELECT NEW.old, COALESCE((SELECT subject FROM subject_alias WHERE address = NEW.new AND subject LIKE '@%'), NEW.new)
    WHERE NEW.old LIKE '@%' AND NEW.new LIKE '@%' OR EXISTS (SELECT 1 FROM moving_subject WHERE subject = NEW.old)
    ON CONFLICT DO NOTHING;
  UPDATE subject_alias SET subject = NEW.new WHERE subject = NEW.old AND NEW.new LIKE '@%';
  INSERT INTO address_due VALUES (NEW.old), (NEW.new);
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

-- As toItem in src/shared/team/acts.ts has it, for acts about addresses whose vendors are known by now.
UPDATE team_record SET owner = a.subject, item = CASE
    WHEN kind = 'tag' THEN 'tag ' || json_array(a.subject, body ->> 'tag')
    WHEN kind IN ('language', 'assigned_to') THEN kind || ' ' || a.subject
    WHEN kind IN ('note', 'note_removed', 'follow_up') THEN 'notes ' || a.subject
    ELSE item END
  FROM subject_alias a WHERE a.address = team_record.subject AND item IS NOT NULL;
