import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bootApp, builtPages, type BootedApp } from '#test/boot/booted-app.ts';

const page = z.object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.string() });

let folder: string;
let app: BootedApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gangway-boot-'));
  app = bootApp(folder);
  await app.openWindow();
});

afterAll(async () => {
  app.kill();
  await app.ended;
  await rm(folder, { recursive: true, force: true });
});

async function open(url: string, method = 'GET') {
  return page.parse(await app.ask('openPage', { url, method }));
}

/** The sources of each directive of a content security policy. */
function getPolicy(header: string): Map<string, string[]> {
  return new Map(
    header.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

describe('the pages of the built app', () => {
  it('stand under app:// alone', () => {
    expect(app.details('protocol.handle')).toEqual([{ scheme: 'app' }]);
  });

  it.each(['app://gangway/', 'app://gangway/index.html', 'app://gangway/?a=b#c'])(
    'are the renderer’s own at %s',
    async (url) => {
      const { status, headers, body } = await open(url);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toBe(readFileSync(join(builtPages, 'index.html'), 'utf8'));
    },
  );

  it('bring every script, style and font that the page names, typed, and nothing inline', async () => {
    const { body } = await open('app://gangway/');
    const named = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(named.length).toBeGreaterThan(1);
    for (const address of named) {
      const file = await open(new URL(address, 'http://gangway/').href.replace('http:', 'app:'));
      expect([address, file.status]).toEqual([address, 200]);
      expect(file.headers['content-type']).toMatch(/^(text\/(javascript|css)|image\/svg\+xml|font\/woff2)/);
      expect(file.headers['x-content-type-options']).toBe('nosniff');
    }
    expect(body).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/i);
  });

  it('come with a policy that lets nothing inline, evaluated or foreign run', async () => {
    const { headers } = await open('app://gangway/');
    const header = headers['content-security-policy'] ?? '';
    const policy = getPolicy(header);
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    for (const none of ['base-uri', 'form-action', 'frame-ancestors', 'object-src']) {
      expect([none, policy.get(none)]).toEqual([none, ["'none'"]]);
    }
    expect(policy.has('frame-src')).toBe(false);
    expect(header).not.toMatch(/unsafe-|https?:|\*/);
  });

  it('let nothing but the workers that recognize scanned pages and decode HEIC run WebAssembly', async () => {
    const assets = readdirSync(join(builtPages, 'assets'));
    const asset = (name: RegExp) => `assets/${assets.find((one) => name.test(one)) ?? ''}`;
    const policies = await Promise.all(
      [
        'recognizer-parts/worker.js',
        asset(/^heif-worker-/),
        asset(/^libheif-bundle-/),
        asset(/^prepare-worker-/),
        asset(/^recognize-worker-/),
        asset(/^paper-worker-/),
        asset(/^pdf-pages-/),
        'recognizer-parts/tesseract-core-simd-lstm.js',
        'index.html',
      ].map(async (path) => (await open(`app://gangway/${path}`)).headers['content-security-policy'] ?? ''),
    );
    expect(policies.map((policy) => getPolicy(policy).get('script-src'))).toEqual([
      ["'self'", "'wasm-unsafe-eval'"],
      ["'self'", "'wasm-unsafe-eval'"],
      ["'self'"],
      ["'self'"],
      ["'self'"],
      ["'self'"],
      ["'self'"],
      ["'self'"],
      ["'self'"],
    ]);
    const [worker = ''] = policies;
    const page = policies.at(-1);
    expect(worker.replace(" 'wasm-unsafe-eval'", '')).toBe(page);
  });

  it.each([
    'app://gangway/../main/index.js',
    'app://gangway/%2e%2e/main/index.js',
    'app://gangway/..%2fmain%2findex.js',
    'app://gangway/..%2f..%2fpackage.json',
    'app://gangway/assets/..%2f..%2fmain/migrations/app/002-schema.sql',
    'app://gangway/..%5cmain%5cindex.js',
    'app://gangway/..\\main\\index.js',
    'app://gangway//etc/passwd.json',
    'app://gangway/%2fetc%2fhosts.json',
    'app://gangway/index.html%00.js',
    'app://gangway/%',
    'app://gangway/assets',
    'app://gangway/assets/',
    'app://gangway/nothing.js',
    'app://gangway/files/00000000-0000-4000-8000-000000000000',
    'app://gangway/files/../index.htm',
  ])('are not found at %s', async (url) => {
    expect(await open(url)).toMatchObject({ status: 404, body: '' });
  });

  it.each([
    'app://elsewhere/',
    'app://gangway.example/',
    'app://gangway:8080/',
    'app://elsewhere/index.html',
  ])('are refused at the other host of %s', async (url) => {
    expect(await open(url)).toMatchObject({ status: 403, body: '' });
  });

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('are refused to %s', async (method) => {
    expect(await open('app://gangway/', method)).toMatchObject({ status: 403, body: '' });
  });
});

const ownAddress = 'app://gangway/';
const foreignAddresses = [
  'https://elsewhere.example/',
  'https://elsewhere.example/?app://gangway/',
  'https://elsewhere.example/#app://gangway/',
  'https://app:gangway@elsewhere.example/',
  'https://gangway/',
  'app://gangway.elsewhere.example/',
  'app://elsewhere/app://gangway/',
  'app:gangway',
  'file:///etc/passwd',
  'file://gangway/',
  'javascript:alert(1)//app://gangway/',
  'data:text/html,app://gangway/',
  'blob:https://elsewhere.example/app://gangway/',
  'about:blank',
  'not an address',
  '',
];

describe('leaving the pages of the built app', () => {
  it.each(foreignAddresses)('is denied to “%s”, in the window and in any other contents', async (url) => {
    for (const event of ['will-navigate', 'will-frame-navigate']) {
      expect(await app.ask('letsHappen', { event, url })).toEqual([false, false]);
    }
  });

  it('is no leaving within the app’s own pages', async () => {
    for (const event of ['will-navigate', 'will-frame-navigate']) {
      expect(await app.ask('letsHappen', { event, url: ownAddress })).toEqual([true, true]);
    }
  });

  it.each([ownAddress, ...foreignAddresses])(
    'by redirect, webview or a new window is denied to “%s”',
    async (url) => {
      for (const event of ['will-redirect', 'will-attach-webview']) {
        expect(await app.ask('letsHappen', { event, url })).toEqual([false, false]);
      }
      expect(await app.ask('opensWindow', url)).toEqual(['deny', 'deny']);
    },
  );
});

describe('what the pages of the built app may use', () => {
  it.each([
    'media',
    'geolocation',
    'notifications',
    'midi',
    'pointerLock',
    'fullscreen',
    'openExternal',
    'clipboard-read',
    'display-capture',
    'window-management',
    'fileSystem',
    'hid',
    'serial',
    'usb',
    'something that Electron does not know yet',
  ])('does not hold %s', async (permission) => {
    for (const url of [ownAddress, ...foreignAddresses]) {
      expect(await app.ask('askPermission', { permission, url })).toEqual({
        requested: false,
        checked: false,
        device: false,
      });
    }
  });

  it('holds copying, for the app’s own pages alone', async () => {
    const permission = 'clipboard-sanitized-write';
    expect(await app.ask('askPermission', { permission, url: ownAddress })).toMatchObject({
      requested: true,
      checked: true,
    });
    for (const url of foreignAddresses) {
      expect(await app.ask('askPermission', { permission, url })).toMatchObject({
        requested: false,
        checked: false,
      });
    }
  });
});
