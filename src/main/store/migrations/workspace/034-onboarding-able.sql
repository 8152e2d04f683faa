-- Whether a vendor could work before, and what was said of an address that a known vendor turns out to have.

-- The rank that it had when it could work last, where it has or had another one since; null where it never could.
ALTER TABLE onboarding_standing RENAME COLUMN rank_before TO able_rank;
UPDATE onboarding_standing SET able_rank = NULL WHERE able_rank NOT IN (1, 3);

DROP TRIGGER onboarding_vendor_fetched_again;
CREATE TRIGGER onboarding_vendor_fetched_again AFTER UPDATE OF profile, fetched_at ON vendor BEGIN
  INSERT INTO onboarding_due VALUES (NEW.vendor_id) ON CONFLICT DO NOTHING;
  INSERT INTO onboarding_due SELECT subject FROM onboarding
    WHERE NEW.email_key IS NOT OLD.email_key AND subject IN ('@' || NEW.email_key, '@' || OLD.email_key) ON CONFLICT DO NOTHING;
  UPDATE waiver SET subject = NEW.vendor_id
    WHERE NEW.email_key IS NOT OLD.email_key AND subject = '@' || NEW.email_key;
  UPDATE attestation SET subject = NEW.vendor_id
    WHERE NEW.email_key IS NOT OLD.email_key AND subject = '@' || NEW.email_key;
END;
