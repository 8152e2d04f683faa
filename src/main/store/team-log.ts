import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { filled } from '#shared/base/foreign-text.ts';
import { actKinds, actVersion, readAct, toItem, type Act } from '#shared/team/acts.ts';
import { correctClocks, createClock, isOff, maxAheadMs } from '#shared/team/clock.ts';
import {
  compareClocks,
  compareTimes,
  createRecordId,
  recordLimits,
  teamRecord,
  type RecordClock,
  type TeamRecord,
} from '#shared/team/record.ts';
import { createActOwners } from './act-owners.ts';
import { createQueries } from './query.ts';
import { createRecordQueries, nobody, readDated, readMember, type DatedAct } from './record-rows.ts';
import type { SettingStore } from './settings.ts';

const seatSetting = 'team_seat';
/** The seats that this workspace had before. */
const formerSeatsSetting = 'team.former_seats';
const kindsSetting = 'team.kinds';

/** An act that was pulled just now. `isNew`: this workspace did not have its record. */
export type TakenAct = DatedAct & Pick<TeamRecord, 'seq'> & { isNew: boolean };

/**
 * The log of what people did, here and on the computers of their team. A workspace without a team keeps it too, so that joining
 * one later shares what was done before.
 */
export function createTeamLog(
  db: Database,
  stored: SettingStore,
  { wall, person }: { wall: () => number; person: () => string | null },
) {
  const { prepareQuery, prepareNumber } = createQueries(db);
  const { selectRecords, selectOwned } = createRecordQueries(db);
  const insert = db.prepare(
    `INSERT INTO team_record (id, seat, seq, wall, counter, member, kind, version, subject, owner, item, body, is_dated)
     VALUES (@id, @seat, @seq, @wall, @counter, @member, @kind, @version, @subject, @owner, @item, @body, @isDated)
     ON CONFLICT DO NOTHING`,
  );
  // In another team the numbers go on where those of the one before ended: what a person knew then includes nothing of it.
  const noteArrival = db.prepare(
    `UPDATE team_record SET is_dated = 1,
       arrival = COALESCE((SELECT MAX(arrival) FROM team_record WHERE arrival IS NOT NULL), (SELECT MAX(arrival) FROM colleague_invite), 0) + 1
     WHERE id = ? AND arrival IS NULL`,
  );
  const noteShared = db.prepare(
    'UPDATE team_record SET is_dated = 1 WHERE seat = @seat AND seq > @after AND seq <= @last AND is_dated = 0',
  );
  const forgetArrivals = db.prepare('UPDATE team_record SET arrival = NULL WHERE arrival IS NOT NULL');
  const ofNewer = selectRecords('item IS NULL AND kind IN (SELECT value FROM json_each(?))');
  const highest = prepareNumber('SELECT COALESCE(MAX(seq), 0) FROM team_record WHERE seat = ?');
  // Hops from seat to seat in the index instead of reading every record.
  const members = prepareQuery(
    `WITH RECURSIVE seats (seat) AS (SELECT MIN(seat) FROM team_record
       UNION ALL SELECT (SELECT MIN(seat) FROM team_record r WHERE r.seat > seats.seat) FROM seats WHERE seat IS NOT NULL)
     SELECT DISTINCT r.member FROM seats JOIN team_record r ON r.seat = seats.seat
     WHERE r.seq = (SELECT MAX(seq) FROM team_record WHERE seat = seats.seat) LIMIT 200`,
    teamRecord.pick({ member: true }),
  );
  const latest = prepareQuery(
    'SELECT wall, counter FROM team_record WHERE wall <= ? ORDER BY wall DESC, counter DESC LIMIT 1',
    teamRecord.shape.clock,
  );
  const ofItem = selectOwned('item = ?');
  const countSame = prepareNumber(
    `SELECT EXISTS (SELECT 1 FROM team_record WHERE item = @item AND kind = @kind AND (@id IS NULL OR body ->> 'id' = @id))`,
  );
  const ofItemAfter = prepareNumber(
    `SELECT COUNT(*) FROM team_record WHERE item = @item AND ((wall, counter, seat, seq) > (@wall, @counter, @seat, @seq)
       OR kind = 'note_removed' AND body ->> 'id' IN (SELECT value FROM json_each(@ids)))`,
  );
  const ofSeat = selectRecords('seat = ? AND seq > ? ORDER BY seq LIMIT ? + 0');
  const undated = selectOwned('seat = @seat AND seq > @after AND is_dated = 0 ORDER BY seq');
  const ofSeatAt = selectRecords('seat = ? AND seq = ?');
  const latestOfSeat = prepareQuery(
    `SELECT wall, counter FROM team_record WHERE seat = @seat AND seq <= @after AND wall <= @until
     ORDER BY wall DESC, counter DESC LIMIT 1`,
    teamRecord.shape.clock,
  );
  const setClock = db.prepare('UPDATE team_record SET wall = @wall, counter = @counter WHERE id = @id');
  const moveToSeat = db.prepare(
    'UPDATE team_record SET seat = @next WHERE seat = @own AND (arrival IS NULL OR seq > @after)',
  );
  const setAside = db.prepare(
    'UPDATE team_record SET seat = @aside WHERE seat = @seat AND seq = @seq AND arrival IS NULL',
  );
  const ofId = selectOwned('id = ?');
  const adopt = db.prepare(
    `UPDATE OR IGNORE team_record SET seat = @seat, seq = @seq, wall = @wall, counter = @counter, member = @member, kind = @kind,
       version = @version, subject = @subject, body = @body, owner = @owner, item = @item WHERE id = @id`,
  );
  const owners = createActOwners(db);
  let clock = createClock({ wall, last: latest.get(Number.MAX_SAFE_INTEGER) });

  /** The UUID of this workspace on this computer. */
  const seat = (): string => stored.read(seatSetting, z.uuid()) ?? makeSeat();

  const readFormer = (): string[] => stored.read(formerSeatsSetting, z.array(z.uuid())) ?? [];

  function makeSeat(): string {
    const made = randomUUID();
    const before = stored.read(seatSetting, z.uuid());
    if (before !== null) stored.write(formerSeatsSetting, [...readFormer(), before]);
    stored.write(seatSetting, made);
    return made;
  }

  /**
   * Moves records that the team's server does not have to a new seat: another account owns this seat, or another computer continues a
   * copy of this workspace. A record that the server has after all returns to its seat when it is pulled.
   * @param last the last number under which the server has the same record as this workspace
   */
  function leaveSeat(last: number = Number.MAX_SAFE_INTEGER): void {
    const own = seat();
    moveToSeat.run({ own, next: makeSeat(), after: last });
  }

  function write({ clock: at, body, ...record }: TeamRecord, isDated: boolean): Act | null {
    const act = readAct({ ...record, body });
    const placed = act === null ? { act, owner: null, item: null } : owners.place(act, at);
    const { owner, item } = placed;
    const row = { ...record, ...at, owner, item, body: JSON.stringify(body), isDated: isDated ? 1 : 0 };
    if (insert.run(row).changes === 0) return null;
    if (act !== null) owners.placeEarlier(act);
    return placed.act;
  }

  /**
   * Takes the team's version of a record that a copy of this workspace shared. Returns the new act and the former one, where they
   * differ.
   */
  function adoptRecord(record: TeamRecord): Act[] {
    const { clock: at, body, ...row } = record;
    const { id, seat: by, seq, subject } = row;
    const before = ofId.get(id);
    if (before === null) return [];
    const isSame =
      compareTimes(before.clock, at) === 0 &&
      before.subject === subject &&
      isDeepStrictEqual(before.body, body);
    if (isSame && before.seat === by && before.seq === seq) return [];
    const act = readAct(record);
    if (act === null) return [];
    const { act: placed, owner, item } = owners.place(act, at);
    adopt.run({ ...row, ...at, body: JSON.stringify(body), owner, item });
    if (isSame) return [];
    owners.moveMade(act, before.owner, placed.subject);
    return [placed, ...readDated(before)];
  }

  /** Writes a pulled record, also where a record of a team that this workspace left has its number. */
  function writePulled(record: TeamRecord): Act | null {
    const act = write(record, true);
    if (act !== null || ofId.get(record.id) !== null) return act;
    setAside.run({ seat: record.seat, seq: record.seq, aside: randomUUID() });
    return write(record, true);
  }

  /** PostgreSQL's text has no NUL, and UTF-8 no half of a surrogate pair. */
  const toStorable = (body: unknown): unknown =>
    JSON.parse(
      JSON.stringify(body, (_name, value: unknown) =>
        typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
      ),
    );

  return {
    seat,
    /** See {@link createClock}. */
    time: (): number => clock.time(),
    /** All seats that are or were this workspace's. */
    ownSeats: (): string[] => [seat(), ...readFormer()],
    /** Moves what is not shared yet to a new seat. */
    leaveUnshared: (): void => leaveSeat(),
    /** See {@link createActOwners}. */
    resolve: owners.resolve,
    nameVendors: () => owners.nameVendors(),
    hasDue: owners.hasDue,
    takeDue: () => owners.takeDue(),
    /**
     * Writes down an act of this computer's person; within the transaction of its effect.
     * @param earlier when it was done, and by whom where that was not this person, if it was before there was a log or a team
     */
    append(act: Act, earlier?: Pick<DatedAct, 'clock'> & Partial<Pick<DatedAct, 'by'>>): DatedAct {
      const own = seat();
      const now = earlier?.clock ?? clock.tick();
      const name =
        (earlier?.by === undefined ? person() : earlier.by)
          ?.trim()
          .slice(0, recordLimits.memberLength)
          .trim() ?? '';
      // Others keep out a record whose name shows nothing.
      const by = filled(name);
      const record = {
        ...act,
        body: toStorable(act.body),
        id: createRecordId(now.wall),
        seat: own,
        seq: highest.one(own) + 1,
        clock: now,
        member: by ?? nobody,
        version: actVersion,
      };
      const written = write(record, earlier !== undefined);
      // What cannot be read again would have no effect on any seat.
      if (written === null) throw new Error(`An act of the kind ${act.kind} is not as the log reads it.`);
      return { ...written, by, clock: now, seat: own };
    },
    /**
     * Writes down a record of the team. Returns its act; none where it is known, or says what only a newer Gangway knows.
     * One with a number of this seat and another ID was written by a copy of this workspace, which keeps the seat.
     */
    take(record: TeamRecord, receivedAt: number): TakenAct[] {
      if (!clock.receive(record.clock, receivedAt)) return [];
      if (record.seat === seat()) {
        const own = ofSeatAt.get(record.seat, record.seq);
        if (own !== null && own.id !== record.id) leaveSeat(record.seq - 1);
      }
      const act = writePulled(record);
      const acts = act === null ? adoptRecord(record) : [act];
      noteArrival.run(record.id);
      const { seat: by, seq, clock: at } = record;
      const taken = { by: readMember(record), clock: at, seat: by, seq, isNew: act !== null };
      return acts.map((one) => ({ ...one, ...taken }));
    },
    /** The team has this seat's records after a number, up to another one. */
    noteShared: (after: number, last: number): void => void noteShared.run({ seat: seat(), after, last }),
    /** Another team's server has what this one had in another order, or not at all. */
    forgetArrivals: (): void => void forgetArrivals.run(),
    /** After an update: acts whose kinds only a newer Gangway knew when they arrived. */
    readAgain(): Act[] {
      if (isDeepStrictEqual(stored.read(kindsSetting, z.array(z.string())), actKinds)) return [];
      stored.write(kindsSetting, actKinds);
      return ofNewer.all(JSON.stringify(actKinds)).flatMap((record) => {
        const act = readAct(record);
        if (act === null) return [];
        return [owners.placeAgain(record.id, act, record.clock)];
      });
    },
    /**
     * Learns the server's time, and corrects the clocks of own records after a number, which were not shared yet.
     * @returns their acts, to be settled again
     */
    setServerTime(serverTime: number, after: number): Act[] {
      const ahead = latest.get(Number.MAX_SAFE_INTEGER)?.wall ?? 0;
      const until = serverTime + maxAheadMs;
      const own = { seat: seat(), after };
      const pending = isOff(ahead, wall(), serverTime) ? undated.all(own) : [];
      const known = { computerTime: wall(), serverTime, after: latestOfSeat.get({ ...own, until }) };
      const corrected = correctClocks(
        pending.map((record) => record.clock),
        known,
      );
      const changed = pending.filter((record, at) => {
        const now = corrected[at];
        if (now === undefined || compareTimes(record.clock, now) === 0) return false;
        setClock.run({ id: record.id, ...now });
        return true;
      });
      clock = createClock({ wall, last: latest.get(until) });
      clock.setServerTime(serverTime);
      return changed.flatMap(readDated);
    },
    /** Whether it has an act of this kind about the same as one of a time; where it has an ID, with the same ID. */
    has(act: Act, at: RecordClock): boolean {
      const id = 'id' in act.body ? act.body.id : null;
      return countSame.one({ item: owners.place(act, at).item, kind: act.kind, id }) > 0;
    },
    /** All acts about what an act is about, in the order of their clocks; also those from before its vendor had an ID. */
    acts: (about: Act): DatedAct[] => ofItem.all(toItem(about)).toSorted(compareClocks).flatMap(readDated),
    /**
     * The pulled acts about a vendor's notes in the order of their clocks, where they come after all others about them; null
     * where an earlier one is still to be reckoned with.
     */
    readLatest(taken: readonly TakenAct[]): DatedAct[] | null {
      // A removed note counts for nothing, wherever it is in their order.
      if (taken.some(({ kind, isNew }) => kind === 'note_removed' || !isNew)) return null;
      const acts = taken.toSorted(compareClocks);
      const [first] = acts;
      if (first === undefined) return [];
      const { clock: at, seat: own, seq } = first;
      const ids = acts.flatMap(({ body }) => ('id' in body ? body.id : []));
      const others = { item: toItem(first), ids: JSON.stringify(ids), ...at, seat: own, seq };
      return ofItemAfter.one(others) === acts.length - 1 ? acts : null;
    },
    /** The names under which people wrote last, one for each computer of the team. */
    members: (): string[] => members.all().map(({ member }) => member),
    /** How many own records come after a number. */
    countOwn: (after: number): number => highest.one(seat()) - after,
    /** This workspace's own records after a number, in their order. */
    own: (after: number, limit: number): TeamRecord[] => ofSeat.all(seat(), after, limit),
  };
}

export type TeamLog = ReturnType<typeof createTeamLog>;
