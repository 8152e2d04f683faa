import { z } from 'zod';
import { recordLimits } from '#shared/team/record.ts';

/** Every name is written with its schema, so that a table of the same name in a member's own cannot take its place. */
const table = 'public.gangway_team_record';

const text = z.string().nullable();
export const whole = z.string().regex(/^\d+$/).transform(Number);
/** Milliseconds as the server counts them, with a fraction. A row can also have the time "infinity". */
export const time = z
  .string()
  .transform((value) => Math.floor(Number(value)))
  .pipe(z.int());
export const yes = z.enum(['t', 'f']).transform((value) => value === 't');

export const selectVersion = `
  SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version`;

export const selectMeta =
  'SELECT team::text AS team, schema_version::text AS schema FROM public.gangway_team';

export const selectState = `
  SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS read_only,
    has_column_privilege('${table}', 'body', 'INSERT') AND has_table_privilege('${table}', 'SELECT') AS rights,
    (SELECT xid FROM ${table} ORDER BY xid DESC LIMIT 1) >= pg_snapshot_xmax(pg_current_snapshot()) AS foreign_xids`;

export const selectTime = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS time';

/**
 * One statement, so that a batch is one transaction in one exchange. Rows that are there as they are sent are passed over; any
 * other row with the same ID, or the same number of the seat, breaks a unique constraint and with it the whole batch.
 */
export const insertRows = `
  INSERT INTO ${table} (id, seat, seq, wall, counter, member, kind, version, subject, body)
  SELECT id, seat, seq, wall, counter, member, kind, version, subject, body
  FROM json_to_recordset($1::json) AS sent (id uuid, seat uuid, seq bigint, wall bigint, counter integer, member text,
    kind text, version integer, subject text, body json)
  WHERE NOT EXISTS (SELECT FROM ${table} AS taken
    WHERE taken.id = sent.id AND taken.seat = sent.seat AND taken.seq = sent.seq)
  ORDER BY seq`;

/** A row as the server sends it, all as text. No constraint of the table is relied on: its owner can drop them. */
export const rawRow = z.object({
  xid: z.string(),
  id: z.string(),
  seat: text,
  seq: text,
  wall: text,
  counter: text,
  member: text,
  kind: text,
  version: text,
  subject: text,
  body: text,
  body_bytes: text,
  role: text,
  first_role: text,
  received_at: text,
});
export type RawRow = z.infer<typeof rawRow>;

/** Without a row of the table where the cursor's own is gone, or nothing comes after it. */
export const pageRow = rawRow.extend({ known: yes, waiting: yes, xid: text, id: text });

/** Texts are cut and a body is left out where they are too large, so that no row can fill the memory. */
export const selectPage = `
  WITH start AS (
    SELECT $1::xid8 = '0' OR EXISTS (SELECT FROM ${table} WHERE xid = $1::xid8 AND id = $2::uuid
        AND ($4 = '' OR (extract(epoch FROM received_at) * 1000)::text = $4)) AS known,
      coalesce((SELECT xid FROM ${table} ORDER BY xid DESC LIMIT 1) >= pg_snapshot_xmin(pg_current_snapshot()), false)
        AS waiting
  )
  SELECT start.known, start.waiting, page.* FROM start LEFT JOIN LATERAL (
    SELECT xid, id, seat, seq, wall, counter, left(member, 200) AS member, left(kind, 100) AS kind, version,
      left(subject, 500) AS subject,
      CASE WHEN octet_length(body::text) <= ${recordLimits.bodyBytes} THEN body::text END AS body,
      octet_length(body::text) AS body_bytes, left(role, 100) AS role,
      (SELECT left(first.role, 100) FROM ${table} AS first
        WHERE first.seat = found.seat ORDER BY first.seq LIMIT 1) AS first_role,
      (extract(epoch FROM received_at) * 1000)::text AS received_at
    FROM ${table} AS found
    WHERE start.known AND (xid, id) > ($1::xid8, $2::uuid) AND xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY xid, id LIMIT $3::integer
  ) AS page ON true ORDER BY page.xid, page.id`;

export const countAfter = `
  SELECT count(*) AS count FROM ${table} WHERE (xid, id) > ($1::xid8, $2::uuid)`;

/** By the account too: a row that another wrote under this seat is not the seat's. */
export const selectHighest = `
  SELECT coalesce(max(seq), 0) AS seq FROM ${table} WHERE seat = $1::uuid AND role = session_user`;

/** Hops from seat to seat in the index instead of reading every record. */
export const selectMembers = `
  WITH RECURSIVE seats AS (
    (SELECT seat FROM ${table} ORDER BY seat LIMIT 1)
    UNION ALL
    SELECT (SELECT seat FROM ${table} WHERE seat > seats.seat ORDER BY seat LIMIT 1) FROM seats
    WHERE seats.seat IS NOT NULL
  )
  SELECT seats.seat, left(latest.member, 200) AS member, left(latest.role, 100) AS role, latest.seq AS last_seq,
    (extract(epoch FROM latest.received_at) * 1000)::text AS last_seen_at
  FROM seats CROSS JOIN LATERAL (
    SELECT member, role, seq, received_at FROM ${table} AS own WHERE own.seat = seats.seat ORDER BY seq DESC LIMIT 1
  ) AS latest ORDER BY latest.received_at DESC`;

/** A seat, with the name and the account of its last record. */
export const memberRow = z
  .object({ seat: z.string(), member: z.string(), role: z.string(), last_seq: whole, last_seen_at: time })
  .transform(({ last_seq: lastSeq, last_seen_at: lastSeenAt, ...row }) => ({ ...row, lastSeq, lastSeenAt }));

/** A row's place in the order in which rows are read, and when it came; '' where that is not known. */
interface Cursor {
  place: readonly [xid: string, id: string];
  receivedAt: string;
}

/** What comes before every row. */
const start: Cursor = { place: ['0', '00000000-0000-0000-0000-000000000000'], receivedAt: '' };

export function parseCursor(cursor: string | null): Cursor {
  const [, xid, id, receivedAt = ''] =
    /^(\d{1,19})\/([0-9a-f-]{36})(?:\/([\d.]+))?$/.exec(cursor ?? '') ?? [];
  return xid === undefined || id === undefined ? start : { place: [xid, id], receivedAt };
}

/** With the time, since a server that was put back to a copy may give a row that is pushed again its old number. */
export const toCursor = ({ xid, id, received_at: receivedAt }: RawRow): string =>
  `${xid}/${id}${/^[\d.]+$/.test(receivedAt ?? '') ? `/${receivedAt}` : ''}`;
