import pLimit from 'p-limit';
import { z } from 'zod';
import type { Keychain } from '../keychain/keychain.ts';
import type { ProxySignIn } from './proxy-candidate.ts';

export type SignInPlace = 'keychain' | 'this_session' | 'settings';

/** What is known of the sign-in for one proxy. The password is not in here. */
export interface SignInStatus {
  user: string;
  kept: SignInPlace;
  /** The proxy did not accept it; it is not tried again, since a company may lock an account after a few wrong tries. */
  refused: boolean;
}

/** Sign-ins for proxies, from the keychain and memory or the host's settings, by `signInName`. */
export interface ProxySignIns {
  /** The sign-in to try now; null where there is none, or where the proxy has refused the one there is. */
  usable(name: string): Promise<ProxySignIn | null>;
  /**
   * Runs an attempt with the sign-in, one after the other, so that a password that is wrong, or that the company has changed
   * since it was accepted, is not shown several times at once. Where it was accepted on this network before, the next does
   * not wait for one that stays without an answer: a proxy looks at the password first, and at the way on after that.
   */
  proving<T>(name: string, attempt: (signIn: ProxySignIn | null) => Promise<T>): Promise<T>;
  refused(name: string, signIn: ProxySignIn): void;
  accepted(name: string, signIn: ProxySignIn): void;
  /** A sign-in accepted on another network has to be accepted again: another proxy may be at the same address. */
  networkChanged(): void;
  status(name: string): Promise<SignInStatus | null>;
  replace(name: string, signIn: ProxySignIn): Promise<void>;
  /** Forgets it here at once; false where the keychain works and yet did not let go of it. */
  forget(name: string): Promise<boolean>;
}

interface Held {
  signIn: ProxySignIn;
  kept: SignInPlace;
  state: 'untried' | 'accepted' | 'refused';
}

/** Where a sign-in was accepted before, the next attempt waits so long for the one before it. */
const patienceMs = 3000;

const stored = z.object({ user: z.string(), password: z.string(), refused: z.boolean().optional() });
type Stored = z.infer<typeof stored>;

function getAccount(name: string): string {
  return `proxy ${name}`;
}

function parsed(text: string): Stored | null {
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
  given: (name: string) => ProxySignIn | null,
  patience = patienceMs,
): ProxySignIns {
  const held = new Map<string, Held | null>();
  const loading = new Map<string, Promise<void>>();
  const turns = new Map<string, Promise<undefined>>();
  /** The keychain takes what is written in the order in which it was meant. */
  const mutex = pLimit(1);
  const unread = new Set<string>();
  keychain.onChange(() => {
    if (keychain.status.kind === 'works') makeUpFor();
  });

  /** What could not be read is read when it is wanted next, and what could not be stored is stored. */
  function makeUpFor(): void {
    for (const name of unread) {
      loading.delete(name);
      held.delete(name);
    }
    unread.clear();
    for (const [name, one] of held) if (one?.kept === 'this_session') void store(name, one);
  }

  async function store(name: string, one: Held): Promise<void> {
    await mutex(async () => {
      if (held.get(name) !== one) return;
      const { user, password } = one.signIn;
      const text = JSON.stringify({ user, password } satisfies Stored);
      const written = await keychain.set(getAccount(name), text);
      // Where the keychain did not take the new one it still holds the old one, which must not come back.
      if (written.kind !== 'works') await keychain.remove(getAccount(name));
      else if (held.get(name) === one) one.kept = 'keychain';
    });
  }

  function load(name: string): Promise<void> {
    const under = loading.get(name);
    if (under !== undefined) return under;
    const now = (async () => {
      const found = await keychain.get(getAccount(name));
      const kept = found.kind === 'works' && found.value !== null ? parsed(found.value) : null;
      if (held.has(name)) return;
      if (found.kind !== 'works') unread.add(name);
      const fromSettings = given(name);
      if (kept !== null) {
        const { user, password, refused } = kept;
        held.set(name, {
          signIn: { user, password },
          kept: 'keychain',
          state: refused === true ? 'refused' : 'untried',
        });
      } else if (fromSettings !== null)
        held.set(name, { signIn: fromSettings, kept: 'settings', state: 'untried' });
      else held.set(name, null);
    })();
    loading.set(name, now);
    return now;
  }

  function usableNow(name: string): Held | null {
    const one = held.get(name) ?? null;
    return one === null || one.state === 'refused' ? null : one;
  }

  return {
    async usable(name) {
      await load(name);
      return usableNow(name)?.signIn ?? null;
    },
    async proving(name, attempt) {
      await load(name);
      if (usableNow(name) === null) return attempt(null);
      const { promise: turn, resolve: over } = Promise.withResolvers<undefined>();
      const before = turns.get(name);
      turns.set(name, turn);
      await before;
      const one = usableNow(name);
      if (one === null) {
        over(undefined);
        return attempt(null);
      }
      const timer = one.state === 'accepted' ? setTimeout(over, patience, undefined) : undefined;
      try {
        return await attempt(one.signIn);
      } finally {
        clearTimeout(timer);
        over(undefined);
      }
    },
    refused(name, signIn) {
      const one = held.get(name) ?? null;
      if (one?.signIn !== signIn || one.state === 'refused') return;
      one.state = 'refused';
      void mutex(async () => {
        // Where another one was entered or this one forgotten, there is nothing left to note.
        if (held.get(name) !== one || one.kept !== 'keychain') return;
        await keychain.set(getAccount(name), JSON.stringify({ ...signIn, refused: true } satisfies Stored));
      });
    },
    accepted(name, signIn) {
      const one = held.get(name) ?? null;
      // Of several answers to the same one the refusal counts: it is what may lock the account.
      if (one?.signIn === signIn && one.state === 'untried') one.state = 'accepted';
    },
    networkChanged() {
      for (const one of held.values()) if (one?.state === 'accepted') one.state = 'untried';
    },
    async status(name) {
      await load(name);
      const one = held.get(name) ?? null;
      return one === null
        ? null
        : { user: one.signIn.user, kept: one.kept, refused: one.state === 'refused' };
    },
    async replace(name, { user, password }) {
      const signIn = { user, password };
      const mine: Held = { signIn, kept: 'this_session', state: 'untried' };
      held.set(name, mine);
      unread.delete(name);
      const { kind } = keychain.status;
      // The person is there, so the system may ask them to unlock it.
      if (kind === 'locked' || kind === 'denied' || kind === 'absent') await keychain.tryAgain();
      await store(name, mine);
    },
    async forget(name) {
      const wasThere = held.get(name)?.kept === 'keychain';
      held.set(name, null);
      unread.delete(name);
      const removed = await mutex(() => keychain.remove(getAccount(name)));
      return removed.kind === 'works' || (keychain.status.kind !== 'works' && !wasThere);
    },
  };
}
