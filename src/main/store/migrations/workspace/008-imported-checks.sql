-- Licence checks can come from a list as well as invites. A staged row holds what its domain row is made of.
ALTER TABLE import_batch ADD COLUMN kind TEXT NOT NULL DEFAULT 'invite' CHECK (kind IN ('invite', 'verification'));

ALTER TABLE import_row ADD COLUMN title TEXT;
ALTER TABLE import_row ADD COLUMN subtitle TEXT;
ALTER TABLE import_row ADD COLUMN type TEXT;
ALTER TABLE import_row ADD COLUMN license_number TEXT;
ALTER TABLE import_row ADD COLUMN license_trade_type TEXT;
ALTER TABLE import_row ADD COLUMN licensee_name TEXT;
ALTER TABLE import_row ADD COLUMN expiry_date TEXT;
ALTER TABLE import_row ADD COLUMN expires_on TEXT;
ALTER TABLE import_row ADD COLUMN lookup_key TEXT;
ALTER TABLE import_row ADD COLUMN search_title TEXT;
ALTER TABLE import_row ADD COLUMN search_subtitle TEXT;
ALTER TABLE import_row ADD COLUMN search_words TEXT;

ALTER TABLE verification ADD COLUMN import_batch INTEGER REFERENCES import_batch (number);
CREATE INDEX verification_by_import ON verification (import_batch) WHERE import_batch IS NOT NULL;

-- The licence number, or else the licensee's name, without marks, spaces and case: what another check of the same
-- licence is looked for by.
ALTER TABLE verification ADD COLUMN lookup_key TEXT;
UPDATE verification SET lookup_key = nullif(
  upper(replace(replace(replace(replace(replace(
    COALESCE(nullif(license_number, ''), licensee_name, ''), ' ', ''), '-', ''), '.', ''), '/', ''), '#', '')), '');
CREATE INDEX verification_by_lookup_key ON verification (lookup_key) WHERE lookup_key IS NOT NULL;
