import { createKeychain, type Keychain, type KeychainLibrary } from '#main/keychain/keychain.ts';

/** The keychain of this system, once it was tried; see {@link createKeychain}. */
export async function openKeychain(
  load: () => Promise<KeychainLibrary>,
  platform?: NodeJS.Platform,
  limitMs?: number,
): Promise<Keychain> {
  const keychain = createKeychain(load, platform, limitMs);
  await keychain.tryAgain();
  return keychain;
}
