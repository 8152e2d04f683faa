/** A `sentence` of null: the file is damaged. */
export type Decoded<Value> = { ok: true; value: Value } | { ok: false; sentence: string | null };

/** A photo of 48 million pixels takes 10 seconds on a slow computer. */
const maxMs = 60_000;
const tooLong = 'This file took too long to open. Save it as a PDF or a JPEG and try again.';

/** Has a worker decode one file. The worker is ended afterwards, and where it takes too long or nobody waits any more. */
export function decodeInWorker<Value>(
  worker: Worker,
  file: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Decoded<Value>> {
  const { promise, resolve } = Promise.withResolvers<Decoded<Value>>();
  const fail = (sentence: string | null) => resolve({ ok: false, sentence });
  const timer = setTimeout(() => fail(tooLong), maxMs);
  worker.onmessage = ({ data }: MessageEvent<Decoded<Value>>) => resolve(data);
  worker.onerror = () => fail(null);
  signal.addEventListener('abort', () => fail(null));
  if (signal.aborted) fail(null);
  else worker.postMessage(file);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}
