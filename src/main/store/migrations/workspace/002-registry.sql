-- What the list of vendors is sorted and filtered by. Texts are folded; an empty one sorts last (char 65535).
ALTER TABLE vendor ADD COLUMN contact_sort TEXT NOT NULL DEFAULT '';
ALTER TABLE vendor ADD COLUMN city_sort TEXT NOT NULL DEFAULT '';
ALTER TABLE vendor ADD COLUMN state_sort TEXT NOT NULL DEFAULT '';
ALTER TABLE vendor ADD COLUMN licensed INTEGER;
ALTER TABLE vendor ADD COLUMN email_key TEXT;
UPDATE vendor SET
  contact_sort = COALESCE(NULLIF(lower(trim(contact_name)), ''), char(65535)),
  city_sort = COALESCE(NULLIF(lower(trim(json_extract(body, '$.location.cityName'))), ''), char(65535)),
  state_sort = COALESCE(NULLIF(lower(trim(json_extract(body, '$.location.stateCode'))), ''), char(65535)),
  licensed = CASE json_type(body, '$.enrollmentDetails.licensed') WHEN 'true' THEN 1 WHEN 'false' THEN 0 END,
  email_key = NULLIF(lower(trim(json_extract(body, '$.email'))), '');

-- Each order carries what is filtered by, so that a filter is tested without reading the profiles.
DROP INDEX vendor_by_name;
DROP INDEX vendor_by_age;
CREATE INDEX vendor_by_name ON vendor (sort_name, vendor_id, state_sort, city_sort, licensed, fetched_at, email_key);
CREATE INDEX vendor_by_contact ON vendor (contact_sort, vendor_id, state_sort, city_sort, licensed, fetched_at, email_key);
CREATE INDEX vendor_by_city ON vendor (city_sort, vendor_id, state_sort, licensed, fetched_at, email_key);
CREATE INDEX vendor_by_state ON vendor (state_sort, vendor_id, city_sort, licensed, fetched_at, email_key);
CREATE INDEX vendor_by_age ON vendor (fetched_at, vendor_id, state_sort, city_sort, licensed, email_key);

CREATE TABLE vendor_service (
  title     TEXT NOT NULL,
  vendor_id TEXT NOT NULL REFERENCES vendor (vendor_id),
  PRIMARY KEY (title, vendor_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX service_of_vendor ON vendor_service (vendor_id);
INSERT OR IGNORE INTO vendor_service (title, vendor_id)
  SELECT title, vendor_id FROM (
    SELECT vendor.vendor_id, CASE service.type WHEN 'object' THEN trim(json_extract(service.value, '$.title')) END AS title
    FROM vendor, json_each(vendor.body, '$.services') AS service)
  WHERE title <> '';

-- Many vendors looked up in one go.
CREATE TABLE look_up (
  id         INTEGER PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('ids', 'refresh')),
  started_at INTEGER NOT NULL,
  -- Whether all of its ids are written; one that was cut short is not begun.
  complete   INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1)),
  cancelled  INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)),
  ended_at   INTEGER
) STRICT;
CREATE TABLE look_up_id (
  look_up   INTEGER NOT NULL REFERENCES look_up (id),
  position  INTEGER NOT NULL,
  vendor_id TEXT NOT NULL,
  outcome   TEXT NOT NULL CHECK (outcome IN
              ('waiting', 'found', 'unknown', 'not_an_id', 'refused', 'unreadable', 'gave_up', 'cancelled')),
  -- A sentence where the outcome alone does not say enough.
  detail    TEXT,
  tries     INTEGER NOT NULL DEFAULT 0,
  at        INTEGER,
  PRIMARY KEY (look_up, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX look_up_open ON look_up_id (look_up, tries, position) WHERE outcome = 'waiting';
CREATE INDEX look_up_outcome ON look_up_id (look_up, outcome, position);

ALTER TABLE invite ADD COLUMN archived_at INTEGER;
CREATE INDEX invite_archived ON invite (entry) WHERE archived_at IS NOT NULL;
