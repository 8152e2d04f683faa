-- SQLite took indexes that lead to what very many rows have in common: of all vendors that are not invited for each invite that
-- was enqueued, and of all that was accepted for each verification that was. A term with + is none to look up by.
DROP TRIGGER vendor_invited;
CREATE TRIGGER vendor_invited AFTER INSERT ON invite BEGIN
  UPDATE vendor SET invited = 1 WHERE vendor_id = NEW.vendor_id AND +invited = 0;
  UPDATE vendor SET invited = 1 WHERE email_key = NEW.email_key AND +invited = 0;
END;
DROP TRIGGER vendor_invited_by_answer;
CREATE TRIGGER vendor_invited_by_answer AFTER UPDATE OF vendor_id ON invite WHEN NEW.vendor_id IS NOT OLD.vendor_id BEGIN
  UPDATE vendor SET invited = 1 WHERE vendor_id = NEW.vendor_id AND +invited = 0;
END;

DROP VIEW verification_standing;
CREATE VIEW verification_standing AS
SELECT v.entry AS entry,
  (e.state IN ('accepted', 'cancelled') AND EXISTS (
    SELECT 1 FROM entry c WHERE c.replaces = e.id AND (c.state <> 'cancelled'
      OR EXISTS (SELECT 1 FROM entry d WHERE d.replaces = c.id AND d.state <> 'cancelled'))))
  OR (e.state = 'accepted' AND EXISTS (
    SELECT 1 FROM verification o JOIN entry f ON f.seq = o.entry
    WHERE o.license_key = v.license_key AND +f.state = 'accepted'
      AND (o.request_id IS NOT NULL, o.entry) > (v.request_id IS NOT NULL, v.entry))) AS replaced
FROM verification v JOIN entry e ON e.seq = v.entry;
