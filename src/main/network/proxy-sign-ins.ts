import { z } from 'zod';
import type { Keychain } from '../keychain/keychain.ts';
import type { ProxySignIn } from './route.ts';

export type SignInPlace = 'keychain' | 'this_session' | 'settings';

/** What is known of the sign-in for one proxy. The password is not in here. */
export interface SignInStatus {
  user: string;
  kept: SignInPlace;
  /** The proxy did not accept it; it is not tried again, since a company may lock an account after a few wrong tries. */
  refused: boolean;
}

/** The user names and passwords for proxies: in the keychain and in this object's memory, nowhere else. */
export interface ProxySignIns {
  /** The sign-in to try now; null where there is none, or where the proxy has refused the one there is. */
  usable(proxy: string): Promise<ProxySignIn | null>;
  /**
   * Runs an attempt with the sign-in. Until one has been accepted, attempts are made one after the other, so that a wrong
   * password is not tried several times at once.
   */
  proving<T>(proxy: string, attempt: (signIn: ProxySignIn | null) => Promise<T>): Promise<T>;
  refused(proxy: string): void;
  accepted(proxy: string): void;
  status(proxy: string): Promise<SignInStatus | null>;
  replace(proxy: string, signIn: ProxySignIn): Promise<void>;
  /** Forgets it here at once; false where the keychain works and yet did not let go of it. */
  forget(proxy: string): Promise<boolean>;
}

interface Held {
  signIn: ProxySignIn;
  kept: SignInPlace;
  state: 'untried' | 'accepted' | 'refused';
}

const stored = z.object({ user: z.string(), password: z.string() });

function accountOf(proxy: string): string {
  return `proxy ${proxy}`;
}

function parsed(text: string): ProxySignIn | null {
  try {
    const read = stored.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    // Something else stands under that name in the keychain: it is no sign-in.
    return null;
  }
}

/** `given` is what the settings of the host hold themselves; the person's own sign-in goes before it. */
export function createProxySignIns(
  keychain: Keychain,
  given: (proxy: string) => ProxySignIn | null,
): ProxySignIns {
  const held = new Map<string, Held | null>();
  const loading = new Map<string, Promise<void>>();
  const turns = new Map<string, Promise<unknown>>();

  function load(proxy: string): Promise<void> {
    const under = loading.get(proxy);
    if (under !== undefined) return under;
    const now = (async () => {
      const found = await keychain.get(accountOf(proxy));
      const kept = found.kind === 'works' && found.value !== null ? parsed(found.value) : null;
      if (held.has(proxy)) return;
      const fromSettings = given(proxy);
      if (kept !== null) held.set(proxy, { signIn: kept, kept: 'keychain', state: 'untried' });
      else if (fromSettings !== null)
        held.set(proxy, { signIn: fromSettings, kept: 'settings', state: 'untried' });
      else held.set(proxy, null);
    })();
    loading.set(proxy, now);
    return now;
  }

  async function usable(proxy: string): Promise<ProxySignIn | null> {
    await load(proxy);
    const one = held.get(proxy) ?? null;
    return one === null || one.state === 'refused' ? null : one.signIn;
  }

  function mark(proxy: string, state: Held['state']): void {
    const one = held.get(proxy) ?? null;
    if (one !== null) one.state = state;
  }

  return {
    usable,
    async proving(proxy, attempt) {
      await load(proxy);
      if (held.get(proxy)?.state !== 'untried') return attempt(await usable(proxy));
      const run = async () => attempt(await usable(proxy));
      const next = (turns.get(proxy) ?? Promise.resolve()).then(run, run);
      turns.set(proxy, next);
      return next;
    },
    refused(proxy) {
      mark(proxy, 'refused');
    },
    accepted(proxy) {
      mark(proxy, 'accepted');
    },
    async status(proxy) {
      await load(proxy);
      const one = held.get(proxy) ?? null;
      return one === null
        ? null
        : { user: one.signIn.user, kept: one.kept, refused: one.state === 'refused' };
    },
    async replace(proxy, signIn) {
      held.set(proxy, { signIn, kept: 'this_session', state: 'untried' });
      const mine = held.get(proxy);
      const written = await keychain.set(accountOf(proxy), JSON.stringify(signIn));
      if (written.kind !== 'works') {
        // Where the keychain did not take the new one it still holds the old one, which must not come back.
        await keychain.remove(accountOf(proxy));
      } else if (mine != null && held.get(proxy) === mine) mine.kept = 'keychain';
    },
    async forget(proxy) {
      held.set(proxy, null);
      const removed = await keychain.remove(accountOf(proxy));
      return removed.kind === 'works' || keychain.status.kind !== 'works';
    },
  };
}
