import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { checkHandlers } from '#main/features/checks.ts';
import { documentHandlers } from '#main/features/documents.ts';
import { exportHandlers } from '#main/features/exports.ts';
import { getError, unwrap } from './import-harness.ts';
import { reportParts } from './assets.ts';
import { silence, startWireServer } from './wire-server.ts';
import { enqueueInvite, openTestWorkspace, until, type TestWorkspace } from './workspace-harness.ts';

const log = { write: () => undefined };

async function open(): Promise<{ workspace: TestWorkspace; asked: () => number }> {
  const server = await startWireServer(silence);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  await until(() => workspace.dispatcher.canRead(), 'it is online');
  return { workspace, asked: () => server.requests.length };
}

async function closed(workspace: TestWorkspace): Promise<void> {
  const closing = workspace.close();
  // The grace that is given to what is under way is over at once.
  workspace.fake.advance(60_000);
  await closing;
}

describe('leaving a workspace while many results are looked at', () => {
  it('begins no more looks, ends the run, and closes with nothing going wrong behind it', async () => {
    const { workspace, asked } = await open();
    const ids = Array.from({ length: 300 }, () => randomUUID());
    await documentHandlers(workspace)['documents.add']({ ids, vendorId: null });
    const calls = checkHandlers(workspace, log);
    const looks = vi.spyOn(workspace.watcher, 'checkNow');
    const run = unwrap(await calls['checks.begin']({ what: 'document_group', group: 'not_ready' }));
    expect(run).toMatchObject({ total: 300, ended: false });
    await until(() => asked() > 0, 'a result is asked for');
    const begun = looks.mock.calls.length;
    await closed(workspace);
    await new Promise((resolve) => setImmediate(resolve));
    expect(looks).toHaveBeenCalledTimes(begun);
    expect(unwrap(await calls['checks.latest'](null))).toMatchObject({
      ended: true,
      done: 0,
      notAsked: 300,
    });
  });

  it('sends nothing that was enqueued in the meantime', async () => {
    const { workspace, asked } = await open();
    const closing = workspace.close();
    const before = asked();
    await enqueueInvite(workspace);
    expect(workspace.dispatcher.canRead()).toBe(false);
    workspace.fake.advance(60_000);
    await closing;
    expect(asked()).toBe(before);
  });
});

describe('leaving a workspace while it is written out', () => {
  const copies = (workspace: TestWorkspace) =>
    readdirSync(workspace.folder).filter((name) => name.startsWith('moving-'));

  it('leaves no copy of its database behind, and says that the export was broken off', async () => {
    const { workspace } = await open();
    const calls = exportHandlers(workspace, reportParts);
    const { exportId } = unwrap(await calls['exports.beginWorkspace'](null));
    expect(copies(workspace)).toHaveLength(1);
    await closed(workspace);
    expect(copies(workspace)).toEqual([]);
    expect(getError(await calls['exports.next']({ exportId })).code).toBe('not_found');
  });

  it('leaves none behind either where the copy is only being made', async () => {
    const { workspace } = await open();
    const calls = exportHandlers(workspace, reportParts);
    const beginning = calls['exports.beginWorkspace'](null);
    await closed(workspace);
    expect(getError(await beginning).message).toContain('was stopped');
    expect(copies(workspace)).toEqual([]);
  });
});
