-- Invites and verifications of colleagues. What the service accepted of theirs is listed as an accepted entry, which nothing sends.
ALTER TABLE entry ADD COLUMN colleague TEXT CHECK (colleague IS NULL OR state IN ('queued', 'accepted')); -- Who sent it; NULL for this computer.

-- In which order the team's server has the records that came from it, counted from 1; NULL for what was not seen there yet.
ALTER TABLE team_record ADD COLUMN arrival INTEGER;
CREATE INDEX team_record_arrived ON team_record (arrival) WHERE arrival IS NOT NULL;
CREATE INDEX team_record_told ON team_record (subject) WHERE kind = 'invite' AND arrival IS NULL;
CREATE INDEX team_record_of_newer ON team_record (id) WHERE item IS NULL;

-- Every invite of a colleague's, also one that is not sent: another to the same recipient is held.
CREATE TABLE colleague_invite (
  entry     TEXT PRIMARY KEY,
  email_key TEXT, vendor_id TEXT,
  name      TEXT, -- Of the contact.
  state     TEXT NOT NULL CHECK (state IN ('queued', 'in_doubt', 'sent', 'ended')),
  colleague TEXT NOT NULL,
  at        INTEGER NOT NULL, -- When it was queued.
  arrival   INTEGER NOT NULL
) STRICT;
CREATE INDEX colleague_invite_by_email ON colleague_invite (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX colleague_invite_by_vendor ON colleague_invite (vendor_id) WHERE vendor_id IS NOT NULL;

-- Who queued the invite knew of the colleagues' invites that had arrived until then.
ALTER TABLE invite ADD COLUMN known_arrival INTEGER NOT NULL DEFAULT 0;
