import type { CallResult } from '#shared/ipc/call.ts';
import type {
  CallInput,
  CallName,
  CallOutput,
  EventName,
  EventPayload,
  GangwayBridge,
} from '#shared/ipc/contract.ts';

declare global {
  interface Window {
    /** Put here by the preload script or by the browser host, before the page's own script runs. */
    gangway?: GangwayBridge;
  }
}

const lost: CallResult<never> = {
  ok: false,
  error: { code: 'internal', message: 'Gangway isn’t responding. Reload this window.' },
};

/** Makes a call of the contract. Never rejects: what goes wrong on the way comes back as an error too. */
export async function call<N extends CallName>(
  name: N,
  input: CallInput<N>,
): Promise<CallResult<CallOutput<N>>> {
  const bridge = window.gangway;
  if (bridge === undefined) return lost;
  try {
    return await bridge.call(name, input);
  } catch {
    return lost;
  }
}

/** Passes the answer of a call to `take`; a sentence that says why there is none, or null. */
export async function takeAnswer<T>(
  asking: Promise<CallResult<T>>,
  take: (answer: T) => void,
): Promise<string | null> {
  const result = await asking;
  if (!result.ok) return result.error.message;
  take(result.value);
  return null;
}

/** Listens to an event of the contract; returns the function that stops listening. */
export const on = <N extends EventName>(
  name: N,
  listener: (payload: EventPayload<N>) => void,
): (() => void) => window.gangway?.on(name, listener) ?? (() => undefined);

/** Fetches a file that the host serves. Rejects as fetch does. */
export const fetchFile = (address: string, signal: AbortSignal): Promise<Response> =>
  fetch(address, { signal, headers: window.gangway?.fileHeaders?.() ?? {} });
