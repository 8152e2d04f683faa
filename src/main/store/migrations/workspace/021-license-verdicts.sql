-- How many details of the latest result could be compared; null where none were found.
ALTER TABLE verification ADD COLUMN compared INTEGER;
-- When the latest result was read.
ALTER TABLE verification ADD COLUMN answered_at INTEGER;
-- One for all verifications of the same license (sameLicenseKey); null without a license number.
ALTER TABLE verification ADD COLUMN license_key TEXT;
ALTER TABLE import_row ADD COLUMN license_key TEXT;
-- What the verdict asks a person for (asksFor), and since when; null while no result was judged.
ALTER TABLE verification ADD COLUMN asks_for TEXT;
ALTER TABLE verification ADD COLUMN asks_since INTEGER NOT NULL DEFAULT 0;
-- The last day on which the verdict is the same without another answer; null where no day changes it.
ALTER TABLE verification ADD COLUMN holds_until TEXT;
-- Whether a correction, or a newer verification of the same license, counts instead. Kept by the triggers below.
ALTER TABLE verification ADD COLUMN replaced INTEGER NOT NULL DEFAULT 0 CHECK (replaced IN (0, 1));
CREATE INDEX verification_by_license ON verification (license_key) WHERE license_key IS NOT NULL;
CREATE INDEX verification_holds_until ON verification (holds_until) WHERE holds_until IS NOT NULL;
CREATE INDEX verification_replaced ON verification (entry) WHERE replaced = 1;

-- A verification that the service has given a number for counts before one that a person marked as sent; otherwise the newest.
CREATE VIEW verification_standing AS
SELECT v.entry AS entry,
  (e.state IN ('accepted', 'cancelled') AND EXISTS (
    SELECT 1 FROM entry c WHERE c.replaces = e.id AND (c.state <> 'cancelled'
      OR EXISTS (SELECT 1 FROM entry d WHERE d.replaces = c.id AND d.state <> 'cancelled'))))
  OR (e.state = 'accepted' AND EXISTS (
    SELECT 1 FROM verification o JOIN entry f ON f.seq = o.entry
    WHERE o.license_key = v.license_key AND f.state = 'accepted'
      AND (o.request_id IS NOT NULL, o.entry) > (v.request_id IS NOT NULL, v.entry))) AS replaced
FROM verification v JOIN entry e ON e.seq = v.entry;

CREATE TRIGGER verification_corrected AFTER INSERT ON entry
    WHEN NEW.kind = 'verification' AND NEW.replaces IS NOT NULL BEGIN
  UPDATE verification SET replaced = (SELECT s.replaced FROM verification_standing s WHERE s.entry = verification.entry)
    WHERE entry IN (SELECT seq FROM entry WHERE id = NEW.replaces
      UNION ALL SELECT seq FROM entry WHERE id = (SELECT replaces FROM entry WHERE id = NEW.replaces));
END;
CREATE TRIGGER verification_settled AFTER UPDATE OF state ON entry
    WHEN NEW.kind = 'verification' AND NEW.state <> OLD.state
      AND (NEW.state IN ('accepted', 'cancelled') OR OLD.state IN ('accepted', 'cancelled')) BEGIN
  UPDATE verification SET replaced = (SELECT s.replaced FROM verification_standing s WHERE s.entry = verification.entry)
    WHERE entry IN (SELECT NEW.seq
      UNION ALL SELECT seq FROM entry WHERE id = NEW.replaces
      UNION ALL SELECT seq FROM entry WHERE id = (SELECT replaces FROM entry WHERE id = NEW.replaces)
      UNION ALL SELECT o.entry FROM verification v JOIN verification o ON o.license_key = v.license_key
        WHERE v.entry = NEW.seq);
END;
CREATE TRIGGER verification_identified AFTER UPDATE OF request_id, license_key ON verification
    WHEN NEW.license_key IS NOT NULL BEGIN
  UPDATE verification SET replaced = (SELECT s.replaced FROM verification_standing s WHERE s.entry = verification.entry)
    WHERE license_key = NEW.license_key;
END;

UPDATE verification SET replaced = 1
  WHERE entry IN (SELECT e.seq FROM entry c JOIN entry e ON e.id = c.replaces
    WHERE c.kind = 'verification' AND c.state <> 'cancelled' AND e.state IN ('accepted', 'cancelled'));
INSERT INTO setting (name, value)
  SELECT 'results.to_sort', 'true' WHERE EXISTS (SELECT 1 FROM verification)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;
