-- Tags that a list gives the vendors it invites, as a JSON list.
ALTER TABLE import_row ADD COLUMN tags TEXT;

-- The tags of somebody without an ID are kept under @ and the address, and move to the ID like waivers do.
CREATE TRIGGER vendor_tag_by_profile AFTER INSERT ON vendor WHEN NEW.email_key IS NOT NULL BEGIN
  INSERT INTO vendor_tag SELECT NEW.vendor_id, tag FROM vendor_tag WHERE vendor_id = '@' || NEW.email_key ON CONFLICT DO NOTHING;
  DELETE FROM vendor_tag WHERE vendor_id = '@' || NEW.email_key;
END;
CREATE TRIGGER vendor_tag_by_answer AFTER UPDATE OF vendor_id ON invite
    WHEN OLD.vendor_id IS NULL AND NEW.vendor_id IS NOT NULL AND NEW.email_key IS NOT NULL BEGIN
  INSERT INTO vendor_tag SELECT NEW.vendor_id, tag FROM vendor_tag WHERE vendor_id = '@' || NEW.email_key ON CONFLICT DO NOTHING;
  DELETE FROM vendor_tag WHERE vendor_id = '@' || NEW.email_key;
END;
