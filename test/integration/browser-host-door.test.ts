import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '#shared/ipc/contract.ts';
import { builtPages, demandBuild } from '#test/boot/booted-app.ts';
import { openBridge } from '#test/boot/bridge-client.ts';
import { dataFolder, rawRequest, runBrowserHost, signIn } from '#test/boot/browser-host-process.ts';

type Host = Awaited<ReturnType<typeof openHost>>;

async function openHost(...args: string[]) {
  demandBuild();
  const { folder, remove } = await dataFolder();
  const host = runBrowserHost('--data-dir', folder, ...args);
  const place = await host.listening();
  return {
    ...place,
    pressEnter: () => host.pressEnter(),
    authority: `127.0.0.1:${place.port}`,
    async close() {
      host.signal('SIGKILL');
      await host.ended;
      await remove();
    },
  };
}

const unknownFile = '/files/00000000-0000-4000-8000-000000000000';
const paths = [
  '/',
  '/index.html',
  '/browser-bridge.js',
  '/bridge',
  unknownFile,
  '/nothing.js',
  '/?key=wrong',
];

describe('Enter in the terminal', () => {
  let host: Host;
  beforeAll(async () => {
    host = await openHost('--welcome');
  });
  afterAll(() => host.close());

  /** The key of an address that the host prints. */
  const keyIn = (line: string) =>
    new URL(/^Gangway is at (\S+)$/.exec(line)?.[1] ?? '').searchParams.get('key') ?? '';

  it('prints another address that works once, beside the browser that is in already', async () => {
    const cookie = await signIn(host.port, host.key);
    const key = keyIn(await host.pressEnter());
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(key).not.toBe(host.key);
    const other = await signIn(host.port, key);
    expect((await rawRequest(host.port, `/?key=${key}`)).status).toBe(403);
    for (const one of [cookie, other])
      expect((await rawRequest(host.port, '/index.html', { cookie: one })).status).toBe(200);
  });

  it('makes an address that was printed before and not opened worth nothing', async () => {
    const before = keyIn(await host.pressEnter());
    const after = keyIn(await host.pressEnter());
    expect((await rawRequest(host.port, `/?key=${before}`)).status).toBe(403);
    expect((await rawRequest(host.port, `/?key=${after}`)).status).toBe(303);
  });

  it('is what a browser is told that does not come with a key', async () => {
    const { status, body } = await rawRequest(host.port, '/');
    expect(status).toBe(403);
    expect(body).toContain('Press Enter in the terminal where Gangway runs');
  });
});

describe('the key in the address', () => {
  let host: Host;
  beforeAll(async () => {
    host = await openHost('--welcome');
  });
  afterAll(() => host.close());

  it('is long, and a new one each time', async () => {
    const other = await openHost('--welcome');
    await other.close();
    expect(host.key).toMatch(/^[\w-]{32}$/);
    expect(other.key).not.toBe(host.key);
  });

  it('is not used up by anything but opening the address, and then works once and only once', async () => {
    const address = `/?key=${host.key}`;
    const wrong = await rawRequest(host.port, `/?key=${host.key.slice(1)}`);
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([403, undefined]);
    for (const method of ['HEAD', 'POST', 'PUT', 'OPTIONS']) {
      const answer = await rawRequest(host.port, address, {}, method);
      expect([method, answer.status, answer.headers['set-cookie']]).toEqual([method, 403, undefined]);
    }
    const elsewhere = await rawRequest(host.port, address, { host: `elsewhere.example:${host.port}` });
    expect([elsewhere.status, elsewhere.headers['set-cookie']]).toEqual([421, undefined]);
    const otherPage = await rawRequest(host.port, `/index.html?key=${host.key}`);
    expect([otherPage.status, otherPage.headers['set-cookie']]).toEqual([403, undefined]);

    const first = await rawRequest(host.port, address);
    expect([first.status, first.headers.location]).toEqual([303, '/']);
    expect(first.headers['set-cookie']).toHaveLength(1);
    const [pair = '', ...attributes] = first.headers['set-cookie']?.[0]?.split('; ') ?? [];
    expect(pair.split('=')[1]).toMatch(/^[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict']);
    expect(pair).not.toContain(host.key);

    const second = await rawRequest(host.port, address);
    expect([second.status, second.headers['set-cookie']]).toEqual([403, undefined]);
    const again = await rawRequest(host.port, address, { cookie: pair });
    expect([again.status, again.headers.location, again.headers['set-cookie']]).toEqual([
      303,
      '/',
      undefined,
    ]);
    expect((await rawRequest(host.port, '/', { cookie: pair })).status).toBe(200);
  });
});

describe('the door of the browser host', () => {
  let host: Host;
  let cookie: string;
  beforeAll(async () => {
    host = await openHost('--practice');
    cookie = await signIn(host.port, host.key);
  });
  afterAll(() => host.close());

  it('stays shut for everything without the cookie, and says where to go', async () => {
    const secret = cookie.split('=')[1] ?? '';
    for (const worthless of [
      '',
      cookie.slice(0, -1),
      cookie.toUpperCase(),
      `x${cookie}`,
      `other=${secret}`,
      '=;;=',
    ]) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        for (const path of paths) {
          const { status, body } = await rawRequest(host.port, path, { cookie: worthless }, method);
          expect([worthless, method, path, status]).toEqual([worthless, method, path, 403]);
          if (method === 'GET') expect(body).toContain('Press Enter in the terminal where Gangway runs');
        }
      }
    }
  });

  it('opens with the cookie, beside cookies of others', async () => {
    for (const header of [cookie, `a=b; ${cookie}; c`, `${cookie.split('=')[0]}=stale; ${cookie}`]) {
      expect((await rawRequest(host.port, '/', { cookie: header })).status).toBe(200);
    }
    const under = { cookie, host: `localhost:${host.port}` };
    expect((await rawRequest(host.port, '/', under)).status).toBe(200);
  });

  it('answers to its own name alone, also with the cookie, so that no other name leads to it', async () => {
    const { port } = host;
    for (const name of [
      `elsewhere.example:${port}`,
      `127.0.0.1.elsewhere.example:${port}`,
      `127.0.0.1:${port}.elsewhere.example`,
      `0.0.0.0:${port}`,
      `[::1]:${port}`,
      `127.0.0.1:${port + 1}`,
      '127.0.0.1',
      'localhost',
      `user@127.0.0.1:${port}`,
    ]) {
      for (const path of [...paths, `/?key=${host.key}`]) {
        const { status } = await rawRequest(port, path, { host: name, cookie });
        expect([name, path, status]).toEqual([name, path, 421]);
      }
    }
  });

  it('lets nothing be done but reading', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status } = await rawRequest(host.port, '/', { cookie }, method);
      expect([method, status]).toEqual([method, 405]);
    }
    const head = await rawRequest(host.port, '/', { cookie }, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
  });

  it('never tells another site’s page that it may read', async () => {
    const asking = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' };
    for (const headers of [asking, { ...asking, cookie }]) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await rawRequest(host.port, '/', headers, method);
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
        expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
      }
    }
  });

  it.each([
    '/../package.json',
    '/%2e%2e/main/index.js',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/..%5c..%5cpackage.json',
    '/..\\..\\package.json',
    '//etc/hosts.json',
    '/%2fetc%2fhosts.json',
    '/index.html%00.js',
    '/assets',
    '/nothing.js',
    unknownFile,
    `${unknownFile}/..`,
    '/files/../index.htm',
  ])('leads nowhere but to the pages: %s', async (path) => {
    expect(await rawRequest(host.port, path, { cookie })).toMatchObject({ status: 404, body: '' });
  });

  it.each(['//', '/%', '/%zz', 'http://elsewhere.example/%', '//:99999/', '/?key=%'])(
    'is not broken by the strange address %s',
    async (path) => {
      const answer = await rawRequest(host.port, path, { cookie });
      expect(answer.status).toBeGreaterThanOrEqual(300);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body).not.toMatch(/Error|node:|\bat /);
      expect((await rawRequest(host.port, '/', { cookie })).status).toBe(200);
    },
  );

  it('serves the page with the bridge before it, and a policy that lets nothing foreign in', async () => {
    const { headers, body } = await rawRequest(host.port, '/', { cookie });
    expect(body).toContain('<script type="module" src="/browser-bridge.js"></script>');
    expect(body.indexOf('/browser-bridge.js')).toBeLessThan(body.indexOf('/assets/'));
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const policy = headers['content-security-policy'] ?? '';
    expect(z.string().parse(policy).split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        `connect-src 'self' ws://${host.authority} ws://localhost:${host.port}`,
        "frame-ancestors 'none'",
        "form-action 'none'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe-|https?:|\*/);
  });

  it('serves each built file byte for byte', async () => {
    const scripts = readdirSync(join(builtPages, 'assets')).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of ['/browser-bridge.js', ...scripts.slice(0, 3).map((name) => `/assets/${name}`)]) {
      const { status, headers, body } = await rawRequest(host.port, path, { cookie });
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/javascript; charset=utf-8']);
      expect(body).toBe(readFileSync(join(builtPages, path), 'utf8'));
    }
  });

  it('serves a kept picture to the person’s browser, and to nobody without the cookie', async () => {
    const bridge = await openBridge(host.port, { origin: `http://${host.authority}`, cookie });
    const pages = z.object({ ok: z.literal(true), value: calls['documents.page'].output });
    const { value } = pages.parse(await bridge.call('documents.page', {}));
    const jobId = value.rows[0]?.jobId ?? '';
    const details = z.object({ ok: z.literal(true), value: calls['documents.get'].output });
    await expect
      .poll(async () => details.parse(await bridge.call('documents.get', { jobId })).value.file.kind, {
        timeout: 20_000,
      })
      .toBe('not_kept');
    expect(await bridge.call('documents.fetchFile', { jobId })).toMatchObject({ ok: true });
    bridge.drop();

    const picture = await rawRequest(host.port, `/files/${jobId}`, { cookie });
    expect(picture.status).toBe(200);
    expect(picture.headers['content-type']).toMatch(/^(image\/(png|jpeg)|application\/pdf)$/);
    expect(picture.headers['x-content-type-options']).toBe('nosniff');
    expect(picture.body.length).toBeGreaterThan(1000);
    expect((await rawRequest(host.port, `/files/${jobId}`)).status).toBe(403);
  });

  it('is on this computer’s loopback address alone', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter((address) => !address.internal && address.family === 'IPv4')
      .map((address) => address.address);
    const loopback = process.platform === 'linux' ? ['127.0.0.2', '::1'] : ['::1'];
    for (const address of [...others, ...loopback]) {
      const outcome = await new Promise<string>((resolve) => {
        const socket = connect({ host: address, port: host.port });
        socket.on('connect', () => {
          socket.destroy();
          resolve('connected');
        });
        socket.on('error', (error: NodeJS.ErrnoException) => {
          resolve(error.code ?? 'refused');
        });
      });
      expect(`${address} ${outcome}`).toMatch(/ E[A-Z]+$/);
    }
  });

  it('gives two hosts in one browser cookies of their own, so that neither shuts the other’s page', async () => {
    const other = await openHost('--welcome');
    const theirs = await signIn(other.port, other.key);
    await other.close();
    expect(theirs.split('=')[0]).not.toBe(cookie.split('=')[0]);
  });
});
