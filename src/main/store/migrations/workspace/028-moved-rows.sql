-- How many rows of a list are entries by now, so that what was queued can be counted without counting entries.
ALTER TABLE import_batch ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
UPDATE import_batch AS b SET moved = (SELECT COUNT(*) FROM invite i WHERE i.import_batch = b.number)
  + (SELECT COUNT(*) FROM verification v WHERE v.import_batch = b.number);
