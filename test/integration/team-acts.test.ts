import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomUUID } from 'node:crypto';
import { createRecordId, type TeamRecord } from '#shared/team/record.ts';
import { base, minute, openSeat, type Seat } from '#test/team/seat.ts';

const jobs = ['a', 'b', 'c'].map((letter) => `${letter}d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21`);
const addresses = { '@ana@x.example': 'v-1', '@bo@x.example': 'v-2' };
/** An address that no vendor has: one of those below with a mistake. */
const mistake = '@anna@x.example';
/** Addresses that several vendors have, one after another or at once. */
const shared = ['@0@y.example', '@1@y.example'];
const vendors = ['v-1', 'v-2', 'v-3', mistake, ...shared, ...Object.keys(addresses)];
const requirement = { requirementId: 'r-1', requirement: 'W-9' };

interface Doing {
  vendor: string;
  pick: number;
  by: number;
  /** IDs of waivers, attestations and notes. */
  ids: { exceptions: string[]; notes: { id: string; moved: string | null }[] };
  /** Records of a colleague whose seat sees nothing. */
  others: TeamRecord[];
  /** Entries of the seat's own invites. */
  invites: string[];
}

const otherSeat = randomUUID();

const pickOf = <T>(from: readonly T[], pick: number): T | undefined => from[pick % Math.max(1, from.length)];
const toDay = (pick: number) => `2026-12-${String(10 + (pick % 20))}`;
const toSet = (pick: number) => ({
  id: job(pick),
  name: `Set ${pick}`,
  appliesTo: { services: [], states: [], jobSites: [], tags: [] },
  requirements: [],
});
const job = (pick: number) => jobs[pick % jobs.length] ?? '';

/** All that people do, and what a seat learns. */
const doings: Record<string, (seat: Seat, doing: Doing) => unknown> = {
  waive: ({ records, now }, { vendor, pick, ids }) =>
    ids.exceptions.push(
      records.waive({ ...requirement, subject: vendor, reason: `${pick}`, until: '2026-12-31' }, now()),
    ),
  attest: ({ records, now }, { vendor, pick, ids }) =>
    ids.exceptions.push(
      records.attest(
        { ...requirement, subject: vendor, day: '2026-11-27', until: null, note: `${pick}` },
        now(),
      ),
    ),
  end: ({ records, now }, { pick, ids }) => records.takeBack(pickOf(ids.exceptions, pick) ?? '', now()),
  restore: ({ records, now }, { pick, ids }) => records.putBack(pickOf(ids.exceptions, pick) ?? '', now()),
  tag: ({ records }, { vendor, pick }) => records.tag(vendor, `tag ${pick % 3}`),
  untag: ({ records }, { vendor, pick }) => records.untag(vendor, `tag ${pick % 3}`),
  assign: ({ records, now }, { vendor, pick }) =>
    records.assign(vendor, pick % 3 === 0 ? null : `Member ${pick % 3}`, now()),
  language: ({ records }, { vendor, pick }) => records.setLanguage(vendor, pick % 2 === 0 ? 'es' : 'en'),
  note: ({ notes, now }, { vendor, pick, ids }) => {
    const followUp = pick % 4 === 0 ? null : toDay(pick);
    const kind = pick % 2 === 0 ? 'letter' : 'note';
    const asked = pick % 3 === 0 ? [] : [`r-${pick % 5}`];
    ids.notes.push(notes.add({ subject: vendor, kind, text: `${pick}`, asked, followUp }, now()));
  },
  removeNote: ({ notes, now }, { pick, ids }) => {
    const { id = '', moved = null } = pickOf(ids.notes, pick) ?? {};
    notes.remove(id, moved, now());
  },
  endFollowUp: ({ notes, now }, { pick, ids }) =>
    notes.end(pickOf(ids.notes, pick)?.id ?? '', pick % 2 === 0 ? 'done' : 'answered', now()),
  reopenFollowUp: ({ notes, now }, { pick, ids }) => notes.reopen(pickOf(ids.notes, pick)?.id ?? '', now()),
  moveFollowUp: ({ notes, now }, { pick, ids }) =>
    notes.move(pickOf(ids.notes, pick)?.id ?? '', toDay(pick), now()),
  readResult: (seat, { pick }) => seat.readResult(job(pick), pick % 2 === 0 ? 'Processing' : 'Processed'),
  addDocument: ({ documents, now }, { vendor, pick }) =>
    documents.add(job(pick), pick % 2 === 0 ? vendor : null, now()),
  assignVendor: ({ documents }, { vendor, pick }) =>
    documents.get(job(pick)) !== null && documents.assignVendor(job(pick), pick % 5 === 0 ? null : vendor),
  setValidUntil: ({ records }, { pick }) =>
    records.setValidUntil(job(pick), pick % 4 === 0 ? null : toDay(pick)),
  decide: ({ decisions, now, documents }, { pick }) =>
    documents.get(job(pick)) !== null &&
    decisions.add('document', job(pick), pick % 2 === 0 ? 'accept' : 'skip', `${pick}`, now()),
  decideOnLicense: ({ decisions, now }, { pick }) =>
    decisions.add('verification', job(pick), pick % 2 === 0 ? 'ask_vendor' : 'accept_differences', '', now()),
  undoDecisionOnLicense: ({ decisions, now }, { pick }) =>
    decisions.undoLatest('verification', job(pick), now()),
  saveSets: ({ rules }, { pick }) => {
    const sets = rules.sets();
    const kept = pick % 3 === 0 ? sets.slice(1) : pick % 3 === 1 ? sets.toReversed() : sets;
    rules.saveSets([...kept.filter(({ id }) => id !== job(pick)), toSet(pick)]);
  },
  saveMessage: ({ rules, now }, { pick }) =>
    rules.saveMessage({ id: job(pick), name: `Name ${pick % 2}`, text: `${pick}`, changedAt: now() }),
  removeMessage: ({ rules }, { pick }) => rules.removeMessage(job(pick)),
  saveLetter: ({ rules }, { pick }) =>
    rules.saveLetter('renewal.en', pick % 3 === 0 ? null : { subject: 'S', body: `${pick}` }),
  undoDecision: ({ decisions, now }, { pick }) => decisions.undoLatest('document', job(pick), now()),
  setClock: (seat, { by }) => seat.move(by),
  lookUp: (seat, { pick }) => seat.fetch(`v-${3 + (pick % 3)}`, `${pick % 4}@y.example`, `Name ${pick}`),
  answerInvite: ({ now }, { pick, others }) =>
    addSent(others, now(), {
      kind: 'invite',
      body: { request: { vendor: { email: pickOf(shared, pick)?.slice(1) } }, replaces: null },
      words: { kind: 'invite', complianceStatus: null, vendorStatus: null, vendorId: `v-${3 + (pick % 3)}` },
    }),
  verify: ({ now }, { pick, vendor, others }) =>
    addSent(others, now(), {
      kind: 'verification',
      body: { request: { type: 'license', data: { licenseNumber: `${pick}` } }, vendor },
      words: { kind: 'verification', requestId: randomUUID() },
    }),
  learn: (seat, { pick }) => learn(seat, pickOf(Object.keys(addresses), pick) ?? ''),
  invite: (seat, { pick, invites }) => noteQueued(invites, seat.invite(toInvited(pick))),
  correct: (seat, { pick, invites }) =>
    noteQueued(invites, seat.invite(toInvited(pick), pickOf(invites, pick) ?? null, pick % 2 === 0)),
  cancel: (seat, { pick, invites }) => seat.decide(pickOf(invites, pick) ?? '', 'cancelled'),
  undoCancel: (seat, { pick, invites }) => seat.undo(pickOf(invites, pick) ?? '', 'cancelled'),
};

const toInvited = (pick: number) =>
  pickOf([mistake, ...Object.keys(addresses), 'v-6', ...shared], pick) ?? '';

function noteQueued(invites: string[], queued: ReturnType<Seat['invite']>): void {
  if (typeof queued !== 'string') invites.push(queued.id);
}

function addSent(
  others: TeamRecord[],
  wall: number,
  { kind, body, words }: { kind: string; body: Record<string, unknown>; words: unknown },
): void {
  const subject = randomUUID();
  const state = { state: 'sent', at: wall, isMarked: false, words, answer: null };
  for (const [one, of] of [
    [kind, { dateForm: 'iso', at: wall, ...body }],
    ['entry_state', state],
  ] as const)
    others.push({
      id: createRecordId(wall),
      seat: otherSeat,
      seq: others.length + 1,
      clock: { wall, counter: others.length },
      member: 'Lee',
      kind: one,
      version: 1,
      subject,
      body: of,
    });
}

function learn(seat: Seat, address: string): void {
  const vendorId = Object.entries(addresses).find(([known]) => known === address)?.[1];
  if (vendorId !== undefined) seat.fetch(vendorId, address.slice(1));
}

/** Brings all records to all seats, each in an order and in batches of its own, and some of them twice. */
function deliver(seats: readonly Seat[], others: readonly TeamRecord[], chance: () => number): void {
  const all = [...seats.flatMap(({ own }) => own()), ...others];
  const receivedAt = Math.max(base, ...all.map(({ clock }) => clock.wall));
  for (const one of seats) {
    const order = all
      .flatMap((record) => Array.from({ length: 1 + (chance() % 2) }, () => ({ record, at: chance() })))
      .toSorted((a, b) => a.at - b.at)
      .map(({ record }) => record);
    for (let from = 0; from < order.length;) {
      const size = 1 + (chance() % 5);
      one.pull(order.slice(from, from + size), receivedAt);
      from += size;
    }
  }
}

const always = [
  'setClock',
  'learn',
  'lookUp',
  'answerInvite',
  'verify',
  'invite',
  'correct',
  'correct',
  'cancel',
  'undoCancel',
  'meet',
  'meet',
];
const families = {
  'exceptions and tags': ['waive', 'attest', 'end', 'restore', 'tag', 'untag', 'language', 'assign'],
  notes: ['note', 'note', 'removeNote', 'endFollowUp', 'reopenFollowUp', 'moveFollowUp'],
  documents: [
    'addDocument',
    'addDocument',
    'assignVendor',
    'setValidUntil',
    'readResult',
    'decide',
    'decide',
    'undoDecision',
  ],
  everything: Object.keys(doings),
};

describe('seats that saw the same records', () => {
  it.each(Object.entries(families))(
    'show the same %s, whatever was done where, came in whatever order, and was learned when',
    (_name, names) => {
      const op = fc.record({
        seat: fc.nat(2),
        what: fc.constantFrom(...names, ...names, ...always),
        vendor: fc.constantFrom(...vendors),
        pick: fc.nat(60),
        by: fc.integer({ min: -2 * 24 * 60 * minute, max: 4 * minute }),
      });
      fc.assert(
        fc.property(
          fc.array(op, { maxLength: 60, size: 'max' }),
          fc.infiniteStream(fc.nat()),
          (ops, chances) => {
            const seats = ['Dana', 'Sam', 'Kim'].map((name) => openSeat(name));
            const chance = () => z.number().parse(chances.next().value);
            const ids: Doing['ids'] = { exceptions: [], notes: [] };
            const others: TeamRecord[] = [];
            const invites = new Map(seats.map((one): [Seat, string[]] => [one, []]));
            for (const { seat, what, ...doing } of ops) {
              const one = seats[seat];
              if (one === undefined) throw new Error('There are three.');
              doings[what]?.(one, { ...doing, ids, others, invites: invites.get(one) ?? [] });
              if (what === 'meet') deliver(seats, others, chance);
            }
            for (const one of seats) {
              for (const address of Object.keys(addresses)) learn(one, address);
            }
            const total = seats.reduce((sum, { own }) => sum + own().length, others.length);
            deliver(seats, others, chance);
            const shown = seats.map((seat) => seat.show());
            for (const one of seats) {
              expect(one.count()).toBe(total);
              expect(one.show()).toEqual(shown[0]);
            }
            for (const { close } of seats) close();
          },
        ),
        { numRuns: Number(process.env['GANGWAY_MODEL_RUNS'] ?? 25) },
      );
    },
  );
});

describe('what was done before there was a log', () => {
  it('is shared as of who did it and when, whatever it was', () => {
    const op = fc.record({
      what: fc.constantFrom(
        ...families['exceptions and tags'],
        ...families.notes,
        ...families.documents,
        'undoDecisionOnLicense',
        'decideOnLicense',
      ),
      vendor: fc.constantFrom('v-1', 'v-2', mistake),
      pick: fc.nat(60),
    });
    fc.assert(
      fc.property(fc.array(op, { maxLength: 60, size: 'max' }), (ops) => {
        const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
        const ids: Doing['ids'] = { exceptions: [], notes: [] };
        for (const { what, ...doing } of ops) {
          dana.move(minute);
          doings[what]?.(dana, { ...doing, by: 0, ids, others: [], invites: [] });
        }
        dana.exec('DELETE FROM team_record; DELETE FROM vendor_assignee');
        const before = dana.show();
        dana.recordEarlier();
        const count = dana.own().length;
        dana.exec("DELETE FROM setting WHERE name = 'team.earlier'");
        dana.recordEarlier();
        expect(dana.own()).toHaveLength(count);
        sam.pull(dana.own().toReversed(), dana.now());
        expect(dana.show()).toEqual(before);
        expect(sam.show()).toEqual(before);
        for (const { close } of [dana, sam]) close();
      }),
      { numRuns: Number(process.env['GANGWAY_MODEL_RUNS'] ?? 25) },
    );
  });
});

describe('what was done before there was a log, beside what a colleague did', () => {
  const [jobId = ''] = jobs;
  const note = { subject: 'v-1', kind: 'note', text: 'Calls back', asked: ['r-1'] } as const;
  const meet = (dana: Seat, sam: Seat) => {
    dana.exec('DELETE FROM team_record');
    dana.recordEarlier();
    dana.pull(sam.own());
    sam.pull(dana.own());
  };

  it('counts where it is later: a decision', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    for (const seat of [dana, sam]) seat.documents.add(jobId, null, seat.now());
    sam.decisions.add('document', jobId, 'ask_new_copy', '', sam.now());
    dana.move(minute);
    dana.decisions.add('document', jobId, 'accept', '', dana.now());
    meet(dana, sam);
    for (const { decisions } of [dana, sam])
      expect(decisions.of('document', jobId).map(({ by }) => by)).toEqual(['Dana', 'Sam']);
  });

  it('counts where it is later: a follow-up', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    sam.notes.add({ ...note, followUp: '2026-12-01' }, sam.now());
    dana.move(minute);
    dana.notes.add({ ...note, followUp: '2026-12-02' }, dana.now());
    meet(dana, sam);
    for (const { notes } of [dana, sam]) expect(notes.findOpen(['v-1'])).toMatchObject([{ by: 'Dana' }]);
  });

  it('counts where a colleague added the same document later without a vendor', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.documents.add(jobId, 'v-1', dana.now());
    sam.move(minute);
    sam.documents.add(jobId, null, sam.now());
    meet(dana, sam);
    for (const { documents } of [dana, sam]) expect(documents.get(jobId)?.vendorId).toBe('v-1');
  });

  it('counts where a follow-up was reopened before a later one moved it', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    const add = (followUp: string) => dana.notes.add({ ...note, followUp }, dana.now());
    const first = add('2026-12-01');
    dana.move(minute);
    dana.notes.end(add('2026-12-02').id, 'done', dana.now());
    dana.move(minute);
    dana.notes.reopen(first.id, dana.now());
    dana.move(minute);
    add('2026-12-03');
    const before = dana.show();
    meet(dana, sam);
    expect(sam.show()).toEqual(before);
  });

  it('counts where a follow-up ended before the next one, and was reopened after that', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    const add = (asked: string) =>
      dana.notes.add({ ...note, asked: [asked], followUp: '2026-12-01' }, dana.now());
    const first = add('r-1');
    dana.move(minute);
    dana.notes.end(first.id, 'done', dana.now());
    dana.move(minute);
    dana.notes.end(add('r-2').id, 'done', dana.now());
    dana.move(minute);
    dana.notes.reopen(first.id, dana.now());
    const before = dana.show();
    meet(dana, sam);
    expect(sam.show()).toEqual(before);
  });

  it('counts where a follow-up was reopened twice, and another took over what it waits for in between', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    const add = (asked: string[]) => {
      dana.move(minute);
      return dana.notes.add({ ...note, asked, followUp: '2026-12-01' }, dana.now());
    };
    const [first, second] = [add(['r-2']), add(['r-1'])];
    dana.move(minute);
    dana.notes.end(second.id, 'done', dana.now());
    dana.notes.reopen(first.id, dana.now());
    const third = add([]);
    dana.move(minute);
    dana.notes.end(third.id, 'done', dana.now());
    dana.move(minute);
    dana.notes.reopen(first.id, dana.now());
    const before = dana.show();
    meet(dana, sam);
    expect(sam.show()).toEqual(before);
  });

  it.each([
    ['a log', true],
    ['no log', false],
  ])('waits also for what a colleague asked in between, who had %s', (_what, isLogged) => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    const add = (seat: Seat, asked: string) => {
      for (const one of [dana, sam]) one.move(minute);
      seat.notes.add({ ...note, asked: [asked], followUp: '2026-12-01' }, seat.now());
    };
    add(dana, 'r-1');
    add(sam, 'r-2');
    add(dana, 'r-3');
    if (!isLogged) sam.exec('DELETE FROM team_record');
    meet(dana, sam);
    dana.pull(sam.own());
    for (const { notes } of [dana, sam])
      expect(notes.findOpen(['v-1'])[0]?.awaits.toSorted()).toEqual(['r-1', 'r-2', 'r-3']);
  });

  it('stays as it is where two copies of one workspace share it', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.notes.add({ ...note, followUp: '2026-12-01' }, dana.now());
    meet(dana, sam);
    const shared = dana.own();
    dana.exec("DELETE FROM setting WHERE name IN ('team_seat', 'team.earlier'); DELETE FROM team_record");
    dana.pull(shared);
    dana.recordEarlier();
    sam.pull(dana.own());
    for (const { notes } of [dana, sam]) expect(notes.findOpen(['v-1'])).toHaveLength(1);
  });
});

describe('a colleague’s acts', () => {
  const [jobId = ''] = jobs;
  const meet = (...seats: Seat[]) => {
    const all = seats.flatMap(({ own }) => own()).toReversed();
    for (const seat of seats) seat.pull(all);
  };

  it('make a document known with its vendor, decision and expiration, whatever came first', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.documents.add(jobId, 'v-1', dana.now());
    dana.records.setValidUntil(jobId, '2026-12-31');
    dana.decisions.add('document', jobId, 'accept', 'Sharp', dana.now());
    for (const record of dana.own().toReversed()) sam.pull([record]);
    expect(sam.documents.get(jobId)).toMatchObject({
      vendorId: 'v-1',
      decision: { choice: 'accept', note: 'Sharp', by: 'Dana' },
      watch: { kind: 'watching', checks: 0 },
    });
    expect(sam.show().documents).toMatchObject([
      { valid_until: '2026-12-31', valid_until_by: 'Dana', decided_as: 'accept', review_group: 'decided' },
    ]);
  });

  it('leave a document with its vendor where they add it again without one', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.documents.add(jobId, 'v-1', dana.now());
    sam.move(minute);
    sam.documents.add(jobId, null, sam.now());
    meet(dana, sam);
    for (const seat of [dana, sam])
      expect(seat.documents.get(jobId)).toMatchObject({ vendorId: 'v-1', addedAt: base });
  });

  it('take back the one decision that was undone', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.documents.add(jobId, null, dana.now());
    meet(dana, sam);
    dana.decisions.add('document', jobId, 'accept', '', dana.now());
    sam.move(minute);
    sam.decisions.add('document', jobId, 'ask_new_copy', 'Blurred', sam.now());
    dana.decisions.undoLatest('document', jobId, dana.now());
    meet(dana, sam);
    for (const seat of [dana, sam]) {
      expect(seat.decisions.of('document', jobId)).toMatchObject([{ note: 'Blurred', by: 'Sam' }]);
      expect(seat.show().documents).toMatchObject([{ decided_as: 'ask_new_copy' }]);
    }
  });

  it('are taken back by who wrote them alone', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.documents.add(jobId, null, dana.now());
    dana.decisions.add('document', jobId, 'accept', '', dana.now());
    meet(dana, sam);
    expect(sam.decisions.undoLatest('document', jobId, sam.now())).toBe(false);
    sam.move(minute);
    sam.decisions.add('document', jobId, 'ask_new_copy', 'Blurred', sam.now());
    meet(dana, sam);
    expect(dana.decisions.undoLatest('document', jobId, dana.now())).toBe(true);
    meet(dana, sam);
    for (const seat of [dana, sam])
      expect(seat.decisions.of('document', jobId)).toMatchObject([{ note: 'Blurred', by: 'Sam' }]);
  });

  it('are taken back by a workspace under a new seat, too', () => {
    const dana = openSeat('Dana');
    dana.documents.add(jobId, null, dana.now());
    dana.decisions.add('document', jobId, 'accept', '', dana.now());
    dana.pull(dana.own());
    dana.log.leaveUnshared();
    expect(dana.decisions.undoLatest('document', jobId, dana.now())).toBe(true);
  });

  it('have no name where theirs shows nothing', () => {
    const [dana, sam] = [openSeat('\u200B'), openSeat('Sam')];
    dana.documents.add(jobId, null, dana.now());
    dana.decisions.add('document', jobId, 'accept', '', dana.now());
    meet(dana, sam);
    expect(sam.decisions.of('document', jobId)).toMatchObject([{ by: null }]);
  });

  const note = { subject: 'v-1', kind: 'note', text: 'Calls back', asked: ['r-1'] } as const;

  it('leave the latest of two follow-ups open, which waits for what both did', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    const first = dana.notes.add({ ...note, followUp: '2026-12-01' }, dana.now());
    sam.move(minute);
    const second = sam.notes.add({ ...note, asked: ['r-2'], followUp: '2026-12-02' }, sam.now());
    meet(dana, sam);
    for (const seat of [dana, sam]) {
      expect(seat.notes.findOpen(['v-1'])).toMatchObject([
        { id: second.id, by: 'Sam', awaits: ['r-2', 'r-1'] },
      ]);
      expect(seat.show().notes).toContainEqual(
        expect.objectContaining({ id: first.id, ended: 'moved', ended_at: base + minute }),
      );
    }
  });

  it('keep their newer follow-up open where an older one is undone, which reopens the one before alone', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    const first = dana.notes.add({ ...note, followUp: '2026-12-01' }, dana.now());
    const second = dana.notes.add({ ...note, followUp: '2026-12-02' }, dana.now());
    sam.move(minute);
    const third = sam.notes.add({ ...note, followUp: '2026-12-03' }, sam.now());
    dana.move(2 * minute);
    expect(dana.notes.remove(second.id, second.moved, dana.now())).toBe(true);
    expect(dana.notes.findOpen(['v-1'])).toMatchObject([{ id: first.id }]);
    meet(dana, sam);
    for (const seat of [dana, sam]) expect(seat.notes.findOpen(['v-1'])).toMatchObject([{ id: third.id }]);
  });

  it('leave the earlier follow-up open where a note and its undo come at once', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.notes.add({ ...note, followUp: '2026-12-01' }, dana.now());
    sam.pull(dana.own());
    const second = dana.notes.add({ ...note, followUp: '2026-12-02' }, dana.now());
    dana.notes.remove(second.id, second.moved, dana.now());
    sam.pull(dana.own());
    expect(sam.notes.findOpen(['v-1'])).toEqual(dana.notes.findOpen(['v-1']));
  });

  it.each([
    ['a set under another ID than its own', 'requirement_set', { set: toSet(1), position: 0 }],
    [
      'a template under another ID than its own',
      'message_template',
      { template: { id: job(1), name: 'N', text: 'T', changedAt: 1 } },
    ],
    ['a time that no calendar has', 'document', { vendor: null, at: Number.MAX_SAFE_INTEGER }],
  ])('with %s change nothing', (_what, kind, body) => {
    const sam = openSeat('Sam');
    const before = sam.show();
    sam.pull([toForeign({ kind, subject: job(0), body })]);
    expect(sam.show()).toEqual(before);
  });

  const toForeign = (part: Partial<TeamRecord>): TeamRecord => ({
    id: createRecordId(base),
    seat: randomUUID(),
    seq: 1,
    clock: { wall: base, counter: 0 },
    member: 'Eve',
    kind: 'tag',
    version: 1,
    subject: 'v-1',
    body: {},
    ...part,
  });

  it('leave one of two versions of a set that were saved within a minute, and name the other one', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.rules.saveSets([{ ...toSet(0), name: 'By Dana' }]);
    sam.move(minute / 2);
    sam.rules.saveSets([{ ...toSet(0), name: 'By Sam' }]);
    expect(sam.rules.overriddenSets(base)).toEqual([]);
    meet(dana, sam);
    for (const { rules } of [dana, sam]) {
      expect(rules.sets()).toMatchObject([{ name: 'By Sam' }]);
      expect(rules.overriddenSets(base)).toMatchObject([
        { name: 'By Sam', version: { name: 'By Dana' }, by: 'Dana', at: base },
      ]);
      expect(rules.overriddenSets(base + 8 * 24 * 60 * minute)).toEqual([]);
    }
    dana.move(2 * minute);
    dana.rules.saveSets([{ ...toSet(0), name: 'By Dana' }]);
    meet(dana, sam);
    for (const { rules } of [dana, sam]) {
      expect(rules.sets()).toMatchObject([{ name: 'By Dana' }]);
      expect(rules.overriddenSets(base)).toEqual([]);
    }
  });

  it('leave one of two versions of a message template that were saved within a minute, and name the other one', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    const template = { id: toSet(0).id, name: 'Welcome', changedAt: base };
    dana.rules.saveMessage({ ...template, text: 'By Dana' });
    sam.move(minute / 2);
    sam.rules.saveMessage({ ...template, text: 'By Sam' });
    meet(dana, sam);
    const overridden = { id: template.id, name: 'Welcome', by: 'Dana', at: base };
    for (const { rules } of [dana, sam])
      expect(rules.overriddenTemplates(base)).toEqual([
        { ...overridden, version: { name: 'Welcome', text: 'By Dana' } },
      ]);
    sam.rules.removeMessage(template.id);
    expect(sam.rules.overriddenTemplates(base)).toEqual([]);
  });

  it('about an address reach the vendor that has it, in the order of their clocks', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.records.tag('@ana@x.example', 'roof');
    dana.records.setLanguage('@ana@x.example', 'es');
    sam.move(minute);
    sam.fetch('v-1', 'ana@x.example');
    sam.records.setLanguage('v-1', 'en');
    sam.pull(dana.own());
    expect(sam.show()).toMatchObject({
      tags: [{ vendor_id: 'v-1', tag: 'roof' }],
      languages: [{ subject: 'v-1', language: 'en' }],
    });
  });

  it('list a vendor that they looked up, by its latest name, until its profile is fetched here', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    sam.records.tag('@ana@x.example', 'roof');
    dana.fetch('v-1', 'Ana@x.example', 'Kestrel');
    dana.move(minute);
    dana.fetch('v-1', 'Ana@x.example', 'Kestrel Roofing');
    dana.fetch('v-1', 'Ana@x.example', 'Kestrel Roofing');
    expect(dana.own()).toHaveLength(1);
    for (const record of dana.own().toReversed()) sam.pull([record]);
    expect(sam.colleaguesVendors()).toEqual([
      { vendor_id: 'v-1', name: 'Kestrel Roofing', email_key: 'ana@x.example' },
    ]);
    expect(sam.show().tags).toEqual([{ vendor_id: 'v-1', tag: 'roof' }]);
    sam.fetch('v-1', 'ana@x.example', 'Kestrel');
    sam.pull(dana.own());
    expect(sam.colleaguesVendors()).toEqual([]);
  });

  it('are about the vendor that the team has them under, also in a copy that learned of another one', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.records.tag('@ana@x.example', 'roof');
    const { id } = dana.notes.add({ ...note, subject: '@ana@x.example', followUp: '2026-12-01' }, dana.now());
    const waiver = { ...requirement, subject: '@ana@x.example', reason: 'x', until: '2026-12-31' };
    const waived = dana.records.waive(waiver, dana.now());
    dana.documents.add(jobId, '@ana@x.example', dana.now());
    const copy = openSeat('Dana', dana.toFile());
    dana.fetch('v-1', 'ana@x.example');
    copy.move(minute);
    copy.fetch('v-2', 'ana@x.example');
    copy.notes.end(id, 'done', copy.now());
    copy.records.takeBack(waived, copy.now());
    meet(dana, sam);
    // It shares its own only after what the team has.
    copy.recordEarlier();
    copy.pull(dana.own());
    meet(dana, sam, copy);
    for (const seat of [dana, sam, copy]) {
      expect(seat.show()).toMatchObject({
        tags: [{ vendor_id: 'v-1', tag: 'roof' }],
        notes: [{ subject: 'v-1', ended: 'done' }],
        waivers: [{ subject: 'v-1', ended_by: 'Dana' }],
        documents: [{ vendor_id: 'v-1' }],
      });
      expect(seat.show()).toEqual(dana.show());
    }
  });

  it('count in a second team, also where another record of the first one has their number', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.records.tag('v-0', 'before');
    const copy = openSeat('Dana', dana.toFile());
    dana.records.tag('v-1', 'roof');
    copy.records.tag('v-3', 'floor');
    sam.pull(dana.own());
    sam.log.forgetArrivals();
    sam.pull(copy.own());
    expect(sam.show().tags).toHaveLength(3);
  });

  it('open a follow-up again in a copy that had it under another vendor', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.notes.add({ ...note, subject: '@ana@x.example', followUp: '2026-12-01' }, dana.now());
    const copy = openSeat('Dana', dana.toFile());
    sam.fetch('v-1', 'ana@x.example');
    dana.pull(sam.own());
    copy.move(minute);
    copy.fetch('v-2', 'ana@x.example');
    copy.recordEarlier();
    copy.pull(sam.own());
    copy.pull(dana.own());
    for (const { notes } of [dana, copy]) expect(notes.findOpen(['v-1'])).toHaveLength(1);
  });

  it('end a waiver also where its end is before it by their clocks', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    const waived = dana.records.waive(
      { ...requirement, subject: 'v-1', reason: 'x', until: '2026-12-31' },
      dana.now(),
    );
    dana.records.takeBack(waived, dana.now());
    const [given, ended] = dana.own();
    if (given === undefined || ended === undefined) throw new Error('There are two.');
    const early = { ...ended, clock: { ...ended.clock, wall: ended.clock.wall - minute } };
    for (const record of [early, given]) sam.pull([record]);
    expect(sam.show().waivers).toMatchObject([{ ended_by: 'Dana' }]);
  });

  it('stay with the vendor that had the address when another one gets it', () => {
    const [dana, sam, kim] = [openSeat('Dana'), openSeat('Sam'), openSeat('Kim')];
    dana.documents.add(jobId, '@ana@x.example', dana.now());
    sam.fetch('v-1', 'ana@x.example');
    sam.pull(dana.own());
    sam.fetch('v-1', 'new@x.example');
    sam.fetch('v-2', 'ana@x.example');
    kim.documents.add(jobId, null, kim.now());
    sam.pull(kim.own());
    expect(sam.documents.get(jobId)).toMatchObject({ vendorId: 'v-1' });
  });

  it('belong to the vendor that had the address first where two have it, whatever was learned first', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    const waiver = { ...requirement, subject: '@ana@x.example', reason: 'x', until: '2026-12-31' };
    dana.records.waive(waiver, dana.now());
    dana.records.tag('@ana@x.example', 'roof');
    dana.notes.add({ ...note, subject: '@ana@x.example', followUp: '2026-12-01' }, dana.now());
    dana.documents.add(jobId, '@ana@x.example', dana.now());
    meet(dana, sam);
    dana.move(minute);
    dana.fetch('v-1', 'ana@x.example');
    sam.move(2 * minute);
    sam.fetch('v-2', 'ana@x.example');
    sam.records.tag('v-2', 'floor');
    expect(sam.show().waivers).toMatchObject([{ subject: 'v-2' }]);
    meet(dana, sam);
    for (const seat of [dana, sam]) {
      expect(seat.show()).toMatchObject({
        waivers: [{ subject: 'v-1' }],
        tags: [
          { vendor_id: 'v-1', tag: 'roof' },
          { vendor_id: 'v-2', tag: 'floor' },
        ],
        notes: [{ subject: 'v-1' }],
        documents: [{ vendor_id: 'v-1' }],
      });
    }
  });

  it('belong to the vendor that had the address then, also where all is learned at once', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.own();
    dana.records.tag('@ana@x.example', 'roof');
    for (const [vendorId, address] of [
      ['v-1', 'ana@x.example'],
      ['v-1', 'new@x.example'],
      ['v-2', 'ana@x.example'],
    ] as const) {
      dana.move(minute);
      dana.fetch(vendorId, address);
    }
    sam.pull(dana.own());
    for (const seat of [dana, sam]) expect(seat.show().tags).toEqual([{ vendor_id: 'v-1', tag: 'roof' }]);
  });

  it('about an address that was left are about the vendor that got it next', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.records.tag('@ana@x.example', 'roof');
    dana.own();
    const fetchLater = (vendorId: string, address: string) => {
      dana.move(minute);
      dana.fetch(vendorId, address);
    };
    fetchLater('v-1', 'ana@x.example');
    fetchLater('v-1', 'new@x.example');
    dana.move(minute);
    dana.records.tag('@ana@x.example', 'floor');
    expect(dana.show().tags).toContainEqual({ vendor_id: '@ana@x.example', tag: 'floor' });
    fetchLater('v-2', 'ana@x.example');
    sam.pull(dana.own().toReversed());
    for (const seat of [dana, sam])
      expect(seat.show().tags).toEqual([
        { vendor_id: 'v-1', tag: 'roof' },
        { vendor_id: 'v-2', tag: 'floor' },
      ]);
  });

  it('about an address stay with the vendor that had it before there was a team', () => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.records.tag('@ana@x.example', 'roof');
    dana.fetch('v-1', 'ana@x.example');
    dana.fetch('v-1', 'new@x.example');
    dana.fetch('v-2', 'ana@x.example');
    sam.pull(dana.own());
    for (const seat of [dana, sam]) expect(seat.show().tags).toEqual([{ vendor_id: 'v-1', tag: 'roof' }]);
  });

  it.each([
    ['a job ID that is none', { subject: '../vendors/v-1' }],
    ['half a millisecond', { body: { vendor: null, at: 0.5 } }],
  ])('with %s change nothing', (_what, part) => {
    const [dana, sam] = [openSeat('Dana'), openSeat('Sam')];
    dana.documents.add(jobId, null, dana.now());
    sam.pull(dana.own().map((record) => ({ ...record, ...part })));
    expect(sam.show().documents).toEqual([]);
    expect(sam.count()).toBe(1);
  });
});
