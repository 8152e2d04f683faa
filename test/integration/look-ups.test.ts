import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportHandlers } from '#main/features/exports.ts';
import { lookUpHandlers } from '#main/features/look-ups.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { lookUpJob, type LookUpJob } from '#shared/ipc/look-ups.ts';
import { exportSource } from '#shared/ipc/exports.ts';
import { pageOfVendors } from '#test/vendor-list.ts';
import { reportParts } from './assets.ts';
import { openTestWorkspace, pass, passUntil, temporaryFolder, until } from './workspace-harness.ts';
import { answerBytes, startWireServer, type Behaviour } from './wire-server.ts';

const json = { 'content-type': 'application/json' };

function getProfile(id: string, more: object = {}): string {
  return JSON.stringify({ id, companyName: `Company ${id}`, ...more });
}

/** Knows every vendor but those whose id begins with "no". */
const directory: Behaviour = (request, socket) => {
  const id = decodeURIComponent(request.path.split('/')[2] ?? '');
  socket.write(id.startsWith('no') ? answerBytes(404) : answerBytes(200, json, getProfile(id)));
};

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function begin(workspace: Workspace, ids: string[]): Promise<LookUpJob> {
  return unwrap(await lookUpHandlers(workspace)['lookups.begin']({ ids }));
}

async function latest(workspace: Workspace): Promise<LookUpJob> {
  return lookUpJob.parse(unwrap(await lookUpHandlers(workspace)['lookups.latest'](null)));
}

function ended(workspace: Workspace): boolean {
  return workspace.lookUps.latest()?.endedAt != null;
}

const ids = (count: number) => Array.from({ length: count }, (_unused, index) => `v-${index + 1}`);

describe('looking up many vendors', () => {
  it('keeps what became of each id: found, unknown to the service, or not an id', async () => {
    const server = await startWireServer(directory);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const job = await begin(workspace, [...ids(24), 'no-1', 'no-2', 'a/b']);
    expect(job).toMatchObject({ total: 27, endedAt: null, counts: { waiting: 26, not_an_id: 1 } });
    await passUntil(workspace.fake, () => ended(workspace), 60_000, 100);
    expect(await latest(workspace)).toMatchObject({
      counts: { waiting: 0, found: 24, unknown: 2, not_an_id: 1 },
      cancelled: false,
      waitsFor: null,
    });
    const asked = server.requests.map((request) => request.path);
    expect(new Set(asked).size).toBe(asked.length);
    expect(pageOfVendors(workspace).total).toBe(24);
    const wrong = unwrap(
      await lookUpHandlers(workspace)['lookups.page']({
        id: job.id,
        outcome: 'unknown',
        after: null,
        limit: 10,
      }),
    );
    expect(wrong.rows.map((row) => [row.vendorId, row.detail])).toEqual([
      ['no-1', 'The service has no vendor with this ID.'],
      ['no-2', 'The service has no vendor with this ID.'],
    ]);
  });

  it('can be exported as it is narrowed, with the words for each outcome', async () => {
    const server = await startWireServer(directory);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const { id } = await begin(workspace, ['v-1', 'no-1', 'a/b']);
    await passUntil(workspace.fake, () => ended(workspace), 60_000, 100);
    const handlers = exportHandlers(workspace, reportParts);
    async function csv(outcome: string | null): Promise<string[]> {
      const source = exportSource.parse({ list: 'look-up', id, outcome });
      const { exportId, fileName } = unwrap(await handlers['exports.begin']({ source, format: 'csv' }));
      expect(fileName).toMatch(/^gangway-look-up-\d{4}-\d\d-\d\d\.csv$/);
      const { part, finished, total } = unwrap(await handlers['exports.next']({ exportId }));
      expect([finished, total]).toEqual([true, outcome === null ? 3 : 1]);
      return Buffer.from(part, 'base64').toString('utf8').trimEnd().split('\r\n');
    }
    const [head, found, unknown, wrong] = await csv(null);
    expect(head).toBe('\uFEFFVendor ID,Outcome,Details,Saved company,When');
    expect(found).toMatch(/^v-1,Found,,Company v-1,\d{4}-/);
    expect(unknown).toMatch(/^no-1,Not known,The service has no vendor with this ID\.,,\d{4}-/);
    expect(wrong).toMatch(/^a\/b,Not an ID,/);
    expect((await csv('unknown')).slice(1)).toEqual([unknown]);
  });

  it('goes on where it was after the app has ended in the middle, and asks for nobody twice', async () => {
    const folder = temporaryFolder();
    let answered = 0;
    const server = await startWireServer((request, socket) => {
      answered += 1;
      if (answered <= 5) directory(request, socket);
    });
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    await begin(first, ids(12));
    await passUntil(first.fake, () => first.lookUps.latest()?.counts.found === 5, 60_000, 100);
    const closing = first.close();
    first.fake.advance(60_000);
    await closing;
    // What left before the end is read by the service with the end of its connection, at the latest.
    await until(() => server.openConnections() === 0, 'every connection has ended');
    const before = server.requests.length;
    server.behave(directory);
    const second = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    await passUntil(second.fake, () => ended(second), 60_000, 100);
    expect(await latest(second)).toMatchObject({ total: 12, counts: { found: 12 } });
    expect(server.requests.length - before).toBe(7);
  });

  it('waits and says why while the person works offline, and goes on afterwards', async () => {
    const server = await startWireServer(directory);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.dispatcher.setWorkOffline(true);
    await begin(workspace, ids(3));
    await pass(workspace.fake, 5000, 500);
    expect(server.requests).toEqual([]);
    expect((await latest(workspace)).waitsFor).toEqual({ kind: 'working_offline' });
    workspace.dispatcher.setWorkOffline(false);
    await passUntil(workspace.fake, () => ended(workspace), 120_000, 500);
    expect((await latest(workspace)).counts.found).toBe(3);
  });

  it('holds every id while the token is refused, and finishes with the next one', async () => {
    const server = await startWireServer((_request, socket) => socket.write(answerBytes(401)));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await begin(workspace, ids(6));
    await until(
      () => workspace.dispatcher.status().condition.kind === 'signed_out' || advance(workspace),
      'it is signed out',
    );
    expect(await latest(workspace)).toMatchObject({
      counts: { waiting: 6 },
      waitsFor: { kind: 'signed_out' },
    });
    server.behave(directory);
    await workspace.token.replace('another');
    workspace.dispatcher.tokenChanged();
    await passUntil(workspace.fake, () => ended(workspace), 300_000, 1000);
    expect((await latest(workspace)).counts.found).toBe(6);
  });

  it('gives up an id with which the service always has a problem, after the others', async () => {
    const server = await startWireServer((request, socket) => {
      if (request.path.includes('bad')) socket.write(answerBytes(500));
      else directory(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await begin(workspace, ['bad', ...ids(6)]);
    await passUntil(workspace.fake, () => ended(workspace), 3_600_000, 2000);
    expect((await latest(workspace)).counts).toMatchObject({ found: 6, gave_up: 1 });
    expect(server.requests.filter((request) => request.path.includes('bad'))).toHaveLength(5);
  });

  it('asks for nobody more once it is cancelled, and lets another one begin only then', async () => {
    const server = await startWireServer(directory);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.dispatcher.setWorkOffline(true);
    const job = await begin(workspace, ids(5));
    const handlers = lookUpHandlers(workspace);
    expect(await handlers['lookups.begin']({ ids: ['v-9'] })).toMatchObject({ error: { code: 'too_late' } });
    expect(unwrap(await handlers['lookups.cancel']({ id: job.id }))).toMatchObject({
      cancelled: true,
      counts: { cancelled: 5, waiting: 0 },
    });
    expect(await handlers['lookups.begin']({ ids: ['v-9'] })).toMatchObject({ ok: true });
  });

  it('refreshes only whom it fetched longer ago than asked', async () => {
    const server = await startWireServer(directory);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await begin(workspace, ids(3));
    await passUntil(workspace.fake, () => ended(workspace), 60_000, 100);
    const handlers = lookUpHandlers(workspace);
    expect(await handlers['lookups.refresh']({ olderThanDays: 2 })).toEqual({ ok: true, value: null });
    workspace.fake.advance(3 * 24 * 60 * 60 * 1000);
    await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: 'v-2' });
    const job = z.object({ total: z.number(), kind: z.string() });
    expect(job.parse(unwrap(await handlers['lookups.refresh']({ olderThanDays: 2 })))).toEqual({
      total: 2,
      kind: 'refresh',
    });
  });
});

function advance(workspace: { fake: { advance(ms: number): void } }): boolean {
  workspace.fake.advance(100);
  return false;
}
