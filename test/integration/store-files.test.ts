import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { backUpDaily, listBackups } from '#main/store/backup.ts';
import { openDatabase } from '#main/store/database.ts';
import type { Migration } from '#main/store/migrations.ts';
import { takeProcessLock } from '#main/store/process-lock.ts';
import { momentText } from '#shared/base/dates.ts';
import { createFakeClock, testStart } from '#test/fake-clock.ts';
import { copyAsKilled } from './killed-copy.ts';
import { answeringJson, silence, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  pass,
  toProgress,
  getEntryState,
  temporaryFolder,
  tryOpenWorkspace,
  turn,
  until,
  untilState,
  workspaceMigrations,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 4711 });
const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** The content of every file of a folder, by name. */
function getContent(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'base64')]),
  );
}

/** Overwrites pages in the middle of a file, as a failing drive does. */
function damage(file: string): void {
  const handle = openSync(file, 'r+');
  const size = statSync(file).size;
  for (let at = 4096; at + 4096 <= size; at += 8192) writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, at);
  closeSync(handle);
}

describe('the lock of a workspace', () => {
  it('keeps a second opening out while it is held, and lets it in afterwards', async () => {
    const server = await startWireServer(silence);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl });
    const before = getContent(first.folder);
    const { opened } = await tryOpenWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    expect(opened).toMatchObject({ ok: false, problem: { kind: 'in_use' } });
    expect(getContent(first.folder)).toEqual(before);
    await first.close();
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    expect(next.describe().id).toBe(first.describe().id);
  });

  it('is held against another process, and is gone when that process is killed', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'workspace.lock');
    const module = fileURLToPath(new URL('../../src/main/store/process-lock.ts', import.meta.url));
    const program = `import { takeProcessLock } from ${JSON.stringify(module)};
      const lock = takeProcessLock(${JSON.stringify(file)});
      process.stdout.write(lock === null ? 'refused' : 'held');
      setInterval(() => lock, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      holder.kill('SIGKILL');
    });
    const said: unknown[] = await once(holder.stdout, 'data');
    expect(String(said[0])).toBe('held');
    expect(takeProcessLock(file)).toBeNull();

    const gone = once(holder, 'exit');
    holder.kill('SIGKILL');
    await gone;
    expect(existsSync(file)).toBe(true);
    const lock = takeProcessLock(file);
    expect(lock).not.toBeNull();
    const second = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { takeProcessLock } from ${JSON.stringify(module)};
         process.stdout.write(takeProcessLock(${JSON.stringify(file)}) === null ? 'refused' : 'held');`,
      ],
      { encoding: 'utf8' },
    );
    expect(second).toBe('refused');
    lock?.release();
  });
});

describe('a database of before the first release', () => {
  it('is refused and left as it is, byte for byte', async () => {
    const server = await startWireServer(silence);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl });
    await first.close();
    const raw = new SqliteDatabase(first.databaseFile);
    raw.exec('DROP TABLE onboarding_seen; PRAGMA user_version = 37');
    raw.close();
    const [before, copies] = [readFileSync(first.databaseFile), listBackups(first.databaseFile)];
    const { opened } = await tryOpenWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    expect(opened).toEqual({ ok: false, problem: { kind: 'older_version' } });
    expect(readFileSync(first.databaseFile).equals(before)).toBe(true);
    expect(readdirSync(first.folder).filter((name) => name.includes('damaged'))).toEqual([]);
    expect(listBackups(first.databaseFile)).toEqual(copies);
  });
});

describe('a database of a newer Gangway', () => {
  it('is refused and left as it is, byte for byte', async () => {
    const server = await startWireServer(silence);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl });
    await first.close();
    const raw = new SqliteDatabase(first.databaseFile);
    raw.exec('CREATE TABLE of_tomorrow (x TEXT) STRICT;');
    raw.pragma('user_version = 999');
    raw.close();
    const before = readFileSync(first.databaseFile);
    const { opened } = await tryOpenWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    expect(opened).toEqual({ ok: false, problem: { kind: 'newer_version' } });
    expect(readFileSync(first.databaseFile).equals(before)).toBe(true);
    expect(readdirSync(first.folder).filter((name) => name.includes('damaged'))).toEqual([]);
    const again = await tryOpenWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    expect(again.opened).toEqual({ ok: false, problem: { kind: 'newer_version' } });
  });

  it('is left with its log too, which its own process may have been killed over', async () => {
    const server = await startWireServer(silence);
    const folder = temporaryFolder();
    const raw = new SqliteDatabase(join(folder, 'running.db'));
    raw.pragma('journal_mode = WAL');
    raw.exec('CREATE TABLE of_tomorrow (x TEXT) STRICT; PRAGMA user_version = 999;');
    for (const suffix of ['', '-wal']) {
      copyFileSync(join(folder, `running.db${suffix}`), join(folder, `workspace.db${suffix}`));
    }
    raw.close();
    const before = ['', '-wal'].map((suffix) =>
      readFileSync(join(folder, `workspace.db${suffix}`), 'base64'),
    );
    const { opened } = await tryOpenWorkspace({ baseUrl: server.baseUrl, folder });
    expect(opened).toEqual({ ok: false, problem: { kind: 'newer_version' } });
    const after = ['', '-wal'].map((suffix) => readFileSync(join(folder, `workspace.db${suffix}`), 'base64'));
    expect(after).toEqual(before);
  });
});

describe('what keeps a commit', () => {
  it('is switched on in every database and read back', async () => {
    const server = await startWireServer(silence);
    const { db, databaseFile, folder } = await openTestWorkspace({ baseUrl: server.baseUrl });
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('checkpoint_fullfsync', { simple: true })).toBe(1);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(db.pragma('trusted_schema', { simple: true })).toBe(0);
    for (const suffix of ['', '-wal', '-shm']) {
      expect(statSync(`${databaseFile}${suffix}`).mode & 0o777).toBe(0o600);
    }
    expect(statSync(join(folder, 'workspace.lock')).mode & 0o777).toBe(0o600);
  });

  it('makes every table strict', async () => {
    const server = await startWireServer(silence);
    const { db } = await openTestWorkspace({ baseUrl: server.baseUrl });
    const loose = db
      .prepare(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0
           AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search%'`,
      )
      .all();
    expect(loose).toEqual([]);
  });
});

describe('a damaged database', () => {
  it('is moved aside whole, the backup takes its place, and its unsent invites wait for a person', async () => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const unsent = await enqueueInvite(first);
    const check = await enqueueVerification(first);
    const backedUp = await makeBackup(first.db, first.databaseFile, first.fake.wall() + day);
    expect(backedUp).toBe(true);
    const lost = await enqueueInvite(first);
    await first.close();
    const folder = copyAsKilled(first.folder);
    const file = join(folder, 'workspace.db');
    damage(file);
    writeFileSync(`${file}-shm`, 'an index');
    writeFileSync(`${file}-wal`, 'what was left of the log');

    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    expect(next.entries.progress(lost)).toBeNull();
    expect(toProgress(next, unsent)).toMatchObject({
      state: 'in_doubt',
      reason: { code: 'restored_from_backup' },
    });
    const aside = readdirSync(folder).filter((name) => name.includes('.damaged-'));
    expect(aside.map((name) => name.replace(/\d+/, 'N')).toSorted()).toEqual([
      'workspace.db.damaged-N',
      'workspace.db.damaged-N-shm',
      'workspace.db.damaged-N-wal',
    ]);
    const notice = next.describe().notice ?? '';
    expect(notice).toContain(`restored the copy of ${momentText(testStart + day)}.`);
    expect(notice).toContain('1 item queued since is missing.');
    expect(notice).toContain('2 unsent items wait for you under “May have been sent”');

    await pass(next.fake, hour, 10_000);
    expect(server.posts()).toEqual([]);
    expect(getEntryState(next, unsent)).toBe('in_doubt');
    expect(getEntryState(next, check)).toBe('in_doubt');
  });

  it('does not send the unsent invites of the copy either when the app ends right after restoring', async () => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const unsent = await enqueueInvite(first);
    await makeBackup(first.db, first.databaseFile, first.fake.wall() + day);
    await first.close();
    damage(first.databaseFile);
    // The process ends after the copy is in its place and before anything else is done.
    const opened = openDatabase(first.databaseFile, workspaceMigrations, first.fake);
    if (!opened.ok) throw new Error('The copy does not open.');
    expect(opened.restored).not.toBeNull();
    opened.db.close();

    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    await pass(next.fake, hour, 10_000);
    expect(getEntryState(next, unsent)).toBe('in_doubt');
    expect(next.describe().notice).toContain(momentText(testStart + day));
    expect(server.posts()).toEqual([]);
    await next.close();

    const later = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    expect(later.describe().notice).toBeNull();
    const fresh = await enqueueInvite(later);
    await untilState(later, fresh, 'accepted');
  });

  it('without a backup is moved aside all the same, and the person is told', async () => {
    const server = await startWireServer(silence);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'workspace.db'), 'This is no database. '.repeat(1000));
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder, token: null });
    expect(next.describe().notice).toContain('no copy yet');
    expect(readdirSync(folder).filter((name) => name.includes('.damaged-'))).toHaveLength(1);
    const id = await enqueueInvite(next);
    expect(getEntryState(next, id)).toBe('queued');
  });

  it.each([
    ['empty', (file: string) => truncateSync(file, 0)],
    ['gone', (file: string) => rmSync(file)],
  ] as const)('that is %s is replaced by the backup and not by a new one', async (_how, lose) => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const unsent = await enqueueInvite(first);
    await makeBackup(first.db, first.databaseFile, first.fake.wall() + day);
    await first.close();
    lose(first.databaseFile);
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    expect(getEntryState(next, unsent)).toBe('in_doubt');
    expect(next.describe().notice).toContain('restored the copy');
  });

  it('whose log was cut in the middle of a commit keeps every commit before it', async () => {
    const server = await startWireServer(silence);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const ids = [];
    for (let number = 0; number < 20; number += 1) ids.push(await enqueueInvite(first));
    // The round that follows notes how far it came.
    await turn();
    const folder = copyAsKilled(first.folder);
    const log = join(folder, 'workspace.db-wal');
    truncateSync(log, statSync(log).size - 2000);
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder, token: null });
    const kept = ids.filter((id) => next.entries.progress(id) !== null);
    expect(kept).toEqual(ids.slice(0, 19));
    expect(next.describe().notice).toContain('1 item queued since is missing.');
    expect(kept.map((id) => getEntryState(next, id))).toEqual(kept.map(() => 'in_doubt'));
    expect(next.db.pragma('integrity_check', { simple: true })).toBe('ok');
  });
});

async function makeBackup(db: SqliteDatabase.Database, file: string, at: number): Promise<boolean> {
  const before = listBackups(file).length;
  await backUpDaily(db, file, at);
  return listBackups(file).length > before;
}

describe('backups', () => {
  it('are made before a migration, and hold the data as it was', () => {
    const file = join(temporaryFolder(), 'some.db');
    const clock = createFakeClock();
    const one: Migration = { number: 1, name: '001-a.sql', sql: 'CREATE TABLE a (x TEXT) STRICT;' };
    const two: Migration = { number: 2, name: '002-b.sql', sql: 'ALTER TABLE a RENAME COLUMN x TO y;' };
    const first = openDatabase(file, [one], clock);
    if (!first.ok) throw new Error('It does not open.');
    first.db.prepare('INSERT INTO a (x) VALUES (?)').run('kept');
    first.db.close();
    expect(listBackups(file)).toEqual([]);

    const second = openDatabase(file, [one, two], clock);
    if (!second.ok) throw new Error('It does not open.');
    expect(second.db.prepare('SELECT y FROM a').pluck().get()).toBe('kept');
    second.db.close();
    const [backup] = listBackups(file);
    expect(backup?.at).toBe(testStart);
    const copy = new SqliteDatabase(backup?.file ?? '', { readonly: true });
    expect(copy.pragma('user_version', { simple: true })).toBe(1);
    expect(copy.prepare('SELECT x FROM a').pluck().get()).toBe('kept');
    copy.close();
    expect(statSync(backup?.file ?? '').mode & 0o777).toBe(0o600);
  });

  it('go back to the state before when a migration fails: all of it or nothing', () => {
    const file = join(temporaryFolder(), 'some.db');
    const clock = createFakeClock();
    const one: Migration = { number: 1, name: '001-a.sql', sql: 'CREATE TABLE a (x TEXT) STRICT;' };
    const bad: Migration = { number: 2, name: '002-b.sql', sql: 'CREATE TABLE b (x TEXT) STRICT; NONSENSE;' };
    const first = openDatabase(file, [one], clock);
    if (first.ok) first.db.close();
    expect(() => openDatabase(file, [one, bad], clock)).toThrow(/syntax error/);
    const raw = new SqliteDatabase(file, { readonly: true });
    expect(raw.pragma('user_version', { simple: true })).toBe(1);
    expect(raw.prepare("SELECT name FROM sqlite_schema WHERE name = 'b'").get()).toBeUndefined();
    raw.close();
  });

  it('are made once a day while the workspace is open, and seven are kept', async () => {
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const backups = () => listBackups(workspace.databaseFile);
    await until(() => backups().length === 1, 'the first is made');
    for (let made = 2; made <= 9; made += 1) {
      const newest = backups()[0]?.at ?? 0;
      await pass(workspace.fake, day, hour);
      await until(() => (backups()[0]?.at ?? 0) > newest, 'the next is made');
      expect(backups()).toHaveLength(Math.min(made, 7));
    }
    const days = backups().map((backup) => backup.at);
    for (const [index, at] of days.slice(1).entries()) {
      expect((days[index] ?? 0) - at).toBe(day);
    }
    expect(readdirSync(join(workspace.folder, 'backups')).some((name) => name.includes('partial'))).toBe(
      false,
    );
  });

  it('are neither doubled nor thrown away at once when the clock is set back', async () => {
    const server = await startWireServer(silence);
    const { db, databaseFile } = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    await until(() => listBackups(databaseFile).length === 1, 'the first is made');
    for (let made = 1; made < 7; made += 1) await makeBackup(db, databaseFile, testStart + made * day);
    expect(listBackups(databaseFile)).toHaveLength(7);
    const back = testStart - 30 * day;
    await backUpDaily(db, databaseFile, back);
    expect(listBackups(databaseFile).some((one) => one.at === back)).toBe(true);
    const names = () => listBackups(databaseFile).map((one) => one.at);
    const after = names();
    await makeBackup(db, databaseFile, back + hour);
    await makeBackup(db, databaseFile, back + 2 * hour);
    expect(names()).toEqual(after);
  });

  it('under way are finished before the database is closed, and nothing is written afterwards', async () => {
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    await workspace.close();
    const { length } = workspace.log;
    await pass(workspace.fake, 2 * hour, hour / 4);
    expect(workspace.log.slice(length)).toEqual([]);
    expect(workspace.log.map(({ event }) => event)).not.toContain('backup_not_made');
    expect(readdirSync(join(workspace.folder, 'backups'))).toEqual([`workspace.db.${testStart}`]);
  });

  it('clear away what a copy that was broken off left behind', async () => {
    const server = await startWireServer(silence);
    const { db, databaseFile, folder } = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    await until(() => listBackups(databaseFile).length === 1, 'the first is made');
    writeFileSync(join(folder, 'backups', 'workspace.db.1700000000000.partial'), 'half a copy');
    await makeBackup(db, databaseFile, testStart + day);
    expect(readdirSync(join(folder, 'backups')).filter((name) => name.includes('partial'))).toEqual([]);
    expect(listBackups(databaseFile)).toHaveLength(2);
  });

  it('can be opened as a workspace of their own', async () => {
    const server = await startWireServer(silence);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const id = await enqueueInvite(first);
    await makeBackup(first.db, first.databaseFile, first.fake.wall() + day);
    const [backup] = listBackups(first.databaseFile);
    const folder = temporaryFolder();
    copyFileSync(backup?.file ?? '', join(folder, 'workspace.db'));
    const copy = await openTestWorkspace({ baseUrl: server.baseUrl, folder, token: null });
    expect(getEntryState(copy, id)).toBe('in_doubt');
    expect(copy.describe().notice).toContain(`replaced with the copy of ${momentText(testStart + day)}`);
  });
});
