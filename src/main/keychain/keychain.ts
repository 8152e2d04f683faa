import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { KeychainStatus } from '#shared/ipc/app.ts';

export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  /** Whether the keychain is locked, without prompting; null if unknown, absent where the system doesn't say. Never rejects. */
  isLocked?(): Promise<boolean | null>;
}

type Answer<T> = { kind: 'works'; value: T } | { kind: 'locked' | 'denied' | 'absent'; detail: string };

/** The keychain's answer, or none in time; never an exception. */
type KeychainResult<T> = Answer<T> | { kind: 'no_answer' };

export type Keychain = ReturnType<typeof createKeychain>;

const service = 'Gangway';
/** Leaves the person time to answer the keychain's question. */
const answerWithinMs = 5000;

function nameOn(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'macOS Keychain';
  return platform === 'win32' ? 'Windows Credential Manager' : 'Secret Service keyring';
}

// The words of libsecret, macOS and Windows; the libraries give no codes.
const lockedWords = /\blocked\b|interaction is not allowed/i;
const deniedWords =
  /denied|not permitted|not authori[sz]ed|cancell?ed|dismissed|passphrase you entered|apparmor/i;

function toTrouble(error: unknown, locked: boolean | null): Exclude<Answer<never>, { kind: 'works' }> {
  const detail = error instanceof Error ? error.message : 'unknown';
  if (locked === true || lockedWords.test(detail)) return { kind: 'locked', detail };
  return { kind: deniedWords.test(detail) ? 'denied' : 'absent', detail };
}

async function storeAndRead(library: KeychainLibrary): Promise<void> {
  const account = `probe-${randomUUID()}`;
  const secret = randomUUID();
  await library.setPassword(service, account, secret);
  let read: string | null;
  try {
    read = await library.getPassword(service, account);
  } catch (error) {
    // The first error is reported; the secret is removed if possible.
    await library.deletePassword(service, account).catch(() => undefined);
    throw error;
  }
  await library.deletePassword(service, account);
  if (read !== secret) throw new Error('It did not give back what was stored.');
}

/**
 * The system's keychain, tested at once with a meaningless secret. It is called once at a time and in order, so that one that
 * waits for the person takes a single thread. Nobody waits longer than the limit; the call is still carried out later.
 * @param load may fail without the native library
 */
export function createKeychain(
  load: () => Promise<KeychainLibrary>,
  platform: NodeJS.Platform = process.platform,
  limitMs = answerWithinMs,
) {
  const name = nameOn(platform);
  const listeners = new Set<() => void>();
  let library: KeychainLibrary | null = null;
  let status: KeychainStatus = { kind: 'trying', name };
  const mutex = pLimit(1);
  let attempt: Promise<Answer<null>> | null = null;

  function become(next: KeychainStatus): void {
    const changed = next.kind !== status.kind;
    status = next;
    if (changed) for (const listener of listeners) listener();
  }

  function becomeAs(answer: Answer<unknown>): void {
    if (answer.kind === 'works') become({ kind: 'works', name });
    else become({ kind: answer.kind, name, detail: answer.detail });
  }

  async function isLocked(): Promise<boolean | null> {
    return (await library?.isLocked?.()) ?? null;
  }

  /** Runs a library call; tries once more where the keychain was unlocked just now. */
  async function toOutcome<T>(work: () => Promise<T>): Promise<Answer<T>> {
    for (let again = false; ; again = true) {
      try {
        return { kind: 'works', value: await work() };
      } catch (error) {
        const locked = await isLocked();
        const trouble = toTrouble(error, locked);
        if (again || trouble.kind !== 'locked' || locked !== false) return trouble;
      }
    }
  }

  async function within<T>(answer: Promise<Answer<T>>): Promise<KeychainResult<T>> {
    let timer: NodeJS.Timeout | undefined;
    let late = false;
    const limit = new Promise<KeychainResult<T>>((resolve) => {
      timer = setTimeout(() => {
        late = true;
        become({ kind: 'no_answer', name });
        resolve({ kind: 'no_answer' });
      }, limitMs);
    });
    void answer.then((came) => {
      if (late) becomeAs(came);
    });
    try {
      return await Promise.race([answer, limit]);
    } finally {
      clearTimeout(timer);
    }
  }

  function ask<T>(
    work: (library: KeychainLibrary) => Promise<T>,
    isNothing: (value: T) => boolean,
  ): Promise<KeychainResult<T>> {
    const answer = mutex(async (): Promise<Answer<T>> => {
      if (status.kind === 'locked' || status.kind === 'denied' || status.kind === 'absent') {
        return { kind: status.kind, detail: status.detail };
      }
      const usable = library;
      if (usable === null) return { kind: 'absent', detail: 'The library is not loaded.' };
      const outcome = await toOutcome(() => work(usable));
      // A locked Secret Service says “not found”.
      const hidden = outcome.kind === 'works' && isNothing(outcome.value) && (await isLocked()) === true;
      const seen: Answer<T> = hidden ? { kind: 'locked', detail: 'It is locked.' } : outcome;
      if (seen.kind === 'locked') becomeAs(seen);
      return seen;
    });
    if (status.kind !== 'no_answer') return within(answer);
    // After an overdue call nobody waits for the next one.
    void answer.then(becomeAs);
    return Promise.resolve({ kind: 'no_answer' });
  }

  async function probe(): Promise<Answer<null>> {
    const loaded = library === null ? await toOutcome(load) : { kind: 'works' as const, value: library };
    if (loaded.kind !== 'works') {
      const answer = { kind: 'absent' as const, detail: loaded.detail };
      becomeAs(answer);
      return answer;
    }
    const usable = loaded.value;
    library = usable;
    const answer = await toOutcome(() => storeAndRead(usable).then(() => null));
    becomeAs(answer);
    return answer;
  }

  /** Tries it again, which may make the system ask the person to unlock it. Waits up to the limit. */
  async function tryAgain(): Promise<KeychainStatus> {
    attempt ??= mutex(probe).finally(() => {
      attempt = null;
    });
    await within(attempt);
    return status;
  }

  void tryAgain();
  return {
    get status(): KeychainStatus {
      return status;
    },
    /** A locked, absent or denied keychain answers so at once, as for `set` and `remove`; see {@link tryAgain}. */
    get: (account: string): Promise<KeychainResult<string | null>> =>
      ask(
        (usable) => usable.getPassword(service, account),
        (found) => found === null,
      ),
    set: (account: string, secret: string): Promise<KeychainResult<null>> =>
      ask(
        (usable) => usable.setPassword(service, account, secret).then(() => null),
        () => false,
      ),
    async remove(account: string): Promise<KeychainResult<null>> {
      const removed = await ask(
        (usable) => usable.deletePassword(service, account),
        (was) => !was,
      );
      return removed.kind === 'works' ? { kind: 'works', value: null } : removed;
    },
    tryAgain,
    /** Checks whether it became usable or locked, where that asks the person nothing. */
    async look(): Promise<void> {
      if (attempt !== null || status.kind === 'no_answer' || status.kind === 'trying') return;
      const locked = await isLocked();
      if (locked === true) {
        if (attempt === null) become({ kind: 'locked', name, detail: 'It is locked.' });
        return;
      }
      // On macOS any call may ask the person, whose answer brings the window to the front again.
      const asksNobody = platform !== 'darwin' || library === null;
      if ((status.kind === 'locked' && locked === false) || (status.kind === 'absent' && asksNobody)) {
        await tryAgain();
      }
    },
    /** Calls `listener` when the kind of the status changes; returns the function that stops it. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The account with the keychain's name. A computer may get another keychain; a token in the former one would look removed. */
const identityAccount = 'this-keychain';

export const readIdentity = (keychain: Keychain): Promise<KeychainResult<string | null>> =>
  keychain.get(identityAccount);

/** The name of this keychain, which is given one if needed; null where it cannot be stored or read. */
export async function ensureIdentity(keychain: Keychain): Promise<string | null> {
  const found = await readIdentity(keychain);
  if (found.kind !== 'works') return null;
  if (found.value !== null) return found.value;
  const name = randomUUID();
  const given = await keychain.set(identityAccount, name);
  return given.kind === 'works' ? name : null;
}
