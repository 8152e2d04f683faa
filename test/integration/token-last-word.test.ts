import { describe, expect, it } from 'vitest';
import type { KeychainLibrary } from '#main/keychain/keychain.ts';
import { createTokenHolder } from '#main/workspace/token-holder.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { memorySettings } from '#test/memory-settings.ts';
import { openKeychain } from '../open-keychain.ts';
import { silence, startWireServer } from './wire-server.ts';
import { openTestWorkspace } from './workspace-harness.ts';

const account = 'b3c9f3f0-93a5-4a26-9f3e-2d0c0e2f7a11';

/** A keychain whose next answers a test lets out one by one. */
function slowLibrary(secrets: Map<string, string>) {
  const held: (() => void)[] = [];
  let slow = false;
  function later<T>(work: () => T): Promise<T> {
    if (!slow) return Promise.resolve(work());
    return new Promise((resolve) => {
      held.push(() => {
        resolve(work());
      });
    });
  }
  const library: KeychainLibrary = {
    getPassword: (_service, name) => later(() => secrets.get(name) ?? null),
    setPassword: (_service, name, password) =>
      later(() => {
        secrets.set(name, password);
      }),
    deletePassword: (_service, name) => later(() => secrets.delete(name)),
  };
  return {
    library,
    beSlow: () => {
      slow = true;
    },
    /** Answers all that was asked, the last first, as threads may. */
    answerAll: async () => {
      slow = false;
      for (let rounds = 0; rounds < 5; rounds += 1) {
        for (const answer of held.splice(0).toReversed()) answer();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

async function workspaceWith(library: KeychainLibrary) {
  const server = await startWireServer(silence);
  const keychain = await openKeychain(() => Promise.resolve(library));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, keychain, token: 'first-token' });
  return { server, keychain, workspace };
}

describe('the token', () => {
  it('stays forgotten, where an earlier one was still on its way into the keychain', async () => {
    const secrets = new Map<string, string>();
    const slow = slowLibrary(secrets);
    const { workspace } = await workspaceWith(slow.library);
    slow.beSlow();
    const replacing = workspace.token.replace('second-token');
    const forgetting = workspace.token.forget();
    expect(workspace.token.current()).toBeNull();
    await slow.answerAll();
    await Promise.all([replacing, forgetting]);
    expect(workspace.token.current()).toBeNull();
    expect(workspace.token.status()).toEqual({
      kept: 'none',
      savedAt: null,
      lastAcceptedAt: null,
      away: null,
    });
    expect(secrets.get(account)).toBeUndefined();
  });

  async function stillBeingRead() {
    const secrets = new Map([[account, 'first-token']]);
    const slow = slowLibrary(secrets);
    const keychain = await openKeychain(() => Promise.resolve(slow.library));
    let changes = 0;
    const settings = memorySettings();
    settings.write('token.saved_at', 1);
    const holder = createTokenHolder(account, keychain, settings, createFakeClock(), () => (changes += 1));
    slow.beSlow();
    return { secrets, slow, holder, loading: holder.load(), changes: () => changes };
  }

  it('is held once it was read from the keychain', async () => {
    const { slow, holder, loading, changes } = await stillBeingRead();
    await slow.answerAll();
    await loading;
    expect(holder.current()?.value).toBe('first-token');
    expect(changes()).toBe(1);
    holder.close();
  });

  it('stays forgotten, where it was still being read from the keychain', async () => {
    const { secrets, slow, holder, loading } = await stillBeingRead();
    const forgetting = holder.forget();
    await slow.answerAll();
    await Promise.all([loading, forgetting]);
    expect(holder.current()).toBeNull();
    expect(holder.status()).toMatchObject({ kept: 'none', away: null });
    expect(secrets.get(account)).toBeUndefined();
    holder.close();
  });

  it('is not held any more by a workspace that was closed while it was read', async () => {
    const { slow, holder, loading, changes } = await stillBeingRead();
    holder.close();
    await slow.answerAll();
    await loading;
    expect(holder.current()).toBeNull();
    expect(changes()).toBe(0);
  });

  it('is the one that was given last, here and in the keychain', async () => {
    const secrets = new Map<string, string>();
    const slow = slowLibrary(secrets);
    const { workspace } = await workspaceWith(slow.library);
    slow.beSlow();
    const given = ['second-token', 'third-token'].map((token) => workspace.token.replace(token));
    await slow.answerAll();
    await Promise.all(given);
    expect(workspace.token.current()?.value).toBe('third-token');
    expect(secrets.get(account)).toBe('third-token');
  });

  it('does not come back at the next start, where the keychain did not let go of it', async () => {
    const secrets = new Map<string, string>();
    let stuck = false;
    const { server, keychain, workspace } = await workspaceWith({
      getPassword: (_service, name) => Promise.resolve(secrets.get(name) ?? null),
      setPassword: (_service, name, password) => {
        secrets.set(name, password);
        return Promise.resolve();
      },
      deletePassword: (_service, name) =>
        stuck ? Promise.reject(new Error('It cannot be deleted.')) : Promise.resolve(secrets.delete(name)),
    });
    stuck = true;
    expect(await workspace.token.forget()).toBe(false);
    await workspace.close();
    const next = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: workspace.folder,
      keychain,
      token: null,
    });
    expect(next.token.current()).toBeNull();
    await next.token.replace('new-token');
    await next.close();
    const later = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: workspace.folder,
      keychain,
      token: null,
    });
    expect(later.token.current()?.value).toBe('new-token');
  });
});
