import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '#main/store/migrations.ts';
import { pageOfVendors } from '#test/vendor-list.ts';
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
      { event: 'outcome_unknown', at: 3000, attempt: 1, reason: null },
      { event: 'claimed', at: 2500, attempt: 1, reason: null },
      { event: 'enqueued', at: 1000, attempt: null, reason: null },
    ]);
    expect(workspace.entries.history('b').map(({ event, at }) => ({ event, at }))).toEqual([
      { event: 'enqueued', at: 2000 },
    ]);
    expect(workspace.entries.counts()).toMatchObject({ in_doubt: 1, queued: 1, accepted: 0 });
    expect(workspace.db.pragma('foreign_key_check')).toEqual([]);
    expect(workspace.db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(() => workspace.db.exec("INSERT INTO attempt VALUES (99, 1, 'c', 'boot', 1, NULL)")).toThrow(
      /FOREIGN KEY/,
    );
  });

  it('make the triggers and indexes of entries again, word for word, where the table is built anew for any kind', () => {
    const findMade = (number: number) => {
      const db = new SqliteDatabase(':memory:');
      migrate(
        db,
        readMigrations(folder).filter((one) => one.number <= number),
      );
      const made = db
        .prepare(
          "SELECT name, sql FROM sqlite_schema WHERE tbl_name = 'entry' AND type <> 'table' ORDER BY name",
        )
        .all();
      db.close();
      return made;
    };
    expect(findMade(28)).toHaveLength(12);
    expect(findMade(29)).toEqual(findMade(28));
  });

  it('keep a registry whose profiles were kept twice: its lists, its changes and what can be found', async () => {
    const data = temporaryFolder();
    const old = new SqliteDatabase(join(data, 'workspace.db'));
    migrate(
      old,
      readMigrations(folder).filter(({ number }) => number <= 10),
    );
    const before = JSON.stringify({ companyName: 'Kestrel', location: { cityName: 'Reno' } });
    const now = JSON.stringify({
      companyName: 'Kestrel Roofs',
      email: 'Tom@kestrel.example.com',
      phoneNumber: 5105550142,
      location: { cityName: 'Oakland', stateCode: 'CA' },
      services: [{ title: 'Roofing' }, 'not an object', { title: 'Gutters ' }, { title: 7 }, { title: '' }],
    });
    const insertVendor = old.prepare(
      `INSERT INTO vendor (vendor_id, body, fetched_at, company_name, sort_name, contact_sort, city_sort, state_sort, licensed, email_key)
       VALUES (?, ?, 3000, 'Kestrel Roofs', 'kestrel roofs', char(65535), 'oakland', 'ca', 1, 'tom@kestrel.example.com')`,
    );
    const insertFetch = old.prepare('INSERT INTO vendor_fetch (vendor_id, at, body) VALUES (?, ?, ?)');
    insertVendor.run('k', now);
    insertFetch.run('k', 1000, before);
    insertFetch.run('k', 2000, now);
    insertFetch.run('k', 3000, null);
    // A fetch that was never noted is made up for.
    insertVendor.run('without-fetch', now);
    old.exec(`
      INSERT INTO vendor_service (title, vendor_id) VALUES ('Roofing', 'k');
      INSERT INTO entry (seq, id, kind, state, idempotency_key, body, title, subtitle, queued_at, changed_at)
        VALUES (3, 'e', 'invite', 'queued', 'key', '{}', 'Tom', 'tom', 1000, 1000);
      INSERT INTO invite (entry, email_key) VALUES (3, 'tom@kestrel.example.com');
      INSERT INTO document (job_id, added_at) VALUES ('j', 500);
      INSERT INTO search (rowid, kind, subject, title, subtitle, words) VALUES (1, 'vendor', 'k', 'Kestrel', '', 'k'),
        (2, 'invite', 'e', 'Tom', 'kestrel', ''), (3, 'document', 'j', 'Kestrel insurance', '', '');
      INSERT INTO search_row (kind, subject, row) VALUES ('vendor', 'k', 1), ('invite', 'e', 2), ('document', 'j', 3);
      INSERT INTO search_due (kind, subject, title, subtitle, words) VALUES ('vendor', 'k', 'Kestrel Roofs', '', 'k');`);
    old.close();

    const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', folder: data, token: null });
    const kept = {
      companyName: 'Kestrel Roofs',
      email: 'Tom@kestrel.example.com',
      phoneNumber: null,
      cityName: 'Oakland',
      stateCode: 'CA',
      services: ['Roofing', 'Gutters'],
      licensed: true,
      fetchedAt: 3000,
    };
    const where = { invited: { kind: 'is', value: '1' } } as const;
    expect(pageOfVendors(workspace, { where })).toMatchObject({
      total: 2,
      rows: [{ subject: 'k' }, { subject: 'without-fetch' }],
    });
    expect([...workspace.vendors.rows(['k', 'without-fetch']).values()]).toMatchObject([
      { ...kept, vendorId: 'k' },
      { ...kept, vendorId: 'without-fetch' },
    ]);
    expect(
      pageOfVendors(workspace, { where: { ...where, services: { kind: 'is', value: 'Roofing' } } }).total,
    ).toBe(1);
    expect(workspace.vendors.bodies('k').map(({ at }) => at)).toEqual([1000, 2000]);
    expect(workspace.vendors.get('k')?.body).toBe(now);
    expect(workspace.vendors.get('without-fetch')?.body).toBe(now);
    expect(workspace.search.find('kestrel', 10).map(({ kind, id, title }) => [kind, id, title])).toEqual([
      ['vendor', 'k', 'Kestrel Roofs'],
      ['document', 'j', 'Kestrel insurance'],
      ['invite', 'e', 'Tom'],
    ]);
  });

  it('keep lists and drafts where their tables are opened to any kind', () => {
    const db = new SqliteDatabase(':memory:');
    db.pragma('foreign_keys = ON');
    const upTo = (last: number) => readMigrations(folder).filter(({ number }) => number <= last);
    migrate(db, upTo(30));
    db.exec(`
      INSERT INTO import_batch (number, file_name, state, kind) VALUES (3, 'a.csv', 'moved', 'invite'),
        (4, 'b.csv', 'queued', 'verification'), (9, 'c.csv', 'undone', 'invite');
      DELETE FROM import_batch WHERE number = 9;
      INSERT INTO draft (kind, key, title, fields, saved_at) VALUES ('verification', 'new', 'CA-1', '{"type":"x"}', 7);`);
    migrate(db, upTo(31));
    db.exec(`
      INSERT INTO import_batch (file_name, state, kind) VALUES ('d.csv', 'staging', 'tax_form');
      INSERT INTO draft (kind, key, title, fields, saved_at) VALUES ('tax_form', 'new', 'W-9', '{}', 8);`);
    expect(
      db.prepare('SELECT number, file_name, state, kind FROM import_batch ORDER BY number').raw().all(),
    ).toEqual([
      [3, 'a.csv', 'moved', 'invite'],
      [4, 'b.csv', 'queued', 'verification'],
      [10, 'd.csv', 'staging', 'tax_form'],
    ]);
    expect(
      db.prepare('SELECT kind, key, title, fields, saved_at FROM draft ORDER BY saved_at').raw().all(),
    ).toEqual([
      ['verification', 'new', 'CA-1', '{"type":"x"}', 7],
      ['tax_form', 'new', 'W-9', '{}', 8],
    ]);
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
