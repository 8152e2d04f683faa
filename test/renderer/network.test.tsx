import { afterEach, describe, expect, it } from 'vitest';
import type { CallName } from '#shared/ipc/contract.ts';
import type { NetworkCandidate } from '#shared/ipc/network.ts';
import type { Situation } from './fake-bridge.ts';
import { fail, ok, type Handlers } from './fake/core.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { clear, click, field, find, type, until } from './screen.tsx';

async function open(hash: string, situation: Situation, overrides: Handlers = {}) {
  const bridge = await openApp(hash, situation, overrides);
  return {
    asked: (name: CallName) => bridge.asked.filter((one) => one.name === name).map(({ input }) => input),
    bridge,
  };
}

function ways(...candidates: NetworkCandidate[]): Handlers {
  return { 'network.status': () => ok({ candidates, source: 'environment', systemAuthorities: null }) };
}
const text = () => document.body.textContent;

describe('Network in Settings', () => {
  afterEach(clear);

  it('says which ways lead to the service, and takes a sign-in without showing it again', async () => {
    const { asked, bridge } = await open('#/settings/network', 'behind_proxy');
    await until(() => find('li', 'Through the proxy proxy.harborlane.example:8080'));
    expect(text()).toContain('Otherwise: straight to the service');
    expect(text()).toContain('It does not know NTLM or Negotiate.');
    await type(field('User name for the proxy'), 'anna');
    await type(field('Password for the proxy'), 's3cret pass');
    await click(find('button', 'Sign in to the proxy'));
    await until(() => expect(text()).toContain('Signs in as anna. Kept in this computer’s keychain.'));
    expect(asked('network.signIn')).toMatchObject([
      { kind: 'http', proxy: 'proxy.harborlane.example:8080', user: 'anna' },
    ]);
    expect(JSON.stringify(bridge.asked)).not.toContain('s3cret');
    expect(document.querySelector('[name=proxyPassword]')).toBeNull();
    await click(find('button', 'Forget the sign-in for'));
    await until(() => expect(asked('network.forgetSignIn')).toHaveLength(1));
  });

  it('says at the fields what is missing, and keeps what was typed where it could not be kept', async () => {
    const { asked } = await open('#/settings/network', 'behind_proxy', {
      'network.signIn': () => fail('bad_input', 'This user name or password cannot be used.'),
    });
    await until(() => find('button', 'Sign in to the proxy'));
    await click(find('button', 'Sign in to the proxy'));
    expect(text()).toContain('Enter the user name that your company gave you.');
    expect(asked('network.signIn')).toEqual([]);
    await type(field('User name for the proxy'), 'an:na');
    await type(field('Password for the proxy'), 'x');
    await click(find('button', 'Sign in to the proxy'));
    await until(() => find('[role=alert]', 'This user name or password cannot be used.'));
    expect(field('User name for the proxy').value).toBe('an:na');
  });

  it('asks for the right sign-in where the proxy refused the one that is kept', async () => {
    await open(
      '#/settings/network',
      'online',
      ways({
        kind: 'https',
        proxy: 'proxy.example:443',
        signIn: { user: 'anna', kept: 'keychain', refused: true },
      }),
    );
    await until(() => expect(text()).toContain('The proxy did not accept the sign-in of anna.'));
    expect(field('Password for the proxy').value).toBe('');
    expect(text()).toContain('Only those of Gangway are trusted.');
  });

  it('names a kind of proxy that cannot be used', async () => {
    await open('#/settings/network', 'online', ways({ kind: 'unsupported', word: 'SOCKS4' }));
    await until(() => expect(text()).toContain('A proxy of the kind SOCKS4, which Gangway cannot use'));
  });
});

describe('what stands in the way of the queue', () => {
  afterEach(clear);

  it('leads from the strip to the network’s own page, in the browser', async () => {
    await open('#/today', 'network_sign_in');
    const link = await until(() => find('a', 'Open in the browser'));
    expect(link.getAttribute('href')).toBe('https://harborlane.example.com');
    expect(text()).toContain('This network wants you to sign in first.');
    expect(text()).toMatch(/\d+ items are saved on this computer until then\./);
  });

  it.each(['#/today', '#/outbox'])(
    'leads from the strip of %s to the sign-in for the proxy',
    async (hash) => {
      await open(hash, 'behind_proxy');
      await until(() =>
        expect(text()).toContain('The proxy of this network wants a user name and a password.'),
      );
      await click(find('button', 'Sign in to the proxy'));
      await until(() => find('form[aria-label^="Sign in to proxy.harborlane"]', ''));
    },
  );

  it('leads from the sync block to the sign-in for the proxy', async () => {
    await open('#/vendors', 'behind_proxy');
    await click(await until(() => find('button', 'The proxy wants a sign-in')));
    await until(() => find('li', 'Through the proxy'));
  });
});

describe('connecting from behind a proxy', () => {
  afterEach(clear);

  it('takes the sign-in at the address, and tries the address again', async () => {
    const { asked } = await open('#/', 'welcome', {
      ...ways({ kind: 'http', proxy: 'proxy.example:8080', signIn: null }),
    });
    await type(await until(() => field('Service address')), 'proxied.example.com');
    field('Access token').focus();
    await until(() => expect(text()).toContain('The proxy proxy.example:8080 wants you to sign in.'));
    await type(field('User name for the proxy'), 'anna');
    await type(field('Password for the proxy'), 'secret');
    await click(find('button', 'Sign in to the proxy'));
    await until(() => expect(asked('workspaces.checkAddress')).toHaveLength(2));
    expect(field('Service address').value).toBe('proxied.example.com');
  });
});
