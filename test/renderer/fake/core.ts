import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { CallInput, CallName, CallOutput, EventName, EventPayload } from '#shared/ipc/contract.ts';

/** What the fake answers to each call. A call without a handler fails as `internal`, which a test notices. */
export type Handlers = {
  [N in CallName]?: (input: CallInput<N>) => CallResult<CallOutput<N>> | Promise<CallResult<CallOutput<N>>>;
};

export function ok<T>(value: T): CallResult<T> {
  return { ok: true, value };
}

export function fail(code: CallError['code'], message: string): CallResult<never> {
  return { ok: false, error: { code, message } };
}

/** Tells events to whoever listens. */
export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

/** Today at a time of day, in milliseconds since 1970; `daysAgo` goes back. */
export function at(time: string, daysAgo = 0): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const day = new Date();
  day.setDate(day.getDate() - daysAgo);
  return day.setHours(hours, minutes, seconds, 0);
}

/** An id that is a UUID and tells which one it is. */
export function toId(family: number, number: number): string {
  const tail = String(number).padStart(12, '0');
  return `${String(family).padStart(8, '0')}-0000-4000-8000-${tail}`;
}

/** A page of rows, in keyset manner: `after` is the position to go on from. */
export function pageFrom<Row>(
  rows: readonly Row[],
  request: { after?: string | null | undefined; limit?: number | undefined },
) {
  const start = request.after == null ? 0 : Number(request.after);
  const end = start + (request.limit ?? 100);
  return ok({
    rows: rows.slice(start, end),
    next: end < rows.length ? String(end) : null,
    total: rows.length,
  });
}
