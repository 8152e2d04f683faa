import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRecord } from '#test/team/records.ts';
import { base, minute, openSeat, type Seat } from '#test/team/seat.ts';

const [mistake, corrected, other] = ['@anna@x.example', '@ana@x.example', '@bo@x.example'] as const;

/** Two seats; what is done on them is a minute apart. */
function openBoth({ isTeam = true } = {}) {
  const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
  if (isTeam) for (const seat of [dana, sam]) seat.own();
  const later = () => [dana, sam].forEach((seat) => seat.move(minute));
  const invite = (seat: Seat, address: string, corrects: string | null = null, edits = false): string => {
    later();
    const queued = seat.invite(address, corrects, edits);
    if (typeof queued === 'string') throw new Error(queued);
    seat.acts.settleDue();
    return queued.id;
  };
  const tag = (seat: Seat, address: string, text: string) => {
    later();
    seat.records.tag(address, text);
  };
  /** Every record to both: as they came, in reverse, and those of one before those of the other. */
  const meet = () => {
    const all = [dana, sam].flatMap((seat) => seat.own());
    dana.pull(all, base + 1000 * minute);
    for (const record of all.toReversed()) sam.pull([record], base + 1000 * minute);
  };
  const expectTags = (tags: Record<string, string[]>) => {
    const rows = Object.entries(tags).flatMap(([vendor_id, all]) => all.map((tag) => ({ vendor_id, tag })));
    for (const seat of [dana, sam]) expect(seat.show().tags).toEqual(rows);
  };
  return { dana, sam, later, invite, tag, meet, expectTags };
}

describe('what was done to an address that was corrected', () => {
  it('belongs to the address that it was corrected to, before the correction and after it', () => {
    const { dana, sam, invite, tag, meet, expectTags } = openBoth();
    const first = invite(dana, mistake);
    tag(sam, mistake, 'before');
    invite(dana, corrected, first, true);
    tag(sam, mistake, 'later');
    meet();
    expectTags({ [corrected]: ['before', 'later'] });
  });

  it('belongs to the vendor that has that address, whatever was learned first', () => {
    const { dana, sam, invite, tag, meet, later, expectTags } = openBoth();
    const first = invite(dana, mistake);
    tag(sam, mistake, 'roof');
    meet();
    later();
    sam.fetch('v-1', corrected.slice(1));
    invite(dana, corrected, first, true);
    meet();
    expectTags({ 'v-1': ['roof'] });
  });

  it.each([
    ['where it was undone', true],
    ['where it was canceled later', false],
  ])('comes back where the correction was canceled, %s', (_when, isUndone) => {
    const { dana, sam, invite, tag, meet, later, expectTags } = openBoth();
    const first = invite(dana, mistake);
    tag(sam, mistake, 'roof');
    const second = invite(dana, corrected, first, true);
    meet();
    tag(sam, corrected, 'floor');
    later();
    dana.decide(second, 'cancelled');
    if (isUndone) dana.undo(first, 'cancelled');
    meet();
    expectTags({ [mistake]: ['floor', 'roof'] });
    later();
    dana.undo(second, 'cancelled');
    meet();
    expectTags(isUndone ? { [mistake]: ['floor', 'roof'] } : { [corrected]: ['floor', 'roof'] });
  });

  it('goes the way of two corrections, one after the other, and of one back', () => {
    const { dana, sam, invite, tag, meet, expectTags } = openBoth();
    const first = invite(dana, mistake);
    tag(sam, mistake, 'roof');
    const second = invite(dana, other, first, true);
    const third = invite(dana, corrected, second, true);
    meet();
    expectTags({ [corrected]: ['roof'] });
    invite(dana, mistake, third, true);
    meet();
    expectTags({ [mistake]: ['roof'] });
  });

  it('stays with a vendor that had the address before the correction, and not with one that got it after', () => {
    for (const [isBefore, owner] of [
      [true, 'v-7'],
      [false, corrected],
    ] as const) {
      const { dana, sam, invite, tag, meet, later, expectTags } = openBoth();
      const first = invite(dana, mistake);
      tag(dana, mistake, 'roof');
      const fetch = () => {
        later();
        sam.fetch('v-7', mistake.slice(1));
      };
      if (isBefore) fetch();
      invite(dana, corrected, first, true);
      if (!isBefore) fetch();
      meet();
      expectTags({ [owner]: ['roof'] });
    }
  });

  it.each([
    ['in a team', true],
    ['before there was a team', false],
  ])('is another vendor’s from when somebody is invited under that address again, %s', (_when, isTeam) => {
    const { dana, invite, tag, meet, expectTags } = openBoth({ isTeam });
    const first = invite(dana, mistake);
    tag(dana, mistake, 'first');
    invite(dana, corrected, first, true);
    const again = invite(dana, mistake);
    tag(dana, mistake, 'second');
    meet();
    expectTags({ [corrected]: ['first'], [mistake]: ['second'] });
    dana.decide(again, 'cancelled');
    meet();
    expectTags({ [corrected]: ['first', 'second'] });
  });

  it('stays where another invite names that address, until that is corrected as well', () => {
    const { dana, sam, invite, tag, meet, expectTags } = openBoth();
    const [hers, his] = [invite(dana, mistake), invite(sam, mistake)];
    tag(sam, mistake, 'roof');
    invite(dana, corrected, hers, true);
    meet();
    expectTags({ [mistake]: ['roof'] });
    invite(sam, corrected, his, true);
    meet();
    expectTags({ [corrected]: ['roof'] });
  });

  it('stays where one of two invites names the address again, with other words', () => {
    const { dana, sam, invite, tag, meet, expectTags } = openBoth();
    const [hers, his] = [invite(dana, mistake), invite(sam, mistake)];
    tag(sam, mistake, 'roof');
    invite(sam, corrected, his, true);
    invite(dana, mistake, hers, true);
    meet();
    expectTags({ [mistake]: ['roof'] });
  });

  it('comes back where the address was corrected back, also if another vendor was invited there meanwhile', () => {
    const { dana, sam, invite, tag, meet, expectTags } = openBoth();
    const first = invite(dana, mistake);
    tag(sam, mistake, 'before');
    const second = invite(dana, corrected, first, true);
    meet();
    invite(sam, corrected);
    invite(dana, mistake, second, true);
    tag(dana, mistake, 'later');
    meet();
    expectTags({ [mistake]: ['before', 'later'] });
  });

  it('goes to a vendor by its ID, and comes back where that was canceled', () => {
    const { dana, sam, invite, tag, meet, expectTags } = openBoth();
    const first = invite(dana, mistake);
    tag(sam, mistake, 'roof');
    meet();
    const second = invite(dana, 'v-9', first, true);
    meet();
    expectTags({ 'v-9': ['roof'] });
    dana.decide(second, 'cancelled');
    meet();
    expectTags({ [mistake]: ['roof'] });
  });

  it.each([5, '', ' ', '@no', null, {}])('stays where a record corrects it to the vendor %j', (vendorId) => {
    const { dana, sam, invite, tag, meet, expectTags } = openBoth();
    const first = invite(dana, mistake);
    tag(sam, mistake, 'roof');
    meet();
    const body = { request: { vendorId }, dateForm: 'iso', at: base, replaces: first };
    const record = {
      ...createRecord({ kind: 'invite', subject: randomUUID(), body }),
      clock: { wall: base, counter: 9 },
    };
    for (const seat of [dana, sam]) seat.pull([record], base + 1000 * minute);
    tag(dana, mistake, 'floor');
    meet();
    expectTags({ [mistake]: ['floor', 'roof'] });
  });

  it('moves with everything: notes, waivers, documents, and their ends', () => {
    const { dana, sam, invite, meet, later } = openBoth();
    const jobId = randomUUID();
    const first = invite(dana, mistake);
    const waiver = sam.records.waive(
      { subject: mistake, requirementId: 'r-1', requirement: 'W-9', reason: 'x', until: '2026-12-31' },
      sam.now(),
    );
    sam.notes.add(
      { subject: mistake, kind: 'note', text: 'x', asked: [], followUp: '2026-12-01' },
      sam.now(),
    );
    sam.documents.add(jobId, mistake, sam.now());
    sam.records.assign(mistake, 'Dana', sam.now());
    const second = invite(dana, corrected, first, true);
    const expectOwner = (subject: string, isEnded: boolean) => {
      for (const seat of [dana, sam])
        expect(seat.show()).toMatchObject({
          waivers: [{ subject, ended_at: isEnded ? (expect.any(Number) as number) : null }],
          notes: [{ subject, ended: null }],
          documents: [{ vendor_id: subject }],
          assignees: [{ subject }],
        });
    };
    meet();
    expectOwner(corrected, false);
    later();
    dana.records.takeBack(waiver, dana.now());
    dana.decide(second, 'cancelled');
    meet();
    expectOwner(mistake, true);
  });
});
