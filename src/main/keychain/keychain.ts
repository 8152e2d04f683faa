import { randomUUID } from 'node:crypto';
import type { KeychainStatus } from '#shared/ipc/app.ts';

/** What another keychain library has to offer to take keytar's place. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Three outcomes, never an exception: it works, it is absent (or denied), it does not answer. */
export type KeychainResult<T> =
  { kind: 'works'; value: T } | { kind: 'absent'; detail: string } | { kind: 'no_answer' };

/** The operating system's keychain, where tokens are kept. */
export interface Keychain {
  /** What the probe at the start found. */
  status: KeychainStatus;
  get(account: string): Promise<KeychainResult<string | null>>;
  set(account: string, secret: string): Promise<KeychainResult<null>>;
  remove(account: string): Promise<KeychainResult<null>>;
}

const service = 'Gangway';
/** A keychain that asks the person something may take a moment; one that hangs is left alone after this. */
const answerWithinMs = 5000;

/** What the person knows the keychain by. */
function nameOn(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'darwin':
      return 'macOS Keychain';
    case 'win32':
      return 'Windows Credential Manager';
    default:
      return 'Secret Service keyring';
  }
}

async function within<T>(work: () => Promise<T>, ms: number): Promise<KeychainResult<T>> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<KeychainResult<T>>((resolve) => {
    timer = setTimeout(() => {
      resolve({ kind: 'no_answer' });
    }, ms);
  });
  try {
    return await Promise.race([
      // A library may also throw at once.
      Promise.resolve()
        .then(work)
        .then(
          (value): KeychainResult<T> => ({ kind: 'works', value }),
          (error: unknown): KeychainResult<T> => ({
            kind: 'absent',
            detail: error instanceof Error ? error.message : 'unknown',
          }),
        ),
      limit,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Tries the keychain by storing, reading and deleting a test secret. `load` may fail, as it does where the native
 * library is missing: that is an outcome too.
 */
export async function openKeychain(
  load: () => Promise<KeychainLibrary>,
  platform: NodeJS.Platform = process.platform,
  limitMs = answerWithinMs,
): Promise<Keychain> {
  const loaded = await within(load, limitMs);
  if (loaded.kind !== 'works') return unusable(loaded);
  const library = loaded.value;
  const account = `probe-${randomUUID()}`;
  const secret = randomUUID();
  const probe = await within(async () => {
    await library.setPassword(service, account, secret);
    const read = await library.getPassword(service, account);
    await library.deletePassword(service, account);
    if (read !== secret) throw new Error('It did not give back what was stored.');
  }, limitMs);
  if (probe.kind !== 'works') return unusable(probe);
  return {
    status: { kind: 'works', name: nameOn(platform) },
    get: (name) => within(() => library.getPassword(service, name), limitMs),
    set: (name, value) => within(() => library.setPassword(service, name, value).then(() => null), limitMs),
    remove: (name) => within(() => library.deletePassword(service, name).then(() => null), limitMs),
  };
}

function unusable(outcome: { kind: 'absent'; detail: string } | { kind: 'no_answer' }): Keychain {
  const answer = () => Promise.resolve(outcome);
  return { status: outcome, get: answer, set: answer, remove: answer };
}
