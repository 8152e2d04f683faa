-- What is enqueued together is not sent before this time, so that it can be undone whole; 0 for what does not wait.
ALTER TABLE entry ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;
CREATE INDEX entry_to_send ON entry (kind, not_before, seq) WHERE state = 'queued';
-- The same for the rows of a list that are not in the outbox yet.
ALTER TABLE import_batch ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;

-- What an entry was before a person's decision, as JSON, so that the decision can be undone.
ALTER TABLE history ADD COLUMN before TEXT;

-- An entry that a corrected one replaced was noted like one that a person canceled.
UPDATE history SET event = 'corrected'
WHERE event = 'cancelled' AND EXISTS (
  SELECT 1 FROM entry e JOIN entry later ON later.replaces = e.id
  WHERE e.seq = history.entry AND history.at BETWEEN later.queued_at AND later.queued_at + 1000);
