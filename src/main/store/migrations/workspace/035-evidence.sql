-- What speaks against a result or is not understood in it, and when a final result is checked again.

-- See verdictEvidence and documentEvidence in src/shared/evidence.ts, as JSON.
ALTER TABLE verification ADD COLUMN evidence TEXT;
ALTER TABLE document ADD COLUMN evidence TEXT;

-- When a result is checked again whose status word is final; null where it is not.
ALTER TABLE watch ADD COLUMN recheck_at INTEGER;
CREATE INDEX watch_recheck ON watch (recheck_at) WHERE state = 'settled' AND recheck_at IS NOT NULL;

DROP TRIGGER onboarding_verification_answered;
CREATE TRIGGER onboarding_verification_answered AFTER UPDATE OF status, is_verified, is_match, differing, expires_on,
    expiry_unclear, compared, answered_at, answered_id, evidence, replaced, vendor_id ON verification
    WHEN NEW.vendor_id IS NOT NULL BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
END;

-- Results from before say nothing of their evidence: they are summarized again.
INSERT INTO setting (name, value) SELECT 'results.to_sort', 'true' WHERE EXISTS (SELECT 1 FROM watch)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;
