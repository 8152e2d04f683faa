import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '#main/store/migrations.ts';
import { silence, startWireServer } from './wire-server.ts';
import { openTestWorkspace, temporaryFolder } from './workspace-harness.ts';

const folder = join(import.meta.dirname, '../../src/main/store/migrations/workspace');

describe('migrations', () => {
  it('are numbered without a gap', () => {
    const here = temporaryFolder();
    writeFileSync(join(here, '001-a.sql'), '');
    writeFileSync(join(here, '003-c.sql'), '');
    expect(() => readMigrations(here)).toThrow(basename('003-c.sql'));
  });

  it('keep an outbox whose table is built anew: each entry with its history, its attempts and its counts', async () => {
    const data = temporaryFolder();
    mkdirSync(data, { recursive: true });
    const old = new SqliteDatabase(join(data, 'workspace.db'));
    old.pragma('foreign_keys = ON');
    migrate(
      old,
      readMigrations(folder).filter(({ number }) => number <= 5),
    );
    old.exec(`
      INSERT INTO entry (seq, id, kind, state, idempotency_key, body, title, subtitle, attempts, queued_at, changed_at, sent_at, replaces)
        VALUES (4, 'a', 'invite', 'in_doubt', 'key a', '{"vendorId":"1"}', 'Ada', 'ada', 1, 1000, 3000, NULL, NULL),
               (7, 'b', 'invite', 'queued', 'key b', '{"vendorId":"2"}', 'Ben', 'ben', 0, 2000, 2000, NULL, 'a');
      INSERT INTO invite (entry, vendor_id) VALUES (4, '1'), (7, '2');
      INSERT INTO attempt (entry, number, claim, boot_id, started_at, finished_at) VALUES (4, 1, 'c', 'boot', 2500, 3000);
      INSERT INTO history (entry, at, event, attempt) VALUES (4, 1000, 'handed_over', NULL), (7, 2000, 'handed_over', NULL),
        (4, 2500, 'claimed', 1), (4, 3000, 'lost_sight', 1);`);
    old.close();

    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, folder: data, token: null });
    expect(workspace.invites.page({ tab: 'all', search: '', after: null, limit: 10 })).toMatchObject({
      total: 2,
      rows: [
        { entryId: 'b', state: 'queued', vendorId: '2', queuedAt: 2000 },
        { entryId: 'a', state: 'in_doubt', vendorId: '1', attempts: 1, queuedAt: 1000, changedAt: 3000 },
      ],
    });
    expect(workspace.entries.history('a')).toEqual([
      { event: 'lost_sight', at: 3000, attempt: 1, reason: null },
      { event: 'claimed', at: 2500, attempt: 1, reason: null },
      { event: 'handed_over', at: 1000, attempt: null, reason: null },
    ]);
    expect(workspace.entries.history('b').map(({ event, at }) => ({ event, at }))).toEqual([
      { event: 'handed_over', at: 2000 },
    ]);
    expect(workspace.entries.counts()).toMatchObject({ in_doubt: 1, queued: 1, accepted: 0 });
    expect(workspace.db.pragma('foreign_key_check')).toEqual([]);
    expect(workspace.db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(() => workspace.db.exec("INSERT INTO attempt VALUES (99, 1, 'c', 'boot', 1, NULL)")).toThrow(
      /FOREIGN KEY/,
    );
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
