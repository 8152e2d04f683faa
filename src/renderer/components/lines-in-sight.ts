import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { RowOffsets } from './row-offsets.ts';

/** So many lines are drawn above and below those in sight, for a scroll to find them there. */
const beyond = 8;
/** Of another list, those in sight are drawn first; the others follow after so many milliseconds. */
const othersFollow = 300;

export interface LinesInSight {
  /** For what stays at the top of it and covers lines there. */
  head: RefObject<HTMLDivElement | null>;
  from: number;
  /** -1 where there are none. */
  to: number;
  /** Scrolls no further than it must until the whole of a line is in sight. */
  scrollTo: (index: number) => void;
}

/**
 * Tells which of a table's lines are in sight, and is drawn again only when that changes by a line.
 * @param scroller the element that scrolls
 * @param count how many lines there are
 * @param step how far is scrolled before it matters, in CSS pixels
 * @param source with another one, the table begins at its first line again
 */
export function useLinesInSight(
  scroller: RefObject<HTMLDivElement | null>,
  offsets: RowOffsets,
  count: number,
  step: number,
  source?: number,
): LinesInSight {
  const head = useRef<HTMLDivElement>(null);
  const getHeight = (element: HTMLElement) => element.clientHeight - (head.current?.offsetHeight ?? 0);
  const [seen, setSeen] = useState({ source, top: 0, height: 0, others: true });
  // Before the height is known, nothing tells which are in sight.
  if (seen.source !== source) setSeen({ ...seen, source, top: 0, others: seen.height === 0 });
  const top = seen.source === source ? seen.top : 0;
  const around = seen.others ? beyond : 0;
  // Asking the element where it stands would have the browser lay out the page first.
  const scrolledTo = useRef(0);

  function look(): void {
    const element = scroller.current;
    if (element === null) return;
    const { scrollTop } = element;
    const height = getHeight(element);
    scrolledTo.current = scrollTop;
    const at = Math.floor(scrollTop / step) * step;
    setSeen((now) =>
      now.top === at && now.height === height ? now : { ...now, top: at, height, others: true },
    );
  }

  const latestLook = useRef(look);
  useLayoutEffect(() => {
    latestLook.current = look;
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const lookAgain = () => latestLook.current();
    // Before the browser paints, so that no empty place is seen.
    const lookNow = () => flushSync(lookAgain);
    const observer = new ResizeObserver(lookAgain);
    element.addEventListener('scroll', lookNow, { passive: true });
    observer.observe(element);
    lookAgain();
    return () => {
      element.removeEventListener('scroll', lookNow);
      observer.disconnect();
    };
  }, [scroller]);

  useLayoutEffect(() => {
    if (scroller.current === null || scrolledTo.current === 0) return;
    scrolledTo.current = 0;
    setScrollTop(scroller.current, 0);
  }, [scroller, source]);

  const { others } = seen;
  useEffect(() => {
    if (others) return undefined;
    const timer = setTimeout(() => setSeen((now) => ({ ...now, others: true })), othersFollow);
    return () => clearTimeout(timer);
  }, [others, source]);

  function scrollTo(index: number): void {
    const element = scroller.current;
    if (element === null) return;
    const begins = offsets.getTop(index);
    const ends = offsets.getTop(index + 1);
    const height = getHeight(element);
    if (begins < element.scrollTop) setScrollTop(element, begins);
    else if (ends > element.scrollTop + height) setScrollTop(element, ends - height);
    look();
  }

  return {
    head,
    from: Math.max(0, offsets.at(top) - around),
    to: Math.min(count - 1, offsets.at(top + step + seen.height) + around),
    scrollTo,
  };
}

function setScrollTop(element: HTMLElement, top: number): void {
  element.scrollTop = top;
}
