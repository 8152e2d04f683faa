import { z } from 'zod';
import { sealedToken } from '../base/sealed-token.ts';
import { call, nothing } from './call.ts';

const proxyKind = z.enum(['http', 'https', 'socks5']);

const networkCandidate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('direct') }),
  z.object({
    kind: proxyKind,
    proxy: z.string(),
    /** Never the password. */
    signIn: z
      .object({
        user: z.string(),
        /** `settings`: part of the proxy settings themselves. */
        kept: z.enum(['keychain', 'this_session', 'settings']),
        refused: z.boolean(),
      })
      .nullable(),
  }),
  z.object({ kind: z.literal('unsupported'), word: z.string() }),
]);
export type NetworkCandidate = z.infer<typeof networkCandidate>;

export const networkStatus = z.object({
  candidates: z.array(networkCandidate),
  source: z.enum(['system', 'environment']),
  systemAuthorities: z.number().nullable(),
});
export type NetworkStatus = z.infer<typeof networkStatus>;

/** The same host and port with another kind is another proxy. */
const whichProxy = { kind: proxyKind, proxy: z.string().min(1).max(300) };

export const networkCalls = {
  /** The ways to an address, or to the open workspace's server. */
  'network.status': call(z.object({ address: z.string().max(2000).nullable() }), networkStatus),
  /** Stores a proxy's user name and password, used with the next connection. */
  'network.signIn': call(
    z.object({ ...whichProxy, user: z.string().trim().min(1).max(200), password: sealedToken }),
    nothing,
  ),
  'network.forgetSignIn': call(z.object(whichProxy), nothing),
};
