import { useLayoutEffect, useState, type RefObject } from 'react';

/** The height in pixels of the buttons at the bottom of the place around `element`; 0 for none. Measured while `needed`. */
export function useRoomBelow(element: RefObject<HTMLElement | null>, needed: boolean): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const place = element.current?.parentElement;
    if (!needed || place == null) return undefined;
    function measure(): void {
      if (place != null) setRoom(heightOfFoot(place));
    }
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(place);
    // A screen comes and goes, and its bar with it.
    const content = new MutationObserver(measure);
    content.observe(place, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, [element, needed]);
  return room;
}

/** The height of the footers that stand at the lower edge. */
function heightOfFoot(place: HTMLElement): number {
  const edge = place.getBoundingClientRect().bottom;
  const feet = [...place.querySelectorAll('footer')].map((foot) => foot.getBoundingClientRect());
  // A bar may stand off the edge by a margin.
  const atEdge = feet.filter(({ bottom, height }) => height > 0 && bottom <= edge + 1 && edge - bottom < 24);
  return atEdge.reduce((most, { top }) => Math.max(most, edge - top), 0);
}
