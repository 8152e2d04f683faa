import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { readAct, type Act } from '#shared/team/acts.ts';
import type { RecordClock, TeamRecord } from '#shared/team/record.ts';
import { createQueries, storedJson } from './query.ts';

const columns = {
  id: z.string(),
  seat: z.string(),
  seq: z.number(),
  wall: z.number(),
  counter: z.number(),
  member: z.string(),
  kind: z.string(),
  version: z.number(),
  subject: z.string(),
  body: storedJson(z.unknown(), null),
};
/** Puts the two columns of a clock together. */
export const withClock = <Row extends RecordClock>({ wall, counter, ...row }: Row) => ({
  ...row,
  clock: { wall, counter },
});

// A record that was altered on the disk is pushed to nobody, and says what can be read of it.
const storedRecord = z.object(columns).transform((row): TeamRecord => withClock(row));
/** With the vendor whose it is in effect. */
const ownedRecord = z
  .object({ ...columns, owner: z.string(), item: z.string().nullable() })
  .transform((row) => withClock(row));

/** An act with who did it, where and when, by the time of the log. Its subject is the vendor's ID where that is known by now. */
export type DatedAct = Act & { by: string | null } & Pick<TeamRecord, 'clock' | 'seat'>;

/** The member of a computer whose account has no name. */
export const nobody = 'Unnamed';

/** Who wrote a record; null for a computer whose account has no name. */
export const readMember = ({ member }: Pick<TeamRecord, 'member'>) => (member === nobody ? null : member);

/** A record's act, about the vendor that owns it; none where only a newer Gangway reads the record. */
export const readDated = (record: z.infer<typeof ownedRecord>): DatedAct[] => {
  const act = readAct(record);
  const by = readMember(record);
  return act === null ? [] : [{ ...act, subject: record.owner, by, clock: record.clock, seat: record.seat }];
};

/** Prepares queries of the log's records. */
export function createRecordQueries(db: Database) {
  const { prepareQuery } = createQueries(db);
  const names = Object.keys(columns).join(', ');
  return {
    selectRecords: (where: string) =>
      prepareQuery(`SELECT ${names} FROM team_record WHERE ${where}`, storedRecord),
    selectOwned: (where: string) =>
      prepareQuery(
        `SELECT ${names}, item, COALESCE(owner, subject) AS owner FROM team_record WHERE ${where}`,
        ownedRecord,
      ),
  };
}
