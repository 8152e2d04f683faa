-- A profile is kept once, with the fetch that brought it. The vendor's own row holds only what lists show, sort and filter
-- by, so that a page of them is a page of short rows.
INSERT INTO vendor_fetch (vendor_id, at, body)
  SELECT vendor_id, fetched_at, body FROM vendor p
  WHERE body IS NOT (SELECT f.body FROM vendor_fetch f WHERE f.vendor_id = p.vendor_id AND f.body IS NOT NULL
    ORDER BY f.id DESC LIMIT 1);

CREATE TABLE vendor_lean (
  number       INTEGER PRIMARY KEY,
  vendor_id    TEXT NOT NULL UNIQUE,
  -- The fetch that brought the profile.
  profile      INTEGER NOT NULL REFERENCES vendor_fetch (id),
  fetched_at   INTEGER NOT NULL,
  company_name TEXT,
  contact_name TEXT,
  email        TEXT,
  phone_number TEXT,
  city_name    TEXT,
  state_code   TEXT,
  -- The titles of the services, as a JSON list.
  services     TEXT NOT NULL,
  licensed     INTEGER,
  -- Whether there is an invite to the vendor or its e-mail address.
  invited      INTEGER NOT NULL CHECK (invited IN (0, 1)),
  email_key    TEXT,
  sort_name    TEXT NOT NULL,
  contact_sort TEXT NOT NULL,
  city_sort    TEXT NOT NULL,
  state_sort   TEXT NOT NULL
) STRICT;
INSERT INTO vendor_lean (vendor_id, profile, fetched_at, company_name, contact_name, email, phone_number, city_name,
    state_code, services, licensed, invited, email_key, sort_name, contact_sort, city_sort, state_sort)
  SELECT p.vendor_id,
    (SELECT MAX(f.id) FROM vendor_fetch f WHERE f.vendor_id = p.vendor_id AND f.body IS NOT NULL),
    p.fetched_at, p.company_name, p.contact_name,
    CASE json_type(p.body, '$.email') WHEN 'text' THEN json_extract(p.body, '$.email') END,
    CASE json_type(p.body, '$.phoneNumber') WHEN 'text' THEN json_extract(p.body, '$.phoneNumber') END,
    CASE json_type(p.body, '$.location.cityName') WHEN 'text' THEN json_extract(p.body, '$.location.cityName') END,
    CASE json_type(p.body, '$.location.stateCode') WHEN 'text' THEN json_extract(p.body, '$.location.stateCode') END,
    (SELECT COALESCE(json_group_array(title), '[]') FROM (
      SELECT CASE WHEN service.type = 'object' AND json_type(service.value, '$.title') = 'text'
        THEN json_extract(service.value, '$.title') END AS title FROM json_each(p.body, '$.services') AS service)
      WHERE title <> ''),
    p.licensed,
    EXISTS (SELECT 1 FROM invite i WHERE i.vendor_id = p.vendor_id)
      OR EXISTS (SELECT 1 FROM invite i WHERE i.email_key = p.email_key),
    p.email_key, p.sort_name, p.contact_sort, p.city_sort, p.state_sort
  FROM vendor p;

CREATE TABLE vendor_service_lean (
  title  TEXT NOT NULL,
  vendor INTEGER NOT NULL REFERENCES vendor (number),
  PRIMARY KEY (title, vendor)
) STRICT, WITHOUT ROWID;
INSERT INTO vendor_service_lean (title, vendor)
  SELECT s.title, p.number FROM vendor_service s JOIN vendor_lean p ON p.vendor_id = s.vendor_id;
DROP TABLE vendor_service;
DROP TABLE vendor;
ALTER TABLE vendor_lean RENAME TO vendor;
ALTER TABLE vendor_service_lean RENAME TO vendor_service;
CREATE INDEX service_of_vendor ON vendor_service (vendor);

-- Each order carries what is filtered by, so that a filter is tested without reading the rows.
CREATE INDEX vendor_by_name ON vendor (sort_name, vendor_id, state_sort, city_sort, licensed, fetched_at, invited);
CREATE INDEX vendor_by_contact ON vendor (contact_sort, vendor_id, state_sort, city_sort, licensed, fetched_at, invited);
CREATE INDEX vendor_by_city ON vendor (city_sort, vendor_id, state_sort, licensed, fetched_at, invited);
CREATE INDEX vendor_by_state ON vendor (state_sort, vendor_id, city_sort, licensed, fetched_at, invited);
CREATE INDEX vendor_by_age ON vendor (fetched_at, vendor_id, state_sort, city_sort, licensed, invited);
CREATE INDEX vendor_by_email ON vendor (email_key) WHERE email_key IS NOT NULL;

CREATE TRIGGER vendor_invited AFTER INSERT ON invite BEGIN
  UPDATE vendor SET invited = 1 WHERE vendor_id = NEW.vendor_id AND invited = 0;
  UPDATE vendor SET invited = 1 WHERE email_key = NEW.email_key AND invited = 0;
END;
CREATE TRIGGER vendor_invited_by_answer AFTER UPDATE OF vendor_id ON invite WHEN NEW.vendor_id IS NOT OLD.vendor_id BEGIN
  UPDATE vendor SET invited = 1 WHERE vendor_id = NEW.vendor_id AND invited = 0;
END;

-- A text's row in the index is found from the number of its subject, and a kind's rows lie together, newest last: an entry's
-- number is at hand, a vendor's too, and a document has one here. What was in the index is taken in again in the background.
CREATE TABLE document_number (
  number INTEGER PRIMARY KEY,
  job_id TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO document_number (job_id) SELECT job_id FROM document ORDER BY added_at, job_id;
INSERT INTO search_due (kind, subject, title, subtitle, words)
  SELECT kind, subject, title, subtitle, words FROM search
  WHERE (kind, subject) NOT IN (SELECT kind, subject FROM search_due) ORDER BY rowid;
DROP TABLE search_row;
DROP TABLE search;
CREATE VIRTUAL TABLE search USING fts5 (
  subject UNINDEXED,
  title,
  subtitle,
  words,
  tokenize = 'unicode61 remove_diacritics 2',
  prefix = '1 2 3'
);

-- How many were queued since a day is counted without reading the entries.
DROP INDEX entry_by_state;
CREATE INDEX entry_by_state ON entry (state, kind, seq, queued_at);
