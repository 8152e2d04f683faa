import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SessionSecrets } from '#browser/session-exchange.ts';
import { calls } from '#shared/ipc/contract.ts';
import { openBridge, upgradeStatus, type BridgeClient } from '#test/boot/bridge-client.ts';
import { dataFolder, rawRequest, runBrowserHost, signIn } from '#test/boot/browser-host-process.ts';

let host: ReturnType<typeof runBrowserHost>;
let removeFolder: () => Promise<void>;
let port: number;
let secrets: SessionSecrets;
let ours: { origin: string };
const clients: BridgeClient[] = [];

async function client(): Promise<BridgeClient> {
  const opened = await openBridge(port, secrets.page);
  clients.push(opened);
  return opened;
}

const start = (one: BridgeClient) => one.call('app.start', null);

beforeAll(async () => {
  const { folder, remove } = await dataFolder();
  removeFolder = remove;
  host = runBrowserHost('--data-dir', folder, '--practice');
  const place = await host.listening();
  port = place.port;
  secrets = await signIn(port, place.key);
  ours = { origin: `http://127.0.0.1:${port}` };
});

afterEach(() => {
  for (const one of clients.splice(0)) one.drop();
});

afterAll(async () => {
  host.signal('SIGKILL');
  await host.ended;
  await removeFolder();
});

/** Asks for a WebSocket by hand; the connection stays open until the host ends it, and is not read. */
async function askByHand(headers: Record<string, string>): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  await once(socket, 'connect');
  const lines = Object.entries({
    Host: `127.0.0.1:${port}`,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /bridge HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}

describe('the WebSocket of the browser host', () => {
  const asked = (path: string, headers: Record<string, string>, pageSecret: string | null = secrets.page) =>
    upgradeStatus(port, path, pageSecret, headers);

  it('opens for its own page, and says what proves the host before anything else', async () => {
    expect(await asked('/bridge', ours)).toBeNull();
    expect(await asked('/bridge', { ...ours, 'sec-fetch-site': 'same-origin' })).toBeNull();
    const localhost = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
    expect(await asked('/bridge', localhost)).toBeNull();
    const one = await client();
    expect(await one.greeting).toBe(secrets.host);
    expect(secrets.host).not.toBe(secrets.page);
  });

  it.each([
    ['no page', {}],
    ['another site’s page', { origin: 'https://elsewhere.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }],
    ['a page of a port that begins alike', { origin: 'http://127.0.0.1:PORT0' }],
    ['a page of another scheme', { origin: 'https://127.0.0.1:PORT' }],
    ['a page of a site that begins alike', { origin: 'http://127.0.0.1:PORT.elsewhere.example' }],
    ['two origins', { origin: 'http://127.0.0.1:PORT, https://elsewhere.example' }],
    ['the same site on another port', { origin: 'http://127.0.0.1:PORT', 'sec-fetch-site': 'same-site' }],
    ['another site', { origin: 'http://127.0.0.1:PORT', 'sec-fetch-site': 'cross-site' }],
  ])('stays shut for %s, even with the secret', async (_who, headers: Record<string, string>) => {
    const origin = headers['origin']?.replace('PORT', String(port));
    expect(await asked('/bridge', origin === undefined ? headers : { ...headers, origin })).toBe(403);
  });

  it('stays shut without the secret, under another name and on any other path', async () => {
    expect(await asked('/bridge', ours, null)).toBe(403);
    for (const wrong of ['', `${secrets.page}x`, secrets.page.slice(1), secrets.host])
      expect([wrong, await asked('/bridge', ours, wrong)]).toEqual([wrong, 403]);
    // As it was once: a browser sends cookies to every port of this computer.
    const cookie = `gangway_session_${port}=${secrets.page}`;
    expect(await asked('/bridge', { ...ours, cookie }, null)).toBe(403);
    const renamed = { ...ours, host: `elsewhere.example:${port}` };
    expect(await asked('/bridge', renamed)).toBe(403);
    for (const path of ['/', '/bridge/', '/bridge/x', '//bridge', '/bridge?a', '/other']) {
      expect([path, await asked(path, ours)]).toEqual([path, 403]);
    }
  });

  it('lives on when those that it does not let in vanish at once', async () => {
    for (let times = 0; times < 20; times += 1) {
      const socket = await askByHand({ Origin: 'https://elsewhere.example' });
      socket.resetAndDestroy();
    }
    expect(await upgradeStatus(port, '/bridge', secrets.page, ours)).toBeNull();
  });

  it('ends the connection of those that it does not let in, even where they hold on to it', async () => {
    const socket = await askByHand({ Origin: 'https://elsewhere.example' });
    socket.resume();
    await once(socket, 'end');
    // Writing into a connection that the host has ended for good fails; into one that it left half open it does not.
    const failed = once(socket, 'error');
    const writing = setInterval(() => socket.write('still here'), 20);
    try {
      const [error] = z.tuple([z.object({ code: z.string() })]).parse(await failed);
      expect(['EPIPE', 'ECONNRESET']).toContain(error.code);
    } finally {
      clearInterval(writing);
    }
  });
});

describe('a page that connects, perhaps anew', () => {
  it('is told which workspace is open and how the outbox stands, since it may have missed the change', async () => {
    const one = await client();
    await Promise.all([one.heard('workspace.changed'), one.heard('sync.changed')]);
    expect(one.events.slice(0, 2)).toEqual(['workspace.changed', 'sync.changed']);
  });
});

describe('calls over the WebSocket', () => {
  it('are answered with what the contract says', async () => {
    const answer = z.object({ ok: z.literal(true), value: calls['app.start'].output });
    const { value } = answer.parse(await start(await client()));
    expect(value).toMatchObject({ host: 'browser', workspace: { practice: true } });
  });

  it.each(['app.nothing', 'gangway:app.start', '', '__proto__', 'constructor', 'toString', 'app.start '])(
    'that are not in the contract are refused: “%s”',
    async (name) => {
      expect(await (await client()).call(name, null)).toEqual({
        ok: false,
        error: { code: 'not_allowed', message: 'There is no such call.' },
      });
    },
  );

  it('with the wrong input are refused without saying what was in it', async () => {
    const one = await client();
    const answer = await one.call('workspaces.rename', { name: { secret: 'canary' } });
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad_input' } });
    expect(JSON.stringify(answer)).not.toContain('canary');
  });

  it.each([
    ['not JSON', 'hello'],
    ['half of a call', '{"id":1,'],
    ['a list', '[1,2,3]'],
    ['nothing', 'null'],
    ['an empty message', ''],
    ['a call without an id', '{"name":"app.start","input":null}'],
    ['a call whose id is text', '{"id":"1","name":"app.start","input":null}'],
    ['a name beyond all measure', JSON.stringify({ id: 1, name: 'a'.repeat(101), input: null })],
    ['bytes', Buffer.from([0xff, 0x00, 0xfe])],
  ])('that are no calls (%s) end that client’s connection, and no other’s', async (_what, message) => {
    const [good, bad] = [await client(), await client()];
    bad.sendRaw(message);
    expect(await bad.closed).toBe(1008);
    expect(await start(good)).toMatchObject({ ok: true });
  });

  it('beyond 16 MiB end that client’s connection, and no other’s', async () => {
    const [good, bad] = [await client(), await client()];
    bad.sendRaw(JSON.stringify({ id: 1, name: 'app.start', input: 'x'.repeat(16 * 1024 * 1024) }));
    expect([1006, 1009]).toContain(await bad.closed);
    expect(await start(good)).toMatchObject({ ok: true });
  });

  it('nested beyond all measure are refused in words, and nothing breaks', async () => {
    const [good, bad] = [await client(), await client()];
    const depth = 200_000;
    const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const answered = bad.answerTo(900);
    bad.sendRaw(
      `{"id":900,"name":"invites.enqueue","input":{"invitation":{"vendor":${nested}},"replaces":null}}`,
    );
    const answer = await answered;
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad_input' } });
    expect(JSON.stringify(answer)).not.toMatch(/RangeError|node:|\.ts|\bat \w/);
    for (const one of [good, bad, await client()]) expect(await start(one)).toMatchObject({ ok: true });
  });

  it.each([
    ['half a character', 'vendors.lookUp', '{"vendorId":"\\ud800"}'],
    [
      'half a character in a name',
      'invites.enqueue',
      '{"invitation":{"vendor":{"\\udc00":1}},"replaces":null}',
    ],
    [
      'a number beyond all measure',
      'invites.enqueue',
      '{"invitation":{"vendor":{"email":"a@b.example","n":1e999}},"replaces":null}',
    ],
  ])('with %s are refused in words, and nothing is queued', async (_what, name, input) => {
    const one = await client();
    const before = await one.call('invites.page', {});
    const answered = one.answerTo(901);
    one.sendRaw(`{"id":901,"name":"${name}","input":${input}}`);
    const refusal = z.object({
      ok: z.literal(false),
      error: z.object({ code: z.literal('bad_input'), message: z.string() }),
    });
    expect(refusal.parse(await answered).error.message).toMatch(/incomplete|too large/);
    expect(await one.call('invites.page', {})).toEqual(before);
  });

  it('do no harm when their client is gone before the answer', async () => {
    for (let times = 0; times < 10; times += 1) {
      const leaving = await client();
      leaving.sendRaw('{"id":1,"name":"onboarding.page","input":{}}');
      leaving.drop();
    }
    expect(await start(await client())).toMatchObject({ ok: true });
  });

  it('tell every client what changed', async () => {
    const [one, two] = [await client(), await client()];
    await one.call('workspaces.rename', { name: 'Told to both' });
    await Promise.all([one.heard('workspace.changed'), two.heard('workspace.changed')]);
    expect((await rawRequest(port, '/')).status).toBe(200);
  });
});
