import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Who may talk to the browser host: whoever opened an address that it printed, once, and that browser since then. */
export interface Session {
  /** Makes the key that goes into an address. It is worth nothing after its first use, or once another was made. */
  newKey(): string;
  /** The cookie's value where the key is right and unused; null otherwise. */
  exchange(key: string): string | null;
  /** Whether a Cookie header carries this run's session under that name. */
  holds(cookieHeader: string | null, cookieName: string): boolean;
}

/** Browsers keep cookies by host and not by port, so each host that runs here needs a name of its own. */
export function sessionCookie(port: number): string {
  return `gangway_session_${port}`;
}

function same(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

export function createSession(): Session {
  const secret = randomBytes(32).toString('base64url');
  /** Null where the last one was used. */
  let key: string | null = null;
  return {
    newKey: () => (key = randomBytes(24).toString('base64url')),
    exchange(given) {
      if (key === null || !same(given, key)) return null;
      key = null;
      return secret;
    },
    holds(cookieHeader, cookieName) {
      const pairs = (cookieHeader ?? '').split(';').map((pair) => pair.trim());
      return pairs.some((pair) => {
        const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
        return name === cookieName && same(value, secret);
      });
    },
  };
}
