import { useCallback, useEffect, useState } from 'react';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { CallInput, CallName, CallOutput, EventName, EventPayload } from '#shared/ipc/contract.ts';
import { call, on } from '../bridge.ts';
import { coalesce, useStable, onHostBack } from './reloading.ts';

/** An event that names what changed by its ids. */
export type ChangeEvent = {
  [Name in EventName]: EventPayload<Name> extends { ids: string[] } ? Name : never;
}[EventName];

/** What a piece of data depends on: any of an event, or those about an id; null stands for any. */
export type Dependency = ChangeEvent | { event: ChangeEvent; id: string | null };

/** Where a piece of data stands. A later failure keeps the value and adds `problem`. */
type Live<T> =
  | { kind: 'loading' }
  | { kind: 'failed'; error: CallError }
  | { kind: 'ready'; value: T; problem: CallError | null };

const defaultPaceMs = 60;

/**
 * Reads a call of the contract and reads it again whenever one of its dependencies changes (why by ourselves:
 * docs/decisions/libraries.md): the one pattern for
 * details, counts and summaries. The old value stays while a new one is fetched. An undefined `input` reads nothing.
 * `paceMs` is how far apart two readings are at least, for what costs much.
 */
export function useLive<N extends CallName>(
  name: N,
  input: CallInput<N> | undefined,
  dependencies: readonly Dependency[],
  paceMs = defaultPaceMs,
) {
  const key = input === undefined ? null : `${name} ${JSON.stringify(input)}`;
  const asking = useStable(input === undefined ? null : { input });
  const watched = useStable(dependencies);
  const [held, setHeld] = useState<{ key: string | null; state: Live<CallOutput<N>> }>({
    key,
    state: { kind: 'loading' },
  });
  const [asked, setAsked] = useState(0);

  useEffect(() => {
    if (asking === null) return undefined;
    const { input: given } = asking;
    let current = true;
    async function read(): Promise<void> {
      const result = await call(name, given);
      if (!current) return;
      setHeld((before) => ({ key, state: merge(before.key === key ? before.state : null, result) }));
    }
    const again = coalesce(read, paceMs);
    void read();
    const stops = watched.map((dependency) => {
      const { event, id } = typeof dependency === 'string' ? { event: dependency, id: null } : dependency;
      return on(event, ({ ids }) => {
        if (id === null || ids.includes(id)) again.request();
      });
    });
    stops.push(onHostBack(again.request));
    return () => {
      current = false;
      again.stop();
      stops.forEach((stop) => stop());
    };
  }, [name, asking, watched, key, asked, paceMs]);

  const reload = useCallback(() => setAsked((times) => times + 1), []);
  const adopt = useCallback(
    (value: CallOutput<N>) => setHeld({ key, state: { kind: 'ready', value, problem: null } }),
    [key],
  );
  const state: Live<CallOutput<N>> = held.key === key ? held.state : { kind: 'loading' };
  const value = state.kind === 'ready' ? state.value : null;
  /** `value` is null until it is read; `error` says why it could not be. `adopt` takes the result of an action. */
  return { state, value, error: state.kind === 'failed' ? state.error : null, reload, adopt };
}

function merge<T>(before: Live<T> | null, result: CallResult<T>): Live<T> {
  if (result.ok) return { kind: 'ready', value: result.value, problem: null };
  if (before?.kind === 'ready') return { ...before, problem: result.error };
  return { kind: 'failed', error: result.error };
}
