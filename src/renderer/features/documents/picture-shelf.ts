import { useCallback, useSyncExternalStore } from 'react';
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

/** Lets go of every picture: nobody looks at documents any more. */
export function emptyShelf(): void {
  for (const address of shelf.keys()) take(address);
}

/** Makes a picture ready that will be looked at soon. */
export function getReady(address: string): void {
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
