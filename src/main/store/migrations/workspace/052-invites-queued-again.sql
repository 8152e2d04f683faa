-- Own invites that are queued again, until the team's server has that.
CREATE INDEX team_record_queued_again ON team_record (seat, subject)
  WHERE kind = 'entry_state' AND arrival IS NULL AND body ->> 'state' = 'queued';
