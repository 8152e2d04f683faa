import type * as Dns from 'node:dns';
import { describe, expect, it, vi } from 'vitest';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork } from '#main/network/network.ts';
import { fetchFile } from '#main/service-client/file-fetch.ts';
import { PrivateNetworkError, publicLookup } from '#main/service-client/private-addresses.ts';
import { canary, memoryKeychain } from './workspace-harness.ts';

const names = vi.hoisted(() => new Map<string, { address: string; family: number }[]>());

/** Stands in for the name servers of the network, which a computer without one has none of. */
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof Dns>()),
  lookup: (
    name: string,
    _options: unknown,
    callback: (error: Error | null, addresses: Dns.LookupAddress[]) => void,
  ) => {
    const found = names.get(name);
    callback(
      found === undefined ? Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }) : null,
      found ?? [],
    );
  },
}));

/** A public one, which nothing here connects to: those of documentation count as private. */
const outside = { address: '8.8.4.4', family: 4 };

describe('a name that leads into a private network', () => {
  it.each([
    ['to this computer', [{ address: '127.0.0.1', family: 4 }]],
    ['to another computer of the company', [{ address: '10.0.0.7', family: 4 }]],
    ['to its own network by IPv6', [{ address: 'fd00::7', family: 6 }]],
    ['inside behind an address that does not', [outside, { address: '127.0.0.1', family: 4 }]],
    ['inside by IPv4 that is written as IPv6', [{ address: '::ffff:10.0.0.7', family: 6 }]],
    ['inside by an IPv6 translator', [{ address: '64:ff9b::a00:7', family: 6 }]],
  ])('is not connected to for a picture: %s', async (_where, addresses) => {
    names.set('files.example', addresses);
    const network = createNetwork(environmentProxies({}), await memoryKeychain());
    expect(
      await fetchFile('https://files.example/a.png', 'https://vendors.example', canary, network, 1000),
    ).toEqual({
      ok: false,
      sentence: 'The picture’s address is on a private network, so Gangway doesn’t open it.',
      reachable: true,
    });
  });

  it('is told from one that does not', async () => {
    names.set('files.example', [outside, { address: '2001:4860:4860::8888', family: 6 }]);
    names.set('inside.example', [outside, { address: '192.168.1.7', family: 4 }]);
    const found = (name: string, all: boolean) =>
      new Promise((resolve) => {
        publicLookup(name, { all }, (error, address) => {
          resolve(error ?? address);
        });
      });
    expect(await found('files.example', true)).toEqual(names.get('files.example'));
    expect(await found('files.example', false)).toBe(outside.address);
    expect(await found('inside.example', false)).toBeInstanceOf(PrivateNetworkError);
    expect(await found('nowhere.example', true)).toMatchObject({ code: 'ENOTFOUND' });
  });
});
