import { useEffect } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { call } from '../../bridge.ts';
import { useOffline } from '../../stores/sync.ts';
import { getReady } from './picture-shelf.ts';

/** What is known of the documents around the open one, the last noted at the end. */
const known = new Map<string, DocumentDetail>();
const maxKnown = 4;

/** What was read of a document ahead, or when it was open last; shown until it is read again. Null where there is nothing. */
export function knownBefore(jobId: string): DocumentDetail | null {
  return known.get(jobId) ?? null;
}

/** Notes what is known of a document, for {@link knownBefore}. */
export function noteKnown(detail: DocumentDetail): void {
  known.delete(detail.jobId);
  known.set(detail.jobId, detail);
  for (const jobId of [...known.keys()].slice(0, -maxKnown)) known.delete(jobId);
}

/** Forgets all of it: nobody looks at documents any more. */
export function forgetKnown(): void {
  known.clear();
}

/** The longest wait for a quiet moment, in milliseconds. */
const latest = 400;

/** Prepares the next document's picture, fetching it if online. `shown`: the open document is on screen, which comes first. */
export function useNextReady(jobId: string | null, shown: boolean): void {
  const offline = useOffline();
  const wanted = shown ? jobId : null;
  useEffect(() => {
    if (wanted === null) return undefined;
    let current = true;
    const begin = () => {
      void getPicture(wanted, !offline).then((address) => {
        if (current && address !== null) getReady(address);
      });
    };
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(begin, 0);
      return () => {
        current = false;
        clearTimeout(timer);
      };
    }
    const idle = requestIdleCallback(begin, { timeout: latest });
    return () => {
      current = false;
      cancelIdleCallback(idle);
    };
  }, [wanted, offline]);
}

/** The address of a kept picture. What cannot be had now is said when the document is opened, and tried again then. */
async function getPicture(jobId: string, mayFetch: boolean): Promise<string | null> {
  const read = await call('documents.get', { jobId });
  if (!read.ok) return null;
  noteKnown(read.value);
  if (read.value.file.kind === 'kept') return read.value.file.address;
  if (read.value.file.kind !== 'not_kept' || !mayFetch) return null;
  const fetched = await call('documents.fetchFile', { jobId });
  if (!fetched.ok || fetched.value.file.kind !== 'kept') return null;
  noteKnown(fetched.value);
  return fetched.value.file.address;
}
