-- Documents are ready to be judged by another rule than before, so those that are kept are sorted anew at the next start.
INSERT INTO setting (name, value)
  SELECT 'results.to_sort', 'true' WHERE EXISTS (SELECT 1 FROM document)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;
