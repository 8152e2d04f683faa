CREATE TABLE setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE workspace (
  id             TEXT PRIMARY KEY,
  name           TEXT NOT NULL,
  base_url       TEXT NOT NULL,
  practice       INTEGER NOT NULL CHECK (practice IN (0, 1)),
  created_at     INTEGER NOT NULL,
  last_opened_at INTEGER,
  -- A checksum over where the workspace's requests and its token go (workspace/registry.ts).
  address_sum    BLOB
) STRICT, WITHOUT ROWID;
