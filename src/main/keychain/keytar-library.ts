import type { KeychainLibrary } from './keychain.ts';
import { askSessionBus } from './session-bus.ts';

/** Loads keytar, an optional dependency with a native part: this may reject, and the keychain is then absent. */
export async function loadKeytar(): Promise<KeychainLibrary> {
  const { default: keytar } = await import('keytar');
  return {
    getPassword: (service, account) => keytar.getPassword(service, account),
    setPassword: (service, account, password) => keytar.setPassword(service, account, password),
    deletePassword: (service, account) => keytar.deletePassword(service, account),
    ...(process.platform === 'linux' && { isLocked: isDefaultCollectionLocked }),
  };
}

const answerWithinMs = 1000;

/** Whether the default collection is locked (Secret Service API, `Collection.Locked`), without prompting; null if unknown. */
async function isDefaultCollectionLocked(): Promise<boolean | null> {
  const body = await askSessionBus(
    {
      destination: 'org.freedesktop.secrets',
      path: '/org/freedesktop/secrets/aliases/default',
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      arguments: ['org.freedesktop.Secret.Collection', 'Locked'],
    },
    answerWithinMs,
  );
  // A variant with a boolean: three bytes of signature, one of padding, then 0 or 1.
  if (body === null || body.length < 8 || body.subarray(0, 3).toString() !== '\x01b\0') return null;
  return body.readUInt32LE(4) === 1;
}
