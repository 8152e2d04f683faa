import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { migrate, readMigrations } from '#main/store/migrations.ts';
import { createOnboardingRecords } from '#main/store/onboarding-records.ts';
import { createSettingStore } from '#main/store/settings.ts';
import { createTeamLog } from '#main/store/team-log.ts';
import { createRecordId, type TeamRecord } from '#shared/team/record.ts';

const migrations = readMigrations(join(import.meta.dirname, '../../src/main/store/migrations/workspace'));
const base = Date.parse('2026-11-27T12:00:00Z');
const minute = 60_000;

/** A workspace of a member: its log, its records of vendors, and its clock, which may be wrong. */
function openSeat(person: string | null) {
  const db = new SqliteDatabase(':memory:');
  migrate(db, migrations);
  let now = base;
  const log = createTeamLog(db, createSettingStore(db), { wall: () => now, person: () => person });
  const records = createOnboardingRecords(db, log);
  return {
    db,
    log,
    records,
    now: () => now,
    move(by: number): void {
      now += by;
    },
    own: () => log.own(0, 10_000),
    pull(record: TeamRecord, receivedAt = base + 60 * minute): void {
      const item = log.take(record, receivedAt);
      if (item !== null) records.settle(item);
    },
    /** Everything that people did, as screens would show it. */
    show: () =>
      ['waiver', 'attestation', 'vendor_tag', 'vendor_language'].map((table) =>
        db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all(),
      ),
    count: () => db.prepare('SELECT COUNT(*) FROM team_record').pluck().get(),
  };
}

type Seat = ReturnType<typeof openSeat>;

const waiver = {
  subject: 'v-1',
  requirementId: 'r-1',
  requirement: 'W-9',
  reason: 'On its way',
  until: '2026-12-31',
};

describe('the log of a workspace without a team', () => {
  it('has a record of each act, in the order in which they were done', () => {
    const { records, own, now } = openSeat('Dana Reyes');
    const id = records.waive(waiver, now());
    expect(records.takeBack(id, now())).toBe(true);
    expect(records.takeBack(id, now())).toBe(false);
    expect(records.tag('v-1', 'roof')).toBe(true);
    expect(records.tag('v-1', 'roof')).toBe(false);
    expect(records.untag('v-1', 'roof')).toBe(true);
    records.setLanguage('v-1', 'es');
    expect(own().map(({ seq, member, kind, subject }) => [seq, member, kind, subject])).toEqual([
      [1, 'Dana Reyes', 'waiver', 'v-1'],
      [2, 'Dana Reyes', 'exception_ended', 'v-1'],
      [3, 'Dana Reyes', 'tag', 'v-1'],
      [4, 'Dana Reyes', 'tag', 'v-1'],
      [5, 'Dana Reyes', 'language', 'v-1'],
    ]);
    expect(records.of('v-1')).toMatchObject([{ id, by: 'Dana Reyes', endedBy: 'Dana Reyes', endedAt: base }]);
    expect(records.language('v-1')).toBe('es');
  });

  it('names nobody where the computer does not know who uses it', () => {
    const { records, own, now } = openSeat(null);
    records.waive(waiver, now());
    expect(records.of('v-1')).toMatchObject([{ by: null }]);
    expect(own()).toMatchObject([{ member: 'Unnamed' }]);
  });

  it('undoes the end of a waiver that was given before there was a log', () => {
    const { db, records, now } = openSeat('Dana Reyes');
    db.exec(`INSERT INTO waiver (id, subject, requirement_id, requirement, reason, until, at)
      VALUES ('old', 'v-1', 'r-1', 'W-9', 'Old', '2026-12-31', 1)`);
    expect(records.takeBack('old', now())).toBe(true);
    expect(records.of('v-1')).toMatchObject([{ endedAt: base }]);
    expect(records.putBack('old', now())).toBe(true);
    expect(records.of('v-1')).toMatchObject([{ endedAt: null, endedBy: null }]);
  });

  it('keeps neither an act nor its record where one of them fails', () => {
    const { db, records, count, now } = openSeat('Dana Reyes');
    db.exec("CREATE TRIGGER broken BEFORE INSERT ON waiver BEGIN SELECT RAISE(FAIL, 'full'); END");
    expect(() => records.waive(waiver, now())).toThrow('full');
    expect(count()).toBe(0);
  });
});

describe('a colleague’s records', () => {
  it('say who did what, and are taken once', () => {
    const [dana, sam] = [openSeat('Dana Reyes'), openSeat('Sam Ito')];
    dana.records.waive(waiver, dana.now());
    for (const record of [...dana.own(), ...dana.own()]) sam.pull(record);
    expect(sam.records.of('v-1')).toMatchObject([{ by: 'Dana Reyes', text: 'On its way' }]);
    expect(sam.show()).toEqual(dana.show());
    expect(sam.count()).toBe(1);
  });

  it('come after everything that was seen before, whatever the clocks say', () => {
    const [dana, sam] = [openSeat('Dana Reyes'), openSeat('Sam Ito')];
    sam.move(-3 * 24 * 60 * minute);
    dana.records.setLanguage('v-1', 'es');
    for (const record of dana.own()) sam.pull(record);
    sam.records.setLanguage('v-1', 'en');
    for (const record of sam.own()) dana.pull(record);
    expect([dana.records.language('v-1'), sam.records.language('v-1')]).toEqual(['en', 'en']);
  });

  it('are kept out where their time has not come yet', () => {
    const [dana, sam] = [openSeat('Dana Reyes'), openSeat('Sam Ito')];
    dana.move(6 * minute);
    dana.records.setLanguage('v-1', 'es');
    for (const record of dana.own()) sam.pull(record, base);
    expect(sam.count()).toBe(0);
    sam.records.setLanguage('v-1', 'en');
    expect(sam.own()[0]?.clock).toEqual({ wall: base, counter: 0 });
  });

  it.each([
    ['of a newer Gangway', { version: 2 }],
    ['of an unknown kind', { kind: 'song' }],
    ['with another body', { body: { language: 'xx' } }],
  ])('%s are kept and change nothing', (_what, part) => {
    const [dana, sam] = [openSeat('Dana Reyes'), openSeat('Sam Ito')];
    dana.records.setLanguage('v-1', 'es');
    for (const record of dana.own()) sam.pull({ ...record, ...part });
    expect(sam.records.language('v-1')).toBe('en');
    expect(sam.count()).toBe(1);
  });

  it('that repeat a number of their seat with another ID are refused', () => {
    const [dana, sam] = [openSeat('Dana Reyes'), openSeat('Sam Ito')];
    dana.records.setLanguage('v-1', 'es');
    const [record] = dana.own();
    if (record === undefined) throw new Error('It has a record.');
    sam.pull(record);
    expect(() => sam.pull({ ...record, id: createRecordId(base) })).toThrow('UNIQUE');
  });
});

describe('seats that saw the same records', () => {
  const op = fc.record({
    seat: fc.nat(2),
    what: fc.constantFrom('waive', 'attest', 'end', 'restore', 'tag', 'untag', 'language', 'move', 'meet'),
    vendor: fc.constantFrom('v-1', 'v-2'),
    pick: fc.nat(20),
    by: fc.integer({ min: -2 * 24 * 60 * minute, max: 4 * minute }),
  });

  it('show the same, whatever was done where and in whatever order it came', () => {
    fc.assert(
      fc.property(fc.array(op, { maxLength: 40 }), fc.infiniteStream(fc.nat()), (ops, chances) => {
        const seats = ['Dana', 'Sam', 'Kim'].map((name) => openSeat(name));
        const chance = () => z.number().parse(chances.next().value);
        const ids: string[] = [];
        for (const { seat, what, vendor, pick, by } of ops) {
          const one = seats[seat];
          if (one === undefined) throw new Error('There are three.');
          act(one, { what, vendor, pick, by, ids });
          if (what === 'meet') deliver(seats, chance);
        }
        const total = seats.reduce((sum, { own }) => sum + own().length, 0);
        deliver(seats, chance);
        const [first] = seats;
        for (const one of seats) {
          expect(one.show()).toEqual(first?.show());
          expect(one.count()).toBe(total);
        }
        for (const { db } of seats) db.close();
      }),
      { numRuns: 60 },
    );
  });

  interface Doing {
    what: string;
    vendor: string;
    pick: number;
    by: number;
    ids: string[];
  }

  function act(seat: Seat, { what, vendor: subject, pick, by, ids }: Doing): void {
    const { records, now } = seat;
    const id = ids[pick % Math.max(1, ids.length)] ?? '';
    switch (what) {
      case 'waive':
        ids.push(records.waive({ ...waiver, subject, reason: `${pick}` }, now()));
        break;
      case 'attest': {
        const { reason: _reason, ...words } = waiver;
        ids.push(records.attest({ ...words, subject, day: '2026-11-27', note: `${pick}` }, now()));
        break;
      }
      case 'end':
        records.takeBack(id, now());
        break;
      case 'restore':
        records.putBack(id, now());
        break;
      case 'tag':
        records.tag(subject, `tag ${pick % 3}`);
        break;
      case 'untag':
        records.untag(subject, `tag ${pick % 3}`);
        break;
      case 'language':
        records.setLanguage(subject, pick % 2 === 0 ? 'es' : 'en');
        break;
      case 'move':
        seat.move(by);
        break;
    }
  }

  /** Brings all records to all seats, each in an order of its own and some of them twice. */
  function deliver(seats: readonly Seat[], chance: () => number): void {
    const all = seats.flatMap(({ own }) => own());
    for (const one of seats) {
      const order = all.flatMap((record) =>
        Array.from({ length: 1 + (chance() % 2) }, () => ({ record, at: chance() })),
      );
      for (const { record } of order.toSorted((a, b) => a.at - b.at))
        one.pull(record, record.clock.wall + minute);
    }
  }
});
