-- What lists are sorted and narrowed by, one index for each column (docs/decisions/sorting-and-narrowing-lists.md). Texts are
-- folded; one that is not given sorts last (char 65535), a time that is not given too (9007199254740991).

-- The word of a vendor's latest accepted invite stands with the vendor, and is kept there by triggers.
ALTER TABLE vendor ADD COLUMN compliance_status TEXT;
ALTER TABLE vendor ADD COLUMN compliance_sort TEXT NOT NULL DEFAULT '';
UPDATE vendor SET compliance_status = (
  SELECT i.compliance_status FROM invite i JOIN entry e ON e.seq = i.entry
  WHERE i.vendor_id = vendor.vendor_id AND e.state = 'accepted' ORDER BY i.entry DESC LIMIT 1);
UPDATE vendor SET compliance_sort = COALESCE(NULLIF(lower(trim(compliance_status)), ''), char(65535));
CREATE TRIGGER vendor_compliance_sorted AFTER UPDATE OF compliance_status ON vendor
    WHEN NEW.compliance_status IS NOT OLD.compliance_status BEGIN
  UPDATE vendor SET compliance_sort = COALESCE(NULLIF(lower(trim(NEW.compliance_status)), ''), char(65535))
    WHERE number = NEW.number;
END;
CREATE TRIGGER vendor_compliance_by_answer AFTER UPDATE OF compliance_status, vendor_id ON invite
    WHEN NEW.vendor_id IS NOT NULL BEGIN
  UPDATE vendor SET compliance_status = (
      SELECT i.compliance_status FROM invite i JOIN entry e ON e.seq = i.entry
      WHERE i.vendor_id = NEW.vendor_id AND e.state = 'accepted' ORDER BY i.entry DESC LIMIT 1)
    WHERE vendor_id = NEW.vendor_id;
END;
CREATE TRIGGER vendor_compliance_by_state AFTER UPDATE OF state ON entry
    WHEN NEW.kind = 'invite' AND NEW.state <> OLD.state AND 'accepted' IN (NEW.state, OLD.state) BEGIN
  UPDATE vendor SET compliance_status = (
      SELECT i.compliance_status FROM invite i JOIN entry e ON e.seq = i.entry
      WHERE i.vendor_id = vendor.vendor_id AND e.state = 'accepted' ORDER BY i.entry DESC LIMIT 1)
    WHERE vendor_id = (SELECT vendor_id FROM invite WHERE entry = NEW.seq);
END;
CREATE TRIGGER vendor_compliance_by_profile AFTER INSERT ON vendor BEGIN
  UPDATE vendor SET compliance_sort = char(65535), compliance_status = (
      SELECT i.compliance_status FROM invite i JOIN entry e ON e.seq = i.entry
      WHERE i.vendor_id = NEW.vendor_id AND e.state = 'accepted' ORDER BY i.entry DESC LIMIT 1)
    WHERE number = NEW.number;
END;

ALTER TABLE vendor ADD COLUMN email_sort TEXT NOT NULL DEFAULT '';
ALTER TABLE vendor ADD COLUMN phone_sort TEXT NOT NULL DEFAULT '';
ALTER TABLE vendor ADD COLUMN services_sort TEXT NOT NULL DEFAULT '';
ALTER TABLE vendor ADD COLUMN licensed_sort TEXT NOT NULL DEFAULT '';
ALTER TABLE vendor ADD COLUMN id_sort TEXT NOT NULL DEFAULT '';
UPDATE vendor SET email_sort = sort_key(email), phone_sort = sort_key(phone_number),
  services_sort = sort_key((SELECT group_concat(value, ' ') FROM json_each(services))),
  licensed_sort = CASE licensed WHEN 1 THEN 'yes' WHEN 0 THEN 'no' ELSE char(65535) END, id_sort = sort_key(vendor_id),
  sort_name = sort_key(COALESCE(company_name, contact_name));

DROP INDEX vendor_by_name;
DROP INDEX vendor_by_contact;
DROP INDEX vendor_by_city;
DROP INDEX vendor_by_state;
DROP INDEX vendor_by_age;
CREATE INDEX vendor_by_name ON vendor (sort_name, number);
CREATE INDEX vendor_by_contact ON vendor (contact_sort, number);
CREATE INDEX vendor_by_email_order ON vendor (email_sort, number);
CREATE INDEX vendor_by_phone ON vendor (phone_sort, number);
CREATE INDEX vendor_by_city ON vendor (city_sort, number);
CREATE INDEX vendor_by_state ON vendor (state_sort, number);
CREATE INDEX vendor_by_services ON vendor (services_sort, number);
CREATE INDEX vendor_by_licensed ON vendor (licensed_sort, number);
CREATE INDEX vendor_by_compliance ON vendor (compliance_sort, number);
CREATE INDEX vendor_by_id ON vendor (id_sort, number);
CREATE INDEX vendor_by_age ON vendor (fetched_at, number);
CREATE INDEX vendor_by_invited ON vendor (invited, number);

-- What entries are sorted by does not come with the commit that queues them, which would then touch twice as many pages. It is
-- written with the texts of the search, a moment later; from then on triggers keep what changes.
CREATE TABLE entry_key (
  entry INTEGER PRIMARY KEY REFERENCES entry (seq),
  kind  TEXT NOT NULL,
  title TEXT NOT NULL,
  tries INTEGER NOT NULL
) STRICT;
INSERT INTO entry_key (entry, kind, title, tries) SELECT seq, kind, sort_key(title), attempts FROM entry;
CREATE INDEX entry_key_by_kind ON entry_key (kind, entry);
CREATE INDEX entry_key_by_title ON entry_key (title, entry);
CREATE INDEX entry_key_by_tries ON entry_key (tries, entry);
CREATE TRIGGER entry_key_tries AFTER UPDATE OF attempts ON entry WHEN NEW.attempts <> OLD.attempts BEGIN
  UPDATE entry_key SET tries = NEW.attempts WHERE entry = NEW.seq;
END;

CREATE TABLE invite_key (
  entry         INTEGER PRIMARY KEY REFERENCES invite (entry),
  contact       TEXT NOT NULL,
  company       TEXT NOT NULL,
  email         TEXT NOT NULL,
  phone         TEXT NOT NULL,
  vendor_id     TEXT NOT NULL,
  compliance    TEXT NOT NULL,
  vendor_status TEXT NOT NULL,
  sent          INTEGER NOT NULL,
  archived      INTEGER NOT NULL
) STRICT;
INSERT INTO invite_key
  SELECT i.entry, sort_key(COALESCE(i.contact_name, i.email, i.vendor_id)), sort_key(i.company_name), sort_key(i.email),
    sort_key(i.phone_number), COALESCE(NULLIF(lower(trim(i.vendor_id)), ''), char(65535)),
    COALESCE(NULLIF(lower(trim(i.compliance_status)), ''), char(65535)),
    COALESCE(NULLIF(lower(trim(i.vendor_status)), ''), char(65535)),
    COALESCE(e.sent_at, 9007199254740991), COALESCE(i.archived_at, 9007199254740991)
  FROM invite i JOIN entry e ON e.seq = i.entry;
CREATE INDEX invite_key_by_contact ON invite_key (contact, entry);
CREATE INDEX invite_key_by_company ON invite_key (company, entry);
CREATE INDEX invite_key_by_email ON invite_key (email, entry);
CREATE INDEX invite_key_by_phone ON invite_key (phone, entry);
CREATE INDEX invite_key_by_vendor ON invite_key (vendor_id, entry);
CREATE INDEX invite_key_by_compliance ON invite_key (compliance, entry);
CREATE INDEX invite_key_by_vendor_status ON invite_key (vendor_status, entry);
CREATE INDEX invite_key_by_sent ON invite_key (sent, entry);
CREATE INDEX invite_key_by_archived ON invite_key (archived, entry);
CREATE TRIGGER invite_key_answered AFTER UPDATE OF compliance_status, vendor_status, vendor_id, archived_at ON invite BEGIN
  UPDATE invite_key SET
      vendor_id = COALESCE(NULLIF(lower(trim(NEW.vendor_id)), ''), char(65535)),
      compliance = COALESCE(NULLIF(lower(trim(NEW.compliance_status)), ''), char(65535)),
      vendor_status = COALESCE(NULLIF(lower(trim(NEW.vendor_status)), ''), char(65535)),
      archived = COALESCE(NEW.archived_at, 9007199254740991)
    WHERE entry = NEW.entry;
END;
CREATE TRIGGER invite_key_sent AFTER UPDATE OF sent_at ON entry
    WHEN NEW.kind = 'invite' AND NEW.sent_at IS NOT OLD.sent_at BEGIN
  UPDATE invite_key SET sent = COALESCE(NEW.sent_at, 9007199254740991) WHERE entry = NEW.seq;
END;

CREATE TABLE verification_key (
  entry     INTEGER PRIMARY KEY REFERENCES verification (entry),
  number    TEXT NOT NULL,
  trade     TEXT NOT NULL,
  licensee  TEXT NOT NULL,
  status    TEXT NOT NULL,
  expires   TEXT NOT NULL,
  checked   INTEGER NOT NULL,
  type      TEXT NOT NULL,
  vendor_id TEXT NOT NULL
) STRICT;
INSERT INTO verification_key
  SELECT v.entry, sort_key(v.license_number), sort_key(v.license_trade_type), sort_key(v.licensee_name),
    COALESCE(NULLIF(lower(trim(v.status)), ''), char(65535)), COALESCE(v.expires_on, char(65535)),
    COALESCE(w.last_at, 9007199254740991), sort_key(v.type), COALESCE(NULLIF(lower(trim(v.vendor_id)), ''), char(65535))
  FROM verification v JOIN entry e ON e.seq = v.entry
    LEFT JOIN watch w ON w.kind = 'verification' AND w.subject = e.id;
CREATE INDEX verification_key_by_number ON verification_key (number, entry);
CREATE INDEX verification_key_by_trade ON verification_key (trade, entry);
CREATE INDEX verification_key_by_licensee ON verification_key (licensee, entry);
CREATE INDEX verification_key_by_status ON verification_key (status, entry);
CREATE INDEX verification_key_by_expires ON verification_key (expires, entry);
CREATE INDEX verification_key_by_checked ON verification_key (checked, entry);
CREATE INDEX verification_key_by_type ON verification_key (type, entry);
CREATE INDEX verification_key_by_vendor ON verification_key (vendor_id, entry);
CREATE TRIGGER verification_key_answered AFTER UPDATE OF status, expires_on, vendor_id ON verification BEGIN
  UPDATE verification_key SET
      status = COALESCE(NULLIF(lower(trim(NEW.status)), ''), char(65535)),
      expires = COALESCE(NEW.expires_on, char(65535)),
      vendor_id = COALESCE(NULLIF(lower(trim(NEW.vendor_id)), ''), char(65535))
    WHERE entry = NEW.entry;
END;
CREATE TRIGGER verification_key_checked AFTER UPDATE OF last_at ON watch
    WHEN NEW.kind = 'verification' AND NEW.last_at IS NOT OLD.last_at BEGIN
  UPDATE verification_key SET checked = COALESCE(NEW.last_at, 9007199254740991)
    WHERE entry = (SELECT seq FROM entry WHERE id = NEW.subject);
END;
