import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { call } from '../../bridge.ts';
import { useOffline } from '../../stores/sync.ts';
import { preparePicture, type PreparedPicture, type Preparing, type Room } from './prepared-picture.ts';

/** So many pictures are held ready that nobody looks at: the next ones, and the one before. */
const spare = 3;

interface Place {
  preparing: Preparing;
  prepared: PreparedPicture | null;
  onPrepared: Set<() => void>;
}

/** By address, the one that was asked for last at the end. */
const shelf = new Map<string, Place>();
let room: Room | null = null;

/** How much room a page had on the screen last; null before the first. */
export function lastRoom(): Room | null {
  return room;
}

/** Notes how much room a page has on the screen, so that the next one can be drawn for it ahead. */
export function noteRoom(now: Room): void {
  room = now;
}

/** Lets go of all that was read ahead: nobody looks at documents any more. */
export function dropReadAhead(): void {
  for (const address of shelf.keys()) take(address);
  known.clear();
}

/** Makes a picture ready that will be looked at soon. */
function getReady(address: string): void {
  toPlace(address);
  clearAway();
}

/** The picture behind an address, held ready for as long as it is looked at; null while it is on its way. */
export function usePicture(address: string | null): PreparedPicture | null {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (address === null) return () => undefined;
      const place = toPlace(address);
      place.onPrepared.add(onChange);
      return () => {
        place.onPrepared.delete(onChange);
        // What could not be shown is tried again at the next look.
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
    preparing: preparePicture(address, room),
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
