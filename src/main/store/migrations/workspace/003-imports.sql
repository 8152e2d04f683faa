-- One list that was imported. Its rows are written bit by bit while it is 'staging'; the commit that makes it 'queued'
-- queues all of them at once. After that they are taken into the outbox bit by bit, also after a restart.
CREATE TABLE import_batch (
  number     INTEGER PRIMARY KEY AUTOINCREMENT,
  file_name  TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('staging', 'queued', 'moved', 'undoing', 'undone')),
  queued_at  INTEGER,
  row_count  INTEGER NOT NULL DEFAULT 0,
  taken_back INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX import_batch_open ON import_batch (number) WHERE state IN ('queued', 'undoing');

CREATE TABLE import_row (
  position        INTEGER PRIMARY KEY,
  batch           INTEGER NOT NULL REFERENCES import_batch (number),
  id              TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  body            TEXT NOT NULL,
  email           TEXT,
  email_key       TEXT,
  contact_name    TEXT,
  company_name    TEXT,
  phone_number    TEXT,
  vendor_id       TEXT
) STRICT;

ALTER TABLE invite ADD COLUMN import_batch INTEGER REFERENCES import_batch (number);
CREATE INDEX invite_by_import ON invite (import_batch) WHERE import_batch IS NOT NULL;
CREATE INDEX vendor_by_email ON vendor (email_key) WHERE email_key IS NOT NULL;
