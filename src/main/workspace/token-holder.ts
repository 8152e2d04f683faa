import pLimit from 'p-limit';
import { z } from 'zod';
import type { OpenWorkspace, TokenUnavailableReason } from '#shared/ipc/app.ts';
import type { Clock } from '../clock.ts';
import { ensureIdentity, readIdentity, type Keychain } from '../keychain/keychain.ts';
import type { HeldToken } from '../outbox/service-contact.ts';
import { toProblem } from '../store/database.ts';
import type { SettingStore } from '../store/settings.ts';

type TokenStatus = OpenWorkspace['token'];

/** Tokens that no keychain took, by account: they outlive their workspace's closing, and end with the app. */
export type SessionTokens = Map<string, string>;

export type TokenHolder = ReturnType<typeof createTokenHolder>;

const writeAcceptedEveryMs = 60_000;

/** @param onChange called when the keychain changed the status @param session of this run of the app */
export function createTokenHolder(
  account: string,
  keychain: Keychain,
  settings: SettingStore,
  clock: Clock,
  onChange: () => void = () => undefined,
  session: SessionTokens = new Map(),
) {
  let held: HeldToken | null = null;
  let generation = 0;
  let wishes = 0;
  /** Keychain calls run in order, so that the last wish is the last to be carried out. */
  const mutex = pLimit(1);
  let kept: TokenStatus['kept'] = 'none';
  let savedAt = settings.read('token.saved_at', z.number());
  let lastAcceptedAt = settings.read('token.last_accepted_at', z.number());
  let acceptedWrittenAt = 0;
  let ownAffair = false;
  let closed = false;
  let away: TokenUnavailableReason | null = isStored() ? 'no_answer' : null;
  const earlier = session.get(account);
  if (earlier !== undefined) hold(earlier, 'this_session');
  const stopListening = keychain.onChange(() => void load());

  /** Whether the keychain still has a token that must not come back. */
  function isForsworn(): boolean {
    return settings.read('token.not_in_keychain', z.literal(true)) === true;
  }

  function isStored(): boolean {
    return savedAt !== null && !isForsworn();
  }

  function hold(value: string, where: TokenStatus['kept']): void {
    generation += 1;
    held = { value, generation };
    kept = where;
    away = null;
    if (where === 'this_session' && !ownAffair) session.set(account, value);
    else session.delete(account);
  }

  /** Stores a note; where the disk is full, the next start finds out again. */
  function note(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (toProblem(error) === null) throw error;
    }
  }

  async function noteKeychain(): Promise<void> {
    const name = await ensureIdentity(keychain);
    if (closed || name === null || settings.read('token.keychain', z.string()) === name) return;
    note(() => settings.write('token.keychain', name));
  }

  /** Why a stored token is not in a keychain that works. */
  async function whyGone(): Promise<TokenUnavailableReason> {
    const noted = settings.read('token.keychain', z.string());
    if (noted === null) return 'removed';
    const found = await readIdentity(keychain);
    if (found.kind !== 'works') return found.kind;
    return found.value === noted ? 'removed' : 'changed';
  }

  /** Removes from the keychain a token that was forgotten, or replaced while the keychain did not work. */
  async function dropToken(mine: number): Promise<void> {
    const removed = await keychain.remove(account);
    if (closed || mine !== wishes || removed.kind !== 'works') return;
    note(() => {
      settings.remove('token.saved_at');
      settings.remove('token.last_accepted_at');
      settings.remove('token.not_in_keychain');
    });
    savedAt = null;
    lastAcceptedAt = null;
  }

  async function fetch(mine: number): Promise<void> {
    if (isForsworn()) return dropToken(mine);
    const found = await keychain.get(account);
    if (closed || mine !== wishes) return;
    if (found.kind === 'works' && found.value !== null) {
      hold(found.value, 'keychain');
      return noteKeychain();
    }
    if (!isStored()) return;
    const why = found.kind === 'works' ? await whyGone() : found.kind;
    if (mine === wishes) away = why;
  }

  async function store(value: string, mine: number): Promise<void> {
    const stored = await keychain.set(account, value);
    if (closed || mine !== wishes || stored.kind !== 'works') return;
    kept = 'keychain';
    session.delete(account);
    note(() => settings.remove('token.not_in_keychain'));
    await noteKeychain();
  }

  function load(): Promise<void> {
    return mutex(async () => {
      if (closed || ownAffair) return;
      const before = { kept, away };
      if (held === null) await fetch(wishes);
      else if (kept === 'this_session' && keychain.status.kind === 'works') await store(held.value, wishes);
      if (closed || (before.kept === kept && before.away === away)) return;
      onChange();
    });
  }

  /** The person is there, so the system may ask them to unlock the keychain. */
  async function openUp(): Promise<void> {
    const { kind } = keychain.status;
    if (kind === 'locked' || kind === 'denied' || kind === 'absent') await keychain.tryAgain();
  }

  return {
    current: (): HeldToken | null => held,
    status: (): TokenStatus => ({ kept, savedAt, lastAcceptedAt, away }),
    /** Reads the token from the keychain, or stores the session's there. */
    load,
    /** Replaces the token. If the keychain refuses, it is held until the app closes or the keychain accepts it. */
    replace(value: string): Promise<void> {
      wishes += 1;
      const mine = wishes;
      return mutex(async () => {
        await openUp();
        const stored = await keychain.set(account, value);
        // A token entered or removed meanwhile wins.
        if (mine === wishes) hold(value, stored.kind === 'works' ? 'keychain' : 'this_session');
        // A keychain that refused the new token still has the old one, which must not come back.
        if (stored.kind === 'works') settings.remove('token.not_in_keychain');
        else {
          settings.write('token.not_in_keychain', true);
          // An overdue write may still happen, and a removal after it would take the new token away.
          if (stored.kind !== 'no_answer') await keychain.remove(account);
        }
        if (mine !== wishes) return;
        savedAt = clock.wall();
        lastAcceptedAt = null;
        settings.write('token.saved_at', savedAt);
        settings.remove('token.last_accepted_at');
        if (stored.kind === 'works') await noteKeychain();
      });
    },
    /** Holds the practice service's token for this session and stores it nowhere. */
    holdForSession(value: string): void {
      ownAffair = true;
      hold(value, 'this_session');
    },
    /** Forgets it here at once; false where the keychain did not remove it. */
    forget(): Promise<boolean> {
      const wasThere = kept === 'keychain' || away !== null;
      wishes += 1;
      generation += 1;
      held = null;
      session.delete(account);
      kept = 'none';
      away = null;
      savedAt = null;
      lastAcceptedAt = null;
      return mutex(async () => {
        const removing = openUp().then(() => keychain.remove(account));
        // So that it does not come back where the keychain fails to remove it.
        settings.write('token.not_in_keychain', true);
        settings.remove('token.saved_at');
        settings.remove('token.last_accepted_at');
        const removed = await removing;
        return removed.kind === 'works' || (keychain.status.kind !== 'works' && !wasThere);
      });
    },
    /** The service accepted it. Returns whether that is news: the first time, and once a minute. */
    accepted(at: number): boolean {
      const known = lastAcceptedAt !== null;
      lastAcceptedAt = at;
      if (known && Math.abs(at - acceptedWrittenAt) < writeAcceptedEveryMs) return false;
      acceptedWrittenAt = at;
      settings.write('token.last_accepted_at', at);
      return true;
    },
    close(): void {
      closed = true;
      stopListening();
    },
  };
}
