import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { call } from '../../bridge.ts';
import { useOffline } from '../../stores/sync.ts';
import type { Size } from './page-view.ts';
import { preparePicture, type PreparedPicture, type Preparing } from './prepared-picture.ts';

/** Offscreen pictures kept ready: the next ones and the previous one. */
const spare = 3;

interface Place {
  preparing: Preparing;
  prepared: PreparedPicture | null;
  onPrepared: Set<() => void>;
}

const shelf = new Map<string, Place>();
/** The room a page last had on the screen, at which the next page is drawn ahead; null before the first. */
export const lastRoom: { current: Size | null } = { current: null };

export function dropReadAhead(): void {
  for (const address of shelf.keys()) take(address);
  known.clear();
}

/** The picture at an address, kept ready while it is on screen; null while it loads. */
export function usePicture(address: string | null): PreparedPicture | null {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (address === null) return () => undefined;
      const place = toPlace(address);
      place.onPrepared.add(onChange);
      return () => {
        place.onPrepared.delete(onChange);
        // A picture that failed is tried again the next time it is shown.
        if (place.prepared?.kind === 'failed' && place.onPrepared.size === 0) take(address);
        clearAway();
      };
    },
    [address],
  );
  return useSyncExternalStore(subscribe, () =>
    address === null ? null : (shelf.get(address)?.prepared ?? null),
  );
}

function toPlace(address: string): Place {
  const known = shelf.get(address);
  if (known !== undefined) {
    shelf.delete(address);
    shelf.set(address, known);
    return known;
  }
  const place: Place = {
    preparing: preparePicture(address, lastRoom.current),
    prepared: null,
    onPrepared: new Set(),
  };
  shelf.set(address, place);
  void place.preparing.picture.then((prepared) => {
    place.prepared = prepared;
    for (const tell of place.onPrepared) tell();
  });
  return place;
}

function clearAway(): void {
  const unused = [...shelf].filter(([, place]) => place.onPrepared.size === 0);
  for (const [address] of unused.slice(0, Math.max(0, unused.length - spare))) take(address);
}

function take(address: string): void {
  shelf.get(address)?.preparing.close();
  shelf.delete(address);
}

const known = new Map<string, DocumentDetail>();
const maxKnown = 4;

/** Details read ahead or when last open, shown until read again; null for none. */
export const knownBefore = (jobId: string): DocumentDetail | null => known.get(jobId) ?? null;

export function noteKnown(detail: DocumentDetail): void {
  known.delete(detail.jobId);
  known.set(detail.jobId, detail);
  for (const jobId of [...known.keys()].slice(0, -maxKnown)) known.delete(jobId);
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
        if (!current || address === null) return;
        toPlace(address);
        clearAway();
      });
    };
    const idle =
      typeof requestIdleCallback === 'undefined' ? null : requestIdleCallback(begin, { timeout: latest });
    const timer = idle === null ? setTimeout(begin, 0) : undefined;
    return () => {
      current = false;
      clearTimeout(timer);
      if (idle !== null) cancelIdleCallback(idle);
    };
  }, [wanted, offline]);
}

/** The address of a kept picture. A failure is reported, and tried again, when the document is opened. */
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
