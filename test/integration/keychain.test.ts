import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Keychain, KeychainLibrary } from '#main/keychain/keychain.ts';
import { loadKeytar } from '#main/keychain/keytar-library.ts';
import { createTokenHolder } from '#main/workspace/token-holder.ts';
import { openKeychain } from '../open-keychain.ts';
import { startTestCore } from './core-harness.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { enqueueInvite, openTestWorkspace, temporaryFolder, untilState } from './workspace-harness.ts';

const shortMs = 50;

/** A library that never answers, from a chosen call on. */
function hanging(from: 'set' | 'get' | 'delete'): KeychainLibrary {
  const secrets = new Map<string, string>();
  const never = new Promise<never>(() => undefined);
  const order = ['set', 'get', 'delete'];
  const hangs = (call: string) => order.indexOf(call) >= order.indexOf(from);
  return {
    setPassword: (_service, account, password) => {
      if (hangs('set')) return never;
      secrets.set(account, password);
      return Promise.resolve();
    },
    getPassword: (_service, account) =>
      hangs('get') ? never : Promise.resolve(secrets.get(account) ?? null),
    deletePassword: (_service, account) =>
      hangs('delete') ? never : Promise.resolve(secrets.delete(account)),
  };
}

async function expectSessionOnly(keychain: Keychain): Promise<void> {
  const server = await startWireServer(answeringJson({ id: 1 }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, keychain, token: null });
  expect(workspace.dispatcher.status().condition).toEqual({ kind: 'signed_out', reason: 'no_token' });
  await workspace.token.replace('session-token');
  workspace.dispatcher.tokenChanged();
  expect(workspace.token.status().kept).toBe('this_session');
  const id = await enqueueInvite(workspace);
  await untilState(workspace, id, 'accepted');
  await workspace.close();
  const next = await openTestWorkspace({
    baseUrl: server.baseUrl,
    folder: workspace.folder,
    keychain,
    token: null,
  });
  expect(next.token.current()).toBeNull();
}

describe('a keychain that is not there', () => {
  it('because its library cannot be loaded is absent, and a token lasts for the session', async () => {
    const keychain = await openKeychain(() => Promise.reject(new Error("Cannot find package 'keytar'")));
    expect(keychain.status).toMatchObject({ kind: 'absent', detail: "Cannot find package 'keytar'" });
    await expectSessionOnly(keychain);
  });

  it('because its service refuses is absent', async () => {
    const refusing = () => Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY'));
    const keychain = await openKeychain(() =>
      Promise.resolve({ setPassword: refusing, getPassword: refusing, deletePassword: refusing }),
    );
    expect(keychain.status).toMatchObject({
      kind: 'absent',
      detail: 'Cannot autolaunch D-Bus without X11 $DISPLAY',
    });
    expect(await keychain.get('any')).toMatchObject({ kind: 'absent' });
  });

  it('because it throws at once, before any promise, is absent too', async () => {
    const throwing = () => {
      throw new Error('The native part is broken.');
    };
    const keychain = await openKeychain(() =>
      Promise.resolve({ setPassword: throwing, getPassword: throwing, deletePassword: throwing }),
    );
    expect(keychain.status).toMatchObject({ kind: 'absent', detail: 'The native part is broken.' });
  });

  it('because it forgets or changes what it is given is absent', async () => {
    for (const given of [null, 'something else']) {
      const keychain = await openKeychain(() =>
        Promise.resolve({
          setPassword: () => Promise.resolve(),
          getPassword: () => Promise.resolve(given),
          deletePassword: () => Promise.resolve(true),
        }),
      );
      expect(keychain.status.kind).toBe('absent');
    }
  });

  it('in a session without a message bus is absent, with the real library', async ({ skip }) => {
    if (process.platform !== 'linux') skip('only Linux has a keychain behind a message bus');
    await loadKeytar().catch(() => skip('keytar is not installed: its binary could not be fetched or built'));
    const program = `
      import { openKeychain } from ${JSON.stringify(fileURLToPath(new URL('../open-keychain.ts', import.meta.url)))};
      import { loadKeytar } from ${JSON.stringify(fileURLToPath(new URL('../../src/main/keychain/keytar-library.ts', import.meta.url)))};
      process.stdout.write(JSON.stringify((await openKeychain(loadKeytar)).status));
      process.exit(0);`;
    const {
      DBUS_SESSION_BUS_ADDRESS: _bus,
      DISPLAY: _display,
      XDG_RUNTIME_DIR: _runtime,
      ...env
    } = process.env;
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(z.object({ kind: z.string() }).parse(JSON.parse(said)).kind).toBe('absent');
  });
});

describe('a keychain that hangs', () => {
  it.each(['set', 'get', 'delete'] as const)('at %s is left alone after the limit', async (from) => {
    const begun = performance.now();
    const keychain = await openKeychain(() => Promise.resolve(hanging(from)), 'linux', shortMs);
    expect(keychain.status).toMatchObject({ kind: 'no_answer' });
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(await keychain.set('any', 'secret')).toEqual({ kind: 'no_answer' });
  });

  it('while its library is loaded is left alone too, and a token lasts for the session', async () => {
    const keychain = await openKeychain(() => new Promise<never>(() => undefined), 'linux', shortMs);
    expect(keychain.status).toMatchObject({ kind: 'no_answer' });
    await expectSessionOnly(keychain);
  });

  it('after it worked at the start keeps nobody waiting, and the new token lasts for the session', async () => {
    const secrets = new Map([['w', 'old-token']]);
    let hangs = false;
    const orNever = <T>(value: T) => (hangs ? new Promise<never>(() => undefined) : Promise.resolve(value));
    const keychain = await openKeychain(
      () =>
        Promise.resolve({
          setPassword: (_service: string, account: string, password: string) => {
            if (!hangs) secrets.set(account, password);
            return orNever(undefined);
          },
          getPassword: (_service: string, account: string) => orNever(secrets.get(account) ?? null),
          deletePassword: (_service: string, account: string) => orNever(hangs || secrets.delete(account)),
        }),
      'linux',
      shortMs,
    );
    const { stored, fake } = await openTestWorkspace({
      baseUrl: 'http://127.0.0.1:9',
      keychain,
      token: null,
    });
    const holder = createTokenHolder('w', keychain, stored, fake);
    await holder.load();
    expect(holder.current()?.value).toBe('old-token');
    hangs = true;
    await holder.replace('new-token');
    expect(holder.current()?.value).toBe('new-token');
    expect(holder.status().kept).toBe('this_session');
  });
});

describe('a token that is forgotten', () => {
  it('is said to be still in the keychain where that did not let it go', async () => {
    const secrets = new Map<string, string>();
    let denies = false;
    const keychain = await openKeychain(() =>
      Promise.resolve({
        setPassword: (_service: string, account: string, password: string) => {
          secrets.set(account, password);
          return Promise.resolve();
        },
        getPassword: (_service: string, account: string) => Promise.resolve(secrets.get(account) ?? null),
        deletePassword: (_service: string, account: string) =>
          denies
            ? Promise.reject(new Error('It cannot be deleted.'))
            : Promise.resolve(secrets.delete(account)),
      }),
    );
    const server = await startWireServer(answeringJson({ id: 1 }));
    const app = await startTestCore({ dataDir: temporaryFolder(), keychain });
    await app.connect(server.baseUrl, 'a-token');
    denies = true;
    const result = await app.call('workspaces.forgetToken');
    expect(result).toMatchObject({ ok: false, error: { code: 'storage' } });
    expect(app.core.workspace()?.token.current()).toBeNull();
    denies = false;
    expect(await app.call('workspaces.forgetToken')).toMatchObject({ ok: true });
    expect([...secrets.keys()]).toEqual(['this-keychain']);
  });
});

describe('the keychain of this system', () => {
  const wanted = process.env['GANGWAY_TEST_KEYCHAIN'] === '1';
  const missing =
    'no keyring for tests: it takes dbus-run-session and gnome-keyring-daemon (Debian: gnome-keyring, dbus)';

  async function real(): Promise<Keychain> {
    const keychain = await openKeychain(loadKeytar);
    expect(keychain.status).toMatchObject({ kind: 'works' });
    return keychain;
  }

  it('stores, reads, replaces and forgets a token', async ({ skip }) => {
    if (!wanted) skip(missing);
    const keychain = await real();
    const account = randomUUID();
    onTestFinished(async () => {
      await keychain.remove(account);
    });
    expect(await keychain.get(account)).toEqual({ kind: 'works', value: null });
    expect(await keychain.set(account, 'first ü token')).toEqual({ kind: 'works', value: null });
    expect(await keychain.get(account)).toEqual({ kind: 'works', value: 'first ü token' });
    await keychain.set(account, 'second');
    expect(await keychain.get(account)).toEqual({ kind: 'works', value: 'second' });
    expect(await keychain.remove(account)).toEqual({ kind: 'works', value: null });
    expect(await keychain.get(account)).toEqual({ kind: 'works', value: null });
    expect(await keychain.remove(account)).toEqual({ kind: 'works', value: null });
  });

  it('keeps the tokens of several workspaces apart, also long ones', async ({ skip }) => {
    if (!wanted) skip(missing);
    const keychain = await real();
    const accounts = [randomUUID(), randomUUID(), randomUUID()];
    onTestFinished(async () => {
      for (const account of accounts) await keychain.remove(account);
    });
    const getToken = (account: string) => `${account}-${'x'.repeat(4000)}`;
    for (const account of accounts) await keychain.set(account, getToken(account));
    const [first = '', ...others] = accounts;
    await keychain.remove(first);
    expect(await keychain.get(first)).toEqual({ kind: 'works', value: null });
    for (const account of others) {
      expect(await keychain.get(account)).toEqual({ kind: 'works', value: getToken(account) });
    }
  });

  it('leaves none of its probe behind', async ({ skip }) => {
    if (!wanted) skip(missing);
    const stored: { service: string; account: string }[] = [];
    // Others use the same keychain at the same time, so only this one's secrets are looked for.
    await openKeychain(async () => {
      const library = await loadKeytar();
      return {
        ...library,
        setPassword(service, account, password) {
          stored.push({ service, account });
          return library.setPassword(service, account, password);
        },
      };
    });
    expect(stored).toHaveLength(1);
    const { default: keytar } = await import('keytar');
    for (const { service, account } of stored) expect(await keytar.getPassword(service, account)).toBeNull();
  });

  it('gives a workspace its token back after a restart', async ({ skip }) => {
    if (!wanted) skip(missing);
    const keychain = await real();
    const server = await startWireServer(answeringJson({ id: 1 }));
    const dataDir = temporaryFolder();
    const first = await startTestCore({ dataDir, keychain });
    await first.connect(server.baseUrl, 'kept-token');
    expect(first.core.workspace()?.token.status().kept).toBe('keychain');
    await first.stop();
    const next = await startTestCore({ dataDir, keychain: await real() });
    expect(next.core.workspace()?.token.current()?.value).toBe('kept-token');
    await next.call('workspaces.forgetToken');
    await next.stop();
    const last = await startTestCore({ dataDir, keychain });
    expect(last.core.workspace()?.token.current()).toBeNull();
  });
});
