import { z } from 'zod';
import { sealedToken } from '../base/sealed-token.ts';
import { call, nothing } from './call.ts';

const proxyKind = z.enum(['http', 'https', 'socks5']);

const networkCandidate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('direct') }),
  z.object({
    kind: proxyKind,
    proxy: z.string(),
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
  'network.status': call(z.object({ address: z.string().max(2000).nullable() }), networkStatus),
  'network.signIn': call(
    z.object({ ...whichProxy, user: z.string().trim().min(1).max(200), password: sealedToken }),
    nothing,
  ),
  'network.forgetSignIn': call(z.object(whichProxy), nothing),
};
