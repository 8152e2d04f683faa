import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
import { readAct, toItem, type Act } from '#shared/team/acts.ts';
import { teamRecord, type RecordClock } from '#shared/team/record.ts';
import { createAddressOwners } from './address-owners.ts';
import { createQueries } from './query.ts';
import { createRecordQueries, readDated } from './record-rows.ts';

/** Kinds of acts that make a thing with an ID, and of acts that are done to one. */
const making = ['note', 'waiver', 'attestation'] as const;
const doneToIt = ['note_removed', 'follow_up', 'exception_ended'] as const;
type OfKind<Kind> = Extract<Act, { kind: Kind }>;
const isMaking = (act: Act): act is OfKind<(typeof making)[number]> =>
  making.some((kind) => kind === act.kind);
const isDoneToIt = (act: Act): act is OfKind<(typeof doneToIt)[number]> =>
  doneToIt.some((kind) => kind === act.kind);

/** Finds the vendor that each act of the log is about, and the acts to settle again when that changes. */
export function createActOwners(db: Database) {
  const { prepareQuery, prepareText } = createQueries(db);
  const { selectOwned } = createRecordQueries(db);
  const setItem = db.prepare('UPDATE team_record SET owner = @owner, item = @item WHERE id = @id');
  const oneOfEachItem = selectOwned('item IS NOT NULL AND subject = ? GROUP BY item');
  const ofAddress = selectOwned('item IS NOT NULL AND subject = ?');
  const forAddress = selectOwned("body ->> 'vendor' LIKE '@%' AND body ->> 'vendor' = ?");
  // As the indexes team_record_done and team_record_made have it.
  const doneTo = selectOwned(
    "kind IN ('note_removed', 'follow_up', 'exception_ended') AND body ->> 'id' = ?",
  );
  const nameDone = db.prepare(
    `UPDATE team_record SET subject = ? WHERE kind IN ('note_removed', 'follow_up', 'exception_ended') AND body ->> 'id' = ?
     AND is_dated = 0`,
  );
  const maker = prepareQuery(
    `SELECT subject, COALESCE(owner, subject) AS owner, wall, counter FROM team_record
     WHERE subject LIKE '@%' AND kind IN ('note', 'waiver', 'attestation') AND +item IS NOT NULL AND body ->> 'id' = ?
     ORDER BY wall, counter, seat, seq LIMIT 1`,
    z.object({ subject: z.string(), owner: z.string(), ...teamRecord.shape.clock.shape }),
  );
  const moveSubject = db.prepare('INSERT INTO subject_move VALUES (?, ?)');
  const moveRecord = db.prepare('INSERT INTO record_move VALUES (?, ?, ?)');
  const selectDue = prepareText('SELECT subject FROM team_due');
  const deleteDue = db.prepare('DELETE FROM team_due');
  const nameSubject = db.prepare(
    'UPDATE team_record SET subject = owner, owner = NULL WHERE owner IS NOT NULL AND is_dated = 0',
  );
  const nameVendor = db.prepare(
    `UPDATE team_record SET body = json_set(body, '$.vendor', COALESCE(
       (SELECT b.subject FROM subject_alias b WHERE b.address = a.subject), a.subject)) FROM subject_alias a
     WHERE body ->> 'vendor' LIKE '@%' AND a.address = body ->> 'vendor' AND is_dated = 0`,
  );
  const forgetAliases = db.prepare("DELETE FROM subject_alias WHERE subject NOT LIKE '@%'");
  const owners = createAddressOwners(db);

  /** Whose an act is in effect, and what it is about. What is done to a note or a waiver is done to the vendor that has it. */
  function place(act: Act, at: RecordClock) {
    const made = isDoneToIt(act) ? maker.get(act.body.id) : null;
    const found = owners.find(made?.subject ?? act.subject, made ?? at);
    const isKept = made !== null && !found.isByLog && !isAddress(made.owner);
    const { vendor, isByLog } = isKept ? { vendor: made.owner, isByLog: false } : found;
    const placed = { ...act, subject: vendor };
    return { act: placed, owner: vendor === act.subject ? null : vendor, item: toItem(placed), isByLog };
  }

  /** Places what was done to a note, a waiver or an attestation, which may have arrived before it. */
  function placeDoneTo(id: string): void {
    for (const record of doneTo.all(id)) {
      const act = readAct(record);
      if (act === null) continue;
      const { owner, item } = place(act, record.clock);
      const isPlaced = item === record.item && (owner ?? act.subject) === record.owner;
      if (!isPlaced) setItem.run({ id: record.id, owner, item });
    }
  }

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
        placeDoneTo(act.body.id);
        for (const one of all) moveRecord.run(act.body.id, one, placed.subject);
      }
      return all.map((subject) => ({ ...act, subject }));
    });
    return [...given, ...forAddress.all(address).flatMap(readDated)];
  }

  return {
    /** See {@link createAddressOwners}. */
    resolve: owners.resolve,
    place,
    /** Places what arrived before the act that made it. */
    placeEarlier(act: Act): void {
      if (isMaking(act) && isAddress(act.subject)) placeDoneTo(act.body.id);
    },
    /** Moves what an act made to another vendor, with what was done to it here and not shared yet. */
    moveMade(act: Act, from: string, to: string): void {
      if (!isMaking(act)) return;
      moveRecord.run(act.body.id, from, to);
      nameDone.run(act.subject, act.body.id);
      placeDoneTo(act.body.id);
    },
    /** Places an act that only this version of Gangway can read. */
    placeAgain(id: string, act: Act, at: RecordClock): Act {
      const { act: placed, owner, item } = place(act, at);
      setItem.run({ id, owner, item });
      return placed;
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
    /** Whether acts must be settled again, because their vendor got an ID or their document became known. */
    hasDue: (): boolean => selectDue.get() !== null,
    /** Returns one act for each item to settle again, and clears the list. */
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
  };
}
