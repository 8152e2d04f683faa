import type { Keychain, KeychainLibrary } from '#main/keychain/keychain.ts';
import { openKeychain } from './open-keychain.ts';

/** A keychain library that keeps everything in this process's memory. */
export function keychainLibrary(secrets: Map<string, string>): KeychainLibrary {
  return {
    getPassword: (_service, account) => Promise.resolve(secrets.get(account) ?? null),
    setPassword: (_service, account, password) => {
      secrets.set(account, password);
      return Promise.resolve();
    },
    deletePassword: (_service, account) => Promise.resolve(secrets.delete(account)),
  };
}

/** A keychain in this process's memory, behind the same port as the real one. */
export async function memoryKeychain(
  secrets = new Map<string, string>(),
): Promise<Keychain & { secrets: Map<string, string> }> {
  const keychain = await openKeychain(() => Promise.resolve(keychainLibrary(secrets)));
  return Object.assign(keychain, { secrets });
}
