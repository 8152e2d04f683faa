import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { HeldToken } from '../outbox/dispatcher.ts';
import type { SettingStore } from '../store/settings.ts';

/** Where a token is and when it was last seen to work. The token itself is not in here. */
export interface TokenStatus {
  kept: 'keychain' | 'this_session' | 'none';
  savedAt: number | null;
  lastAcceptedAt: number | null;
}

/** A workspace's token: in the keychain and in this object's memory, nowhere else. */
export interface TokenHolder {
  current(): HeldToken | null;
  status(): TokenStatus;
  /** Reads it from the keychain, if it is there. */
  load(): Promise<void>;
  /** Puts a new token in place of the old one; where there is no keychain it is held until the app closes. */
  replace(value: string): Promise<void>;
  /** Holds a token for this session and stores it nowhere; for the practice service, whose token is its own affair. */
  holdForSession(value: string): void;
  /** Forgets it here at once; false where the keychain works and yet did not let go of it. */
  forget(): Promise<boolean>;
  accepted(at: number): void;
}

const writeAcceptedEveryMs = 60_000;

export function createTokenHolder(
  account: string,
  keychain: Keychain,
  settings: SettingStore,
  clock: Clock,
): TokenHolder {
  let held: HeldToken | null = null;
  let generation = 0;
  let wishes = 0;
  let turns: Promise<unknown> = Promise.resolve();
  let kept: TokenStatus['kept'] = 'none';
  let savedAt = settings.read('token.saved_at', z.number());
  let lastAcceptedAt = settings.read('token.last_accepted_at', z.number());
  let acceptedWrittenAt = 0;

  /** Asks the keychain after what was asked of it before is done, so that the last wish is also the last to be carried out. */
  function inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const next = turns.then(ask, ask);
    turns = next;
    return next;
  }

  function hold(value: string, where: TokenStatus['kept']): void {
    generation += 1;
    held = { value, generation };
    kept = where;
  }

  return {
    current: () => held,
    status: () => ({ kept, savedAt, lastAcceptedAt }),
    async load() {
      if (settings.read('token.not_in_keychain', z.literal(true)) === true) return;
      const found = await keychain.get(account);
      if (found.kind === 'works' && found.value !== null) hold(found.value, 'keychain');
    },
    replace(value) {
      wishes += 1;
      const mine = wishes;
      return inTurn(async () => {
        const stored = await keychain.set(account, value);
        // A token that was given, or taken away, in the meantime has the last word.
        if (mine === wishes) hold(value, stored.kind === 'works' ? 'keychain' : 'this_session');
        // Where the keychain did not take the new token it still holds the old one, which must not come back.
        if (stored.kind === 'works') settings.remove('token.not_in_keychain');
        else {
          settings.write('token.not_in_keychain', true);
          await keychain.remove(account);
        }
        if (mine !== wishes) return;
        savedAt = clock.wall();
        lastAcceptedAt = null;
        settings.write('token.saved_at', savedAt);
        settings.remove('token.last_accepted_at');
      });
    },
    holdForSession(value) {
      hold(value, 'this_session');
    },
    forget() {
      wishes += 1;
      generation += 1;
      held = null;
      kept = 'none';
      savedAt = null;
      lastAcceptedAt = null;
      return inTurn(async () => {
        const removing = keychain.remove(account);
        // So that it does not come back where the keychain does not let go of it.
        settings.write('token.not_in_keychain', true);
        settings.remove('token.saved_at');
        settings.remove('token.last_accepted_at');
        const removed = await removing;
        return removed.kind === 'works' || keychain.status.kind !== 'works';
      });
    },
    accepted(at) {
      lastAcceptedAt = at;
      if (Math.abs(at - acceptedWrittenAt) < writeAcceptedEveryMs) return;
      acceptedWrittenAt = at;
      settings.write('token.last_accepted_at', at);
    },
  };
}
