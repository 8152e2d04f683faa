import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Who may talk to the browser host: whoever opened the address that it printed, once, and that browser since then. */
export interface Session {
  /** Goes into the address. It is worth nothing after its first use. */
  readonly key: string;
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
  const key = randomBytes(24).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  let used = false;
  return {
    key,
    exchange(given) {
      if (used || !same(given, key)) return null;
      used = true;
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
