import { existsSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listBackups } from '#main/store/backup.ts';
import { systemClock } from '#main/clock.ts';
import { startTestCore, type TestCore } from './core-harness.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  memoryKeychain,
  openTestWorkspace,
  getEntryState,
  temporaryFolder,
  until,
  untilState,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 'a-request', vendorId: 'v' });

/** Changes a file without leaving a trace in its size and time, as a flipped bit on the disk does. */
function unseen(file: string, change: () => void): void {
  const { atime, mtime } = statSync(file);
  change();
  utimesSync(file, atime, mtime);
}

function changeRows(file: string, ...statements: string[]): void {
  const db = new SqliteDatabase(file);
  db.unsafeMode();
  for (const sql of statements) db.exec(sql);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Alters one row of an index where it lies in the file: of the second queued invite, its state. */
function alterIndex(file: string, index: string): void {
  const db = new SqliteDatabase(file, { readonly: true });
  const page = z
    .number()
    .parse(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(index));
  const size = z.number().parse(db.pragma('page_size', { simple: true }));
  db.close();
  const content = readFileSync(file);
  const first = content.indexOf('queuedinvite', (page - 1) * size);
  const second = content.indexOf('queuedinvite', first + 1);
  expect(second).toBeLessThan(page * size);
  content.writeUInt8(content.readUInt8(second) ^ 4, second);
  writeFileSync(file, content);
}

function damagedFiles(file: string): string[] {
  return readdirSync(dirname(file)).filter((name) => /\.damaged-\d+$/.test(name));
}

/** A workspace that holds three queued invites and was closed in order. */
async function withQueued(baseUrl: string) {
  const first = await openTestWorkspace({ baseUrl, token: null });
  await until(
    () => listBackups(first.databaseFile).length === 1,
    'there is a copy, in which nothing is queued yet',
  );
  const ids = [await enqueueInvite(first), await enqueueInvite(first), await enqueueInvite(first)];
  first.search.flush(10);
  await first.close();
  return { ids, folder: first.folder, file: first.databaseFile };
}

describe('what follows from the rows', () => {
  it.each([
    ['an index', (file: string) => alterIndex(file, 'entry_by_state')],
    ['the number of the schema, made smaller', (file: string) => changeRows(file, 'PRAGMA user_version = 8')],
    [
      'the number of the schema, made larger',
      (file: string) => changeRows(file, 'PRAGMA user_version = 152'),
    ],
    [
      'the words of the schema',
      (file: string) =>
        changeRows(
          file,
          'PRAGMA writable_schema = ON',
          "UPDATE sqlite_schema SET sql = replace(sql, 'title', 'tit1e') WHERE name = 'entry'",
        ),
    ],
    [
      'the index of the search',
      (file: string) => changeRows(file, 'UPDATE search_data SET block = zeroblob(9) WHERE id > 10'),
    ],
    ['the keys of lists', (file: string) => changeRows(file, 'DROP TABLE entry_key')],
  ])('is made anew where it is damaged, and nothing is lost: %s', async (_what, damage) => {
    const server = await startWireServer(accepting);
    const { ids, folder, file } = await withQueued(server.baseUrl);
    damage(file);
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    for (const id of ids) await untilState(next, id, 'accepted');
    expect(server.posts()).toHaveLength(3);
    expect(next.describe().notice).toBeNull();
    expect(next.db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(next.log.map(({ event }) => event)).toContain('derived_data_rebuilt');
    expect(damagedFiles(file)).toHaveLength(1);
    expect(next.search.find('example', 10)).toHaveLength(3);
  });

  it('is made anew also where the file lies as it was left', { tags: ['nightly'] }, async () => {
    const server = await startWireServer(accepting);
    const { ids, folder, file } = await withQueued(server.baseUrl);
    unseen(file, () => alterIndex(file, 'entry_by_state'));
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    for (const id of ids) await untilState(next, id, 'accepted');
    expect(server.posts()).toHaveLength(3);
  });
});

async function appWith(baseUrl: string) {
  const options = { dataDir: temporaryFolder(), keychain: await memoryKeychain(), clock: systemClock };
  const app = await startTestCore(options);
  expect((await app.connect(baseUrl, 'a-token')).ok).toBe(true);
  const other = getOpenWorkspace(app);
  expect((await app.connect(baseUrl, 'a-token')).ok).toBe(true);
  const workspace = getOpenWorkspace(app);
  workspace.updateSettings({ sendDelayS: 0 });
  const { id } = workspace.describe();
  const file = join(options.dataDir, 'workspaces', id, 'workspace.db');
  return { app, options, other: other.describe().id, id, file };
}

function getOpenWorkspace(app: TestCore) {
  const workspace = app.core.workspace();
  if (workspace === null) throw new Error('No workspace is open.');
  return workspace;
}

/** The number of the last line of history is altered, so that how far the workspace has come cannot be noted. */
const beyondAllNumbers = 'UPDATE history SET id = 9007199254740990 WHERE id = (SELECT MAX(id) FROM history)';

describe('a workspace that cannot be opened although all of it can be read', () => {
  it('has the newest copy restored that can be opened, and says what is missing', async () => {
    const server = await startWireServer(accepting);
    const { app, options, file } = await appWith(server.baseUrl);
    await until(() => listBackups(file).length === 1, 'there is a copy');
    await untilState(getOpenWorkspace(app), await enqueueInvite(getOpenWorkspace(app)), 'accepted');
    await app.stop();
    changeRows(file, beyondAllNumbers);
    const next = await startTestCore(options);
    expect(getOpenWorkspace(next).describe().notice).toContain('Gangway restored the copy of');
    expect(getOpenWorkspace(next).describe().notice).toContain('1 item queued since is missing.');
    expect(damagedFiles(file)).toHaveLength(1);
  });

  it(
    'keeps its files where no copy can be opened, and the others can be',
    { tags: ['nightly'] },
    async () => {
      const server = await startWireServer(accepting);
      const { app, options, other, id, file } = await appWith(server.baseUrl);
      const sent = await enqueueInvite(getOpenWorkspace(app));
      await untilState(getOpenWorkspace(app), sent, 'accepted');
      await app.stop();
      changeRows(file, beyondAllNumbers);
      rmSync(join(dirname(file), 'backups'), { recursive: true });
      const before = readFileSync(file);

      const next = await startTestCore(options);
      expect(next.core.workspace()).toBeNull();
      expect(next.core.startProblem()?.message).toContain('neither can its copies');
      expect(next.core.startProblem()?.message).toContain('You can open your other workspaces.');
      expect(readFileSync(file).equals(before)).toBe(true);
      expect((await next.call('workspaces.open', { id: other })).ok).toBe(true);
      expect((await next.call('workspaces.open', { id })).ok).toBe(false);
      expect(getOpenWorkspace(next).describe().id).toBe(other);
      expect(existsSync(`${file}.restored`)).toBe(false);
      await next.stop();

      changeRows(file, 'UPDATE history SET id = 1000 WHERE id > 1000');
      const fixed = await startTestCore(options);
      expect((await fixed.call('workspaces.open', { id })).ok).toBe(true);
      expect(getOpenWorkspace(fixed).describe().notice).toBeNull();
      expect(getEntryState(getOpenWorkspace(fixed), sent)).toBe('accepted');
    },
  );
});

describe('an address that was altered on the disk', () => {
  it('is not believed: nothing goes there, and the copy of the list counts', async () => {
    const server = await startWireServer(accepting);
    const wrong = await startWireServer(accepting);
    const { app, options, file } = await appWith(server.baseUrl);
    await app.stop();
    const list = join(options.dataDir, 'gangway.db');
    unseen(list, () => changeRows(list, `UPDATE workspace SET base_url = '${wrong.baseUrl}'`));
    const next = await startTestCore(options);
    await untilState(getOpenWorkspace(next), await enqueueInvite(getOpenWorkspace(next)), 'accepted');
    expect(getOpenWorkspace(next).baseUrl).toBe(server.baseUrl);
    expect(wrong.requests).toEqual([]);
    expect(existsSync(file)).toBe(true);
  });
});

describe('a reason that is no JSON', () => {
  it('does not keep a workspace from being opened, nor its entry from being sent', async () => {
    const server = await startWireServer(accepting);
    const { ids, folder, file } = await withQueued(server.baseUrl);
    changeRows(
      file,
      `UPDATE entry SET state = 'waiting', next_at = 1, attempts = 1, counted_attempts = 1, reason = '{"code":"buty'`,
      `INSERT INTO history (entry, began_at, at, event, attempt, reason) SELECT seq, 1, 1, 'postponed', 1, '{"code":"buty' FROM entry`,
    );
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    for (const id of ids) await untilState(next, id, 'accepted');
    expect(next.entries.history(ids[0] ?? '').map(({ event }) => event)).toContain('postponed');
  });
});
