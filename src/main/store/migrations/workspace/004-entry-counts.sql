-- How many entries are in each state. It is asked for several times a second while entries go out, and counting a hundred
-- thousand rows each time would hold everything else up.
CREATE TABLE entry_count (
  kind   TEXT NOT NULL,
  state  TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (kind, state)
) STRICT, WITHOUT ROWID;

INSERT INTO entry_count (kind, state, number) SELECT kind, state, COUNT(*) FROM entry GROUP BY kind, state;

CREATE TRIGGER entry_counted_in AFTER INSERT ON entry BEGIN
  INSERT INTO entry_count (kind, state, number) VALUES (NEW.kind, NEW.state, 1)
    ON CONFLICT (kind, state) DO UPDATE SET number = number + 1;
END;

CREATE TRIGGER entry_counted_on AFTER UPDATE OF state ON entry WHEN OLD.state <> NEW.state BEGIN
  UPDATE entry_count SET number = number - 1 WHERE kind = OLD.kind AND state = OLD.state;
  INSERT INTO entry_count (kind, state, number) VALUES (NEW.kind, NEW.state, 1)
    ON CONFLICT (kind, state) DO UPDATE SET number = number + 1;
END;

CREATE TRIGGER entry_counted_out AFTER DELETE ON entry BEGIN
  UPDATE entry_count SET number = number - 1 WHERE kind = OLD.kind AND state = OLD.state;
END;
