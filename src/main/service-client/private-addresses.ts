import { lookup as lookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addAddress('::', 'ipv6');
privateAddresses.addSubnet('64:ff9b:1::', 48, 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');
privateAddresses.addSubnet('ff00::', 8, 'ipv6');

/** Whether an IP address belongs to this computer, to a private network, or to none that a file can be fetched from. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return privateAddresses.check(mapped, 'ipv4');
  return privateAddresses.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Why a name could not be connected to: it leads into a private network. */
export class PrivateNetworkError extends Error {
  override readonly name = 'PrivateNetworkError';
}

/** Refuses names that resolve into a private network; checked at the moment of connecting, so that a name cannot change in between. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookupAddress(hostname, { ...options, all: true }, (error, addresses) => {
    const inside = error === null && addresses.some((found) => isPrivateAddress(found.address));
    if (error !== null || inside) {
      callback(error ?? new PrivateNetworkError('The name leads into a private network.'), '', 4);
      return;
    }
    const first = addresses[0];
    if (options.all === true) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  });
};
