-- As with entries (migration 029), which kinds of lists and drafts there are stands in the code alone. A column takes its own check
-- with it when it is dropped; that of a key cannot be dropped.
ALTER TABLE import_batch ADD COLUMN entry_kind TEXT NOT NULL DEFAULT 'invite';
UPDATE import_batch SET entry_kind = kind;
ALTER TABLE import_batch DROP COLUMN kind;
ALTER TABLE import_batch RENAME COLUMN entry_kind TO kind;

CREATE TABLE draft_of_any_kind (
  kind     TEXT NOT NULL,
  key      TEXT NOT NULL,
  title    TEXT NOT NULL,
  fields   TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
INSERT INTO draft_of_any_kind (kind, key, title, fields, saved_at) SELECT kind, key, title, fields, saved_at FROM draft;
DROP TABLE draft;
ALTER TABLE draft_of_any_kind RENAME TO draft;
