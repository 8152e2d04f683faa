import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listBackups } from '#main/store/backup.ts';
import { openDatabase } from '#main/store/database.ts';
import { migrate, readMigrations, type Migration } from '#main/store/migrations.ts';
import { readSchema } from '#main/store/schema.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  getEntryState,
  migrationsFolder,
  openTestWorkspace,
  temporaryFolder,
  until,
  untilState,
  workspaceMigrations,
} from './workspace-harness.ts';

const tables = z.array(z.string());

/** The schema, and after it the rows that a new database begins with. */
function readNew(migrations: readonly Migration[]): string {
  const db = new SqliteDatabase(':memory:');
  migrate(db, migrations);
  const rows = tables
    .parse(db.prepare("SELECT name FROM pragma_table_list WHERE type = 'table' ORDER BY name").pluck().all())
    .filter((name) => !name.startsWith('sqlite_'))
    .flatMap((name) =>
      db
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .map((row) => `row ${name} ${JSON.stringify(row)}`),
    );
  const lines = [readSchema(db), ...rows, ''];
  db.close();
  return lines.join('\n');
}

/** The statement of the schema that begins so. */
function statement(start: string): string {
  const sql = workspaceMigrations.map((migration) => migration.sql).join('\n');
  const from = sql.indexOf(start);
  return sql.slice(from, sql.indexOf(';\n', from) + 1);
}

/** A migration as a later version may have one: columns, and a table that is built anew, so that it loses its indexes. */
function later(): Migration {
  const number = (workspaceMigrations.at(-1)?.number ?? 0) + 1;
  return {
    number,
    name: `${number}-later.sql`,
    sql: `ALTER TABLE entry ADD COLUMN color TEXT NOT NULL DEFAULT 'none';
      UPDATE entry SET color = 'blue' WHERE kind = 'invite';
      DROP VIEW entry_event;
      ${statement('CREATE TABLE history').replace('TABLE history', 'TABLE history_next').replace(') STRICT', ', place TEXT) STRICT')}
      INSERT INTO history_next SELECT *, 'here' FROM history;
      DROP TABLE history;
      ALTER TABLE history_next RENAME TO history;
      CREATE INDEX history_of_entry ON history (entry, id);
      ${statement('CREATE VIEW entry_event')}
      INSERT INTO setting (name, value) VALUES ('results.to_sort', 'true')
        ON CONFLICT (name) DO UPDATE SET value = excluded.value;`,
  };
}

function select(db: Database, sql: string): unknown[] {
  return db.prepare(sql).raw().all();
}

describe('migrations', () => {
  it('are numbered without a gap, from the number of the first on', () => {
    const here = temporaryFolder();
    writeFileSync(join(here, '038-a.sql'), '');
    writeFileSync(join(here, '039-b.sql'), '');
    expect(readMigrations(here).map(({ number }) => number)).toEqual([38, 39]);
    writeFileSync(join(here, '041-d.sql'), '');
    expect(() => readMigrations(here)).toThrow(basename('041-d.sql'));
  });

  // A table that a migration builds anew loses its indexes and triggers: what is missing shows here. Update with `vitest -u`.
  it.each(['workspace', 'app'])(
    'make the schema that is written down, with its first rows: %s',
    async (name) => {
      const made = readNew(readMigrations(join(migrationsFolder, name)));
      await expect(made).toMatchFileSnapshot(`./schemas/${name}.txt`);
    },
  );

  it('keep every row of a workspace, which then works as before', async () => {
    const server = await startWireServer(answeringJson({ id: 'a-request', vendorId: 'v' }));
    const first = await openTestWorkspace({ baseUrl: server.baseUrl });
    const sent = await enqueueInvite(first, 'ada@example.invalid');
    const submitted = await enqueueVerification(first);
    await untilState(first, sent, 'accepted');
    await untilState(first, submitted, 'accepted');
    first.dispatcher.setPaused(true);
    const queued = await enqueueInvite(first, 'ben@example.invalid');
    const entries = 'SELECT seq, id, state, body, request_sum FROM entry ORDER BY seq';
    const events = 'SELECT id, entry, at, event, attempt, reason, before FROM history ORDER BY id';
    const before = [select(first.db, entries), select(first.db, events)];
    await first.close();

    const migrations = [...workspaceMigrations, later()];
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder, migrations });
    expect([select(next.db, entries), select(next.db, events)]).toEqual(before);
    expect(select(next.db, 'SELECT color, COUNT(*) FROM entry GROUP BY color')).toEqual([
      ['blue', 2],
      ['none', 1],
    ]);
    expect(next.db.pragma('user_version', { simple: true })).toBe(later().number);
    expect(next.db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(next.db.pragma('foreign_key_check')).toEqual([]);
    await until(
      () => !next.stored.has('results.to_sort'),
      'results are sorted by the rules of the later version',
    );
    next.dispatcher.setPaused(false);
    await untilState(next, queued, 'accepted');
    expect(next.entries.history(queued).map(({ event }) => event)).toEqual([
      'accepted',
      'claimed',
      'enqueued',
    ]);
    await next.close();

    // The copy that was made before opens with what was there.
    const copy = listBackups(next.databaseFile).at(-1);
    const old = new SqliteDatabase(copy?.file ?? '', { readonly: true });
    expect(old.pragma('user_version', { simple: true })).toBe(later().number - 1);
    expect(select(old, entries)).toEqual(before[0]);
    old.close();
    const again = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder, migrations });
    expect(again.log.map(({ event }) => event)).not.toContain('derived_data_rebuilt');
    expect(getEntryState(again, queued)).toBe('accepted');
  });

  it('may change in layout and comments: a database that was made by the others is as it should be', () => {
    const file = join(temporaryFolder(), 'some.db');
    const make = (sql: string): Migration[] => [{ number: 1, name: '001-a.sql', sql }];
    const open = (sql: string) => openDatabase(file, make(sql), createFakeClock());
    const first = open("CREATE TABLE b (x TEXT, y TEXT DEFAULT 'a -- b') STRICT; ALTER TABLE b RENAME TO a;");
    if (!first.ok) throw new Error('It does not open.');
    first.db.close();
    const same = "CREATE TABLE a (\n  x TEXT, -- what x is\n  y  TEXT DEFAULT 'a -- b'\n) STRICT;";
    const opened = [same, same.replace("'a -- b'", "'a --  b'")].map((sql) => {
      const one = open(sql);
      if (!one.ok) throw new Error('It does not open.');
      one.db.close();
      return one.rebuilt;
    });
    expect(opened).toEqual([false, true]);
  });

  it('are undone whole where rows would be left without what they refer to', () => {
    const db = new SqliteDatabase(':memory:');
    db.pragma('foreign_keys = ON');
    const one = {
      number: 1,
      name: '001-a.sql',
      sql: `CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE b (a INTEGER NOT NULL REFERENCES a (id)) STRICT;
        INSERT INTO a VALUES (1); INSERT INTO b VALUES (1);`,
    };
    migrate(db, [one]);
    expect(() => {
      migrate(db, [one, { number: 2, name: '002-b.sql', sql: 'DELETE FROM a;' }]);
    }).toThrow(/left 1 rows/);
    expect(db.prepare('SELECT COUNT(*) FROM a').pluck().get()).toBe(1);
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    db.close();
  });
});
