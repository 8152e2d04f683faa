import { createSecureContext } from 'node:tls';
import { describe, expect, inject, it } from 'vitest';
import type { ProxyCandidate } from '#main/network/proxy-candidate.ts';
import { openApp, type OpenAppOptions } from './open-app.tsx';
import { click, field, find, type, until } from './screen.tsx';
import { enqueueInvite, goOffline } from './situations.ts';

const proxy: ProxyCandidate = { kind: 'http', host: 'proxy.harborlane.example', port: 8080 };

/** What the system names to connect through. */
function through(...candidates: ProxyCandidate[]): OpenAppOptions {
  return {
    company: 'new',
    proxies: { source: 'system', find: () => Promise.resolve(candidates), givenSignIn: () => null },
  };
}

const behindProxy: OpenAppOptions = {
  ...through(proxy, { kind: 'direct' }),
  before: async (bridge) => {
    await enqueueInvite(bridge, 'Rosa Delgado', 'Brightwater Plumbing');
    await goOffline(bridge, 'PROXY_SIGN_IN');
  },
};

const text = () => document.body.textContent;

describe('Network in Settings', () => {
  it('says which ways lead to the service, and takes a sign-in without showing it again', async () => {
    const bridge = await openApp('#/settings/network', behindProxy);
    await until(() => find('li', 'Through the proxy proxy.harborlane.example:8080'));
    expect(text()).toContain('Otherwise: straight to the service');
    expect(text()).toContain('It doesn’t support NTLM or Negotiate.');
    await type(field('User name for the proxy'), 'anna');
    await type(field('Password for the proxy'), 's3cret pass');
    await click(find('button', 'Sign in to the proxy'));
    await until(() => expect(text()).toContain('Signs in as anna. Kept in this computer’s keychain.'));
    expect(bridge.inputsOf('network.signIn')).toMatchObject([
      { kind: 'http', proxy: 'proxy.harborlane.example:8080', user: 'anna' },
    ]);
    expect(bridge.secrets.get('proxy http proxy.harborlane.example:8080')).toContain('s3cret pass');
    expect(JSON.stringify(bridge.asked)).not.toContain('s3cret');
    expect(document.querySelector('[name=proxyPassword]')).toBeNull();
    await click(find('button', 'Forget the sign-in for'));
    await until(() => find('button', 'Sign in to the proxy'));
    expect([...bridge.secrets.keys()].filter((account) => account.startsWith('proxy '))).toEqual([]);
  });

  it('says at the fields what is missing, and keeps what was typed where it could not be kept', async () => {
    const { inputsOf } = await openApp('#/settings/network', behindProxy);
    await until(() => find('button', 'Sign in to the proxy'));
    await click(find('button', 'Sign in to the proxy'));
    expect(text()).toContain('Enter the user name that your company gave you.');
    expect(inputsOf('network.signIn')).toEqual([]);
    await type(field('User name for the proxy'), 'an:na');
    await type(field('Password for the proxy'), 'x');
    await click(find('button', 'Sign in to the proxy'));
    await until(() => find('[role=alert]', 'This user name or password cannot be used.'));
    expect(field('User name for the proxy').value).toBe('an:na');
  });

  it('asks for the right sign-in where the proxy refused the one that is kept', async () => {
    const kept = JSON.stringify({ user: 'anna', password: 'old', refused: true });
    await openApp('#/settings/network', {
      ...through({ kind: 'https', host: 'proxy.example', port: 443 }),
      secrets: [...inject('companies').new.secrets, ['proxy https proxy.example:443', kept]],
      loadTrust: () => Promise.resolve({ context: createSecureContext(), fromSystem: null }),
    });
    await until(() => expect(text()).toContain('The proxy did not accept the sign-in of anna.'));
    expect(field('Password for the proxy').value).toBe('');
    expect(text()).toContain('Only Gangway’s own are trusted.');
  });

  it('names a kind of proxy that cannot be used', async () => {
    await openApp('#/settings/network', through({ kind: 'unsupported', word: 'SOCKS4' }));
    await until(() => expect(text()).toContain('A proxy of the kind SOCKS4, which Gangway cannot use'));
  });
});

describe('what stands in the way of the queue', () => {
  it('leads from the strip to the network’s own page, in the browser', async () => {
    await openApp('#/today', {
      company: 'new',
      before: async (bridge) => {
        await enqueueInvite(bridge, 'Rosa Delgado', 'Brightwater Plumbing');
        await enqueueInvite(bridge, 'Tom Okafor', 'Kestrel Roofing');
        await goOffline(bridge, 'NETWORK_SIGN_IN');
      },
    });
    const link = await until(() => find('a', 'Open in the browser'));
    expect(link.getAttribute('href')).toBe('https://harborlane.example.com');
    expect(text()).toContain('This network wants you to sign in first.');
    expect(text()).toContain('2 items are saved on this computer until then.');
  });

  it.each(['#/today', '#/outbox'])(
    'leads from the strip of %s to the sign-in for the proxy',
    async (hash) => {
      await openApp(hash, behindProxy);
      await until(() =>
        expect(text()).toContain('The proxy of this network wants a user name and a password.'),
      );
      await click(find('button', 'Sign in to the proxy'));
      await until(() => find('form[aria-label^="Sign in to proxy.harborlane"]', ''));
    },
  );

  it('leads from the sync block to the sign-in for the proxy', async () => {
    await openApp('#/vendors', behindProxy);
    await click(await until(() => find('button', 'The proxy wants a sign-in')));
    await until(() => find('li', 'Through the proxy'));
  });
});

describe('connecting from behind a proxy', () => {
  it('takes the sign-in at the address, and tries the address again', async () => {
    const { inputsOf, service } = await openApp('#/', { ...through(proxy), company: 'none' });
    service.inTheWay = { notSent: 'PROXY_SIGN_IN' };
    await type(await until(() => field('Service address')), 'proxied.example.com');
    field('Access token').focus();
    await until(() =>
      expect(text()).toContain('The proxy proxy.harborlane.example:8080 wants you to sign in.'),
    );
    await type(field('User name for the proxy'), 'anna');
    await type(field('Password for the proxy'), 'secret');
    await click(find('button', 'Sign in to the proxy'));
    await until(() => expect(inputsOf('workspaces.checkAddress')).toHaveLength(2));
    expect(field('Service address').value).toBe('proxied.example.com');
  });
});
