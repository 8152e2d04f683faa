import { randomBytes } from 'node:crypto';
import { closeSync, cpSync, existsSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { repairInThread } from '#main/workspace/upkeep.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  openTestWorkspace,
  getEntryState,
  temporaryFolder,
  tryOpenWorkspace,
  until,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 4711 });
const answersOfMegabytes = 20;

/** Fills a workspace with answers that came, so that reading it through is nothing to wait for. */
function enlarge(workspace: TestWorkspace): void {
  for (let count = 0; count < answersOfMegabytes; count += 1) {
    const body = randomBytes(512 * 1024).toString('hex');
    const exchange = {
      kind: 'answered' as const,
      status: 200,
      contentType: 'application/json',
      retryAfter: null,
      date: null,
      location: null,
      wwwAuthenticate: null,
      body,
      bytes: null,
      cut: null,
    };
    workspace.readAnswers.keep('vendor', `v-${count}`, exchange, workspace.fake.wall());
  }
}

/** The folder of a large workspace as a kill leaves it, with an invite that is still to be sent. */
async function killed(baseUrl: string): Promise<{ folder: string; file: string; invite: string }> {
  const workspace = await openTestWorkspace({ baseUrl, token: null });
  const invite = await enqueueInvite(workspace);
  enlarge(workspace);
  workspace.db.pragma('wal_checkpoint(TRUNCATE)');
  const folder = temporaryFolder();
  cpSync(workspace.folder, folder, { recursive: true });
  return { folder, file: join(folder, 'workspace.db'), invite };
}

/** Spoils the middle of a large answer, which nothing but reading all of the file meets. */
function spoil(file: string): void {
  const db = new SqliteDatabase(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const { size } = statSync(file);
  const descriptor = openSync(file, 'r+');
  // A page that continues a long value begins with the number of the next one.
  writeSync(descriptor, Buffer.alloc(4, 0xff), 0, 4, Math.floor(size / 2 / 4096) * 4096);
  closeSync(descriptor);
}

describe('reading a database beside', () => {
  it('is not begun where the start is ended already', async () => {
    const folder = temporaryFolder();
    const begun = join(folder, 'begun');
    const script = join(folder, 'script.mjs');
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(begun)}, '');`,
    );
    const fixed = await repairInThread(
      { script, migrations: folder },
      join(folder, 'x.db'),
      0,
      AbortSignal.abort(),
    );
    expect(fixed).toEqual({ kind: 'problem', problem: { kind: 'ended' } });
    expect(existsSync(begun)).toBe(false);
  });
});

describe('a large workspace that was not closed in order', () => {
  it('is opened at once, and sends once it has been read through', async () => {
    const server = await startWireServer(accepting);
    const { folder, invite } = await killed(server.baseUrl);
    const { opened, log } = await tryOpenWorkspace({ baseUrl: server.baseUrl, folder, sendDelayS: null });
    if (!opened.ok) throw new Error('It does not open.');
    const { workspace } = opened;
    expect(log.map(({ event }) => event)).not.toContain('data_checked');
    expect(workspace.dispatcher.status().condition).toEqual({ kind: 'checking_data' });
    const another = await enqueueInvite(workspace);
    await untilState(workspace, invite, 'accepted');
    await untilState(workspace, another, 'accepted');
    expect(log.map(({ event }) => event)).toContain('data_checked');
    expect(workspace.dispatcher.status().condition).toEqual({ kind: 'online' });
    await workspace.close();
  });

  it('is opened the next time without that, where it was closed in order', async () => {
    const server = await startWireServer(accepting);
    const { folder, invite } = await killed(server.baseUrl);
    const first = await tryOpenWorkspace({ baseUrl: server.baseUrl, folder });
    if (!first.opened.ok) throw new Error('It does not open.');
    await untilState(first.opened.workspace, invite, 'accepted');
    await first.opened.workspace.close();
    const { opened } = await tryOpenWorkspace({ baseUrl: server.baseUrl, folder });
    if (!opened.ok) throw new Error('It does not open again.');
    expect(opened.workspace.dispatcher.status().condition.kind).not.toBe('checking_data');
    await opened.workspace.close();
  });

  it('is closed before anything is sent, where a part of it is damaged, and noted for the next start', async () => {
    const server = await startWireServer(accepting);
    const { folder, file, invite } = await killed(server.baseUrl);
    spoil(file);
    let damaged = false;
    const workspace = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder,
      onDamaged: () => {
        damaged = true;
      },
    });
    await until(() => damaged, 'the damage is told');
    expect(getEntryState(workspace, invite)).toBe('queued');
    expect(server.posts()).toEqual([]);
    expect(existsSync(`${file}.suspect`)).toBe(true);
  });

  it('can be closed while it is being read', async () => {
    const server = await startWireServer(accepting);
    const { folder } = await killed(server.baseUrl);
    const { opened, log } = await tryOpenWorkspace({ baseUrl: server.baseUrl, folder });
    if (!opened.ok) throw new Error('It does not open.');
    await opened.workspace.close();
    expect(opened.workspace.db.open).toBe(false);
    expect(log.map(({ event }) => event)).not.toContain('data_not_checked');
  });
});
