import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createImportRowStore, moveAllStaged } from '#main/store/import-rows.ts';
import type { ListItem } from '#main/imports/list-rules.ts';
import type { EntryKind } from '#shared/outbox.ts';
import { copyAsKilled } from './killed-copy.ts';
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

function itemsOf(kind: EntryKind, count: number, name: string): ListItem[] {
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
    imports.stage(half, itemsOf(kind, 1500, 'half'));
    // The disk was full then, so that not even dropping the list could be written.
    const whole = imports.begin('whole.csv', kind);
    imports.stage(whole, itemsOf(kind, 1200, 'whole'));
    imports.commit(whole);
    await imports.settled();
    expect(workspace.entries.counts().queued).toBe(1200);
    expect(count(workspace, kind)).toBe(1200);
    expect(count(workspace, 'import_row')).toBe(0);
    expect([stateOfList(workspace, half), stateOfList(workspace, whole)]).toEqual(['undone', 'moved']);
  });

  it('reaches the outbox at the next start where it was said to be there with rows still outside', async () => {
    const workspace = await offline();
    const batch = workspace.imports.begin('stuck.csv', kind);
    workspace.imports.stage(batch, itemsOf(kind, 300, 'stuck'));
    workspace.db
      .prepare("UPDATE import_batch SET state = 'moved', queued_at = 5 WHERE number = ?")
      .run(batch);
    const again = await afterKill(workspace);
    await again.imports.settled();
    expect(again.entries.counts().queued).toBe(300);
    expect(count(again, 'import_row')).toBe(0);
  });

  it('is taken in whole where a copy of the database takes in all at once', async () => {
    const workspace = await offline();
    const store = createImportRowStore(workspace.db);
    const half = store.begin('half.csv', kind);
    store.stage(half, itemsOf(kind, 10_500, 'half'), 1);
    const whole = store.begin('whole.csv', kind);
    store.stage(whole, itemsOf(kind, 700, 'whole'), 1);
    store.commit(whole, 1);
    moveAllStaged(workspace.db);
    expect(count(workspace, 'entry')).toBe(700);
    expect(count(workspace, 'import_row')).toBe(0);
  });
});

describe('what is known of an imported list', () => {
  it('is never that it is in the outbox while a row of it is not', async () => {
    const { db } = await offline();
    const store = createImportRowStore(db);
    const batch = store.begin('list.csv', 'invite');
    store.stage(batch, itemsOf('invite', 3, 'row'), 1);
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
