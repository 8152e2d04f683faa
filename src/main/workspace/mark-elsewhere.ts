import pLimit from 'p-limit';
import type { Clock, Timer } from '../clock.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { isEmpty, readMarkText, textOfMark, type Mark, type ProgressMark } from '../store/progress-mark.ts';

/** The keychain's account for a workspace's progress mark. It holds only numbers. */
export const markAccount = (workspaceId: string): string => `${workspaceId}.progress`;

const keepEveryMs = 10 * 60 * 1000;

/** A second progress mark in the keychain, in case Gangway's whole folder is replaced with a copy. */
export function createMarkElsewhere(
  workspaceId: string,
  keychain: Keychain,
  clock: Clock,
  onFault: (outcome: string) => void,
) {
  const account = markAccount(workspaceId);
  let kept: string | null = null;
  let marked: ProgressMark | null = null;
  let timer: Timer | null = null;
  /** One after the other, so that an older mark never replaces a newer one. */
  const mutex = pLimit(1);
  let known = false;
  let ended = false;
  let reading: Promise<Mark | null | 'unknown'> | null = null;
  let judging: ((kept: Mark | null) => void) | null = null;
  const stopListening = keychain.onChange(() => void catchUp());

  function keep(): Promise<void> {
    const mark = known ? (marked?.current() ?? null) : null;
    const text = mark === null || isEmpty(mark) ? null : textOfMark(mark);
    return mutex(async () => {
      if (text === null || text === kept) return;
      // Storing in a keychain that was locked meanwhile would make the system ask the person for its password.
      await keychain.look();
      if (keychain.status.kind !== 'works') return;
      const done = await keychain.set(account, text);
      if (done.kind === 'works') kept = text;
      else onFault(done.kind);
    });
  }

  function keepOn(): void {
    timer = clock.after(keepEveryMs, keepOn);
    marked?.settle();
    void keep();
  }

  async function ask(): Promise<Mark | null | 'unknown'> {
    const found = await keychain.get(account);
    if (found.kind !== 'works') return 'unknown';
    kept = found.value;
    return found.value === null ? null : readMarkText(found.value);
  }

  function read(): Promise<Mark | null | 'unknown'> {
    reading ??= ask().finally(() => {
      reading = null;
    });
    return reading;
  }

  async function catchUp(): Promise<void> {
    if (judging === null || known) return;
    const found = await read();
    if (found === 'unknown' || known || ended) return;
    known = true;
    judging(found);
    keepOn();
  }

  return {
    /** The stored mark; null where there is none, `unknown` where the keychain is not readable. */
    read,
    /** Stores the mark from time to time. `judge` gets the former one first, if it could not be read yet. */
    start(mark: ProgressMark, judge: ((kept: Mark | null) => void) | null): void {
      marked = mark;
      judging = judge;
      if (judge !== null) {
        void catchUp();
        return;
      }
      known = true;
      keepOn();
    },
    stop(): Promise<void> {
      ended = true;
      stopListening();
      timer?.cancel();
      return keep();
    },
  };
}
