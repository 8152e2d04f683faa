-- A checksum over where a workspace's requests and its token go (workspace/registry.ts).
ALTER TABLE workspace ADD COLUMN address_sum BLOB;
UPDATE workspace SET address_sum = checksum(id, base_url, practice);
