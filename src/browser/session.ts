import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionSecrets } from './session-exchange.ts';

function same(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Who may talk to the browser host: pages of a browser in which a printed address was opened, once. */
export function createSession() {
  const secret = () => randomBytes(32).toString('base64url');
  const secrets: SessionSecrets = { page: secret(), host: secret() };
  /** Null where the last one was used. */
  let key: string | null = null;
  return {
    /** Makes the key of an address. It is void after its first use, or once another is made. */
    newKey: () => (key = randomBytes(24).toString('base64url')),
    exchange(given: string): SessionSecrets | null {
      if (key === null || !same(given, key)) return null;
      key = null;
      return secrets;
    },
    holds: (given: string | null) => given !== null && same(given, secrets.page),
    /** Proves the host to such a page. */
    hostSecret: secrets.host,
  };
}
