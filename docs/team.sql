-- The tables in which a team of Gangway shares its records. PostgreSQL 14 or newer, encoding UTF8.
--
-- Run it as the owner of the database, once, and again after each update of Gangway and after restoring a dump:
--   psql --single-transaction --set ON_ERROR_STOP=1 --file team.sql   (or: npm run team -- init)
-- It creates what is missing and changes nothing that is there. Then give each member an account of their own:
--   CREATE ROLE dana LOGIN PASSWORD '…' IN ROLE gangway_members;
-- Members can read all records and add their own. They cannot change or delete any, nor write under another account.

DO $$
BEGIN
  IF current_setting('server_version_num')::integer < 140000 THEN
    RAISE EXCEPTION 'Gangway needs PostgreSQL 14 or newer.';
  END IF;
  IF current_setting('server_encoding') <> 'UTF8' THEN
    RAISE EXCEPTION 'Gangway needs a database with the encoding UTF8.';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'gangway_members') THEN
    CREATE ROLE gangway_members NOLOGIN;
  END IF;
END $$;

-- Which team this is. Another database under the same address has another UUID, and Gangway stops sharing.
CREATE TABLE IF NOT EXISTS public.gangway_team (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  team uuid NOT NULL DEFAULT gen_random_uuid(),
  schema_version integer NOT NULL
);
INSERT INTO public.gangway_team (schema_version) VALUES (1) ON CONFLICT DO NOTHING;

CREATE TABLE IF NOT EXISTS public.gangway_team_record (
  id uuid PRIMARY KEY,
  -- A workspace on one computer, and its records in order.
  seat uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  -- Hybrid logical clock: milliseconds since 1970, and a number within one of them.
  wall bigint NOT NULL CHECK (wall >= 0),
  counter integer NOT NULL CHECK (counter BETWEEN 0 AND 1000000),
  -- The name that the person gave; their account is in "role".
  member text NOT NULL CHECK (char_length(member) BETWEEN 1 AND 80),
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9_]{0,39}$'),
  version integer NOT NULL CHECK (version BETWEEN 1 AND 1000),
  subject text NOT NULL CHECK (char_length(subject) <= 300),
  body json NOT NULL CHECK (octet_length(body::text) <= 65536),
  -- What follows is the server's word; members cannot set it.
  role text NOT NULL DEFAULT session_user,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT gangway_team_record_seat_seq UNIQUE (seat, seq),
  CONSTRAINT gangway_team_record_clock CHECK (wall <= extract(epoch FROM received_at) * 1000 + 300000)
);
CREATE INDEX IF NOT EXISTS gangway_team_record_order ON public.gangway_team_record (xid, id);

-- A seat belongs to the account that wrote its first record. The path keeps a member's own operators out of the comparison.
CREATE OR REPLACE FUNCTION public.gangway_team_check_seat() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (SELECT role FROM public.gangway_team_record WHERE seat = NEW.seat ORDER BY seq LIMIT 1) <> NEW.role THEN
    RAISE EXCEPTION 'This seat belongs to another account.' USING ERRCODE = 'GW001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER gangway_team_check_seat BEFORE INSERT ON public.gangway_team_record
  FOR EACH ROW EXECUTE FUNCTION public.gangway_team_check_seat();

-- Wakes the other members' computers.
CREATE OR REPLACE FUNCTION public.gangway_team_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gangway_team', '');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER gangway_team_notify AFTER INSERT ON public.gangway_team_record
  FOR EACH STATEMENT EXECUTE FUNCTION public.gangway_team_notify();

REVOKE ALL ON public.gangway_team, public.gangway_team_record FROM PUBLIC, gangway_members;
REVOKE ALL (id, seat, seq, wall, counter, member, kind, version, subject, body, role, xid, received_at)
  ON public.gangway_team_record FROM PUBLIC, gangway_members;
GRANT USAGE ON SCHEMA public TO gangway_members;
GRANT SELECT ON public.gangway_team, public.gangway_team_record TO gangway_members;
GRANT INSERT (id, seat, seq, wall, counter, member, kind, version, subject, body)
  ON public.gangway_team_record TO gangway_members;

-- A dump that was restored into another server carries that server's transaction numbers. Members then read all records again.
UPDATE public.gangway_team_record SET xid = pg_current_xact_id()
  WHERE (SELECT max.xid FROM public.gangway_team_record AS max ORDER BY max.xid DESC LIMIT 1)
    >= pg_snapshot_xmax(pg_current_snapshot());
