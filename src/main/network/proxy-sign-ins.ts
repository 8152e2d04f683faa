import pLimit from 'p-limit';
import { z } from 'zod';
import { readJson } from '#shared/base/read-json.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { ProxySignIn } from './proxy-candidate.ts';

export type ProxySignIns = ReturnType<typeof createProxySignIns>;

interface Held {
  signIn: ProxySignIn;
  kept: 'keychain' | 'this_session' | 'settings';
  /** A refused sign-in is not tried again: a company may lock an account after a few wrong tries. */
  state: 'untried' | 'accepted' | 'refused';
}

/** Where a sign-in was accepted before, the next attempt waits this long for the one before it. */
const patienceMs = 3000;

const stored = z.object({ user: z.string(), password: z.string(), refused: z.boolean().optional() });
type Stored = z.infer<typeof stored>;

const getAccount = (name: string) => `proxy ${name}`;

/** Sign-ins for proxies by `signInName`. @param given the sign-in in the host's settings; the person's own comes first */
export function createProxySignIns(
  keychain: Keychain,
  given: (name: string) => ProxySignIn | null,
  patience = patienceMs,
) {
  const held = new Map<string, Held | null>();
  const loading = new Map<string, Promise<void>>();
  const turns = new Map<string, Promise<undefined>>();
  /** Writes reach the keychain in order. */
  const mutex = pLimit(1);
  const unread = new Set<string>();
  keychain.onChange(() => {
    if (keychain.status.kind === 'works') makeUpFor();
  });

  /** Sign-ins that could not be read are read when next needed; those that could not be stored are stored. */
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
      // A keychain that refused the new one still has the old one, which must not come back.
      if (written.kind !== 'works') await keychain.remove(getAccount(name));
      else if (held.get(name) === one) one.kept = 'keychain';
    });
  }

  function load(name: string): Promise<void> {
    const under = loading.get(name);
    if (under !== undefined) return under;
    const now = (async () => {
      const found = await keychain.get(getAccount(name));
      // The keychain may have something else under that name.
      const kept = found.kind === 'works' && found.value !== null ? readJson(found.value, stored) : null;
      if (held.has(name)) return;
      if (found.kind !== 'works') unread.add(name);
      const fromSettings = given(name);
      if (kept !== null) {
        const { user, password, refused } = kept.value;
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
    /** The sign-in to try now; null where there is none, or where the proxy refused it. */
    async usable(name: string): Promise<ProxySignIn | null> {
      await load(name);
      return usableNow(name)?.signIn ?? null;
    },
    /** Runs attempts one by one, so that a wrong password is shown once; after an accepted one the next waits only a while. */
    async proving<T>(name: string, attempt: (signIn: ProxySignIn | null) => Promise<T>): Promise<T> {
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
    refused(name: string, signIn: ProxySignIn): void {
      const one = held.get(name) ?? null;
      if (one?.signIn !== signIn || one.state === 'refused') return;
      one.state = 'refused';
      void mutex(async () => {
        // Another one was entered, or this one was removed.
        if (held.get(name) !== one || one.kept !== 'keychain') return;
        await keychain.set(getAccount(name), JSON.stringify({ ...signIn, refused: true } satisfies Stored));
      });
    },
    accepted(name: string, signIn: ProxySignIn): void {
      const one = held.get(name) ?? null;
      // Of several answers to the same sign-in the refusal wins: it may lock the account.
      if (one?.signIn === signIn && one.state === 'untried') one.state = 'accepted';
    },
    /** A sign-in accepted on another network has to be accepted again: another proxy may be at the same address. */
    networkChanged(): void {
      for (const one of held.values()) if (one?.state === 'accepted') one.state = 'untried';
    },
    async status(name: string) {
      await load(name);
      const one = held.get(name) ?? null;
      if (one === null) return null;
      return { user: one.signIn.user, kept: one.kept, refused: one.state === 'refused' };
    },
    async replace(name: string, { user, password }: ProxySignIn): Promise<void> {
      const signIn = { user, password };
      const mine: Held = { signIn, kept: 'this_session', state: 'untried' };
      held.set(name, mine);
      unread.delete(name);
      const { kind } = keychain.status;
      // The person is there, so the system may ask them to unlock it.
      if (kind === 'locked' || kind === 'denied' || kind === 'absent') await keychain.tryAgain();
      await store(name, mine);
    },
    /** Forgets it here at once; false where the keychain works and still did not remove it. */
    async forget(name: string): Promise<boolean> {
      const wasThere = held.get(name)?.kept === 'keychain';
      held.set(name, null);
      unread.delete(name);
      const removed = await mutex(() => keychain.remove(getAccount(name)));
      return removed.kind === 'works' || (keychain.status.kind !== 'works' && !wasThere);
    },
  };
}
