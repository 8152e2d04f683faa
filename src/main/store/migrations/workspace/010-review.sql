-- Who decided: the account's name on the computer where it was decided; null where the decision is older than this column.
ALTER TABLE decision ADD COLUMN decided_by TEXT;

-- The choice of the decision that stands, for the order of the list; empty where there is none.
ALTER TABLE document ADD COLUMN decided_as TEXT NOT NULL DEFAULT '';
UPDATE document SET decided_as = COALESCE(
  (SELECT choice FROM decision WHERE kind = 'document' AND subject = job_id AND undone_at IS NULL ORDER BY id DESC LIMIT 1), '');
CREATE INDEX document_by_age ON document (review_group, added_at, job_id);
CREATE INDEX document_by_status ON document (review_group, lower(COALESCE(status, '')), job_id);
CREATE INDEX document_by_decision ON document (review_group, decided_as, job_id);

-- When a fetched picture was last looked at; the one that was not looked at for longest makes room first.
ALTER TABLE document ADD COLUMN file_used_at INTEGER;
UPDATE document SET file_used_at = file_kept_at;
CREATE INDEX document_with_file ON document (file_used_at, job_id) WHERE file_kept_at IS NOT NULL;

-- A file of this computer in the place of the service's picture. It stays until a person takes it away.
CREATE TABLE local_copy (
  job_id       TEXT PRIMARY KEY REFERENCES document (job_id),
  name         TEXT NOT NULL,
  content_type TEXT NOT NULL,
  bytes        INTEGER NOT NULL,
  kept_at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
