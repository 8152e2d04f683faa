import { isAhead } from '#shared/team/clock.ts';
import type { KeptOutReason, KeptOutRow } from '#shared/team/connection.ts';
import { teamRecord, type TeamRecord } from '#shared/team/record.ts';
import { time, type RawRow } from './statements.ts';

/** A record with what the server adds: the account that wrote it, and when it arrived. */
export type PulledRecord = TeamRecord & { role: string; receivedAt: number };

export type ReadRow = { ok: true; record: PulledRecord } | { ok: false; keptOut: KeptOutRow };

/** A row as a record, or why it is none. All seats come to the same: nothing here depends on when or where it is read. */
export function readRow(row: RawRow): ReadRow {
  const keepOut = (reason: KeptOutReason): ReadRow => ({
    ok: false,
    keptOut: { reason, id: row.id, seat: row.seat ?? '', seq: row.seq ?? '', role: row.role ?? '' },
  });
  if (row.body === null) return keepOut(row.body_bytes === null ? 'wrong_form' : 'too_large');
  const body = parseJson(row.body);
  if (body === null) return keepOut('not_json');
  const read = teamRecord.safeParse({
    ...row,
    seq: toNumber(row.seq),
    clock: { wall: toNumber(row.wall), counter: toNumber(row.counter) },
    version: toNumber(row.version),
    body: body.value,
  });
  const receivedAt = time.safeParse(row.received_at);
  if (!read.success || row.role === null || !receivedAt.success) return keepOut('wrong_form');
  if (isAhead(read.data.clock, receivedAt.data)) return keepOut('clock_ahead');
  // A seat belongs to the account that wrote its first record.
  if (row.role !== row.first_role) return keepOut('foreign_seat');
  return { ok: true, record: { ...read.data, role: row.role, receivedAt: receivedAt.data } };
}

const toNumber = (value: string | null): number => (value === null ? Number.NaN : Number(value));

function parseJson(value: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(value) };
  } catch {
    return null;
  }
}
