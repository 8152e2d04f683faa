import type { Clock, Timer } from '../clock.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { readMarkText, textOfMark, type Mark, type ProgressMark } from '../store/progress-mark.ts';

/** The keychain's account for how far a workspace had come. It holds numbers and nothing of a token. */
export function markAccount(workspaceId: string): string {
  return `${workspaceId}.progress`;
}

/** A second mark, in the keychain, for the case that all of Gangway's folder is put back from a copy. */
export interface MarkElsewhere {
  /** What was kept; null where there is none. */
  read(): Promise<Mark | null>;
  /** Begins to keep the mark from time to time, which nothing waits for. */
  start(mark: ProgressMark): void;
  /** Keeps it a last time. */
  stop(): Promise<void>;
}

/** It may lag behind by this much, so that the keychain is left in peace. */
const keepEveryMs = 10 * 60 * 1000;

/** @param onFault told in one of the keychain's words when it did not take the mark */
export function createMarkElsewhere(
  workspaceId: string,
  keychain: Keychain,
  clock: Clock,
  onFault: (outcome: string) => void,
): MarkElsewhere {
  const account = markAccount(workspaceId);
  let kept: string | null = null;
  let marked: ProgressMark | null = null;
  let timer: Timer | null = null;
  let turns = Promise.resolve();

  /** One after the other, so that an older mark never comes to lie over a newer one. */
  function keep(): Promise<void> {
    const mark = marked?.current() ?? null;
    // Nothing to keep for a workspace in which nothing happened yet.
    if (mark === null || (mark.handedOver === 0 && mark.steps === 0)) return turns;
    const text = textOfMark(mark);
    turns = turns.then(async () => {
      if (text === kept || keychain.status.kind !== 'works') return;
      const done = await keychain.set(account, text);
      if (done.kind === 'works') kept = text;
      else onFault(done.kind);
    });
    return turns;
  }

  function keepOn(): void {
    timer = clock.after(keepEveryMs, keepOn);
    marked?.settle();
    void keep();
  }

  return {
    async read() {
      if (keychain.status.kind !== 'works') return null;
      const found = await keychain.get(account);
      if (found.kind !== 'works' || found.value === null) return null;
      kept = found.value;
      return readMarkText(found.value);
    },
    start(mark) {
      marked = mark;
      keepOn();
    },
    stop() {
      timer?.cancel();
      return keep();
    },
  };
}
