import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { appStart, openWorkspace } from '#shared/ipc/app.ts';
import { begunExport } from '#shared/ipc/exports.ts';
import { createMoveIn } from '#main/features/move-in.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { makePng } from '#test/picture-bytes.ts';
import { assets } from './assets.ts';
import { startTestCore, type TestCore } from './core-harness.ts';
import { temporaryFolder, until, canary } from './workspace-harness.ts';
import { answerBytes, startWireServer } from './wire-server.ts';

const nightly = { tags: ['nightly'] };
const json = { 'content-type': 'application/json' };

async function unwrap<T extends z.ZodType>(shape: T, app: TestCore, name: string, input: unknown = null) {
  const result = await app.call(name, input);
  if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
  return shape.parse(result.value);
}

async function exportedFile(app: TestCore): Promise<Buffer> {
  const { exportId } = await unwrap(begunExport, app, 'exports.beginWorkspace');
  return getRest(app, exportId);
}

async function getRest(app: TestCore, exportId: string): Promise<Buffer> {
  const next = z.object({ part: z.string(), finished: z.boolean() });
  const parts: Buffer[] = [];
  for (;;) {
    const { part, finished } = await unwrap(next, app, 'exports.next', { exportId });
    parts.push(Buffer.from(part, 'base64'));
    if (finished) return Buffer.concat(parts);
  }
}

async function broughtIn(app: TestCore, file: Buffer, chunk = 100_000): Promise<string> {
  const { importId } = await unwrap(z.object({ importId: z.string() }), app, 'workspaces.importBegin', {
    bytes: file.length,
  });
  for (let from = 0; from < file.length; from += chunk) {
    const data = file.subarray(from, from + chunk).toString('base64');
    expect(await app.call('workspaces.importAppend', { importId, offset: from, data })).toMatchObject({
      ok: true,
    });
  }
  return importId;
}

async function finished(app: TestCore, importId: string, token: string) {
  const { sealingKey } = await unwrap(appStart, app, 'app.start');
  const sealed = await sealToken(token, sealingKey);
  return app.call('workspaces.importFinish', { importId, token: sealed });
}

function getLeft(dataDir: string): string[] {
  const incoming = join(dataDir, 'incoming');
  return existsSync(incoming) ? readdirSync(incoming) : [];
}

async function computerWithQueue() {
  const server = await startWireServer((request, socket) => {
    if (request.method === 'GET')
      socket.write(answerBytes(200, json, JSON.stringify({ id: '7', companyName: 'Kestrel' })));
    else if (request.path === '/vendors') socket.write(answerBytes(200, json, JSON.stringify({ id: 1 })));
    else socket.write(answerBytes(200, json, JSON.stringify({ success: true, id: randomUUID() })));
  });
  const first = await startTestCore({ dataDir: temporaryFolder() });
  await first.connect(server.baseUrl, canary);
  await first.call('vendors.lookUp', { vendorId: '7' });
  const sent = { invitation: { vendor: { email: 'sent@example.invalid' } }, replaces: null };
  await first.call('invites.enqueue', sent);
  await until(() => server.posts().length === 1, 'the first invite is sent');
  await until(() => first.core.workspace()?.entries.counts().accepted === 1, 'its answer is kept');
  await first.call('outbox.pause', { paused: true });
  await first.call('invites.enqueue', {
    invitation: { vendor: { email: 'unsent@example.invalid' } },
    replaces: null,
  });
  const template = { id: randomUUID(), name: 'From the first', text: 'Hello {contact}' };
  expect(await first.call('templates.save', template)).toMatchObject({ ok: true });
  await first.call('verifications.enqueue', {
    type: 'license',
    data: { licenseNumber: '1' },
    vendorId: null,
    replaces: null,
  });
  return { server, first };
}

describe('a workspace that moves to another computer', () => {
  it('can be written out several times at once, and each file is whole', { tags: ['nightly'] }, async () => {
    const { first } = await computerWithQueue();
    const begun = await Promise.all([
      unwrap(begunExport, first, 'exports.beginWorkspace'),
      unwrap(begunExport, first, 'exports.beginWorkspace'),
    ]);
    const third = await unwrap(begunExport, first, 'exports.beginWorkspace');
    const folder = dirname(first.core.workspace()?.filesFolder ?? '');
    const copies = readdirSync(folder).filter((name) => name.startsWith('moving-'));
    expect(copies.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
    for (const { exportId } of [...begun, third]) {
      const bytes = gunzipSync(await getRest(first, exportId));
      expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3');
    }
  });

  it('brings all it keeps but the token, and sends nothing that the first computer sends too', async () => {
    const { server, first } = await computerWithQueue();
    const file = await exportedFile(first);
    expect(gunzipSync(file).includes(canary)).toBe(false);

    const dataDir = temporaryFolder();
    const second = await startTestCore({ dataDir });
    const importId = await broughtIn(second, file);
    const facts = z.object({ name: z.string(), baseUrl: z.string(), unsent: z.number() });
    expect(await unwrap(facts, second, 'workspaces.inspectImport', { importId })).toEqual({
      name: 'Test',
      baseUrl: server.baseUrl,
      unsent: 2,
    });
    const result = await finished(second, importId, 'another-token');
    if (!result.ok) throw new Error(result.error.message);
    const opened = openWorkspace.parse(result.value);
    expect(opened).toMatchObject({ name: 'Test', baseUrl: server.baseUrl });
    expect(opened.notice).toContain('can still send 2 unsent items. Here, decide');
    expect(getLeft(dataDir)).toEqual([]);

    const workspace = second.core.workspace();
    expect(workspace?.entries.counts()).toMatchObject({ accepted: 1, in_doubt: 2, queued: 0, waiting: 0 });
    expect(workspace?.vendors.get('7')?.profile.value.companyName).toBe('Kestrel');
    const names = z.array(z.object({ name: z.string() }));
    expect(await unwrap(names, second, 'templates.list')).toEqual([
      { name: 'From the first' },
      { name: 'Standard invite' },
    ]);
    const doubtful = z.object({ rows: z.array(z.object({ state: z.string(), reason: z.unknown() })) });
    expect(await unwrap(doubtful, second, 'invites.page', { tab: 'needs_you' })).toEqual({
      rows: [{ state: 'in_doubt', reason: { code: 'moved_here' } }],
    });
    await until(() => workspace?.dispatcher.status().condition.kind === 'online', 'it can send');
    await first.call('outbox.pause', { paused: false });
    await until(() => server.posts().length === 3, 'the first computer has sent its queue');
    await until(() => first.core.workspace()?.entries.counts().accepted === 3, 'and has kept the answers');
    const tokens = server.posts().map((request) => request.headers['authorization']);
    expect(new Set(tokens)).toEqual(new Set([`Bearer ${canary}`]));
    expect(workspace?.entries.counts()).toMatchObject({ in_doubt: 2 });
  });

  it('does not queue what was canceled there: the cancel may have been undone there, and the item sent', async () => {
    const { server, first } = await computerWithQueue();
    const sender = first.core.workspace();
    const unsent = z.object({ rows: z.array(z.object({ entryId: z.string() })) });
    const { rows } = await unwrap(unsent, first, 'outbox.page', { group: 'waiting' });
    const entryIds = rows.map(({ entryId }) => entryId);
    for (const entryId of entryIds) await first.call('outbox.cancel', { entryId });
    const file = await exportedFile(first);
    expect(await first.call('outbox.undo', { entryIds, what: 'cancelled' })).toMatchObject({ ok: true });
    await first.call('outbox.pause', { paused: false });
    await until(() => sender?.entries.counts().accepted === 3, 'the first computer has sent its queue');

    const second = await startTestCore({ dataDir: temporaryFolder() });
    const importId = await broughtIn(second, file);
    await second.call('workspaces.inspectImport', { importId });
    expect(await finished(second, importId, 'another-token')).toMatchObject({ ok: true });
    const { entries } = second.core.workspace() ?? {};
    expect(entries?.counts()).toMatchObject({ cancelled: 2, in_doubt: 0 });
    expect(await second.call('outbox.undo', { entryIds, what: 'cancelled' })).toMatchObject({
      value: { undone: entryIds },
    });
    expect(entries?.counts()).toMatchObject({ queued: 0, waiting: 0, in_doubt: 2 });
    expect(entries?.progress(entryIds[0] ?? '')).toMatchObject({ reason: { code: 'moved_here' } });
    expect(server.posts()).toHaveLength(3);
  });

  it(
    'is not held a second time after a restart, once a person has decided',
    { tags: ['nightly'] },
    async () => {
      const { server, first } = await computerWithQueue();
      const file = await exportedFile(first);
      await first.stop();
      const dataDir = temporaryFolder();
      const second = await startTestCore({ dataDir });
      const importId = await broughtIn(second, file);
      await second.call('workspaces.inspectImport', { importId });
      expect(await finished(second, importId, 'another-token')).toMatchObject({ ok: true });
      await second.call('outbox.pause', { paused: true });
      await second.call('invites.enqueue', {
        invitation: { vendor: { email: 'new@example.invalid' } },
        replaces: null,
      });
      await second.stop();
      const third = await startTestCore({ dataDir });
      expect(third.core.workspace()?.entries.counts()).toMatchObject({ in_doubt: 2, queued: 1 });
      expect(third.core.workspace()?.describe().notice).toBeNull();
      expect(server.posts()).toHaveLength(1);
    },
  );

  for (const [name, options] of [
    ['sqliteXstat1', {}],
    ['sqlite-stat-x', nightly],
    ['own', nightly],
  ] as const)
    it(
      `brings nothing that runs: not its trigger “${name}”, no view, index or table of its own`,
      options,
      async () => {
        const { server, first } = await computerWithQueue();
        const file = altered(
          await exportedFile(first),
          `CREATE TABLE "${name}-rows" (a);
         CREATE VIEW "${name}-view" AS SELECT hex(randomblob(100000000));
         CREATE INDEX "${name}-index" ON entry (hex(title));
         CREATE TRIGGER "${name}-insert" BEFORE INSERT ON entry BEGIN
           INSERT INTO "${name}-rows" VALUES (NEW.body); END;
         CREATE TRIGGER "${name}" AFTER UPDATE ON entry WHEN NEW.state = 'in_doubt' BEGIN
           UPDATE entry SET state = 'queued', body = '{"vendor":{"email":"mallory@example.invalid"}}' WHERE seq = NEW.seq;
         END`,
        );
        const second = await startTestCore({ dataDir: temporaryFolder() });
        const importId = await broughtIn(second, file);
        expect(await second.call('workspaces.inspectImport', { importId })).toMatchObject({ ok: true });
        expect(await finished(second, importId, 'another-token')).toMatchObject({ ok: true });
        const workspace = second.core.workspace();
        if (workspace === null) throw new Error('It is open.');
        const parts = (db: SqliteDatabase.Database) =>
          db
            .prepare(
              "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name",
            )
            .all();
        const fresh = await startTestCore({ dataDir: temporaryFolder() });
        await fresh.connect(server.baseUrl, canary);
        const usual = fresh.core.workspace();
        expect(parts(workspace.db)).toEqual(usual === null ? null : parts(usual.db));
        expect(workspace.entries.counts()).toMatchObject({ in_doubt: 2, queued: 0 });
        await until(() => workspace.dispatcher.status().condition.kind === 'online', 'it can send');
        await second.call('invites.enqueue', {
          invitation: { vendor: { email: 'mine@example.invalid' } },
          replaces: null,
        });
        await until(() => workspace.entries.counts().accepted === 2, 'what was enqueued here is sent');
        const bodies = server.posts().map(({ body }) => body.toString());
        expect(bodies.filter((body) => body.includes('mallory'))).toEqual([]);
        expect(server.posts()).toHaveLength(2);
      },
    );

  it('brings what stands in its tables, whatever its indexes say', async () => {
    const { first } = await computerWithQueue();
    const second = await startTestCore({ dataDir: temporaryFolder() });
    const importId = await broughtIn(second, withLyingIndex(await exportedFile(first), "'in the table'"));
    expect(await second.call('workspaces.inspectImport', { importId })).toMatchObject({ ok: true });
    expect(await finished(second, importId, 'another-token')).toMatchObject({ ok: true });
    const texts = z.array(z.object({ text: z.string() }));
    expect(await unwrap(texts, second, 'templates.list')).toEqual([
      { text: 'in the table' },
      { text: 'in the table' },
    ]);
  });

  it('leaves what was typed and not enqueued on the computer where it was typed', async () => {
    const { first } = await computerWithQueue();
    const name = { kind: 'invite', key: 'new' };
    const draft = { ...name, title: 'nobody-else', fields: { email: 'nobody-else@example.invalid' } };
    expect(await first.call('drafts.save', draft)).toMatchObject({ ok: true });
    const file = await exportedFile(first);
    const unpacked = gunzipSync(file);
    expect(unpacked.includes('nobody-else')).toBe(false);
    expect(unpacked.includes('token.saved_at')).toBe(false);
    const second = await startTestCore({ dataDir: temporaryFolder() });
    const put = `INSERT INTO draft VALUES ('invite', 'new', 'a form', '{}', 1)`;
    const importId = await broughtIn(second, altered(file, put));
    expect(await second.call('workspaces.inspectImport', { importId })).toMatchObject({ ok: true });
    expect(await finished(second, importId, 'another-token')).toMatchObject({ ok: true });
    expect(await second.call('drafts.list', { kind: 'invite' })).toEqual({ ok: true, value: [] });
    // On the first computer it stays.
    expect(await first.call('drafts.get', name)).toMatchObject({ value: { title: 'nobody-else' } });
  });

  it('brings the settings that show things, and none by which something would leave unasked', async () => {
    const { first } = await computerWithQueue();
    const view = {
      id: 'b3c9f3f0-93a5-4a26-9f3e-2d0c0e2f7a11',
      name: 'Compliant ones',
      query: { 'where.compliance': 'is:compliant', sort: 'city', order: 'up' },
      columns: ['company', 'city'],
      widths: { company: 300 },
    };
    await first.call('workspaces.updateSettings', {
      honoursIdempotencyKey: true,
      resubmittingIsHarmless: true,
      fileBaseUrl: 'https://files.example.invalid',
      scoreThreshold: 61,
      columnWidths: { vendors: { company: 300 } },
      views: { vendors: [view] },
    });
    const second = await startTestCore({ dataDir: temporaryFolder() });
    const importId = await broughtIn(second, await exportedFile(first));
    await second.call('workspaces.inspectImport', { importId });
    expect(await finished(second, importId, 'another-token')).toMatchObject({ ok: true });
    expect(second.core.workspace()?.describe().settings).toMatchObject({
      honoursIdempotencyKey: false,
      resubmittingIsHarmless: false,
      fileBaseUrl: null,
      scoreThreshold: 61,
      columnWidths: { vendors: { company: 300 } },
      views: { vendors: [view] },
    });
  });

  it('leaves every other setting behind, and is not taken where it does not say what it is', async () => {
    const { first } = await computerWithQueue();
    const file = await exportedFile(first);
    const second = await startTestCore({ dataDir: temporaryFolder() });
    const stray = altered(file, `INSERT INTO setting (name, value) VALUES ('of.the.first', '"kept"')`);
    const importId = await broughtIn(second, stray);
    await second.call('workspaces.inspectImport', { importId });
    expect(await finished(second, importId, 'another-token')).toMatchObject({ ok: true });
    const names = second.core.workspace()?.db.prepare('SELECT name FROM setting').pluck().all();
    expect(names).not.toContain('of.the.first');
    expect(names).toContain('workspace.settings');
    const nameless = await broughtIn(
      second,
      altered(file, "DELETE FROM setting WHERE name = 'workspace.moved'"),
    );
    expect(await second.call('workspaces.inspectImport', { importId: nameless })).toMatchObject({
      ok: false,
    });
  });

  it(
    'names what may be sent again by what it says, not by what stands beside it',
    { tags: ['nightly'] },
    async () => {
      const { first } = await computerWithQueue();
      const staged = { id: randomUUID(), key: randomUUID() };
      const file = altered(
        await exportedFile(first),
        `UPDATE invite SET email = 'shown@example.invalid', email_key = 'shown@example.invalid', company_name = 'Shown';
       UPDATE entry SET title = 'Shown', subtitle = 'shown@example.invalid';
       UPDATE search SET title = 'Shown';
       INSERT INTO import_batch (number, file_name, kind, state, queued_at, row_count)
         VALUES (1, 'list.csv', 'invite', 'queued', 1, 1);
       INSERT INTO import_row (position, batch, id, idempotency_key, body, email, email_key)
         VALUES (1, 1, '${staged.id}', '${staged.key}', '{"vendor":{"email":"staged@example.invalid"}}', 'shown@example.invalid', 'shown@example.invalid')`,
      );
      const second = await startTestCore({ dataDir: temporaryFolder() });
      const importId = await broughtIn(second, file);
      expect(await second.call('workspaces.inspectImport', { importId })).toMatchObject({ ok: true });
      expect(await finished(second, importId, 'another-token')).toMatchObject({ ok: true });
      const emails = z.object({ rows: z.array(z.object({ email: z.string(), companyName: z.null() })) });
      const { rows } = await unwrap(emails, second, 'invites.page', { tab: 'needs_you' });
      expect(rows.map(({ email }) => email).sort()).toEqual([
        'staged@example.invalid',
        'unsent@example.invalid',
      ]);
      const titles = z.object({ rows: z.array(z.object({ kind: z.string(), title: z.string() })) });
      const outbox = await unwrap(titles, second, 'outbox.page', { group: 'needs_you' });
      expect(
        outbox.rows
          .filter(({ kind }) => kind === 'invite')
          .map(({ title }) => title)
          .sort(),
      ).toEqual(['staged@example.invalid', 'unsent@example.invalid']);
      const hits = z.array(z.object({ kind: z.string(), title: z.string() }));
      const found = await unwrap(hits, second, 'search.find', { text: 'unsent' });
      expect(found).toEqual([{ kind: 'invite', title: 'unsent@example.invalid' }]);
    },
  );

  it('is let go of before it fills the disk, and leaves nothing', { tags: ['nightly'] }, async () => {
    const folder = join(temporaryFolder(), 'incoming');
    const { first } = await computerWithQueue();
    const file = await exportedFile(first);
    const size = gunzipSync(file).length;
    const lookAtMost = async (maxBytes: number) => {
      const moveIn = createMoveIn({
        folder,
        worker: assets.workers.movedFile,
        migrations: join(assets.migrations, 'workspace'),
        maxBytes,
      });
      const begun = moveIn.begin(file.length);
      if (!begun.ok) throw new Error(begun.error.message);
      const { importId } = begun.value;
      await moveIn.append(importId, { offset: 0, data: file.toString('base64') });
      return moveIn.look(importId);
    };
    expect(await lookAtMost(size)).toMatchObject({ ok: true });
    expect(await lookAtMost(size - 1)).toMatchObject({ ok: false, error: { code: 'bad_input' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not taken where less or more of it comes than was announced', { tags: ['nightly'] }, async () => {
    const { first } = await computerWithQueue();
    const file = await exportedFile(first);
    const second = await startTestCore({ dataDir: temporaryFolder() });
    const begun = async (bytes: number) =>
      unwrap(z.object({ importId: z.string() }), second, 'workspaces.importBegin', { bytes });
    const part = { offset: 0, data: file.toString('base64') };
    const less = await begun(file.length + 1);
    expect(await second.call('workspaces.importAppend', { ...less, ...part })).toMatchObject({ ok: true });
    expect(await second.call('workspaces.inspectImport', less)).toMatchObject({
      error: { code: 'bad_input' },
    });
    const more = await begun(file.length - 1);
    expect(await second.call('workspaces.importAppend', { ...more, ...part })).toMatchObject({
      error: { code: 'bad_input' },
    });
  });

  it('comes in without emptying a folder that a link leads to', async () => {
    const dataDir = temporaryFolder();
    const target = temporaryFolder();
    writeFileSync(join(target, 'taxes.pdf'), 'not of Gangway');
    const app = await startTestCore({ dataDir });
    symlinkSync(target, join(dataDir, 'incoming'));
    await app.call('workspaces.importBegin', { bytes: 10 });
    expect(readdirSync(target)).toEqual(['taxes.pdf']);
  });

  it('is said to have no room where the disk takes no more of it', async () => {
    const dataDir = temporaryFolder();
    const app = await startTestCore({ dataDir });
    const { importId } = await unwrap(z.object({ importId: z.string() }), app, 'workspaces.importBegin', {
      bytes: 10,
    });
    rmSync(join(dataDir, 'incoming'), { recursive: true });
    expect(
      await app.call('workspaces.importAppend', { importId, offset: 0, data: 'aGVsbG8=' }),
    ).toMatchObject({
      error: { code: 'storage' },
    });
    expect(await app.call('workspaces.inspectImport', { importId })).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('claims no file of the computer that it comes to', { tags: ['nightly'] }, async () => {
    const { first } = await computerWithQueue();
    const kept = randomUUID();
    const dataDir = temporaryFolder();
    const victims = [kept, `${kept}.local`].map((name) => join(dataDir, name));
    for (const victim of victims) writeFileSync(victim, 'a file of the user');
    const rows = `
      INSERT INTO document (job_id, added_at, file_type, file_bytes, file_kept_at, file_used_at)
        VALUES ('${kept}', 1, 'text/html', 999999999999, 1, 1);
      INSERT INTO watch (kind, subject, state, started_at) VALUES ('document', '${kept}', 'settled', 1);
      INSERT INTO local_copy (job_id, name, content_type, bytes, kept_at) VALUES ('${kept}', 'a', 'text/html', 9, 1);`;
    const second = await startTestCore({ dataDir });
    const importId = await broughtIn(second, altered(await exportedFile(first), rows));
    expect(await second.call('workspaces.inspectImport', { importId })).toMatchObject({ ok: true });
    expect(await finished(second, importId, 'another-token')).toMatchObject({ ok: true });
    const workspace = second.core.workspace();
    expect(workspace?.pictures.usage()).toEqual({
      fetched: { files: 0, bytes: 0 },
      local: { files: 0, bytes: 0 },
    });
    expect(workspace?.db.prepare('SELECT 1 FROM document WHERE file_used_at IS NOT NULL').all()).toEqual([]);
    await workspace?.pictures.holdToLimit();
    expect(victims.filter((victim) => existsSync(victim))).toEqual(victims);
  });

  it.each([
    ['a line break in its host', 'http://local\nhost:9', 'http://localhost:9'],
    [
      'letters that look like others',
      'https://c\u043empany.example.invalid/api/',
      'https://xn--cmpany-wqf.example.invalid/api',
    ],
    [
      'capitals and an end that is left out',
      '  HTTPS://Company.Example.invalid/',
      'https://company.example.invalid',
    ],
  ])(
    'shows the address that it connects to, where the file has one with %s',
    { tags: ['nightly'] },
    async (_what, written, shown) => {
      const { first } = await computerWithQueue();
      const file = altered(
        await exportedFile(first),
        `UPDATE setting SET value = json_set(value, '$.baseUrl', json('${JSON.stringify(written)}')) WHERE name = 'workspace.moved'`,
      );
      const second = await startTestCore({ dataDir: temporaryFolder() });
      const importId = await broughtIn(second, file);
      const facts = z.object({ baseUrl: z.string() });
      expect(await unwrap(facts, second, 'workspaces.inspectImport', { importId })).toEqual({
        baseUrl: shown,
      });
      const result = await finished(second, importId, 'another-token');
      if (!result.ok) throw new Error(result.error.message);
      expect(openWorkspace.parse(result.value).baseUrl).toBe(shown);
    },
  );

  it('leaves behind what was noted of the pictures on the first computer', async () => {
    const { first } = await computerWithQueue();
    const jobId = randomUUID();
    await first.call('documents.add', { ids: [jobId], vendorId: null });
    const png = makePng(4, 4);
    await first.core.workspace()?.pictures.keep(jobId, png, 'image/png');
    await first.core.workspace()?.pictures.keepLocal(jobId, 'private name.png', png, 'image/png');
    const unpacked = gunzipSync(await exportedFile(first));
    expect(unpacked.includes(jobId)).toBe(true);
    expect(unpacked.includes('private name.png')).toBe(false);
    const file = join(temporaryFolder(), 'unpacked.db');
    writeFileSync(file, unpacked);
    const copy = new SqliteDatabase(file, { readonly: true });
    onTestFinished(() => {
      copy.close();
    });
    expect(copy.prepare('SELECT COUNT(*) FROM local_copy').pluck().get()).toBe(0);
    const noted = copy
      .prepare('SELECT file_type, file_bytes, file_kept_at, file_used_at FROM document')
      .all();
    expect(noted).toEqual([{ file_type: null, file_bytes: null, file_kept_at: null, file_used_at: null }]);
    // On the first computer all of it stays.
    expect(first.core.workspace()?.pictures.usage()).toMatchObject({
      fetched: { files: 1 },
      local: { files: 1 },
    });
  });

  const refused: [string, (file: Buffer) => Buffer][] = [
    ['a text', () => Buffer.from('hello')],
    ['packed nonsense', () => gzipSync('hello')],
    ['a file that was cut short', (file) => file.subarray(0, file.length - 2000)],
    [
      'a database that computes a column of ours',
      (file) =>
        altered(
          file,
          `ALTER TABLE decision RENAME TO d; CREATE TABLE decision (id INTEGER PRIMARY KEY, kind TEXT, subject TEXT,
             choice TEXT, note TEXT AS (upper(choice)), at INTEGER, undone_at INTEGER, decided_by TEXT)`,
        ),
    ],
    [
      'a database with a view in the place of a table of ours',
      (file) =>
        altered(
          file,
          'ALTER TABLE decision RENAME TO d; CREATE VIEW decision AS SELECT * FROM d WHERE id > 0',
        ),
    ],
    [
      'a database with a cell that fills the memory, whatever its indexes say',
      (file) => withLyingIndex(file, 'CAST(zeroblob(41000000) AS TEXT)'),
    ],
    ['a database without a table of ours', (file) => altered(file, 'DROP TABLE reading')],
    [
      'one whose request is none of ours',
      (file) => altered(file, `UPDATE entry SET body = '{"invitee":1}' WHERE state = 'queued'`),
    ],
    [
      'one whose request is no JSON',
      (file) => altered(file, "UPDATE entry SET body = '{' WHERE state = 'queued'"),
    ],
    [
      'one whose key for a request is no header',
      (file) => altered(file, `UPDATE entry SET idempotency_key = 'a' || char(10) || 'b: c'`),
    ],
    [
      'one with a time that no calendar has',
      (file) => altered(file, 'UPDATE entry SET sent_at = 8640000000000001'),
    ],
    [
      'one with a row number that cannot be counted on from',
      (file) =>
        altered(file, 'UPDATE history SET id = 4611686018427387904 WHERE id = (SELECT MAX(id) FROM history)'),
    ],
    ['one with a score without end', (file) => withDocument(file, randomUUID(), '9e999')],
    ['one with a document that no call can name', (file) => withDocument(file, '../x', '1')],
    [
      'one with a document that is not watched',
      (file) => altered(file, `INSERT INTO document (job_id, added_at) VALUES ('${randomUUID()}', 1)`),
    ],
    [
      'one with a template that no call can name',
      (file) => altered(file, "UPDATE message_template SET id = 'x' WHERE name = 'From the first'"),
    ],
    ['one with a vendor that no call can name', (file) => altered(file, "UPDATE vendor SET vendor_id = ''")],
    [
      'one with an item that no call can name',
      (file) => altered(file, "UPDATE entry SET id = 'x' WHERE state = 'queued' AND kind = 'invite'"),
    ],
    [
      'one that refers to rows which are not there',
      (file) => altered(file, 'PRAGMA foreign_keys = OFF; DELETE FROM entry WHERE seq = 1'),
    ],
    [
      'a backup, which is not a moved workspace',
      (file) => altered(file, "DELETE FROM setting WHERE name = 'workspace.moved'"),
    ],
    [
      'one whose service address would give the token away',
      (file) =>
        altered(
          file,
          `UPDATE setting SET value = json_set(value, '$.baseUrl', 'http://elsewhere.example.com') WHERE name = 'workspace.moved'`,
        ),
    ],
  ];
  let sound: Buffer | undefined;
  for (const [index, [what, make]] of refused.entries())
    it(
      `is refused in a sentence where it is ${what}, and nothing is made`,
      index % 8 === 0 ? {} : { tags: ['nightly'] },
      async () => {
        sound ??= await exportedFile((await computerWithQueue()).first);
        const file = make(sound);
        const dataDir = temporaryFolder();
        const second = await startTestCore({ dataDir });
        const importId = await broughtIn(second, file);
        expect(await second.call('workspaces.inspectImport', { importId })).toEqual({
          ok: false,
          error: {
            code: 'bad_input',
            message:
              'This isn’t a Gangway workspace file, or part of it is missing. Export it again on the other computer.',
          },
        });
        expect(await finished(second, importId, 'a-token')).toMatchObject({ error: { code: 'not_found' } });
        expect(second.core.registry.list()).toEqual([]);
        expect(getLeft(dataDir)).toEqual([]);
      },
    );

  it('is refused where a newer Gangway made it', async () => {
    const { first } = await computerWithQueue();
    const file = altered(await exportedFile(first), 'PRAGMA user_version = 999');
    const second = await startTestCore({ dataDir: temporaryFolder() });
    const importId = await broughtIn(second, file);
    expect(await second.call('workspaces.inspectImport', { importId })).toMatchObject({
      error: { code: 'newer_version' },
    });
  });

  it('is refused where a Gangway of before the first release made it', { tags: ['nightly'] }, async () => {
    const { first } = await computerWithQueue();
    const file = altered(await exportedFile(first), 'PRAGMA user_version = 37');
    const second = await startTestCore({ dataDir: temporaryFolder() });
    const importId = await broughtIn(second, file);
    expect(await second.call('workspaces.inspectImport', { importId })).toMatchObject({
      error: { code: 'bad_input' },
    });
  });

  it('keeps the file where the token cannot be used, so that another can be given', async () => {
    const { first } = await computerWithQueue();
    const second = await startTestCore({ dataDir: temporaryFolder() });
    const importId = await broughtIn(second, await exportedFile(first));
    await second.call('workspaces.inspectImport', { importId });
    expect(await finished(second, importId, 'with space')).toMatchObject({ error: { code: 'bad_input' } });
    expect(await finished(second, importId, 'a-token')).toMatchObject({ ok: true });
  });
});

function altered(file: Buffer, sql: string): Buffer {
  const path = join(temporaryFolder(), 'altered.db');
  writeFileSync(path, gunzipSync(file));
  const db = new SqliteDatabase(path);
  db.exec(sql);
  db.close();
  return gzipSync(readFileSync(path));
}

function withDocument(file: Buffer, jobId: string, score: string): Buffer {
  return altered(
    file,
    `INSERT INTO document (job_id, added_at, score) VALUES ('${jobId}', 1, ${score});
     INSERT INTO watch (kind, subject, state, started_at) VALUES ('document', '${jobId}', 'settled', 1)`,
  );
}

/** The file with an index that holds all of a table as it was before `text` came into it, and that looks cheap to read. */
function withLyingIndex(file: Buffer, text: string): Buffer {
  const path = join(temporaryFolder(), 'lying.db');
  writeFileSync(path, gunzipSync(file));
  const schema = "FROM sqlite_schema WHERE name = 'lying'";
  const inFile = <T>(work: (db: SqliteDatabase.Database) => T): T => {
    const db = new SqliteDatabase(path);
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    const done = work(db);
    db.close();
    return done;
  };
  const index = inFile((db) => {
    db.exec(`CREATE INDEX lying ON message_template (id, name, name_key, text, changed_at); ANALYZE;
      UPDATE sqlite_stat1 SET stat = '2 1 1 1 1 1 sz=1' WHERE idx = 'lying'`);
    const made = db.prepare(`SELECT type, name, tbl_name, rootpage, sql ${schema}`).raw().get();
    db.exec(`DELETE ${schema}`);
    return made;
  });
  inFile((db) => {
    db.exec(`UPDATE message_template SET text = ${text}`);
    db.prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)').run(index);
  });
  return gzipSync(readFileSync(path));
}
