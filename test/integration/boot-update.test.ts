import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { updateStatus } from '#shared/settings/updates.ts';
import { bootApp, type BootedApp } from '#test/boot/booted-app.ts';

// The built app with electron-updater in it, updated as an AppImage is: from a server, onto a file of this computer.

const oldProgram = '#!/bin/sh\necho old >> "$GANGWAY_TEST_STARTS"\n';
const newProgram = '#!/bin/sh\necho "new $APPIMAGE_EXIT_AFTER_INSTALL" >> "$GANGWAY_TEST_STARTS"\n';

/** Answers by path, where there is an answer; keeps what was asked. */
async function updateServer(answers: Record<string, string | { redirect: string }>) {
  const asked: { path: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname;
    asked.push({ path, headers: request.headers });
    const answer = answers[path];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'string') response.end(answer);
    else response.writeHead(302, { location: answer.redirect }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { feed: `http://127.0.0.1:${port}/gangway/`, asked, paths: () => asked.map(({ path }) => path) };
}

const sha512 = (text: string) => createHash('sha512').update(text).digest('base64');

/** The list of updates as electron-builder writes it. */
function list(version: string, program: string): string {
  const file = `Gangway-${version}.AppImage`;
  return [
    `version: ${version}`,
    'files:',
    `  - url: ${file}`,
    `    sha512: ${sha512(program)}`,
    `    size: ${program.length}`,
    `path: ${file}`,
    `sha512: ${sha512(program)}`,
    `releaseDate: '2026-06-09T12:00:00.000Z'`,
    '',
  ].join('\n');
}

const listPath = `/gangway/latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`;

interface InstalledApp {
  app: BootedApp;
  /** What the installed program is now. */
  program: () => string;
  /** What was started instead of it, one line each. */
  starts: () => string;
  status: (name: string, input?: unknown) => Promise<z.infer<typeof updateStatus>>;
}

/** The app as it runs out of an AppImage, with its window open. */
async function bootInstalled(feed: string): Promise<InstalledApp> {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-update-'));
  const image = join(folder, 'Gangway.AppImage');
  const starts = join(folder, 'starts');
  mkdirSync(join(folder, 'resources'));
  writeFileSync(image, oldProgram);
  chmodSync(image, 0o755);
  writeFileSync(starts, '');
  writeFileSync(
    join(folder, 'resources', 'app-update.yml'),
    'provider: generic\nurl: https://updates.gangway.invalid/\nupdaterCacheDirName: gangway-updater\n',
  );
  const env = {
    APPIMAGE: image,
    GANGWAY_UPDATE_FEED: feed,
    GANGWAY_TEST_STARTS: starts,
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  const app = bootApp(join(folder, 'data'), { resources: join(folder, 'resources') }, [], { env });
  onTestFinished(async () => {
    app.kill();
    await app.ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await app.openWindow();
  return {
    app,
    program: () => readFileSync(image, 'utf8'),
    starts: () => readFileSync(starts, 'utf8'),
    async status(name, input = null) {
      const answer = await app.ask('call', { channel: `gangway:${name}`, input, from: 'own page' });
      return z.object({ ok: z.literal(true), value: updateStatus }).parse(answer).value;
    },
  };
}

async function downloaded(installed: InstalledApp): Promise<z.infer<typeof updateStatus>['state']> {
  await installed.status('updates.download');
  return vi.waitFor(
    async () => {
      const { state } = await installed.status('updates.status');
      if (state.kind === 'downloading') throw new Error('It is still being fetched.');
      return state;
    },
    { timeout: 60_000, interval: 50 },
  );
}

describe.skipIf(process.platform !== 'linux')('the built app with an update server', () => {
  it('finds a newer version, fetches it when told to, and puts it in its own place when it is quit', async () => {
    const server = await updateServer({
      [listPath]: list('9.9.9', newProgram),
      '/gangway/Gangway-9.9.9.AppImage': newProgram,
    });
    const installed = await bootInstalled(server.feed);
    expect(await installed.status('updates.status')).toMatchObject({
      state: { kind: 'not_checked' },
      feed: { address: server.feed, from: 'environment' },
    });
    expect((await installed.status('updates.check')).state).toEqual({ kind: 'available', version: '9.9.9' });
    expect(server.paths()).toEqual([listPath]);

    expect(await downloaded(installed)).toEqual({ kind: 'ready', version: '9.9.9' });
    expect(installed.program()).toBe(oldProgram);

    await installed.app.ask('quit', 1);
    await installed.app.ended;
    expect(installed.program()).toBe(newProgram);
    // Only to put itself in place; it was not asked to start again.
    expect(installed.starts()).toBe('new true\n');
  });

  it('starts anew where the person asks for it, once everything is settled', async () => {
    const server = await updateServer({
      [listPath]: list('9.9.9', newProgram),
      '/gangway/Gangway-9.9.9.AppImage': newProgram,
    });
    const installed = await bootInstalled(server.feed);
    await installed.status('updates.check');
    await downloaded(installed);
    await installed.app.ask('call', { channel: 'gangway:updates.install', input: null, from: 'own page' });
    await installed.app.ended;
    expect(installed.app.details('app.quit held back').length).toBeGreaterThan(0);
    expect(installed.program()).toBe(newProgram);
    await vi.waitFor(() => expect(installed.starts()).toBe('new \n'), { timeout: 60_000 });
  });

  it('throws away what is not the file that was announced', async () => {
    const server = await updateServer({
      [listPath]: list('9.9.9', newProgram),
      '/gangway/Gangway-9.9.9.AppImage': newProgram.replace('new', 'bad'),
    });
    const installed = await bootInstalled(server.feed);
    await installed.status('updates.check');
    expect(await downloaded(installed)).toMatchObject({ kind: 'download_failed', failure: 'damaged' });
    await installed.app.ask('quit', 1);
    await installed.app.ended;
    expect(installed.program()).toBe(oldProgram);
    expect(installed.starts()).toBe('');
  });

  it.each([
    ['an older version', '0.0.0-alpha', { kind: 'up_to_date' }],
    ['a word that is no version', 'newest', { kind: 'check_failed', failure: 'unreadable' }],
  ])('takes %s for nothing to fetch', { tags: ['nightly'] }, async (_what, version, state) => {
    const server = await updateServer({ [listPath]: list(version, newProgram) });
    const installed = await bootInstalled(server.feed);
    expect((await installed.status('updates.check')).state).toMatchObject(state);
  });

  it(
    'says that there is no list for this system, and that nothing answers',
    { tags: ['nightly'] },
    async () => {
      const server = await updateServer({});
      const installed = await bootInstalled(server.feed);
      expect((await installed.status('updates.check')).state).toMatchObject({ failure: 'no_list' });
      const nobody = await bootInstalled('http://127.0.0.1:9/');
      expect((await nobody.status('updates.check')).state).toMatchObject({ failure: 'unreachable' });
    },
  );

  it('does not follow a redirect out of https, and tells the service nothing that marks this computer', async () => {
    const server = await updateServer({ [listPath]: { redirect: 'http://updates.example.com/latest.yml' } });
    const installed = await bootInstalled(server.feed);
    expect((await installed.status('updates.check')).state).toMatchObject({ failure: 'unreachable' });
    const held = z.array(z.object({ url: z.string() })).parse(installed.app.details('net.request held back'));
    expect(held.map(({ url }) => url)).toEqual(['http://updates.example.com/latest.yml']);
    expect(server.asked[0]?.headers['x-user-staging-id']).toBe('none');
    expect(server.asked[0]?.headers).not.toHaveProperty('authorization');
  });

  it('looks nowhere by way of an address that is not secure', async () => {
    const installed = await bootInstalled('http://updates.example.com/');
    expect((await installed.status('updates.check')).state).toEqual({ kind: 'off', reason: 'bad_address' });
    expect(installed.app.details('session.fromPartition')).toEqual([]);
  });
});
