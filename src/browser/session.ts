import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionSecrets } from './session-exchange.ts';

/** Who may talk to the browser host: pages of a browser in which an address that it printed was opened, once. */
export interface Session {
  /** Makes the key that goes into an address. It is worth nothing after its first use, or once another was made. */
  newKey(): string;
  exchange(key: string): SessionSecrets | null;
  /** Whether this is the secret that pages of this run have. */
  holds(pageSecret: string | null): boolean;
  /** What proves the host to such a page. */
  hostSecret: string;
}

function same(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

export function createSession(): Session {
  const secret = () => randomBytes(32).toString('base64url');
  const secrets: SessionSecrets = { page: secret(), host: secret() };
  /** Null where the last one was used. */
  let key: string | null = null;
  return {
    newKey: () => (key = randomBytes(24).toString('base64url')),
    exchange(given) {
      if (key === null || !same(given, key)) return null;
      key = null;
      return secrets;
    },
    holds: (given) => given !== null && same(given, secrets.page),
    hostSecret: secrets.host,
  };
}
