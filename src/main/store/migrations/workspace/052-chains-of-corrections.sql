-- As in 051-corrected-addresses.sql, but a vendor's ID counts as one only where it is a text that is no address, and the invite that
-- another one corrects is due with it.
DROP VIEW shared_invite;
CREATE VIEW shared_invite (entry, recipient, replaces, seat, seq, wall, counter) AS
  SELECT subject, COALESCE(CASE WHEN json_type(body, '$.request.vendorId') = 'text' AND body ->> '$.request.vendorId' NOT LIKE '@%'
        THEN NULLIF(trim(body ->> '$.request.vendorId'), '') END,
      (SELECT '@' || a.email_key FROM invited_address a WHERE a.entry = team_record.subject LIMIT 1)),
    body ->> 'replaces', seat, seq, wall, counter
  FROM team_record WHERE kind = 'invite' AND +item IS NOT NULL;

DROP TRIGGER team_invite_written;
CREATE TRIGGER team_invite_written AFTER INSERT ON team_record WHEN NEW.kind IN ('invite', 'entry_state') BEGIN
  INSERT INTO invited_due SELECT DISTINCT email_key FROM invited_address WHERE entry IN (
    NEW.subject, (SELECT body ->> 'replaces' FROM team_record WHERE subject = NEW.subject AND kind = 'invite' LIMIT 1));
END;
DROP TRIGGER team_invite_dated;
CREATE TRIGGER team_invite_dated AFTER UPDATE OF wall, counter, item ON team_record WHEN NEW.kind IN ('invite', 'entry_state') BEGIN
  INSERT INTO invited_due SELECT DISTINCT email_key FROM invited_address WHERE entry IN (
    NEW.subject, (SELECT body ->> 'replaces' FROM team_record WHERE subject = NEW.subject AND kind = 'invite' LIMIT 1));
END;

INSERT INTO invited_due SELECT DISTINCT a.email_key FROM team_record n CROSS JOIN invited_address a ON a.entry IN (n.subject, n.body ->> 'replaces')
  WHERE n.kind = 'invite' AND n.body ->> 'replaces' IS NOT NULL;
