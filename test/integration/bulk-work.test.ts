import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentHandlers } from '#main/features/documents.ts';
import { outboxHandlers } from '#main/features/outbox.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { fillWithInvites } from '#test/bench/bench-workspace.ts';
import { makePng } from '#test/picture-bytes.ts';
import { answerBytes, answeringJson, silence, startWireServer } from './wire-server.ts';
import { enqueueInvite, openTestWorkspace } from './workspace-harness.ts';

const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** How often other work had its turn while this went on. */
async function turnsDuring<T>(work: () => T | Promise<T>): Promise<{ value: T; turns: number }> {
  let turns = 0;
  let over = false;
  function count(): void {
    turns += 1;
    if (!over) setImmediate(count);
  }
  setImmediate(count);
  const value = await work();
  over = true;
  return { value, turns };
}

async function heldWorkspace() {
  const server = await startWireServer(silence);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  workspace.dispatcher.setPaused(true);
  return { server, workspace };
}

const exported = z.array(
  z.object({
    id: z.string(),
    state: z.string(),
    request: z.object({ vendor: z.object({ email: z.string() }) }),
    history: z.array(z.object({ event: z.string() })),
  }),
);

describe('an export of the outbox', () => {
  it('holds every entry once with its own history, in the order in which they were enqueued', async () => {
    const { workspace } = await heldWorkspace();
    fillWithInvites(workspace, 1203, 'export');
    const last = await enqueueInvite(workspace);
    workspace.dispatcher.decide(last, 'cancelled');
    const file = unwrap(await outboxHandlers(workspace)['outbox.export']({ format: 'json' }));
    const items = exported.parse(JSON.parse(file.text));
    expect(items).toHaveLength(1204);
    expect(new Set(items.map(({ id }) => id)).size).toBe(1204);
    expect(items[700]?.request.vendor.email).toBe('export700@bench.example.com');
    expect(items.at(-1)).toMatchObject({ id: last, state: 'cancelled' });
    expect(items.at(-1)?.history.map(({ event }) => event)).toEqual(['enqueued', 'cancelled']);
    const table = unwrap(await outboxHandlers(workspace)['outbox.export']({ format: 'csv' }));
    expect(table.text.split('\r\n')).toHaveLength(1 + 1204 + 1 + 1);
    expect(table.text.startsWith('\uFEFFItem,')).toBe(true);
    expect(table.text.lastIndexOf('\uFEFF')).toBe(0);
  });

  it.each(['csv', 'json'] as const)('lets other work have its turn (%s)', async (format) => {
    const { workspace } = await heldWorkspace();
    fillWithInvites(workspace, 3000, 'export');
    const { turns } = await turnsDuring(() => outboxHandlers(workspace)['outbox.export']({ format }));
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('of nothing is an empty list', async () => {
    const { workspace } = await heldWorkspace();
    const file = unwrap(await outboxHandlers(workspace)['outbox.export']({ format: 'json' }));
    expect(JSON.parse(file.text)).toEqual([]);
  });
});

describe('many document ids at once', () => {
  it('are noted with turns for other work in between, each answered for itself in its place', async () => {
    const { workspace } = await heldWorkspace();
    const ids = Array.from({ length: 2000 }, () => crypto.randomUUID());
    const typed = [...ids.slice(0, 1000), 'no id', ...ids.slice(1000), ids[3] ?? ''];
    const { value, turns } = await turnsDuring(() =>
      documentHandlers(workspace)['documents.add']({ ids: typed, vendorId: null }),
    );
    const outcomes = unwrap(value);
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(outcomes.map(({ id }) => id)).toEqual(typed);
    expect(outcomes[1000]).toEqual({ id: 'no id', outcome: 'not_a_job_id' });
    expect(outcomes.at(-1)?.outcome).toBe('known');
    expect(outcomes.filter(({ outcome }) => outcome === 'added')).toHaveLength(2000);
    expect(workspace.documents.counts(70).not_ready).toBe(2000);
  });
});

describe('the picture of a document', () => {
  it('is kept whole, where two windows fetch it at once', async () => {
    const picture = Buffer.concat([makePng(8, 8), Buffer.alloc(3_000_000)]);
    const server = await startWireServer((request, socket) => {
      const result = answeringJson({ id: job, status: 'done', fileUrl: `${server.baseUrl}/picture` });
      if (request.path !== '/picture') {
        result(request, socket);
        return;
      }
      socket.write(answerBytes(200, { 'content-length': String(picture.length) }));
      socket.write(picture);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const documents = documentHandlers(workspace);
    await documents['documents.add']({ ids: [job], vendorId: null });
    await documents['documents.checkNow']({ jobId: job });
    const fetched = await Promise.all([
      documents['documents.fetchFile']({ jobId: job }),
      documents['documents.fetchFile']({ jobId: job }),
    ]);
    expect(fetched).toMatchObject([
      { ok: true, value: { file: { kind: 'kept', bytes: picture.length } } },
      { ok: true, value: { file: { kind: 'kept', bytes: picture.length } } },
    ]);
    expect(readdirSync(workspace.filesFolder)).toEqual([job]);
    expect(readFileSync(join(workspace.filesFolder, job)).equals(picture)).toBe(true);
  });
});

describe('a search', () => {
  it('finds what was taken in before, also where nothing can be written', async () => {
    const { workspace } = await heldWorkspace();
    await enqueueInvite(workspace, 'early@example.invalid');
    expect(workspace.search.find('early', 10)).toHaveLength(1);
    await enqueueInvite(workspace, 'late@example.invalid');
    workspace.db.pragma('query_only = ON');
    expect(workspace.search.find('early', 10)).toHaveLength(1);
    expect(workspace.invites.page({ tab: 'all', search: 'early', after: null, limit: 10 }).rows).toHaveLength(
      1,
    );
    workspace.db.pragma('query_only = OFF');
    expect(workspace.search.find('late', 10)).toHaveLength(1);
  });

  it('finds a document by its vendor, also after its result came in', async () => {
    const server = await startWireServer(answeringJson({ id: job, status: 'done' }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const documents = documentHandlers(workspace);
    await documents['documents.add']({ ids: [job], vendorId: 'vendor-77' });
    await documents['documents.checkNow']({ jobId: job });
    expect(workspace.search.find('vendor-77', 10)).toMatchObject([{ id: job }]);
    await documents['documents.assignVendor']({ jobId: job, vendorId: 'vendor-88' });
    expect(workspace.search.find('vendor-88', 10)).toMatchObject([{ id: job }]);
    expect(workspace.search.find('vendor-77', 10)).toEqual([]);
  });
});
