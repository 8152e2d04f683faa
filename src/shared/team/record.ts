import { z } from 'zod';
import { filled } from '../base/foreign-text.ts';

/** What the table of a team takes at most; docs/team.sql has the same numbers as constraints. */
export const recordLimits = {
  memberLength: 80,
  subjectLength: 300,
  bodyBytes: 64 * 1024,
  counter: 1_000_000,
  version: 1000,
} as const;

/** PostgreSQL's text has no NUL, and UTF-8 no half of a surrogate pair. */
const storable = z.string().refine((text) => !text.includes('\0') && text.isWellFormed());

/** A hybrid logical clock without its seat, which the record names. Milliseconds since 1970, and a number within one of them. */
export const recordClock = z.object({
  wall: z.int().min(0),
  counter: z.int().min(0).max(recordLimits.counter),
});
export type RecordClock = z.infer<typeof recordClock>;

export const seatId = z.uuid();

export const memberName = storable
  .max(recordLimits.memberLength)
  .refine((name) => filled(name) !== null && name === name.trim());

/** One immutable act that a team shares. What `body` holds is its kind's matter. */
export const teamRecord = z.object({
  id: z.uuidv7(),
  seat: seatId,
  seq: z.int().min(1),
  clock: recordClock,
  member: memberName,
  kind: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  version: z.int().min(1).max(recordLimits.version),
  subject: storable.max(recordLimits.subjectLength),
  body: z.unknown().refine((body) => {
    const size = isNestedDeep(body, deepest) ? null : measureBody(body);
    return size !== null && size <= recordLimits.bodyBytes;
  }),
});
export type TeamRecord = z.infer<typeof teamRecord>;

/** SQLite reads no JSON that is nested deeper than 1,000 levels. */
const deepest = 100;

const isNestedDeep = (value: unknown, left: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((one) => isNestedDeep(one, left - 1)));

/** Bytes of a body as JSON; null for what JSON cannot say. */
function measureBody(body: unknown): number | null {
  try {
    const text: unknown = JSON.stringify(body);
    return typeof text === 'string' ? new TextEncoder().encode(text).length : null;
  } catch {
    return null;
  }
}

/** UUID v7 (RFC 9562): the time in milliseconds, then chance. Node has its own only from 24.16 on. */
export function createRecordId(now: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(now / 2 ** 32));
  view.setUint32(2, now % 2 ** 32);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export const compareTimes = (a: RecordClock, b: RecordClock): number =>
  a.wall - b.wall || a.counter - b.counter;

type Placed = Pick<TeamRecord, 'clock' | 'seat' | 'seq'>;

/** The order of all records: two seats can have the same time, and one seat for what was done before there was a log. */
export function compareClocks(a: Placed, b: Placed): number {
  return compareTimes(a.clock, b.clock) || Number(a.seat > b.seat) - Number(a.seat < b.seat) || a.seq - b.seq;
}
