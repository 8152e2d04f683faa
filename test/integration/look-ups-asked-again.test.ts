import { describe, expect, it } from 'vitest';
import { lookUpHandlers } from '#main/features/look-ups.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { lookUpJob, lookUpRow, type LookUpJob, type LookUpRow } from '#shared/ipc/look-ups.ts';
import { answerBytes, startWireServer, type Behaviour } from './wire-server.ts';
import {
  openTestWorkspace,
  pass,
  passUntil,
  temporaryFolder,
  type TestWorkspace,
} from './workspace-harness.ts';

const day = 24 * 60 * 60 * 1000;
const json = { 'content-type': 'application/json' };

function toId(path: string): string {
  return decodeURIComponent(path.split('/')[2] ?? '');
}

function getProfile(id: string): string {
  return JSON.stringify({ id, companyName: `Company ${id}` });
}

/** Knows every vendor, except that it answers some ids in another way. */
function directory(others: Record<string, string> = {}): Behaviour {
  return (request, socket) => {
    const id = toId(request.path);
    socket.write(others[id] ?? answerBytes(200, json, getProfile(id)));
  };
}

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

async function toRow(workspace: Workspace, vendorId: string): Promise<LookUpRow> {
  const { id } = await latest(workspace);
  const page = unwrap(
    await lookUpHandlers(workspace)['lookups.page']({ id, outcome: null, after: null, limit: 100 }),
  );
  return lookUpRow.parse(page.rows.find((row) => row.vendorId === vendorId));
}

function ended(workspace: Workspace): boolean {
  return workspace.lookUps.latest()?.endedAt != null;
}

function asked(server: { requests: { path: string }[] }, vendorId: string): number {
  return server.requests.filter((request) => toId(request.path) === vendorId).length;
}

async function oneId(answer: string): Promise<{ workspace: TestWorkspace; row: LookUpRow; job: LookUpJob }> {
  const server = await startWireServer(directory({ 'v-1': answer }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  await begin(workspace, ['v-1']);
  await passUntil(workspace.fake, () => asked(server, 'v-1') > 0, 5000, 50);
  await pass(workspace.fake, 500, 50);
  return { workspace, row: await toRow(workspace, 'v-1'), job: await latest(workspace) };
}

describe('an id in trouble', () => {
  it('says what the service answered, and when it is asked again', async () => {
    const { workspace, row } = await oneId(answerBytes(500));
    expect(row).toMatchObject({ outcome: 'waiting', tries: 1, detail: 'The service has a problem (500).' });
    expect(row.nextAt).toBeGreaterThan(workspace.fake.wall());
    expect(row.nextAt).toBeLessThan(workspace.fake.wall() + 60_000);
  });

  it('says so of a service that is busy, under maintenance, or pointing elsewhere', async () => {
    const said = async (answer: string) => (await oneId(answer)).row.detail;
    expect(await said(answerBytes(429))).toBe('The service is busy (429).');
    expect(await said(answerBytes(503))).toBe('The service is under maintenance (503).');
    expect(await said(answerBytes(302, { location: 'https://other.example/x' }))).toBe(
      'The service points to another address (https://other.example/x).',
    );
  });

  it('tells what all wait for where the service asked for silence, until when', async () => {
    const { workspace, row, job } = await oneId(answerBytes(429, { 'retry-after': '600' }));
    expect(job.waitsFor).toMatchObject({ kind: 'busy' });
    expect(row.detail).toBe('The service is busy (429) and asked to wait 10 min.');
    expect(row.nextAt).toBeGreaterThan(workspace.fake.wall() + 590_000);
    expect(row.tries).toBe(0);
  });

  it('holds up none of the others', async () => {
    const bad = ['bad-1', 'bad-2', 'bad-3', 'bad-4'];
    const good = Array.from({ length: 20 }, (_unused, index) => `v-${index + 1}`);
    const server = await startWireServer(
      directory(Object.fromEntries(bad.map((id) => [id, answerBytes(500)]))),
    );
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await begin(workspace, [...bad, ...good]);
    await pass(workspace.fake, 900, 20);
    expect((await latest(workspace)).counts).toMatchObject({ found: 20, waiting: 4 });
    expect(server.requests).toHaveLength(24);
  });

  it('is not taken for unreadable where the network answers in the service’s place', async () => {
    const page = answerBytes(200, { 'content-type': 'text/html' }, '<!doctype html><html>Sign in</html>');
    const { row } = await oneId(page);
    expect(row).toMatchObject({
      outcome: 'waiting',
      detail: 'The service returned a web page instead of an answer.',
    });
  });

  it('is tried at once by hand, after it was given up too', async () => {
    const server = await startWireServer(directory({ bad: answerBytes(500), worse: answerBytes(500) }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const { id } = await begin(workspace, ['bad', 'worse', 'v-1']);
    await passUntil(workspace.fake, () => ended(workspace), 3_600_000, 2000);
    expect((await latest(workspace)).counts).toMatchObject({ gave_up: 2, found: 1 });
    server.behave(directory());
    const handlers = lookUpHandlers(workspace);
    const { id: row } = await toRow(workspace, 'bad');
    expect(unwrap(await handlers['lookups.tryAgain']({ id, rows: [row] }))).toMatchObject({
      endedAt: null,
      counts: { waiting: 1, gave_up: 1 },
    });
    await passUntil(workspace.fake, () => ended(workspace), 10_000, 50);
    expect((await latest(workspace)).counts).toMatchObject({ gave_up: 1, found: 2 });
    await handlers['lookups.tryAgain']({ id, rows: null });
    await passUntil(workspace.fake, () => ended(workspace), 10_000, 50);
    expect((await latest(workspace)).counts).toMatchObject({ gave_up: 0, found: 3 });
    expect(asked(server, 'v-1')).toBe(1);
  });
});

describe('an id that the service does not know yet', () => {
  it('is found by itself once the service knows it, though the look-up has ended', async () => {
    const server = await startWireServer(directory({ late: answerBytes(404) }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await begin(workspace, ['late', 'v-1']);
    await passUntil(workspace.fake, () => ended(workspace), 10_000, 50);
    const until = workspace.fake.wall() + day;
    const job = await latest(workspace);
    expect(job).toMatchObject({ counts: { unknown: 1, found: 1 }, askedAgain: { count: 1 } });
    expect(Math.abs((job.askedAgain?.until ?? 0) - until)).toBeLessThan(5000);
    const row = await toRow(workspace, 'late');
    expect(row.outcome).toBe('unknown');
    expect(row.nextAt).toBeGreaterThan(workspace.fake.wall());
    server.behave(directory());
    await passUntil(workspace.fake, () => workspace.vendors.get('late') !== null, 15_000, 500);
    expect(await toRow(workspace, 'late')).toMatchObject({ outcome: 'found', nextAt: null, detail: null });
    expect(await latest(workspace)).toMatchObject({ counts: { found: 2, unknown: 0 }, askedAgain: null });
  });

  it(
    'is asked for a day in growing steps, also after a restart, and then not by itself',
    { tags: ['nightly'] },
    async () => {
      const folder = temporaryFolder();
      const server = await startWireServer(directory({ late: answerBytes(404) }));
      const first = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
      await begin(first, ['late']);
      await passUntil(first.fake, () => asked(server, 'late') >= 4, 120_000, 500);
      const closing = first.close();
      first.fake.advance(60_000);
      await closing;
      const second = await openTestWorkspace({ baseUrl: server.baseUrl, folder, clock: first.fake });
      await pass(second.fake, day + 400_000, 20_000);
      const times = asked(server, 'late');
      expect(times).toBeGreaterThan(200);
      expect(times).toBeLessThan(400);
      expect(await toRow(second, 'late')).toMatchObject({ outcome: 'unknown', nextAt: null });
      expect((await latest(second)).askedAgain).toBeNull();
      await pass(second.fake, 3_600_000, 60_000);
      expect(asked(server, 'late')).toBe(times);
    },
  );

  it(
    'keeps being not known through a trouble of the service, and is asked on',
    { tags: ['nightly'] },
    async () => {
      const server = await startWireServer(directory({ late: answerBytes(404) }));
      const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
      await begin(workspace, ['late']);
      await passUntil(workspace.fake, () => ended(workspace), 10_000, 50);
      server.behave(directory({ late: answerBytes(500) }));
      await pass(workspace.fake, 600_000, 1000);
      expect(await toRow(workspace, 'late')).toMatchObject({ outcome: 'unknown' });
      server.behave(directory());
      await passUntil(workspace.fake, () => workspace.vendors.get('late') !== null, 900_000, 1000);
    },
  );

  it('holds up no other look-up, and leaves an id that the next one asks for to that', async () => {
    const server = await startWireServer(directory({ late: answerBytes(404), later: answerBytes(404) }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const job = await begin(workspace, ['late', 'later']);
    await passUntil(workspace.fake, () => ended(workspace), 10_000, 50);
    await begin(workspace, ['late']);
    expect(workspace.lookUps.get(job.id)?.askedAgain?.count).toBe(1);
    await passUntil(workspace.fake, () => ended(workspace), 10_000, 50);
    expect((await latest(workspace)).askedAgain?.count).toBe(1);
    server.behave(directory());
    await passUntil(workspace.fake, () => workspace.vendors.get('later') !== null, 60_000, 500);
  });

  it('is not asked again once the person stops that, and at once where the person wants to know', async () => {
    const server = await startWireServer(directory({ late: answerBytes(404) }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const { id } = await begin(workspace, ['late']);
    await passUntil(workspace.fake, () => ended(workspace), 10_000, 50);
    const handlers = lookUpHandlers(workspace);
    expect(unwrap(await handlers['lookups.cancel']({ id }))).toMatchObject({
      askedAgain: null,
      cancelled: false,
      counts: { unknown: 1 },
    });
    const before = asked(server, 'late');
    await pass(workspace.fake, 120_000, 1000);
    expect(asked(server, 'late')).toBe(before);
    server.behave(directory());
    await handlers['lookups.tryAgain']({ id, rows: null });
    await passUntil(workspace.fake, () => workspace.vendors.get('late') !== null, 2000, 50);
  });

  it('never asks faster than once a second however many there are', { tags: ['nightly'] }, async () => {
    const ids = Array.from({ length: 60 }, (_unused, index) => `no-${index}`);
    const server = await startWireServer((_request, socket) => socket.write(answerBytes(404)));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await begin(workspace, ids);
    await passUntil(workspace.fake, () => ended(workspace), 10_000, 50);
    await pass(workspace.fake, 20_000, 100);
    const again = server.requests.length - 60;
    expect(again).toBeGreaterThan(8);
    expect(again).toBeLessThan(22);
  });
});
