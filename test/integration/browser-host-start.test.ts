import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { administratorFiles } from '#main/updates/policy.ts';
import { calls } from '#shared/ipc/contract.ts';
import { writeSetFile } from '#shared/onboarding/set-file.ts';
import { openBridge } from '#test/boot/bridge-client.ts';
import { dataFolder, runBrowserHost, runBrowserHostWith, signIn } from '#test/boot/browser-host-process.ts';
import { setForEveryone } from '#test/onboarding-samples.ts';

const nightly = { tags: ['nightly'] };

async function folderForTest(): Promise<string> {
  const { folder, remove } = await dataFolder();
  onTestFinished(remove);
  return folder;
}

function hostForTest(...args: string[]) {
  return endedWithTest(runBrowserHost(...args));
}

function endedWithTest(host: ReturnType<typeof runBrowserHost>) {
  onTestFinished(async () => {
    host.signal('SIGKILL');
    await host.ended;
  });
  return host;
}

const started = z.object({ ok: z.literal(true), value: calls['app.start'].output });

/** Opens the page's connection and asks for what it shows first, until nothing is being opened any more. */
async function openPage(host: ReturnType<typeof hostForTest>) {
  const { port, key } = await host.listening();
  const secrets = await signIn(port, key);
  const bridge = await openBridge(port, secrets.page);
  for (;;) {
    const start = started.parse(await bridge.call('app.start', null)).value;
    if (start.opening === null) return { bridge, port, key, secrets, start };
  }
}

async function endInOrder(host: ReturnType<typeof hostForTest>): Promise<void> {
  host.signal('SIGTERM');
  expect(await host.ended).toEqual({ code: 0, stderr: '' });
}

function eventsOfLog(folder: string): string[] {
  const lines = readFileSync(join(folder, 'logs', 'gangway.log'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => z.object({ event: z.string() }).parse(JSON.parse(line)).event);
}

describe('what an administrator laid down', () => {
  it('holds in the browser as in the window', async () => {
    const set = setForEveryone({
      kind: 'profile',
      id: '00000000-0000-4000-8000-000000000001',
      name: 'Profile',
      ask: { what: 'readable' },
      maxAgeDays: null,
    });
    const { requirementsFile } = administratorFiles(process.platform);
    const files = { [requirementsFile]: writeSetFile([set]) };
    const { bridge } = await openPage(
      endedWithTest(runBrowserHostWith(files, '--data-dir', await folderForTest())),
    );
    const sets = z.object({ ok: z.literal(true), value: calls['onboarding.sets'].output });
    expect(sets.parse(await bridge.call('onboarding.sets', null)).value.shared).toEqual([set]);
  });
});

describe('where the browser host begins', () => {
  it('is Welcome with --welcome', { tags: ['nightly'] }, async () => {
    const { start } = await openPage(hostForTest('--data-dir', await folderForTest(), '--welcome'));
    expect(start).toMatchObject({ workspace: null, workspaces: [], problem: null });
  });

  it(
    'is Welcome with --welcome also where a workspace was open last, and keeps that',
    { tags: ['nightly'] },
    async () => {
      const folder = await folderForTest();
      const first = hostForTest('--data-dir', folder);
      await openPage(first);
      await endInOrder(first);
      const second = hostForTest('--data-dir', folder, '--welcome');
      const { start } = await openPage(second);
      expect(start).toMatchObject({ workspace: null, workspaces: [{ practice: true }], problem: null });
      expect(eventsOfLog(folder).filter((event) => event === 'workspace_opened')).toHaveLength(1);
    },
  );

  it(
    'is the practice workspace with --practice, without a moment’s work for the one that was open last',
    { tags: ['nightly'] },
    async () => {
      const folder = await folderForTest();
      const first = hostForTest('--data-dir', folder);
      await openPage(first);
      await endInOrder(first);
      const { start } = await openPage(hostForTest('--data-dir', folder, '--practice'));
      expect(start).toMatchObject({ workspace: { practice: true } });
      expect(eventsOfLog(folder).filter((event) => event === 'workspace_opened')).toHaveLength(2);
    },
  );

  it('is the practice workspace at first, and the one that was open last, with what was enqueued in it', async () => {
    const folder = await folderForTest();
    const first = hostForTest('--data-dir', folder);
    const page = await openPage(first);
    expect(page.start).toMatchObject({ workspace: { practice: true }, problem: null });
    const vendors = z.object({ ok: z.literal(true), value: calls['onboarding.page'].output });
    expect(vendors.parse(await page.bridge.call('onboarding.page', {})).value.total).toBeGreaterThan(0);
    const invitation = { vendor: { email: 'kept@over-restart.example' } };
    expect(await page.bridge.call('invites.enqueue', { invitation, replaces: null })).toMatchObject({
      ok: true,
    });
    await endInOrder(first);
    const second = hostForTest('--data-dir', folder);
    const { bridge, start } = await openPage(second);
    expect(start).toMatchObject({ workspace: { practice: true } });
    const found = await bridge.call('invites.page', { search: 'over-restart' });
    expect(found).toMatchObject({ ok: true, value: { total: 1 } });
  });

  it(
    'says in the page that the workspace is open in another Gangway, and leaves it alone',
    { tags: ['nightly'] },
    async () => {
      const folder = await folderForTest();
      const first = hostForTest('--data-dir', folder);
      const page = await openPage(first);
      const { start } = await openPage(hostForTest('--data-dir', folder));
      expect(start).toMatchObject({ workspace: null, problem: { code: 'in_use' } });
      expect(await page.bridge.call('today.counts', null)).toMatchObject({ ok: true });
    },
  );
});

describe('what stays on the computer', () => {
  /** What others than its owner may do with each file and folder in there that they may do anything with. */
  function openToOthers(folder: string): string[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      // A file that was gone by then is read by nobody.
      const others = (statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077;
      return others === 0 ? [] : [`${name} ${others.toString(8)}`];
    });
  }

  // Windows has no such modes; its folders of a person are that person's own.
  it.skipIf(process.platform === 'win32')(
    'is for its owner alone, while Gangway runs and after it',
    async () => {
      const parent = await folderForTest();
      const folder = join(parent, 'data');
      const host = hostForTest('--data-dir', folder, '--practice');
      const { bridge } = await openPage(host);
      await bridge.call('today.counts', null);
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => basename(name));
      expect(names).toEqual(
        expect.arrayContaining([
          'gangway.db',
          'gangway.db-wal',
          'workspace.db-wal',
          'practice.db-wal',
          'mail',
        ]),
      );
      expect(openToOthers(parent)).toEqual([]);
      await endInOrder(host);
      expect(openToOthers(parent)).toEqual([]);
    },
  );

  it('holds neither the key nor the session’s secrets', { tags: ['nightly'] }, async () => {
    const folder = await folderForTest();
    const host = hostForTest('--data-dir', folder);
    const { key, secrets } = await openPage(host);
    expect(host.printed).toHaveLength(1);
    await endInOrder(host);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, name);
      if (!statSync(file).isFile()) continue;
      const bytes = readFileSync(file);
      const found = [key, secrets.page, secrets.host].filter((one) => bytes.includes(one));
      expect([name, found]).toEqual([name, []]);
    }
  });
});

describe('a browser host that cannot start', () => {
  it('says in one sentence that the port is taken, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => {
      other.close();
    });
    const { port } = z.object({ port: z.number() }).parse(other.address());
    const folder = await folderForTest();
    const host = hostForTest('--data-dir', folder, '--port', String(port));
    expect(await host.ended).toEqual({
      code: 1,
      stderr: `Port ${port} is taken by another program. Choose another with --port.\n`,
    });
    expect(host.printed).toEqual([]);
    expect(eventsOfLog(folder).at(-1)).toBe('workspace_closed');
  });

  it(
    'says in one sentence that the folder cannot be used, and ends with 1',
    { tags: ['nightly'] },
    async () => {
      const file = join(await folderForTest(), 'a-file');
      writeFileSync(file, '');
      for (const folder of [file, join(file, 'deeper')]) {
        const { code, stderr } = await hostForTest('--data-dir', folder).ended;
        expect(code).toBe(1);
        expect(stderr).toMatch(/^Gangway[^\n()]+\. Nothing already queued is lost\. [^\n()]+\n$/);
      }
    },
  );

  for (const [args, sentence, tier] of [
    [['--port', '65536'], /^The port has to be a number from 1 to 65535\.\n$/, {}],
    [['--port', 'many'], /^The port has to be a number from 1 to 65535\.\n$/, nightly],
    [['--port'], /^[^\n]*Known are --port N, [^\n]*\n$/, nightly],
    [['--sulk'], /^[^\n]*Known are --port N, [^\n]*\n$/, {}],
    [['somewhere'], /^[^\n]*Known are --port N, [^\n]*\n$/, nightly],
  ] as const)
    it(`says what it knows when it is started with ${args.join(' ')}`, tier, async () => {
      const { code, stderr } = await hostForTest(...args).ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(sentence);
    });
});

describe('ending the browser host', () => {
  for (const [name, options] of [
    ['SIGTERM', {}],
    ['SIGINT', nightly],
  ] as const)
    it(`is done in order on ${name}, and closes the page’s connection`, options, async () => {
      const folder = await folderForTest();
      const host = hostForTest('--data-dir', folder);
      const { bridge } = await openPage(host);
      host.signal(name);
      expect(await host.ended).toEqual({ code: 0, stderr: '' });
      expect(await bridge.closed).toBeGreaterThan(0);
      expect(eventsOfLog(folder).at(-1)).toBe('workspace_closed');
      expect(existsSync(join(folder, 'gangway.db-wal'))).toBe(false);
    });

  it('is not held up by connections that say nothing or were not let in', { tags: ['nightly'] }, async () => {
    const host = hostForTest('--data-dir', await folderForTest(), '--welcome');
    const { port } = await host.listening();
    const silent = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    const refused = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    for (const socket of [silent, refused]) {
      onTestFinished(() => {
        socket.destroy();
      });
      socket.on('error', () => undefined);
      await once(socket, 'connect');
    }
    refused.write(
      `GET /bridge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    await once(refused, 'data');
    await endInOrder(host);
  });

  it('takes a second signal for the same wish', { tags: ['nightly'] }, async () => {
    const host = hostForTest('--data-dir', await folderForTest());
    await host.listening();
    host.signal('SIGTERM');
    host.signal('SIGINT');
    host.signal('SIGTERM');
    expect(await host.ended).toEqual({ code: 0, stderr: '' });
  });
});
