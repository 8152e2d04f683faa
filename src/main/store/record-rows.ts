import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { readAct, type Act } from '#shared/team/acts.ts';
import type { TeamRecord } from '#shared/team/record.ts';
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
// A record that was altered on the disk is pushed to nobody, and says what can be read of it.
const storedRecord = z
  .object(columns)
  .transform(({ wall, counter, ...rest }): TeamRecord => ({ ...rest, clock: { wall, counter } }));
/** With the vendor whose it is in effect. */
const ownedRecord = z
  .object({ ...columns, owner: z.string(), item: z.string().nullable() })
  .transform(({ wall, counter, ...rest }) => ({ ...rest, clock: { wall, counter } }));

/** An act with who did it, where and when, by the time of the log. Its subject is the vendor's ID where that is known by now. */
export type DatedAct = Act & { by: string | null } & Pick<TeamRecord, 'clock' | 'seat'>;

/** The member of a computer whose account has no name. */
export const nobody = 'Unnamed';

export const readMember = ({ member }: Pick<TeamRecord, 'member'>) => (member === nobody ? null : member);

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
