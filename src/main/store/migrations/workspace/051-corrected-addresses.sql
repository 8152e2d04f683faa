-- Whose the acts about a corrected address are follows from the invites in the log, too (store/address-corrections.ts).
CREATE INDEX team_record_correcting ON team_record (body ->> 'replaces') WHERE kind = 'invite' AND body ->> 'replaces' IS NOT NULL;

-- Which invites, by their entry IDs, name an address: this computer's, and those of colleagues.
CREATE VIEW invited_address (entry, email_key) AS
  SELECT e.id, i.email_key FROM invite i JOIN entry e ON e.seq = i.entry WHERE i.email_key IS NOT NULL
  UNION ALL SELECT entry, email_key FROM colleague_invite WHERE email_key IS NOT NULL;

CREATE VIEW shared_invite (entry, recipient, replaces, seat, seq, wall, counter) AS
  SELECT subject, COALESCE(body ->> '$.request.vendorId',
      (SELECT '@' || a.email_key FROM invited_address a WHERE a.entry = team_record.subject LIMIT 1)),
    body ->> 'replaces', seat, seq, wall, counter
  FROM team_record WHERE kind = 'invite' AND +item IS NOT NULL;

-- An invite that names this address has changed: that matters where it is part of a correction.
CREATE VIEW invited_due (email_key) AS SELECT NULL WHERE 0;
CREATE TRIGGER invited_is_due INSTEAD OF INSERT ON invited_due BEGIN
  INSERT INTO team_due SELECT '@' || NEW.email_key WHERE EXISTS (
      SELECT 1 FROM invited_address a CROSS JOIN team_record n ON n.subject = a.entry
      WHERE a.email_key = NEW.email_key AND n.kind = 'invite' AND n.body ->> 'replaces' IS NOT NULL)
    OR EXISTS (
      SELECT 1 FROM invited_address a CROSS JOIN team_record n ON n.body ->> 'replaces' = +a.entry
      WHERE a.email_key = NEW.email_key AND n.kind = 'invite' AND n.body ->> 'replaces' IS NOT NULL)
    ON CONFLICT DO NOTHING;
END;
-- As in 050-address-owners.sql, but what was done to an address that was corrected to this one is its owner's, too.
DROP TRIGGER address_is_due;
CREATE TRIGGER address_is_due INSTEAD OF INSERT ON address_due BEGIN
  INSERT INTO team_due
    SELECT a.address FROM (SELECT NEW.address AS address UNION SELECT address FROM subject_alias WHERE subject = NEW.address) a
      WHERE EXISTS (SELECT 1 FROM team_record WHERE subject = a.address)
        OR EXISTS (SELECT 1 FROM team_record WHERE body ->> 'vendor' LIKE '@%' AND body ->> 'vendor' = +a.address)
    ON CONFLICT DO NOTHING;
  INSERT INTO invited_due SELECT substr(NEW.address, 2) WHERE NEW.address LIKE '@%';
END;
CREATE TRIGGER team_invite_known AFTER INSERT ON colleague_invite WHEN NEW.email_key IS NOT NULL BEGIN
  INSERT INTO invited_due VALUES (NEW.email_key);
END;
CREATE TRIGGER team_invite_written AFTER INSERT ON team_record WHEN NEW.kind IN ('invite', 'entry_state') BEGIN
  INSERT INTO invited_due SELECT DISTINCT email_key FROM invited_address WHERE entry = NEW.subject;
END;
CREATE TRIGGER team_invite_dated AFTER UPDATE OF wall, counter, item ON team_record WHEN NEW.kind IN ('invite', 'entry_state') BEGIN
  INSERT INTO invited_due SELECT DISTINCT email_key FROM invited_address WHERE entry = NEW.subject;
END;
