import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callNames, calls } from '#shared/ipc/contract.ts';
import { bootApp, type BootedApp } from '#test/boot/booted-app.ts';

let folder: string;
let app: BootedApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gangway-boot-'));
  app = bootApp(folder, { packaged: false });
  await app.openWindow();
});

afterAll(async () => {
  app.kill();
  await app.ended;
  await rm(folder, { recursive: true, force: true });
});

const ask = (channel: string, input: unknown, from = 'own page') => app.ask('call', { channel, input, from });

const strangers = [
  'foreign page in the window',
  'frame inside the own page',
  'page of another window',
  'frame that is gone',
  'page of a closed window',
];

describe('the channels of the built app', () => {
  it('are one for each call of the contract, and no other', () => {
    const handled = z.array(z.object({ channel: z.string() })).parse(app.details('ipcMain.handle'));
    expect(handled.map(({ channel }) => channel).toSorted()).toEqual(
      callNames.map((name) => `gangway:${name}`).toSorted(),
    );
    expect(app.details('ipcMain.on')).toEqual([]);
  });

  it('answer the window’s own page', async () => {
    expect(await app.start()).toMatchObject({
      host: 'electron',
      workspace: { practice: true },
    });
  });

  it.each(strangers)('refuse every call of a %s', async (stranger) => {
    for (const name of callNames) {
      expect([name, await ask(`gangway:${name}`, null, stranger)]).toEqual([
        name,
        { ok: false, error: { code: 'not_allowed', message: 'This page may not use Gangway.' } },
      ]);
    }
  });

  it('do nothing for a stranger even where the input is right', async () => {
    const rename = { name: 'Taken over' };
    for (const stranger of strangers) await ask('gangway:workspaces.rename', rename, stranger);
    expect(JSON.stringify(await ask('gangway:app.start', null))).not.toContain('Taken over');
    expect(await ask('gangway:workspaces.rename', rename)).toMatchObject({ ok: true });
    expect(JSON.stringify(await ask('gangway:app.start', null))).toContain('Taken over');
  });

  it('check the input of the own page too', async () => {
    expect(await ask('gangway:workspaces.rename', { name: 7 })).toMatchObject({
      ok: false,
      error: { code: 'bad_input' },
    });
  });

  it('tell the window what changed, on channels of the contract’s events', async () => {
    await ask('gangway:workspaces.rename', { name: 'Told' });
    const sent = z.array(z.object({ channel: z.string(), payload: z.array(z.unknown()) }));
    const told = sent.parse(app.details('contents.send'));
    expect(told.at(-1)?.channel).toMatch(/^gangway:[a-z]+\.changed$/);
    expect(told.every(({ channel, payload }) => channel.startsWith('gangway:') && payload.length === 1)).toBe(
      true,
    );
    expect(JSON.stringify(told)).toContain('Told');
  });
});

describe('the built app', () => {
  it('makes a report in its thread, with the fonts that lie beside it', async () => {
    const answered = <T extends z.ZodType>(value: T) => z.object({ ok: z.literal(true), value });
    const page = answered(calls['onboarding.page'].output);
    const vendorId = await vi.waitFor(
      async () => {
        const first = page
          .parse(await ask('gangway:onboarding.page', {}))
          .value.rows.find((row) => row.profile !== null);
        if (first?.vendorId == null) throw new Error('Practice has not been filled yet.');
        return first.vendorId;
      },
      { timeout: 60_000, interval: 100 },
    );
    const begun = answered(calls['exports.beginVendorReport'].output);
    const { exportId } = begun.parse(await ask('gangway:exports.beginVendorReport', { vendorId })).value;
    const next = answered(calls['exports.next'].output);
    const { part, finished } = next.parse(await ask('gangway:exports.next', { exportId })).value;
    expect(finished).toBe(true);
    expect(Buffer.from(part, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('the way to a server', () => {
  it('is the one that the system’s proxy settings name', async () => {
    const address = 'https://vendors.harborlane.example/api';
    expect(await ask('gangway:network.status', { address })).toMatchObject({
      value: {
        source: 'system',
        candidates: [
          { kind: 'http', proxy: 'proxy.invalid:8080', signIn: null },
          { kind: 'socks5', proxy: '[2001:db8::7]:1080', signIn: null },
        ],
      },
    });
    expect(app.details('session.resolveProxy')).toEqual([{ url: 'https://vendors.harborlane.example/' }]);
  });
});

describe('opening an address outside', () => {
  const opened = () => app.details('shell.openExternal');

  it.each([
    ['https://license.example/check?a=b c', 'https://license.example/check?a=b%20c'],
    ['HTTPS://License.EXAMPLE/a/../b"<>', 'https://license.example/b%22%3C%3E'],
    ['  https://license.example\n', 'https://license.example/'],
    ['https://license.example/a\nb', 'https://license.example/ab'],
    ['mailto:ana@x.example?subject=Hi "Ana"', 'mailto:ana@x.example?subject=Hi%20%22Ana%22'],
  ])('hands %j to the system, written anew', async (url, expected) => {
    expect(await ask('gangway:app.openOutside', { url })).toEqual({ ok: true, value: { opened: true } });
    expect(opened().at(-1)).toEqual({ url: expected });
  });

  it.each([
    'http://license.example/',
    'file:///etc/passwd',
    'smb://server/share',
    'javascript:alert(1)',
    'ms-msdt:/id',
    'app://gangway/',
    'httpsx://license.example/',
    '\\\\server\\share',
    'x-https:https://license.example/',
    '',
  ])('is refused for %j', async (url) => {
    const before = opened().length;
    expect(await ask('gangway:app.openOutside', { url })).toMatchObject({
      ok: false,
      error: { code: 'not_allowed' },
    });
    expect(opened()).toHaveLength(before);
  });
});
