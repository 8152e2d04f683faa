-- Each attempt keeps its own answer, so that a later one never takes the place of an earlier one. `bytes` hold what the text
-- does not hold exactly.
CREATE TABLE attempt_answer (
  entry        INTEGER NOT NULL REFERENCES entry (seq),
  attempt      INTEGER NOT NULL,
  at           INTEGER NOT NULL,
  status       INTEGER NOT NULL,
  content_type TEXT,
  -- Why the body ends early; null where it is whole.
  cut          TEXT,
  body         TEXT NOT NULL,
  bytes        BLOB,
  PRIMARY KEY (entry, attempt)
) STRICT, WITHOUT ROWID;
INSERT INTO attempt_answer (entry, attempt, at, status, content_type, body)
  SELECT a.entry,
    COALESCE((SELECT MAX(h.attempt) FROM history h WHERE h.entry = a.entry AND h.at = a.at), MAX(e.attempts, 1)),
    a.at, a.status, a.content_type, a.body
  FROM answer a JOIN entry e ON e.seq = a.entry;
DROP TABLE answer;
ALTER TABLE attempt_answer RENAME TO answer;

-- What was answered to questions for results and profiles, where the reading or the profile does not hold it: refusals,
-- trouble, pages, what is no text. Each different one is kept once for each id that was asked for.
CREATE TABLE read_answer (
  id           INTEGER PRIMARY KEY,
  kind         TEXT NOT NULL CHECK (kind IN ('vendor', 'verification', 'document')),
  asked_id     TEXT NOT NULL,
  -- Counts the answers to this question; the highest one came last.
  turn         INTEGER NOT NULL,
  first_at     INTEGER NOT NULL,
  last_at      INTEGER NOT NULL,
  status       INTEGER NOT NULL,
  content_type TEXT,
  cut          TEXT,
  body         TEXT NOT NULL,
  bytes        BLOB
) STRICT;
CREATE INDEX read_answer_of ON read_answer (kind, asked_id, turn);
