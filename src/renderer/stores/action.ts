import { useCallback, useRef, useState } from 'react';
import type { CallError } from '#shared/ipc/call.ts';
import type { CallInput, CallName, CallOutput } from '#shared/ipc/contract.ts';
import type { EntryDecision, EntryKind } from '#shared/outbox/outbox.ts';
import { tellDecided } from './undo.ts';
import { act } from './undo-registry.ts';

/** Wraps a call for a button, with `pending` and `error`. `adopt` (a stable function) takes the result. */
export function useAction<N extends CallName>(name: N, adopt?: (answer: CallOutput<N>) => void) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<CallError | null>(null);

  const run = useCallback(
    async (input: CallInput<N>) => {
      setPending(true);
      setError(null);
      const result = await act(name, input);
      setPending(false);
      if (result.ok) adopt?.(result.value);
      else setError(result.error);
      return result;
    },
    [name, adopt],
  );
  const clearError = useCallback(() => setError(null), []);
  return { run, pending, error, clearError };
}

/** Runs work that says in a sentence why it was not done, or null; with `pending`, and that as `problem`. */
export function useWork() {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** Whether it was done. */
  async function run(work: Promise<string | null>): Promise<boolean> {
    setPending(true);
    setProblem(null);
    const sentence = await work;
    setPending(false);
    setProblem(sentence);
    return sentence === null;
  }
  return { run, pending, problem };
}

/** Runs work one at a time: a second press before the first is drawn does nothing. */
export function useOnce<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  const busy = useRef(false);
  return async (...args: Args): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    await work(...args);
    busy.current = false;
  };
}

/** Shows the folder of the logs; `folder` names it where the system could not open it. */
export function useLogsFolder() {
  const { run, pending, error } = useAction('desktop.showLogs');
  const [folder, setFolder] = useState<string | null>(null);
  const show = async () => {
    const result = await run(null);
    if (result.ok && !result.value.shown) setFolder(result.value.folder);
  };
  return { show: () => void show(), folder, pending, error };
}

/** Decides on one entry without asking once more, and tells of it. */
export async function decide(
  action: Pick<ReturnType<typeof useAction<'outbox.markAsSent' | 'outbox.retryNow'>>, 'run'>,
  decision: EntryDecision,
  { entryId, kind }: { entryId: string; kind: EntryKind },
): Promise<void> {
  const result = await action.run({ entryId });
  if (result.ok) tellDecided(decision, kind, [entryId]);
}
