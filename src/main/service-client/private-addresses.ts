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
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
  // A network without IPv4 reaches every IPv4 server by this prefix (RFC 6052), so only what lies behind it decides.
  privateAddresses.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of [
  // Unspecified, loopback, and IPv4 written into IPv6 (RFC 4291, 2.5.5.1), which nothing public uses.
  ['::', 96],
  // IPv4 by a translator (RFC 2765, RFC 8215) or a tunnel (RFC 3056).
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  // What the IETF assigns to protocols, with the tunnels of Teredo (RFC 4380), which lead behind a NAT like those above.
  ['2001::', 23],
  // Discarded, of documentation (RFC 3849, RFC 9637), of segment routing.
  ['100::', 48],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  // The company's own, the link's own, the site's own as it was once written (RFC 3879), and groups.
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/** Whether the IANA registries call an address not globally reachable (RFC 6890, RFC 8190), or it carries such an IPv4 address. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return privateAddresses.check(mapped, 'ipv4');
  return privateAddresses.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether a name always means this computer (RFC 6761, 6.3), with or without the dot of the root. */
export const isLocalName = (host: string): boolean => /(^|\.)localhost\.*$/i.test(host);

export class PrivateNetworkError extends Error {
  override readonly name = 'PrivateNetworkError';
}

/** Refuses names that resolve into a private network, at the moment of connecting, so that a name cannot change in between. */
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
