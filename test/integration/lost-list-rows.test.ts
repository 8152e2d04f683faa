import { closeSync, openSync, readFileSync, readSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ListItem } from '#main/store/import-rows.ts';
import { readMarkText } from '#main/store/progress-mark.ts';
import { copyAsKilled } from './killed-copy.ts';
import { enqueueInvite, openTestWorkspace, until, type TestWorkspace } from './workspace-harness.ts';

const unreachable = 'http://127.0.0.1:9';

const invites = (count: number): ListItem[] =>
  Array.from({ length: count }, (_none, row) => ({
    kind: 'invite',
    invitation: { vendor: { email: `v${row}@x.example.com` } },
  }));

/** A workspace in which a list of 200 is queued, and where its log ended before that. */
async function withList() {
  const first = await openTestWorkspace({ baseUrl: unreachable, token: null });
  const batch = first.imports.begin('june.csv', 'invite');
  first.imports.stage(batch, invites(200));
  const before = statSync(`${first.databaseFile}-wal`).size;
  first.imports.commit(batch);
  return { first, batch, before };
}

/** A workspace in which three invites and a list of 200 are queued, and where its log ended before that. */
async function withOneByOne() {
  const first = await openTestWorkspace({ baseUrl: unreachable, token: null });
  const batch = first.imports.begin('june.csv', 'invite');
  first.imports.stage(batch, invites(200));
  const before = statSync(`${first.databaseFile}-wal`).size;
  for (let count = 0; count < 3; count += 1) await enqueueInvite(first);
  const mark = join(first.folder, 'progress');
  await until(() => readMarkText(readFileSync(mark, 'utf8'))?.enqueued === 3, 'they were noted');
  first.imports.commit(batch);
  return { first, before };
}

function next(folder: string): Promise<TestWorkspace> {
  return openTestWorkspace({ baseUrl: unreachable, token: null, folder });
}

describe('a list of which the disk lost something before its rows were in the outbox', () => {
  it('is told by number where the log ends before it was queued', async () => {
    const { first, before } = await withList();
    const folder = copyAsKilled(first.folder);
    truncateSync(join(folder, 'workspace.db-wal'), before);
    const workspace = await next(folder);
    expect(workspace.describe().notice).toContain('200 items queued since are missing');
    expect(workspace.entries.counts().queued).toBe(0);
  });

  it('is told by number where one bit of the log is another one', async () => {
    const { first, before } = await withList();
    const folder = copyAsKilled(first.folder);
    // In the last frame of the rows: SQLite reads nothing from there on, the commit neither.
    const file = openSync(join(folder, 'workspace.db-wal'), 'r+');
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, before - 100);
    byte.writeUInt8(byte.readUInt8() ^ 1);
    writeSync(file, byte, 0, 1, before - 100);
    closeSync(file);
    const workspace = await next(folder);
    expect(workspace.describe().notice).toContain('200 items queued since are missing');
  });

  it('is told as often as its rows are missing, also where they had come into the outbox', async () => {
    const { first, before } = await withList();
    await first.imports.settled();
    expect(first.entries.counts().queued).toBe(200);
    const folder = copyAsKilled(first.folder);
    truncateSync(join(folder, 'workspace.db-wal'), before);
    expect((await next(folder)).describe().notice).toContain('200 items queued since are missing');
  });

  it.each(['staged', 'in the outbox'])(
    'is told together with unsent items queued one by one: its rows are %s',
    async (where) => {
      const { first, before } = await withOneByOne();
      if (where === 'in the outbox') await first.imports.settled();
      const folder = copyAsKilled(first.folder);
      truncateSync(join(folder, 'workspace.db-wal'), before);
      expect((await next(folder)).describe().notice).toContain('203 items queued since are missing');
    },
  );

  it.each(['taken back', 'in the outbox'])('is missed by nobody where nothing was lost: %s', async (what) => {
    const { first, batch } = await withList();
    if (what === 'taken back') await first.imports.undo(batch);
    else await first.imports.settled();
    const workspace = await next(copyAsKilled(first.folder));
    expect(workspace.describe().notice).toBeNull();
    expect(workspace.entries.counts().queued).toBe(what === 'taken back' ? 0 : 200);
  });
});

it('an item that the disk lost before anything happened to it is told by number, too', async () => {
  const first = await openTestWorkspace({ baseUrl: unreachable, token: null });
  const before = statSync(`${first.databaseFile}-wal`).size;
  await enqueueInvite(first);
  const mark = join(first.folder, 'progress');
  await until(() => readMarkText(readFileSync(mark, 'utf8'))?.enqueued === 1, 'it was noted');
  const folder = copyAsKilled(first.folder);
  truncateSync(join(folder, 'workspace.db-wal'), before);
  expect((await next(folder)).describe().notice).toContain('1 item queued since is missing');
});
