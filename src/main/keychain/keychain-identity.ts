import { randomUUID } from 'node:crypto';
import type { Keychain, KeychainResult } from './keychain.ts';

// A computer can come to another keychain: another desktop, another keyring, one that was reset. What was stored in the
// former one is not found then, which looks as if somebody had removed it. So each keychain that is used gets a name.

const account = 'this-keychain';

/** The name that this keychain was given; null where it was given none. */
export function readIdentity(keychain: Keychain): Promise<KeychainResult<string | null>> {
  return keychain.get(account);
}

/** The name of this keychain, given to it now where it has none; null where the keychain does not take or tell it. */
export async function ensureIdentity(keychain: Keychain): Promise<string | null> {
  const found = await readIdentity(keychain);
  if (found.kind !== 'works') return null;
  if (found.value !== null) return found.value;
  const name = randomUUID();
  const given = await keychain.set(account, name);
  return given.kind === 'works' ? name : null;
}
