-- The ID of another licence check that the latest answer carries; null where it carries none or that of this check.
ALTER TABLE verification ADD COLUMN answered_id TEXT;

-- Results are judged in another way than before, so those that are kept are sorted anew at the next start.
INSERT INTO setting (name, value)
  SELECT 'results.to_sort', 'true' WHERE EXISTS (SELECT 1 FROM verification WHERE request_id IS NOT NULL)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;
