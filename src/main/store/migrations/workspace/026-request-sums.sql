-- A checksum over what is sent of an entry (store/checksum.ts), written when it is enqueued. What differs from it when it
-- is to be sent was altered on the disk, and is held.
ALTER TABLE entry ADD COLUMN request_sum BLOB;
ALTER TABLE import_row ADD COLUMN request_sum BLOB;
UPDATE entry SET request_sum = checksum(id, kind, idempotency_key, body);
UPDATE import_row SET request_sum =
  checksum(id, (SELECT kind FROM import_batch WHERE number = batch), idempotency_key, body);
