import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { connectTeam, type Answer, type Pulled, type TeamDatabase } from '#main/team/team-database.ts';
import { createRecord, createRecords } from '#test/team/records.ts';
import { describeWithTeam } from '#test/team/describe.ts';
import { startCuttingProxy } from '#test/team/proxy.ts';

const teamSql = readFileSync(join(import.meta.dirname, '../../docs/team.sql'), 'utf8');

const waitingForLock = `SELECT 1 FROM pg_stat_activity WHERE usename = 'dana' AND wait_event_type = 'Lock'`;

function getValue<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.problem.kind);
  return answer.value;
}

describeWithTeam('the team’s database', ['dana', 'sam'], (server) => {
  let database: string;
  beforeEach(() => {
    database = 'team';
  });

  async function connect(user: 'dana' | 'sam', part = {}): Promise<TeamDatabase> {
    const address = server.toAddress(user, { database, ca: null, ...part });
    const connected = await connectTeam(address, user);
    if (!connected.ok) throw new Error(connected.problem.kind);
    onTestFinished(() => connected.team.close());
    return connected.team;
  }

  /** Everything after a cursor, in pages of two. The server's own work can keep a page waiting for a moment. */
  async function pullAll(team: TeamDatabase, after: string | null = null): Promise<Pulled[]> {
    const pulled = getValue(await team.pull(after, 2));
    return pulled.more || pulled.waiting ? [pulled, ...(await pullAll(team, pulled.cursor))] : [pulled];
  }
  const cursorAfter = (pages: Pulled[]) => pages.at(-1)?.cursor ?? null;
  const getRecords = (pages: Pulled[]) =>
    pages.flatMap(({ records }) => records).sort((a, b) => a.seq - b.seq);
  const seqs = (pages: Pulled[]) => getRecords(pages).map(({ seq }) => seq);

  it('gives back what was pushed, page by page, with the account and the time of arrival', async () => {
    const [dana, sam] = [await connect('dana'), await connect('sam')];
    const records = createRecords(randomUUID(), 1, 5);
    expect(await dana.push(records)).toEqual({ kind: 'taken' });
    const pages = await pullAll(sam);
    const now = getValue(await sam.serverTime());
    expect(getRecords(pages)).toMatchObject(records.map((record) => ({ ...record, role: 'dana' })));
    expect(Math.abs(now - (pages[0]?.records[0]?.receivedAt ?? 0))).toBeLessThan(60_000);
    expect(pages.some(({ restarted }) => restarted)).toBe(false);
    const cursor = cursorAfter(pages);
    expect(getValue(await sam.pull(cursor))).toEqual({
      records: [],
      keptOut: [],
      cursor,
      more: false,
      waiting: false,
      restarted: false,
    });
    expect(getValue(await sam.countAfter(null))).toBe(5);
    expect(getValue(await sam.countAfter(cursor))).toBe(0);
  });

  it('passes over no row of a transaction that commits after later ones', async () => {
    const [dana, sam] = [await connect('dana'), await connect('sam')];
    const [slow, quick] = [createRecord({ seq: 1 }), createRecord({ seq: 2 })];
    const session = await server.postgres.openSession(database);
    onTestFinished(() => session.end());
    await session.query('BEGIN');
    await session.query(
      `INSERT INTO gangway_team_record (id, seat, seq, wall, counter, member, kind, version, subject, body)
       VALUES ($1, $2, 1, $3, 0, 'Dana', 'note_added', 1, '', '{}')`,
      [slow.id, slow.seat, slow.clock.wall],
    );
    expect(await dana.push([quick])).toEqual({ kind: 'taken' });
    const before = getValue(await sam.pull(null));
    expect(before).toMatchObject({ records: [], waiting: true });
    await session.query('COMMIT');
    const after = await pullAll(sam, before.cursor);
    expect(getRecords(after).map(({ id }) => id)).toEqual([slow.id, quick.id]);
  });

  it('takes a batch twice, and one that overlaps, as if it had come once', async () => {
    const dana = await connect('dana');
    const records = createRecords(randomUUID(), 1, 4);
    expect(await dana.push(records.slice(0, 2))).toEqual({ kind: 'taken' });
    expect(await dana.push(records.slice(0, 2))).toEqual({ kind: 'taken' });
    expect(await dana.push(records.slice(1))).toEqual({ kind: 'taken' });
    expect(seqs(await pullAll(dana))).toEqual([1, 2, 3, 4]);
  });

  it('refuses a batch whole in which a number or an ID comes with another record', async () => {
    const dana = await connect('dana');
    const seat = randomUUID();
    const [first = createRecord({}), ...others] = createRecords(seat, 1, 3);
    await dana.push([first]);
    const refused = { kind: 'refused', problem: { kind: 'seat_repeated' } };
    expect(await dana.push([createRecord({ seat, seq: 1 }), ...others])).toEqual(refused);
    expect(await dana.push([{ ...first, seq: 9 }, ...others])).toEqual(refused);
    expect(seqs(await pullAll(dana))).toEqual([1]);
  });

  it('refuses what a member writes under another’s seat', async () => {
    const [dana, sam] = [await connect('dana'), await connect('sam')];
    const seat = randomUUID();
    await dana.push(createRecords(seat, 1, 1));
    const outcome = await sam.push(createRecords(seat, 2, 1));
    expect(outcome).toEqual({ kind: 'refused', problem: { kind: 'seat_repeated' } });
    expect(await dana.push(createRecords(seat, 2, 1))).toEqual({ kind: 'taken' });
  });

  it('refuses a record that is dated in the future', async () => {
    const dana = await connect('dana');
    const clock = { wall: Date.UTC(2099), counter: 0 };
    const outcome = await dana.push([createRecord({ clock })]);
    expect(outcome).toEqual({ kind: 'refused', problem: { kind: 'clock_ahead' } });
  });

  it('says that the disk is full, and takes the batch when it is not', async () => {
    const dana = await connect('dana');
    await server.postgres.run(
      `CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER fill BEFORE INSERT ON gangway_team_record FOR EACH ROW EXECUTE FUNCTION fill()`,
      database,
    );
    const records = createRecords(randomUUID(), 1, 2);
    expect(await dana.push(records)).toEqual({ kind: 'refused', problem: { kind: 'disk_full' } });
    await server.postgres.run('DROP TRIGGER fill ON gangway_team_record', database);
    expect(await dana.push(records)).toEqual({ kind: 'taken' });
  });

  it.each([
    ['before the server has the question', 'cut_question', []],
    ['after it has committed', 'cut_answer', [1, 2, 3]],
  ] as const)(
    'does not know what came of a push that was cut %s, and can repeat it',
    async (_when, fault, there) => {
      const proxy = await startCuttingProxy(server.postgres.port);
      const dana = await connect('dana', { port: proxy.port });
      const records = createRecords(randomUUID(), 1, 3);
      proxy.failNext(fault);
      expect(await dana.push(records)).toEqual({ kind: 'unknown', problem: { kind: 'cut_off' } });
      expect(await dana.serverTime()).toEqual({ ok: false, problem: { kind: 'cut_off' } });
      const again = await connect('dana');
      expect(seqs(await pullAll(again))).toEqual(there);
      expect(await again.push(records)).toEqual({ kind: 'taken' });
      expect(seqs(await pullAll(again))).toEqual([1, 2, 3]);
    },
  );

  it.each([
    ['takes a batch that is still under way on a connection that was cut', true, { kind: 'taken' }],
    [
      'refuses a batch beside which another copy of the seat writes',
      false,
      { kind: 'refused', problem: { kind: 'seat_repeated' } },
    ],
  ])('%s', async (_what, same, outcome) => {
    const dana = await connect('dana');
    const record = createRecord({});
    const session = await server.postgres.openSession(database);
    onTestFinished(() => session.end());
    await session.query('BEGIN');
    await session.query(
      `INSERT INTO gangway_team_record (id, seat, seq, wall, counter, member, kind, version, subject, body, role)
       VALUES ($1, $2, 1, $3, 0, 'Dana', 'note_added', 1, '', '{}', 'dana')`,
      [same ? record.id : createRecord({}).id, record.seat, record.clock.wall],
    );
    const pushing = dana.push([record]);
    await expect.poll(() => server.postgres.run(waitingForLock)).toHaveLength(1);
    await session.query('COMMIT');
    expect(await pushing).toEqual(outcome);
    expect(seqs(await pullAll(dana))).toEqual([1]);
  });

  it('loses nothing when the server is killed during a push', async () => {
    const dana = await connect('dana');
    const seat = randomUUID();
    await dana.push(createRecords(seat, 1, 1));
    const session = await server.postgres.openSession(database);
    onTestFinished(() => session.end());
    await session.query('BEGIN; LOCK TABLE gangway_team_record IN EXCLUSIVE MODE');
    const records = createRecords(seat, 2, 2);
    const pushing = dana.push(records);
    await expect.poll(() => server.postgres.run(waitingForLock)).toHaveLength(1);
    await server.postgres.kill();
    expect(await pushing).toEqual({ kind: 'unknown', problem: { kind: 'cut_off' } });
    await server.postgres.start();
    const again = await connect('dana');
    expect(getValue(await again.highest(seat))).toBe(1);
    expect(await again.push(records)).toEqual({ kind: 'taken' });
    expect(seqs(await pullAll(again))).toEqual([1, 2, 3]);
  });

  it('wakes a listener when a record comes, and says when the connection ends', async () => {
    const [dana, sam] = [await connect('dana'), await connect('sam')];
    const woken = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<void>();
    getValue(await sam.listen(woken.resolve, lost.resolve));
    await dana.push(createRecords(randomUUID(), 1, 1));
    await woken.promise;
    await server.postgres.run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN gangway_team'`,
    );
    await lost.promise;
    expect(seqs(await pullAll(sam))).toEqual([1]);
  });

  it('knows who is in the team, by the name and the account of each seat’s last record', async () => {
    const [dana, sam] = [await connect('dana'), await connect('sam')];
    const [first, second] = [randomUUID(), randomUUID()];
    await dana.push([
      createRecord({ seat: first, member: 'Dana' }),
      createRecord({ seat: first, seq: 2, member: 'Dana K.' }),
    ]);
    await sam.push([createRecord({ seat: second, member: 'Dana' })]);
    expect(getValue(await sam.members())).toMatchObject([
      { seat: second, member: 'Dana', role: 'sam', lastSeq: 1 },
      { seat: first, member: 'Dana K.', role: 'dana', lastSeq: 2 },
    ]);
    expect(getValue(await sam.highest(second))).toBe(1);
    expect(getValue(await sam.highest(first))).toBe(0);
  });

  describe('that was put back', () => {
    it('to yesterday’s copy shows by each seat’s last number, and is read again from the beginning', async () => {
      const seat = randomUUID();
      const records = createRecords(seat, 1, 5);
      const today = await connect('dana');
      await today.push(records.slice(0, 3));
      await today.close();
      await server.postgres.run('CREATE DATABASE yesterday TEMPLATE team');
      const later = await connect('dana');
      await later.push(records.slice(3));
      const seen = cursorAfter(await pullAll(later));
      database = 'yesterday';
      const [dana, sam] = [await connect('dana', { team: later.id }), await connect('sam')];
      expect(getValue(await dana.highest(seat))).toBe(3);
      await sam.push([createRecord({ seq: 7 })]);
      const pages = await pullAll(dana, seen);
      expect(pages[0]?.restarted).toBe(true);
      expect(seqs(pages)).toEqual([1, 2, 3, 7]);
      await dana.push(records.slice(3));
      const rest = await pullAll(dana, cursorAfter(pages));
      expect(rest.some(({ restarted }) => restarted)).toBe(false);
      expect(seqs(rest)).toEqual([4, 5]);
    });

    it('is read again, too, where the cursor’s record got its old transaction number once more', async () => {
      const [dana, sam] = [await connect('dana'), await connect('sam')];
      const [first, second, last] = createRecords(randomUUID(), 1, 3);
      if (first === undefined || second === undefined || last === undefined)
        throw new Error('There are three.');
      for (const record of [first, second, last]) await dana.push([record]);
      const cursor = cursorAfter(await pullAll(sam));
      // Others wrote first after it was put back.
      const other = createRecord({ seq: 7 });
      await server.postgres.run(
        `UPDATE gangway_team_record SET id = '${other.id}', seat = '${other.seat}', seq = 7 WHERE id = '${second.id}';
         UPDATE gangway_team_record SET received_at = received_at + '1 s' WHERE id = '${last.id}'`,
        database,
      );
      const pages = await pullAll(sam, cursor);
      expect(pages[0]?.restarted).toBe(true);
      expect(seqs(pages)).toEqual([1, 3, 7]);
    });

    it('from a dump into another server has to be set up once more, and is then read again', async () => {
      const dana = await connect('dana');
      await dana.push(createRecords(randomUUID(), 1, 3));
      const cursor = cursorAfter(await pullAll(dana));
      await server.postgres.run(`UPDATE gangway_team_record SET xid = '9000000'`, database);
      await expect(connect('sam')).rejects.toThrow('restored_dump');
      await server.postgres.run(teamSql, database);
      const sam = await connect('sam');
      await sam.push([createRecord({ seq: 4 })]);
      const pages = await pullAll(sam, cursor);
      expect(pages[0]?.restarted).toBe(true);
      expect(seqs(pages)).toEqual([1, 2, 3, 4]);
    });
  });

  it('is not shaken by rows that its owner made up: they are kept out, and the others come', async () => {
    database = 'hostile';
    await server.postgres.createTeam(database);
    const [dana, sam] = [await connect('dana'), await connect('sam')];
    const seat = randomUUID();
    await dana.push(createRecords(seat, 1, 1));
    await server.postgres.run(
      `DO $$ DECLARE each record; BEGIN
         FOR each IN SELECT conname FROM pg_constraint
           WHERE conrelid = 'gangway_team_record'::regclass AND contype = 'c' LOOP
           EXECUTE format('ALTER TABLE gangway_team_record DROP CONSTRAINT %I', each.conname);
         END LOOP;
       END $$;
       ALTER TABLE gangway_team_record DISABLE TRIGGER gangway_team_check_seat, ALTER body TYPE text,
         ALTER member DROP NOT NULL, ALTER body DROP NOT NULL, ALTER seq TYPE numeric`,
      database,
    );
    const hostile: [reason: string, columns: Record<string, string>][] = [
      ['wrong_form', { kind: `'Note'` }],
      ['wrong_form', { member: 'NULL' }],
      ['wrong_form', { member: `repeat('x', 10000000)` }],
      ['wrong_form', { id: `'8f14e45f-ceea-467f-9d3c-0e5e5e5e5e5e'` }],
      ['wrong_form', { seq: '1.5' }],
      ['wrong_form', { seq: '99999999999999999999' }],
      ['wrong_form', { seq: `'NaN'` }],
      ['wrong_form', { version: '1001' }],
      ['wrong_form', { wall: '-1' }],
      ['wrong_form', { received_at: `'infinity'` }],
      ['wrong_form', { body: 'NULL' }],
      ['wrong_form', { body: `repeat('[', 30000) || repeat(']', 30000)` }],
      ['too_large', { body: `'"' || repeat('x', 70000) || '"'` }],
      ['not_json', { body: `'{"text":'` }],
      ['clock_ahead', { wall: String(Date.UTC(2099)) }],
      ['foreign_seat', { seat: `'${seat}'`, seq: '2' }],
    ];
    const inserts: string[] = [];
    for (const [, columns] of hostile) {
      const { id, clock, seat: own } = createRecord({});
      const row = {
        id: `'${id}'`,
        seat: `'${own}'`,
        seq: '1',
        wall: String(clock.wall),
        counter: '0',
        member: `'Dana'`,
        kind: `'note_added'`,
        version: '1',
        subject: `''`,
        body: `'{}'`,
        role: `'mallory'`,
        ...columns,
      };
      inserts.push(
        `INSERT INTO gangway_team_record (${Object.keys(row).join()}) VALUES (${Object.values(row).join()})`,
      );
    }
    // Each in a transaction of its own, so that they come in this order.
    await server.postgres.run(inserts.map((insert) => `BEGIN; ${insert}; COMMIT`).join(';'), database);
    const pages = await pullAll(sam);
    expect(pages.flatMap(({ keptOut }) => keptOut.map(({ reason }) => reason))).toEqual(
      hostile.map(([reason]) => reason),
    );
    expect(pages.flatMap(({ keptOut }) => keptOut).at(-1)).toMatchObject({ seat, seq: '2', role: 'mallory' });
    expect(seqs(pages)).toEqual([1]);
    expect(getValue(await dana.highest(seat))).toBe(1);
    expect(getValue(await sam.members())).toContainEqual(expect.objectContaining({ seat, role: 'mallory' }));
  });

  it('gives no member the right to change or delete records, or to write under another account', async () => {
    const dana = await connect('dana');
    await dana.push(createRecords(randomUUID(), 1, 1));
    const attempts = [
      `UPDATE gangway_team_record SET member = 'Sam'`,
      'DELETE FROM gangway_team_record',
      'TRUNCATE gangway_team_record',
      'DROP TABLE gangway_team_record',
      'UPDATE gangway_team SET schema_version = 9',
      'SET ROLE owner',
      ...['role', 'xid', 'received_at'].map(
        (column) =>
          `INSERT INTO gangway_team_record (id, seat, seq, wall, counter, member, kind, version, subject, body, ${column})
           SELECT gen_random_uuid(), seat, 2, wall, counter, member, kind, version, subject, body, ${column}
           FROM gangway_team_record`,
      ),
    ];
    for (const sql of attempts)
      await expect(server.postgres.runAsMember('sam', sql, database), sql).rejects.toMatchObject({
        code: '42501',
      });
    expect(seqs(await pullAll(dana))).toEqual([1]);
  });

  it('is set up again without a change', async () => {
    const dana = await connect('dana');
    await dana.push(createRecords(randomUUID(), 1, 2));
    const cursor = cursorAfter(await pullAll(dana));
    await server.postgres.run(teamSql, database);
    expect(await pullAll(dana, cursor)).toMatchObject([{ records: [], restarted: false }]);
    expect((await connect('sam', { team: dana.id })).id).toBe(dana.id);
  });
});
