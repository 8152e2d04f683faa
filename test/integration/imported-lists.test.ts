import { describe, expect, it } from 'vitest';
import { inviteFilter } from '#shared/ipc/invites.ts';
import { importing, unwrap } from './import-harness.ts';
import { enqueueInvite, openTestWorkspace, temporaryFolder, untilState } from './workspace-harness.ts';
import { answeringJson, startWireServer } from './wire-server.ts';

const rows = (count: number, name: string) =>
  ['email', ...Array.from({ length: count }, (_none, row) => `${name}${row}@x.example.com`)].join('\n');

describe('an imported list', () => {
  it('can be found and taken back long after it was queued, also after a restart', async () => {
    const folder = temporaryFolder();
    const unreachable = 'http://127.0.0.1:9';
    const first = await openTestWorkspace({ baseUrl: unreachable, token: null, folder });
    const list = importing(first);
    await list.open(rows(300, 'june'), 'june.csv');
    const { batch } = unwrap(await list.queue());
    await first.imports.settled();
    await first.close();

    const workspace = await openTestWorkspace({ baseUrl: unreachable, token: null, folder });
    await enqueueInvite(workspace);
    const { calls } = importing(workspace);
    const lists = async () => unwrap(await calls['imports.lists']({ batch: null }));
    expect(await lists()).toMatchObject([
      { batch, kind: 'invite', fileName: 'june.csv', rows: 300, unsent: 300, takenBack: 0, undoing: false },
    ]);
    const filter = inviteFilter.parse({ list: batch });
    const page = () =>
      workspace.invites.page({ tab: 'waiting', search: '', filter, after: null, limit: 100 });
    expect(page().total).toBe(300);
    expect(unwrap(await calls['imports.undo']({ batch }))).toEqual({ takenBack: 300, gone: 0 });
    expect(page().total).toBe(0);
    expect(workspace.invites.counts()).toMatchObject({ waiting: 1, cancelled: 300 });
    expect(await lists()).toEqual([]);
    expect(unwrap(await calls['imports.lists']({ batch }))).toMatchObject([
      { batch, unsent: 0, takenBack: 300 },
    ]);
  });

  it('counts only what is not sent yet, and is not listed once all of it has left', async () => {
    const server = await startWireServer(answeringJson({ id: 1 }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.dispatcher.setPaused(true);
    const list = importing(workspace);
    await list.open(rows(3, 'july'), 'july.csv');
    const { batch } = unwrap(await list.queue());
    await workspace.imports.settled();
    const [one, ...others] = workspace.invites
      .page({ tab: 'waiting', search: '', after: null, limit: 100 })
      .rows.map(({ entryId }) => entryId);
    expect(others).toHaveLength(2);
    workspace.entries.decide(one ?? '', 'cancelled', workspace.clock.wall());
    expect(workspace.imports.lists(null)).toMatchObject([{ batch, rows: 3, unsent: 2 }]);
    workspace.dispatcher.setPaused(false);
    for (const id of others) await untilState(workspace, id, 'accepted');
    expect(workspace.imports.lists(null)).toEqual([]);
    expect(workspace.imports.lists(batch)).toMatchObject([{ rows: 3, unsent: 0, takenBack: 0 }]);
  });

  it('is counted whole while its rows are still on their way into the outbox', async () => {
    const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
    const { imports } = workspace;
    const batch = imports.begin('august.csv', 'verification');
    const data = (row: number) => ({ licenseNumber: `A-${row}` });
    const items = Array.from({ length: 900 }, (_none, row) => ({
      kind: 'verification' as const,
      request: { type: 'license', data: data(row) },
      vendorId: null,
    }));
    imports.stage(batch, items);
    expect(imports.lists(null)).toEqual([]);
    imports.commit(batch);
    expect(imports.lists(null)).toMatchObject([{ batch, kind: 'verification', unsent: 900 }]);
    await imports.settled();
    expect(imports.lists(null)).toMatchObject([{ batch, unsent: 900 }]);
  });

  it('leaves out of the count what was enqueued between its rows', async () => {
    const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
    const list = importing(workspace);
    await list.open(rows(4, 'may'), 'may.csv');
    const { batch } = unwrap(await list.queue());
    await workspace.imports.settled();
    const between = await enqueueInvite(workspace);
    const last = await enqueueInvite(workspace);
    workspace.db
      .prepare('UPDATE invite SET import_batch = ? WHERE entry = (SELECT seq FROM entry WHERE id = ?)')
      .run(batch, last);
    expect(workspace.imports.lists(null)).toMatchObject([{ batch, unsent: 5 }]);
    workspace.entries.decide(between, 'cancelled', workspace.clock.wall());
    expect(workspace.imports.lists(null)).toMatchObject([{ batch, unsent: 5 }]);
  });

  it('gives the vendors its property as a tag, which follows them to the ID that they get', async () => {
    const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
    const list = importing(workspace);
    await list.open(
      'email,vendor id,Property\nann@acme.example,,Pier 40\nbob@best.example,V-2,"Pier 40; Dry Dock"\ncy@crest.example,,\n',
    );
    unwrap(await list.queue());
    await workspace.imports.settled();
    const tags = (): unknown =>
      workspace.db.prepare("SELECT vendor_id || ': ' || tag FROM vendor_tag ORDER BY 1").pluck().all();
    expect(tags()).toEqual(['@ann@acme.example: Pier 40', 'V-2: Dry Dock', 'V-2: Pier 40']);
    const bodies: unknown = workspace.db.prepare('SELECT group_concat(body) FROM entry').pluck().get();
    expect(bodies).not.toContain('Pier');
    workspace.db.prepare("UPDATE invite SET vendor_id = 'V-1' WHERE email = 'ann@acme.example'").run();
    expect(tags()).toEqual(['V-1: Pier 40', 'V-2: Dry Dock', 'V-2: Pier 40']);
  });
});
