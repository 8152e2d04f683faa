import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { CallName, CallOutput, ParsedInput, EventName, EventPayload } from '#shared/ipc/contract.ts';

export type Handler<N extends CallName> = (
  input: ParsedInput<N>,
) => CallResult<CallOutput<N>> | Promise<CallResult<CallOutput<N>>>;

export type Handlers<N extends CallName = CallName> = { [Name in N]: Handler<Name> };

export type CallsOf<Feature extends string> = Extract<CallName, `${Feature}.${string}`>;

export const done = <T>(value: T): CallResult<T> => ({ ok: true, value });

export const refuse = (code: CallError['code'], message: string): { ok: false; error: CallError } => ({
  ok: false,
  error: { code, message },
});

/** A value, or that its row is gone. */
export const orGone = <T>(value: T | null): CallResult<T> => (value === null ? gone : done(value));

/** For an ID without a row: it was removed, or a link was wrong. */
export const gone = refuse('not_found', 'This is no longer on this computer. Go back to the list.');

export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;
