import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pageHeader, sessionPath, sessionSecrets } from '#browser/session-exchange.ts';
import { calls } from '#shared/ipc/contract.ts';
import { builtPages, demandBuild } from '#test/boot/booted-app.ts';
import { openBridge } from '#test/boot/bridge-client.ts';
import {
  dataFolder,
  exchangeKey,
  rawRequest,
  runBrowserHost,
  signIn,
} from '#test/boot/browser-host-process.ts';

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
const pages = ['/', '/index.html', '/browser-bridge.js', '/?key=wrong'];
/** What holds something of the person's, or leads to it. */
const guarded = [unknownFile, sessionPath, `${sessionPath}?x`];

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
    const first = await signIn(host.port, host.key);
    const key = keyIn(await host.pressEnter());
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(key).not.toBe(host.key);
    const other = await signIn(host.port, key);
    expect((await exchangeKey(host.port, key)).status).toBe(403);
    for (const { page } of [first, other])
      expect((await rawRequest(host.port, sessionPath, { [pageHeader]: page })).status).toBe(204);
  });

  it('makes an address that was printed before and not opened worth nothing', async () => {
    const before = keyIn(await host.pressEnter());
    const after = keyIn(await host.pressEnter());
    expect((await exchangeKey(host.port, before)).status).toBe(403);
    expect((await exchangeKey(host.port, after)).status).toBe(200);
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

  it('is not used up by anything but the page that asks with it, and then works once and only once', async () => {
    const ask = { 'x-gangway-key': host.key, origin: `http://${host.authority}` };
    const refused = async (path: string, headers: Record<string, string>, method = 'POST') => {
      const { status, body } = await rawRequest(host.port, path, headers, method);
      return status >= 400 && body.length < 1000 ? 'refused' : [path, headers, method, status];
    };
    expect((await rawRequest(host.port, `/?key=${host.key}`)).status).toBe(200);
    for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS'])
      expect(await refused(sessionPath, ask, method)).toBe('refused');
    for (const wrong of [
      { 'x-gangway-key': host.key.slice(1) },
      { host: `elsewhere.example:${host.port}` },
      { origin: 'http://127.0.0.1:1' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect(await refused(sessionPath, { ...ask, ...wrong })).toBe('refused');
    expect(await refused(`${sessionPath}?key=${host.key}`, { origin: ask.origin })).toBe('refused');
    expect(await refused(sessionPath, { 'x-gangway-key': host.key })).toBe('refused');
    expect(await refused(`/?key=${host.key}`, ask)).toBe('refused');

    const first = await rawRequest(host.port, sessionPath, ask, 'POST');
    expect(first.status).toBe(200);
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' });
    expect(first.headers['set-cookie']).toBeUndefined();
    const secrets = sessionSecrets.parse(JSON.parse(first.body));
    for (const secret of [secrets.page, secrets.host]) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(new Set([secrets.page, secrets.host, host.key]).size).toBe(3);
    expect(await refused(sessionPath, ask)).toBe('refused');
    expect((await rawRequest(host.port, sessionPath, { [pageHeader]: secrets.page })).status).toBe(204);
  });
});

describe('the door of the browser host', () => {
  let host: Host;
  let shown: { [pageHeader]: string };
  beforeAll(async () => {
    host = await openHost('--practice');
    shown = { [pageHeader]: (await signIn(host.port, host.key)).page };
  });
  afterAll(() => host.close());

  it('stays shut for everything of the person’s without the secret, and makes no cookie of it', async () => {
    const secret = shown[pageHeader];
    for (const worthless of [
      {},
      { [pageHeader]: '' },
      { [pageHeader]: secret.slice(0, -1) },
      { [pageHeader]: secret.toUpperCase() },
      { [pageHeader]: `${secret}, ${secret}` },
      { cookie: `gangway_session_${host.port}=${secret}` },
    ]) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        for (const path of guarded) {
          const answer = await rawRequest(host.port, path, worthless, method);
          expect([405, 403]).toContain(answer.status);
          expect([answer.body, answer.headers['set-cookie']]).toEqual(['', undefined]);
        }
      }
    }
  });

  it('gives everybody the page, which is the same for all', async () => {
    for (const path of pages) {
      const bare = await rawRequest(host.port, path);
      expect([path, bare.status]).toEqual([path, 200]);
      expect(bare.body).toBe((await rawRequest(host.port, path, shown)).body);
      expect(bare.headers['set-cookie']).toBeUndefined();
    }
  });

  it.each(['same-site', 'cross-site', 'anything'])(
    'gives nothing to what the browser says comes from elsewhere: %s',
    async (site) => {
      for (const path of [...pages, ...guarded]) {
        const { status, body } = await rawRequest(host.port, path, { ...shown, 'sec-fetch-site': site });
        expect([path, status]).toEqual([path, 403]);
        expect(body).toContain('paste it into the address bar');
      }
    },
  );

  it('lets in what comes from its own page and from the person alone', async () => {
    for (const site of ['same-origin', 'none']) {
      expect((await rawRequest(host.port, '/', { 'sec-fetch-site': site })).status).toBe(200);
      const known = { ...shown, 'sec-fetch-site': site };
      expect((await rawRequest(host.port, sessionPath, known)).status).toBe(204);
    }
    expect((await rawRequest(host.port, '/', { host: `localhost:${host.port}` })).status).toBe(200);
  });

  it('answers to its own name alone, also with the secret, so that no other name leads to it', async () => {
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
      for (const path of [...pages, ...guarded]) {
        const { status } = await rawRequest(port, path, { host: name, ...shown });
        expect([name, path, status]).toEqual([name, path, 421]);
      }
    }
  });

  it('lets nothing be done but reading', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status } = await rawRequest(host.port, '/', shown, method);
      expect([method, status]).toEqual([method, 405]);
    }
    const head = await rawRequest(host.port, '/', {}, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
  });

  it('never tells another site’s page that it may read', async () => {
    const asking = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' };
    for (const headers of [asking, { ...asking, ...shown }]) {
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
    expect(await rawRequest(host.port, path, shown)).toMatchObject({ status: 404, body: '' });
  });

  it.each(['//', '/%', '/%zz', 'http://elsewhere.example/%', '//:99999/', '/?key=%'])(
    'is not broken by the strange address %s',
    async (path) => {
      const answer = await rawRequest(host.port, path, shown);
      expect(path === '/?key=%' ? 200 : 404).toBe(answer.status);
      expect(answer.body).not.toMatch(/Error|node:|\bat /);
      expect((await rawRequest(host.port, '/')).status).toBe(200);
    },
  );

  it('serves the page with the bridge before it, and a policy that lets nothing foreign in', async () => {
    const { headers, body } = await rawRequest(host.port, '/');
    expect(body).toContain('<script type="module" src="/browser-bridge.js"></script>');
    expect(body.indexOf('/browser-bridge.js')).toBeLessThan(body.indexOf('/assets/'));
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = headers['content-security-policy'] ?? '';
    expect(z.string().parse(policy).split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        `connect-src 'self' ws://${host.authority} ws://localhost:${host.port}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'none'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe-|https?:|\*/);
    const worker = await rawRequest(host.port, '/recognizer-parts/worker.js');
    expect(worker.headers['content-security-policy']).toBe(
      z.string().parse(policy).replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
    );
  });

  it('lets a browser keep what has its content in its name, and has it ask again for everything else', async () => {
    const [asset = ''] = readdirSync(join(builtPages, 'assets'));
    const cacheControl = async (path: string) => (await rawRequest(host.port, path)).headers['cache-control'];
    expect(await cacheControl(`/assets/${asset}`)).toBe('max-age=31536000, immutable');
    expect(await cacheControl('/browser-bridge.js')).toBe('no-cache');
    expect(await cacheControl('/icon.svg')).toBe('no-cache');
  });

  it('serves each built file byte for byte', async () => {
    const scripts = readdirSync(join(builtPages, 'assets')).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of ['/browser-bridge.js', ...scripts.slice(0, 3).map((name) => `/assets/${name}`)]) {
      const { status, headers, body } = await rawRequest(host.port, path, shown);
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/javascript; charset=utf-8']);
      expect(body).toBe(readFileSync(join(builtPages, path), 'utf8'));
    }
  });

  it('serves a kept picture to the person’s page, and to nobody without the secret', async () => {
    const bridge = await openBridge(host.port, shown[pageHeader]);
    const answer = z.object({ ok: z.literal(true), value: calls['documents.page'].output });
    const { value } = answer.parse(await bridge.call('documents.page', {}));
    const jobId = value.rows[0]?.jobId ?? '';
    const details = z.object({ ok: z.literal(true), value: calls['documents.get'].output });
    await expect
      .poll(async () => details.parse(await bridge.call('documents.get', { jobId })).value.file.kind)
      .toBe('not_kept');
    expect(await bridge.call('documents.fetchFile', { jobId })).toMatchObject({ ok: true });
    bridge.drop();

    const picture = await rawRequest(host.port, `/files/${jobId}`, shown);
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
});
