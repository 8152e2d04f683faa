-- The verdict on the latest result, without and with the planned looks being over (verdictCode); null while no result was judged.
ALTER TABLE verification ADD COLUMN verdict TEXT;
ALTER TABLE verification ADD COLUMN verdict_by_hand TEXT;

-- Where a verification stands, as its row's chip says (resultChip): what the list is sorted, narrowed and searched by.
CREATE VIEW verification_state AS
SELECT v.entry AS entry, CASE
  WHEN v.replaced = 1 THEN 'replaced'
  WHEN e.state <> 'accepted' THEN e.state
  WHEN e.marked_by_person = 1 THEN 'marked'
  WHEN v.attention = 1 AND d.choice IS NOT NULL THEN CASE d.choice WHEN 'ask_vendor' THEN 'vendor_asked' ELSE 'decided' END
  WHEN w.state = 'by_hand' THEN COALESCE(v.verdict_by_hand, 'by_hand')
  ELSE COALESCE(v.verdict, 'checking')
END AS state
FROM verification v CROSS JOIN entry e ON e.seq = v.entry
  LEFT JOIN watch w ON w.kind = 'verification' AND w.subject = e.id
  LEFT JOIN decision d ON d.id = (SELECT MAX(id) FROM decision
    WHERE kind = 'verification' AND subject = e.id AND undone_at IS NULL AND at >= v.asks_since);

ALTER TABLE verification_key ADD COLUMN state TEXT NOT NULL DEFAULT '';
UPDATE verification_key SET state = (SELECT s.state FROM verification_state s WHERE s.entry = verification_key.entry);
CREATE INDEX verification_key_by_state ON verification_key (state, entry);

CREATE TRIGGER verification_state_judged AFTER UPDATE OF verdict, verdict_by_hand, attention, asks_since, replaced
    ON verification BEGIN
  UPDATE verification_key SET state = (SELECT s.state FROM verification_state s WHERE s.entry = NEW.entry)
    WHERE entry = NEW.entry;
END;
CREATE TRIGGER verification_state_sent AFTER UPDATE OF state, marked_by_person ON entry
    WHEN NEW.kind = 'verification' AND (NEW.state, NEW.marked_by_person) <> (OLD.state, OLD.marked_by_person) BEGIN
  UPDATE verification_key SET state = (SELECT s.state FROM verification_state s WHERE s.entry = NEW.seq)
    WHERE entry = NEW.seq;
END;
CREATE TRIGGER verification_state_watched AFTER UPDATE OF state ON watch
    WHEN NEW.kind = 'verification' AND NEW.state <> OLD.state BEGIN
  UPDATE verification_key SET state = (SELECT s.state FROM verification_state s WHERE s.entry = verification_key.entry)
    WHERE entry = (SELECT seq FROM entry WHERE id = NEW.subject);
END;
CREATE TRIGGER verification_state_decided AFTER INSERT ON decision WHEN NEW.kind = 'verification' BEGIN
  UPDATE verification_key SET state = (SELECT s.state FROM verification_state s WHERE s.entry = verification_key.entry)
    WHERE entry = (SELECT seq FROM entry WHERE id = NEW.subject);
END;
CREATE TRIGGER verification_state_undone AFTER UPDATE OF undone_at ON decision WHEN NEW.kind = 'verification' BEGIN
  UPDATE verification_key SET state = (SELECT s.state FROM verification_state s WHERE s.entry = verification_key.entry)
    WHERE entry = (SELECT seq FROM entry WHERE id = NEW.subject);
END;

-- The verdicts on what is kept are made anew when the workspace is opened.
INSERT INTO setting (name, value)
  SELECT 'results.to_sort', 'true' WHERE EXISTS (SELECT 1 FROM verification)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;
