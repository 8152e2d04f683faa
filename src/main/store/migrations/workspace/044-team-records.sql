-- What people did, as records that a team shares: this workspace's own and its colleagues'. A record never changes. `item` names
-- what it is about, such as one waiver. All records of an item, in the order of their clocks, decide what other tables hold of it.
CREATE TABLE team_record (
  id      TEXT PRIMARY KEY,
  seat    TEXT NOT NULL,
  seq     INTEGER NOT NULL,
  wall    INTEGER NOT NULL,
  counter INTEGER NOT NULL,
  member  TEXT NOT NULL,
  kind    TEXT NOT NULL,
  version INTEGER NOT NULL,
  subject TEXT NOT NULL,
  item    TEXT, -- None for a kind that only a newer Gangway knows.
  body    TEXT NOT NULL,
  UNIQUE (seat, seq)
) STRICT;
CREATE INDEX team_record_by_item ON team_record (item) WHERE item IS NOT NULL;
CREATE INDEX team_record_by_clock ON team_record (wall, counter);
