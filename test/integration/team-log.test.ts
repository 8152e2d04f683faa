import { describe, expect, it } from 'vitest';
import { base, minute, openSeat, type Seat } from '#test/team/seat.ts';
import { createRecordId } from '#shared/team/record.ts';

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
    const { exec, records, now } = openSeat('Dana Reyes');
    exec(`INSERT INTO waiver (id, subject, requirement_id, requirement, reason, until, at)
      VALUES ('old', 'v-1', 'r-1', 'W-9', 'Old', '2026-12-31', 1)`);
    expect(records.takeBack('old', now())).toBe(true);
    expect(records.of('v-1')).toMatchObject([{ endedAt: base }]);
    expect(records.putBack('old', now())).toBe(true);
    expect(records.of('v-1')).toMatchObject([{ endedAt: null, endedBy: null }]);
  });

  it('keeps neither an act nor its record where one of them fails', () => {
    const { exec, records, count, now } = openSeat('Dana Reyes');
    exec("CREATE TRIGGER broken BEFORE INSERT ON waiver BEGIN SELECT RAISE(FAIL, 'full'); END");
    expect(() => records.waive(waiver, now())).toThrow('full');
    expect(count()).toBe(0);
  });
});

describe('a correction of this computer’s clock', () => {
  const toClocks = ({ own }: Seat) => own().map(({ clock }) => clock);

  it('leaves what was done before there was a log when it was done', () => {
    const dana = openSeat('Dana');
    dana.records.setLanguage('v-1', 'es');
    dana.records.tag('v-1', 'roof');
    dana.exec('DELETE FROM team_record');
    dana.records.tag('v-2', 'new');
    const [, ...earlier] = toClocks(dana);
    expect(earlier).toHaveLength(2);
    dana.log.setServerTime(dana.now() + 2 * minute, 0);
    expect(toClocks(dana)).toEqual([{ wall: base + 2 * minute, counter: 0 }, ...earlier]);
  });

  it('leaves what colleagues have as it is, also where the server lost it', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.records.setLanguage('v-1', 'es');
    const shared = dana.own();
    for (const seat of [dana, sam]) seat.pull(shared);
    sam.move(minute);
    sam.records.setLanguage('v-1', 'en');
    dana.pull(sam.own());
    dana.move(20 * minute);
    dana.pull([]);
    dana.acts.settle(dana.log.setServerTime(dana.now() + 10 * minute, 0));
    expect(dana.own()).toEqual(shared);
    for (const { records } of [dana, sam]) expect(records.language('v-1')).toBe('en');
  });
});

describe('a colleague’s records', () => {
  it('say who did what, and are taken once', () => {
    const [dana, sam] = [openSeat('Dana Reyes'), openSeat('Sam Ito')];
    dana.records.waive(waiver, dana.now());
    sam.pull([...dana.own(), ...dana.own()]);
    expect(sam.records.of('v-1')).toMatchObject([{ by: 'Dana Reyes', text: 'On its way' }]);
    expect(sam.show()).toEqual(dana.show());
    expect(sam.count()).toBe(1);
  });

  it('come after everything that was seen before, whatever the clocks say', () => {
    const [dana, sam] = [openSeat('Dana Reyes'), openSeat('Sam Ito')];
    sam.move(-3 * 24 * 60 * minute);
    dana.records.setLanguage('v-1', 'es');
    sam.pull(dana.own());
    sam.records.setLanguage('v-1', 'en');
    dana.pull(sam.own());
    expect([dana.records.language('v-1'), sam.records.language('v-1')]).toEqual(['en', 'en']);
  });

  it('are kept out where their time has not come yet', () => {
    const [dana, sam] = [openSeat('Dana Reyes'), openSeat('Sam Ito')];
    dana.move(6 * minute);
    dana.records.setLanguage('v-1', 'es');
    sam.pull(dana.own(), base);
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
    sam.pull(dana.own().map((record) => ({ ...record, ...part })));
    expect(sam.records.language('v-1')).toBe('en');
    expect(sam.count()).toBe(1);
  });

  it('from a server whose clock was ahead keep nobody from sharing', () => {
    const [dana, sam] = [openSeat('Dana Reyes'), openSeat('Sam Ito')];
    const later = base + 24 * 60 * minute;
    dana.move(24 * 60 * minute);
    dana.records.setLanguage('v-1', 'es');
    sam.pull(dana.own(), later);
    sam.records.tag('v-1', 'before the time is known');
    sam.log.setServerTime(base, 0);
    sam.records.tag('v-1', 'after it');
    for (const { clock } of sam.own()) expect(clock.wall).toBeLessThanOrEqual(base + minute);
    expect(sam.records.language('v-1')).toBe('es');
  });

  it('that repeat a number of their seat with another ID are passed over', () => {
    const [dana, sam] = [openSeat('Dana Reyes'), openSeat('Sam Ito')];
    dana.records.setLanguage('v-1', 'es');
    const [record] = dana.own();
    if (record === undefined) throw new Error('It has a record.');
    sam.pull([record]);
    sam.pull([{ ...record, id: createRecordId(base), body: { language: 'en' } }]);
    expect(sam.records.language('v-1')).toBe('es');
    expect(sam.count()).toBe(1);
  });
});
