import { copyFileSync, cpSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { momentText } from '#shared/base/dates.ts';
import { backUpDaily, listBackups } from '#main/store/backup.ts';
import { readMarkText, textOfMark } from '#main/store/progress-mark.ts';
import { createKeychain } from '#main/keychain/keychain.ts';
import { testStart } from '#test/fake-clock.ts';
import { keychainLibrary } from '#test/memory-keychain.ts';
import { copyAsKilled } from './killed-copy.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  memoryKeychain,
  openTestWorkspace,
  pass,
  toProgress,
  getEntryState,
  temporaryFolder,
  turn,
  until,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 4711 });
const minute = 60_000;
const day = 24 * 60 * minute;

/** Signs in and waits until an invite has left. */
async function send(workspace: TestWorkspace, id: string): Promise<void> {
  await workspace.token.replace('a-token');
  workspace.dispatcher.tokenChanged();
  await untilState(workspace, id, 'accepted');
}

/** A folder with a workspace in it, and beside it how far it came. */
function toPlace(): { folder: string; markFile: string } {
  const data = temporaryFolder();
  return { folder: join(data, 'workspace'), markFile: join(data, 'progress') };
}

/** That nothing left a second time, and that a person is asked. */
async function expectHeld(workspace: TestWorkspace, id: string, posts: () => number): Promise<void> {
  const before = posts();
  await pass(workspace.fake, minute, 5000);
  expect(getEntryState(workspace, id)).toBe('in_doubt');
  expect(toProgress(workspace, id).reason).toMatchObject({ code: 'restored_from_backup' });
  expect(posts()).toBe(before);
  expect(workspace.describe().notice).toContain('1 unsent item waits for you under “May have been sent”');
}

describe('an older copy in the place of a workspace', () => {
  it('does not send again what was sent since a backup of Gangway’s that was put back by hand', async () => {
    const server = await startWireServer(accepting);
    const place = toPlace();
    const keychain = await memoryKeychain();
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, ...place, keychain, token: null });
    const id = await enqueueInvite(first);
    await backUpDaily(first.db, first.databaseFile, first.fake.wall() + day);
    await send(first, id);
    await first.close();
    copyFileSync(listBackups(first.databaseFile)[0]?.file ?? '', first.databaseFile);

    const next = await openTestWorkspace({ baseUrl: server.baseUrl, ...place, keychain });
    await expectHeld(next, id, () => server.posts().length);
    expect(next.describe().notice).toContain(`replaced with the copy of ${momentText(testStart + day)}`);
    expect(toProgress(next, id).reason).toEqual({ code: 'restored_from_backup', copyAt: testStart + day });
    await next.close();

    const later = await openTestWorkspace({ baseUrl: server.baseUrl, ...place, keychain });
    expect(later.describe().notice).toBeNull();
    const fresh = await enqueueInvite(later);
    await untilState(later, fresh, 'accepted');
    expect(getEntryState(later, id)).toBe('in_doubt');
  });

  it('does not send again what was sent since the whole folder of the workspace was copied', async () => {
    const server = await startWireServer(accepting);
    const place = toPlace();
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, ...place, token: null });
    const id = await enqueueInvite(first);
    const old = copyAsKilled(first.folder);
    const since = await enqueueInvite(first);
    await send(first, id);
    await untilState(first, since, 'accepted');
    await first.close();
    rmSync(place.folder, { recursive: true });
    cpSync(old, place.folder, { recursive: true });

    const next = await openTestWorkspace({ baseUrl: server.baseUrl, ...place });
    await expectHeld(next, id, () => server.posts().length);
    expect(next.describe().notice).toContain('is older than Gangway’s last save');
    expect(next.describe().notice).toContain('1 item queued since is missing.');
  });

  it('does not send again what was sent since all of Gangway’s folder was copied, by the keychain’s mark', async () => {
    const server = await startWireServer(accepting);
    const keychain = await memoryKeychain();
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, keychain, token: null });
    const id = await enqueueInvite(first);
    await turn();
    const old = copyAsKilled(first.folder);
    await send(first, id);
    await first.close();

    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: old, keychain });
    await expectHeld(next, id, () => server.posts().length);
    await next.close();
    const later = await openTestWorkspace({ baseUrl: server.baseUrl, folder: old, keychain });
    expect(later.describe().notice).toBeNull();
  });

  it('is noticed also where the keychain gives out its mark, and the token, only after the workspace is open', async () => {
    const server = await startWireServer(accepting);
    const keychain = await memoryKeychain();
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, keychain, token: null });
    const id = await enqueueInvite(first);
    await turn();
    const old = copyAsKilled(first.folder);
    await send(first, id);
    await first.close();

    let answer: () => void = () => undefined;
    const answered = new Promise<undefined>((resolve) => {
      answer = () => {
        resolve(undefined);
      };
    });
    const library = keychainLibrary(keychain.secrets);
    const slow = createKeychain(() => answered.then(() => library), 'linux', 50);
    const next = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: old,
      keychain: slow,
      token: null,
    });
    expect(next.dispatcher.status().condition.kind).toBe('signed_out');
    const fresh = await enqueueInvite(next);
    answer();
    await until(() => next.token.current() !== null, 'the token is there');
    await pass(next.fake, minute, 1000);
    expect(getEntryState(next, id)).toBe('in_doubt');
    expect(getEntryState(next, fresh)).toBe('in_doubt');
    expect(server.posts()).toHaveLength(1);
    expect(next.describe().notice).not.toBeNull();
    await next.close();
    const later = await openTestWorkspace({ baseUrl: server.baseUrl, folder: old, keychain });
    expect(later.describe().notice).toBeNull();
  });

  it('is noticed by a mark of the keychain that was kept while Gangway ran, without an orderly end', async () => {
    const server = await startWireServer(accepting);
    const keychain = await memoryKeychain();
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, keychain, token: null });
    const id = await enqueueInvite(first);
    await turn();
    const old = copyAsKilled(first.folder);
    await send(first, id);
    await pass(first.fake, 11 * minute, minute);
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: old, keychain });
    await expectHeld(next, id, () => server.posts().length);
  });

  it('does not send again where the log was cut back to before the attempt', async () => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const id = await enqueueInvite(first);
    const size = statSync(`${first.databaseFile}-wal`).size;
    await send(first, id);
    const folder = copyAsKilled(first.folder);
    const log = join(folder, 'workspace.db-wal');
    expect(statSync(log).size).toBeGreaterThan(size);
    truncateSync(log, size);

    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    await expectHeld(next, id, () => server.posts().length);
    expect(next.describe().notice).toContain('Every queued item is there');
  });

  it('keeps the attempt’s mark before its request leaves', async () => {
    let first: TestWorkspace | null = null;
    const cut: string[] = [];
    const server = await startWireServer((request, reply) => {
      if (request.method === 'POST' && first !== null && cut.length === 0)
        cut.push(copyAsKilled(first.folder));
      accepting(request, reply);
    });
    first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const id = await enqueueInvite(first);
    await turn();
    const before = copyAsKilled(first.folder);
    await send(first, id);
    const [folder = ''] = cut;
    for (const suffix of ['', '-wal']) {
      copyFileSync(join(before, `workspace.db${suffix}`), join(folder, `workspace.db${suffix}`));
    }
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    await expectHeld(next, id, () => server.posts().length);
  });

  it('is seen where a backup is opened as a workspace of its own, with a list that was on its way', async () => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const id = await enqueueInvite(first);
    await backUpDaily(first.db, first.databaseFile, first.fake.wall() + day);
    const place = toPlace();
    const made = await openTestWorkspace({ baseUrl: server.baseUrl, ...place, token: null });
    await made.close();
    rmSync(place.markFile);
    copyFileSync(listBackups(first.databaseFile)[0]?.file ?? '', join(place.folder, 'workspace.db'));
    const copy = await openTestWorkspace({ baseUrl: server.baseUrl, ...place });
    await expectHeld(copy, id, () => server.posts().length);
  });

  it('is seen where it was made before Gangway noted how far it came', async () => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const id = await enqueueInvite(first);
    await turn();
    const old = copyAsKilled(first.folder);
    const raw = new SqliteDatabase(join(old, 'workspace.db'));
    raw.prepare("DELETE FROM setting WHERE name = 'workspace.line'").run();
    raw.close();
    await send(first, id);
    copyFileSync(join(first.folder, 'progress'), join(old, 'progress'));
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: old });
    await expectHeld(next, id, () => server.posts().length);
  });

  it('holds verifications like invites, since nobody knows whether a second submission does harm', async () => {
    const server = await startWireServer(answeringJson({ id: 'a-request' }));
    const place = toPlace();
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, ...place, token: null });
    const id = await enqueueVerification(first);
    const old = copyAsKilled(first.folder);
    await send(first, id);
    await first.close();
    rmSync(place.folder, { recursive: true });
    cpSync(old, place.folder, { recursive: true });
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, ...place });
    await expectHeld(next, id, () => server.posts().length);
    expect(next.describe().notice).toContain('is older than Gangway’s last save');
  });
});

describe('a workspace that is no older copy', () => {
  it('is not taken for one, wherever in its work its process was killed', async () => {
    let first: TestWorkspace | null = null;
    const killed: string[] = [];
    const kill = () => {
      if (first !== null) killed.push(copyAsKilled(first.folder));
    };
    const server = await startWireServer((request, reply) => {
      kill();
      accepting(request, reply);
      setImmediate(kill);
    });
    first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    kill();
    const ids: string[] = [];
    for (let number = 0; number < 4; number += 1) {
      ids.push(await enqueueInvite(first));
      kill();
      await turn();
      kill();
    }
    first.dispatcher.decide(ids[3] ?? '', 'cancelled');
    kill();
    await send(first, ids[0] ?? '');
    for (const id of ids.slice(1, 3)) await untilState(first, id, 'accepted');
    await backUpDaily(first.db, first.databaseFile, first.fake.wall() + day);
    kill();
    await first.close();
    kill();
    expect(killed.length).toBeGreaterThan(12);
    for (const folder of killed) {
      const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder, token: null });
      expect(next.describe().notice).toBeNull();
      const doubts = next.db
        .prepare("SELECT COUNT(*) FROM history WHERE json_extract(reason, '$.code') = 'restored_from_backup'")
        .pluck()
        .get();
      expect(doubts).toBe(0);
      await next.close();
    }
  });

  it('is not taken for one when it was killed between drawing the conclusions and noting them', async () => {
    const server = await startWireServer(accepting);
    const place = toPlace();
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, ...place, token: null });
    const id = await enqueueInvite(first);
    const old = copyAsKilled(first.folder);
    await send(first, id);
    await first.close();
    const ahead = temporaryFolder();
    copyFileSync(place.markFile, join(ahead, 'progress'));
    rmSync(place.folder, { recursive: true });
    cpSync(old, place.folder, { recursive: true });
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, ...place, token: null });
    expect(getEntryState(next, id)).toBe('in_doubt');
    const fresh = await enqueueInvite(next);
    await next.close();
    // As if the process had ended before the new mark lay in its place.
    copyFileSync(join(ahead, 'progress'), place.markFile);
    const again = await openTestWorkspace({ baseUrl: server.baseUrl, ...place, token: null });
    expect(again.describe().notice).toBeNull();
    expect(getEntryState(again, fresh)).toBe('queued');
  });

  it('is not taken for one by a mark that lags behind, is cut short or comes from the time before marks', async () => {
    const server = await startWireServer(accepting);
    const place = toPlace();
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, ...place, token: null });
    await turn();
    const mark = { line: 'a'.repeat(36), enqueued: 3, steps: 7, items: 5 };
    expect(readMarkText(textOfMark(mark))).toEqual(mark);
    const early = temporaryFolder();
    copyFileSync(place.markFile, join(early, 'progress'));
    const id = await enqueueInvite(first);
    await first.close();
    const marks = [
      () => copyFileSync(join(early, 'progress'), place.markFile),
      () => truncateSync(place.markFile, 20),
      () => writeFileSync(place.markFile, Buffer.alloc(100)),
      () => {
        const raw = new SqliteDatabase(first.databaseFile);
        raw.prepare("DELETE FROM setting WHERE name = 'workspace.line'").run();
        raw.close();
        rmSync(place.markFile);
      },
    ];
    for (const make of marks) {
      make();
      const next = await openTestWorkspace({ baseUrl: server.baseUrl, ...place, token: null });
      expect(next.describe().notice).toBeNull();
      expect(getEntryState(next, id)).toBe('queued');
      await next.close();
      expect(existsSync(place.markFile)).toBe(true);
    }
  });
});
