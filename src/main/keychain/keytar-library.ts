import type { KeychainLibrary } from './keychain.ts';

/** Loads keytar. It is an optional dependency with a native part, so this may reject; the keychain then counts as absent. */
export async function loadKeytar(): Promise<KeychainLibrary> {
  const { default: keytar } = await import('keytar');
  return keytar;
}
