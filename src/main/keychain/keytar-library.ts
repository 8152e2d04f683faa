import type { KeychainLibrary } from './keychain.ts';
import { isDefaultCollectionLocked } from './secret-service-lock.ts';

/** Loads keytar. It is an optional dependency with a native part, so this may reject; the keychain then counts as absent. */
export async function loadKeytar(): Promise<KeychainLibrary> {
  const { default: keytar } = await import('keytar');
  return {
    getPassword: (service, account) => keytar.getPassword(service, account),
    setPassword: (service, account, password) => keytar.setPassword(service, account, password),
    deletePassword: (service, account) => keytar.deletePassword(service, account),
    ...(process.platform === 'linux' ? { isLocked: isDefaultCollectionLocked } : {}),
  };
}
