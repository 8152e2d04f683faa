import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { KeychainStatus } from '#shared/ipc/app.ts';

/** What another keychain library has to offer to take keytar's place. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  /** Whether the keychain is locked, without prompting; null if unknown, absent if the system can't tell. Never rejects. */
  isLocked?(): Promise<boolean | null>;
}

/** Why the keychain was of no use: it is locked, it does not let Gangway in, it is not there, or it does not answer in time. */
export type KeychainTrouble =
  | { kind: 'locked' | 'denied' | 'absent'; detail: string }
  | { kind: 'no_answer' };

/** What came of asking the keychain for something. Never an exception. */
export type KeychainResult<T> = { kind: 'works'; value: T } | KeychainTrouble;

/**
 * The operating system's keychain, where tokens are kept. It is asked one thing at a time, in the order in which it was
 * wanted: one that waits for the person takes one of the process's threads, not all of them. Nobody waits longer than the
 * limit. What was asked is not taken back by that: it is carried out when the keychain gets to it.
 */
export interface Keychain {
  readonly status: KeychainStatus;
  /** Where the keychain is locked, absent or denied, these answer so without asking it; see {@link tryAgain}. */
  get(account: string): Promise<KeychainResult<string | null>>;
  set(account: string, secret: string): Promise<KeychainResult<null>>;
  remove(account: string): Promise<KeychainResult<null>>;
  /** Tries it again, which may make the system ask the person to unlock it. Waits up to the limit. */
  tryAgain(): Promise<KeychainStatus>;
  /** Looks whether it has become usable, or locked, where that can be done without asking the person anything. */
  look(): Promise<void>;
  /** Called when the kind of its status changes. Returns the function that stops it. */
  onChange(listener: () => void): () => void;
}

const service = 'Gangway';
/** A keychain that asks the person something may take a moment; for one that takes longer nobody waits. */
const answerWithinMs = 5000;

type Answer<T> = Exclude<KeychainResult<T>, { kind: 'no_answer' }>;

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

// The systems' own words, as libsecret, macOS and Windows give them; the libraries hand no codes on.
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
    // What went wrong first is what is told; the secret is taken away all the same, as far as the keychain lets it go.
    await library.deletePassword(service, account).catch(() => undefined);
    throw error;
  }
  await library.deletePassword(service, account);
  if (read !== secret) throw new Error('It did not give back what was stored.');
}

/** The system's keychain, tested at once with a secret of no meaning. `load` may fail without the native library. */
export function createKeychain(
  load: () => Promise<KeychainLibrary>,
  platform: NodeJS.Platform = process.platform,
  limitMs = answerWithinMs,
): Keychain {
  const name = nameOn(platform);
  const listeners = new Set<() => void>();
  let library: KeychainLibrary | null = null;
  let status: KeychainStatus = { kind: 'trying', name };
  /** It is asked one thing at a time, see {@link Keychain}. */
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

  /** Runs what the library does; asks once more where it says that it is locked and is not, since somebody has just unlocked it. */
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
      // A locked Secret Service says “not found” of what it holds.
      const hidden = outcome.kind === 'works' && isNothing(outcome.value) && (await isLocked()) === true;
      const told: Answer<T> = hidden ? { kind: 'locked', detail: 'It is locked.' } : outcome;
      if (told.kind === 'locked') becomeAs(told);
      return told;
    });
    if (status.kind !== 'no_answer') return within(answer);
    // Where something is overdue already, nobody waits for what comes after it.
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

  async function tryAgain(): Promise<KeychainStatus> {
    attempt ??= mutex(probe).finally(() => {
      attempt = null;
    });
    await within(attempt);
    return status;
  }

  void tryAgain();
  return {
    get status() {
      return status;
    },
    get: (account) =>
      ask(
        (usable) => usable.getPassword(service, account),
        (found) => found === null,
      ),
    set: (account, secret) =>
      ask(
        (usable) => usable.setPassword(service, account, secret).then(() => null),
        () => false,
      ),
    async remove(account) {
      const removed = await ask(
        (usable) => usable.deletePassword(service, account),
        (was) => !was,
      );
      return removed.kind === 'works' ? { kind: 'works', value: null } : removed;
    },
    tryAgain,
    async look() {
      if (attempt !== null || status.kind === 'no_answer' || status.kind === 'trying') return;
      const locked = await isLocked();
      if (locked === true) {
        if (attempt === null) become({ kind: 'locked', name, detail: 'It is locked.' });
        return;
      }
      // On macOS, whatever is asked may make the system ask the person, whose answer brings the window to the front again.
      const asksNobody = platform !== 'darwin' || library === null;
      if ((status.kind === 'locked' && locked === false) || (status.kind === 'absent' && asksNobody)) {
        await tryAgain();
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/**
 * The account with the keychain's name. A computer can come to have another keychain: another desktop, another keyring, one
 * that was reset. Without a name, a token in the former one would look removed.
 */
const identityAccount = 'this-keychain';

/** The name that this keychain was given; null where it was given none. */
export function readIdentity(keychain: Keychain): Promise<KeychainResult<string | null>> {
  return keychain.get(identityAccount);
}

/** The name of this keychain, given to it now where it has none; null where the keychain does not save or return it. */
export async function ensureIdentity(keychain: Keychain): Promise<string | null> {
  const found = await readIdentity(keychain);
  if (found.kind !== 'works') return null;
  if (found.value !== null) return found.value;
  const name = randomUUID();
  const given = await keychain.set(identityAccount, name);
  return given.kind === 'works' ? name : null;
}
