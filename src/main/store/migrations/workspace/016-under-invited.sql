-- Whether an invite stands under Invited: it was sent, a person has not archived it, and the profile of the vendor that it
-- names is not kept here. Nothing is written for it at a hand-over: it begins when the invite was sent.
ALTER TABLE invite ADD COLUMN invited INTEGER NOT NULL DEFAULT 0 CHECK (invited IN (0, 1));
UPDATE invite SET invited = 1
  WHERE archived_at IS NULL AND entry IN (SELECT seq FROM entry WHERE state = 'accepted' AND kind = 'invite')
    AND NOT EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = invite.vendor_id);
CREATE INDEX invite_invited ON invite (entry) WHERE invited = 1;

CREATE TRIGGER invite_sent AFTER UPDATE OF state ON entry WHEN NEW.state = 'accepted' AND NEW.kind = 'invite' BEGIN
  UPDATE invite SET invited = archived_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = invite.vendor_id)
    WHERE entry = NEW.seq;
END;
CREATE TRIGGER invite_settled_by_answer AFTER UPDATE OF vendor_id ON invite
    WHEN NEW.invited = 1 AND NEW.vendor_id IS NOT OLD.vendor_id BEGIN
  UPDATE invite SET invited = 0
    WHERE entry = NEW.entry AND EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = NEW.vendor_id);
END;
CREATE TRIGGER invite_settled_by_profile AFTER INSERT ON vendor BEGIN
  UPDATE invite SET invited = 0 WHERE vendor_id = NEW.vendor_id AND +invited = 1;
END;
