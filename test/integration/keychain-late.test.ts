import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKeychain, type KeychainLibrary } from '#main/keychain/keychain.ts';
import { createProxySignIns } from '#main/network/proxy-sign-ins.ts';
import { keychainLibrary } from '#test/memory-keychain.ts';
import { openKeychain } from '../open-keychain.ts';
import { startTestCore, type TestCore } from './core-harness.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { temporaryFolder, until } from './workspace-harness.ts';

const shortMs = 50;

/** A keychain that a test locks, breaks, makes wait, and looks into. */
function troubledKeychain(secrets = new Map<string, string>()) {
  let trouble: string | null = null;
  let locked = false;
  let hold: PromiseWithResolvers<undefined> | null = null;
  let calls = 0;
  let most = 0;
  let under = 0;
  async function call<T>(work: () => T): Promise<T> {
    calls += 1;
    under += 1;
    most = Math.max(most, under);
    await hold?.promise;
    under -= 1;
    if (trouble !== null) throw new Error(trouble);
    return work();
  }
  const library: KeychainLibrary = {
    getPassword: (_service, account) => call(() => (locked ? null : (secrets.get(account) ?? null))),
    setPassword: (_service, account, password) =>
      call(() => {
        if (locked) throw new Error('Cannot create an item in a locked collection');
        secrets.set(account, password);
      }),
    deletePassword: (_service, account) => call(() => !locked && secrets.delete(account)),
    isLocked: () => Promise.resolve(locked),
  };
  return {
    secrets,
    library,
    load: () => Promise.resolve(library),
    calls: () => calls,
    maxAtOnce: () => most,
    setTrouble: (detail: string | null) => {
      trouble = detail;
    },
    setLocked: (on: boolean) => {
      locked = on;
    },
    wait: () => {
      hold = Promise.withResolvers<undefined>();
    },
    answer: () => {
      hold?.resolve(undefined);
      hold = null;
    },
  };
}

type Troubled = ReturnType<typeof troubledKeychain>;

function tokensIn(secrets: Map<string, string>): string[] {
  return [...secrets]
    .filter(([account]) => !account.endsWith('.progress') && account !== 'this-keychain')
    .map(([, secret]) => secret);
}

function getToken(app: TestCore): string | undefined {
  return app.core.workspace()?.token.current()?.value;
}

/** A folder with a workspace whose token is in the keychain. */
async function keptToken(ring: Troubled) {
  const server = await startWireServer(answeringJson({ id: 1 }));
  const dataDir = temporaryFolder();
  const app = await startTestCore({ dataDir, keychain: await openKeychain(ring.load) });
  await app.connect(server.baseUrl, 'kept-token');
  await app.stop();
  return { dataDir, server };
}

describe('a keychain that takes longer than the limit', () => {
  it('gives out the token when it answers, and the screen is told so', async () => {
    const ring = troubledKeychain();
    const { dataDir } = await keptToken(ring);
    ring.wait();
    const keychain = createKeychain(ring.load, 'linux', shortMs);
    const app = await startTestCore({ dataDir, keychain });
    await until(() => keychain.status.kind === 'no_answer', 'it is overdue');
    expect(app.core.workspace()?.describe().token).toMatchObject({ kept: 'none', away: 'no_answer' });
    expect(app.core.workspace()?.dispatcher.status().condition).toEqual({
      kind: 'signed_out',
      reason: 'keychain',
    });
    ring.answer();
    await until(() => getToken(app) === 'kept-token', 'the token is taken');
    const told = (name: string) =>
      app.events.filter((one) => one.name === name).map(({ payload }) => payload);
    await until(() => told('workspace.changed').length > 1, 'the screen is told');
    expect(told('workspace.changed').at(-1)).toMatchObject({ token: { kept: 'keychain', away: null } });
    expect(told('keychain.changed').at(-1)).toMatchObject({ kind: 'works' });
    expect(app.core.workspace()?.dispatcher.status().condition.kind).not.toBe('signed_out');
  });

  it('stores the token that was typed meanwhile, and the next start does not ask for it again', async () => {
    const ring = troubledKeychain();
    const { dataDir } = await keptToken(ring);
    ring.wait();
    const app = await startTestCore({ dataDir, keychain: createKeychain(ring.load, 'linux', shortMs) });
    await app.replaceToken('typed-token');
    expect(app.core.workspace()?.token.status().kept).toBe('this_session');
    ring.answer();
    await until(() => app.core.workspace()?.token.status().kept === 'keychain', 'the token is stored');
    expect(getToken(app)).toBe('typed-token');
    expect(tokensIn(ring.secrets)).toEqual(['typed-token']);
    await app.stop();
    const next = await startTestCore({ dataDir, keychain: await openKeychain(ring.load) });
    expect(getToken(next)).toBe('typed-token');
  });

  it('does not bring back a token that was forgotten meanwhile', async () => {
    const ring = troubledKeychain();
    const { dataDir } = await keptToken(ring);
    ring.wait();
    const keychain = createKeychain(ring.load, 'linux', shortMs);
    const app = await startTestCore({ dataDir, keychain });
    expect(await app.call('workspaces.forgetToken')).toMatchObject({ ok: false, error: { code: 'storage' } });
    ring.answer();
    await until(() => tokensIn(ring.secrets).length === 0, 'the keychain let go of it');
    await until(() => keychain.status.kind === 'works', 'it works');
    expect(getToken(app)).toBeUndefined();
    await app.stop();
    const next = await startTestCore({ dataDir, keychain: await openKeychain(ring.load) });
    expect(next.core.workspace()?.describe().token).toMatchObject({ kept: 'none', away: null });
  });

  it('is asked one thing at a time, so that it never takes more than one of the process’s threads', async () => {
    const ring = troubledKeychain();
    ring.wait();
    const keychain = createKeychain(ring.load, 'linux', shortMs);
    for (const account of ['a', 'b', 'c']) expect((await keychain.get(account)).kind).toBe('no_answer');
    expect((await keychain.tryAgain()).kind).toBe('no_answer');
    expect(ring.calls()).toBe(1);
    ring.answer();
    await until(() => keychain.status.kind === 'works', 'it works');
    expect(ring.maxAtOnce()).toBe(1);
  });

  it('leaves nothing of the probe behind, whenever it answers', async () => {
    const ring = troubledKeychain();
    ring.wait();
    const keychain = createKeychain(ring.load, 'linux', shortMs);
    await keychain.tryAgain();
    ring.answer();
    await until(() => keychain.status.kind === 'works', 'it works');
    expect([...ring.secrets.keys()]).toEqual([]);
  });
});

describe('the limit for an answer', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is five seconds', async () => {
    vi.useFakeTimers();
    const keychain = createKeychain(() => new Promise<never>(() => undefined));
    await vi.advanceTimersByTimeAsync(4999);
    expect(keychain.status.kind).toBe('trying');
    await vi.advanceTimersByTimeAsync(1);
    expect(keychain.status.kind).toBe('no_answer');
  });
});

describe('a probe that fails after it stored its secret', () => {
  it.each(['get', 'give another back'])('takes it away again (%s)', async (how) => {
    const secrets = new Map<string, string>();
    const keychain = await openKeychain(() =>
      Promise.resolve({
        setPassword: (_service: string, account: string, password: string) => {
          secrets.set(account, password);
          return Promise.resolve();
        },
        getPassword: () =>
          how === 'get' ? Promise.reject(new Error('The bus is gone.')) : Promise.resolve('x'),
        deletePassword: (_service: string, account: string) => Promise.resolve(secrets.delete(account)),
      }),
    );
    expect(keychain.status.kind).toBe('absent');
    expect([...secrets.keys()]).toEqual([]);
  });
});

describe('what is wrong with a keychain', () => {
  it.each([
    ['Cannot create an item in a locked collection', 'locked'],
    ['User interaction is not allowed.', 'locked'],
    ['User canceled the operation.', 'denied'],
    ['An AppArmor policy prevents this sender from sending this message to this recipient', 'denied'],
    ['Access is denied.', 'denied'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'absent'],
    ['The operation was blocked.', 'absent'],
  ])('is told by what it says: %s', async (said, kind) => {
    const refusing = () => Promise.reject(new Error(said));
    const keychain = await openKeychain(() =>
      Promise.resolve({ setPassword: refusing, getPassword: refusing, deletePassword: refusing }),
    );
    expect(keychain.status).toMatchObject({ kind, detail: said });
  });

  it('is not taken for “no token here” where it is locked and says that it holds nothing', async () => {
    const ring = troubledKeychain(new Map([['w', 'a-token']]));
    const keychain = await openKeychain(ring.load);
    ring.setLocked(true);
    expect((await keychain.get('w')).kind).toBe('locked');
    expect(keychain.status.kind).toBe('locked');
    const other = await openKeychain(troubledKeychain().load);
    expect(await other.get('w')).toEqual({ kind: 'works', value: null });
  });

  it('is tried again where it says that it is locked and somebody has just unlocked it', async () => {
    const ring = troubledKeychain();
    ring.setLocked(true);
    const unlockedByPrompt: KeychainLibrary = {
      ...ring.library,
      setPassword: (service, account, password) =>
        ring.library.setPassword(service, account, password).catch((error: unknown) => {
          ring.setLocked(false);
          throw error;
        }),
    };
    expect((await openKeychain(() => Promise.resolve(unlockedByPrompt))).status.kind).toBe('works');
  });
});

describe('a keychain that becomes usable while Gangway runs', () => {
  it('is noticed when the person comes back to the window; the token is taken', async () => {
    const ring = troubledKeychain();
    const { dataDir } = await keptToken(ring);
    ring.setLocked(true);
    const app = await startTestCore({ dataDir, keychain: await openKeychain(ring.load) });
    expect(app.core.workspace()?.describe().token).toMatchObject({ kept: 'none', away: 'locked' });
    const before = ring.calls();
    await app.call('app.lookAtKeychain');
    expect(ring.calls()).toBe(before);
    ring.setLocked(false);
    await app.call('app.lookAtKeychain');
    await until(() => getToken(app) === 'kept-token', 'the token is taken');
  });

  it('is tried again when the person says so', async () => {
    const ring = troubledKeychain();
    const { dataDir } = await keptToken(ring);
    ring.setTrouble('User canceled the operation.');
    const app = await startTestCore({ dataDir, keychain: await openKeychain(ring.load) });
    expect(app.core.workspace()?.describe().token.away).toBe('denied');
    ring.setTrouble(null);
    await app.call('app.lookAtKeychain');
    expect(getToken(app)).toBeUndefined();
    expect(await app.call('app.tryKeychain')).toMatchObject({ ok: true, value: { kind: 'works' } });
    expect(getToken(app)).toBe('kept-token');
  });

  it('is tried again before a token is saved in it', async () => {
    const ring = troubledKeychain();
    const server = await startWireServer(answeringJson({ id: 1 }));
    ring.setTrouble('The name org.freedesktop.secrets was not provided by any .service files');
    const app = await startTestCore({ dataDir: temporaryFolder(), keychain: await openKeychain(ring.load) });
    ring.setTrouble(null);
    await app.connect(server.baseUrl, 'typed-token');
    expect(app.core.workspace()?.token.status().kept).toBe('keychain');
    expect(tokensIn(ring.secrets)).toEqual(['typed-token']);
  });

  it('takes the token of the session, and the next start does not ask for it', async () => {
    const ring = troubledKeychain();
    const server = await startWireServer(answeringJson({ id: 1 }));
    const dataDir = temporaryFolder();
    ring.setLocked(true);
    const app = await startTestCore({ dataDir, keychain: await openKeychain(ring.load) });
    await app.connect(server.baseUrl, 'typed-token');
    expect(app.core.workspace()?.token.status().kept).toBe('this_session');
    ring.setLocked(false);
    await app.call('app.lookAtKeychain');
    await until(() => app.core.workspace()?.token.status().kept === 'keychain', 'the token is stored');
    await app.stop();
    const next = await startTestCore({ dataDir, keychain: await openKeychain(ring.load) });
    expect(getToken(next)).toBe('typed-token');
  });

  it('gives out and takes the sign-ins for proxies too', async () => {
    const ring = troubledKeychain();
    const [known, fresh] = ['http proxy.example:1', 'http proxy.example:2'];
    const anna = { user: 'anna', password: 'secret' };
    await createProxySignIns(await openKeychain(ring.load), () => null).replace(known, anna);
    ring.setLocked(true);
    const keychain = await openKeychain(ring.load);
    const signIns = createProxySignIns(keychain, () => null);
    expect(await signIns.usable(known)).toBeNull();
    await signIns.replace(fresh, anna);
    expect(await signIns.status(fresh)).toMatchObject({ kept: 'this_session' });
    ring.setLocked(false);
    await keychain.look();
    expect(await signIns.usable(known)).toEqual(anna);
    await expect.poll(() => signIns.status(fresh)).toMatchObject({ kept: 'keychain' });
  });
});

describe('a token that was put into a keychain and is not found in it', () => {
  it('is said to be in another one where this is not the one it was put into', async () => {
    const { dataDir } = await keptToken(troubledKeychain());
    const ring = troubledKeychain();
    const app = await startTestCore({ dataDir, keychain: await openKeychain(ring.load) });
    expect(app.core.workspace()?.describe().token).toMatchObject({ kept: 'none', away: 'changed' });
    expect(app.core.workspace()?.dispatcher.status().condition).toEqual({
      kind: 'signed_out',
      reason: 'no_token',
    });
    await app.replaceToken('typed-token');
    expect(app.core.workspace()?.describe().token).toMatchObject({ kept: 'keychain', away: null });
    await app.stop();
    const next = await startTestCore({ dataDir, keychain: await openKeychain(ring.load) });
    expect(getToken(next)).toBe('typed-token');
  });

  it('is said to be removed where it is the same one', async () => {
    const ring = troubledKeychain();
    const { dataDir } = await keptToken(ring);
    for (const [account, secret] of ring.secrets) if (secret === 'kept-token') ring.secrets.delete(account);
    const app = await startTestCore({ dataDir, keychain: await openKeychain(ring.load) });
    expect(app.core.workspace()?.describe().token).toMatchObject({ kept: 'none', away: 'removed' });
  });

  it('is taken when the person has gone back to the former one and tries again', async () => {
    const former = new Map<string, string>();
    const secrets = new Map<string, string>();
    const { dataDir } = await keptToken(troubledKeychain(former));
    const keychain = await openKeychain(troubledKeychain(secrets).load);
    const app = await startTestCore({ dataDir, keychain });
    expect(app.core.workspace()?.describe().token.away).toBe('changed');
    for (const [account, secret] of former) secrets.set(account, secret);
    await app.call('app.tryKeychain');
    expect(getToken(app)).toBe('kept-token');
  });

  it('is not said of a workspace that never had one in there', async () => {
    const server = await startWireServer(answeringJson({ id: 1 }));
    const dataDir = temporaryFolder();
    const none = await openKeychain(() => Promise.reject(new Error('There is none.')));
    const app = await startTestCore({ dataDir, keychain: none });
    await app.connect(server.baseUrl, 'session-token');
    await app.stop();
    for (const keychain of [none, await openKeychain(troubledKeychain().load)]) {
      const next = await startTestCore({ dataDir, keychain });
      expect(next.core.workspace()?.describe().token).toMatchObject({ kept: 'none', away: null });
      await next.stop();
    }
  });
});

it('is used again once an answer that was overdue has come', async () => {
  const library = keychainLibrary(new Map());
  let held = false;
  let answer = (): void => undefined;
  const getPassword: KeychainLibrary['getPassword'] = (service, account) =>
    held
      ? new Promise((resolve) => {
          answer = () => resolve(null);
        })
      : library.getPassword(service, account);
  const keychain = await openKeychain(() => Promise.resolve({ ...library, getPassword }), 'linux', 1000);
  held = true;
  expect(await keychain.get('one')).toEqual({ kind: 'no_answer' });
  expect(keychain.status.kind).toBe('no_answer');
  answer();
  await vi.waitFor(() => expect(keychain.status.kind).toBe('works'));
});
