import { useEffect } from 'react';
import { call } from '../../bridge.ts';
import { useOffline } from '../../stores/sync.ts';
import { getReady } from './picture-shelf.ts';

/** The longest wait for a quiet moment, in milliseconds. */
const latest = 400;

/**
 * Makes the picture of the document that comes next ready, so that it is there at once when this one is decided. It is
 * fetched and kept too where there is a network. `shown` tells that the open document is on the screen: it comes first.
 */
export function useNextReady(jobId: string | null, shown: boolean): void {
  const offline = useOffline();
  const wanted = shown ? jobId : null;
  useEffect(() => {
    if (wanted === null) return undefined;
    let current = true;
    const begin = () => {
      void pictureOf(wanted, !offline).then((address) => {
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
async function pictureOf(jobId: string, mayFetch: boolean): Promise<string | null> {
  const known = await call('documents.get', { jobId });
  if (!known.ok) return null;
  if (known.value.file.kind === 'kept') return known.value.file.address;
  if (known.value.file.kind !== 'not_kept' || !mayFetch) return null;
  const fetched = await call('documents.fetchFile', { jobId });
  return fetched.ok && fetched.value.file.kind === 'kept' ? fetched.value.file.address : null;
}
