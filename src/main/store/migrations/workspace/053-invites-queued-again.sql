-- This computer's invites that are queued again, and that the team's server does not have as such yet.
CREATE INDEX team_record_queued_again ON team_record (seat, subject)
  WHERE kind = 'entry_state' AND arrival IS NULL AND body ->> 'state' = 'queued';
