import { randomUUID } from 'node:crypto';
import { createRecordId, type TeamRecord } from '#shared/team/record.ts';

/** A record of a seat of its own, with the parts that are given. */
export function createRecord(part: Partial<TeamRecord>): TeamRecord {
  const now = Date.now();
  return {
    id: createRecordId(now),
    seat: randomUUID(),
    seq: 1,
    clock: { wall: now, counter: 0 },
    member: 'Dana',
    kind: 'note_added',
    version: 1,
    subject: 'VEN-1042',
    body: { text: 'Called them.' },
    ...part,
  };
}

/** Records of one seat in a row. */
export const createRecords = (seat: string, first: number, count: number): TeamRecord[] =>
  Array.from({ length: count }, (_, at) => createRecord({ seat, seq: first + at }));
