-- What the answers of the service have shown of how it writes scores and dates: counts by name, and under names that end with
-- .min or .max the smallest and the largest number that ever came.
CREATE TABLE observation (
  name  TEXT PRIMARY KEY,
  value REAL NOT NULL
) STRICT, WITHOUT ROWID;
-- What the latest answer of each result counts for in them, as JSON, so that the next answer can take its place.
CREATE TABLE observed_result (
  kind    TEXT NOT NULL CHECK (kind IN ('verification', 'document')),
  subject TEXT NOT NULL,
  counts  TEXT NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

-- The form in which the body's dates are written; null for ISO 8601.
ALTER TABLE entry ADD COLUMN date_form TEXT;
ALTER TABLE import_row ADD COLUMN date_form TEXT;

-- Whether the expiry that was found can be read in two ways, so that no day counts.
ALTER TABLE verification ADD COLUMN expiry_unclear INTEGER NOT NULL DEFAULT 0 CHECK (expiry_unclear IN (0, 1));
CREATE INDEX verification_expiry_unclear ON verification (entry) WHERE expiry_unclear = 1;

-- The results that are kept are counted and sorted anew at the next start.
INSERT INTO setting (name, value)
  SELECT 'results.to_sort', 'true' WHERE EXISTS (SELECT 1 FROM reading)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;
