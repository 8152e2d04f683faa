import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { filled } from '#shared/base/foreign-text.ts';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
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
import { createAddressOwners } from './address-owners.ts';
import { createQueries, storedJson } from './query.ts';
import type { SettingStore } from './settings.ts';

const seatSetting = 'team_seat';
/** The seats that this workspace had before. */
const formerSeatsSetting = 'team.former_seats';
const kindsSetting = 'team.kinds';

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

/** An act with who did it and when, by the time of the log. Its subject is the vendor's ID where that is known by now. */
export type DatedAct = Act & { by: string | null; clock: TeamRecord['clock'] };

/** An act that was pulled just now. */
export type TakenAct = DatedAct & Pick<TeamRecord, 'seat' | 'seq'>;

/** Kinds of acts that make a thing with an ID, and of acts that are done to one. */
const making = ['note', 'waiver', 'attestation'] as const;
const doneToIt = ['note_removed', 'follow_up', 'exception_ended'] as const;
type OfKind<Kind> = Extract<Act, { kind: Kind }>;
const isMaking = (act: Act): act is OfKind<(typeof making)[number]> =>
  making.some((kind) => kind === act.kind);
const isDoneToIt = (act: Act): act is OfKind<(typeof doneToIt)[number]> =>
  doneToIt.some((kind) => kind === act.kind);

/** The member of a computer whose account has no name. */
const nobody = 'Unnamed';

/**
 * The log of what people did, here and on the computers of their team. A workspace without a team keeps it too, so that joining
 * one later shares what was done before.
 */
export function createTeamLog(
  db: Database,
  stored: SettingStore,
  { wall, person }: { wall: () => number; person: () => string | null },
) {
  const { prepareQuery, prepareNumber, prepareText } = createQueries(db);
  const selectRecords = (rest: string) =>
    prepareQuery(`SELECT ${Object.keys(columns).join(', ')} FROM team_record WHERE ${rest}`, storedRecord);
  const selectOwned = (rest: string) =>
    prepareQuery(
      `SELECT ${Object.keys(columns).join(', ')}, item, COALESCE(owner, subject) AS owner FROM team_record WHERE ${rest}`,
      ownedRecord,
    );
  const insert = db.prepare(
    `INSERT INTO team_record (id, seat, seq, wall, counter, member, kind, version, subject, owner, item, body, is_dated)
     VALUES (@id, @seat, @seq, @wall, @counter, @member, @kind, @version, @subject, @owner, @item, @body, @isDated)
     ON CONFLICT DO NOTHING`,
  );
  const noteArrival = db.prepare(
    `UPDATE team_record SET is_dated = 1,
       arrival = (SELECT COALESCE(MAX(arrival), 0) + 1 FROM team_record WHERE arrival IS NOT NULL)
     WHERE id = ? AND arrival IS NULL`,
  );
  const noteShared = db.prepare(
    'UPDATE team_record SET is_dated = 1 WHERE seat = @seat AND seq > @after AND seq <= @last AND is_dated = 0',
  );
  const forgetArrivals = db.prepare('UPDATE team_record SET arrival = NULL WHERE arrival IS NOT NULL');
  const ofNewer = selectRecords('item IS NULL AND kind IN (SELECT value FROM json_each(?))');
  const setItem = db.prepare('UPDATE team_record SET owner = @owner, item = @item WHERE id = @id');
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
  const oneOfEachItem = selectOwned('item IS NOT NULL AND subject = ? GROUP BY item');
  const ofAddress = selectOwned('item IS NOT NULL AND subject = ?');
  const forAddress = selectOwned("body ->> 'vendor' LIKE '@%' AND body ->> 'vendor' = ?");
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
    'UPDATE team_record SET seat = @next, seq = seq - @after WHERE seat = @own AND seq > @after',
  );
  const moveUnshared = db.prepare(
    'UPDATE team_record SET seat = @next WHERE seat = @own AND arrival IS NULL',
  );
  // It was written here and by a copy of this workspace, which shared it under another seat.
  const adoptSeat = db.prepare(
    `UPDATE OR IGNORE team_record SET seat = @seat, seq = @seq WHERE id = @id AND (seat, seq) IS NOT (@seat, @seq)`,
  );
  const nameSubject = db.prepare(
    'UPDATE team_record SET subject = owner, owner = NULL WHERE owner IS NOT NULL AND is_dated = 0',
  );
  const nameVendor = db.prepare(
    `UPDATE team_record SET body = json_set(body, '$.vendor', COALESCE(
       (SELECT b.subject FROM subject_alias b WHERE b.address = a.subject), a.subject)) FROM subject_alias a
     WHERE body ->> 'vendor' LIKE '@%' AND a.address = body ->> 'vendor' AND is_dated = 0`,
  );
  const forgetAliases = db.prepare("DELETE FROM subject_alias WHERE subject NOT LIKE '@%'");
  // As the indexes team_record_done and team_record_made have it.
  const doneTo = selectOwned(
    "kind IN ('note_removed', 'follow_up', 'exception_ended') AND body ->> 'id' = ?",
  );
  const maker = prepareQuery(
    `SELECT subject, COALESCE(owner, subject) AS owner, wall, counter FROM team_record
     WHERE subject LIKE '@%' AND kind IN ('note', 'waiver', 'attestation') AND +item IS NOT NULL AND body ->> 'id' = ?
     ORDER BY wall, counter, seat, seq LIMIT 1`,
    z.object({ subject: z.string(), owner: z.string(), ...teamRecord.shape.clock.shape }),
  );
  const moveSubject = db.prepare('INSERT INTO subject_move VALUES (?, ?)');
  const moveRecord = db.prepare('INSERT INTO record_move VALUES (?, ?, ?)');
  const owners = createAddressOwners(db);
  const selectDue = prepareText('SELECT subject FROM team_due');
  const deleteDue = db.prepare('DELETE FROM team_due');
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

  /** Another computer goes on with a copy of this workspace: what was done here from a record on belongs to a new seat. */
  function leaveSeat({ seq }: TeamRecord): void {
    const own = seat();
    moveToSeat.run({ own, next: makeSeat(), after: seq - 1 });
  }

  /** Whose an act is in effect, and what it is about. What is done to a note or a waiver is done to the vendor that has it. */
  function place(act: Act, at: RecordClock) {
    const made = isDoneToIt(act) ? maker.get(act.body.id) : null;
    const found = owners.find(made?.subject ?? act.subject, made ?? at);
    const isKept = made !== null && !found.isByLog && !isAddress(made.owner);
    const { vendor, isByLog } = isKept ? { vendor: made.owner, isByLog: false } : found;
    const placed = { ...act, subject: vendor };
    return { act: placed, owner: vendor === act.subject ? null : vendor, item: toItem(placed), isByLog };
  }

  /** What was done to a note or a waiver may have come before it. */
  function placeAll(id: string): void {
    for (const record of doneTo.all(id)) {
      const act = readAct(record);
      if (act === null) continue;
      const { owner, item } = place(act, record.clock);
      if (item !== record.item) setItem.run({ id: record.id, owner, item });
    }
  }

  function write({ clock: at, body, ...record }: TeamRecord, isDated: boolean): Act | null {
    const act = readAct({ ...record, body });
    const placed = act === null ? { act, owner: null, item: null } : place(act, at);
    const { owner, item } = placed;
    const row = { ...record, ...at, owner, item, body: JSON.stringify(body), isDated: isDated ? 1 : 0 };
    if (insert.run(row).changes === 0) return null;
    if (act !== null && isMaking(act) && isAddress(act.subject)) placeAll(act.body.id);
    return placed.act;
  }

  /** What the team's server does not have belongs to a new seat, since this one's is another account's or a copy's. */
  function leaveUnshared(): void {
    const own = seat();
    moveUnshared.run({ own, next: makeSeat() });
  }

  /** PostgreSQL's text has no NUL, and UTF-8 no half of a surrogate pair. */
  const toStorable = (body: unknown): unknown =>
    JSON.parse(
      JSON.stringify(body, (_name, value: unknown) =>
        typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
      ),
    );

  const readMember = ({ member }: TeamRecord) => (member === nobody ? null : member);

  const readDated = (record: z.infer<typeof ownedRecord>): DatedAct[] => {
    const act = readAct(record);
    const by = readMember(record);
    return act === null ? [] : [{ ...act, subject: record.owner, by, clock: record.clock }];
  };

  /**
   * Gives the acts about an address to its owner. One that has an owner keeps it, unless the log names another. Returns one about
   * each thing that is to be settled, also with those who had it before.
   */
  function giveToOwner(address: string): Act[] {
    const all = owners.list(address);
    const given = ofAddress.all(address).flatMap((record) => {
      const act = readAct(record);
      if (act === null) return [];
      const { act: placed, owner, item, isByLog } = place(act, record.clock);
      if (!isByLog && !isAddress(record.owner)) return [];
      setItem.run({ id: record.id, owner, item });
      if (!isByLog) return [placed];
      if (isMaking(act)) {
        placeAll(act.body.id);
        for (const one of all) moveRecord.run(act.body.id, one, placed.subject);
      }
      return all.map((subject) => ({ ...act, subject }));
    });
    return [...given, ...forAddress.all(address).flatMap(readDated)];
  }

  return {
    seat,
    /** See {@link createClock}. */
    time: (): number => clock.time(),
    /** All seats that are or were this workspace's. */
    ownSeats: (): string[] => [seat(), ...readFormer()],
    leaveUnshared,
    /** See {@link createAddressOwners}. */
    resolve: owners.resolve,
    /**
     * Writes down an act of this computer's person; within the transaction of its effect.
     * @param earlier who did it and when, where that was before there was a log
     */
    append(act: Act, earlier?: Pick<DatedAct, 'by' | 'clock'>): DatedAct {
      const own = seat();
      const now = earlier?.clock ?? clock.tick();
      const name =
        (earlier === undefined ? person() : earlier.by)?.trim().slice(0, recordLimits.memberLength).trim() ??
        '';
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
      return { ...written, by, clock: now };
    },
    /**
     * Writes down a record of the team. Returns its act; null where it is known, or says what only a newer Gangway knows.
     * One with a number of this seat and another ID was written by a copy of this workspace, which keeps the seat.
     */
    take(record: TeamRecord, receivedAt: number): TakenAct | null {
      if (!clock.receive(record.clock, receivedAt)) return null;
      if (record.seat === seat()) {
        const own = ofSeatAt.get(record.seat, record.seq);
        if (own !== null && own.id !== record.id) leaveSeat(record);
      }
      const act = write(record, true);
      if (act === null) adoptSeat.run({ id: record.id, seat: record.seat, seq: record.seq });
      noteArrival.run(record.id);
      const { seat: by, seq, clock: at } = record;
      return act === null ? null : { ...act, by: readMember(record), clock: at, seat: by, seq };
    },
    /**
     * Before anything is shared: acts about an address whose vendor is known by now are about that vendor, whoever gets the address
     * later.
     */
    nameVendors(): void {
      nameSubject.run();
      nameVendor.run();
      forgetAliases.run();
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
        const { act: placed, owner, item } = place(act, record.clock);
        setItem.run({ id: record.id, owner, item });
        return [placed];
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
      return countSame.one({ item: place(act, at).item, kind: act.kind, id }) > 0;
    },
    /** All acts about what an act is about, in the order of their clocks; also those from before its vendor had an ID. */
    acts: (about: Act): DatedAct[] => ofItem.all(toItem(about)).toSorted(compareClocks).flatMap(readDated),
    /**
     * The pulled acts about a vendor's notes in the order of their clocks, where they come after all others about them; null
     * where an earlier one is still to be reckoned with.
     */
    readLatest(taken: readonly TakenAct[]): DatedAct[] | null {
      // A removed note counts for nothing, wherever it is in their order.
      if (taken.some(({ kind }) => kind === 'note_removed')) return null;
      const acts = taken.toSorted(compareClocks);
      const [first] = acts;
      if (first === undefined) return [];
      const { clock: at, seat: own, seq } = first;
      const ids = acts.flatMap(({ body }) => ('id' in body ? body.id : []));
      const others = { item: toItem(first), ids: JSON.stringify(ids), ...at, seat: own, seq };
      return ofItemAfter.one(others) === acts.length - 1 ? acts : null;
    },
    /** Whether something is to be settled again, since its vendor got an ID or its document became known. */
    hasDue: (): boolean => selectDue.get() !== null,
    /** Takes that: an act about each thing that was done to these vendors and documents. */
    takeDue(): Act[] {
      const listDue = () =>
        new Set(
          selectDue
            .all()
            .flatMap((subject) => (isAddress(subject) ? owners.list(subject).filter(isAddress) : subject)),
        );
      // What only this computer has, such as papers, goes where the address belongs now.
      for (const subject of listDue())
        if (isAddress(subject)) moveSubject.run(subject, owners.resolve(subject));
      const due = listDue();
      deleteDue.run();
      return [...due].flatMap((subject) =>
        isAddress(subject) ? giveToOwner(subject) : oneOfEachItem.all(subject).flatMap(readDated),
      );
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
