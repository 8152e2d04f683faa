import { describe, expect, inject, it } from 'vitest';
import type { Keychain } from '#main/keychain/keychain.ts';
import { navigate } from '#renderer/stores/navigation.ts';
import { keychainLibrary } from '#test/memory-keychain.ts';
import { openKeychain } from '#test/open-keychain.ts';
import { openApp, type OpenAppOptions } from './open-app.tsx';
import { acting, click, field, find, type, until } from './screen.tsx';
import { enqueueInvite } from './situations.ts';

const text = () => document.body.textContent ?? '';

type Trouble = 'locked' | 'denied' | 'absent' | 'slow' | 'changed' | 'removed';

const refusals: Partial<Record<Trouble, string>> = {
  locked: 'Cannot create an item in a locked collection',
  denied: 'Access was denied.',
  absent: 'No bus.',
};

/** The keychain in which the workspace's token was put, with what ails it since, until it is fixed. */
async function createTroubledKeychain(
  trouble: Trouble | null,
): Promise<{ keychain: Keychain; ail: (trouble: Trouble) => void; fix: () => void }> {
  const kept = new Map(inject('companies').new.secrets);
  const now = new Map(trouble === 'changed' ? [] : kept);
  if (trouble === 'removed')
    for (const account of now.keys()) if (account !== 'this-keychain') now.delete(account);
  const library = keychainLibrary(now);
  let ailment = trouble;
  const { promise: fixed, resolve } = Promise.withResolvers<null>();

  /** What the library does, as far as the trouble lets it. */
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    if (ailment === 'slow') await fixed;
    const refusal = ailment === null ? undefined : refusals[ailment];
    if (refusal !== undefined) throw new Error(refusal);
    return work();
  }
  const keychain = await openKeychain(
    () =>
      Promise.resolve({
        getPassword: (service, account) => attempt(() => library.getPassword(service, account)),
        setPassword: (service, account, password) =>
          attempt(() => library.setPassword(service, account, password)),
        deletePassword: (service, account) => attempt(() => library.deletePassword(service, account)),
        isLocked: () => Promise.resolve(ailment === 'locked'),
      }),
    'linux',
    trouble === 'slow' ? 20 : undefined,
  );
  return {
    keychain,
    ail: (next) => (ailment = next),
    fix: () => {
      ailment = null;
      for (const [account, secret] of kept) now.set(account, secret);
      resolve(null);
    },
  };
}

async function open(hash: string, trouble: Trouble | null, options: OpenAppOptions = {}) {
  const { keychain, ...ways } = await createTroubledKeychain(trouble);
  const bridge = await openApp(hash, { company: 'new', keychain, ...options });
  return { bridge, ...ways };
}

const nightly = { tags: ['nightly'] };

const troubles = [
  ['locked', 'which is locked', 'Unlock the keychain', 'The keychain is locked.'],
  ['denied', 'can’t get the token', 'Allow Gangway', 'The keychain does not let Gangway in.'],
  ['absent', 'isn’t available now', 'Start the keychain', 'No keychain here.'],
  ['slow', 'hasn’t received the token', 'continues automatically', 'The keychain does not answer.'],
  ['changed', 'in another keychain', 'Enter the token again', 'now uses a different keychain'],
  ['removed', 'no longer in the keychain', 'Enter the token again', 'removed it'],
] as const;

describe('a token that the keychain does not give out', () => {
  for (const [trouble, title, step] of troubles)
    it(
      `is not said to be nowhere, and the next step is there: ${trouble}`,
      trouble === 'locked' || trouble === 'removed' ? {} : nightly,
      async () => {
        const { bridge } = await open('#/today', trouble);
        await enqueueInvite(bridge, 'Rosa Delgado', 'Brightwater Plumbing');
        await until(() => expect(text()).toContain(title));
        expect(find('button', 'Try the keychain again')).not.toBeNull();
        await acting(async () => navigate({ screen: 'today', query: { 'sign-in': 'open' } }));
        const panel = await until(() => find('[role=dialog]', title));
        expect(panel.textContent).toContain(step);
        await until(() => expect(panel.textContent).toContain('1 item is waiting. Nothing is lost.'));
        expect(text()).not.toContain('There is no token on this computer');
      },
    );

  for (const [trouble, title, , words] of troubles)
    it(
      `is told of in the settings, with what to do: ${trouble}`,
      trouble === 'locked' ? {} : nightly,
      async () => {
        const { fix } = await open('#/settings', trouble);
        await until(() => expect(text()).toContain(words));
        expect(text()).toContain(title);
        fix();
        await click(find('button', 'Try the keychain again'));
        await until(() => expect(text()).toContain('Keychain ready'));
        await until(() => expect(text()).not.toContain(title));
      },
    );

  it('makes the sign-in go away when it comes after all', async () => {
    const { fix } = await open('#/today?sign-in=open', 'slow');
    await until(() => find('[role=dialog]', 'hasn’t received the token'));
    await acting(fix);
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  });

  it('leaves the sign-in open where another one is being typed when it comes', async () => {
    const { fix } = await open('#/today?sign-in=open', 'slow');
    await until(() => find('[role=dialog]', 'hasn’t received the token'));
    await type(field('Access token'), 'tok_9');
    await acting(fix);
    await until(() => expect(text()).not.toContain('hasn’t received the token'));
    expect(field('Access token').value).toBe('tok_9');
  });
});

describe('the keychain', () => {
  it('is looked at when the person comes back to the window', async () => {
    const { bridge, fix } = await open('#/settings', 'locked');
    await until(() => expect(text()).toContain('The keychain is locked.'));
    fix();
    expect(bridge.inputsOf('app.lookAtKeychain')).toEqual([]);
    await acting(async () => void window.dispatchEvent(new Event('focus')));
    expect(bridge.inputsOf('app.lookAtKeychain')).toHaveLength(1);
    await until(() => expect(text()).toContain('Keychain ready: Secret Service keyring'));
  });

  it('changes on the screen by itself', async () => {
    const { bridge, ail } = await open('#/settings', null);
    await until(() => expect(text()).toContain('Keychain ready: Secret Service keyring'));
    ail('locked');
    await acting(() => bridge.core.keychain.look());
    await until(() => expect(text()).toContain('The keychain is locked.'));
  });

  it('is said to be locked where a company is connected, and can be tried again', async () => {
    const { fix } = await open('', 'locked', { company: 'none' });
    await until(() => expect(text()).toContain('Saving asks you to unlock it'));
    fix();
    await click(find('button', 'Try the keychain again'));
    await until(() => expect(text()).toContain('Keychain ready'));
  });
});
