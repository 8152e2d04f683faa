-- When an id is asked for again by itself, wall time: one that waits after a problem, or one that the service did not know.
-- Null: in its turn, where it waits, and otherwise not by itself.
ALTER TABLE look_up_id ADD COLUMN next_at INTEGER;
-- Since when the service has had a problem with it, or has not known it.
ALTER TABLE look_up_id ADD COLUMN since INTEGER;
CREATE INDEX look_up_next ON look_up_id (next_at) WHERE next_at IS NOT NULL;
