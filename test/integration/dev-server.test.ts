import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import {
  bridgeProtocol,
  hostGreeting,
  keyHeader,
  offeredProtocols,
  pageHeader,
  sessionSecrets,
  type SessionSecrets,
} from '#browser/session-exchange.ts';

// `npm run dev` on a copy of the sources, so that files can be saved.

const root = join(import.meta.dirname, '..', '..');
/** Far more than it takes where nothing else is at work, which is a second. */
const maxRestartMs = 15_000;
let folder: string;
let dev: ReturnType<typeof startDev>;
let address: URL;

function startDev(copy: string) {
  const child = spawn(
    process.execPath,
    ['scripts/dev-server.ts', '--welcome', '--data-dir', join(folder, 'data')],
    { cwd: copy, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    copy,
    /** The next address that is printed. */
    async nextAddress(): Promise<URL> {
      for (;;) {
        const line = await lines.next();
        if (line.done === true) throw new Error('It ended without printing an address.');
        const printed = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(line.value)?.[0];
        if (printed !== undefined) return new URL(printed);
      }
    },
    pressEnter: () => child.stdin.write('\n'),
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

const ask = (path: string, init: RequestInit = {}) => fetch(new URL(path, address.origin), init);

/** What the key of an address is exchanged for by a page of an origin. */
const exchange = (opened: URL, origin: string) =>
  ask('/session', {
    method: 'POST',
    headers: { [keyHeader]: opened.searchParams.get('key') ?? '', origin },
  });

async function signIn(opened: URL): Promise<SessionSecrets> {
  return sessionSecrets.parse(await (await exchange(opened, opened.origin)).json());
}

function connect({ page }: SessionSecrets, origin: string): WebSocket {
  return new WebSocket(`ws://${address.host}/bridge`, offeredProtocols(page), { origin });
}

const text = z.instanceof(Buffer).transform((bytes) => bytes.toString('utf8'));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gangway-dev-'));
  const copy = join(folder, 'copy');
  for (const part of ['src', 'scripts', 'package.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  dev = startDev(copy);
  address = await dev.nextAddress();
});

afterAll(async () => {
  await dev.stop();
  rmSync(folder, { recursive: true });
});

it(
  'serves the page with its bridge, and lets in who opens the printed address, once and from the page alone',
  { tags: ['nightly'] },
  async () => {
    const page = await (await ask('/')).text();
    expect(page).toMatch(/<script type="module" src="[^"]*bridge\.ts"/);
    expect(page).toContain('main.tsx');
    expect((await exchange(address, 'http://127.0.0.1:1')).status).toBe(404);
    const secrets = await signIn(address);
    expect((await exchange(address, address.origin)).status).toBe(403);
    expect((await ask('/session', { headers: { [pageHeader]: secrets.page } })).status).toBe(204);

    const bridge = connect(secrets, address.origin);
    const greeting = await new Promise<unknown>((resolve) => bridge.once('message', resolve));
    expect(bridge.protocol).toBe(bridgeProtocol);
    expect(hostGreeting.parse(JSON.parse(text.parse(greeting))).host).toBe(secrets.host);
    bridge.close();
    const refused = connect(secrets, 'http://127.0.0.1:1');
    const error = await new Promise<Error>((resolve) => refused.once('error', resolve));
    expect(error.message).toContain('404');
  },
);

it('puts a saved file of the renderer into the page', { tags: ['nightly'] }, async () => {
  const client = await (await ask('/@vite/client')).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
  // What the page has asked for is what is watched for it.
  expect((await ask('/components/button.tsx')).status).toBe(200);
  const page = new WebSocket(`ws://${address.host}/?token=${token}`, 'vite-hmr', { origin: address.origin });
  const updates: string[] = [];
  page.on('message', (message) => updates.push(text.parse(message)));
  await once(page, 'open');
  appendFileSync(join(dev.copy, 'src/renderer/components/button.tsx'), '\n// Saved.\n');
  await expect.poll(() => updates.join('\n'), { timeout: maxRestartMs }).toContain('/components/button.tsx');
  page.close();
});

it(
  'starts the host anew when one of its files is saved, and nobody stays signed in',
  { tags: ['nightly'] },
  async () => {
    // An address works once: Enter asks for the next.
    dev.pressEnter();
    const before = await signIn(await dev.nextAddress());
    const saved = Date.now();
    appendFileSync(join(dev.copy, 'src/main/clock.ts'), '\n// Saved.\n');
    const opened = await dev.nextAddress();
    expect(Date.now() - saved).toBeLessThan(maxRestartMs);
    expect(opened.origin).toBe(address.origin);
    expect((await ask('/session', { headers: { [pageHeader]: before.page } })).status).toBe(403);
    const now = await signIn(opened);
    expect((await ask('/session', { headers: { [pageHeader]: now.page } })).status).toBe(204);
  },
);
