import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createImportRowStore, moveAllStaged } from '#main/store/import-rows.ts';
import { createImportQueue } from '#main/outbox/import-queue.ts';
import type { ListItem } from '#main/store/import-rows.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { copyAsKilled } from './killed-copy.ts';
import { mountSmallDisk } from './full-disk.ts';
import { getError, importing, unwrap } from './import-harness.ts';
import { openTestWorkspace, temporaryFolder, type TestWorkspace } from './workspace-harness.ts';

const unreachable = 'http://127.0.0.1:9';

async function offline(folder?: string) {
  return openTestWorkspace({
    baseUrl: unreachable,
    token: null,
    ...(folder === undefined ? {} : { folder }),
  });
}

/** Opens what a process that was killed now would have left. */
async function afterKill(workspace: TestWorkspace): Promise<TestWorkspace> {
  const folder = temporaryFolder();
  copyAsKilled(workspace.folder, folder);
  return offline(folder);
}

function getItems(kind: EntryKind, count: number, name: string): ListItem[] {
  return Array.from({ length: count }, (_none, row) =>
    kind === 'invite'
      ? { kind, invitation: { vendor: { email: `${name}${row}@x.example.com` } } }
      : {
          kind,
          request: { type: 'license', data: { licenseNumber: `${name}-${row}` } },
          vendorId: null,
        },
  );
}

function count(workspace: TestWorkspace, table: string): unknown {
  return workspace.db.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();
}

function stateOfList(workspace: TestWorkspace, batch: number): string {
  const raw: unknown = workspace.db
    .prepare('SELECT state FROM import_batch WHERE number = ?')
    .pluck()
    .get(batch);
  return z.string().parse(raw);
}

describe.each(['invite', 'verification'] as const)('a list of the kind %s', (kind) => {
  it('reaches the outbox whole behind one that was left half written', async () => {
    const workspace = await offline();
    const { imports } = workspace;
    const half = imports.begin('half.csv', kind);
    imports.stage(half, getItems(kind, 1500, 'half'));
    // The disk was full then, so that not even dropping the list could be written.
    const whole = imports.begin('whole.csv', kind);
    imports.stage(whole, getItems(kind, 1200, 'whole'));
    imports.commit(whole);
    await imports.settled();
    expect(workspace.entries.counts().queued).toBe(1200);
    expect(count(workspace, kind)).toBe(1200);
    expect(count(workspace, 'import_row')).toBe(0);
    expect([stateOfList(workspace, half), stateOfList(workspace, whole)]).toEqual(['undone', 'moved']);
  });

  it(
    'reaches the outbox at the next start where it was said to be there with rows still outside',
    { tags: ['nightly'] },
    async () => {
      const workspace = await offline();
      const batch = workspace.imports.begin('stuck.csv', kind);
      workspace.imports.stage(batch, getItems(kind, 300, 'stuck'));
      workspace.db
        .prepare("UPDATE import_batch SET state = 'moved', queued_at = 5 WHERE number = ?")
        .run(batch);
      const again = await afterKill(workspace);
      await again.imports.settled();
      expect(again.entries.counts().queued).toBe(300);
      expect(count(again, 'import_row')).toBe(0);
    },
  );

  it(
    'is taken in whole where a copy of the database takes in all at once',
    { tags: ['nightly'] },
    async () => {
      const workspace = await offline();
      const store = createImportRowStore(workspace.db);
      const half = store.begin('half.csv', kind);
      store.stage(half, getItems(kind, 10_500, 'half'), 1);
      const whole = store.begin('whole.csv', kind);
      store.stage(whole, getItems(kind, 700, 'whole'), 1);
      store.commit(whole, 1);
      moveAllStaged(workspace.db);
      expect(count(workspace, 'entry')).toBe(700);
      expect(count(workspace, 'import_row')).toBe(0);
    },
  );
});

describe('what is known of an imported list', () => {
  it('is never that it is in the outbox while a row of it is not', async () => {
    const { db } = await offline();
    const store = createImportRowStore(db);
    const batch = store.begin('list.csv', 'invite');
    store.stage(batch, getItems('invite', 3, 'row'), 1);
    store.commit(batch, 1);
    expect(() => store.finish(batch, 'moved')).toThrow('rows');
    expect(store.get(batch)?.state).toBe('queued');
  });

  it('finds its next rows without reading those of other lists', async () => {
    const { db } = await offline();
    const plan = z
      .array(z.object({ detail: z.string() }))
      .parse(db.prepare('EXPLAIN QUERY PLAN SELECT MIN(position) FROM import_row WHERE batch = 1').all());
    expect(plan.map(({ detail }) => detail).join()).toContain('import_row_by_batch');
  });
});

describe('a list that a full disk broke off', () => {
  it('reaches the outbox whole once there is room and it is queued again', async ({ skip }) => {
    const disk = mountSmallDisk() ?? skip('mounting a tmpfs is not allowed here (it takes root)');
    const workspace = await offline(join(disk.folder, 'w'));
    const list = importing(workspace);
    const rows = Array.from({ length: 1500 }, (_none, row) => `v${row}@list.example.com`);
    await list.open(`Email\n${rows.join('\n')}\n`);
    disk.fill(200_000);
    expect(getError(await list.queue()).message).toContain('Nothing was queued');
    expect(count(workspace, 'entry')).toBe(0);
    disk.free();
    expect(unwrap(await list.queue()).queued).toBe(1500);
    await workspace.imports.settled();
    expect(workspace.entries.counts().queued).toBe(1500);
    expect(count(workspace, 'import_row')).toBe(0);
  });
});

/** Two lists in the outbox. `meanwhile` is called after each slice that was taken in or taken back. */
async function twoLists() {
  const workspace = await offline();
  // The workspace's own queue would take a part in what this one does.
  workspace.imports.stop();
  const situation = { full: false, meanwhile: (): void => undefined };
  const queue = createImportQueue({
    rows: createImportRowStore(workspace.db),
    clock: workspace.fake,
    notBefore: () => 0,
    onUndoing: () => undefined,
    cancelAll: (ids, at) => {
      if (situation.full) throw new Error('the disk is full');
      return ids.filter((id) => typeof workspace.entries.decide(id, 'cancelled', at) !== 'string').length;
    },
    onCommitted: () => undefined,
    onEntries: () => {
      situation.meanwhile();
    },
    onQueue: () => undefined,
    onFault: () => undefined,
  });
  queue.start();
  onTestFinished(() => {
    queue.stop();
  });
  const list = (rows: number, name: string) => {
    const batch = queue.begin(`${name}.csv`, 'invite');
    queue.stage(batch, getItems('invite', rows, name));
    queue.commit(batch);
    return batch;
  };
  const older = list(600, 'older');
  const newer = list(900, 'newer');
  await queue.settled();
  expect(workspace.entries.counts().queued).toBe(1500);
  return { workspace, queue, situation, older, newer };
}

describe('taking back an older list while a newer one is being taken back', () => {
  it('cancels what has not left of both', async () => {
    const { workspace, queue, situation, older, newer } = await twoLists();
    const olderBack = Promise.withResolvers<unknown>();
    situation.meanwhile = () => {
      situation.meanwhile = () => undefined;
      queue.undo(older)?.then(olderBack.resolve, olderBack.reject);
    };
    expect(await queue.undo(newer)).toEqual({ takenBack: 900, gone: 0 });
    expect(await olderBack.promise).toEqual({ takenBack: 600, gone: 0 });
    expect(workspace.entries.counts()).toMatchObject({ queued: 0, cancelled: 1500 });
  });

  it(
    'cancels both too where the newer one could not be taken back to its end at first',
    { tags: ['nightly'] },
    async () => {
      const { workspace, queue, situation, older, newer } = await twoLists();
      situation.meanwhile = () => {
        situation.full = true;
      };
      await expect(queue.undo(newer)).rejects.toThrow('the disk is full');
      expect(workspace.entries.counts().cancelled).toBeLessThan(900);
      situation.full = false;
      situation.meanwhile = () => undefined;
      expect(await queue.undo(older)).toEqual({ takenBack: 600, gone: 0 });
      expect(await queue.undo(newer)).toEqual({ takenBack: 900, gone: 0 });
      expect(workspace.entries.counts()).toMatchObject({ queued: 0, cancelled: 1500 });
    },
  );

  it('cancels what a try before left, also where that was queued again meanwhile', async () => {
    const { workspace, queue, situation, newer } = await twoLists();
    situation.meanwhile = () => {
      situation.full = true;
    };
    await expect(queue.undo(newer)).rejects.toThrow('the disk is full');
    const { db } = workspace;
    db.exec(
      "UPDATE entry SET state = 'queued', reason = NULL WHERE id = (SELECT id FROM entry WHERE state = 'cancelled' LIMIT 1)",
    );
    situation.full = false;
    situation.meanwhile = () => undefined;
    await queue.undo(newer);
    expect(workspace.entries.counts()).toMatchObject({ queued: 600, cancelled: 900 });
  });

  it('counts what it cancelled also where that could not be written at first', async () => {
    const { workspace, queue, newer } = await twoLists();
    const { db } = workspace;
    db.exec(
      "CREATE TRIGGER fails BEFORE UPDATE OF taken_back ON import_batch BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
    );
    await expect(queue.undo(newer)).rejects.toThrow('the disk is full');
    db.exec('DROP TRIGGER fails');
    expect(await queue.undo(newer)).toEqual({ takenBack: 900, gone: 0 });
    expect(workspace.entries.counts()).toMatchObject({ queued: 600, cancelled: 900 });
  });

  it(
    'counts the rows too that were dropped before they came into the outbox',
    { tags: ['nightly'] },
    async () => {
      const { workspace, queue } = await twoLists();
      const { db } = workspace;
      const batch = queue.begin('last.csv', 'invite');
      queue.stage(batch, getItems('invite', 400, 'last'));
      queue.commit(batch);
      db.exec(
        "CREATE TRIGGER fails BEFORE UPDATE OF taken_back ON import_batch BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
      );
      await expect(queue.undo(batch)).rejects.toThrow('the disk is full');
      db.exec('DROP TRIGGER fails');
      expect(await queue.undo(batch)).toEqual({ takenBack: 400, gone: 0 });
      expect(count(workspace, 'import_row')).toBe(0);
    },
  );
});
